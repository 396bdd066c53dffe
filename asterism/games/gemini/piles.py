"""Hands, the deck and the discard pile: how cards go from one to the other (§3.1, §7.4, §9.1)."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import bits, cards

from . import decks as D
from . import state as S
from .conditions import note_target


@rule
def note_card(s: Any, seat: int, kind: int) -> None:
    """Keep which kinds of cards a seat holds, once it got or gave away one of this kind."""
    s["kinds"][seat] = bits.put(s["kinds"][seat], kind, 1, 1 if s["held"][seat, kind] > 0 else 0)


@apart
def note_hand(s: Any, seat: int) -> None:
    """All of them anew."""
    for kind in range(D.KINDS):
        note_card(s, seat, kind)


@rule
def leave_hand(s: Any, kind: int) -> None:
    """A card leaves the mover's hand for all to see: of red time cards the older one first."""
    seat = s["mover"]
    s["held"][seat, kind] -= 1
    s["hand_size"][seat] -= 1
    note_card(s, seat, kind)
    if kind == D.RED_CARD and s["due"][seat] > 0:
        s["due"][seat] -= 1
    if s["hidden"] == 1 and s["shown"][seat, kind] > 0:
        s["shown"][seat, kind] -= 1
    if s["booboo"] == 1:
        s["played"][kind] += 1


@rule
def take_openly(s: Any, pile: Any, kind: int) -> None:
    """A card goes from a pile to the mover's hand for all to see (§11.4, §14.6)."""
    seat = s["mover"]
    cards.move(pile, s["held"][seat], kind)
    note_card(s, seat, kind)
    s["hand_size"][seat] += 1
    if s["hidden"] == 1:
        s["shown"][seat, kind] += 1
    if s["booboo"] == 1:
        s["played"][kind] -= 1


@rule
def draw_card(s: Any, seat: int, kind: int) -> None:
    """§3.1 A card from the deck into a hand."""
    cards.move(s["deck"], s["held"][seat], kind)
    note_card(s, seat, kind)
    s["deck_size"] -= 1
    s["hand_size"][seat] += 1
    if s["hidden"] == 1 and kind == D.RED_CARD:  # §14.7
        s["shown"][seat, kind] += 1
    if s["round"] > 0:
        s["drawn"][kind] += 1
        s["drawn_size"] += 1


@rule
def discard_hand(s: Any) -> None:
    """§4.1 The mover's whole hand, for all to see."""
    seat = s["mover"]
    if s["booboo"] == 1:
        for kind in range(D.KINDS):
            s["played"][kind] += s["held"][seat, kind]
    if s["hidden"] == 1:
        for kind in range(D.KINDS):
            s["shown"][seat, kind] = 0
    cards.move_all(s["held"][seat], s["discards"])
    s["kinds"][seat] = 0
    s["hand_size"][seat] = 0
    s["due"][seat] = 0


@rule
def reshuffle(s: Any) -> None:
    """§3.1 An empty deck is made of the discard pile."""
    if s["deck_size"] == 0:
        turn_over_discards(s)


@apart
def turn_over_discards(s: Any) -> None:
    s["deck_size"] = cards.size(s["discards"])
    cards.move_all(s["discards"], s["deck"])


@rule
def discard_times(s: Any, packed: int) -> None:
    """Time cards that lay on a lane go to the discard pile."""
    for time in range(len(D.TIMES)):
        s["discards"][D.FIRST_TIME + time] += packed >> S.TIME_BITS * time & S.TIME_MASK


@rule
def clear_target(s: Any, lane: int) -> None:
    """§7.4 §12.1 The unfinished target of a lane is discarded with its time cards."""
    s["discards"][D.FIRST_TARGET + s["lane"][lane, S.TARGET]] += 1
    discard_times(s, s["lane"][lane, S.SPENT])
    empty_lane(s, lane)


@rule
def empty_lane(s: Any, lane: int) -> None:
    """No target lies there now."""
    s["lane"][lane, S.TARGET] = S.NONE
    s["lane"][lane, S.HOURS] = 0
    s["lane"][lane, S.DEADLINE] = 0
    s["lane"][lane, S.SPENT] = 0
    note_target(s, lane)
