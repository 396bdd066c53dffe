"""Policy loss and value error of a shipped table: by a fresh look-ahead, by exact values, against a greedy rival."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.core.game import Game

from . import playouts
from .layers import Duel, Ints
from .low_rank import Table, checksum
from .one_ply import after_move, look_ahead, weigh
from .shipped import duel_of, shipped, table_of

POSITIONS = 1_000  # computed afresh, if nobody asks for more
PROMISED = 1e-4  # no more than this is lost in a choice on average


@dataclass(frozen=True)
class Checked:
    """What `check` found. Losses and errors are chances of winning, from 0 to 1."""

    about: dict[str, Any]  # table.json
    positions: int  # random ones, each with all its rolls
    matches: int  # of each kind
    intact: bool  # every file has the checksum that table.json gives
    loss: tuple[float, float]  # mean and largest, of the table's own choices by a fresh look-ahead
    error: tuple[float, float]  # mean and largest, of the table's values by a fresh look-ahead
    exact: dict[str, dict[str, float]]  # of the choices that players make, by exact values: see `against_exact`
    loss_of_greedy: dict[str, tuple[float, float]]  # mean and largest, on the same choices as `exact`
    greedy: dict[int, float]  # for 2 and more seats: what one sensible player wins of a match with greedy ones
    turns: float  # of a match of two sensible players, on average

    @property
    def mean_loss(self) -> float:
        """The largest of the means: the one that has to keep the promise."""
        return max(self.loss[0], *(part["mean_loss"] for part in self.exact.values()))


def check(game: Game, positions: int = POSITIONS, seed: int = 1, matches: int = 20_000) -> Checked:
    """Verify the table shipped with a game."""
    duel, about = duel_of(game), json.loads(shipped(game, "table.json"))
    table = table_of(game)
    rng = np.random.default_rng(seed)
    mine, theirs = rng.integers(0, duel.open, (2, positions)).astype(np.int32)
    loss, error = by_look_ahead(duel, table, mine, theirs)
    board = playouts.board_of(duel, table)
    return Checked(
        about,
        positions,
        matches,
        all(checksum(shipped(game, name)) == sha for name, sha in about["sha256"].items()),
        (float(loss.mean()), float(loss.max())),
        (float(error.mean()), float(error.max())),
        against_exact(duel, table, shipped(game, "exact.npz")),
        greedy_against_exact(duel, shipped(game, "exact.npz")),
        {seats: against_greedy(board, seats, matches, seed) for seats in range(2, game.seats[1] + 1)},
        playouts.compete(board, [playouts.PAIRS] * 2, matches, seed)[1],
    )


def by_look_ahead(duel: Duel, table: Table, mine: Ints, theirs: Ints) -> tuple[Any, Any]:
    """For each position and each roll with a choice: what the table's own choice loses when each option is computed
    one turn further; and for each position: how far the table's value is from a one-ply look-ahead."""
    error = np.abs(table.rough(mine, theirs) - look_ahead(duel, table, mine, theirs))
    losses = []
    for c in np.flatnonzero(duel.options > 1):
        options = duel.next[mine, c][:, : duel.options[c]]
        guess = after_move(duel, table, options, np.broadcast_to(theirs[:, None], options.shape))
        truth = weigh(duel, table, options, theirs)
        losses.append(loss_of(truth, guess.argmax(1)))
    return np.concatenate(losses), error


def against_exact(duel: Duel, table: Table, exact: bytes) -> dict[str, dict[str, float]]:
    """The choices kept with their exact values, in two halves: what the two-seat player loses by its own choice, and
    how far the values it tells are from the truth."""
    options, theirs, worth = read_exact(duel, exact)
    told = weigh(duel, table, options, theirs)
    loss = loss_of(worth, told.argmax(1))
    error = np.abs(told - worth).max(1)
    return {
        name: {
            "choices": len(loss[part]),
            "mean_loss": float(loss[part].mean()),
            "largest_loss": float(loss[part].max()),
            "mean_error": float(error[part].mean()),
            "largest_error": float(error[part].max()),
        }
        for name, part in halves(len(loss)).items()
    }


def greedy_against_exact(duel: Duel, exact: bytes) -> dict[str, tuple[float, float]]:
    """On the same choices: what someone loses, on average and at most, who takes the largest total now."""
    options, _, worth = read_exact(duel, exact)
    loss = loss_of(worth, duel.total[options].argmax(1))
    return {name: (float(loss[part].mean()), float(loss[part].max())) for name, part in halves(len(loss)).items()}


def read_exact(duel: Duel, exact: bytes) -> tuple[Ints, Ints, Any]:
    """The choices kept with a table: the next cards to choose from, the other's card, what each choice is worth."""
    with np.load(io.BytesIO(exact)) as file:
        return duel.next[file["mine"], file["roll"]], file["theirs"], file["worth"]


def halves(count: int) -> dict[str, slice]:
    """The choices kept at random positions come first, then those that came up in best play."""
    return {"anywhere": slice(count // 2), "in_play": slice(count // 2, None)}


def loss_of(worth: Any, choice: Any) -> Any:
    """For each row of values: how much less the choice is worth than the best."""
    return worth.max(1) - worth[np.arange(len(worth)), choice]


def against_greedy(board: playouts.Board, seats: int, matches: int, seed: int) -> float:
    """What one player who weighs pairs wins of a match, among players who take the largest total now."""
    ways = [playouts.PAIRS] + [playouts.GREEDY] * (seats - 1)
    return playouts.compete(board, ways, matches, seed)[0][playouts.PAIRS]
