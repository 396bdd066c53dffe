"""The Gamers Constellation: what a seat can and cannot know (§8), and what the scene tells the page."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from asterism.core.contract import random_match
from asterism.core.header import CHANCE, NOBODY, UNHEARD
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.core.words import word

from . import state as S
from .goals import COUNT, STRAIGHT_ROW
from .pictures import board, derive, goal_of, play_to
from .view import view

HOUSE = """
     ● ●
    ● ● ●
"""
ROOF = """
     ● ● ●
    ●     ●
"""
STANDS = """
      4   4
    4   M   4
"""


def guesses(match: Match, seat: int, many: int = 3000) -> Counter[tuple[int, ...]]:
    """How often each set of everyone's goals is guessed by a seat."""
    rng, found = new_rng(7), Counter[tuple[int, ...]]()
    for _ in range(many):
        other = match.seen(seat)
        match.game.doors.fill_in(other, seat, rng)
        found[tuple(int(g) for g in other["goal"][0, : match.seats, : match.options["goals"]].ravel())] += 1
    return found


def test_only_its_owner_sees_and_hears_a_goal():  # §8
    match = Match("constellation", seats=2)
    match.play(S.BEGIN)
    assert [match.game.heard(match.states, seat, S.DEAL + 7) for seat in (0, 1, NOBODY)] == [
        S.DEAL + 7,
        UNHEARD,
        UNHEARD,
    ]
    match.play(S.DEAL + 7)
    assert [int(match.seen(seat)["goal"][0, 0, 0]) for seat in (0, 1, NOBODY)] == [7, S.UNKNOWN, S.UNKNOWN]


def test_all_goals_are_shown_at_the_end():  # §8
    match = play_to(board("4   M   4   4", "● ● ● ● ●", ROOF, row=1), "4   M   4   4   4¹")
    assert match.seen(NOBODY)["goal"][0, :2, 0].tolist() == [STRAIGHT_ROW, goal_of(ROOF)]


def test_a_guess_is_any_goal_that_is_left_equally_likely():  # §8
    found = guesses(board("M", HOUSE), 0)
    assert {goals[0] for goals in found} == {goal_of(HOUSE)}
    assert {goals[1] for goals in found} == set(range(COUNT)) - {goal_of(HOUSE), STRAIGHT_ROW}
    assert max(found.values()) < 2 * min(found.values())  # 97 of each expected


def test_a_guess_leaves_out_what_stood_unclaimed():  # §8
    match = board(
        STANDS,
        ROOF,
        [
            (
                """● ● ● ●
 ●"""
            )
        ],
    )
    assert any(goals[1] == goal_of(HOUSE) for goals in guesses(match, 0))
    match = play_to(match, STANDS.replace("M   4", "M   4   5¹"))
    assert not match.over
    assert not any(goals[1] == goal_of(HOUSE) for goals in guesses(match, 0))
    assert not any(goal_of(HOUSE) in goals for goals in guesses(match, NOBODY))


def test_a_goal_dealt_later_may_be_what_stood_before():  # §8
    match = play_to(board(STANDS, ROOF, ["● ● ● ●\n ●"], change=1), STANDS.replace("M   4", "M   4   5¹"))
    match.play(S.CHANGE + goal_of("● ● ● ●\n ●"))
    match.play(S.DEAL + 20)
    assert any(goals[1] == goal_of(HOUSE) for goals in guesses(match, 0))


def test_guesses_are_uniform_over_all_that_is_possible():  # §8
    """Two goals dealt at different times, few goals left: every possible pair comes equally often."""
    match = board(STANDS, ["● ● ● ●\n ●", ROOF], [HOUSE, "● ● ● ● ●"], row=1)
    s = match.states[0]
    s["gone"][:] = 1
    held = [int(g) for g in s["goal"][:2, :2].ravel()]
    for goal in (*held, 20, 21, 22):
        s["gone"][goal] = 0
    s["deck"] = 3
    s["actions"], s["dealt"][1, 1] = 9, 5
    s["stood"][20] = 3  # after the first was dealt, before the second
    s["stood"][21] = 7  # after both
    found = guesses(match, 0, 8000)
    early, late = {held[2], held[3], 22}, {held[2], held[3], 22, 20}
    assert {goals[2:] for goals in found} == {(a, b) for a in early for b in late if a != b}
    assert max(found.values()) < 1.3 * min(found.values())  # 9 pairs, 889 of each expected


