"""A template bound to each game by `compile.bind`: what the choices of others tell about what a seat cannot know.

A particle filter: many possible truths are played through the match so far, each beginning as a `guess`. Whenever
another seat chose something, a truth counts the more, the more likely that choice is for whoever knows this truth and
follows the game's `hints`, with a stray choice now and then. A truth that what happened rules out is drawn anew. What a
truth is made of is nowhere looked at: everything comes from `see` and `hear`, and from the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE
from asterism.core.rng import draw_weighted

if TYPE_CHECKING:  # put there by `bind`
    from ..core.anygame import guess, hear, hints, legal, odds, play, see

States = Any  # np.ndarray of records
Array = Any

STRAY = 0.25  # how often a choice is taken to be any of the legal ones


@apart
def imagine(seen: States, at: int, me: int, truths: States, counts: Array, rng: Array) -> None:
    """Begin with guesses from one of the seen records, each counting as much."""
    for i in range(truths.size):
        truths[i] = seen[at]
        guess(truths[i], me, rng)
        counts[i] = 1.0


@apart
def follow(
    seen: States,  # what the seat saw before each action, and what it sees now
    seen_bytes: Array,  # the same, as bytes
    heard: Array,  # each action, as the seat heard of it
    at: int,  # the action to follow: the truths are as before it
    me: int,
    truths: States,
    counts: Array,  # how much each truth counts; 1 on average
    look: States,  # one record to look at
    look_bytes: Array,  # the same, as bytes
    out: Array,
    weight: Array,
    rng: Array,
) -> None:
    """Play one action in every truth."""
    for i in range(truths.size):
        likely = played(truths[i], heard[at], me, out, weight, rng)
        counts[i] *= likely
        if likely > 0.0:
            truths[i]["ply"] = seen[at + 1]["ply"]
            look[0] = truths[i]
            see(truths[i], me, look[0])
            if not same(look_bytes, seen_bytes[at + 1]):
                counts[i] = 0.0
    total = 0.0
    lasting = 0
    for i in range(truths.size):
        total += counts[i]
        lasting += 1 if counts[i] > 0.0 else 0
    for i in range(truths.size):
        if counts[i] > 0.0:
            counts[i] *= lasting / total
        else:  # ruled out: another one, of which nothing is known
            truths[i] = seen[at + 1]
            guess(truths[i], me, rng)
            counts[i] = 1.0


@rule
def played(s: Any, action: int, me: int, out: Array, weight: Array, rng: Array) -> float:
    """Play what was heard in one truth and say how likely it was there; 0, and nothing played, if it could not be."""
    n = legal(s, out)
    mover = s["to_act"]
    if mover == CHANCE:
        odds(s, out, n, weight)
    elif mover != me:
        hints(s, out, n, weight)
    else:  # what one did oneself tells nothing new
        for i in range(n):
            weight[i] = 1
    total = 0
    alike = 0  # how much those weigh that sound like what was heard
    count = 0
    for i in range(n):
        total += weight[i]
        if hear(s, me, out[i]) == action:
            alike += weight[i]
            count += 1
            out[count - 1] = out[i]  # gathered in front: what is overwritten was looked at
            weight[count - 1] = weight[i]
    if count == 0:
        return 0.0
    likely = 1.0
    if mover != me:
        likely = alike / total
        if mover != CHANCE:
            likely = STRAY * count / n + (1.0 - STRAY) * likely
    play(s, out[draw_weighted(rng, weight, count)] if count > 1 else out[0])
    return likely


@rule
def same(one: Array, other: Array) -> bool:
    different = 0
    for i in range(one.size):
        different |= one[i] ^ other[i]
    return different == 0


@apart
def lots(counts: Array, picks: Array, fewest: float) -> None:
    """As many lots as there are truths, each truth having as many as it counts (systematic resampling).

    If few truths outweigh all others, that may be their doing or chance's: counts are evened out until about `fewest`
    truths or more have a say (the effective sample size).
    """
    power = 1.0
    while power > 0.05:
        total = 0.0
        squares = 0.0
        for i in range(counts.size):
            count = counts[i] ** power
            total += count
            squares += count * count
        if total * total >= fewest * squares:
            break
        power *= 0.8
    total = 0.0
    for i in range(counts.size):
        total += counts[i] ** power
    step = total / counts.size
    reached = 0.0
    lot = 0
    for i in range(counts.size):
        reached += counts[i] ** power
        while lot < counts.size and (lot + 0.5) * step <= reached:
            picks[lot] = i
            lot += 1
    while lot < counts.size:
        picks[lot] = counts.size - 1
        lot += 1
