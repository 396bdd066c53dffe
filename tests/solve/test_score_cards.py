"""Duels of score cards: small games solved in several ways, stopping and going on, tables, playing alone, playouts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from asterism.core.compile import COMPILED
from asterism.core.game import BadInput
from asterism.solve.score_cards import alone, build, low_rank, on_cpu, on_gpu, playouts, quality
from asterism.solve.score_cards.layers import order, rows_of
from asterism.solve.score_cards.one_ply import look_ahead

from .small_score_cards import THREE_KINDS, TWO_KINDS

long_loops = pytest.mark.skipif(not COMPILED, reason="millions of steps: compiled only")


def residual_of(duel, value) -> float:
    """The largest |Y - backup of Y|, straight from the equation."""
    worst = 0.0
    chance = duel.weight / duel.weight.sum()
    for b in range(duel.open):
        after = duel.next
        full = (duel.total[after] > duel.total[b]) + 0.5 * (duel.total[after] == duel.total[b])
        worth = np.where(after < duel.open, 1 - value[b][np.where(after < duel.open, after, 0)], full)
        worst = max(worst, np.abs(worth.max(2) @ chance - value[:, b]).max())
    return worst


def test_layers_and_brackets_find_what_the_plain_equation_finds():
    duel, plain = TWO_KINDS.duel(), TWO_KINDS.solve_plainly(400)
    found = on_gpu.solve(duel, np, enough=1e-12)
    for (mine, theirs), value in plain.items():
        assert found.value[TWO_KINDS.number[mine], TWO_KINDS.number[theirs]] == pytest.approx(value, abs=1e-10)
    assert found.bound < 1e-11


@pytest.mark.parametrize("bracket", [True, False])
def test_the_equation_holds_everywhere(bracket: bool):
    duel = THREE_KINDS.duel()
    found = on_gpu.solve(duel, np, bracket=bracket)
    assert residual_of(duel, found.value) < 1e-9
    assert on_gpu.residual(duel, found.value, np) == pytest.approx(residual_of(duel, found.value), abs=1e-15)


def test_brackets_enclose_the_truth():
    duel = THREE_KINDS.duel()
    truth = on_gpu.solve(duel, np, enough=1e-13).value
    rough = on_gpu.solve(duel, np, enough=1e-3)
    assert 1e-9 < np.abs(rough.value - truth).max() <= rough.bound


def test_a_pair_of_layers_comes_after_all_it_hangs_on():
    duel = THREE_KINDS.duel()
    layer_of = np.searchsorted([cards.start for cards in duel.layers], np.arange(duel.open), side="right") - 1
    known: set[tuple[int, int]] = set()
    for i, j in order(duel):
        for mine, theirs in ((i, j), (j, i)):
            outer = {int(layer_of[card]) for card in rows_of(duel, duel.layers[mine]).outer}
            assert all((theirs, other) in known for other in outer)
        known |= {(i, j), (j, i)}
    assert len(known) == len(duel.layers) ** 2


@long_loops
def test_the_cpu_finds_the_same_in_single_precision(tmp_path: Path):
    duel = THREE_KINDS.duel()
    blocks, truth = on_cpu.solve(duel, tmp_path), on_gpu.solve(duel, np)
    whole = np.concatenate([rows for _, rows in blocks.stripes()])
    assert np.abs(whole - truth.value).max() < 5e-6
    assert on_cpu.residual(blocks) < 2e-6
    movers, others = np.divmod(np.arange(duel.open**2), duel.open)
    assert np.array_equal(blocks.at(movers, others), whole.ravel().astype(np.float64))


@long_loops
def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    duel, finished = THREE_KINDS.duel(), []
    real = on_cpu.iterate

    def iterate(blocks, i, j, *rest):
        real(blocks, i, j, *rest)
        finished.append((i, j))

    monkeypatch.setattr(on_cpu, "iterate", iterate)

    def stop_half_way(done: float, text: str) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        on_cpu.solve(duel, tmp_path, progress=stop_half_way)
    before = len(finished)
    assert on_cpu.Blocks(duel, tmp_path).count() == before
    told: list[float] = []
    on_cpu.solve(duel, tmp_path, progress=lambda done, text: told.append(done))
    assert 0 < before < len(finished)
    assert sorted(finished) == sorted(order(duel)), "no pair is finished twice"
    assert len({*told}) > len(finished) - before + 1, "it moves also within a pair"
    assert np.diff(told).min() > -1e-12, "it never goes back"
    assert told[0] > 0.0
    assert told[-1] == 1.0


@long_loops
def test_the_folder_of_another_game_is_refused(tmp_path: Path):
    on_cpu.solve(TWO_KINDS.duel(), tmp_path)
    with pytest.raises(BadInput, match="holds the solution of another game"):
        on_cpu.solve(THREE_KINDS.duel(), tmp_path)


def test_waves_can_be_turned_back():
    duel = THREE_KINDS.duel()
    rows = np.random.default_rng(1).standard_normal((3, duel.open))
    waves = low_rank.dct(duel, rows)
    assert np.linalg.norm(waves) == pytest.approx(np.linalg.norm(rows))
    assert np.allclose(low_rank.dct(duel, waves, back=True), rows)


def test_a_table_plays_as_well_as_the_solution():
    duel = THREE_KINDS.duel()
    found = on_gpu.solve(duel, np)
    left, right = low_rank.randomised_svd(duel, found.stripes, rank=40)
    worth = alone.solve(duel)
    table = low_rank.decode(duel, low_rank.encode(duel, left, right, worth))
    mine, theirs = np.divmod(np.arange(duel.open**2), duel.open)
    assert np.abs(table.rough(mine, theirs) - found.value.ravel()).max() < 1e-3
    assert np.abs(look_ahead(duel, table, mine, theirs) - found.value.ravel()).max() < 5e-4
    assert np.abs(table.alone - worth[: duel.open]).max() < 0.1
    told = quality.against_exact(duel, table, build.keep(duel, found, 300))
    assert set(told) == {"anywhere", "in_play"}
    for half in told.values():
        assert half["mean_loss"] < 1e-5
        assert 0 < half["mean_error"] < 5e-4


@long_loops
def test_a_whole_solution_is_written_and_tells_what_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(build, "duel_of", lambda game: THREE_KINDS.duel())
    told: list[tuple[float, str]] = []
    about = build.solve(SimpleNamespace(name="small"), tmp_path, progress=lambda *step: told.append(step))
    assert about["residual"] < 2e-6
    assert {"table.npz", "table.json", "exact.npz", "blocks"} == {path.name for path in tmp_path.iterdir()}
    assert np.diff([done for done, _ in told]).min() > -1e-12
    texts = [text for _, text in told]
    for text in ("pair 1 of 28: sweep 2", "checking the equation", "strongest factors", "alone", "written to"):
        assert any(text in one for one in texts), text


def test_a_poor_table_is_found_out():
    duel = THREE_KINDS.duel()
    found = on_gpu.solve(duel, np)
    left, right = low_rank.randomised_svd(duel, found.stripes, rank=1)
    table = low_rank.decode(duel, low_rank.encode(duel, left, right, alone.solve(duel)))
    exact = build.keep(duel, found, 300)
    told = quality.against_exact(duel, table, exact)
    assert told["anywhere"]["mean_error"] > 1e-2
    assert all(0.005 < mean < largest < 1 for mean, largest in quality.greedy_against_exact(duel, exact).values())
    loss, error = quality.by_look_ahead(duel, table, np.arange(duel.open), np.zeros(duel.open, np.int32))
    assert error.mean() > 1e-2
    assert loss.max() > 1e-3


def test_alone_the_equation_holds():
    duel = THREE_KINDS.duel()
    worth = alone.solve(duel, price=0.25)
    chance = duel.weight / duel.weight.sum()
    assert np.abs(worth[duel.next].max(2) @ chance - 0.25 - worth[: duel.open]).max() < 1e-8
    assert np.array_equal(worth[duel.open :], duel.total[duel.open :])


def test_alone_the_worth_is_the_final_total_less_the_turns():
    """A little more for a turn costs that much times the turns, since best play changes by less than that."""
    duel, step = THREE_KINDS.duel(), 1e-5
    turns = alone.turns_of(duel, alone.solve(duel, 0.25))
    less, more = (alone.solve(duel, 0.25 + change, enough=1e-12) for change in (-step, step))
    assert turns[0] == pytest.approx((less[0] - more[0]) / (2 * step), rel=1e-3)
    assert not turns[duel.open :].any()


def test_alone_patience_without_a_price_brings_the_highest_total():
    duel = TWO_KINDS.duel()
    assert alone.solve(duel, price=0.0, enough=1e-13)[0] == pytest.approx(duel.most, abs=1e-6)
    assert alone.solve(duel, price=1.0)[0] < duel.most - 3


def exact_board(duel):
    """Playouts that know the duel exactly: a table of full rank is as good as the solution."""
    value = on_gpu.solve(duel, np).value
    board = playouts.board_of(duel, low_rank.Table(value, np.eye(duel.open), np.zeros(duel.open)))
    return board._replace(left=value.astype(np.float32), right=np.eye(duel.open, dtype=np.float32)), value


@long_loops
def test_playouts_of_two_agree_with_the_solution():
    board, value = exact_board(TWO_KINDS.duel())
    for mine, theirs in ((0, 0), (5, 1), (2, 7)):
        shares = playouts.expect(board, [theirs, mine], mover=1, matches=20_000, seed=3)
        assert shares.sum() == pytest.approx(1.0)
        assert shares[1] == pytest.approx(value[mine, theirs], abs=0.015)


def test_playouts_are_the_same_every_time():
    board, _ = exact_board(TWO_KINDS.duel())
    once = playouts.expect(board, [0, 1, 2], 0, 50, seed=4)
    assert np.array_equal(once, playouts.expect(board, [0, 1, 2], 0, 50, seed=4))
    assert not np.array_equal(once, playouts.expect(board, [0, 1, 2], 0, 50, seed=5))


def test_a_full_card_ends_a_playout_and_ties_are_shared():
    small, (board, _) = TWO_KINDS, exact_board(TWO_KINDS.duel())
    cards = [small.number[3, 6], small.number[5, 4], small.number[7, 0]]
    assert playouts.expect(board, cards, 1, 10, seed=1).tolist() == [0.5, 0.5, 0.0]


@long_loops
def test_the_quick_player_beats_the_greedy_one():
    board, _ = exact_board(TWO_KINDS.duel())
    for seats in (2, 3):
        ways = [playouts.PAIRS] + [playouts.GREEDY] * (seats - 1)
        won, turns = playouts.compete(board, ways, 20_000)
        assert sum(won) == pytest.approx(1.0)
        assert won[playouts.PAIRS] > 1 / seats + 0.02
        assert turns > seats
