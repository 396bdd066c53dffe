"""The cards of Geminos as numbers, against the rules; its shipped table, against exact values; its players."""

from __future__ import annotations

import json

import numpy as np
import pytest

from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.match import Match
from asterism.solve.score_cards import alone, known_of, playouts, quality
from asterism.solve.score_cards.by_seats import ForTwo
from asterism.solve.score_cards.low_rank import checksum
from asterism.solve.score_cards.one_ply import look_ahead
from asterism.solve.score_cards.shipped import duel_of, shipped, table_of

from . import state as S
from .score_cards import score_cards

GAME = find("geminos")
COST_OF_A_SLIP = 1e-5  # what the player of two seats may lose in a choice on average: a tenth of what was asked for


def test_there_are_as_many_cards_as_scores_can_be_combined():
    filled = [{int(S.SUM[roll]) for roll in range(S.ROLLS) if kind in S.SHARED[roll]} for kind in range(S.KINDS)]
    every, full = 1, 1
    for scores in filled:
        every, full = every * (len(scores) + 1), full * len(scores)
    assert (len(score_cards().total), score_cards().open) == (every, every - full) == (133_056, 53_856)


def test_the_classes_of_rolls_add_up_to_all_rolls():
    assert score_cards().weight.sum() == S.ROLLS
    assert score_cards().weight[0] == sum(S.HOW_MANY == 0)


def test_next_cards_are_what_the_rules_make_of_them():
    cards, rng = score_cards(), np.random.default_rng(5)
    for card in [0, *rng.integers(0, cards.open, 40).tolist()]:
        match = Match(GAME, seats=2)
        match.states["scores"][0, 0] = cards.scores[card]
        assert cards.read(match.states[0]) == (0, [card, 0])
        match.play(S.ROLL)
        after = cards.next([card])[0]
        for roll in rng.permutation(S.ROLLS)[:20].tolist():
            rolled = match.after(S.DICE + roll)
            c = cards.classes.index((S.SHARED[roll], int(S.SUM[roll]) if S.SHARED[roll] else 0))
            taken = [rolled.after(S.ENTER + kind) for kind in S.SHARED[roll]] if S.HOW_MANY[roll] > 1 else [rolled]
            reached = [cards.read(one.states[0])[1][0] for one in taken]
            assert after[c].tolist() == (reached + reached[:1] * 3)[:3]
            assert [one.over for one in taken] == [card >= cards.open for card in reached]
            assert [int(one.states["scores"][0, 0].sum()) for one in taken] == cards.total[reached].tolist()


def test_layers_are_grids_of_scores():
    cards = score_cards()
    layers = duel_of(GAME).layers
    assert [len(layer) for layer in layers] == [int(np.prod(shape)) for shape in cards.shapes]
    scores = cards.scores[layers[15].start : layers[15].stop].reshape(*cards.shapes[15], S.KINDS)
    assert (np.diff(scores[..., 0], axis=0) > 0).all()
    assert (np.diff(scores[..., 3], axis=3) > 0).all()


# The shipped table


def about() -> dict:
    return json.loads(shipped(GAME, "table.json"))


def test_the_files_are_the_ones_told_about_and_small():
    for name, sha in about()["sha256"].items():
        assert checksum(shipped(GAME, name)) == sha, name
    assert len(shipped(GAME, "table.npz")) < 4_000_000
    assert len(shipped(GAME, "exact.npz")) < 300_000


def test_the_solution_behind_the_table_holds_its_equations():
    told = about()
    assert told["cards"] == score_cards().open
    assert told["residual"] < 1e-9
    assert told["bound"] < 1e-9
    assert {"command", "date", "device", "seconds"} <= set(told)


def test_the_player_of_two_loses_next_to_nothing_by_exact_values():
    told = quality.against_exact(duel_of(GAME), table_of(GAME), shipped(GAME, "exact.npz"))
    for half in told.values():
        assert half["choices"] == 6_000
        assert half["mean_loss"] < COST_OF_A_SLIP
        assert half["largest_loss"] < 0.005
        assert half["mean_error"] < 2e-4
        assert half["largest_error"] < 0.001  # a tenth of a per cent, to which chances are shown


def test_the_first_player_has_the_chance_that_was_computed():
    start = np.zeros(1, np.int32)
    told = float(look_ahead(duel_of(GAME), table_of(GAME), start, start)[0])
    assert told == pytest.approx(about()["first"], abs=1e-4)
    assert about()["first"] == pytest.approx(0.523010449, abs=1e-9)


