"""§14.3 Booboo: the last turn is kept, and may be taken back for a Reputation point."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule

from . import decks as D
from . import state as S
from .conditions import note_lanes
from .piles import note_hand
from .reputation import lose


@rule
def copy_row(source: Any, target: Any) -> None:
    for i in range(source.size):
        target[i] = source[i]


@rule
def copy_table(source: Any, target: Any) -> None:
    for i in range(source.shape[0]):
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]


@apart
def keep(s: Any) -> None:
    """Before the first thing that the mover does in this turn: how all of it stands."""
    s["kept"] = 1
    s["before_turn"] = s["turn"]
    copy_table(s["lane"], s["before_lane"])
    copy_row(s["where"], s["before_where"])
    copy_row(s["row"], s["before_row"])
    copy_row(s["under"], s["before_under"])
    copy_row(s["discards"], s["before_discards"])
    copy_table(s["observed"], s["before_observed"])
    s["before_altair_on"] = s["altair_on"]
    s["before_checked"] = s["checked"]
    s["before_due"] = s["due"][s["mover"]]
    s["before_gone"] = s["gone"]
    s["before_timed"] = s["timed"]
    s["before_reputation"] = s["reputation"]
    s["before_events"] = s["events"]
    for kind in range(D.KINDS):
        s["played"][kind] = 0


@rule
def may_take_back(s: Any) -> bool:
    """§14.3 Not with one Reputation, now or after; and the weather forgets what was kept."""
    return s["kept"] == 1 and min(s["reputation"], s["before_reputation"]) > 1  # type: ignore[no-any-return]


@apart
def take_back(s: Any) -> None:
    """§14.3 All is as it was after the draw of that turn, less one Reputation; `start` begins the turn again."""
    put_back_drawn(s)
    s["turn"] = s["before_turn"]
    seat = s["seat_of"][s["order"][s["turn"]]]
    for kind in range(D.KINDS):  # what was played returns to the hand, and everyone has seen it
        s["held"][seat, kind] += s["played"][kind]
        s["hand_size"][seat] += s["played"][kind]
        if s["hidden"] == 1:
            s["shown"][seat, kind] += s["played"][kind]
        s["played"][kind] = 0
    note_hand(s, seat)
    copy_table(s["before_lane"], s["lane"])
    copy_row(s["before_where"], s["where"])
    copy_row(s["before_row"], s["row"])
    copy_row(s["before_under"], s["under"])
    copy_row(s["before_discards"], s["discards"])
    copy_table(s["before_observed"], s["observed"])
    s["altair_on"] = s["before_altair_on"]
    s["checked"] = s["before_checked"]
    s["due"][seat] = s["before_due"]
    s["gone"] = s["before_gone"]
    s["timed"] = s["before_timed"]
    s["reputation"] = s["before_reputation"]
    s["events"] = s["before_events"]
    s["kept"] = 0
    list_lanes(s)
    fill_deck(s)
    lose(s, S.MADE_BOOBOO, S.NONE)


@rule
def put_back_drawn(s: Any) -> None:
    """§15.15 Whoever has drawn since then, and not acted yet, puts the cards back."""
    for kind in range(D.KINDS):
        s["held"][s["mover"], kind] -= s["drawn"][kind]
        if s["hidden"] == 1:
            s["shown"][s["mover"], kind] = min(s["shown"][s["mover"], kind], s["held"][s["mover"], kind])
        s["drawn"][kind] = 0
    note_hand(s, s["mover"])
    s["hand_size"][s["mover"]] -= s["drawn_size"]
    s["drawn_size"] = 0


@rule
def list_lanes(s: Any) -> None:
    """The lanes in use, from what lies in them."""
    s["in_use"] = 0
    for place in range(s["lanes"].size):
        s["lanes"][place] = S.NONE
    for lane in range(D.LANES):
        if lane == D.CHECKOUTS or s["lane"][lane, S.LACKING] > 0:
            s["lanes"][s["in_use"]] = lane
            s["in_use"] += 1
    note_lanes(s)


# The player deck is what is nowhere else


@rule
def fill_deck(s: Any) -> None:
    """Every card that lies neither in a hand nor on the table nor in the discard pile is in the deck, shuffled."""
    s["deck_size"] = 0
    for kind in range(D.KINDS):
        left = total(s, kind) - s["discards"][kind] - on_table(s, kind)
        for seat in range(s["seats"]):
            left -= s["held"][seat, kind]
        s["deck"][kind] = left
        s["deck_size"] += left


@rule
def total(s: Any, kind: int) -> int:
    """How many cards of a kind are in the game."""
    if kind >= D.FIRST_INSTANT and (s["instants"] == 0 or s["gone"] >> kind - D.FIRST_INSTANT & 1):
        return 0
    return s["count"][kind]  # type: ignore[no-any-return]


@rule
def on_table(s: Any, kind: int) -> int:
    """How many cards of a kind lie in lanes and in the score pile."""
    found = 0
    if kind < D.FIRST_TARGET:
        return 1 if s["lane"][kind, S.OPENED] > 0 else 0
    for lane in range(D.LANES):
        if kind < D.FIRST_TIME:
            target = kind - D.FIRST_TARGET
            found += 1 if s["lane"][lane, S.TARGET] == target else 0
            for slot in range(S.FINISHED, S.FINISHED + 2):
                found += 1 if s["lane"][lane, slot] // 2 == target else 0
        elif kind < D.FIRST_TIME + len(D.TIMES):
            packed = s["lane"][lane, S.SPENT] + s["lane"][lane, S.USED]
            found += packed >> S.TIME_BITS * (kind - D.FIRST_TIME) & S.TIME_MASK
    return found
