"""The arrays of a batch on a GPU: the same rules, called from CUDA kernels, give the same numbers.

A block of threads takes as many matches as shared memory holds, and as many of its threads play one each. Records lie
one after the other in the device's memory; a block copies its own into shared memory, plays there, and writes states,
sights and masks back word by word, all its threads, neighbouring threads to neighbouring words: memory is then moved in
whole lines. (In each thread's own memory they were slower: docs/GYM.md has the figures.)

What a caller is given is only ever written here: the next step relies on states and legal actions of its own.

Arrays are numba's device arrays, which CuPy, PyTorch and JAX take without a copy (docs/GYM.md says how). With
NUMBA_ENABLE_CUDASIM=1 and ASTERISM_MODE=interpreted all of it runs without a GPU, slowly.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from asterism.core.game import BadInput, Game
from asterism.core.header import CHANCE, NOBODY, OVER

from . import needs
from .given import check, narrowed
from .kernels.steps import BEGIN, BITS, BY_HINTS, BY_SCORE, CHANCE_ACTS, GO_ON, KEEP_ENDS, NOTHING, STEP

with needs("numba-cuda", extra="gpu"):
    import numba
    import numba.cuda

cuda: Any = numba.cuda  # it has no types
types: Any = numba.types

Array = np.ndarray[Any, Any]
THREADS = 128  # of a block: whole warps
SHARED = 44 * 1024  # bytes of shared memory that a block may fill with records


def matches_a_block(game: Game) -> int:
    """As many as shared memory holds records of, and no more than threads."""
    matches = THREADS
    while matches > 4 and matches * (game.state.itemsize + 4 * bit_words(game)) > SHARED:
        matches //= 2
    return matches


def bit_words(game: Game) -> int:
    return (game.actions + 31) // 32


def action_type(game: Game) -> Any:
    """Of the list of legal actions: as small as can be, since it is written and read a lot."""
    return types.uint8 if game.actions <= 256 else types.int16


@cache
def step_kernel(game: Game) -> Any:
    """What `step_some` does on a CPU, for all matches at once."""
    steps = game.bound("asterism.gym.kernels.steps", ACTIONS=game.actions)
    run_on, legal, see, odds = steps.run_on, steps.legal, steps.see, steps.odds
    has_see, dtype = game.has["see"], game.state
    own, words, actions, bit_columns = matches_a_block(game), game.state.itemsize // 4, game.actions, bit_words(game)
    records = own * words
    bit_stride, mask_size = bit_columns | 1, own * game.actions // 4
    all_bits, most_seats, listed = own * bit_stride, game.seats[1], action_type(game)

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        matches,
        what,
        given,
        state_words,
        states,
        starts,
        ends,
        mine,
        how,
        rngs,
        legal_bits,
        seen_words,
        to_act,
        mask_words,
        odds_of,
        rewards,
        scores,
        done,
        illegal,
    ):
        room = cuda.shared.array(records, types.int32)
        bits = cuda.shared.array(all_bits, types.uint32)
        out = cuda.local.array(actions, listed)
        weight = cuda.local.array(actions, types.int64)
        share = cuda.local.array(most_seats, types.float64)
        rng = cuda.local.array(1, types.uint64)
        t = cuda.threadIdx.x
        here = room.view(dtype)
        first = cuda.blockIdx.x * own
        i = first + t
        plays = t < own and i < matches
        start = i % starts.shape[0]
        for j in range(t, records, THREADS):
            room[j] = state_words[first * words + j]
        for j in range(t, all_bits, THREADS):
            bits[j] = 0
        cuda.syncthreads()
        n = 0
        seat = OVER
        if plays:
            if what == BEGIN:
                here[t] = starts[start]
            for other in range(rewards.shape[1]):
                rewards[i, other] = 0
                if what != STEP:
                    scores[i, other] = 0
            done[i] = 0
            illegal[i] = 0
            action = NOTHING
            if what == STEP and here[t]["to_act"] != OVER:
                action = np.int64(given[i])  # type: ignore[assignment]
                if not 0 <= action < actions or legal_bits[i * bit_columns + action // 32] >> action % 32 & 1 == 0:
                    action = NOTHING
                    illegal[i] = 1
            if what != STEP or action != NOTHING:
                rng[0] = rngs[i]
                done[i] = run_on(
                    here,
                    t,
                    starts,
                    start,
                    ends,
                    i,
                    action,
                    mine[i],
                    how,
                    rng,
                    out,
                    weight,
                    share,
                    rewards[i],
                    scores[i],
                )
                rngs[i] = rng[0]
            seat = here[t]["to_act"]
            to_act[i] = seat
            if seat != OVER:
                n = legal(here[t], out)
            for j in range(n):
                found = int(out[j])
                bits[t * bit_stride + (found >> 5)] |= 1 << (found & 31)
            if how[CHANCE_ACTS] == 0:
                for j in range(actions):
                    odds_of[i, j] = 0
                if seat == CHANCE:
                    odds(here[t], out, n, weight)
                    for j in range(n):
                        odds_of[i, out[j]] = weight[j]
        cuda.syncthreads()
        for j in range(t, records, THREADS):
            state_words[first * words + j] = room[j]
        for j in range(t, own * bit_columns, THREADS):
            row = j // bit_columns
            word = bits[row * bit_stride + j - row * bit_columns]
            legal_bits[first * bit_columns + j] = word
            if how[BITS] != 0:
                mask_words[first * bit_columns + j] = word
        if how[BITS] == 0:
            for j in range(t, mask_size, THREADS):
                row = 4 * j // actions
                column = 4 * j - row * actions
                shift, left = column & 31, actions - column
                at = row * bit_stride + (column >> 5)
                four = int(bits[at]) >> shift
                if shift + min(left, 4) > 32:
                    four |= int(bits[at + 1]) << (32 - shift)
                if left < 4:  # then come the first actions of the next match
                    four |= int(bits[(row + 1) * bit_stride]) << left
                mask_words[first * actions // 4 + j] = (four & 15) * 0x204081 & 0x1010101  # each bit to a byte
        if has_see:
            cuda.syncthreads()
            if plays:
                see(states[i], seat if seat >= 0 else NOBODY, here[t])
            cuda.syncthreads()
        for j in range(t, records, THREADS):
            seen_words[first * words + j] = room[j]

    return step


@cache
def playout_kernel(game: Game) -> Any:
    """What `play_out_some` does on a CPU: a whole match in one thread, its record in the thread's own memory."""
    steps = game.bound("asterism.gym.kernels.steps", ACTIONS=game.actions)
    play_to_the_end, pay = steps.play_to_the_end, steps.pay
    actions, most_seats, record, listed = game.actions, game.seats[1], numba.from_dtype(game.state), action_type(game)

    @cuda.jit
    def play_out(matches, states, times, how, rngs, sums, total):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i >= matches:
            return
        room = cuda.local.array(1, record)
        out = cuda.local.array(actions, listed)
        weight = cuda.local.array(actions, types.int64)
        share = cuda.local.array(most_seats, types.float64)
        scores = cuda.local.array(most_seats, types.int32)
        rng = cuda.local.array(1, types.uint64)
        for seat in range(sums.shape[1]):
            sums[i, seat] = 0
        rng[0] = rngs[i]
        count = 0
        for _ in range(times):
            room[0] = states[i]
            count += play_to_the_end(room[0], how[BY_HINTS], rng, out, weight)
            pay(room[0], how[BY_SCORE], share, sums[i], scores)
        rngs[i] = rng[0]
        cuda.atomic.add(total, 0, count)

    return play_out


