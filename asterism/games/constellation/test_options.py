"""The Gamers Constellation: each optional rule. A picture of the board goes in, a picture comes out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from asterism.core.header import CHANCE, NOBODY
from asterism.core.match import Match

from . import state as S
from .goals import COUNT
from .pictures import board, goal_of, outcomes, picture_of, play_to, tidy
from .view import show, to_draw, view

HOUSE = """
     ● ●
    ● ● ●
"""
LADLE = """
     ●
    ● ● ● ●
"""
LEFT_LADLE = """
         ●
    ● ● ● ●
"""
ROOF = """
     ● ● ●
    ●     ●
"""
BEFORE_HOUSE = """
      4   4
    4   M
"""
AFTER_HOUSE = """
      4   4
    4   M   4¹
"""
FULL = "   ".join("M" + "456" * 8)


def leave_in_deck(match: Match, goals: Iterable[int]) -> None:
    """All goals but these and those that are held have been discarded."""
    left, s = set(goals), match.states[0]
    for goal in range(COUNT):
        s["gone"][goal] = goal not in left and goal not in s["goal"]
    s["deck"] = len(left)


def points(match: Match) -> list[int]:
    return [int(p) for p in match.states["score"][0, : match.seats]]


def deal_any(match: Match) -> None:
    while match.to_act == CHANCE:
        match.play(match.legal()[0])


# Multiple Goals


@pytest.mark.parametrize("place", range(3))
def test_multiple_goals_any_one_of_them_wins(place: int):  # §7
    goals = [ROOF, LADLE, LEFT_LADLE]
    goals[place] = HOUSE
    assert play_to(board(BEFORE_HOUSE, goals), AFTER_HOUSE).shares == [1.0, 0.0]


@pytest.mark.parametrize("goals", range(1, 6))
def test_multiple_goals_one_to_five_are_dealt_to_each(goals: int):  # §7
    match = Match("constellation", seats=5, seed=1, goals=goals)
    held = match.states["goal"][0][match.states["goal"][0] >= 0].tolist()
    assert len(held) == len(set(held)) == 5 * goals
    assert match.states["deck"][0] == 32 - 5 * goals


# Change Goal


def test_change_goal_is_there_only_by_option():  # §7
    assert all(action < S.CHANGE for action in board("M").legal())


def test_change_goal_shows_it_and_draws_another_then_you_act():  # §7
    match = board("M", [HOUSE, ROOF], [LADLE, LEFT_LADLE], change=1)
    assert [a - S.CHANGE for a in match.legal() if a >= S.CHANGE] == sorted([goal_of(HOUSE), goal_of(ROOF)])
    match.play(S.CHANGE + goal_of(HOUSE))
    assert match.to_act == CHANCE
    assert S.DEAL + goal_of(HOUSE) not in match.legal()
    match.play(S.DEAL + 20)
    assert match.to_act == 0
    assert match.states["goal"][0, 0, :2].tolist() == [20, goal_of(ROOF)]
    play_to(match, "M   4¹")


def test_change_goal_is_seen_by_all():  # §7
    match = board("M", HOUSE, change=1)
    match.play(S.CHANGE + goal_of(HOUSE))
    for seat in (1, NOBODY):
        assert match.seen(seat)["gone"][0, goal_of(HOUSE)] == 1
        assert match.lines(seat)[-1].said.args == {"who": 0, "goal": goal_of(HOUSE) + 1}


def test_change_goal_once_in_a_turn():  # §7
    match = board("M", HOUSE, change=1)
    match.play(S.CHANGE + goal_of(HOUSE))
    deal_any(match)
    assert all(action < S.CHANGE for action in match.legal())
    play_to(match, "M   4¹")
    assert any(action >= S.CHANGE for action in match.legal())  # the next player's turn


def test_change_goal_needs_a_goal_in_the_deck():  # §7 §9
    match = board("M", HOUSE, change=1)
    leave_in_deck(match, [])
    assert all(action < S.CHANGE for action in match.legal())


# Visible Goals


def test_visible_goals_lie_open_to_everyone():  # §7
    hidden, visible = board("M", HOUSE, ROOF), board("M", HOUSE, ROOF, visible=1)
    for seat in (1, NOBODY):
        assert hidden.seen(seat)["goal"][0, 0, 0] == S.UNKNOWN
        assert visible.seen(seat)["goal"][0, 0, 0] == goal_of(HOUSE)
        dealt = Match.replay("constellation", 2, {"visible": 1}, [S.BEGIN, S.DEAL + goal_of(HOUSE)])
        assert dealt.lines(seat)[1].said.args["goal"] == goal_of(HOUSE) + 1


# Open Game


def test_open_game_goes_on_when_all_stars_are_in_play():  # §7
    almost = "   ".join("M" + "456" * 7 + "45")
    match = play_to(board(almost, open=1), almost + "   6¹")
    assert match.to_act == 1
    assert all(S.EXCHANGE <= action < S.CLOUD for action in match.legal())


def test_open_game_exchanges_two_stars_and_the_cloud_goes_on_either():  # §7 §9
    match = board(FULL, open=1)
    play_to(match, FULL.replace("M   4   5", "M   5   4"))
    assert sorted(outcomes(match).values()) == sorted(
        [FULL.replace("M   4   5   6", drawn, 1) for drawn in ("M   5¹  4   6", "M   5   4¹  6")]
    )
    play_to(match, FULL.replace("M   4   5   6", "M   5   4¹  6", 1))
    assert match.to_act == 1


def test_open_game_exchanges_the_moon_too():  # §7
    play_to(board(FULL, open=1), FULL.replace("M   4   5", "5   4   M"))


def test_open_game_does_not_exchange_two_alike():  # §7 §9
    match = board(FULL, open=1)
    assert len(match.legal()) == 24 + 3 * 8 * 8  # the Moon with each star, and stars of different kinds
    assert FULL not in outcomes(match).values()


@pytest.mark.parametrize("cloud", ["¹", "²"], ids=["my own", "another's"])
def test_open_game_a_cloud_blocks_an_exchange(cloud: str):  # §7
    star = board(FULL.replace("M   4   5", f"M   4{cloud}  5"), open=1)
    assert len(star.legal()) == 24 + 3 * 8 * 8 - 1 - 16
    moon = board(FULL.replace("M ", f"M{cloud}", 1), open=1)
    assert len(moon.legal()) == 3 * 8 * 8


def test_open_game_an_exchange_can_win():  # §7
    drawn = """
        4   4   4   M   {}   5   6   5   6   5   6   5
          5   6   5   6   5   6   5   6
            4   4   4   4   {}
    """
    match = board(drawn.format("6", "4"), "● ● ● ● ●", row=1, open=1)
    assert match.states["reserve"][0].tolist() == [0, 0, 0]
    play_to(match, drawn.format("4", "6"))
    assert match.shares == [1.0, 0.0]


def test_open_game_lights_a_goal_only_where_tiles_lie():  # §7
    """All stars in a row: the straight row can still be made by exchanging, the house no more."""
    for drawn, wanted in (("● ● ● ● ●", 5), (HOUSE, 0)):
        match = board(FULL, drawn, row=1, open=1)
        goal = match.game.view(match.seen(0)[0])["seats"][0]["goals"][0]
        assert len((goal["match"] or {"cells": []})["cells"]) == wanted


def test_open_game_is_still_drawn_after_forty_actions_each():  # §6 §7
    match = play_to(board(FULL, open=1, played=79), FULL.replace("M   4   5", "5   4   M"))
    assert match.shares == [0.5, 0.5]


# Scoring Points


def test_scoring_a_completed_goal_is_a_point_and_is_replaced():  # §7
    match = play_to(board(BEFORE_HOUSE, [HOUSE, ROOF], points=2), AFTER_HOUSE)
    assert points(match) == [1, 0]
    assert match.to_act == CHANCE
    assert S.DEAL + goal_of(HOUSE) not in match.legal()
    match.play(S.DEAL + goal_of(LADLE))
    assert match.states["goal"][0, 0, :2].tolist() == [goal_of(LADLE), goal_of(ROOF)]
    assert match.to_act == 1
    assert picture_of(match) == tidy(AFTER_HOUSE)  # the tiles stay


def test_scoring_goals_of_others_score_too():  # §7
    assert points(play_to(board(BEFORE_HOUSE, ROOF, HOUSE, points=2), AFTER_HOUSE)) == [0, 1]


@pytest.mark.parametrize(("limit", "before", "over"), [(2, 1, True), (3, 1, False), (3, 2, True), (10, 9, True)])
def test_scoring_the_first_to_the_limit_wins(limit: int, before: int, over: bool):  # §7
    match = board(BEFORE_HOUSE, HOUSE, points=limit)
    match.states["score"][0, 0] = before
    play_to(match, AFTER_HOUSE)
    assert match.over is over
    assert match.shares == ([1.0, 0.0] if over else None)


BEFORE_TWO = """
    4   4   4       5   5   5   M
      4                   5
