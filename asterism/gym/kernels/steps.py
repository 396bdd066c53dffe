"""A template bound to each game by `compile.bind`: one step of a match as a program takes it, and many matches at once.

`run_on` is the step itself, the same on one core, on all of them and on a GPU. What is done with chance, with the seats
that the caller does not play and with a match that is over is told by `how`, a small array of numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import prefetch, rule
from asterism.core.header import CHANCE, NOBODY, OVER
from asterism.core.rng import random_below, sample_weighted

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import (
        HAS_HINTS,
        HAS_ODDS,
        HAS_OUTCOME,
        HAS_SCORE,
        HAS_SEE,
        hints,
        legal,
        odds,
        outcome,
        play,
        result,
        score,
        see,
    )

    ACTIONS = 0  # of the game: a number known when this is compiled lets a mask be cleared in a few stores

States = Any  # np.ndarray of records
Array = Any  # np.ndarray of numbers

NOTHING = -1  # in place of an action: none is played
EVERY = -1  # in place of a seat: the caller plays them all

# What `step_some` is to do
STEP = 0
BEGIN = 1
GO_ON = 2

# Places in `how`
CHANCE_ACTS = 0  # 1: chance is drawn here; 0: the caller plays it
BY_HINTS = 1  # 1: the seats that the caller does not play draw by the weights of their hints; 0: any legal action
AGAIN = 2  # 1: a match that is over is followed by a new one at once
BY_SCORE = 3  # 0: a reward is the share; 1 or -1: it is the score, or what it lacks to none
BITS = 4  # 1: the mask has a bit for each action; 0: a byte
KEEP_ENDS = 5  # 1: how a match ended is kept when a new one follows
HOW = 6

SMALL = 512  # bytes: of larger records the next ones are asked for while others are played, so many matches
AHEAD = 2


@rule
def pick(s: Any, by_hints: int, out: Array, weight: Array, rng: Array) -> int:
    """What whoever is to act does, if it is not for the caller to say."""
    if HAS_OUTCOME and s["to_act"] == CHANCE:
        return outcome(s, out, rng)
    n = legal(s, out)
    if s["to_act"] == CHANCE:
        if HAS_ODDS:
            odds(s, out, n, weight)
            return int(out[sample_weighted(rng, weight, n)])
    elif HAS_HINTS and by_hints:
        hints(s, out, n, weight)
        return int(out[sample_weighted(rng, weight, n)])
    return int(out[random_below(rng, n)])


@rule
def pay(s: Any, by_score: int, share: Array, reward: Array, scores: Array) -> None:
    """Add what each seat gets at the end."""
    result(s, share)
    for seat in range(s["seats"]):
        if HAS_SCORE:
            scores[seat] = score(s, seat)
        if HAS_SCORE and by_score != 0:
            reward[seat] += by_score * score(s, seat)
        else:
            reward[seat] += share[seat]


@rule
def run_on(
    states: States,
    place: int,
    starts: States,
    start: int,
    ends: States,
    end: int,
    action: int,
    mine: int,
    how: Array,
    rng: Array,
    out: Array,
    weight: Array,
    share: Array,
    reward: Array,
    scores: Array,
) -> int:
    """Play an action in a match and go on until the caller is to act again; how many matches ended on the way.

    It may be more than one: where the caller plays one seat, others may end a match before that seat's first turn."""
    s = states[place]
    ended = 0
    while True:
        if action != NOTHING:
            s["ply"] += 1
            play(s, action)
        if s["to_act"] == OVER:
            pay(s, how[BY_SCORE], share, reward, scores)
            ended += 1
            if how[AGAIN] == 0:
                return ended
            if how[KEEP_ENDS] != 0:
                ends[end] = states[place]
            states[place] = starts[start]
            action = NOTHING
        elif (how[CHANCE_ACTS] == 0) if s["to_act"] == CHANCE else (mine == EVERY or s["to_act"] == mine):
            return ended
        else:
            action = pick(s, how[BY_HINTS], out, weight, rng)


@rule
def play_to_the_end(s: Any, by_hints: int, rng: Array, out: Array, weight: Array) -> int:
    """Play until the match is over; how many actions it took, chance included."""
    count = 0
    while s["to_act"] != OVER:
        play(s, pick(s, by_hints, out, weight, rng))
        count += 1
    return count


