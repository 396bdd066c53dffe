"""The arrays of a batch on a GPU: the same rules, called from CUDA kernels, give the same numbers.

A block of threads takes as many matches, one each. Records lie one after the other in the device's memory; a block
copies its own into shared memory, plays there, and writes states, sights and masks back word by word, neighbouring
threads to neighbouring words: memory is then moved in whole lines.

Arrays are numba's device arrays: `torch.as_tensor(array, device="cuda")` and `cupy.asarray(array)` take them without a
copy, and `jax.dlpack.from_dlpack(cupy.asarray(array))` too. With NUMBA_ENABLE_CUDASIM=1 and ASTERISM_MODE=interpreted
all of it runs without a GPU, slowly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.game import BadInput, Game
from asterism.core.header import CHANCE, NOBODY, OVER

from . import needs
from .kernels.steps import BEGIN, BITS, BY_HINTS, BY_SCORE, CHANCE_ACTS, GO_ON, NOTHING, STEP

with needs("numba-cuda", extra="gpu"):
    import numba
    import numba.cuda

cuda: Any = numba.cuda  # it has no types
types: Any = numba.types

Array = np.ndarray[Any, Any]
SHARED = 44 * 1024  # bytes of shared memory that a block may fill with records
MOST_THREADS = 128


def threads_of(game: Game) -> int:
    """How many matches a block plays: as many of their records as shared memory holds."""
    threads = MOST_THREADS
    while threads > 4 and threads * (game.state.itemsize + 4 * bit_words(game)) > SHARED:
        threads //= 2
    return threads


def bit_words(game: Game) -> int:
    return (game.actions + 31) // 32


def step_kernel(game: Game) -> Any:
    """What `step_some` does on a CPU, for all matches at once."""
    steps = game.bound("asterism.gym.kernels.steps")
    run_on, is_on, legal, see, odds = steps.run_on, steps.is_on, steps.legal, steps.see, steps.odds
    has_see, dtype = game.has["see"], game.state
    threads, words, actions, bit_columns = threads_of(game), game.state.itemsize // 4, game.actions, bit_words(game)
    records, all_bits, mask_size = threads * words, threads * bit_columns, threads * game.actions // 4
    weights = game.actions  # of chance, or of hints
    most_seats = game.seats[1]

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        matches,
        what,
        given,
        state_words,
        states,
        starts,
        mine,
        how,
        rngs,
        seen_words,
        to_act,
        mask,
        mask_words,
        odds_of,
        rewards,
        scores,
        done,
        illegal,
    ):
        room = cuda.shared.array(records, types.int32)
        bits = cuda.shared.array(all_bits, types.uint32)
        out = cuda.local.array(actions, types.int32)
        weight = cuda.local.array(weights, types.int64)
        share = cuda.local.array(most_seats, types.float64)
        here = room.view(dtype)
        t = cuda.threadIdx.x
        first = cuda.blockIdx.x * threads
        i = first + t
        start = i % starts.shape[0]
        for j in range(t, records, threads):
            room[j] = state_words[first * words + j]
        for j in range(t, all_bits, threads):
            bits[j] = 0
        cuda.syncthreads()
        n = 0
        seat = OVER
        if i < matches:
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
                action = given[i]
                if not 0 <= action < actions or not is_on(mask, i, action, how[BITS]):
                    illegal[i] = 1
                    action = NOTHING
            if what != STEP or action != NOTHING:
                rng = rngs[i : i + 1]
                done[i] = run_on(
                    here, t, starts, start, action, mine[i], how, rng, out, weight, share, rewards[i], scores[i]
                )
            seat = here[t]["to_act"]
            to_act[i] = seat
            if seat != OVER:
                n = legal(here[t], out)
            for j in range(n):
                bits[t * bit_columns + (out[j] >> 5)] |= 1 << (out[j] & 31)
            if how[CHANCE_ACTS] == 0:
                for j in range(actions):
                    odds_of[i, j] = 0
                if seat == CHANCE:
                    odds(here[t], out, n, weight)
                    for j in range(n):
                        odds_of[i, out[j]] = weight[j]
        cuda.syncthreads()
        for j in range(t, records, threads):
            state_words[first * words + j] = room[j]
        if how[BITS] != 0:
            for j in range(t, all_bits, threads):
                mask_words[first * bit_columns + j] = bits[j]
        else:
            for j in range(t, mask_size, threads):
                word = 0
                for byte in range(4):
                    at = 4 * j + byte
                    row = at // actions
                    column = at - row * actions
                    word |= ((bits[row * bit_columns + (column >> 5)] >> (column & 31)) & 1) << (8 * byte)
                mask_words[first * actions // 4 + j] = word
        if has_see:
            cuda.syncthreads()
            if i < matches:
                see(states[i], seat if seat >= 0 else NOBODY, here[t])
            cuda.syncthreads()
            for j in range(t, records, threads):
                seen_words[first * words + j] = room[j]

    return step


def playout_kernel(game: Game) -> Any:
    """What `play_out_some` does on a CPU: a whole match in one thread, its record in the thread's own memory."""
    steps = game.bound("asterism.gym.kernels.steps")
    play_to_the_end, pay = steps.play_to_the_end, steps.pay
    actions, most_seats, record = game.actions, game.seats[1], numba.from_dtype(game.state)

    @cuda.jit
    def play_out(matches, states, times, how, rngs, sums, counts):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i >= matches:
            return
        room = cuda.local.array(1, record)
        out = cuda.local.array(actions, types.int32)
        weight = cuda.local.array(actions, types.int64)
        share = cuda.local.array(most_seats, types.float64)
        scores = cuda.local.array(most_seats, types.int32)
        for seat in range(sums.shape[1]):
            sums[i, seat] = 0
        rng = rngs[i : i + 1]
        count = 0
        for _ in range(times):
            room[0] = states[i]
            count += play_to_the_end(room[0], how[BY_HINTS], rng, out, weight)
            pay(room[0], how[BY_SCORE], share, sums[i], scores)
        counts[i] = count

    return play_out


