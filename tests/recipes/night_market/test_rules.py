"""Night Market: a test a rule."""

from __future__ import annotations

from asterism.games.night_market import state as S

from asterism.core.discover import find
from asterism.core.edition import check
from asterism.core.header import CHANCE
from asterism.core.match import Match

GAME = find("night-market")
RED, GREEN, BLUE = 0, 10, 20  # + number - 1


def test_three_are_laid_out_before_the_first_turn():  # §1
    match = Match(GAME)
    for card in (RED, GREEN, BLUE):
        assert match.to_act == CHANCE
        assert len(match.legal()) == 40 - match.ply
        match.play(S.DRAW + card)
    assert match.to_act == 0
    assert match.legal() == [S.TAKE + RED, S.TAKE + GREEN, S.TAKE + BLUE]


def test_what_is_taken_is_replaced():  # §2
    match = Match.replay(GAME, 2, {}, [S.DRAW + RED, S.DRAW + GREEN, S.DRAW + BLUE, S.TAKE + GREEN])
    assert match.to_act == CHANCE
    match.play(S.DRAW + GREEN + 1)
    assert (match.to_act, match.legal()) == (1, [S.TAKE + RED, S.TAKE + GREEN + 1, S.TAKE + BLUE])


def test_a_pair_of_one_colour_gives_the_bonus():  # §3
    taken = [
        S.DRAW + RED,
        S.DRAW + GREEN,
        S.DRAW + BLUE,
        S.TAKE + RED,
        S.DRAW + RED + 1,
        S.TAKE + GREEN,
        S.DRAW + 30,
        S.TAKE + RED + 1,
    ]
    own = check(GAME, "own", {"bonus": 50})
    assert Match.replay(GAME, 2, {}, taken).scores == [1 + 2 + 4, 1]
    assert Match.replay(GAME, 2, {}, taken, own).scores == [1 + 2 + 50, 1]


def test_equal_points_share_the_win():  # §4
    match = Match(GAME, edition=check(GAME, "own", {"bonus": 0}))
    for card in (RED, GREEN, BLUE):
        match.play(S.DRAW + card)
    for number in range(S.EACH):
        match.play(S.TAKE + RED + number)
        match.play(S.DRAW + RED + number + 1)
        match.play(S.TAKE + GREEN + number)
        if not match.over:
            match.play(S.DRAW + GREEN + number + 1)
    assert match.result is not None
    assert (match.result.ending, match.result.winners) == ("shared", (0, 1))
