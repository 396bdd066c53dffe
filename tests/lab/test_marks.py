"""What games note of their matches: piles that were missed, ratings, programs, the role that nobody had."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from asterism.core.discover import find
from asterism.core.edition import fill, standard
from asterism.core.game import BadInput, States
from asterism.core.header import OVER
from asterism.games.gemini.decks import CHECKOUTS, RATINGS
from asterism.games.gemini.display.seen_record import SeenRecord
from asterism.games.gemini.state import COMPLETED, HOURS, NO_FUNDING, NONE, WON
from asterism.games.geminion.state import BUYING, HELPER, PENNY, RAINBOW
from asterism.lab.marks import marker_of, names_of, number_of
from asterism.lab.measure import gap_of


def begun(name: str, seats: int) -> States:
    game = find(name)
    return game.new(seats, {}, lambda states: fill(game, states, standard(game)))


def marked(name: str, s: Any) -> set[str]:
    out = np.zeros(len(names_of(find(name))), np.int8)
    marker_of(find(name))(s, out)
    return {mark for mark, set_ in zip(names_of(find(name)), out, strict=True) if set_}


def test_a_pile_is_missed_only_by_someone_who_could_pay():
    s = begun("geminion", 3)[0]
    s["phase"], s["purse"] = BUYING, 5
    assert marked("geminion", s) == set()
    s["supply"][[HELPER, PENNY]] = 0
    assert marked("geminion", s) == {"sold-out helper", "sold-out any"}, "there was never a pile of Pennies"
    s["purse"] = 4
    assert marked("geminion", s) == set()
    s["purse"], s["supply"][RAINBOW], s["supply"][HELPER] = 9, 0, 1
    assert marked("geminion", s) == {"sold-out rainbow"}, "those are meant to run out"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_semester_is_marked_by_its_rating_and_those_below_it(seats: int):
    s = begun("gemini", seats)[0]
    s["seat_of"][:] = [0, 1, NONE, 0]
    s["checked"], s["ending"] = 1, WON
    assert marked("gemini", s) == set(), "it is not over"
    s["to_act"] = OVER
    s["lane"][0, COMPLETED] = 3
    for hours in range(0, 240, 5):
        s["lane"][CHECKOUTS, HOURS] = hours
        rating = SeenRecord(s).rating()
        reached = RATINGS[: RATINGS.index(rating) + 1] if rating in RATINGS else ()
        assert marked("gemini", s) == {*(f"rated {one}" for one in reached), "completed embers", "without operator"}
    assert rating == "epic"
    s["ending"] = NO_FUNDING
    assert marked("gemini", s) == {"completed embers", "without operator"}


def test_a_gap_is_what_is_won_more_with_a_mark():
    won = np.array([True] * 60 + [False] * 40 + [True] * 30 + [False] * 70)
    has = np.arange(200) < 100
    found = gap_of(won, has, np.arange(200))
    assert found.mean == pytest.approx(0.3)
    assert 0.1 < found.error < 0.2
    assert gap_of(won, np.zeros(200, bool), np.arange(200)).error == 1, "nothing to compare"


def test_a_mark_that_is_none_is_named():
    with pytest.raises(BadInput, match="did you mean 'rated epic'"):
        number_of(find("gemini"), "rated epik")
    with pytest.raises(BadInput, match="it has: none"):
        number_of(find("geminos"), "won")
