"""§12 Reputation: what costs it. Only the end of the match is decided here, nothing of what comes next."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER

from . import decks as D
from . import state as S
from .piles import clear_target, note_card


@rule
def tell(s: Any, cause: int, card: int) -> None:
    """Write into the story what changed Reputation."""
    event = s["events"]
    s["story"][event, 0] = s["round"]
    s["story"][event, 1] = cause
    s["story"][event, 2] = card
    s["events"] = event + 1


@apart
def lose(s: Any, cause: int, card: int) -> None:
    """§12 One Reputation is lost; at 0 the match is, at once."""
    tell(s, cause, card)
    s["reputation"] -= 1
    if s["reputation"] == 0:
        s["ending"] = S.NO_REPUTATION
        s["to_act"] = OVER


@rule
def regain(s: Any) -> None:
    """§14.6 Good press."""
    tell(s, S.GOOD_PRESS, D.FIRST_INSTANT + D.PRESS)
    s["reputation"] += 1


@apart
def settle_round(s: Any) -> None:
    """§12.5 What was due at the end of this round, in the order of the rules; it stops when the match is lost."""
    settle_targets(s)
    if s["to_act"] != OVER:
        settle_times(s)
    if s["to_act"] != OVER and s["calendar"][s["round"] - 1] == D.BEST and s["timed"] == 0:  # §12.4
        lose(s, S.IDLE_BEST, S.NONE)


@rule
def settle_targets(s: Any) -> None:
    """§12.1 Targets that had to be complete by now are discarded, with their time cards."""
    for place in range(s["in_use"]):
        lane = s["lanes"][place]
        if s["lane"][lane, S.DEADLINE] == s["round"]:
            card = D.FIRST_TARGET + s["lane"][lane, S.TARGET]
            clear_target(s, lane)
            lose(s, S.LATE_TARGET, card)
            if s["to_act"] == OVER:
                return


@rule
def settle_times(s: Any) -> None:
    """§12.3 Red time cards of the round before are discarded; those of this round are due in the next."""
    for seat in range(s["seats"]):
        for _ in range(s["due"][seat]):
            s["held"][seat, D.RED_CARD] -= 1
            s["hand_size"][seat] -= 1
            note_card(s, seat, D.RED_CARD)
            s["discards"][D.RED_CARD] += 1
            if s["hidden"] == 1:
                s["shown"][seat, D.RED_CARD] -= 1
            s["due"][seat] -= 1
            lose(s, S.LATE_TIME, D.RED_CARD)
            if s["to_act"] == OVER:
                return
        s["due"][seat] = s["held"][seat, D.RED_CARD]
