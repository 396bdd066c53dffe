"""A template bound to each race by `compile.bind`: what a solved table plays, for compiled code to look up.

The situation of a seat is the one-seat record that `alone` makes of it; a hash table says where it lies among the
values of a turn. An action is good if it leads to the place that the table has chosen. Where that is not on the list of
actions (some may be left out), the one with the greatest value is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import alone, play

States = Any  # np.ndarray of one record
Array = Any

EMPTY = -1
BASE = 1_000_003
BITS = (1 << 31) - 1


class Places(NamedTuple):
    """Where every situation of a seat lies, by the words of its record (open addressing)."""

    keys: Array  # [slot, word]
    place: Array  # in its turn: its index among the values of a turn; EMPTY: nothing is in this slot
    standing: Array  # between turns: its number; EMPTY: it is no standing


class Table(NamedTuple):
    """What is looked up."""

    places: Places
    standings: int
    chance: Array  # of a turn's graph, as are the next two
    first: Array
    target: Array
    policy: Array  # [how the rivals stand, node]
    values: Array  # [how the rivals stand, place] what it is worth to the seat in turn
    work: States  # room for one record ...
    side: States  # ... and for a one-seat match
    words: Array  # the same as plain integers
    blank: States  # a one-seat match of which only the options are set


@rule
def slot_of(words: Array, places: Places) -> int:
    """The slot of a situation."""
    code = 0
    for i in range(words.size):
        code = (code * BASE + words[i]) & BITS
    mask = places.place.size - 1
    slot = (code ^ (code >> 15)) & mask
    while places.place[slot] != EMPTY:
        alike = True
        for i in range(words.size):
            if places.keys[slot, i] != words[i]:
                alike = False
                break
        if alike:
            break
        slot = (slot + 1) & mask
    return slot  # type: ignore[no-any-return]


@rule
def look_alone(s: Any, seat: int, table: Table) -> int:
    """The slot of the situation that a seat is in."""
    table.side[0] = table.blank[0]
    alone(s, seat, table.side[0])
    return slot_of(table.words, table.places)


@rule
def place_after(s: Any, action: int, table: Table) -> int:
    """Where an action leads to, as an index among the values of this turn."""
    seat = s["to_act"]
    table.work[0] = s
    after = table.work[0]
    play(after, action)
    if after["to_act"] == OVER:
        return table.standings
    slot = look_alone(after, seat, table)
    waiting = table.side[0]["to_act"] == CHANCE  # for this seat, if chance is to act
    mine = waiting if after["to_act"] == CHANCE else after["to_act"] == seat
    return table.places.place[slot] if mine else table.places.standing[slot]  # type: ignore[no-any-return]


@apart
def choose_by_table(s: Any, out: Array, n: int, table: Table) -> int:
    """The action to play, of those listed; for two seats or more."""
    seats, seat = s["seats"], s["to_act"]
    rivals = 0
    for i in range(1, seats):
        rivals = rivals * table.standings + table.places.standing[look_alone(s, (seat + i) % seats, table)]
    node = table.places.place[look_alone(s, seat, table)] - table.standings - 1
    chosen = EMPTY
    if table.chance[node] == 0:
        chosen = table.target[table.first[node] + table.policy[rivals, node]]
    best = 0
    most = -1.0
    for i in range(n):
        place = place_after(s, out[i], table)
        if place == chosen:
            return out[i]  # type: ignore[no-any-return]
        if table.values[rivals, place] > most:
            most = table.values[rivals, place]
            best = i
    return out[best]  # type: ignore[no-any-return]


@apart
def slot_for(words: Array, places: Places) -> int:
    """For whoever fills the hash table."""
    return slot_of(words, places)
