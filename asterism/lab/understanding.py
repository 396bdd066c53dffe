"""A sanity check of players on an edition: the more often a player slips, the worse it must do.

Hints and plans are fitted to the standard edition of a game. Where the numbers of an edition are far from it, the
action with the largest hint may be a mistake, and a player that slips does better. Figures from such players say
nothing about the edition.
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
from .measure import STRICTER, Measured, against, weaker_than
from .workers import Cores

MATCHES = 1_000  # of each player of a ladder: a second or two for compiled players
INSTEAD = f"{SEARCH}100"  # the player to recommend
AS_MANY = 200  # matches to recommend for a search: minutes, not hours
FURTHER = 4  # times the simulations, where the player that fails is a search


@dataclass(frozen=True)
class Misunderstood:
    """Two players that differ in how often they slip, of which the wrong one does better."""

    better: str  # slips more
    worse: str

    def words(self, instead: str) -> str:
        """The warning, with the command to use instead."""
        return (
            f"These players do not understand this edition: {self.better} does better than {self.worse}, which slips "
            f"less. So these figures say how they fail and not how the edition plays; ask players who search: {instead}"
        )


def misunderstood(
    player: str, ladder: Sequence[tuple[str, Estimate]], own: Estimate, team: bool
) -> Misunderstood | None:
    """The two players of a ladder that are the most out of order beyond chance (three standard errors), if any.

    `ladder`: weaker players, from the fewest slips to the most, with the share of `player` among them; of teams, their
    own share. `own`: the share of `player` among equals; of a team, its own.
    """
    rungs = [(player, own), *ladder]
    found: tuple[float, Misunderstood] | None = None
    for place, (less, before) in enumerate(rungs):
        for more, after in rungs[place + 1 :]:
            gain = after.mean - before.mean if team else before.mean - after.mean
            beyond = gain - STRICTER * math.hypot(before.error, after.error)
            if beyond > 0 and (found is None or beyond > found[0]):
                found = beyond, Misunderstood(more, less)
    return found[1] if found else None


def of_measured(measured: Measured) -> Misunderstood | None:
    """Check the players of a measurement by its ladder."""
    team, seats = measured.setting.team, measured.setting.seats
    alone = next((one.estimate for one in measured.figures if one.name == "share"), None)
    own = alone if team and alone else around(1 / seats, 0.0, measured.matches)
    return misunderstood(measured.player, measured.ladder, own, team)


def warning(measured: Measured) -> str:
    """The warning for a measurement whose players fail the check; empty if they pass."""
    found = of_measured(measured)
    return found.words(command_with(measured.command, searching(measured.player), measured.setting)) if found else ""


def trusted(measured: Measured) -> Measured:
    """A measurement without verdicts about actions if its players fail the check: actions that they neglect may be the
    best ones."""
    if of_measured(measured) is None:
        return measured
    uses = tuple(use if use.verdict == "forced" else replace(use, verdict="") for use in measured.uses)
    return replace(measured, uses=uses)


def searching(player: str) -> str:
    """The name of a searching player to use instead: with more simulations, if the player searches already."""
    base = player.split("/")[0]
    if base.startswith(SEARCH) and base.removeprefix(SEARCH).isdecimal():
        return f"{SEARCH}{FURTHER * int(base.removeprefix(SEARCH))}"
    return INSTEAD


def command_with(command: str, player: str, setting: Setting) -> str:
    """The command of a measurement with another player, and as many matches as a search can play in minutes."""
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
    """Check the compiled players that judge criteria on an edition: a ladder for each, with the fewest seats that it
    judges. For the standard edition, which hints are fitted to, nothing is played."""
    if edition.numbers == standard(game).numbers:
        return None
    asked: dict[str, Setting] = {}
    for one in sorted(criteria, key=lambda one: one.seats):
        for name in one.strong:
            if name.startswith(PREFIX):
                continue  # a plan need not be good play
            setting = setting_of(game.name, [name], one.seats, dict(one.options), edition, seed)
            if name not in asked and is_compiled(setting):
                asked[name] = setting
    for name, base in asked.items():
        rungs = [(other, against(base, name, other, MATCHES, cores)) for other in weaker_than(base, name)]
        own = against(base, name, name, MATCHES, cores) if base.team else around(1 / base.seats, 0.0, MATCHES)
        if found := misunderstood(name, rungs, own, base.team):
            return found
    return None
