"""The Gamers Constellation, rule by rule: a picture of the board goes in, an action is played, a picture comes out.

4¹  5      a four-pointed star under seat 1's cloud, a five-pointed one; below them the Moon
  M
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from asterism.core.contract import random_match
from asterism.core.header import CHANCE
from asterism.core.match import Match
from asterism.kit.hexes import SIDES, beside, distance, grown, mirrored, moved, upright

from . import GAME
from . import state as S
from .board import stars_near
from .goals import COUNT, GOALS, STEPS_OF, STRAIGHT_ROW
from .pictures import board, goal_of, outcomes, picture_of, play_to, tidy

LADLE = """
     ●
    ● ● ● ●
"""
LEFT_LADLE = """
         ●
    ● ● ● ●
"""


def can(match: Match, picture: str) -> bool:
    return tidy(picture) in outcomes(match).values()


def boards() -> Iterator[Match]:
    """Every position of four random matches, with two to five seats."""
    dice = random.Random(1)
    for seats in range(2, 6):
        yield from random_match(GAME, seats, {option.name: option.default for option in GAME.options}, dice)


def cells_for(match: Match, first: int, end: int) -> int:
    """How many different cells the legal actions from `first` up to `end` name."""
    return len({match.game.say(match.states[0], a).place for a in match.legal() if first <= a < end})


# §1 Set-up


def test_setup_the_moon_is_alone_and_all_stars_are_in_the_reserve():  # §1
    s = Match("constellation", seats=2).states[0]
    assert s["stars"] == 0
    assert (s["q"][S.MOON], s["r"][S.MOON]) == (0, 0)
    assert (s["q"][: S.STARS].tolist(), s["r"][: S.STARS].tolist()) == ([S.FAR] * S.STARS, [S.FAR] * S.STARS)
    assert s["kind"][: S.STARS].tolist() == [S.NONE] * S.STARS
    assert s["reserve"].tolist() == [S.PER_KIND] * 3


def test_tiles_touch_that_lie_side_by_side_and_stars_are_near_within_two_steps():
    for match in boards():
        s = match.states[0]
        tiles = [*range(s["stars"]), S.MOON]
        at = {tile: (int(s["q"][tile]), int(s["r"][tile])) for tile in tiles}
        for tile in tiles:
            touched = {other for other in tiles if int(s["touch"][tile]) >> other & 1}
            assert touched == {other for other in tiles if at[other] in beside(at[tile])}
            near = int(stars_near(s, *at[tile]))
            assert near == sum(1 << star for star in tiles if star != S.MOON and distance(at[star], at[tile]) <= 2)


def test_there_are_33_goals_and_22_with_mirror_images_joined():  # §1
    assert len(GOALS) == COUNT == 33
    assert len({min(goal, upright(mirrored(goal))) for goal in GOALS}) == 22


def test_goals_grown_cell_by_cell_are_as_many_as_has_been_counted():  # §1
    assert [len(grown(size)) for size in range(1, 7)] == [1, 1, 3, 10, 33, 147]  # one-sided polyhexes
    assert all(len(set(goal)) == 5 for goal in GOALS)


def test_a_turned_goal_is_the_same_and_a_mirrored_one_is_not():  # §1
    turned = """
        ● ●
         ●
          ●
           ●
    """
    assert goal_of(turned) == goal_of(LADLE)
    assert goal_of(LEFT_LADLE) != goal_of(LADLE)


@pytest.mark.parametrize(("row", "goals"), [(0, 32), (1, 33)])
def test_the_straight_row_is_in_the_deck_only_by_option(row: int, goals: int):  # §1 §9
    match = Match("constellation", seats=2, row=row)
    match.play(S.BEGIN)
    assert len(match.legal()) == goals
    assert (S.DEAL + STRAIGHT_ROW in match.legal()) == bool(row)
    assert goal_of("● ● ● ● ●") == STRAIGHT_ROW


def test_chance_says_who_begins_then_deals_each_a_different_goal():  # §1
    match = Match("constellation", seats=3)
    assert match.to_act == CHANCE
    assert match.game.odds(match.states) == ([S.BEGIN, S.BEGIN + 1, S.BEGIN + 2], [1, 1, 1])
    match.play(S.BEGIN + 2)
    for goal in (5, 9, 0):
        outcomes_, weights = match.game.odds(match.states)
        assert set(weights) == {1}
        match.play(S.DEAL + goal)
        assert S.DEAL + goal in outcomes_
        assert S.DEAL + goal not in match.legal()
    assert match.to_act == 2
    assert match.states["goal"][0, :3, 0].tolist() == [9, 0, 5]


def test_the_moon_lies_alone_and_the_reserve_has_eight_stars_of_each_kind():  # §1
    match = board("M")
    assert match.states["reserve"][0].tolist() == [8, 8, 8]
    assert picture_of(match) == "M"


# §2 Your action


def test_place_any_kind_next_to_the_moon():  # §2
    match = board("M")
    assert len(match.legal()) == 3 * 6
    play_to(match, "M   5¹")
    assert match.states["reserve"][0].tolist() == [8, 7, 8]
    assert match.to_act == 1


def test_place_next_to_any_tile_in_play():  # §2
    match = board("""
        4   M   6
    """)
    assert cells_for(match, S.PLACE, S.SWITCH) == 10
    play_to(
        match,
        """
        4   M   6   6¹
    """,
    )


def test_no_star_can_be_placed_away_from_the_others_or_on_top():  # §2
    match = board("4   M")
    assert not can(match, "4   M       5¹")
    assert not can(match, "4   5¹")


def test_no_star_can_be_placed_when_its_kind_is_used_up():  # §2
    match = board("""
        4   4   4   4   M
          4   4   4   4
    """)
    kinds = {match.game.say(match.states[0], a).args["kind"] for a in match.legal() if a < S.SWITCH}
    assert kinds == {"five", "six"}


def test_switch_a_star_for_one_of_another_kind():  # §2
    match = board("4   M")
    play_to(match, "6¹  M")
    assert match.states["reserve"][0].tolist() == [8, 8, 7]
    assert match.to_act == 1


def test_a_star_is_not_switched_for_its_own_kind():  # §2
    match = board("4   M")
    assert sorted(outcomes(match)[a] for a in match.legal() if S.SWITCH <= a < S.MOVE) == ["5¹  M", "6¹  M"]


def test_a_star_is_not_switched_for_a_kind_that_is_used_up():  # §2
    match = board("""
        4   4   4   4   M   5
          4   4   4   4
    """)
    assert can(
        match,
        """
        4   4   4   4   M   6¹
          4   4   4   4
    """,
    )
    assert not can(
        match,
        """
        4   4   4   4   M   4¹
          4   4   4   4
    """,
    )


def test_move_the_moon_next_to_any_star():  # §2
    match = board("4   5   M")
    assert cells_for(match, S.MOVE, 10**6) == 7  # eight cells touch the two stars; the Moon is on one of them
    play_to(match, "M¹  4   5")
    assert match.to_act == 1


def test_the_moon_cannot_stay_and_cannot_leave_the_stars():  # §2
    match = board("4   5   M")
    assert not can(match, "4   5   M¹")
    assert not can(match, "4   5       M¹")


def test_the_moon_needs_a_star_to_move_to():  # §2
    assert all(action < S.SWITCH for action in board("M").legal())


def test_moving_the_moon_splits_the_tiles_and_a_later_star_joins_them():  # §2
    match = board("""
        4   5   M   6   4
    """)
    play_to(
        match,
        """
          M¹
        4   5       6   4
    """,
    )
    play_to(
        match,
        """
          M¹
        4   5   5²  6   4
    """,
    )


def test_both_parts_of_a_split_board_can_be_built_on():  # §2
    match = board("""
          M
        4   5       6   4
    """)
    assert can(
        match,
        """
          M
        4   5       6   4   6¹
    """,
    )
    assert can(
        match,
        """
          M
    6¹  4   5       6   4
    """,
    )


# §3 Your cloud


def test_the_cloud_goes_to_the_tile_just_played():  # §3
    match = board("M")
    play_to(match, "M   4¹")
    play_to(match, "M   4¹  5²")
    play_to(match, "M   4   5²  6¹")


@pytest.mark.parametrize("cloud", ["¹", "²"], ids=["my own", "another's"])
def test_a_star_under_a_cloud_cannot_be_switched(cloud: str):  # §3
    match = board(f"4{cloud}  M   5")
    switched = {match.game.say(match.states[0], a).place for a in match.legal() if S.SWITCH <= a < S.MOVE}
    assert switched == {"tile:1"}


@pytest.mark.parametrize("cloud", ["¹", "²"], ids=["my own", "another's"])
def test_the_moon_under_a_cloud_cannot_be_moved(cloud: str):  # §3
    assert cells_for(board("4   M   5"), S.MOVE, 10**6) > 0
    assert cells_for(board(f"4   M{cloud}  5"), S.MOVE, 10**6) == 0


def test_the_moon_is_never_switched():  # §3
    match = board("4   M   5")
    assert not {"4   4¹  5", "4   5¹  5", "4   6¹  5"} & set(outcomes(match).values())


def test_the_old_cloud_frees_its_tile():  # §3
    match = board("4¹  M   5²")
    play_to(match, "4   M   5²  6¹")
    assert can(match, "6²  M   5   6¹")


@pytest.mark.parametrize("goal", range(COUNT))
def test_a_goal_told_in_steps_is_the_goal(goal: int):  # §1
    cells = [(0, 0)]
    for of, side in STEPS_OF[goal]:
        cells.append(beside(cells[of - 1])[SIDES.index(side)])
    assert upright(moved(cells)) == GOALS[goal]
    assert len(set(cells)) == 5