@pytest.mark.skipif(not COMPILED, reason="tens of thousands of matches: compiled only")
def test_the_check_of_the_command_line_finds_all_well():
    found = quality.check(GAME, positions=100, matches=5_000)
    assert found.intact
    assert found.loss[0] < COST_OF_A_SLIP
    assert found.error[0] < 5e-4
    assert {seats: won > 1 / seats + 0.05 for seats, won in found.greedy.items()} == dict.fromkeys(range(2, 6), True)


# The players


def at_a_choice(seats: int, seed: int = 9) -> Match:
    match = Match(GAME, seats=seats, seed=seed)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    return match


@pytest.mark.parametrize("seats", range(1, 6))
def test_what_is_known_is_told_for_every_legal_action_best_first(seats: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("asterism.solve.score_cards.by_seats.PLAYOUTS", 100)
    known, match = known_of(GAME, seats), at_a_choice(seats)
    actions = known.actions(match.seen())
    assert sorted(action for action, _ in actions) == match.legal()
    assert known.choice(match.seen()) == actions[0][0]
    worth = known.value(match.seen())
    assert worth[match.to_act] == actions[0][1]
    if seats <= 2:
        assert known.exact
        assert [value for _, value in actions] == sorted((value for _, value in actions), reverse=True)
    if seats > 1:
        assert sum(worth) == pytest.approx(1.0)
        assert known.kind == "win"


@pytest.mark.parametrize("seats", range(1, 6))
def test_what_is_known_before_a_roll_and_at_the_dice_agrees(seats: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("asterism.solve.score_cards.by_seats.PLAYOUTS", 100)
    known, match = known_of(GAME, seats), Match(GAME, seats=seats)
    before = known.value(match.seen())
    assert known.actions(match.seen()) == [(S.ROLL, before[0])]
    match.play(S.ROLL)
    assert known.value(match.seen(0)) == before
    assert known.actions(match.seen(0)) == []


def test_with_two_seats_ending_a_match_is_worth_exactly_what_it_brings():
    match = Match(GAME, seats=2)
    match.states["scores"][0, 0] = [23, 22, 21, 0, 12]
    match.states["scores"][0, 1] = [23, 22, 21, 20, 0]
    match.play(S.ROLL)
    match.play(S.DICE + 12 * 0 + 4)  # Aries and Leo: 20
    known = dict(known_of(GAME, 2).actions(match.seen()))
    assert known[S.ENTER + 3] == 1.0  # 98 points against 86
    assert known[S.ENTER + 1] < 1.0


def test_with_two_seats_a_losing_end_is_put_off():
    match = Match(GAME, seats=2)
    match.states["scores"][0, 0] = [3, 4, 5, 0, 8]
    match.states["scores"][0, 1] = [23, 22, 0, 0, 0]
    match.play(S.ROLL)
    match.play(S.DICE + 12 * 7 + 11)  # Scorpio and Pisces: 6
    assert isinstance(known_of(GAME, 2), ForTwo)
    assert known_of(GAME, 2).choice(match.seen()) == S.ENTER + 1
    assert dict(known_of(GAME, 2).actions(match.seen()))[S.ENTER + 3] == 0.0


def test_alone_a_full_card_is_worth_its_total():
    match = Match(GAME, seats=1)
    match.states["scores"][0, 0] = [23, 22, 21, 0, 18]
    match.play(S.ROLL)
    match.play(S.DICE + 12 * 0 + 4)  # Aries and Leo: 20
    known = known_of(GAME, 1)
    assert known.kind == "points"
    assert known.actions(match.seen())[0] == (S.ENTER + 3, 104.0)


@pytest.mark.skipif(not COMPILED, reason="every card, many times: compiled only")
def test_alone_the_table_is_right_to_the_tenth_of_a_point_that_is_shown():
    exact = alone.solve(duel_of(GAME))[: duel_of(GAME).open]
    assert abs(exact - table_of(GAME).alone[: duel_of(GAME).open]).max() < 0.02  # points


@pytest.mark.skipif(not COMPILED, reason="tens of thousands of matches: compiled only")
@pytest.mark.parametrize(("seats", "share"), [(2, 0.60), (3, 0.42), (4, 0.33), (5, 0.27)])
def test_among_greedy_players_the_quick_one_wins_more_than_its_share(seats: int, share: float):
    board = playouts.board_of(duel_of(GAME), table_of(GAME))
    assert quality.against_greedy(board, seats, 20_000, seed=2) > share
