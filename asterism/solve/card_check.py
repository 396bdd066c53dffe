"""How good a shipped table is: against a look-ahead made afresh, against exact values, and against a greedy player."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.core.game import Game

from . import card_many
from .card_layers import Duel, Ints
from .card_table import Table, checksum
from .cards import after_move, duel_of, look_ahead, shipped, table_of, weigh


@dataclass(frozen=True)
class Checked:
    """What `check` found. Losses and errors are chances of winning, from 0 to 1."""

    positions: int  # random ones, each with all its rolls
    intact: bool  # every file has the checksum that table.json gives
    loss: tuple[float, float]  # mean and largest, of the table's own choices by a fresh look-ahead
    error: tuple[float, float]  # mean and largest, of the table's values by a fresh look-ahead
    exact: dict[str, dict[str, float]]  # of the choices that players make, by exact values: see `against_exact`
    greedy: dict[int, float]  # for 2 and more seats: what one sensible player wins of a match with greedy ones


def check(game: Game, positions: int = 1_000, seed: int = 1, matches: int = 20_000) -> Checked:
    """Verify the table shipped with a game."""
    duel, about = duel_of(game), json.loads(shipped(game, "table.json"))
    table = table_of(game)
    rng = np.random.default_rng(seed)
    mine, theirs = rng.integers(0, duel.open, (2, positions)).astype(np.int32)
    loss, error = by_look_ahead(duel, table, mine, theirs)
    board = card_many.board_of(duel, table)
    return Checked(
        positions,
        all(checksum(shipped(game, name)) == sha for name, sha in about["sha256"].items()),
        (float(loss.mean()), float(loss.max())),
        (float(error.mean()), float(error.max())),
        against_exact(duel, table, shipped(game, "exact.npz")),
        {seats: against_greedy(board, seats, matches, seed) for seats in range(2, game.seats[1] + 1)},
    )


def by_look_ahead(duel: Duel, table: Table, mine: Ints, theirs: Ints) -> tuple[Any, Any]:
    """For each position and each roll with a choice: what the table's own choice loses when each option is looked at
    one turn further; and for each position: how far the table's value is from a look one turn ahead."""
    error = np.abs(table.rough(mine, theirs) - look_ahead(duel, table, mine, theirs))
    losses = []
    for c in np.flatnonzero(duel.options > 1):
        options = duel.next[mine, c][:, : duel.options[c]]
        guess = after_move(duel, table, options, np.broadcast_to(theirs[:, None], options.shape))
        truth = weigh(duel, table, options, theirs)
        losses.append(truth.max(1) - truth[np.arange(len(truth)), guess.argmax(1)])
    return np.concatenate(losses), error


def against_exact(duel: Duel, table: Table, exact: bytes) -> dict[str, dict[str, float]]:
    """The choices kept with their exact values, in two halves: what the two-seat player loses by its own choice, and
    how far the values it tells are from the truth."""
    with np.load(io.BytesIO(exact)) as file:
        mine, theirs, roll, worth = file["mine"], file["theirs"], file["roll"], file["worth"]
    told = weigh(duel, table, duel.next[mine, roll], theirs)
    loss = worth.max(1) - worth[np.arange(len(worth)), told.argmax(1)]
    error = np.abs(told - worth).max(1)
    half = len(mine) // 2
    return {
        name: {
            "choices": len(loss[part]),
            "mean_loss": float(loss[part].mean()),
            "largest_loss": float(loss[part].max()),
            "mean_error": float(error[part].mean()),
            "largest_error": float(error[part].max()),
        }
        for name, part in (("anywhere", slice(half)), ("in_play", slice(half, None)))
    }


def against_greedy(board: card_many.Board, seats: int, matches: int, seed: int) -> float:
    """What one player who weighs pairs wins of a match, among players who take the largest total now."""
    ways = [card_many.PAIRS] + [card_many.GREEDY] * (seats - 1)
    return card_many.compete(board, ways, matches, seed)[0][card_many.PAIRS]