# What is kept step by step is what follows from the tiles


@pytest.mark.parametrize("seed", range(4))
def test_the_lists_kept_step_by_step_are_those_worked_out_anew(seed: int):  # §2
    dice = random.Random(seed)
    game = Match("constellation").game
    options = {"open": seed % 2, "blocking": seed // 2, "goals": 1 + seed, "points": 2 * (seed % 2)}
    for match in random_match(game, 2 + seed, options, dice):
        again = match.states.copy()
        derive(again[0])
        assert again.tobytes() == match.states.tobytes()


# The scene


@pytest.mark.parametrize("seed", range(4))
def test_the_scene_says_why_exactly_where_nothing_is_legal(seed: int):  # §3
    dice = random.Random(seed)
    game = Match("constellation").game
    for match in random_match(game, 2 + seed, {"open": 1, "blocking": seed % 2, "goals": 2}, dice):
        if match.over or match.to_act == CHANCE:
            continue
        verbs: dict[str, set[int]] = {"switch": set(), "move": set(), "exchange": set(), "cloud": set()}
        for action in match.legal():
            place = game.say(match.states[0], action).place
            if S.SWITCH <= action < S.MOVE:
                verbs["switch"].add(int(place.removeprefix("tile:")))
            elif S.MOVE <= action < S.EXCHANGE:
                verbs["move"].add(S.MOON)
            elif S.EXCHANGE <= action < S.CLOUD:
                verbs["exchange"] |= {int(tile) for tile in place.removeprefix("pair:").split(",")}
            elif S.CLOUD <= action < S.CHANGE:
                verbs["cloud"].add(int(place.removeprefix("tile:")))
        now = {verb for verb, tiles in verbs.items() if tiles}
        for tile in view(match.seen()[0])["tiles"]:
            for verb in now:
                assert (verb in tile["why"]) != (tile["tile"] in verbs[verb]), (verb, tile)
            for reason in tile["why"].values():
                args = {name: f"Seat {value + 1}" for name, value in reason["args"].items()}
                assert word(game, reason["words"], **args)


def test_the_scene_lights_what_fits_my_goal_so_far():
    match = board(
        """
          4   5
        4   M   4   4
        """,
        HOUSE,
    )
    mine = view(match.seen(0)[0])["seats"][0]["goals"][0]
    assert mine["goal"] == goal_of(HOUSE) + 1
    assert mine["match"] == {
        "kind": "four",
        "cells": [(0, 0), (-1, 0), (0, -1), (1, -1), (1, 0)],
        "right": [(0, 0), (-1, 0), (0, -1), (1, 0)],
        "wrong": [(1, -1)],
        "extra": [(2, 0)],
    }
    theirs = view(match.seen(0)[0])["seats"][1]["goals"][0]
    assert theirs == {"goal": None, "cells": [], "steps": [], "match": None}


def test_the_scene_names_the_cells_of_a_win():
    match = play_to(board("4   M   4   4", "● ● ● ● ●", row=1), "4   M   4   4   4¹")
    scene = view(match.seen(NOBODY)[0])
    assert scene["phase"] == "over"
    assert scene["seats"][0]["won"]
    assert scene["reached"] == [
        {"seat": 0, "kind": "four", "goal": 33, "cells": [(0, 0), (1, 0), (-1, 0), (2, 0), (3, 0)]}
    ]


def test_the_scene_has_places_for_every_choice():
    match = board("4   M", HOUSE, change=1)
    said = [match.game.say(match.seen()[0], action) for action in match.legal()]
    assert {s.place.partition(":")[0] for s in said} == {"cell", "tile", "goal"}
    assert {s.args["kind"] for s in said if s.id == "place" and s.place == "cell:1,0"} == {"four", "five", "six"}
    assert json.dumps(view(match.seen()[0]))


def test_credits_name_the_source():  # §10
    assert "The Gamers Constellation" in Match("constellation").game.text("RULES.md").split("## §10")[1]
