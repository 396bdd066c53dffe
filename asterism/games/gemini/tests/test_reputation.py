"""§12 Reputation, §13 the end: a test for each sentence that can be broken."""

from __future__ import annotations

import pytest

from asterism.core.match import Match
from asterism.core.words import tell

from .. import decks as D
from .. import state as S
from ..display.page_view import view
from ..display.seen_record import SeenRecord
from ..ending import score
from .positions import Lane, discards_of, do, hand_of, meet, position, skip_to


def reputation(match: Match) -> int:
    return int(match.states["reputation"][0])


def idle(match: Match) -> Match:
    """Everyone ends their turns until the match is over."""
    while not match.over:
        do(match, "end") if match.to_act >= 0 else meet(match)
    return match


# §12 Red conditions


def test_a_target_of_opportunity_is_due_by_the_end_of_the_round_after_it_is_played():  # §12.1
    match = position(hand=["gamma-ray-burst"], lanes={"embers": Lane("gmos-n")})
    do(match, "gamma-ray-burst>embers/plain")
    skip_to(meet(match), 4)
    assert reputation(match) == 4
    skip_to(match, 5)
    assert reputation(match) == 3
    assert "gamma-ray-burst" in discards_of(match)
    assert match.states["lane"][0, 0, S.TARGET] == -1


def test_a_target_with_a_window_is_due_by_the_end_of_its_window_with_its_time_cards():  # §12.1
    lanes = {"embers": Lane("gmos-n", target="quasar", times=["time-3"], due=8)}
    match = position(round=7, lanes=lanes)
    skip_to(match, 8)
    assert reputation(match) == 4
    skip_to(match, 9)
    assert reputation(match) == 3
    assert {"quasar", "time-3"} <= set(discards_of(match))


def test_a_red_target_that_is_complete_costs_nothing():  # §12.1
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", times=["time-3"], due=4)}
    match = do(position(hand=["time-2"], lanes=lanes), "time-2>embers")
    skip_to(meet(match), 5)
    assert reputation(match) == 4


def test_a_red_target_that_is_replaced_costs_its_1_at_once_and_only_once():  # §12.2
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=4)}
    match = do(position(hand=["secondary-any"], lanes=lanes), "secondary-any>embers/plain")
    assert reputation(match) == 3
    skip_to(meet(match), 5)
    assert reputation(match) == 3


def test_a_red_target_is_paid_for_when_replaced_even_if_it_would_never_have_fallen_due():  # §15.12
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=13)}
    match = do(position(round=12, hand=["secondary-any"], lanes=lanes), "secondary-any>embers/plain")
    assert reputation(match) == 3


def test_a_5_h_card_is_due_by_the_end_of_the_round_after_the_one_it_was_drawn_in():  # §12.3
    match = position(role="engineer", round=1, hand=["time-5"])
    skip_to(match, 2)
    assert reputation(match) == 4
    skip_to(match, 3)
    assert reputation(match) == 3
    assert "time-5" not in hand_of(match, 0)
    assert discards_of(match).count("time-5") == 1


def test_a_5_h_card_that_is_discarded_with_the_hand_in_time_costs_nothing():  # §12.3
    match = do(position(hand=["time-5"]), "discard")
    skip_to(meet(match), 5)
    assert reputation(match) == 4


def test_drawn_again_a_5_h_card_has_a_new_deadline():  # §12.3
    match = position(seats=2, role="engineer", hand=["time-5"])
    match.states["due"][0, 0] = 1
    meet(do(match, "discard", "end"))
    meet(do(match, "end"), "draw time-5")  # by the same player, in the same round
    assert "time-5" in hand_of(match, 0)
    skip_to(match, 4)
    assert reputation(match) == 4
    skip_to(match, 5)
    assert reputation(match) == 3


def test_in_a_round_with_best_weather_a_time_card_must_be_played():  # §12.4
    assert reputation(skip_to(position(weather="best"), 4)) == 3
    assert reputation(skip_to(position(weather="great"), 4)) == 4


@pytest.mark.parametrize("checked", [False, True])
def test_for_best_checkouts_and_poor_weather_count(checked: bool):  # §12.4
    lanes = {"checkouts": Lane("gmos-n")}
    match = do(position(weather="best", hand=["time-1"], lanes=lanes, checked=checked), "time-1>checkouts")
    assert reputation(skip_to(meet(match), 4)) == 4


