"""Whether players understand the edition that they play: the more often a player slips, the worse it must do.

Weights of hints and plans are fitted to a game's standard edition. Where numbers are far from it, what they weigh most
may be a mistake, and a player that plays something else now and then does better. Figures of such players tell nothing
of the edition.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from asterism.bots.ladder import SEARCH
from asterism.bots.plans import PREFIX
from asterism.core.edition import Edition, standard
from asterism.core.game import Game

from .arena import is_compiled, setting_of
from .batch import Setting
from .criteria import Criterion
from .estimates import Estimate, around
from .measure import SURE_TWICE, Measured, against, weaker_than
from .workers import Cores

MATCHES = 1_000  # of a rung: compiled players play them in a second or two
INSTEAD = f"{SEARCH}100"
AS_MANY = 200  # matches by a search that take minutes, not hours
FURTHER = 4  # times the simulations, where a search does not understand an edition


@dataclass(frozen=True)
class Misunderstood:
    """A player that does better by slipping more."""

    better: str
    worse: str

    def words(self, instead: str) -> str:
        """What is told first, with the command to use instead."""
        return (
            f"These players do not understand this edition: {self.better} does better than {self.worse}, which slips "
            f"less. So these figures say how they fail and not how the edition plays; ask players who search: {instead}"
        )


def misunderstood(
    player: str, ladder: Sequence[tuple[str, Estimate]], own: Estimate, team: bool
) -> Misunderstood | None:
    """The two rungs of a ladder that are furthest the wrong way round beyond chance (three standard errors), if any.

    `ladder`: from the least slips to the most, what `player` gets among such players; of teams: what they get alone.
    `own`: what `player` gets among its like, or alone.
    """
    rungs = [(player, own), *ladder]
    found: tuple[float, Misunderstood] | None = None
    for place, (less, before) in enumerate(rungs):
        for more, after in rungs[place + 1 :]:
            gain = after.mean - before.mean if team else before.mean - after.mean
            beyond = gain - SURE_TWICE * math.hypot(before.error, after.error)
            if beyond > 0 and (found is None or beyond > found[0]):
                found = beyond, Misunderstood(more, less)
    return found[1] if found else None


def of_measured(measured: Measured) -> Misunderstood | None:
    """Whether the players of a measurement misunderstand what they played, by the ladder in it."""
    team, seats = measured.setting.team, measured.setting.seats
    alone = next((one.estimate for one in measured.figures if one.name == "share"), None)
    own = alone if team and alone else around(1 / seats, 0.0, measured.matches)
    return misunderstood(measured.player, measured.ladder, own, team)


def warning(measured: Measured) -> str:
    """What stands at the top of a measurement by players who do not understand the edition; empty if they do."""
    found = of_measured(measured)
    return found.words(command_with(measured.command, searching(measured.player), measured.setting)) if found else ""


def trusted(measured: Measured) -> Measured:
    """A measurement without what must not be said of actions where the players misunderstand the edition: cards that
    they leave may be what others win with."""
    if of_measured(measured) is None:
        return measured
    uses = tuple(use if use.verdict == "forced" else replace(use, verdict="") for use in measured.uses)
    return replace(measured, uses=uses)


def searching(player: str) -> str:
    """A player who searches, instead of this one: further, if it searches already."""
    base = player.split("/")[0]
    if base.startswith(SEARCH) and base.removeprefix(SEARCH).isdecimal():
        return f"{SEARCH}{FURTHER * int(base.removeprefix(SEARCH))}"
    return INSTEAD


def command_with(command: str, player: str, setting: Setting) -> str:
    """The command of a measurement, asked of another player and with as many matches as a search can play."""
    words = shlex.split(command) or ["asterism", "lab", "measure", setting.game, "--seats", str(setting.seats)]
    kept, skip = [], False
    for each in words:
        name = each.partition("=")[0]
        if not skip and name not in ("--player", "--matches", "--save"):
            kept.append(each)
        skip = not skip and each in ("--player", "--matches", "--save")
    return shlex.join([*kept, "--player", player, "--matches", str(AS_MANY)])


def of_criteria(
    game: Game, criteria: Sequence[Criterion], edition: Edition, cores: Cores = 1, seed: int = 1
) -> Misunderstood | None:
    """Whether the compiled players by whom criteria are judged misunderstand an edition: of each player the ladder, for
    the fewest seats. In the standard edition, to which hints are fitted, nothing is played."""
    if edition.numbers == standard(game).numbers:
        return None
    asked: dict[str, Setting] = {}
    for one in sorted(criteria, key=lambda one: one.seats):
        for name in one.strong:
            if name.startswith(PREFIX):
                continue  # a plan is one way to play, and need not be a good one
            setting = setting_of(game.name, [name], one.seats, dict(one.options), edition, seed)
            if name not in asked and is_compiled(setting):
                asked[name] = setting
    for name, base in asked.items():
        rungs = [(other, against(base, name, other, MATCHES, cores)) for other in weaker_than(base, name)]
        own = against(base, name, name, MATCHES, cores) if base.team else around(1 / base.seats, 0.0, MATCHES)
        if found := misunderstood(name, rungs, own, base.team):
            return found
    return None
