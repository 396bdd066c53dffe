"""§5 Instruments, §6 Altair, §14.5 visitors: where they may go, and how."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import bits, cards

from . import decks as D
from . import state as S
from .conditions import forget_exchanges, has_room, homes_now, may_enter, note_exchanges, note_instrument, take_altair

TOGETHER = 4  # instruments whose moves are listed at once, a bit for each of their lanes
LAST_MOVES = S.MOVE + 3 * TOGETHER * D.LANES  # those of the last two, listed with what follows behind them
assert len(D.OWN) == 2 * TOGETHER
assert S.TAKE - LAST_MOVES < 63

# What may be moved


@rule
def list_moves(s: Any, out: Any, n: int, can_move: bool) -> int:
    """§5.1 From the row or a lane to a lane without an instrument, or under the deck; §6.2 and the same for Altair."""
    moves = int(altair_moves(s, can_move)) << S.ATTACH_ALTAIR - LAST_MOVES
    if can_move:
        movable = s["in_play"] & D.OWN_BITS | may_enter(s)  # §14.5 a visitor in play is not
        n = bits.write(moves_of(s, movable, 0) | exchanges_of(s, 0), S.MOVE, out, n)
        later = moves_of(s, movable, TOGETHER) | exchanges_of(s, TOGETHER)
        n = bits.write(later, S.MOVE + TOGETHER * D.LANES, out, n)
        if movable > D.OWN_BITS:
            n = bits.write(moves_of(s, movable, 2 * TOGETHER), S.MOVE + 2 * TOGETHER * D.LANES, out, n)
            moves |= moves_of(s, movable, 3 * TOGETHER)
        moves |= int(s["in_play"] | (1 << D.ALTAIR if s["altair_on"] != S.NONE else 0)) << S.STOW - LAST_MOVES
    return bits.write(moves, LAST_MOVES, out, n)


@rule
def moves_of(s: Any, movable: int, first: int) -> int:
    """§5.1 The moves of some of the movable instruments to lanes without one, as bits."""
    moves = 0
    for step in range(min(TOGETHER, len(D.INSTRUMENTS) - first)):  # without a branch: no processor could foretell it
        moves |= int(homes_now(s, first + step) * (movable >> first + step & 1)) << step * D.LANES
    return moves


@rule
def exchanges_of(s: Any, first: int) -> int:
    """§5.1 Those of some of our instruments in play that change places with later ones, as bits."""
    exchanges = 0
    for step in range(TOGETHER):
        exchanges |= int(s["exchanges"][first + step]) << step * D.LANES
    return exchanges


@rule
def altair_moves(s: Any, can_move: bool) -> int:
    """§6.2 The instruments to which Altair may go: free from the row, a move from another instrument; as bits."""
    movable = (s["where"][D.ALTAIR] == S.IN_ROW) | ((s["altair_on"] != S.NONE) & can_move)
    return take_altair(s) * (1 if movable else 0)


@rule
def list_owed(s: Any, out: Any) -> int:
    """§9.2 Where the instrument of a complete program may go."""
    n = bits.write(homes_now(s, s["owed"]), S.MOVE + s["owed"] * D.LANES, out, 0)
    out[n] = S.STOW + s["owed"]
    return n + 1


# How they move


@rule
def put_under(s: Any, card: int) -> None:
    """To the bottom of the deck."""
    cards.put_last(s["under"], card)
    s["where"][card] = S.UNDER


@rule
def release(s: Any, instrument: int, lane: int) -> None:
    """An instrument leaves a lane, and is to go somewhere; §6.3 Altair does not go with it."""
    s["lane"][lane, S.AT] = S.NONE
    s["where"][instrument] = S.OWED
    s["in_play"] &= ~(1 << instrument)
    if instrument < D.FIRST_VISITOR:
        forget_exchanges(s, instrument, lane)
    note_instrument(s, lane)
    if s["altair_on"] == instrument:
        s["altair_on"] = S.NONE
        put_under(s, D.ALTAIR)


@rule
def attach(s: Any, instrument: int, lane: int) -> None:
    s["lane"][lane, S.AT] = instrument
    s["where"][instrument] = lane
    s["in_play"] |= 1 << instrument
    if instrument < D.FIRST_VISITOR:
        note_exchanges(s, instrument, lane)
    note_instrument(s, lane)


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
    other = s["lane"][lane, S.AT]
    if here == S.IN_ROW:
        leave_row(s, instrument)
    elif here < D.LANES:
        release(s, instrument, here)
    if other != S.NONE:
        release(s, other, lane)
        attach(s, other, here)
    attach(s, instrument, lane)


@apart
def stow(s: Any, card: int) -> None:
    """§5.1 §6.2 Under the deck."""
    if card == D.ALTAIR:
        s["altair_on"] = S.NONE
    elif s["where"][card] < D.LANES:
        release(s, card, s["where"][card])
    put_under(s, card)


@apart
def attach_altair(s: Any, instrument: int) -> None:
    """§6.2 To an instrument, from the row or from another one."""
    if s["where"][D.ALTAIR] == S.IN_ROW:
        leave_row(s, D.ALTAIR)
    s["where"][D.ALTAIR] = S.IN_USE
    s["altair_on"] = instrument


@apart
def let_go(s: Any, lane: int) -> None:
    """§9.2 The instrument of a complete program is owed a move; §14.5 a visitor leaves the game."""
    instrument = s["lane"][lane, S.AT]
    release(s, instrument, lane)
    if instrument >= D.FIRST_VISITOR:
        s["where"][instrument] = S.OUT
        return
    if homes_now(s, instrument) != 0:
        s["where"][instrument] = S.OWED
        s["owed"] = instrument
    else:  # nothing could take it: there is no choice
        put_under(s, instrument)


# The row


@rule
def lay(s: Any, card: int) -> None:
    cards.put_last(s["row"], card)
    s["where"][card] = S.IN_ROW


@rule
def list_unseen(s: Any, first: int, out: Any) -> int:
    """The cards of the instrument deck of which nobody knows where in it they are, as actions."""
    n = 0
    for card in range(D.ALTAIR + 1):
        out[n] = first + card
        n += 1 if s["where"][card] == S.IN_DECK else 0  # without a branch: no processor could foretell it
    return n


@rule
def any_unseen(s: Any) -> bool:
    unseen = 0
    for card in range(D.ALTAIR + 1):
        unseen += 1 if s["where"][card] == S.IN_DECK else 0
    return unseen > 0


@rule
def row_wants_card(s: Any) -> bool:
    """§5.4 Whether chance is to lay a card."""
    return s["row"][s["face_up"] - 1] == S.NONE and not fill_row(s)


@apart
def fill_row(s: Any) -> bool:
    """§5.4 Lay the cards that are known to come next; False where chance is to lay one."""
    while s["row"][s["face_up"] - 1] == S.NONE:
        if any_unseen(s):
            return False
        if s["under"][0] == S.NONE:
            return True
        lay(s, cards.take_first(s["under"]))
    return True


@apart
def renew_row(s: Any) -> None:
    """§5.5 A row that fits nowhere goes under the deck, if there are other cards to lay out."""
    if not row_is_stuck(s) or (s["under"][0] == S.NONE and not any_unseen(s)):
        return
    while s["row"][0] != S.NONE:
        put_under(s, cards.take_first(s["row"]))


@rule
def row_is_stuck(s: Any) -> bool:
    """§5.5 A program waits, there is room, and no card of the row could be attached to any that waits."""
    if s["free"] == 0 or not has_room(s):
        return False
    enter = may_enter(s)
    while enter != 0:
        if homes_now(s, bits.lowest(enter)) != 0:
            return False
        enter &= enter - 1
    return True
