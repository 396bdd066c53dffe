"""§12 Reputation: what costs it. Only the end of the match is decided here, nothing of what comes next."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER

from .decks import BEST, FIRST_INSTANT, FIRST_TARGET, PRESS, RED_CARD
from .piles import clear_target, note_card
from .state import DEADLINE, GOOD_PRESS, IDLE_BEST, LATE_TARGET, LATE_TIME, NO_REPUTATION, NONE, TARGET


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
        s["ending"] = NO_REPUTATION
        s["to_act"] = OVER


@rule
def regain(s: Any) -> None:
    """§14.6 Good press."""
    tell(s, GOOD_PRESS, FIRST_INSTANT + PRESS)
    s["reputation"] += 1


@apart
def settle_round(s: Any) -> None:
    """§12.5 What was due at the end of this round, in the order of the rules; it stops when the match is lost."""
    settle_targets(s)
    if s["to_act"] != OVER:
        settle_times(s)
    if s["to_act"] != OVER and s["calendar"][s["round"] - 1] == BEST and s["timed"] == 0:  # §12.4
        lose(s, IDLE_BEST, NONE)


@rule
def settle_targets(s: Any) -> None:
    """§12.1 Targets that had to be complete by now are discarded, with their time cards."""
    for place in range(s["in_use"]):
        lane = s["lanes"][place]
        if s["lane"][lane, DEADLINE] == s["round"]:
            card = FIRST_TARGET + s["lane"][lane, TARGET]
            clear_target(s, lane)
            lose(s, LATE_TARGET, card)
            if s["to_act"] == OVER:
                return


@rule
def settle_times(s: Any) -> None:
    """§12.3 Red time cards of the round before are discarded; those of this round are due in the next."""
    for seat in range(s["seats"]):
        for _ in range(s["due"][seat]):
            s["held"][seat, RED_CARD] -= 1
            s["hand_size"][seat] -= 1
            note_card(s, seat, RED_CARD)
            s["discards"][RED_CARD] += 1
            if s["hidden"] == 1:
                s["shown"][seat, RED_CARD] -= 1
            s["due"][seat] -= 1
            lose(s, LATE_TIME, RED_CARD)
            if s["to_act"] == OVER:
                return
        s["due"][seat] = s["held"][seat, RED_CARD]
