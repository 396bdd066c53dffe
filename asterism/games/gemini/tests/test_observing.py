"""§7 targets, §8 time, §9 complete programs, §10 Checkouts: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from .. import decks as D
from .. import state as S
from ..ending import score
from .positions import Lane, at, can, discards_of, do, hand_of, places, position, why


def column(match: object, lane: str, which: int) -> int:
    return int(match.states["lane"][0, D.LANE_NAMES.index(lane), which])  # type: ignore[attr-defined]


# §7 Targets


def test_a_target_is_played_on_one_of_its_sides_and_some_have_one_only():  # §7.1
    match = position(hand=["lensing-cluster", "exoplanet", "gamma-ray-burst"], lanes={"mirror": Lane()})
    assert can(match, "lensing-cluster>mirror/plain")
    assert can(match, "lensing-cluster>mirror/ao")
    assert why(match, "exoplanet>mirror/plain") == {"why-no-side"}
    assert why(match, "gamma-ray-burst>mirror/ao") == {"why-no-side"}


def test_its_type_must_still_be_needed_and_complete_targets_count():  # §7.2
    match = position(hand=["bright-any", "secondary-any"], lanes={"embers": Lane(done=["secondary-north"])})
    assert why(match, "bright-any>embers/plain") == {"why-not-needed"}
    assert why(match, "secondary-any>embers/plain") == {"why-not-needed"}


def test_an_unfinished_target_of_its_type_does_not_make_it_unneeded():  # §15.8
    match = position(hand=["secondary-any"], lanes={"embers": Lane(target="secondary-north")})
    assert can(match, "secondary-any>embers/plain")


def test_the_program_must_allow_the_mode():  # §7.2
    match = position(hand=["lensing-cluster"], lanes={"embers": Lane(), "hearts": Lane()})
    assert why(match, "lensing-cluster>embers/ao") == {"why-program-mode"}
    assert why(match, "lensing-cluster>hearts/plain") == {"why-program-mode"}


def test_with_an_instrument_site_and_side_must_match():  # §7.3
    hand = ["secondary-north", "secondary-any"]
    match = position(hand=hand, lanes={"long-light": Lane("gmos-s"), "pairs": Lane("gsaoi")})
    assert why(match, "secondary-north>long-light/plain") == {"why-sky"}
    assert why(match, "secondary-any>long-light/ao") == {"why-instrument-mode"}
    assert why(match, "secondary-any>pairs/plain") == {"why-instrument-mode"}
    assert can(match, "secondary-any>pairs/ao")


def test_niri_nifs_and_gnirs_accept_both_sides_without_altair():  # §7.3
    for instrument, lane in (("niri", "pairs"), ("nifs", "long-light"), ("gnirs", "long-light")):
        match = position(hand=["secondary-any"], lanes={lane: Lane(instrument)})
        assert can(match, f"secondary-any>{lane}/ao")
        assert can(match, f"secondary-any>{lane}/plain")


def test_without_an_instrument_any_needed_target_may_be_played():  # §7.3
    match = position(hand=["secondary-north", "secondary-south"], lanes={"long-light": Lane()})
    assert can(match, "secondary-north>long-light/plain")
    assert can(match, "secondary-south>long-light/ao")


def test_an_unfinished_target_is_discarded_with_its_time_cards():  # §7.4
    lanes = {"embers": Lane("gmos-n", target="secondary-north", times=["time-2"])}
    match = do(position(hand=["secondary-any"], lanes=lanes), "secondary-any>embers/plain")
    assert discards_of(match) == ["secondary-north", "time-2"]
    assert column(match, "embers", S.HOURS) == 0
    assert match.states["reputation"][0] == 4  # it was not red


@pytest.mark.parametrize(("round", "playable"), [(4, False), (5, True), (12, True)])
def test_a_target_with_a_window_is_played_only_inside_it(round: int, playable: bool):  # §7.5
    match = position(round=round, hand=["galactic-centre"], lanes={"mirror": Lane()})
    assert why(match, "galactic-centre>mirror/plain") == (set() if playable else {"why-window"})


def test_after_its_window_a_target_is_not_played():  # §7.5
    for round, fails in ((8, set()), (9, {"why-window"})):
        match = position(round=round, hand=["quasar"], lanes={"mirror": Lane()})
        assert why(match, "quasar>mirror/plain") == fails


# §8 Time


def test_no_science_before_checkouts_is_complete():  # §8.1.1
    lanes = {"embers": Lane("gmos-n", target="secondary-any")}
    assert why(position(hand=["time-1"], lanes=lanes, checked=False), "time-1>embers") == {"why-checkouts-first"}


def test_the_weather_must_allow_the_type():  # §8.1.2
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster")}
    assert why(position(weather="good", hand=["time-1"], lanes=lanes), "time-1>embers") == {"why-weather"}


def test_ao_needs_great_or_best_whatever_the_type():  # §8.1.2
    lanes = {"sharp-eyes": Lane("gsaoi", target="bright-any", side="ao")}
    for weather, fails in (("poor", {"why-weather-ao"}), ("good", {"why-weather-ao"}), ("great", set())):
        assert why(position(weather=weather, hand=["time-1"], lanes=lanes), "time-1>sharp-eyes") == fails


def test_a_program_without_instrument_or_target_takes_no_time():  # §8.1.3
    lanes = {"embers": Lane(target="secondary-any"), "mirror": Lane("gmos-n")}
    match = position(hand=["time-1"], lanes=lanes)
    assert why(match, "time-1>embers") == {"why-no-instrument"}
    assert why(match, "time-1>mirror") == {"why-no-target"}


def test_the_target_must_be_seen_from_the_instruments_site():  # §8.1.3
    lanes = {"embers": Lane("gmos-s", target="secondary-north")}
    assert why(position(hand=["time-1"], lanes=lanes), "time-1>embers") == {"why-sky"}


def test_the_site_that_must_be_open_is_the_instruments():  # §8.1.4
    lanes = {"embers": Lane("gmos-n", target="secondary-any"), "winds": Lane("flamingos-2", target="secondary-any")}
    match = position(weather="storm", condition="great", hand=["time-1"], lanes=lanes)
    assert why(match, "time-1>embers") == {"why-closed"}
    assert can(match, "time-1>winds")


def test_the_instruments_capability_must_be_the_programs():  # §8.1.5
    lanes = {"embers": Lane("niri", target="secondary-any")}
    assert why(position(hand=["time-1"], lanes=lanes), "time-1>embers") == {"why-capability"}


def test_the_side_must_be_one_that_the_instrument_can_use_now():  # §8.1.6
    lanes = {"long-light": Lane("gmos-n", target="secondary-any", side="ao")}
    assert why(position(hand=["time-1"], lanes=lanes), "time-1>long-light") == {"why-instrument-mode"}
    lanes = {"long-light": Lane("gpi", target="secondary-any")}
    assert why(position(hand=["time-1"], lanes=lanes), "time-1>long-light") == {"why-instrument-mode"}


def test_every_condition_that_fails_is_told_at_once():
    lanes = {"long-light": Lane("gsaoi", target="quasar")}
    match = position(weather="earthquake", condition="poor", hand=["time-1"], lanes=lanes, checked=False)
    fails = {"checkouts-first", "weather", "sky", "closed", "capability", "instrument-mode"}
    assert why(match, "time-1>long-light") == {f"why-{fail}" for fail in fails}


def test_a_target_is_complete_at_its_hours_and_hours_over_the_need_are_lost():  # §8.2
    lanes = {"embers": Lane("gmos-n", target="secondary-any", times=["time-2"])}
    match = do(position(hand=["time-3"], lanes=lanes), "time-3>embers")
    assert (column(match, "embers", S.TARGET), column(match, "embers", S.HOURS)) == (-1, 0)
    assert column(match, "embers", S.FINISHED) >= 0
    short = do(position(hand=["time-1"], lanes=lanes), "time-1>embers")
    assert column(short, "embers", S.HOURS) == 3


# §9 A complete program


def test_a_complete_program_scores_and_its_cards_are_discarded():  # §9.1
    lanes = {"embers": Lane("gmos-n", target="secondary-any", times=["time-3"], done=["quasar"])}
    match = do(position(hand=["time-2"], lanes=lanes), "time-2>embers")
    assert column(match, "embers", S.COMPLETED) == 3
    assert discards_of(match) == ["quasar", "secondary-any", "time-2", "time-3"]
    assert score(match.states[0], 0) == match.states["full"][0, 0]


def test_its_instrument_makes_a_free_move_before_anything_else():  # §9.2 §15.13
    lanes = {"standards": Lane("gmos-n", target="bright-any", times=["time-2"]), "embers": Lane(), "atlas": Lane()}
    match = position(weather="best", hand=["time-1", "hearts"], lanes=lanes)
    do(match, "time-1>standards")
    assert sorted(places(match)) == ["gmos-n>atlas", "gmos-n>checkouts", "gmos-n>embers", "gmos-n>under"]
    assert why(match, "hearts>lanes") == {"why-move-first"}
    do(match, "gmos-n>atlas")
    assert at(match, "atlas") == "gmos-n"
    assert match.states["left"][0] == 1


def test_where_no_program_can_take_it_the_instrument_goes_under_the_deck():  # §9.2
    lanes = {"checkouts": Lane("niri"), "standards": Lane("gmos-n", target="bright-any", times=["time-2"])}
    match = do(position(hand=["time-1"], lanes=lanes), "time-1>standards")
    assert match.states["under"][0, 0] == 0
    assert match.to_act != 1


# §10 Checkouts and Poor Weather


def test_checkouts_needs_an_instrument_and_3_hours():  # §10.1
    assert why(position(hand=["time-1"], checked=False), "time-1>checkouts") == {"why-no-instrument"}
    match = position(hand=["time-2"], lanes={"checkouts": Lane("gpi", times=["time-1"])}, checked=False)
    do(match, "time-2>checkouts")
    assert match.states["checked"][0] == 1


def test_complete_it_keeps_its_instrument_and_discards_its_time_cards_without_a_free_move():  # §10.2
    lanes = {"checkouts": Lane("gpi", times=["time-2"]), "hearts": Lane()}
    match = do(position(hand=["time-3"], lanes=lanes, checked=False), "time-3>checkouts")
    assert at(match, "checkouts") == "gpi"
    assert discards_of(match) == ["time-2", "time-3"]
    assert column(match, "checkouts", S.HOURS) == 0  # the surplus is lost
    assert match.to_act != 1


@pytest.mark.parametrize("checked", [False, True])
def test_both_sides_take_time_in_any_weather_even_if_the_site_is_closed(checked: bool):  # §10.3
    for weather in ("poor", "storm"):
        lanes = {"checkouts": Lane("gmos-n")}
        match = position(weather=weather, condition="poor", hand=["time-1"], lanes=lanes, checked=checked)
        assert can(match, "time-1>checkouts")


def test_every_hour_on_poor_weather_is_worth_2_points_and_its_cards_stay():  # §10.4
    match = do(position(hand=["time-3"], lanes={"checkouts": Lane("gmos-n", times=["time-2"])}), "time-3>checkouts")
    assert score(match.states[0], 0) == 10
    assert discards_of(match) == []
    assert hand_of(match, 1) == []


def test_checkouts_takes_no_programs_place_and_costs_nothing_at_the_end():  # §10.5
    match = position(hand=["embers"], checked=False)
    assert score(match.states[0], 0) == 0
    lanes = {name: Lane() for name in D.PROGRAMS[1:7]}
    assert can(position(hand=["embers"], lanes=lanes), "embers>lanes")


def test_targets_go_on_programs_only():  # §10.1
    assert why(position(hand=["bright-any"]), "bright-any>checkouts/plain") == {"why-no-science"}