def test_targets_are_looked_at_first_then_5_h_cards_then_best():  # §12.5
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=3)}
    match = position(weather="best", role="scientist", hand=["time-5"], lanes=lanes)
    match.states["due"][0, 3] = 1
    do(match, "end")
    assert match.states["story"][0, :3, 1].tolist() == [0, 2, 3]
    assert reputation(match) == 1


def test_at_0_nothing_more_is_looked_at():  # §12.5
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=3)}
    match = position(weather="best", role="scientist", hand=["time-5"], lanes=lanes, reputation=1)
    match.states["due"][0, 3] = 1
    do(match, "end")
    assert match.states["events"][0] == 1
    assert hand_of(match, 3) == ["time-5"]
    assert (reputation(match), int(match.states["ending"][0])) == (0, S.NO_REPUTATION)


def test_at_0_the_match_is_lost_at_once():  # §12
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=4)}
    match = do(position(hand=["secondary-any"], lanes=lanes, reputation=1), "secondary-any>embers/plain")
    assert match.over
    assert match.states["ending"][0] == S.NO_REPUTATION
    assert match.shares == [0.0] * 4


def test_what_is_due_at_the_end_of_the_last_round_falls_due_and_nothing_later():  # §12.5
    for target, due, costs in (("galactic-centre", 12, 1), ("gamma-ray-burst", 13, 0)):
        lanes = {"long-light": Lane("gmos-s", target=target, due=due)}
        match = finished(last_turn(lanes=lanes), 4)
        assert reputation(match) == 4 - costs


# §13 The end


def complete(match: Match, number: int) -> None:
    """So many Band 1 programs that are not active go to the score pile."""
    s = match.states[0]
    for program in range(5):
        if number and s["lane"][program, S.OPENED] == 0:
            s["lane"][program, S.OPENED] = s["lane"][program, S.COMPLETED] = 1
            s["deck"][program] -= 1
            s["deck_size"] -= 1
            number -= 1


def finished(match: Match, band_one: int) -> Match:
    complete(match, band_one)
    return do(match, "end")


def last_turn(**how: object) -> Match:
    return position(round=12, role="scientist", **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("begin", "complete", "left"), [(4, 4, 4), (4, 3, 2), (4, 2, 0), (3, 3, 1), (2, 3, 0), (1, 4, 1), (1, 5, 1)]
)
def test_each_missing_band_1_program_costs_2_and_if_any_is_left_the_team_has_won(begin: int, complete: int, left: int):
    match = finished(last_turn(reputation=begin), complete)  # §13.1
    assert reputation(match) == left
    assert match.states["ending"][0] == (S.WON if left else S.NO_FUNDING)
    assert (match.shares or [0])[0] > 0 if left else match.shares == [0.0] * 4


def test_with_3_players_3_are_enough():  # §13.1
    match = position(round=12, role="operator", seats=3)
    assert reputation(finished(match, 3)) == 4


def test_only_programs_in_the_score_pile_count_for_the_goal():  # §13.1
    lanes = {"embers": Lane("gmos-n", done=["secondary-any"]), "long-light": Lane(done=["secondary-north"])}
    assert reputation(finished(last_turn(lanes=lanes), 3)) == 2


def test_gentle_funding_costs_1():  # §14.2
    assert reputation(finished(last_turn(gentle=1), 1)) == 1


def test_points_full_partial_lost_and_poor_weather():  # §13.2
    lanes = {
        "atlas": Lane(done=["bright-any"]),
        "winds": Lane(target="bright-any"),
        "checkouts": Lane(times=["time-3"]),
    }
    match = finished(last_turn(lanes=lanes, hand=["census"]), 4)
    s = match.states[0]
    assert score(s, 0) == sum(s["full"][:4]) + s["partial"][5] - s["lost"][6] + 6


def test_a_program_scores_its_partial_points_or_loses_its_penalty_never_both():  # §15.10
    match = position(lanes={"atlas": Lane(done=["bright-any"])})
    s = match.states[0]
    assert score(s, 0) == s["partial"][5]
    s["lane"][5, S.FINISHED] = -1
    assert score(s, 0) == -s["lost"][5]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_begin_at_their_thresholds_but_epic_above_its_own(seats: int):  # §13.3
    match = position(seats=seats, role="coordinator")
    s = match.states[0]
    thresholds = [120, 160, 230, 280, 310] if seats == 3 else [160, 220, 310, 380, 420]
    assert SeenRecord(s).thresholds() == thresholds
    s["poor_weather"] = 1
    s["goal"] = s["goal_of_three"] = 0
    names = ["funded", "not-bad", "good", "great", "fantastic", "epic"]
    for number, threshold in enumerate(thresholds):
        first = threshold + (number == 4)
        for points, name in ((first - 1, names[number]), (first, names[number + 1])):
            s["lane"][len(D.PROGRAMS), S.HOURS] = points
            assert SeenRecord(s).rating() == name
            reached = [one["rating"] for one in view(s)["score"]["ratings"] if one["reached"]]
            assert reached == names[1 : names.index(name) + 1]
    assert s["lane"][0, S.LACKING] == 0


