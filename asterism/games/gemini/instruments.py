"""§5 Instruments, §6 Altair, §14.5 visitors: where they may go, and how."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import cards

from .conditions import attached, fits, has_room, lowest, may_enter, takes_altair
from .decks import ALTAIR, FIRST_VISITOR, LANES, OWN_BITS
from .state import (
    AT,
    ATTACH_ALTAIR,
    IN_DECK,
    IN_ROW,
    IN_USE,
    MOVE,
    NONE,
    OUT,
    OWED,
    STOW,
    UNDER,
)

# What may be moved


@apart
def list_moves(s: Any, out: Any, n: int) -> int:
    """§5.1 From the row or a lane to a lane without an instrument; an exchange is named by the lower of the two."""
    in_play = attached(s)
    movable = in_play & OWN_BITS | may_enter(s, in_play)  # §14.5 a visitor in play is not
    in_use = s["in_use"]
    while movable > 0:
        instrument = lowest(movable)
        movable &= movable - 1
        swaps = 0  # what it may be exchanged with, as bits
        if in_play >> instrument & 1:
            swaps = s["suits"][s["where"][instrument]] & OWN_BITS & -2 << instrument
        for place in range(in_use):  # without branches: no processor could foretell them
            lane = s["lanes"][place]
            free_or_swap = (swaps << 1 | 1) >> s["lane"][lane, AT] + 1
            out[n] = MOVE + instrument * LANES + lane
            n += s["suits"][lane] >> instrument & free_or_swap & 1
    while in_play > 0:
        out[n] = STOW + lowest(in_play)
        in_play &= in_play - 1
        n += 1
    if s["altair_on"] != NONE:  # §6.2
        out[n] = STOW + ALTAIR
        n += 1
    return n


@rule
def list_altair(s: Any, out: Any, n: int, can_move: bool) -> int:
    """§6.2 To an instrument in play that can use it: free from the row, a move from another instrument."""
    if s["where"][ALTAIR] == IN_ROW or (s["altair_on"] != NONE and can_move):
        in_play = attached(s)
        while in_play > 0:
            instrument = lowest(in_play)
            in_play &= in_play - 1
            out[n] = ATTACH_ALTAIR + instrument
            n += 1 if takes_altair(s, instrument) else 0
    return n


@rule
def list_owed(s: Any, out: Any) -> int:
    """§9.2 Where the instrument of a complete program may go."""
    n = 0
    for place in range(s["in_use"]):
        lane = s["lanes"][place]
        if s["lane"][lane, AT] == NONE and fits(s, s["owed"], lane):
            out[n] = MOVE + s["owed"] * LANES + lane
            n += 1
    out[n] = STOW + s["owed"]
    return n + 1


# How they move


@rule
def put_under(s: Any, card: int) -> None:
    """To the bottom of the deck."""
    cards.put_last(s["under"], card)
    s["where"][card] = UNDER


@rule
def release(s: Any, instrument: int, lane: int) -> None:
    """An instrument leaves a lane; §6.3 Altair does not go with it."""
    s["lane"][lane, AT] = NONE
    if s["altair_on"] == instrument:
        s["altair_on"] = NONE
        put_under(s, ALTAIR)


@rule
def attach(s: Any, instrument: int, lane: int) -> None:
    s["lane"][lane, AT] = instrument
    s["where"][instrument] = lane


@rule
def leave_row(s: Any, card: int) -> None:
    """A card is taken from the row; it is replaced when the turn goes on (§5.4)."""
    place = 0
    while s["row"][place] != card:
        place += 1
    cards.take_at(s["row"], place)


@apart
def move_instrument(s: Any, instrument: int, lane: int) -> None:
    """§5.1 To a lane; what is there goes where the other came from."""
    here = s["where"][instrument]
    other = s["lane"][lane, AT]
    if here == IN_ROW:
        leave_row(s, instrument)
    elif here < LANES:
        release(s, instrument, here)
    if other != NONE:
        release(s, other, lane)
        attach(s, other, here)
    attach(s, instrument, lane)


@apart
def stow(s: Any, card: int) -> None:
    """§5.1 §6.2 Under the deck."""
    if card == ALTAIR:
        s["altair_on"] = NONE
    elif s["where"][card] < LANES:
        release(s, card, s["where"][card])
    put_under(s, card)


@apart
def attach_altair(s: Any, instrument: int) -> None:
    """§6.2 To an instrument, from the row or from another one."""
    if s["where"][ALTAIR] == IN_ROW:
        leave_row(s, ALTAIR)
    s["where"][ALTAIR] = IN_USE
    s["altair_on"] = instrument


@apart
def let_go(s: Any, lane: int) -> None:
    """§9.2 The instrument of a complete program is owed a move; §14.5 a visitor leaves the game."""
    instrument = s["lane"][lane, AT]
    release(s, instrument, lane)
    if instrument >= FIRST_VISITOR:
        s["where"][instrument] = OUT
        return
    for place in range(s["in_use"]):
        other = s["lanes"][place]
        if s["lane"][other, AT] == NONE and fits(s, instrument, other):
            s["where"][instrument] = OWED
            s["owed"] = instrument
            return
    put_under(s, instrument)  # nothing could take it: there is no choice


# The row


@rule
def lay(s: Any, card: int) -> None:
    cards.put_last(s["row"], card)
    s["where"][card] = IN_ROW


@rule
def list_unseen(s: Any, first: int, out: Any) -> int:
    """The cards of the instrument deck of which nobody knows where in it they are, as actions."""
    n = 0
    for card in range(ALTAIR + 1):
        if s["where"][card] == IN_DECK:
            out[n] = first + card
            n += 1
    return n


@rule
def any_unseen(s: Any) -> bool:
    unseen = 0
    for card in range(ALTAIR + 1):
        unseen += 1 if s["where"][card] == IN_DECK else 0
    return unseen > 0


@rule
def row_wants_card(s: Any) -> bool:
    """§5.4 Whether chance is to lay a card; one that is known to come next is laid at once."""
    while s["row"][s["face_up"] - 1] == NONE:
        if any_unseen(s):
            return True
        if s["under"][0] == NONE:
            return False
        lay(s, cards.take_first(s["under"]))
    return False


@apart
def renew_row(s: Any) -> None:
    """§5.5 A row that fits nowhere goes under the deck, if there are other cards to lay out."""
    if (s["under"][0] == NONE and not any_unseen(s)) or not row_is_stuck(s):
        return
    while s["row"][0] != NONE:
        put_under(s, cards.take_first(s["row"]))


@rule
def row_is_stuck(s: Any) -> bool:
    """§5.5 A program waits, there is room, and no card of the row could be attached to any that waits."""
    in_play = attached(s)
    if not has_room(s, in_play):
        return False
    waits = False
    wanted = 0  # instruments that could be attached to those that wait, as bits
    for place in range(s["in_use"]):
        lane = s["lanes"][place]
        if s["lane"][lane, AT] == NONE:
            waits = True
            wanted |= s["suits"][lane]
    return waits and wanted & may_enter(s, in_play) == 0
