"""What the lab notes of a semester: ratings that were reached, programs that were completed, the role that was missing.

A rating counts for all below it too, so that `rated good` says how often a team is rated so or better."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import OVER

from . import decks as D
from . import state as S
from .ending import score

MARKS = (
    *(f"rated {rating}" for rating in D.RATINGS),
    *(f"completed {program}" for program in D.PROGRAMS),
    *(f"without {role}" for role in D.ROLES),
)
FIRST_PROGRAM = len(D.RATINGS)
FIRST_ROLE = FIRST_PROGRAM + len(D.PROGRAMS)


@rule
def mark(s: Any, out: Any) -> None:
    """All is known at the end."""
    if s["to_act"] != OVER:
        return
    last = len(D.RATINGS) - 1
    for rating in range(len(D.RATINGS)):
        needed = s["threshold_of_three"][rating] if s["seats"] == 3 else s["threshold"][rating]
        needed += 1 if rating == last else 0  # Epic is above, not from
        out[rating] = 1 if s["ending"] == S.WON and score(s, 0) >= needed else 0
    for program in range(len(D.PROGRAMS)):
        out[FIRST_PROGRAM + program] = 1 if s["lane"][program, S.COMPLETED] > 0 else 0
    for role in range(len(D.ROLES)):
        out[FIRST_ROLE + role] = 1 if s["seat_of"][role] == S.NONE else 0
