"""The Gamers Constellation: winning, several at once, a draw. A picture of the board goes in, a picture comes out."""

from __future__ import annotations

import pytest

from asterism.core.game import BadInput
from asterism.core.header import CHANCE

from . import state as S
from .pictures import board, goal_of, play_to
from .view import view

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


# §4 Winning


def test_the_books_first_example_won_with_four_pointed_stars():  # §4
    match = board(
        """
          4   5
        4   M
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   5
        4   M   6¹
        """,
    )
    assert not match.over
    match = board(
        """
          4   4
        4   M
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   4¹
        """,
    )
    assert match.over
    assert match.shares == [1.0, 0.0]


def test_the_books_second_example_the_moon_is_not_included():  # §4
    match = board(
        """
              4   4
        M   4   4
        """,
        HOUSE,
    )
    play_to(
        match,
        """
              4   4
        M   4   4   4¹
        """,
    )
    assert not match.over


def test_the_books_third_example_another_star_of_the_kind_touches():  # §4
    match = board(
        """
          4   4
        4   M       4
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   4¹  4
        """,
    )
    assert not match.over


def test_stars_of_other_kinds_may_touch():  # §4
    match = board(
        """
          4   4   5
        4   M       6
          6   5   5
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4   5
        4   M   4¹  6
          6   5   5
        """,
    )
    assert match.over


def test_all_five_must_be_one_kind():  # §4
    match = board(
        """
          4   4
        4   M
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   5¹
        """,
    )
    assert not match.over


@pytest.mark.parametrize("kind", "456")
def test_any_kind_wins(kind: str):  # §4
    match = board(f"{kind}   M   {kind}   {kind}", "● ● ● ● ●", row=1)
    play_to(match, f"{kind}   M   {kind}   {kind}   {kind}¹")
    assert match.shares == [1.0, 0.0]


@pytest.mark.parametrize(("goal", "over"), [(LADLE, False), (LEFT_LADLE, True)], ids=["mirrored", "the same"])
def test_a_mirrored_shape_does_not_win(goal: str, over: bool):  # §4
    match = board(
        """
                  4
        4   4   M
        """,
        goal,
    )
    play_to(
        match,
        """
                  4
        4   4   M   4¹
        """,
    )
    assert match.over is over


def test_a_turned_shape_wins():  # §4
    match = board(
        """
        M   4
          4
            4
        """,
        LADLE,
    )
    play_to(
        match,
        """
        M   4
          4
            4
              4¹
        """,
    )
    assert match.over


def test_clouds_do_not_matter():  # §4
    match = board(
        """
          4²  4³
        4⁴  M
        """,
        HOUSE,
        seats=4,
    )
    play_to(
        match,
        """
          4²  4³
        4⁴  M   4¹
        """,
    )
    assert match.shares == [1.0, 0.0, 0.0, 0.0]


def test_a_switch_can_win():  # §4
    match = board(
        """
          4   4
        4   M   5
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   4¹
        """,
    )
    assert match.over


def test_a_switch_can_take_away_the_star_too_many():  # §4
    match = board(
        """
          4   4
        4   M   4   4
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   4   6¹
        """,
    )
    assert match.over


