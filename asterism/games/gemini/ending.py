"""§13 The end: funding, points, ratings."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER

from . import decks as D
from . import state as S

JUST_FUNDED = 0.4  # the share of a win without points; the rest is for points
FAR = 1.5  # times the points above which a win is Epic: more than this is worth nothing more


@rule
def goal(s: Any) -> int:
    """§13.1 How many Band 1 programs the team is to complete."""
    return s["goal_of_three"] if s["seats"] == 3 else s["goal"]  # type: ignore[no-any-return]


@rule
def band_one(s: Any) -> int:
    """Band 1 programs in the score pile."""
    programs = 0
    for program in range(len(D.PROGRAMS)):
        programs += 1 if s["lane"][program, S.COMPLETED] > 0 and s["band"][program] == 1 else 0
    return programs


@apart
def finish(s: Any) -> None:
    """§13.1 After the last round: whether any Reputation is left."""
    missing = max(0, goal(s) - band_one(s))
    s["reputation"] -= missing * (s["missing_gently"] if s["gentle"] == 1 else s["missing"])
    s["reputation"] = max(0, s["reputation"])
    s["ending"] = S.WON if s["reputation"] > 0 else S.NO_FUNDING
    s["to_act"] = OVER


@rule
def score(s: Any, seat: int) -> int:
    """§13.2 The points that would be counted if the semester ended now."""
    points = 0
    if s["checked"] == 1:
        points = s["lane"][D.CHECKOUTS, S.HOURS] * s["poor_weather"]
    for program in range(len(D.PROGRAMS)):
        if s["lane"][program, S.COMPLETED] > 0:
            points += s["full"][program]
        elif s["lane"][program, S.LACKING] > 0:
            points += s["partial"][program] if s["lane"][program, S.FINISHED] != S.NONE else -s["lost"][program]
    return points


@rule
def epic(s: Any) -> int:
    """§13.3 Above so many points a win is Epic."""
    last = len(D.RATINGS) - 1
    return s["threshold_of_three"][last] if s["seats"] == 3 else s["threshold"][last]  # type: ignore[no-any-return]


@rule
def result(s: Any, share: Any) -> None:
    """§13 Nothing for a loss; for a win the more, the more points."""
    worth = 0.0
    if s["ending"] == S.WON:
        most = max(1.0, FAR * epic(s))
        worth = JUST_FUNDED + (1.0 - JUST_FUNDED) * min(1.0, max(0.0, score(s, 0) / most))
    for seat in range(s["seats"]):
        share[seat] = worth