@rule
def is_on(mask: Array, place: int, action: int, bits: int) -> bool:
    if bits:
        return mask[place, action >> 5] >> (action & 31) & 1 != 0  # type: ignore[no-any-return]
    return mask[place, action] != 0  # type: ignore[no-any-return]


@rule
def write_mask(mask: Array, place: int, out: Array, n: int, bits: int) -> None:
    if bits:
        for word in range((ACTIONS + 31) // 32):
            mask[place, word] = 0
        for i in range(n):
            mask[place, out[i] >> 5] |= 1 << (out[i] & 31)
    else:
        for action in range(ACTIONS):
            mask[place, action] = 0
        for i in range(n):
            mask[place, out[i]] = 1


@rule
def show_one(
    states: States,
    place: int,
    seen: States,
    to_act: Array,
    mask: Array,
    odds_of: Array,
    how: Array,
    out: Array,
    weight: Array,
) -> None:
    """Write what the caller is told of a match: who is to act, what that seat sees and may do; at chance, the odds."""
    s = states[place]
    seat = s["to_act"]
    to_act[place] = seat
    if HAS_SEE:
        seen[place] = states[place]
        see(s, seat if seat >= 0 else NOBODY, seen[place])
    n = 0
    if seat != OVER:
        n = legal(s, out)
    write_mask(mask, place, out, n, how[BITS])
    if how[CHANCE_ACTS] == 0:
        for column in range(odds_of.shape[1]):
            odds_of[place, column] = 0
        if seat == CHANCE:
            odds(s, out, n, weight)
            for i in range(n):
                odds_of[place, out[i]] = weight[i]


@rule
def step_some(
    first: int,
    last: int,
    what: int,
    actions: Array,
    states: States,
    starts: States,
    ends: States,
    mine: Array,
    how: Array,
    rngs: Array,
    seen: States,
    to_act: Array,
    mask: Array,
    odds_of: Array,
    rewards: Array,
    scores: Array,
    done: Array,
    illegal: Array,
    out: Array,
    weight: Array,
    share: Array,
) -> None:
    """The matches from `first` to before `last`: play an action in each (STEP), set them up (BEGIN), or go on from
    whatever was put there (GO_ON); then let chance and others act until the caller may."""
    rewards[first:last] = 0
    done[first:last] = 0
    illegal[first:last] = 0
    if what != STEP:
        scores[first:last] = 0
    start = first % starts.size - 1
    for i in range(first, last):
        start = start + 1 if start + 1 < starts.size else 0
        if states.itemsize > SMALL:
            ahead = min(i + AHEAD, last - 1)
            prefetch(states, ahead)
            prefetch(mask, ahead)
            if HAS_SEE:
                prefetch(seen, ahead)
        action = NOTHING
        if what == BEGIN:
            states[i] = starts[start]
        elif what == STEP:
            if states[i]["to_act"] == OVER:
                continue  # it stays as it is until the next reset
            action = actions[i]
            if not 0 <= action < out.size or not is_on(mask, i, action, how[BITS]):
                illegal[i] = 1
                continue
        rng = rngs[i : i + 1]
        done[i] = run_on(
            states, i, starts, start, ends, i, action, mine[i], how, rng, out, weight, share, rewards[i], scores[i]
        )
        show_one(states, i, seen, to_act, mask, odds_of, how, out, weight)


@rule
def play_out_some(
    first: int,
    last: int,
    states: States,
    room: States,
    times: int,
    how: Array,
    rngs: Array,
    rewards: Array,
    scores: Array,
    out: Array,
    weight: Array,
    share: Array,
) -> int:
    """From the states of each of these matches, play to the end so many times; rewards are added up. The states stay.

    Returns how many actions it took, chance included."""
    count = 0
    for i in range(first, last):
        rewards[i] = 0
        rng = rngs[i : i + 1]
        for _ in range(times):
            room[0] = states[i]
            count += play_to_the_end(room[0], how[BY_HINTS], rng, out, weight)
            pay(room[0], how[BY_SCORE], share, rewards[i], scores)
    return count