def test_moving_the_moon_can_win():  # §4
    match = board(
        """
          4   4
        4       4   5   M
        """,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M¹  4   5
        """,
    )
    assert match.over


def test_you_can_win_on_somebody_elses_action():  # §4
    match = board(
        """
          4   4
        4   M
        """,
        ROOF,
        HOUSE,
    )
    play_to(
        match,
        """
          4   4
        4   M   4¹
        """,
    )
    assert match.over
    assert match.shares == [0.0, 1.0]


def test_nothing_can_be_played_once_it_is_won():  # §4
    match = board("4   M   4   4", "● ● ● ● ●", row=1)
    play_to(match, "4   M   4   4   4¹")
    with pytest.raises(BadInput, match="the match is over"):
        match.play(S.PLACE)


# §5 Several at once: the Moon comes between two shapes that lack only it

BEFORE = """
    4   4   4       5   5   5   M
      4                   5
"""
AFTER = """
    4   4   4   M¹  5   5   5
      4                   5
"""


def test_several_at_once_share_the_win():  # §5
    match = play_to(board(BEFORE, LEFT_LADLE, LADLE, seats=3), AFTER)
    assert match.over
    assert match.shares == [0.5, 0.5, 0.0]


def test_several_at_once_need_not_include_the_one_who_acted():  # §5
    match = play_to(board(BEFORE, ROOF, LEFT_LADLE, LADLE, seats=3), AFTER)
    assert match.shares == [0.0, 0.5, 0.5]


def test_several_at_once_play_on_with_new_goals():  # §5
    match = play_to(board(BEFORE, LEFT_LADLE, LADLE, ROOF, seats=3, several=S.PLAY_ON), AFTER)
    assert match.to_act == CHANCE
    assert not {S.DEAL + goal_of(LADLE), S.DEAL + goal_of(LEFT_LADLE)} & set(match.legal())  # discarded for good
    match.play(S.DEAL + goal_of(HOUSE))
    assert match.to_act == CHANCE
    match.play(match.legal()[-1])
    assert match.to_act == 1
    assert match.states["goal"][0, 0, 0] == goal_of(HOUSE)
    assert match.states["goal"][0, 2, 0] == goal_of(ROOF)


def test_play_on_still_lets_one_alone_win():  # §5
    match = play_to(board(BEFORE, ROOF, LADLE, several=S.PLAY_ON), AFTER)
    assert match.shares == [0.0, 1.0]


def test_play_on_replaces_only_the_completed_goals():  # §5 §9
    match = board(BEFORE, [LEFT_LADLE, ROOF], [LADLE, HOUSE], several=S.PLAY_ON)
    play_to(match, AFTER)
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    assert match.states["goal"][0, :2, 1].tolist() == [goal_of(ROOF), goal_of(HOUSE)]


def test_two_goals_of_one_player_at_once_are_just_a_win():  # §5
    match = play_to(board(BEFORE, [LEFT_LADLE, LADLE], several=S.PLAY_ON), AFTER)
    assert match.shares == [1.0, 0.0]


# §6 A draw

ALMOST_ALL = "   ".join("M" + "456" * 7 + "45")  # 23 stars


def test_a_draw_when_the_reserve_is_empty():  # §6
    match = board(ALMOST_ALL, seats=3)
    play_to(match, ALMOST_ALL + "   6¹")
    assert match.over
    assert match.shares == [1 / 3] * 3


def test_the_last_star_can_still_win():  # §6
    drawn = """
        4   4   4   M   {}  5   6   5   6   5   6   5   6
          5   6   5   6   5   6   5   6
            4   4   4   4
    """
    match = board(drawn.replace("{}", "  "), "● ● ● ● ●", row=1)
    assert match.states["reserve"][0].tolist() == [1, 0, 0]
    play_to(match, drawn.replace("{}", "4¹"))
    assert match.shares == [1.0, 0.0]


def test_a_draw_after_forty_actions_each():  # §6 §9
    match = board("M   4", played=78)
    play_to(match, "M   4   5¹")
    assert not match.over
    play_to(match, "M   4   5¹  6²")
    assert match.over
    assert match.shares == [0.5, 0.5]


def test_the_last_action_can_still_win():  # §6
    match = play_to(board("4   M   4   4", "● ● ● ● ●", row=1, played=79), "4   M   4   4   4¹")
    assert match.shares == [1.0, 0.0]


def test_the_last_ten_actions_are_counted_down():  # §6
    assert [_countdown(played) for played in (69, 70, 71, 79)] == [None, 10, 9, 1]


def _countdown(played: int) -> int | None:
    match = board("M   4", played=played)
    shown: int | None = view(match.seen()[0])["countdown"]
    return shown


def test_several_at_once_with_the_last_action_under_play_on_is_a_draw():  # §5 §6
    match = board(BEFORE, LEFT_LADLE, LADLE, seats=3, several=S.PLAY_ON, played=119)
    play_to(match, AFTER)
    assert match.over
    assert match.shares == [1 / 3] * 3
