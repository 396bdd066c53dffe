"""Signal Lamps: a test a rule."""

from __future__ import annotations

import pytest
from asterism.games.signal_lamps import state as S

from asterism.core.discover import find
from asterism.core.edition import check, read, standard
from asterism.core.game import BadInput
from asterism.core.header import CHANCE, NOBODY
from asterism.core.match import Match

DIM, PLAIN, BRIGHT = (S.DEAL + kind for kind in range(3))
GAME = find("signal-lamps")


def match(*actions: int, **numbers: int) -> Match:
    own = check(GAME, "own", {**standard(GAME).numbers, **{k.replace("_", "."): v for k, v in numbers.items()}})
    return Match.replay(GAME, 2, {}, actions, own)


def test_each_lamp_is_as_likely_as_there_are_of_it():  # §1
    assert GAME.odds(match().states) == ([DIM, PLAIN, BRIGHT], [4, 3, 2])
    assert GAME.odds(match(BRIGHT).states) == ([DIM, PLAIN, BRIGHT], [4, 3, 1])
    assert GAME.odds(match(bright_count=0).states) == ([DIM, PLAIN], [4, 3])


def test_a_lamp_that_is_put_aside_does_not_come_back():  # §2
    swapped = match(BRIGHT, DIM, S.SWAP)
    assert swapped.to_act == CHANCE
    assert GAME.odds(swapped.states) == ([DIM, PLAIN, BRIGHT], [3, 3, 1])


def test_the_team_wins_with_the_light_that_is_needed():  # §3
    for needed, ending in ((8, "team-won"), (9, "team-lost")):
        lit = match(BRIGHT, BRIGHT, S.KEEP, S.KEEP, needed=needed)
        assert lit.result is not None
        assert lit.result.ending == ending
        assert lit.result.scores == [8, 8]


def test_more_light_is_a_better_win():  # §3
    shares = [match(BRIGHT, lamp, S.KEEP, S.KEEP, needed=5).shares for lamp in (DIM, PLAIN, BRIGHT)]
    assert shares == [[0.8125, 0.8125], [0.875, 0.875], [1.0, 1.0]]


def test_only_its_owner_hears_which_lamp_is_dealt():  # §4
    dealing = match()
    assert [GAME.heard(dealing.states, seat, BRIGHT) for seat in (0, 1, NOBODY)] == [BRIGHT, S.SOME_LAMP, S.SOME_LAMP]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("needed = 0", "lamps, line 1: needed goes from 1 to 300, not 0"),
        ("[dim]\ncount = 4\nlight = 101", "lamps, line 3: dim.light goes from 0 to 100, not 101"),
        ("[dim]\ncount = 2.5", "lamps, line 2: dim.count goes from 0 to 20, not 2.5"),
        ("[bright]\ncost = 2", "lamps, line 2: signal-lamps has no number 'bright.cost'; did you mean"),
        ("[glaring]\ncount = 2", "has no number 'glaring.count'"),
        ("[dim]\ncount = 0\n[plain]\ncount = 0", "there are 2 lamps, but 6 may be needed"),
        ("[dim]\ncount = = 3", "lamps: Invalid value (at line 2"),
        ("title = 7", "the title of an edition is one line"),
    ],
)
def test_an_edition_that_cannot_be_is_told_with_its_line(text: str, told: str):
    with pytest.raises(BadInput) as refused:
        read(GAME, text, "lamps")
    assert told in str(refused.value)
