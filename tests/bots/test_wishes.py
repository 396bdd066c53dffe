"""A bot follows where people of its team point, where that costs little."""

from __future__ import annotations

import pytest

from asterism.bots.search import Budget, Search
from asterism.bots.search_result import ActionStats
from asterism.bots.wishes import ENOUGH, LITTLE, is_at, prefer_wished, wished_actions
from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.edition import check, standard
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.games.gemini.tests.positions import Lane, position


def test_a_choice_is_where_someone_points_if_it_has_all_parts_of_that_place():
    for pointed in ("quasar", "embers", "ao", "quasar>embers", "quasar>embers/ao", "embers/ao"):
        assert is_at("quasar>embers/ao", pointed)
    for pointed in ("quasar>mirror", "quasar>embers/plain", "ember", "end", ""):
        assert not is_at("quasar>embers/ao", pointed)


@pytest.mark.parametrize(
    ("visits", "value", "followed"),
    [(50, 0.6, True), (50, 0.61 - LITTLE, True), (50, 0.59 - LITTLE, False), (100 // ENOUGH - 1, 0.9, False)],
    ids=["as good", "a little worse", "too dear", "hardly tried"],
)
def test_a_wish_is_followed_if_it_costs_little_and_was_tried_enough(visits: int, value: float, followed: bool):
    tried = [ActionStats(7, 100, 0.6, 0.0), ActionStats(3, 90, 0.55, 0.0), ActionStats(5, visits, value, 0.0)]
    assert prefer_wished(tried, []) == 7
    assert prefer_wished(tried, [5]) == (5 if followed else 7)


def last_turn() -> Match:
    """The last turn of a semester: a red target must be complete, else all is lost, and either time card will do."""
    numbers = {**standard(find("gemini")).numbers, "goal": 1}
    lanes = {"checkouts": Lane("niri"), "embers": Lane("gmos-n", target="secondary-any", times=["time-5"], due=12)}
    own = check(find("gemini"), "own", {**numbers, "secondary-any.plain": 6, "missing": 0})
    return position(
        role="scientist", round=12, hand=["time-2", "time-3"], lanes=lanes, reputation=1, seats=2, edition=own
    )


@pytest.mark.skipif(not COMPILED, reason="hundreds of simulations are for compiled code")
def test_a_search_does_what_is_pointed_at_unless_it_is_dear():
    match = last_turn()

    def choice(*pointed: str) -> tuple[str, list[ActionStats]]:
        search = Search(match.game, Budget(2_000), new_rng(3), pointed=lambda: pointed)
        action = search.choose(match.seen(), match.legal())
        assert search.found is not None
        return match.game.say(match.states[0], action).place, search.found.actions

    own, found = choice()
    places = {one.action: match.game.say(match.states[0], one.action).place for one in found}
    other = "time-3>embers" if own == "time-2>embers" else "time-2>embers"
    assert {own, other} <= set(places.values()), places
    assert choice(other)[0] == other
    assert choice("time-2>checkouts", "end")[0] == own
    assert choice("nothing-of-the-kind")[0] == own


def test_only_legal_actions_are_wished_for():
    match = last_turn()
    actions = wished_actions(match.game, match.seen(), match.legal(), ["time-2"])
    assert {match.game.say(match.states[0], action).place for action in actions} == {
        "time-2>embers",
        "time-2>checkouts",
    }
    assert wished_actions(match.game, match.seen(), match.legal(), ["time-5"]) == []
