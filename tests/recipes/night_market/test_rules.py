"""Night Market: a test a rule."""

from __future__ import annotations

from asterism.games.night_market.state import DRAW, EACH, TAKE

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
        match.play(DRAW + card)
    assert match.to_act == 0
    assert match.legal() == [TAKE + RED, TAKE + GREEN, TAKE + BLUE]


def test_what_is_taken_is_replaced():  # §2
    match = Match.replay(GAME, 2, {}, [DRAW + RED, DRAW + GREEN, DRAW + BLUE, TAKE + GREEN])
    assert match.to_act == CHANCE
    match.play(DRAW + GREEN + 1)
    assert (match.to_act, match.legal()) == (1, [TAKE + RED, TAKE + GREEN + 1, TAKE + BLUE])


def test_a_pair_of_one_colour_gives_the_bonus():  # §3
    taken = [DRAW + RED, DRAW + GREEN, DRAW + BLUE, TAKE + RED, DRAW + RED + 1, TAKE + GREEN, DRAW + 30, TAKE + RED + 1]
    own = check(GAME, "own", {"bonus": 50})
    assert Match.replay(GAME, 2, {}, taken).scores == [1 + 2 + 4, 1]
    assert Match.replay(GAME, 2, {}, taken, own).scores == [1 + 2 + 50, 1]


def test_equal_points_share_the_win():  # §4
    match = Match(GAME, edition=check(GAME, "own", {"bonus": 0}))
    for card in (RED, GREEN, BLUE):
        match.play(DRAW + card)
    for number in range(EACH):
        match.play(TAKE + RED + number)
        match.play(DRAW + RED + number + 1)
        match.play(TAKE + GREEN + number)
        if not match.over:
            match.play(DRAW + GREEN + number + 1)
    assert match.result is not None
    assert (match.result.ending, match.result.winners) == ("shared", (0, 1))
