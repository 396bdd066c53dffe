"""Who plays in the lab, by name: compiled players for millions of matches, bots for those that count.

    uniform            every legal action as likely
    hints              by the weights of the game's hints
    greedy             what the hints weigh most
    plan:NAME          a plan of the game
    stand-in:NAME      somebody who is new to the game
    best, hard, ...    a level: from a table where the game is solved (compiled), by search where it is not
    exact              best, only where it is exact
    search:2000        a search of so many simulations a choice

Any of them may slip (`greedy/slip=0.05`: any legal action, so often) and may be forbidden something
(`best/without=bank`): whatever `say` calls so, with arguments or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from asterism.bots import Bot
from asterism.bots.ladder import SEARCH, UNIFORM, budget_named, player
from asterism.bots.levels import NAMES, level_named
from asterism.bots.plans import PREFIX, Planner, plans
from asterism.bots.stand_ins import PREFIX as STAND_IN
from asterism.bots.stand_ins import eyes_of
from asterism.core.game import BadInput, Game
from asterism.solve import best_known

from .kernels import arena

HINTS, GREEDY, EXACT, BEST = "hints", "greedy", "exact", "best"
SLIP, WITHOUT = "slip", "without"


@dataclass(frozen=True)
class Entrant:
    """A player as it was named."""

    name: str
    way: int  # of `kernels.arena`
    plan: int = 0  # which plan, of one that is PLANNED
    slip: float = 0.0
    without: tuple[str, ...] = ()
    asks: str = field(default="", repr=False)  # the name of the bot that is ASKED

    @property
    def compiled(self) -> bool:
        return self.way != arena.ASKED

    @property
    def plain(self) -> bool:
        """Whether every legal action is as likely, and nothing else matters."""
        return self.way == arena.UNIFORM and not self.without

    def bot(self, game: Game, seed: int) -> Bot:
        return player(game, self.asks, seed)


def entrant(game: Game, name: str, seats: int, options: Mapping[str, int]) -> Entrant:
    """The player of this name in matches of so many seats; BadInput in words where there is none."""
    base, *more = [part.strip() for part in name.split("/")]
    slip, without = 0.0, []
    for part in more:
        key, _, value = part.partition("=")
        if key == SLIP:
            slip = _share(name, value)
        elif key == WITHOUT and value:
            without.append(value)
        else:
            raise BadInput(f"{name!r}: after a player comes /slip=SHARE or /without=ACTIONS, not {part!r}")
    way, plan, own_slip, asks = _way(game, base, seats, options)
    if without and way == arena.ASKED and base in NAMES and best_known(game, seats, dict(options)):
        raise BadInput(f"{name!r}: {base} plays {game.name} by a table, from which nothing can be left out here")
    if own_slip and slip:
        raise BadInput(f"{name!r}: the level {base} slips already ({own_slip:g})")
    return Entrant(name, way, plan, slip or own_slip, tuple(without), asks)


def _share(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise BadInput(f"{name!r}: a slip is a share from 0 to 1, not {text!r}")
    return value


def _way(game: Game, base: str, seats: int, options: Mapping[str, int]) -> tuple[int, int, float, str]:
    if base == UNIFORM:
        return arena.UNIFORM, 0, 0.0, ""
    if base in (HINTS, GREEDY):
        if not game.has["hints"]:
            raise BadInput(f"{game.name} has no hints: there is no player {base!r}; try uniform")
        return arena.WEIGHTED if base == HINTS else arena.HEAVIEST, 0, 0.0, ""
    if base.startswith(PREFIX):
        own = base.removeprefix(PREFIX)
        Planner(game, own)  # BadInput where there is none
        return arena.PLANNED, list(plans(game)).index(own), 0.0, ""
    if base.startswith(STAND_IN):
        eyes_of(game, base.removeprefix(STAND_IN))  # BadInput where there is none
        return arena.ASKED, 0, 0.0, base
    if base.startswith(SEARCH):
        if budget_named(base).seconds:
            raise BadInput(f"{base!r}: in the lab a search has a number of simulations, or no answer is found twice")
        return arena.ASKED, 0, 0.0, base
    if base == EXACT:
        known = best_known(game, seats, dict(options))
        if known is None or not known.exact:
            raise BadInput(f"{game.name} is not solved for {seats} seats with these options: there is no {EXACT!r}")
        base = BEST
    if base in NAMES:
        level = level_named(base)
        if is_tabled(game, seats, options):
            return arena.TABLED, 0, level.table_slip, ""
        return arena.ASKED, 0, 0.0, base
    there = [UNIFORM, HINTS, GREEDY, EXACT, *NAMES, *(PREFIX + own for own in plans(game)), f"{SEARCH}NUMBER"]
    close = get_close_matches(base, there, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise BadInput(f"there is no player {base!r}; {hint}there are: {', '.join(there)}")


def is_tabled(game: Game, seats: int, options: Mapping[str, int]) -> bool:
    """Whether levels play by a table that compiled code can read."""
    from asterism.solve.races import Solution
    from asterism.solve.score_cards import BySeats

    known = best_known(game, seats, dict(options))
    return isinstance(known, BySeats) or (isinstance(known, Solution) and seats > 1)


def line_up(game: Game, names: Sequence[str], seats: int, options: Mapping[str, int]) -> tuple[str, ...]:
    """A player for every seat: the last one named plays for those who are not. All are checked."""
    if not 1 <= len(names) <= seats:
        raise BadInput(f"{len(names)} players are named for {seats} seats")
    for name in dict.fromkeys(names):
        entrant(game, name, seats, options)
    return (*names, *[names[-1]] * (seats - len(names)))
