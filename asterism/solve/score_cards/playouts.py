"""Monte Carlo rollouts of score cards among three or more, where there are too many positions to solve.

In these playouts every seat weighs a next card by its chance against each other seat, as if the two were alone (from
the solved duel), multiplied together. A choice is worth the share that it wins in such playouts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from asterism.core.compile import apart, rule
from asterism.core.rng import new_rng, random_below

from .layers import Duel
from .low_rank import Table

SHARPNESS = 24  # how many factors of the table a playout uses
GREEDY, PAIRS = 0, 1  # ways to choose: the largest total now; by pairs


class Board(NamedTuple):
    """What a playout needs to know of a game; a tuple of arrays can be handed to compiled functions."""

    open: int
    total: npt.NDArray[np.int32]
    next: npt.NDArray[np.int32]
    options: npt.NDArray[np.int32]  # how many next cards each class of rolls offers
    rolls: npt.NDArray[np.int32]  # the class of every roll, all equally likely
    left: npt.NDArray[np.float32]
    right: npt.NDArray[np.float32]


def board_of(duel: Duel, table: Table) -> Board:
    rolls = np.repeat(np.arange(len(duel.weight)), duel.weight).astype(np.int32)
    left, right = (np.ascontiguousarray(x[:, :SHARPNESS], dtype=np.float32) for x in (table.left, table.right))
    return Board(duel.open, duel.total, duel.next, duel.options, rolls, left, right)


@rule
def share_at_end(board: Any, cards: Any, seat: int) -> float:
    """What a seat gets if the match ends now."""
    equal = 0
    for other in range(len(cards)):
        if board.total[cards[other]] > board.total[cards[seat]]:
            return 0.0
        if board.total[cards[other]] == board.total[cards[seat]]:
            equal += 1
    return 1.0 / equal


@apart
def by_pairs(board: Any, cards: Any, mover: int) -> float:
    """The mover's chance, having just moved: against each other seat alone, multiplied."""
    mine = cards[mover]
    if mine >= board.open:
        return share_at_end(board, cards, mover)
    product = 1.0
    for other in range(len(cards)):
        if other != mover:
            theirs = np.float32(0)
            for i in range(board.left.shape[1]):
                theirs += board.left[cards[other], i] * board.right[mine, i]
            product *= 1.0 - min(max(float(theirs), 0.0), 1.0)
    return product


@apart
def pick(board: Any, cards: Any, mover: int, how: int, after: Any, count: int) -> int:
    """Which of the `count` next cards in `after` the mover takes; a tie goes to the first."""
    held = cards[mover]
    best, choice = -1.0, 0
    for option in range(count):
        cards[mover] = after[option]
        value = float(board.total[after[option]]) if how == GREEDY else by_pairs(board, cards, mover)
        if value > best:
            best, choice = value, option
    cards[mover] = held
    return choice


@apart
def play_on(board: Any, cards: Any, mover: int, how: Any, rng: Any, share: Any) -> int:
    """Play a match to its end, each seat choosing in its way; adds to `share` and returns the number of turns."""
    turns = 0
    while True:
        turns += 1
        c = board.rolls[random_below(rng, len(board.rolls))]
        after = board.next[cards[mover], c]
        option = pick(board, cards, mover, how[mover], after, board.options[c]) if board.options[c] > 1 else 0
        cards[mover] = after[option]
        if cards[mover] >= board.open:
            for seat in range(len(cards)):
                share[seat] += share_at_end(board, cards, seat)
            return turns
        mover = (mover + 1) % len(cards)


@apart
def play_many(board: Any, start: Any, cards: Any, mover: int, how: Any, rng: Any, share: Any, matches: int) -> None:
    """Many matches from one position, in which `mover` is about to roll; adds what each seat gets to `share`."""
    for _ in range(matches):
        for seat in range(len(cards)):
            cards[seat] = start[seat]
        play_on(board, cards, mover, how, rng, share)


def expect(board: Board, cards: list[int], mover: int, matches: int, seed: int) -> npt.NDArray[np.float64]:
    """What each seat gets on average when `mover` is about to roll, from so many playouts."""
    start, share = np.array(cards, np.int32), np.zeros(len(cards))
    if (start >= board.open).any():
        return np.array([share_at_end(board, start, seat) for seat in range(len(cards))])
    play_many(board, start, start.copy(), mover, np.full(len(cards), PAIRS), new_rng(seed), share, matches)
    return share / matches


@apart
def arena(board: Any, ways: Any, cards: Any, how: Any, rng: Any, share: Any, won: Any, matches: int) -> int:
    """Matches between seats that choose in different ways; adds what all seats of a way get to `won[way]`."""
    seats, turns = len(ways), 0
    for match in range(matches):
        for seat in range(seats):
            cards[seat] = 0
            how[seat] = ways[(seat + match) % seats]  # everyone begins equally often
            share[seat] = 0
        turns += play_on(board, cards, 0, how, rng, share)
        for seat in range(seats):
            won[how[seat]] += share[seat]
    return turns


def compete(board: Board, ways: list[int], matches: int, seed: int = 1) -> tuple[list[float], float]:
    """What each way of choosing wins of one match, all seats of that way together; and the turns of a match."""
    seats, won = len(ways), np.zeros(2)
    cards, how, share = np.zeros(seats, np.int32), np.array(ways), np.zeros(seats)
    turns = arena(board, np.array(ways), cards, how, new_rng(seed), share, won, matches)
    return [float(x) / matches for x in won], turns / matches
