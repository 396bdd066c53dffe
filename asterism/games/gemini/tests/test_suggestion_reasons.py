"""What a suggestion says for itself: what it completes, what it prevents, what it makes possible."""

from __future__ import annotations

import pytest

from asterism.core.match import Match
from asterism.core.words import choice, reason

from .positions import Lane, do, places, position

NAMES = ["A", "B", "C", "D"]


def why(match: Match, place: str) -> str:
    """The reason for the action with this place."""
    return reason(match.game, match.game.say(match.states[0], places(match)[place]), NAMES)


def test_a_time_card_says_what_it_completes():
    lanes = {"embers": Lane("gmos-n", target="secondary-any", times=["time-2"], done=["lensing-cluster"])}
    match = position(hand=["time-2", "time-1"], lanes=lanes)
    full = match.states["full"][0, 0]
    assert why(match, "time-2>embers") == (
        f"It completes the program: {full} points. That makes 1 of the 4 Band 1 programs that funding needs."
    )
    assert why(match, "time-1>embers") == "The target then has 3 of its 4 h."
    lanes = {"winds": Lane("gmos-n", target="bright-any")}
    assert "lacks 1 more" in why(position(hand=["time-3"], lanes=lanes), "time-3>winds")


def test_a_time_card_says_which_losses_it_prevents():
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=4)}
    match = position(weather="best", hand=["time-5"], lanes=lanes)
    match.states["due"][0, 1] = 1
    told = why(match, "time-5>embers")
    assert "due by the end of round 4" in told
    assert "red time card" in told
    assert "Best weather must be used" in told
    chosen = match.game.say(match.states[0], places(match)["time-5>embers"])
    assert choice(match.game, chosen, NAMES).endswith("saves 3 Reputation")


def test_hours_that_do_not_complete_a_red_target_prevent_nothing():
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=4)}
    assert "saves" not in why(position(hand=["time-1"], lanes=lanes), "time-1>embers")


def test_what_was_prevented_already_is_not_prevented_again():
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster")}
    match = position(weather="best", hand=["time-1", "time-2"], lanes=lanes)
    do(match, "time-1>embers")
    assert "saves" not in why(match, "time-2>embers")


def test_discarding_red_cards_in_time_prevents_their_cost():
    match = position(hand=["time-5"])
    assert "saves" not in why(match, "discard")
    match.states["due"][0, 1] = 1
    assert "saves 1 Reputation" in why(match, "discard")


def test_checkouts_and_poor_weather_say_what_they_are_good_for():
    lanes = {"checkouts": Lane("gmos-n")}
    assert "science can begin" in why(position(hand=["time-3"], lanes=lanes, checked=False), "time-3>checkouts")
    assert "6 points" in why(position(hand=["time-3"], lanes=lanes), "time-3>checkouts")


@pytest.mark.parametrize(
    ("instrument", "target", "side", "weather", "told"),
    [
        ("gmos-n", None, "plain", "great", "has no instrument"),
        ("gmos-n", "secondary-any", "plain", "great", "Messier 77 can be observed at once"),
        ("gmos-n", "lensing-cluster", "plain", "poor", "when weather and site allow"),
        ("gnirs", "lensing-cluster", "ao", "great", "with Altair"),
        ("gmos-s", "secondary-north", "plain", "great", "makes room"),
    ],
)
def test_an_instrument_says_what_can_be_observed_with_it(
    instrument: str, target: str | None, side: str, weather: str, told: str
):
    lanes = {"long-light": Lane(target=target, side=side)}
    match = position(weather=weather, row=[instrument], lanes=lanes)
    assert told in why(match, f"{instrument}>long-light")


def test_an_exchange_says_what_is_best_of_both():
    lanes = {
        "embers": Lane("gmos-n", target="secondary-south"),
        "mirror": Lane("gmos-s", target="secondary-any"),
    }
    told = why(position(lanes=lanes), "gmos-n>mirror")
    assert told == "Then Messier 77 can be observed at once."
    told = why(position(weather="poor", lanes={"embers": Lane("gmos-n"), "mirror": Lane("gmos-s")}), "gmos-n>mirror")
    assert told == "Each may suit the other program better."


def test_altair_says_which_target_waits_for_it():
    lanes = {"long-light": Lane("gnirs", target="lensing-cluster", side="ao")}
    assert why(position(row=["altair"], lanes=lanes), "altair>gnirs").endswith("with AO at once.")
    assert "waits for AO" in why(position(weather="poor", row=["altair"], lanes=lanes), "altair>gnirs")


def test_a_target_says_whether_it_is_the_last_and_can_be_observed_at_once():
    lanes = {"embers": Lane("gmos-n", done=["lensing-cluster"]), "mirror": Lane()}
    match = position(hand=["secondary-any"], lanes=lanes)
    assert why(match, "secondary-any>embers/plain") == (
        f"The program lacks a Secondary target and nothing else: with it, it brings {match.states['full'][0, 0]} "
        "points. It can be observed at once."
    )
    assert why(match, "secondary-any>mirror/plain") == "The program lacks a Secondary target."


def test_a_program_says_whether_funding_needs_it():
    match = position(hand=["embers", "standards"], lanes={"mirror": Lane()})
    assert why(match, "embers>lanes") == "The team needs 3 more Band 1 programs to be funded."
    assert f"{match.states['full'][0, 8]} points" in why(match, "standards>lanes")


def test_a_searched_card_says_which_program_lacks_it():
    match = do(position(role="scientist", lanes={"hearts": Lane(), "embers": Lane()}), "search")
    assert why(match, "take>gamma-ray-burst") == "Embers of Explosions lacks a Primary target."  # it has no AO side
    assert why(match, "take>galactic-centre") == "On the active programs it cannot be played now."  # too early


def test_every_action_of_a_team_has_a_reason_but_a_booboo():
    match = Match("gemini", seats=4, seed=3, booboo=1, instants=1, visitors=2)
    told = set()
    while not match.over:
        for action in match.legal():
            said = match.game.say(match.states[0], action)
            if said.id not in ("booboo", "nothing-found"):
                assert reason(match.game, said, NAMES).endswith(".")
                told.add(said.id)
        match.play(match.legal()[(5 * match.ply + 3) % len(match.legal())])
    assert len(told) > 8