class OnGpu:
    """What `Batch` asks of a device."""

    def __init__(self, game: Game, starts: Array, mine: Array, how: Array, seats: int) -> None:
        if not cuda.is_available():
            raise BadInput('CUDA finds no GPU here, or is not installed: pip install "asterism[gpu]"')
        self._game, self._matches, self._threads = game, len(mine), threads_of(game)
        matches = self._matches
        whole = -(-matches // self._threads) * self._threads  # the last block is a full one, too
        self._blocks = whole // self._threads
        self._step_kernel, self._playout_kernel = step_kernel(game), playout_kernel(game)
        states = cuda.to_device(np.zeros(whole, game.state))
        seen = cuda.to_device(np.zeros(whole, game.state)) if game.has["see"] else states
        columns = bit_words(game) if how[BITS] else game.actions
        mask = cuda.to_device(np.zeros((whole, columns), np.uint32 if how[BITS] else np.uint8))
        self._states, self._state_words, seen_words = states, flat(states, np.int32), flat(seen, np.int32)
        self._how, self._rngs = cuda.to_device(how), cuda.to_device(np.zeros(matches, np.uint64))
        self._playout_rngs = cuda.to_device(np.zeros(matches, np.uint64))
        self._actions = cuda.to_device(np.zeros(matches, np.int32))
        self.seen, self.mask = seen_words.reshape(whole, -1)[:matches], mask[:matches]
        self.to_act = cuda.to_device(np.zeros(matches, np.int32))
        self.odds = cuda.to_device(np.zeros((1, 1) if how[CHANCE_ACTS] else (matches, game.actions), np.int64))
        self.rewards = cuda.to_device(np.zeros((matches, seats), np.float32))
        self.scores = cuda.to_device(np.zeros((matches, seats), np.int32))
        self.done = cuda.to_device(np.zeros(matches, np.uint8))
        self.illegal = cuda.to_device(np.zeros(matches, np.uint8))
        self._sums = cuda.to_device(np.zeros((matches, seats), np.float32))
        self._counts = cuda.to_device(np.zeros(matches, np.int64))
        truth = (self._state_words, states, cuda.to_device(starts), cuda.to_device(mine), self._how, self._rngs)
        told = (seen_words, self.to_act, mask, flat(mask, np.uint32), self.odds, self.rewards, self.scores)
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
        if not hasattr(actions, "__cuda_array_interface__"):
            given = np.ascontiguousarray(actions, np.int32)
            if given.shape != (self._matches,):
                raise BadInput(f"a step takes one whole number for each of {self._matches} matches")
            self._actions.copy_to_device(given)
            actions = self._actions
        else:
            actions = cuda.as_cuda_array(actions)
            if actions.shape != (self._matches,) or actions.dtype.kind not in "iu":
                raise BadInput(f"a step takes one whole number for each of {self._matches} matches")
        self._do(STEP, actions)

    def play_out(self, times: int) -> tuple[Any, int]:
        blocks = -(-self._matches // MOST_THREADS)
        self._playout_kernel[blocks, MOST_THREADS](
            self._matches, self._states, times, self._how, self._playout_rngs, self._sums, self._counts
        )
        return self._sums, int(self._counts.copy_to_host().sum())

    def _do(self, what: int, actions: Any) -> None:
        self._step_kernel[self._blocks, self._threads](self._matches, what, actions, *self._arrays)


def flat(array: Any, dtype: Any) -> Any:
    """The same memory of a device as one row of whole words."""
    return array.reshape(-1).view(dtype)
