"""A particle filter: what the actions of others tell a seat about the secrets it cannot see.

A template, executed once for each game by `compile.bind`, with the game's rules called directly.

A particle is a whole state, made by `guess` and played along with the match. Whenever another seat chooses, each
particle is weighted by how likely that choice is for a player who knows the particle and follows the game's `hints`,
with a random choice now and then. A particle that what happened rules out is guessed anew. The filter knows nothing of
what the secrets are: it uses `see`, `hear`, `guess` and the rules alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE
from asterism.core.rng import sample_weighted

if TYPE_CHECKING:  # of the game's `rules.py`, put here by `bind`; `core/anygame.py` says what each promises
    from ..core.anygame import guess, hear, hints, legal, odds, play, see

States = Any  # np.ndarray of records
Array = Any

STRAY = 0.25  # how often a choice of another seat is taken to be any legal action, whatever the hints


class Observations(NamedTuple):
    """The match as one seat has observed it."""

    seen: States  # what the seat saw before each action, and what it sees now
    seen_bytes: Array  # the same, a row of bytes for each record
    heard: Array  # each action, as the seat heard of it
    seat: int


class FilterBuffers(NamedTuple):
    """Scratch memory of the filter."""

    record: States  # one record
    record_bytes: Array  # the same, as bytes
    out: Array  # listed actions
    weight: Array  # their odds or hints


@apart
def imagine(observed: Observations, at: int, particles: States, weights: Array, rng: Array) -> None:
    """Fill the filter with guesses from what was seen before action `at`, all of weight 1."""
    for i in range(particles.size):
        guess_anew(observed, at, particles, weights, i, rng)


@rule
def guess_anew(observed: Observations, at: int, particles: States, weights: Array, i: int, rng: Array) -> None:
    """Replace particle `i` by a guess of weight 1 from what was seen before action `at`."""
    particles[i] = observed.seen[at]
    guess(particles[i], observed.seat, rng)
    weights[i] = 1.0


@apart
def update(
    observed: Observations,
    at: int,  # the action to follow: the particles are as before it
    particles: States,
    weights: Array,  # 1 on average
    buffers: FilterBuffers,
    rng: Array,
) -> None:
    """Play one observed action in every particle, and weight the particles by its likelihood."""
    seat = observed.seat
    for i in range(particles.size):
        likely = play_heard(particles[i], observed.heard[at], seat, buffers, rng)
        weights[i] *= likely
        if likely > 0.0:
            particles[i]["ply"] = observed.seen[at + 1]["ply"]
            buffers.record[0] = particles[i]
            see(particles[i], seat, buffers.record[0])
            if not same(buffers.record_bytes, observed.seen_bytes[at + 1]):
                weights[i] = 0.0
    total = 0.0
    lasting = 0
    for i in range(particles.size):
        total += weights[i]
        lasting += 1 if weights[i] > 0.0 else 0
    for i in range(particles.size):
        if weights[i] > 0.0:
            weights[i] *= lasting / total
        else:
            guess_anew(observed, at + 1, particles, weights, i, rng)


@rule
def play_heard(s: Any, action: int, me: int, buffers: FilterBuffers, rng: Array) -> float:
    """Play in one particle an action as seat `me` heard of it; returns its likelihood.

    Several actions may sound alike: one of them is sampled. 0, and nothing is played, where none does."""
    out, weight = buffers.out, buffers.weight
    n = legal(s, out)
    mover = s["to_act"]
    if mover == CHANCE:
        odds(s, out, n, weight)
    elif mover != me:
        hints(s, out, n, weight)
    else:  # a choice of one's own tells nothing new
        for i in range(n):
            weight[i] = 1
    total = 0
    alike = 0  # the weight of all actions that sound like the one heard
    count = 0
    for i in range(n):
        total += weight[i]
        if hear(s, me, out[i]) == action:
            alike += weight[i]
            count += 1
            out[count - 1] = out[i]  # gathered in front, over entries that were looked at
            weight[count - 1] = weight[i]
    if count == 0:
        return 0.0
    likely = 1.0
    if mover != me:
        likely = alike / total
        if mover != CHANCE:
            likely = STRAY * count / n + (1.0 - STRAY) * likely
    play(s, out[sample_weighted(rng, weight, count)] if count > 1 else out[0])
    return likely


@rule
def same(one: Array, other: Array) -> bool:
    """Whether two rows of bytes are equal; compared to the end, which is vectorised."""
    different = 0
    for i in range(one.size):
        different |= one[i] ^ other[i]
    return different == 0


@apart
def resample(weights: Array, lots: Array, fewest: float) -> None:
    """Systematic resampling: fill `lots` with indices of particles, each as often as its weight asks for.

    Where few particles outweigh all others, which may be chance, the weights are first raised to a power below 1, until
    the effective sample size is about `fewest` or more.
    """
    power = 1.0
    while power > 0.05:
        total = 0.0
        squares = 0.0
        for i in range(weights.size):
            count = weights[i] ** power
            total += count
            squares += count * count
        if total * total >= fewest * squares:
            break
        power *= 0.8
    total = 0.0
    for i in range(weights.size):
        total += weights[i] ** power
    step = total / weights.size
    reached = 0.0
    lot = 0
    for i in range(weights.size):
        reached += weights[i] ** power
        while lot < weights.size and (lot + 0.5) * step <= reached:
            lots[lot] = i
            lot += 1
    while lot < weights.size:
        lots[lot] = weights.size - 1
        lot += 1
