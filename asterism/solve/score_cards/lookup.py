"""A template bound to each game of score cards by `compile.bind`: what the table plays, for compiled code to look up.

For two seats it looks one turn ahead of the table, as `one_ply` does; for more it weighs pairs, as `playouts` does;
alone it reads what a card is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterism.core.compile import apart, rule

from .by_seats import BySeats
from .playouts import Board, board_of, by_pairs

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import play

    def card_of(s: Any, seat: int, code: Any, number: Any) -> int: ...


Array = Any


class Tables(NamedTuple):
    """What is looked up."""

    board: Board  # for three seats or more
    left: Array  # [card, rank] for two
    right: Array
    alone: Array  # for one
    chance: Array  # of each class of rolls
    code: Array  # to read a card by
    number: Array
    cards: Array  # room: of every seat
    work: Any  # room for one record


@rule
def payoff(board: Any, mine: int, theirs: int) -> float:
    """What a match that ends with these cards is worth to the owner of the first."""
    a, b = board.total[mine], board.total[theirs]
    return 1.0 if a > b else 0.5 if a == b else 0.0


@apart
def chance_of_mover(t: Tables, mine: int, theirs: int) -> float:
    """Over all rolls, with the best choice for each (one-ply expectimax)."""
    board = t.board
    total = 0.0
    for c in range(t.chance.size):
        best = 0.0
        for option in range(board.options[c]):
            after = board.next[mine, c, option]
            if after < board.open:
                rough = np.float32(0)
                for i in range(t.left.shape[1]):
                    rough += t.right[after, i] * t.left[theirs, i]
                value = 1.0 - min(max(float(rough), 0.0), 1.0)
            else:
                value = payoff(board, after, theirs)
            best = max(best, value)
        total += t.chance[c] * best
    return total


@rule
def worth(t: Tables, mover: int, after: int, seats: int) -> float:
    """What it is worth to the mover to have taken this card."""
    if seats == 1:
        return float(t.board.total[after]) if after >= t.board.open else float(t.alone[after])
    if seats == 2:
        theirs = t.cards[1 - mover]
        return payoff(t.board, after, theirs) if after >= t.board.open else 1.0 - chance_of_mover(t, theirs, after)
    held = t.cards[mover]
    t.cards[mover] = after
    value = by_pairs(t.board, t.cards, mover)
    t.cards[mover] = held
    return value


@apart
def choose_by_table(s: Any, out: Array, n: int, t: Tables) -> int:
    """The action to play, of those listed."""
    seats, mover = s["seats"], s["to_act"]
    if n == 1:
        return out[0]  # type: ignore[no-any-return]
    for seat in range(seats):
        t.cards[seat] = card_of(s, seat, t.code, t.number)
    best = -1.0
    pick = 0
    for i in range(n):
        t.work[0] = s
        play(t.work[0], out[i])
        value = worth(t, mover, card_of(t.work[0], mover, t.code, t.number), seats)
        if value > best:
            best = value
            pick = i
    return out[pick]  # type: ignore[no-any-return]


def tables_of(known: BySeats, seats: int) -> Tables:
    """The tables of a game, as the lookup reads them."""
    duel, table = known.duel, known.table
    code, number = known.cards.codes()
    left, right = (np.ascontiguousarray(x, np.float32) for x in (table.left, table.right))
    return Tables(
        board_of(duel, table),
        left,
        right,
        np.asarray(table.alone, np.float64),
        duel.weight / duel.weight.sum(),
        code,
        number,
        np.zeros(seats, np.int32),
        np.zeros(1, known.game.state),
    )