"""
AFTER_TWO = """
    4   4   4   M¹  5   5   5
      4                   5
"""


def test_scoring_two_goals_at_once_are_two_points():  # §7 §9
    match = play_to(board(BEFORE_TWO, [LADLE, LEFT_LADLE], points=2), AFTER_TWO)
    assert points(match) == [2, 0]
    assert match.shares == [1.0, 0.0]


def test_scoring_one_goal_with_two_kinds_is_one_point():  # §9
    match = board(
        """
        4   4   4       5   5   5   M
          4           5
        """,
        [LEFT_LADLE, HOUSE],
        points=2,
    )
    play_to(
        match,
        """
        4   4   4   M¹  5   5   5
          4           5
        """,
    )
    assert points(match) == [1, 0]


def test_scoring_several_at_the_limit_share():  # §5 §7 §9
    match = board(BEFORE_TWO, LEFT_LADLE, LADLE, seats=3, points=2)
    match.states["score"][0, :2] = 1
    assert play_to(match, AFTER_TWO).shares == [0.5, 0.5, 0.0]


def test_scoring_several_at_the_limit_play_on_until_one_leads():  # §5 §7 §9
    match = board(BEFORE_TWO, LEFT_LADLE, LADLE, seats=3, points=2, several=S.PLAY_ON)
    match.states["score"][0, :2] = 1
    play_to(match, AFTER_TWO)
    assert not match.over
    assert points(match) == [2, 2, 0]
    again = board(BEFORE_HOUSE, HOUSE, seats=3, points=2, several=S.PLAY_ON)
    again.states["score"][0, :3] = (2, 2, 0)
    assert play_to(again, AFTER_HOUSE).shares == [1.0, 0.0, 0.0]


def test_scoring_without_the_limit_the_most_points_win():  # §6 §9
    match = board("M   4", seats=3, points=5, played=119)
    match.states["score"][0, :3] = (1, 3, 3)
    assert play_to(match, "M   4   5¹").shares == [0.0, 0.5, 0.5]


def test_scoring_until_the_deck_is_used_up():  # §7
    match = board(BEFORE_HOUSE, HOUSE, seats=3, points=S.UNTIL_DECK)
    leave_in_deck(match, [30])
    match.states["score"][0, :3] = (1, 1, 0)
    play_to(match, AFTER_HOUSE)
    assert not match.over
    match.play(S.DEAL + 30)
    assert match.over
    assert match.shares == [1.0, 0.0, 0.0]


def test_scoring_until_the_deck_is_used_up_counts_changed_goals_too():  # §7 §9
    match = board("M", HOUSE, points=S.UNTIL_DECK, change=1)
    leave_in_deck(match, [30])
    match.play(S.CHANGE + goal_of(HOUSE))
    match.play(S.DEAL + 30)
    assert match.shares == [0.5, 0.5]


def until_drawn(number: int) -> int:
    """The value of the option: the match ends when so many goals have been drawn."""
    return S.DRAWN_UNTIL.tolist().index(number)


def test_scoring_until_a_given_number_of_goals_have_been_drawn():  # §7 §9
    match = board(BEFORE_HOUSE, HOUSE, LADLE, seats=3, points=until_drawn(6), change=1)  # three were dealt
    match.states["score"][0, :3] = (1, 2, 0)
    assert to_draw(match.states[0]) == 3
    match.play(S.CHANGE + goal_of(HOUSE))
    match.play(S.DEAL + goal_of(ROOF))
    assert to_draw(match.states[0]) == 2
    play_to(match, AFTER_HOUSE)
    match.play(S.CHANGE + goal_of(LADLE))
    match.play(S.DEAL + 20)
    assert not match.over
    assert view(match.states[0])["to_draw"] == 1
    assert "to draw 1 " in show(match.states[0])
    match.play(match.legal()[0])
    match.play(next(action for action in match.legal() if action >= S.CHANGE))
    match.play(S.DEAL + 30)
    assert match.shares == [0.0, 1.0, 0.0], "the most points win"
    assert to_draw(match.states[0]) == 0


def test_scoring_until_a_given_number_ends_at_once_when_it_is_drawn():  # §7 §9
    match = board(BEFORE_TWO, LEFT_LADLE, LADLE, seats=5, points=until_drawn(6))  # five were dealt
    play_to(match, AFTER_TWO)
    assert match.states["owed"][0] == 2
    match.play(match.legal()[0])
    assert match.shares == [0.5, 0.5, 0.0, 0.0, 0.0], "the second goal is not drawn any more"


def test_scoring_the_first_deal_does_not_end_the_match_the_next_goal_does():  # §9
    match = board(BEFORE_HOUSE, [HOUSE, ROOF], points=until_drawn(6), goals=5)  # ten were dealt
    assert match.to_act == 0
    assert to_draw(match.states[0]) == 1
    play_to(match, AFTER_HOUSE)
    match.play(S.DEAL + goal_of(LADLE))
    assert match.shares == [1.0, 0.0]


@pytest.mark.parametrize("number", S.DRAWN)
def test_scoring_until_a_given_number_is_no_limit_of_points(number: int):  # §7
    match = board(BEFORE_HOUSE, HOUSE, points=until_drawn(number), goals=2)
    match.states["score"][0, 0] = 25
    play_to(match, AFTER_HOUSE)
    match.play(S.DEAL + goal_of(LADLE))
    assert not match.over
    assert to_draw(match.states[0]) == number - 5


def test_scoring_until_all_are_drawn_tells_how_many_are_left():  # §7
    match = board("M", HOUSE, points=S.UNTIL_DECK)
    assert to_draw(match.states[0]) == match.states["deck"][0] == 30
    assert to_draw(board("M", HOUSE, points=2).states[0]) is None


def test_scoring_goes_on_with_fewer_goals_when_the_deck_is_empty():  # §9
    match = board(BEFORE_HOUSE, HOUSE, points=2)
    leave_in_deck(match, [])
    play_to(match, AFTER_HOUSE)
    assert match.to_act == 1
    assert (match.states["goal"][0, 0] < 0).all()


def test_a_goal_dealt_while_it_stands_counts_from_the_next_action_on():  # §9
    match = board(AFTER_HOUSE.replace("¹", ""), ROOF, LADLE, change=1)
    match.play(S.CHANGE + goal_of(ROOF))
    match.play(S.DEAL + goal_of(HOUSE))
    assert not match.over
    match.play(match.legal()[-1])  # the Moon moves away
    assert not match.over
    match.undo()
    play_to(match, AFTER_HOUSE.replace("4¹", "4   5¹"))
    assert match.shares == [1.0, 0.0]


# Blocking Clouds


def test_blocking_clouds_go_on_any_tile_but_where_they_were():  # §7
    match = board("4¹  M²  5", blocking=1)
    play_to(match, "4¹  M²  5   6")
    assert match.to_act == 0
    assert set(outcomes(match).values()) == {"4   M¹² 5   6", "4   M²  5¹  6", "4   M²  5   6¹"}
    play_to(match, "4   M²  5¹  6")
    assert match.to_act == 1


def test_blocking_clouds_several_on_one_tile_block_until_the_last_has_gone():  # §3 §7 §9
    match = board("4   M¹² 5", blocking=1)
    play_to(match, "4   M¹² 5   6")
    play_to(match, "4   M²  5   6¹")
    assert all(not drawn.startswith("M") for drawn in outcomes(match).values())


def test_blocking_clouds_after_an_exchange_too():  # §7
    match = board(FULL, open=1, blocking=1)
    play_to(match, FULL.replace("M   4   5", "M   5   4"))
    assert match.legal() == [S.CLOUD + tile for tile in range(S.MOON + 1)]


def test_blocking_clouds_come_after_the_goals_are_looked_at():  # §7 §9
    match = play_to(board(BEFORE_HOUSE, HOUSE, blocking=1), AFTER_HOUSE.replace("¹", ""))
    assert match.shares == [1.0, 0.0]


# Presets


def test_presets_are_the_basic_game_and_what_the_book_recommends():  # §7
    game = Match("constellation").game
    assert game.check_options(2, game.presets["basic"]) == game.check_options(2, {})
    confirmed = game.check_options(2, game.presets["confirmed"])
    assert (confirmed["goals"], confirmed["open"], confirmed["points"]) == (3, 1, 2)
