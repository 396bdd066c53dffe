"""§14 Options and extras: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from asterism.core.header import CHANCE, NOBODY
from asterism.core.match import Match

from .. import decks as D
from .. import state as S
from .positions import Lane, all_cards, at, begin, can, discards_of, do, hand_of, meet, places, position, skip_to, why


def reputation(match: Match) -> int:
    return int(match.states["reputation"][0])


# §14.3 Booboo


def test_a_booboo_takes_back_your_own_turn_for_1_reputation():  # §14.3
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster")}
    match = position(booboo=1, weather="best", hand=["time-3", "hearts"], lanes=lanes)
    before = all_cards(match)
    do(match, "time-3>embers")
    do(match, "booboo")
    assert reputation(match) == 3
    assert hand_of(match, 1) == ["hearts", "time-3"]
    assert (match.states["lane"][0, 0, S.HOURS], match.states["left"][0]) == (0, 2)
    assert all_cards(match) == before


def test_before_you_act_it_takes_back_the_turn_of_whoever_played_before_you_and_your_draw():  # §14.3 §15.15
    match = position(booboo=1, role="engineer", hand=["embers"], row=["gmos-n"])
    meet(do(match, "embers>lanes", "gmos-n>embers"))
    meet(do(match, "end"))
    assert (match.to_act, len(hand_of(match, 1))) == (1, 6)
    do(match, "booboo")
    assert (match.to_act, hand_of(match, 0), hand_of(match, 1)) == (0, ["embers"], [])
    assert at(match, "embers") is None
    assert match.states["in_use"][0] == 1


def test_a_booboo_is_not_possible_at_1_reputation_nor_if_it_would_be_the_last():  # §14.3
    match = do(position(booboo=1, weather="best", hand=["embers", "time-1"], reputation=1), "embers>lanes")
    assert why(match, "booboo") == {"why-last-reputation"}
    match = position(booboo=1, instants=1, hand=["press", "time-1"], reputation=1)
    do(match, "press")
    assert why(match, "booboo") == {"why-last-reputation"}


def test_a_booboo_is_not_possible_past_the_turning_up_of_weather_nor_before_anything_was_done():  # §14.3
    match = position(booboo=1, hand=["embers"])
    assert why(match, "booboo") == {"why-nothing-to-take-back"}
    skip_to(match, 4)
    assert why(match, "booboo") == {"why-nothing-to-take-back"}
    assert not can(position(hand=["embers"]), "booboo")  # nor without the option


def test_a_completed_program_can_be_taken_back():  # §14.3
    lanes = {"standards": Lane("gmos-n", target="bright-any", times=["time-2"]), "embers": Lane()}
    match = position(booboo=1, hand=["time-1"], lanes=lanes)
    before = all_cards(match)
    do(match, "time-1>standards", "gmos-n>embers", "booboo")
    assert (at(match, "standards"), at(match, "embers")) == ("gmos-n", None)
    assert match.states["lane"][0, 8, S.HOURS] == 2
    assert all_cards(match) == before


def test_after_a_booboo_what_was_turned_up_of_the_instrument_deck_is_unknown_again():  # §15.15
    match = position(booboo=1, weather="best", row=["gmos-n", "gmos-s", "gpi"], lanes={"embers": Lane()})
    meet(do(match, "gmos-n>embers"), "lay nifs")
    do(match, "booboo")
    nifs = D.INSTRUMENT_DECK.index("nifs")
    assert [D.INSTRUMENT_DECK[card] for card in match.states["row"][0].tolist() if card >= 0] == [
        "gmos-n",
        "gmos-s",
        "gpi",
    ]
    assert match.states["where"][0, nifs] == S.IN_DECK


# §14.4 Starting weather


def test_starting_weather_is_good_by_an_extra_card():  # §14.4
    match = Match("gemini", seats=4, starting=1)
    begin(match)
    s = match.states[0]
    assert s["calendar"][0] == D.WEATHER.index("good")
    assert int(s["weather_deck"].sum()) == 19


def test_a_storm_that_follows_starting_weather_stays():  # §14.4 §2.4
    match = Match("gemini", seats=4, starting=1)
    begin(match)
    skip_to(match, 2, "storm")
    s = match.states[0]
    assert (s["calendar"][1], s["condition"]) == (D.WEATHER.index("storm"), D.WEATHER.index("good"))
    assert s["closed"] == D.NORTH


# §14.6 Instants


def test_there_are_four_instants_by_option_only():  # §14.6
    assert [int(Match("gemini", seats=4, instants=n).states["deck"][0, 27:].sum()) for n in (0, 1)] == [0, 4]


def test_clear_skies_makes_one_time_card_count_as_under_great():  # §14.6
    lanes = {
        "embers": Lane("gmos-n", target="lensing-cluster"),
        "sharp-eyes": Lane("gsaoi", target="exoplanet", side="ao"),
    }
    match = position(instants=1, weather="poor", hand=["clear-skies", "time-1", "time-2"], lanes=lanes)
    assert why(match, "time-1>embers") == {"why-weather"}
    do(match, "clear-skies")
    assert can(match, "time-1>sharp-eyes")
    do(match, "time-1>embers")
    assert match.states["clear"][0] == 0


def test_clear_skies_opens_no_closed_site():  # §15.7
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster")}
    match = position(instants=1, weather="storm", condition="good", hand=["clear-skies", "time-1"], lanes=lanes)
    assert why(do(match, "clear-skies"), "time-1>embers") == {"why-closed"}


def test_the_crew_gives_one_free_move():  # §14.6
    match = position(instants=1, hand=["crew", "embers"], lanes={"atlas": Lane("gmos-n")})
    do(match, "crew", "gmos-n>under")
    assert match.states["left"][0] == 1


def test_the_archive_gives_any_one_time_card_of_the_discard_pile():  # §14.6
    match = position(instants=1, hand=["archive", "embers"])
    s = match.states[0]
    s["deck"][D.CARDS.index("time-3")] -= 1
    s["deck_size"] -= 1
    s["discards"][D.CARDS.index("time-3")] += 1
    assert why(match, "archive>time-5") == {"why-not-in-discards"}
    do(match, "archive>time-3")
    assert hand_of(match, 1) == ["embers", "time-3"]
    assert discards_of(match) == []


def test_an_instant_in_hand_keeps_a_turn_without_actions_open():  # §3.3 §14.6
    match = do(position(instants=1, hand=["embers", "press"], reputation=3), "embers>lanes")
    assert (match.to_act, int(match.states["left"][0])) == (1, 0)
    do(match, "press")
    assert match.states["mover"][0] != 1


def test_a_5_h_card_from_the_archive_has_a_new_deadline():  # §12.3 §14.6
    match = position(instants=1, hand=["archive", "time-1"])
    s = match.states[0]
    s["deck"][D.CARDS.index("time-5")] -= 1
    s["deck_size"] -= 1
    s["discards"][D.CARDS.index("time-5")] += 1
    skip_to(do(match, "archive>time-5"), 4)
    assert reputation(match) == 4
    skip_to(match, 5)
    assert reputation(match) == 3
    assert "time-5" not in hand_of(match, 1)


def test_good_press_gives_1_reputation_back_but_never_more_than_at_the_beginning():  # §14.6
    assert why(position(instants=1, hand=["press"]), "press") == {"why-reputation-full"}
    match = do(position(instants=1, hand=["press", "time-1"], reputation=2), "press")
    assert reputation(match) == 3


def test_an_instant_is_free_and_out_of_the_game_afterwards():  # §14.6
    match = do(position(instants=1, hand=["press", "time-1"], reputation=2), "press")
    assert match.states["left"][0] == 1
    assert all_cards(match)[D.CARDS.index("press")] == 0


# §14.7 Hidden hands


def hidden(**how: object) -> Match:
    return position(hidden=1, others={2: ["quasar", "time-5"]}, **how)  # type: ignore[arg-type]


def test_everyone_sees_only_their_own_hand():  # §14.7
    match = hidden(hand=["embers"])
    for seat, sees in ((1, True), (2, False), (NOBODY, False)):
        seen = match.game.seen(match.states, seat)[0]
        assert (seen["held"][1, D.CARDS.index("embers")] == 1) == sees
        assert seen["hand_size"][1] == 1


def test_what_was_taken_by_searching_lies_open():  # §14.7
    match = do(hidden(role="scientist", hand=["embers"]), "search", "take>mirror")
    seen = match.game.seen(match.states, 0)[0]
    assert seen["held"][3, D.CARDS.index("mirror")] == 1
    assert seen["held"][3, D.CARDS.index("embers")] == 0


def test_what_came_from_the_archive_lies_open():  # §14.7
    match = hidden(instants=1, hand=["archive", "time-1"])
    s = match.states[0]
    s["deck"][D.CARDS.index("time-3")] -= 1
    s["deck_size"] -= 1
    s["discards"][D.CARDS.index("time-3")] += 1
    seen = match.game.seen(do(match, "archive>time-3").states, 0)[0]
    assert (seen["held"][1, D.CARDS.index("time-3")], seen["held"][1, D.CARDS.index("time-1")]) == (1, 0)


def test_what_a_booboo_gave_back_lies_open():  # §14.7
    match = do(hidden(booboo=1, hand=["embers", "time-1"]), "embers>lanes", "booboo")
    seen = match.game.seen(match.states, 0)[0]
    assert (seen["held"][1, D.CARDS.index("embers")], seen["held"][1, D.CARDS.index("time-1")]) == (1, 0)


def test_5_h_cards_lie_open():  # §14.7
    match = hidden(role="engineer", hand=["embers"])
    meet(do(match, "end"), "draw time-5", "draw time-1")
    seen = match.game.seen(match.states, 0)[0]
    assert (seen["held"][1, D.CARDS.index("time-5")], seen["held"][1, D.CARDS.index("time-1")]) == (1, 0)


def test_whoever_searches_sees_what_is_in_the_deck_and_not_in_hands():  # §14.7
    match = do(hidden(role="scientist"), "search")
    assert match.states["phase"][0] == S.SEARCHING
    seen = match.game.seen(match.states, 3)[0]
    assert seen["deck"].tolist() == match.states["deck"][0].tolist()
    assert not can(match, "take>quasar")


def test_with_hidden_hands_a_turn_does_not_end_by_itself():  # §3.3
    match = do(hidden(hand=["embers"]), "embers>lanes")
    assert list(places(match)) == ["end"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_at_once_can_be_played(seats: int):
    options = {"roles": 1, "random_first": 1, "gentle": 1, "booboo": 1, "starting": 1, "visitors": 3, "instants": 1}
    match = Match("gemini", seats=seats, seed=seats, hidden=1, **options)
    while not match.over:
        match.play(match.legal()[-1 if match.ply % 3 else 0])
    assert match.to_act != CHANCE
