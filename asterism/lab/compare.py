"""Compare two measurements (of two editions or two sets of options): which figures changed beyond chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from .estimates import Estimate
from .measure import STRICTER, Measured


@dataclass(frozen=True)
class Change:
    """One figure of two measurements."""

    name: str
    before: Estimate
    after: Estimate
    unit: str  # "%" for shares from 0 to 1
    means: str  # one sentence

    @property
    def error(self) -> float:
        """Half the width of the 95 % confidence interval of the difference."""
        return math.hypot(self.before.error, self.after.error)

    @property
    def moved(self) -> float:
        """The difference: after minus before."""
        return self.after.mean - self.before.mean

    @property
    def sure(self) -> bool:
        """Whether the difference is more than three standard errors, which chance exceeds one time in 370. Two are not
        enough, since many figures are compared."""
        return abs(self.moved) > STRICTER * self.error


def changes(before: Measured, after: Measured) -> Iterator[Change]:
    """The changes of all that two measurements have in common: figures, the ladder, marks, use and worth of actions."""
    there = {one.name: one for one in after.figures}
    for one in before.figures:
        if one.name in there:
            yield Change(one.name, one.estimate, there[one.name].estimate, one.unit, one.means)
    climbing = dict(after.ladder)
    for name, estimate in before.ladder:
        if name in climbing:
            means = "What the strong player gets among these; a team: what it gets by itself."
            yield Change(f"against {name}", estimate, climbing[name], "%", means)
    noted = {one.mark: one.matches for one in after.marks}
    for mark in before.marks:
        if mark.mark in noted:
            yield Change(mark.mark, mark.matches, noted[mark.mark], "%", "Matches of which the game notes it.")
    uses = {use.group: use for use in after.uses}
    for use in before.uses:
        then = uses.get(use.group)
        if then:
            yield Change(f"use of {use.group}", use.matches, then.matches, "%", "Matches in which a seat does so.")
        if then and use.worth and then.worth:
            means = "What whoever may not do it loses of an even share."
            yield Change(f"worth of {use.group}", use.worth, then.worth, "%", means)


def differences(before: Measured, after: Measured) -> Iterator[str]:
    """Differences between the settings of two measurements, in words, which may be why figures differ."""
    one, other = before.setting, after.setting
    if one.seats != other.seats:
        yield f"{one.seats} seats and {other.seats}"
    if before.player != after.player:
        yield f"played by {before.player} and by {after.player}"
    for name in one.options:
        if one.options[name] != other.options.get(name):
            yield f"option {name} {one.options[name]} and {other.options.get(name)}"