class OnGpu:
    """What `Batch` asks of a device."""

    def __init__(self, game: Game, starts: Array, mine: Array, how: Array, seats: int) -> None:
        if not cuda.is_available():
            raise BadInput('CUDA finds no GPU here, or is not installed: pip install "asterism[gpu]"')
        self._game, self._matches = game, len(mine)
        matches = self._matches
        self._blocks = -(-matches // matches_a_block(game))
        whole = self._blocks * matches_a_block(game)  # the last block is a full one, too
        self._step_kernel, self._playout_kernel = step_kernel(game), playout_kernel(game)
        states = cuda.to_device(np.zeros(whole, game.state))
        seen_words = cuda.to_device(np.zeros(whole * game.state.itemsize // 4, np.int32))
        legal_bits = cuda.to_device(np.zeros(whole * bit_words(game), np.uint32))
        columns = bit_words(game) if how[BITS] else game.actions
        mask = cuda.to_device(np.zeros((whole, columns), np.uint32 if how[BITS] else np.uint8))
        self._states, self._state_words = states, flat(states, np.int32)
        self._how, self._rngs = cuda.to_device(how), cuda.to_device(np.zeros(matches, np.uint64))
        self._playout_rngs = cuda.to_device(np.zeros(matches, np.uint64))
        self._given, self._actions = np.zeros(matches, np.int32), cuda.to_device(np.zeros(matches, np.int32))
        self.seen, self.mask = seen_words.reshape(whole, -1)[:matches], mask[:matches]
        self.to_act = cuda.to_device(np.zeros(matches, np.int32))
        self.odds = cuda.to_device(np.zeros((1, 1) if how[CHANCE_ACTS] else (matches, game.actions), np.int64))
        self.rewards = cuda.to_device(np.zeros((matches, seats), np.float32))
        self.scores = cuda.to_device(np.zeros((matches, seats), np.int32))
        self.done = cuda.to_device(np.zeros(matches, np.uint8))
        self.illegal = cuda.to_device(np.zeros(matches, np.uint8))
        self._sums = cuda.to_device(np.zeros((matches, seats), np.float32))
        self._total = cuda.to_device(np.zeros(1, np.int64))
        self.ends = cuda.to_device(np.zeros(matches if how[KEEP_ENDS] else 1, game.state))
        every = (cuda.to_device(starts), self.ends, cuda.to_device(mine))
        truth = (self._state_words, states, *every, self._how, self._rngs)
        told = (legal_bits, seen_words, self.to_act, flat(mask, np.uint32), self.odds, self.rewards, self.scores)
        self._arrays = (*truth, *told, self.done, self.illegal)

    def begin(self, rngs: Array) -> None:
        self._rngs.copy_to_device(rngs)
        self._playout_rngs.copy_to_device(~rngs)
        self._do(BEGIN, self._actions)

    def put(self, states: Array) -> None:
        self._state_words[: self._matches * self._game.state.itemsize // 4].copy_to_device(states.view(np.int32))
        self._do(GO_ON, self._actions)

    def states(self) -> Array:
        words = self._state_words[: self._matches * self._game.state.itemsize // 4].copy_to_host()
        states: Array = np.ascontiguousarray(words).view(self._game.state)
        return states

    def step(self, actions: Any) -> None:
        """Actions of any whole numbers, on the device (then nothing is copied) or not."""
        if hasattr(actions, "__cuda_array_interface__"):
            actions = cuda.as_cuda_array(actions)
            check(actions, self._matches)
        else:
            self._actions.copy_to_device(narrowed(actions, self._game.actions, self._given))
            actions = self._actions
        self._do(STEP, actions)

    def play_out(self, times: int) -> tuple[Any, int]:
        blocks = -(-self._matches // THREADS)
        self._total.copy_to_device(np.zeros(1, np.int64))
        self._playout_kernel[blocks, THREADS](
            self._matches, self._states, times, self._how, self._playout_rngs, self._sums, self._total
        )
        return self._sums, int(self._total.copy_to_host()[0])

    def _do(self, what: int, actions: Any) -> None:
        self._step_kernel[self._blocks, THREADS](self._matches, what, actions, *self._arrays)


def flat(array: Any, dtype: Any) -> Any:
    """The same memory of a device as one row of whole words."""
    return array.reshape(-1).view(dtype)
