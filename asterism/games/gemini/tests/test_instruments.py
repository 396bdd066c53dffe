"""§5 instruments, §6 Altair, §14.5 visitors: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from .. import decks as D
from .positions import Lane, at, can, do, meet, position, why

UNDER = D.INSTRUMENT_DECK.index


def under(match: object) -> list[str]:
    cards = match.states["under"][0].tolist()  # type: ignore[attr-defined]
    return [D.INSTRUMENT_DECK[card] for card in cards if card >= 0]


def row(match: object) -> list[str]:
    return [D.INSTRUMENT_DECK[card] for card in match.states["row"][0].tolist() if card >= 0]  # type: ignore[attr-defined]


# §5 Moving


def test_an_instrument_is_attached_from_the_row_and_replaced_from_the_deck():  # §5.1 §5.4
    match = position(row=["gmos-n", "gmos-s", "gpi"], lanes={"embers": Lane()})
    meet(do(match, "gmos-n>embers"), "lay nifs")
    assert at(match, "embers") == "gmos-n"
    assert row(match) == ["gmos-s", "gpi", "nifs"]


def test_an_instrument_moves_from_a_program_to_another_that_has_none():  # §5.1
    match = do(position(lanes={"embers": Lane("gmos-n"), "mirror": Lane()}), "gmos-n>mirror")
    assert (at(match, "embers"), at(match, "mirror")) == (None, "gmos-n")


def test_two_programs_exchange_their_instruments():  # §5.1
    match = do(position(lanes={"embers": Lane("gmos-n"), "mirror": Lane("gmos-s")}), "gmos-n>mirror")
    assert (at(match, "embers"), at(match, "mirror")) == ("gmos-s", "gmos-n")


def test_an_exchange_needs_that_both_fit():  # §5.1 §5.2
    match = position(lanes={"embers": Lane("gnirs"), "mirror": Lane("gmos-s")})
    assert why(match, "gnirs>mirror") == {"why-capability"}


def test_an_instrument_goes_under_the_deck():  # §5.1
    assert under(do(position(lanes={"embers": Lane("gmos-n")}), "gmos-n>under")) == ["gmos-n"]


def test_moving_is_an_action():  # §5.1
    match = position(hand=["time-1"], lanes={"embers": Lane("gmos-n"), "mirror": Lane()})
    do(match, "gmos-n>mirror")
    assert match.to_act != 1


@pytest.mark.parametrize(
    ("instrument", "lane", "fails"),
    [
        ("niri", "embers", {"why-capability"}),  # imaging for spectroscopy
        ("gnirs", "atlas", {"why-capability"}),  # spectroscopy for imaging
        ("gpi", "embers", {"why-attach-mode"}),  # always AO for plain
        ("gmos-n", "hearts", {"why-attach-mode"}),  # no AO for AO
        ("gsaoi", "embers", {"why-capability", "why-attach-mode"}),
        ("gnirs", "hearts", set()),
        ("gnirs", "embers", set()),
        ("gpi", "hearts", set()),
        ("gpi", "long-light", set()),
        ("gmos-n", "long-light", set()),
        ("gsaoi", "checkouts", set()),
    ],
)
def test_capability_and_mode_must_fit_and_checkouts_takes_any(instrument: str, lane: str, fails: set[str]):  # §5.2
    lanes = {} if lane == "checkouts" else {lane: Lane()}
    assert why(position(row=[instrument], lanes=lanes), f"{instrument}>{lane}") == fails


def test_at_most_4_instruments_are_in_play_that_on_checkouts_counted():  # §5.3
    lanes = {"checkouts": Lane("niri"), "embers": Lane("gmos-n"), "mirror": Lane("gmos-s"), "hearts": Lane("gpi")}
    match = position(row=["flamingos-2"], lanes={**lanes, "atlas": Lane()})
    assert why(match, "flamingos-2>atlas") == {"why-most-instruments"}
    assert can(match, "gmos-n>atlas")


def test_altair_is_not_counted_among_the_4():  # §5.3
    lanes = {
        "checkouts": Lane("gmos-s"),
        "embers": Lane("gmos-n"),
        "hearts": Lane("gnirs", altair=True),
        "atlas": Lane(),
    }
    assert can(position(row=["niri"], lanes=lanes), "niri>atlas")


def test_where_there_is_one_already_no_other_is_attached_from_the_row():  # §5.1
    assert why(position(row=["gmos-s"], lanes={"embers": Lane("gmos-n")}), "gmos-s>embers") == {"why-occupied"}


def test_a_row_that_fits_nowhere_is_laid_out_anew_at_the_start_of_a_turn():  # §5.5
    lanes = {"checkouts": Lane("gmos-n"), "hearts": Lane()}
    match = position(role="engineer", row=["niri", "gmos-s", "altair"], lanes=lanes)
    meet(do(match, "end"))
    assert under(match) == ["niri", "gmos-s", "altair"]
    assert len(row(match)) == 3


@pytest.mark.parametrize(
    "lanes",
    [
        {"checkouts": Lane("gmos-n"), "hearts": Lane("gnirs")},  # no program waits
        {"checkouts": Lane("gmos-n"), "embers": Lane()},  # the row fits
        {"embers": Lane("gmos-n")},  # Checkouts waits and takes any
    ],
)
def test_otherwise_the_row_stays(lanes: dict[str, Lane]):  # §5.5 §15.5
    match = position(role="engineer", row=["niri", "gmos-s", "altair"], lanes=lanes)
    meet(do(match, "end"))
    assert row(match) == ["niri", "gmos-s", "altair"]


def test_with_4_in_play_the_row_stays():  # §15.5
    lanes = {"checkouts": Lane("gmos-n"), "embers": Lane("gnirs"), "mirror": Lane("niri"), "long-light": Lane("nifs")}
    match = position(role="engineer", row=["gmos-s", "gsaoi", "altair"], lanes={**lanes, "hearts": Lane()})
    meet(do(match, "end"))
    assert row(match) == ["gmos-s", "gsaoi", "altair"]


def test_after_a_change_of_instruments_a_target_may_no_longer_match():  # §5.6
    lanes = {"embers": Lane("gmos-n", target="secondary-north", times=["time-1"]), "mirror": Lane("gmos-s")}
    match = position(weather="best", hand=["time-1"], lanes=lanes)
    do(match, "gmos-n>mirror")
    assert why(match, "time-1>embers") == {"why-sky"}
    assert match.states["lane"][0, 0, 4] == 1  # its hours stay


# §6 Altair


def test_altair_goes_from_the_row_to_an_instrument_that_can_use_it_for_free():  # §6.1 §6.2
    lanes = {"hearts": Lane("gnirs"), "embers": Lane("gmos-n"), "sharp-eyes": Lane("gsaoi")}
    match = position(row=["altair"], hand=["time-1"], lanes=lanes)
    for instrument in ("gmos-n", "gsaoi"):
        assert why(match, f"altair>{instrument}") == {"why-not-altair"}
    meet(do(match, "altair>gnirs"))
    assert (match.to_act, int(match.states["left"][0])) == (1, 1)


def test_altair_from_instrument_to_instrument_or_under_the_deck_is_an_action():  # §6.2
    lanes = {"hearts": Lane("gnirs", altair=True), "mirror": Lane("niri")}
    for place in ("altair>niri", "altair>under"):
        match = do(position(hand=["time-1"], lanes=lanes), place)
        assert match.to_act != 1
    assert why(position(lanes=lanes), "altair>gnirs") == {"why-altair-there"}


@pytest.mark.parametrize("place", ["gnirs>long-light", "gnirs>under", "gnirs>embers"])
def test_altair_goes_under_the_deck_when_its_instrument_moves(place: str):  # §6.3
    lanes = {"hearts": Lane("gpi"), "winds": Lane("gnirs", altair=True), "long-light": Lane(), "embers": Lane("nifs")}
    match = position(lanes=lanes)
    if place == "gnirs>embers":
        place = "nifs>winds"  # an exchange is named by the first of the two
    do(match, place)
    assert under(match)[0] == "altair"
    assert match.states["altair_on"][0] == -1


def test_altair_goes_under_the_deck_when_the_program_is_complete():  # §6.3
    lanes = {"hearts": Lane("gnirs", altair=True, target="bright-any", side="ao", done=["quasar"]), "embers": Lane()}
    match = do(position(hand=["time-2"], lanes=lanes), "time-2>hearts", "gnirs>embers")
    assert under(match) == ["altair"]
    assert at(match, "embers") == "gnirs"


def test_without_altair_such_an_instrument_observes_plain_and_with_it_both():  # §6.4
    for altair in (False, True):
        lanes = {
            "long-light": Lane("gnirs", altair=altair, target="secondary-any", side="ao"),
        }
        match = position(hand=["time-1"], lanes=lanes)
        assert why(match, "time-1>long-light") == (set() if altair else {"why-needs-altair"})
        lanes = {"long-light": Lane("gnirs", altair=altair, target="secondary-any")}
        assert can(position(hand=["time-1"], lanes=lanes), "time-1>long-light")


# §14.5 Visitors


def test_a_visitor_never_moves_to_another_program_and_is_never_exchanged():  # §14.5
    lanes = {"embers": Lane("graces"), "winds": Lane("gnirs"), "long-light": Lane()}
    match = position(visitors=3, lanes=lanes)
    assert why(match, "graces>long-light") == {"why-visitor-stays"}
    assert why(match, "gnirs>embers") == {"why-visitor-stays"}
    assert why(match, "graces>winds") == {"why-visitor-stays"}


def test_a_visitor_may_be_put_under_the_deck():  # §14.5
    assert under(do(position(visitors=3, lanes={"embers": Lane("graces")}), "graces>under")) == ["graces"]


def test_a_visitor_leaves_the_game_with_its_program():  # §14.5
    lanes = {"standards": Lane("phoenix", target="bright-any", times=["time-2"]), "embers": Lane()}
    match = do(position(visitors=3, hand=["time-1"], lanes=lanes), "time-1>standards")
    assert under(match) == []
    assert match.to_act != 1  # and there is no free move


def test_a_visitor_goes_beyond_the_4_but_there_is_one_at_a_time():  # §14.5
    lanes = {"checkouts": Lane("niri"), "embers": Lane("gmos-n"), "mirror": Lane("gmos-s"), "hearts": Lane("gpi")}
    match = position(visitors=3, row=["texes"], lanes={**lanes, "winds": Lane()})
    assert can(match, "texes>winds")
    match = position(visitors=3, row=["texes"], lanes={"embers": Lane("phoenix"), "winds": Lane()})
    assert why(match, "texes>winds") == {"why-one-visitor"}


@pytest.mark.parametrize("visitors", [0, 1, 3])
def test_so_many_visitors_come_into_the_deck(visitors: int):  # §14.5
    match = position(visitors=visitors)
    assert sum(where != 16 for where in match.states["where"][0, 8:14].tolist()) == visitors
    assert UNDER("altair") == 14


def test_a_visitor_at_both_sites_uses_whichever_is_open():  # §15.6
    for weather in ("storm", "earthquake"):
        lanes = {"atlas": Lane("dssi", target="secondary-any")}
        assert can(
            position(weather=weather, condition="great", hand=["time-1"], lanes=lanes, visitors=3), "time-1>atlas"
        )
    lanes = {"atlas": Lane("dssi", target="secondary-north")}
    match = position(weather="storm", condition="great", hand=["time-1"], lanes=lanes, visitors=3)
    assert why(match, "time-1>atlas") == {"why-closed"}
