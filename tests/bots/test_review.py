"""A match looked at again, where nothing is known but by search."""

from __future__ import annotations

import pytest

from asterism.bots.advice import SIMULATIONS
from asterism.bots.plans import Planner
from asterism.bots.review import FEWEST, ChoiceReview, afford, belief_seconds, review
from asterism.core.compile import COMPILED
from asterism.core.match import Match
from asterism.games.constellation.pictures import board, play_to
from asterism.games.geminion.state import KINDS

NEARLY = "4   M   4   4"
ROW = "● ● ● ● ●"
ROOF = """
     ● ● ●
    ●     ●
"""

pytestmark = pytest.mark.skipif(not COMPILED, reason="4,000 simulations a choice are for compiled code")


def last_choice(match: Match) -> ChoiceReview:
    return review(match).choices[-1]


def test_a_win_that_is_taken_costs_nothing() -> None:
    match = play_to(board(NEARLY, ROW, ROOF, row=1), "4   M   4   4   4¹")
    taken = last_choice(match)
    assert (taken.seat, taken.cost) == (0, 0.0)
    assert not taken.exact
    match.undo()
    match.play(taken.best)  # there are other ways to win
    assert match.over


def test_a_win_that_is_left_costs_much_and_the_best_is_named() -> None:
    match = play_to(board(NEARLY, ROW, ROOF, row=1), "4   M   4   4   6¹")
    left = last_choice(match)
    match.undo()
    match.play(left.best)
    assert match.over
    assert left.cost > 0.4


def test_what_an_action_cost_does_not_hang_on_how_often_it_was_tried() -> None:
    """Two that come to the same by the symmetry of the board cost about the same."""
    one, two = (play_to(board("4   M   4", ROW, ROOF, row=1), drawn) for drawn in ("5¹  4   M   4", "4   M   4   5¹"))
    assert last_choice(one).cost == pytest.approx(last_choice(two).cost, abs=0.06)


def test_a_review_keeps_its_time_and_says_what_it_left_out() -> None:
    match = board("4   M   4", ROW, ROOF, row=1)
    for _ in range(12):
        match.play(match.legal()[0])
    choices = [played for played in match.standing() if played.actor >= 0]
    looked_at, simulations = afford(match, choices, 1e-9)
    assert (looked_at, simulations) == (1, FEWEST), "no time at all: one choice, and not less than says something"
    assert afford(match, choices, 1e9) == (len(choices), SIMULATIONS)
    hurried = review(match, seconds=1e-9)
    assert [one.ply for one in hurried.choices] == [choices[-1].ply]
    assert hurried.left_out == len(choices) - 1


def test_a_review_counts_what_it_takes_to_follow_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match = board("4   M   4", ROW, ROOF, row=1)
    for _ in range(12):
        match.play(match.legal()[0])
    choices = [played for played in match.standing() if played.actor >= 0]
    assert belief_seconds(match) > 0
    monkeypatch.setattr("asterism.bots.review.belief_seconds", lambda match: 1e9)
    assert afford(match, choices, 1e9) == (1, FEWEST), "no time is left to search"


def test_the_only_sensible_thing_to_do_is_not_looked_at() -> None:
    match = Match("geminion")
    player = Planner(match.game, "mine-only")
    while match.ply < 30:
        match.play(player.choose(match.seen(), match.legal()))
    played = [one.action for one in match.standing()]
    hands = [action for action in played if action < KINDS]  # playing a card
    hurried = review(match, seconds=1e-9)
    assert hurried.choices, "what is bought is looked at"
    assert len(hurried.choices) + hurried.left_out <= len(played) - len(hands)
