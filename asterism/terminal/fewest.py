"""The verb `solve --alone`: fewest turns to a goal of points, for one player with a deck that is never shuffled."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from asterism.core.game import Game
from asterism.core.words import word
from asterism.solve import decks

GOALS = (20, 40)


def solve_fewest(game: Game, console: Console) -> int:
    """Print for each goal the shortest line of play found, then a lower bound that grows until both meet, or the run is
    stopped."""
    deck = decks.deck_of(game)
    for goal in GOALS:
        with console.status(f"{game.name} alone: a way to {goal}"):
            found = decks.find_way(deck, goal)
        if found is None:
            console.print(f"No way to {goal} was found.")
            continue
        console.print(f"{len(found.turns)} turns to {goal}: {word(game, 'score', score=found.points)} by then.")
        console.print(way(deck, found))
        try:
            console.print(proven(deck, goal, len(found.turns), console))
        except KeyboardInterrupt:
            console.print("Stopped.")
            return 130
        console.file.flush()
    return 0


def way(deck: decks.Deck, found: decks.Found) -> Table:
    """A line of play as a table with a row for each turn."""

    def names(kinds: tuple[int, ...]) -> str:
        counted = [(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]
        return " ".join(deck.names[kind] if n == 1 else f"{deck.names[kind]}*{n}" for kind, n in counted) or "-"

    table = Table("turn", "plays", "gives back", "buys", "lays down, in this order", box=None)
    for number, (turn, laid) in enumerate(zip(found.turns, found.laid, strict=True), 1):
        done = [tuple(kind for verb, kind in turn.done if verb == one) for one in ("play", "clean")]
        order = " ".join(deck.names[kind] for kind in laid)
        table.add_row(str(number), *map(names, done), names(turn.bought), order)
    return table


def proven(deck: decks.Deck, goal: int, best: int, console: Console) -> str:
    """Rule out fewer turns, one number after the other, printing each at once; the conclusion in words."""
    for turns in range(1, best):
        with console.status(f"can it be done in {turns}?") as status:

            def tell(turn: int, positions: int) -> None:
                status.update(f"can it be done in {turns}? {positions:,} positions after turn {turn}")  # noqa: B023

            if not decks.prove(deck, goal, turns, tell):
                return f"It can be done in {turns} turns: the search for a way was too narrow."
        console.print(f"Proven: not in {turns}.")
        console.file.flush()
    return f"So {best} turns are the fewest."