def test_a_rating_is_of_a_win_so_there_is_none_until_the_end_would_be_one():  # §13.3
    match = position(lanes={"embers": Lane()})
    assert SeenRecord(match.states[0]).points() < 0
    complete(match, 2)
    assert SeenRecord(match.states[0]).rating() == "not-yet"
    match.states["lane"][0, len(D.PROGRAMS), S.HOURS] = 100
    assert not any(one["reached"] for one in view(match.states[0])["score"]["ratings"])
    complete(match, 1)  # one missing costs 2 of 4
    assert SeenRecord(match.states[0]).rating() != "not-yet"
    assert view(match.states[0])["score"]["ratings"][0]["reached"]
    match.states["reputation"][0] = 2
    assert SeenRecord(match.states[0]).rating() == "not-yet"


def test_a_win_with_few_points_is_funded_even_if_they_are_less_than_none():  # §13.3
    lanes = {name: Lane() for name in ("mirror", "hearts", "sharp-eyes", "long-light")}
    match = finished(last_turn(lanes=lanes, gentle=1), 1)
    assert match.states["ending"][0] == S.WON
    assert SeenRecord(match.states[0]).points() < 0
    assert SeenRecord(match.states[0]).rating() == "funded"


def test_more_points_are_a_greater_share():
    shares = []
    for hours in (("time-1",), ("time-3", "time-3")):
        match = finished(last_turn(lanes={"checkouts": Lane("gmos-n", times=hours)}), 4)
        shares.append((match.shares or [0])[0])
    assert 0.4 < shares[0] < shares[1] < 1


def test_a_match_of_nothing_but_ending_turns_is_lost_after_12_rounds():  # §13.1
    match = idle(position(round=1, role="engineer"))
    assert match.states["round"][0] <= 12
    assert match.states["ending"][0] in (S.NO_REPUTATION, S.NO_FUNDING)
    assert D.CARDS[0] == D.PROGRAMS[0]


# What is told of it


def told(match: Match) -> str:
    """The last line of the log."""
    assert match.result is not None
    assert match.result.said is not None
    return tell(match.game, match.result.said, ["A", "B", "C", "D"])


def costs(match: Match) -> list[tuple[str, int]]:
    """What the story tells: the causes, and what each has cost."""
    return [(event["cause"], event["costs"]) for event in view(match.states[0])["story"]["reputation"]]


@pytest.mark.parametrize(
    ("complete", "story", "said"),
    [
        (4, [], "points!"),
        (3, [("missing", 2)], "One Band 1 program was missing: 2 Reputation."),
        (2, [("missing", 4)], "Only 2 of 4 Band 1 programs were completed, and that cost the rest of the Reputation"),
        (0, [("missing", 4)], "Only 0 of 4"),  # 8 would be due
    ],
)
def test_what_missing_programs_cost_is_told(complete: int, story: list[tuple[str, int]], said: str):  # §13.1
    lanes = {"checkouts": Lane("gmos-n", times=["time-5"])}
    match = finished(last_turn(lanes=lanes), complete)
    assert costs(match) == story
    assert said in told(match)


def test_before_the_end_nothing_is_told_of_missing_programs():
    assert costs(position(round=12)) == []


def test_what_the_end_of_the_last_round_has_cost_is_told():  # §12.5
    match = finished(last_turn(weather="best"), 4)
    assert costs(match) == [("idle-best", 1)]
    assert told(match).endswith("Best weather was not used: 1 Reputation.")


def test_what_has_cost_the_last_reputation_at_the_end_of_a_round_is_told():  # §12
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=3)}
    match = do(position(role="scientist", lanes=lanes, reputation=1), "end")
    assert told(match).endswith("loses its funding. Gamma-ray Burst was not complete in time: 1 Reputation.")
    assert costs(match) == [("late-target", 1)]


def test_a_round_before_has_been_told_by_then():
    match = skip_to(position(round=11, weather="best"), 12)
    complete(match, 4)
    assert costs(idle(match)) == [("idle-best", 1)]
    assert "Reputation" not in told(match)
