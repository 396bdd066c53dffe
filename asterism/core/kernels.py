"""A template bound to each game by `compile.bind`: the doors Python calls, and playouts at full speed.

Doors take 1-element arrays because that is several times cheaper to pass from Python than a record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_bits, scaled

if TYPE_CHECKING:  # of the game's `rules.py`, put here by `bind`; `anygame` says what each promises
    from .anygame import (
        alone,
        guess,
        hear,
        hints,
        legal,
        odds,
        play,
        result,
        score,
        see,
        sensible,
        setup,
    )
    from .chance import sample_chance

States = Any  # np.ndarray of one record
Array = Any  # np.ndarray of numbers

POSSIBILITIES = 256  # that are looked at to see whether an action told something


@rule
def set_up(states: States) -> None:
    setup(states[0])


@rule
def list_legal(states: States, out: Array) -> int:
    s = states[0]
    if s["to_act"] == OVER:
        return 0
    return legal(s, out)


@rule
def list_odds(states: States, out: Array, n: int, weight: Array) -> None:
    odds(states[0], out, n, weight)


@rule
def list_hints(states: States, out: Array, n: int, weight: Array) -> None:
    hints(states[0], out, n, weight)


@rule
def list_sensible(states: States, out: Array) -> int:
    return sensible(states[0], out)


@rule
def step(states: States, action: int) -> None:
    s = states[0]
    s["ply"] += 1
    play(s, action)


@rule
def share_out(states: States, share: Array) -> None:
    result(states[0], share)


@rule
def count(states: States, seat: int) -> int:
    return score(states[0], seat)


@rule
def look(states: States, seat: int, out: States) -> None:
    out[0] = states[0]
    see(states[0], seat, out[0])


@rule
def overhear(states: States, seat: int, action: int) -> int:
    return hear(states[0], seat, action)


@rule
def fill_in(states: States, seat: int, rng: Array) -> None:
    guess(states[0], seat, rng)


@rule
def would_differ(states: States, action: int, seat: int, sight: Array, room: States, words: Array, rng: Array) -> bool:
    """Whether a possibility that was alike to a seat until now would look to it after an action unlike `sight`.

    `sight` is what it sees in truth, as plain integers; `room` is for two records, and `words` are the second's."""
    for _ in range(POSSIBILITIES):
        room[0] = states[0]
        see(states[0], seat, room[0])
        guess(room[0], seat, rng)
        step(room, action)
        room[1] = room[0]
        see(room[0], seat, room[1])
        unlike = 0
        for i in range(sight.size):  # to the end: that is several words at a time
            unlike |= sight[i] ^ words[i]
        if unlike != 0:
            return True
    return False


@rule
def uncovers(before: States, after: States, seat: int, room: States, words: Array) -> bool:
    """Whether a place of the record that was blanked to a seat is so no longer.

    `room` is for four records, and `words` are theirs, as plain integers."""
    room[0], room[1], room[2], room[3] = before[0], before[0], after[0], after[0]
    see(before[0], seat, room[1])
    see(after[0], seat, room[3])
    size = words.size // 4
    open_now = 0
    for i in range(size):
        was_hidden = words[i] != words[size + i]
        is_hidden = words[2 * size + i] != words[3 * size + i]
        open_now |= was_hidden & (not is_hidden)
    return open_now != 0


@rule
def go_alone(states: States, seat: int, out: States) -> None:
    alone(states[0], seat, out[0])


@rule
def sample_outcome(states: States, out: Array, weight: Array, rng: Array) -> int:
    return sample_chance(states[0], out, weight, rng)


@rule
def play_out(states: States, out: Array, weight: Array, rng: Array, most: int) -> int:
    """Play random actions until the match is over, or `most` were played; returns how many."""
    s = states[0]
    count = 0
    while s["to_act"] != OVER and count < most:
        # Two calls of the same rules: the processor learns the ways of seats and of chance apart.
        if s["to_act"] == CHANCE:
            play(s, sample_chance(s, out, weight, rng))
        else:
            bits = random_bits(rng)  # before `legal`: the two do not depend on each other, so a processor overlaps them
            n = legal(s, out)
            play(s, out[scaled(bits, n)])
        count += 1
    s["ply"] += count
    return count


@rule
def playouts(start: States, states: States, out: Array, weight: Array, rng: Array, matches: int) -> int:
    """Random matches from `start`, one after the other in `states`; returns the number of actions, chance included."""
    count = 0
    for _ in range(matches):
        states[0] = start[0]
        count += play_out(states, out, weight, rng, 1 << 30)
    return count
