"""The players of the lab, by name: compiled ones for millions of matches, bots for strong play.

    uniform            any legal action, all equally likely
    hints              sampled by the weights of the game's hints
    greedy             the action with the largest hint
    plan:NAME          a plan of the game
    stand-in:NAME      a simulated newcomer
    best, hard, ...    a level: by a table where the game is solved (compiled), by search where it is not
    exact              the level best, refused where it is not exact
    search:2000        a search with so many simulations a choice

All but bots are compiled. Any player may slip (`greedy/slip=0.05`: a random legal action with this chance) and may be
forbidden a group of actions (`best/without=bank`): the message of `say`, and arguments that must be there.
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

from .kernels import matches

HINTS, GREEDY, EXACT, BEST = "hints", "greedy", "exact", "best"
SLIP, WITHOUT = "slip", "without"


@dataclass(frozen=True)
class Entrant:
    """A player, from its name."""

    name: str
    way: int  # how it chooses, see `kernels.matches`
    plan: int = 0  # which plan, where PLANNED
    slip: float = 0.0  # the chance of a random legal action, 0 to 1
    without: tuple[str, ...] = ()  # groups of actions that it is forbidden
    asks: str = field(default="", repr=False)  # the name of the bot, where ASKED

    @property
    def compiled(self) -> bool:
        """Whether the kernel plays it without asking a bot."""
        return self.way != matches.ASKED

    @property
    def plain(self) -> bool:
        """Whether it plays uniformly at random without restriction."""
        return self.way == matches.UNIFORM and not self.without

    def bot(self, game: Game, seed: int) -> Bot:
        """The bot that plays for it, where ASKED."""
        return player(game, self.asks, seed)


def entrant(game: Game, name: str, seats: int, options: Mapping[str, int]) -> Entrant:
    """The player of this name in matches with so many seats; BadInput where there is none."""
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
    if without and way == matches.ASKED and base in NAMES and best_known(game, seats, dict(options)):
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
    """How the player called `base` chooses: (way, plan, slip, name of a bot to ask)."""
    if base == UNIFORM:
        return matches.UNIFORM, 0, 0.0, ""
    if base in (HINTS, GREEDY):
        if not game.has["hints"]:
            raise BadInput(f"{game.name} has no hints: there is no player {base!r}; try uniform")
        return matches.WEIGHTED if base == HINTS else matches.HEAVIEST, 0, 0.0, ""
    if base.startswith(PREFIX):
        own = base.removeprefix(PREFIX)
        Planner(game, own)  # BadInput where there is none
        return matches.PLANNED, list(plans(game)).index(own), 0.0, ""
    if base.startswith(STAND_IN):
        eyes_of(game, base.removeprefix(STAND_IN))  # BadInput where there is none
        return matches.ASKED, 0, 0.0, base
    if base.startswith(SEARCH):
        if budget_named(base).seconds:
            raise BadInput(f"{base!r}: in the lab a search has a number of simulations, or no answer is found twice")
        return matches.ASKED, 0, 0.0, base
    if base == EXACT:
        known = best_known(game, seats, dict(options))
        if known is None or not known.exact:
            raise BadInput(f"{game.name} is not solved for {seats} seats with these options: there is no {EXACT!r}")
        base = BEST
    if base in NAMES:
        level = level_named(base)
        if is_tabled(game, seats, options):
            return matches.TABLED, 0, level.table_slip, ""
        return matches.ASKED, 0, 0.0, base
    there = [UNIFORM, HINTS, GREEDY, EXACT, *NAMES, *(PREFIX + own for own in plans(game)), f"{SEARCH}NUMBER"]
    close = get_close_matches(base, there, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise BadInput(f"there is no player {base!r}; {hint}there are: {', '.join(there)}")


def is_tabled(game: Game, seats: int, options: Mapping[str, int]) -> bool:
    """Whether levels play by a solved table that compiled code can look up."""
    from asterism.solve.races import Solution
    from asterism.solve.score_cards import BySeats

    known = best_known(game, seats, dict(options))
    return isinstance(known, BySeats) or (isinstance(known, Solution) and seats > 1)


def line_up(game: Game, names: Sequence[str], seats: int, options: Mapping[str, int]) -> tuple[str, ...]:
    """A checked name for every seat; the last one given plays the remaining seats."""
    if not 1 <= len(names) <= seats:
        raise BadInput(f"{len(names)} players are named for {seats} seats")
    for name in dict.fromkeys(names):
        entrant(game, name, seats, options)
    return (*names, *[names[-1]] * (seats - len(names)))
