"""§1 set-up, §2 the weather, §3 turns, §4 cards: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from asterism.core.header import CHANCE
from asterism.core.match import Match

from .. import decks as D
from .. import state as S
from .positions import Lane, begin, can, discards_of, do, hand_of, meet, places, position, skip_to, why

GMOS = {"checkouts": Lane("gmos-n")}
SHUT = {"embers": Lane("gmos-n", target="secondary-any"), "mirror": Lane("gmos-s", target="secondary-any")}


def turn_order(match: Match) -> list[tuple[int, str]]:
    s = match.states[0]
    return [(int(s["seat_of"][role]), D.ROLES[role]) for role in s["order"].tolist() if role >= 0]


def begun(seats: int, **options: int) -> Match:
    match = Match("gemini", seats=seats, **options)
    begin(match)
    return match


# §1 Set-up


def test_with_three_or_four_everyone_has_one_role_and_with_two_everyone_has_two():  # §1.1
    for seats, each in ((2, 2), (3, 1), (4, 1)):
        roles = [seat for seat in begun(seats).states["seat_of"][0].tolist() if seat >= 0]
        assert sorted(roles) == sorted(list(range(seats)) * each)


def test_players_pick_in_turn_or_chance_deals():  # §1.1 §14.1
    picked, dealt = Match("gemini", seats=3), Match("gemini", seats=3, roles=1)
    assert (picked.to_act, dealt.to_act) == (0, CHANCE)
    picked.play(S.PICK + 2)
    assert picked.to_act == 1
    assert picked.legal() == [S.PICK, S.PICK + 1, S.PICK + 3]


def test_the_engineer_goes_first_and_turns_go_round():  # §1.2
    match = Match("gemini", seats=4)
    for role in (2, 1, 0, 3):
        match.play(S.PICK + role)
    begin(match)
    assert turn_order(match) == [(2, "engineer"), (3, "scientist"), (0, "operator"), (1, "coordinator")]


def test_with_two_players_the_turns_go_first_role_other_first_second_other_second():  # §1.2
    match = Match("gemini", seats=2)
    for role in (3, 2, 1, 0):  # seat 1 has the Operator and the Engineer
        match.play(S.PICK + role)
    begin(match)
    assert turn_order(match) == [(1, "engineer"), (0, "coordinator"), (1, "operator"), (0, "scientist")]


def test_without_the_engineer_or_by_the_option_chance_says_who_goes_first():  # §1.2 §14.1
    match = Match("gemini", seats=3)
    for role in (1, 2, 3):
        match.play(S.PICK + role)
    assert match.to_act == CHANCE
    assert len(match.legal()) == 3
    random = Match("gemini", seats=4, random_first=1)
    for role in range(4):
        random.play(S.PICK + role)
    assert len(random.legal()) == 4


@pytest.mark.parametrize(("seats", "turns"), [(2, 4), (3, 3), (4, 4)])
def test_each_role_takes_one_turn_a_round_and_the_first_player_stays_first(seats: int, turns: int):  # §1.2
    match = begun(seats)
    first, taken = match.to_act, []
    while match.states["round"][0] < 4:
        taken.append((int(match.states["round"][0]), match.to_act, int(match.states["role"][0])))
        meet(do(match, "end"))
    for round in (1, 2, 3):
        own = [(seat, role) for when, seat, role in taken if when == round]
        assert own[0][0] == first
        assert len(own) == len({role for _, role in own}) == turns


def test_with_two_players_one_hand_serves_both_roles_and_is_refilled_in_each_turn():  # §1.3 §15.1
    match = meet(do(position(seats=2, role="engineer"), "end"))  # seat 1 is the Coordinator and the Scientist
    for role in ("coordinator", "scientist"):
        assert (match.to_act, D.ROLES[match.states["role"][0]], len(hand_of(match, 1))) == (1, role, 6)
        meet(do(match, "discard"))
        assert hand_of(match, 1) == []
        meet(do(match, "end"))


def test_hands_lie_open_to_the_team():  # §1.6
    match = position(hand=["embers"])
    assert all(match.game.seen(match.states, seat)[0]["held"][1, D.CARDS.index("embers")] == 1 for seat in range(4))


@pytest.mark.parametrize(("seats", "limits"), [(2, [5, 6]), (3, [6, 7, 6]), (4, [5, 6, 5, 5])])
def test_hands_are_dealt_up_to_the_limit_and_the_coordinator_has_one_more(seats: int, limits: list[int]):  # §1.3 §11.2
    assert begun(seats).states["hand_size"][0, :seats].tolist() == limits


def test_three_cards_of_the_instrument_deck_lie_face_up():  # §1.4
    assert len([card for card in begun(4).states["row"][0].tolist() if card >= 0]) == 3


def test_there_are_4_reputation_and_checkouts_lies_there():  # §1.5
    s = begun(4).states[0]
    assert (s["reputation"], s["in_use"], s["checked"]) == (4, 1, 0)


def test_the_decks_are_those_of_the_book():  # §1.3 §1.4
    s = Match("gemini", seats=4).states[0]
    assert [int(s["deck"][low:high].sum()) for low, high in ((0, 11), (11, 23), (23, 27), (27, 31))] == [11, 19, 25, 0]
    assert (int(s["weather_deck"][:4].sum()), int(s["weather_deck"][4:].sum())) == (15, 4)


# §2 The weather


def test_one_condition_or_closing_card_is_turned_up_at_the_beginning_of_every_round():  # §2.1
    match = position(round=1, role="engineer")
    for round in range(2, 6):
        skip_to(match, round)
        assert sum(card >= 0 for card in match.states["calendar"][0].tolist()) == round


@pytest.mark.parametrize(
    ("weather", "takes"),
    [
        ("best", ["primary", "secondary", "bright", "ao"]),
        ("great", ["primary", "secondary", "bright", "ao"]),
        ("good", ["secondary", "bright"]),
        ("poor", ["bright"]),
    ],
)
def test_each_condition_allows_its_targets_and_its_ao(weather: str, takes: list[str]):  # §2.1
    lanes = {
        "embers": Lane("gmos-n", target="lensing-cluster"),
        "winds": Lane("gnirs", target="secondary-any"),
        "census": Lane("flamingos-2", target="bright-any"),
        "sharp-eyes": Lane("gsaoi", target="bright-south", side="ao"),
    }
    match = position(weather=weather, hand=["time-1"], lanes=lanes)
    kinds = {"embers": "primary", "winds": "secondary", "census": "bright", "sharp-eyes": "ao"}
    assert [kind for lane, kind in kinds.items() if can(match, f"time-1>{lane}")] == takes


def test_storm_closes_the_north_and_earthquake_the_south_for_this_round():  # §2.2
    for weather, open_lane, closed_lane in (("storm", "mirror", "embers"), ("earthquake", "embers", "mirror")):
        match = position(weather=weather, condition="great", hand=["time-1"], lanes=SHUT)
        assert can(match, f"time-1>{open_lane}")
        assert why(match, f"time-1>{closed_lane}") == {"why-closed"}
        meet(skip_to(match, 4, "great"))
        assert match.states["closed"][0] == 0


def test_under_a_storm_the_south_keeps_targets_and_ao_of_the_last_condition_but_not_its_second_action():  # §2.2
    lanes = {"sharp-eyes": Lane("gsaoi", target="exoplanet", side="ao")}
    match = position(weather="storm", condition="best", hand=["time-1"], lanes=lanes)
    assert can(match, "time-1>sharp-eyes")
    assert match.states["left"][0] == 1
    skip_to(match, 4)
    assert match.states["reputation"][0] == 4  # nor its red condition


def test_a_shutdown_is_put_aside_and_closes_its_site_in_the_next_round_only():  # §2.3
    match = position(hand=["time-1"], others={0: ["time-1"]}, lanes=SHUT)
    skip_to(match, 4, "shutdown-north", "great")
    assert (match.states["calendar"][0, 3], match.states["closed"][0]) == (D.WEATHER.index("great"), 0)
    skip_to(match, 5, "great")
    assert match.states["closed"][0] == 1
    assert why(match, "time-1>embers") == {"why-closed"}
    skip_to(match, 6, "great")
    assert match.states["closed"][0] == 0


def test_closures_add_up():  # §2.3
    match = position(hand=["time-1"], lanes=SHUT)
    skip_to(match, 4, "shutdown-north", "shutdown-south", "great")
    skip_to(match, 5, "storm")
    assert match.states["closed"][0] == 3
    assert not any(place.startswith("time") for place in places(match))


def test_a_shutdown_in_the_last_round_does_nothing():  # §2.3
    match = position(round=11)
    skip_to(match, 12, "shutdown-south", "great")
    assert match.states["closed"][0] == 0
    while not match.over:
        do(match, "end") if match.to_act >= 0 else meet(match)
    assert match.states["round"][0] == 12


def test_in_round_1_a_storm_or_an_earthquake_goes_under_the_deck():  # §2.4
    match = Match("gemini", seats=4)
    while match.states["round"][0] == 0:
        match.play(match.legal()[0])
    meet(match, "storm", "earthquake", "shutdown-north", "poor")
    s = match.states[0]
    assert s["calendar"][0] == D.WEATHER.index("poor")
    assert s["closed"] == 0
    assert s["weather_deck"][4:].tolist() == [0, 0, 0, 1]


def test_weather_limits_time_cards_only():  # §2.5
    hand = ["hearts", "lensing-cluster"]
    match = position(weather="poor", hand=hand, row=["gmos-s"], lanes={"embers": Lane()})
    for place in ("hearts>lanes", "lensing-cluster>embers/plain", "gmos-s>embers", "discard"):
        assert can(match, place)


# §3 Your turn


def test_you_draw_up_to_your_limit():  # §3.1
    match = position(role="engineer", hand=["time-1"])
    meet(do(match, "end"))
    assert len(hand_of(match, 1)) == 6
    meet(do(match, "end"))
    assert len(hand_of(match, 2)) == 5


def test_an_empty_deck_is_made_of_the_discard_pile_when_a_card_must_be_drawn():  # §3.1
    match = position(role="engineer")
    s = match.states[0]
    s["discards"][:], s["deck"][:], s["deck_size"] = s["deck"], 0, 0
    meet(do(match, "end"))
    assert len(hand_of(match, 1)) == 6
    assert discards_of(match) == []


def test_where_nothing_is_left_you_draw_what_there_is():  # §3.1
    match = position(role="engineer")
    s = match.states[0]
    s["deck"][:] = 0
    s["deck"][D.CARDS.index("time-2")] = s["deck_size"] = 2
    meet(do(match, "end"))
    assert hand_of(match, 1) == ["time-2", "time-2"]


def test_a_turn_has_one_action_and_under_best_two():  # §3.2 §15.3
    hand = ["embers", "mirror", "hearts"]
    one, two = position(hand=hand), position(weather="best", hand=hand)
    do(one, "embers>lanes")
    assert one.to_act != 1
    do(two, "embers>lanes", "mirror>lanes")
    assert two.to_act != 1


def test_under_best_there_is_one_draw_for_both_actions():  # §15.3
    match = position(weather="best", hand=["embers", "mirror", "hearts"])
    do(match, "embers>lanes")
    assert (match.to_act, hand_of(match, 1)) == (1, ["mirror", "hearts"])


def test_you_may_do_nothing():  # §3.2
    assert can(position(hand=["embers"]), "end")


def test_the_turn_ends_by_itself_only_when_nothing_free_is_left():  # §3.3
    match = position(role="engineer", hand=["embers"], lanes=GMOS)
    do(match, "embers>lanes")
    assert match.to_act == 0  # the Engineer's free move
    do(match, "gmos-n>embers")
    assert match.to_act != 0


def test_altair_can_be_attached_for_free_when_no_action_is_left():  # §3.2 §6.2
    match = position(hand=["embers"], row=["altair"], lanes={"hearts": Lane("gnirs")})
    do(match, "embers>lanes")
    assert match.to_act == 1
    meet(do(match, "altair>gnirs"))
    assert match.to_act != 1


# §4 Cards


def test_the_whole_hand_is_discarded_and_not_drawn_anew_before_the_next_turn():  # §4.1
    match = do(position(hand=["embers", "time-1", "time-1"]), "discard")
    assert hand_of(match, 1) == []
    assert discards_of(match) == ["embers", "time-1", "time-1"]
    assert match.to_act != 1  # it was the action


def test_at_most_7_programs_are_active_and_checkouts_is_not_counted():  # §4.2
    names = ["embers", "mirror", "hearts", "sharp-eyes", "long-light", "atlas", "winds"]
    six = position(hand=["pairs"], lanes={name: Lane() for name in names[:6]})
    assert can(six, "pairs>lanes")
    seven = position(hand=["pairs"], lanes={name: Lane() for name in names})
    assert why(seven, "pairs>lanes") == {"why-lanes-full"}


def test_chance_draws_every_card_as_often_as_it_is_there():
    match = position(role="engineer")
    do(match, "end")
    outcomes, weights = match.game.odds(match.states)
    assert dict(zip(outcomes, weights, strict=True))[S.DRAW + D.CARDS.index("time-1")] == 8
    assert sum(weights) == match.states["deck_size"][0]
    assert S.TURN_UP > S.LAY > S.PICK
