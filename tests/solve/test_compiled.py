"""What compiled code looks up in a table is what `Known` would play."""

from __future__ import annotations

import random

import numpy as np
import pytest

from asterism.core.discover import find
from asterism.core.match import Match
from asterism.solve import best_known, compiled


@pytest.mark.parametrize(
    ("name", "seats", "least"), [("noirlab-dice", 2, 40), ("noirlab-dice", 3, 40), ("geminos", 2, 20)]
)
def test_a_compiled_table_plays_what_is_best_known(name: str, seats: int, least: int):
    game = find(name)
    options = game.check_options(seats, {})
    known, table = best_known(game, seats, options), compiled(game, seats, options)
    assert known is not None
    assert table is not None
    out = np.empty(game.actions, np.int32)
    dice, seen = random.Random(1), 0
    for seed in range(4):
        match = Match(game, seats=seats, seed=seed)
        while not match.over:
            legal = match.legal()
            if len(legal) > 1:
                out[: len(legal)] = legal
                pick = int(table.choose(match.states[0], out, len(legal), table.tables))
                worth = dict(known.actions(match.seen()))
                assert worth[pick] == pytest.approx(max(worth.values()), abs=1e-6)
                rest = [action for action in legal if action != pick]
                out[: len(rest)] = rest
                second = int(table.choose(match.states[0], out, len(rest), table.tables))
                assert worth[second] == pytest.approx(max(worth[one] for one in rest), abs=1e-6), "if it may not"
                seen += 1
            match.play(dice.choice(legal))
    assert seen >= least


def test_what_nobody_knows_is_not_looked_up():
    game = find("geminion")
    assert compiled(game, 2, game.check_options(2, {})) is None
