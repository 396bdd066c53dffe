"""§11 Roles: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from asterism.core.match import Match

from .. import decks as D
from .. import state as S
from .positions import Lane, begin, can, discards_of, do, hand_of, meet, position, why

GMOS = {"checkouts": Lane("gmos-n")}


def test_an_ability_works_in_the_turns_of_its_role_only():  # §11
    match = Match("gemini", seats=2)
    begin(match)  # seat 0 is the Engineer and the Operator
    assert (match.to_act, match.states["free_moves"][0]) == (0, 1)
    meet(do(match, "end"))
    assert why(match, "search") == {"why-not-scientist"}  # seat 1 is the Scientist too, but not in this turn
    meet(do(match, "end"))
    assert (match.to_act, D.ROLES[match.states["role"][0]], match.states["free_moves"][0]) == (0, "operator", 0)


def test_the_free_move_of_the_engineer_may_be_one_of_altair():  # §11.1 §15.13
    lanes = {"hearts": Lane("gnirs", altair=True), "mirror": Lane("niri")}
    match = do(position(role="engineer", hand=["time-1"], lanes=lanes), "altair>niri")
    assert (match.to_act, match.states["left"][0], match.states["free_moves"][0]) == (0, 1, 0)


def test_under_best_the_scientist_searches_with_each_action():  # §15.3
    match = do(position(role="scientist", weather="best"), "search", "take>quasar", "search", "take>embers")
    assert hand_of(match, 3) == ["embers", "quasar"]


def test_the_engineer_has_one_free_move_a_turn_also_under_best():  # §11.1 §15.3
    lanes = {"embers": Lane("gmos-n"), "mirror": Lane(), "atlas": Lane(), "long-light": Lane()}
    match = position(role="engineer", weather="best", hand=["time-1"], lanes=lanes)
    do(match, "gmos-n>mirror")
    assert (match.states["left"][0], match.states["free_moves"][0]) == (2, 0)
    do(match, "gmos-n>atlas", "gmos-n>long-light")
    assert match.to_act != 0


def test_the_operator_adds_a_second_time_card_to_the_same_target_for_free():  # §11.3
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster"), "mirror": Lane("gmos-s", target="secondary-any")}
    match = position(role="operator", hand=["time-1", "time-2"], lanes=lanes)
    do(match, "time-1>embers")
    assert why(match, "time-2>mirror") == {"why-second"}
    do(match, "time-2>embers")
    assert match.to_act != 2


def test_the_operator_has_no_second_card_when_the_first_completes_the_target():  # §11.3
    lanes = {"embers": Lane("gmos-n", target="secondary-any", times=["time-3"])}
    match = position(role="operator", hand=["time-2", "time-3"], lanes=lanes)
    do(match, "time-2>embers")
    assert match.to_act != 2


@pytest.mark.parametrize("checked", [False, True])
def test_the_operator_adds_a_second_card_on_checkouts_and_on_poor_weather(checked: bool):  # §11.3
    match = position(role="operator", hand=["time-1", "time-1", "time-1"], lanes=GMOS, checked=checked)
    do(match, "time-1>checkouts", "time-1>checkouts")
    assert match.states["lane"][0, D.CHECKOUTS, S.HOURS] == 2
    assert match.states["mover"][0] != 2  # there is no third


def test_when_the_first_card_completes_checkouts_there_is_no_second():  # §11.3
    match = do(position(role="operator", hand=["time-3", "time-1"], lanes=GMOS, checked=False), "time-3>checkouts")
    assert match.states["checked"][0] == 1
    assert match.states["mover"][0] != 2


def test_nobody_else_adds_a_second_card():  # §11.3
    match = position(hand=["time-1", "time-2"], lanes={"embers": Lane("gmos-n", target="lensing-cluster")})
    do(match, "time-1>embers")
    assert match.to_act != 1


def test_the_second_card_does_not_wait_for_another_action():  # §15.4
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster")}
    match = position(role="operator", weather="best", hand=["time-1", "time-2", "hearts"], lanes=lanes)
    do(match, "time-1>embers", "hearts>lanes")
    assert match.to_act != 2


def test_under_best_the_operator_adds_a_second_card_with_each_action():  # §15.3
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster"), "mirror": Lane("gmos-s", target="secondary-any")}
    match = position(role="operator", weather="best", hand=["time-1"] * 4, lanes=lanes)
    do(match, "time-1>embers", "time-1>embers", "time-1>mirror", "time-1>mirror")
    assert match.states["lane"][0, :2, 4].tolist() == [2, 2]


def test_the_scientist_takes_a_program_or_target_even_beyond_the_hand_limit():  # §11.4
    match = position(role="scientist", hand=["time-1"] * 5)
    do(match, "search")
    assert can(match, "take>embers")
    assert not can(match, "take>time-1")
    do(match, "take>quasar")
    assert len(hand_of(match, 3)) == 6


def test_searching_an_empty_deck_takes_the_discards_in_first():  # §11.4
    match = position(role="scientist", hand=["time-1"])
    s = match.states[0]
    s["discards"][:], s["deck"][:], s["deck_size"] = s["deck"], 0, 0
    do(match, "search", "take>quasar")
    assert discards_of(match) == []
    assert match.states["deck_size"][0] == 54 - 1


def test_only_the_scientist_searches_and_only_if_there_is_something():  # §11.4
    assert why(position(hand=["time-1"]), "search") == {"why-not-scientist"}
    match = position(role="scientist")
    match.states["deck"][0, :23] = 0
    assert why(match, "search") == {"why-nothing-to-find"}
