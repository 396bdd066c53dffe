"""What always holds, whatever teams do: looked at in random matches, by a second implementation where there is one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from asterism.core.match import Match

from .. import decks as D
from .. import state as S
from ..conditions import find_season, note_lanes
from ..display.page_view import view
from ..hints import merit_of
from ..piles import note_hand
from .positions import all_cards

SWITCHES = ("roles", "random_first", "gentle", "booboo", "starting", "instants", "hidden")
ALLOWED = {
    "best": "primary secondary bright",
    "great": "primary secondary bright",
    "good": "secondary bright",
    "poor": "bright",
}


def may_take_time(board: dict[str, Any], name: str, clear: bool) -> bool:
    """The five conditions of the book once more, from what the page is shown and what is printed on the cards."""
    if name == "checkouts":
        return board["checkouts"]["instrument"] is not None
    lane = next(one for one in board["lanes"] if one["lane"] == name)
    if lane["instrument"] is None or lane["target"] is None or not board["checkouts"]["complete"]:
        return False
    printed = board["cards"]
    program, instrument, target = printed[name], printed[lane["instrument"]], printed[lane["target"]["card"]]
    sky = board["weather"]["condition"]
    if clear and sky in ("good", "poor"):
        sky = "great"
    side = lane["target"]["side"]
    weather = target["type"] in ALLOWED[sky] and (side == "plain" or sky in ("best", "great"))
    sites = {"north", "south"} if instrument["site"] == "both" else {instrument["site"]}
    sites &= {"north", "south"} if target["sky"] == "both" else {target["sky"]}
    site = any(board["sites"][one]["open"] for one in sites)
    capability = instrument["capability"] in ("both", program["method"])
    with_ao = instrument["optics"] == "always" or (instrument["optics"] == "with-altair" and lane["altair"])
    instrument_mode = with_ao if side == "ao" else instrument["optics"] != "always"
    mode = instrument_mode and program["mode"] in ("either", side)
    return bool(weather and site and capability and mode)


def matches(count: int) -> Iterator[Match]:
    """Random teams; every other one plays what looks promising, to come further."""
    dice = random.Random(5)
    for number in range(count):
        options = {"visitors": dice.randrange(4)}
        options |= {name: dice.randrange(2) for name in SWITCHES}
        match = Match("gemini", seats=2 + number % 3, seed=number, **options)
        yield match
        while not match.over:
            legal = match.legal()
            if number % 2 and dice.random() < 0.9:
                best = max(merit_of(match.states[0], action) for action in legal)
                legal = [action for action in legal if merit_of(match.states[0], action) == best]
            match.play(dice.choice(legal))
            yield match


def test_cards_are_conserved_4_instruments_at_most_and_the_end_comes_by_round_12():
    ends = 0
    for match in matches(24):
        s = match.states[0]
        instants = [int(s["instants"] and not s["gone"] >> instant & 1) for instant in range(4)]
        assert all_cards(match) == [*s["count"].tolist()[:-4], *instants]
        assert s["hand_size"].tolist() == s["held"].sum(axis=1).tolist()
        attached = [at for at in s["lane"][:, 0].tolist() if at >= 0]
        assert len(set(attached)) == len(attached)
        assert sum(at < 8 for at in attached) <= 4
        assert sum(at >= 8 for at in attached) <= 1
        assert s["round"] <= 12
        assert 0 <= s["reputation"] <= 4
        ends += match.over
    assert ends == 24


def test_every_card_of_the_instrument_deck_is_in_one_place():
    met = set()
    for match in matches(12):
        s = match.states[0]
        lanes = s["lane"][:, S.AT].tolist()
        piles = {S.IN_ROW: s["row"].tolist(), S.UNDER: s["under"].tolist(), S.OWED: [s["owed"]]}
        for card, where in enumerate(s["where"].tolist()):
            told = [pile for pile, cards in piles.items() for one in cards if one == card]
            told += [lane for lane, at in enumerate(lanes) if at == card]
            told += [S.IN_USE] if card == D.ALTAIR and s["altair_on"] != S.NONE else []
            unseen = where == S.IN_DECK or (where == S.OUT and D.FIRST_VISITOR <= card < D.ALTAIR)
            assert told == ([] if unseen else [where]), D.INSTRUMENT_DECK[card]
            met.add(max(where, S.IN_ROW - 1))  # all lanes are alike
        assert s["altair_on"] in (S.NONE, *lanes)
        in_game = sum(where != S.OUT for where in s["where"].tolist())
        assert in_game <= len(D.OWN) + s["visitors"] + 1
    assert met == {S.IN_ROW - 1, S.IN_ROW, S.IN_DECK, S.UNDER, S.OWED, S.OUT, S.IN_USE}


def test_weather_cards_are_in_the_deck_or_have_been_turned_up():
    gone = 0
    for match in matches(24):
        s = match.states[0]
        turned = [s["calendar"].tolist().count(card) for card in range(len(D.WEATHER))]
        turned[D.GOOD] -= int(s["starting"] and s["round"] > 0)  # §14.4 by an extra card
        for card, site in ((D.SHUTDOWN_NORTH, D.NORTH), (D.SHUTDOWN_SOUTH, D.SOUTH)):
            turned[card] += sum(bool(sites & site) for sites in s["announced"].tolist())
        missing = (s["cards"] - s["weather_deck"]).tolist()
        under = [card for card in (D.STORM, D.EARTHQUAKE) if turned[card] < missing[card]]  # §2.4
        assert not (under and s["starting"])
        gone += len(under)
        assert [card for card in range(len(D.WEATHER)) if turned[card] != missing[card]] == under
    assert gone > 0


def test_what_is_kept_beside_lanes_and_hands_is_what_follows_from_them():
    ends = 0
    for match in matches(12):
        again = match.states.copy()
        s = again[0]
        note_lanes(s)
        for seat in range(4):
            note_hand(s, seat)
        if s["round"] > 0:
            find_season(s)
        assert again.tobytes() == match.states.tobytes()
        ends += match.over
    assert ends == 12


def test_a_time_card_is_legal_exactly_where_the_five_conditions_hold():
    looked_at = dict.fromkeys(("legal", "not", "second"), 0)
    for match in matches(24):
        s = match.states[0]
        second = int(s["second"]) if s["left"] == 0 else S.NONE  # §11.3 the Operator's, and nothing but that
        if match.over or match.to_act < 0 or s["phase"] != S.ACTING or (s["left"] == 0 and second == S.NONE):
            continue
        if s["left"] > 0 and match.ply % 3:
            continue
        board = view(s)
        held = [time for time in range(len(D.TIMES)) if s["held"][match.to_act, D.CARDS.index(D.TIMES[time])]]
        legal = {action - S.PLAY_TIME for action in match.legal() if S.PLAY_TIME <= action < S.MOVE}
        for lane in s["lanes"].tolist()[: s["in_use"]]:
            allowed = second in (S.NONE, lane) and may_take_time(board, D.LANE_NAMES[lane], bool(s["clear"]))
            looked_at["not" if not allowed else "legal" if second == S.NONE else "second"] += len(held)
            for time in held:
                assert (time * D.LANES + lane in legal) == allowed, (D.LANE_NAMES[lane], board["weather"])
    assert min(looked_at.values()) > 20, looked_at


def test_the_view_of_every_state_can_be_sent():
    for match in matches(4):
        if match.ply % 9 == 0 or match.over:
            json.dumps(view(match.states[0]))
        if match.over:
            story = view(match.states[0])["story"]
            assert (
                sum(program["points"] for program in story["programs"])
                == view(match.states[0])["score"]["points"] - (view(match.states[0])["checkouts"]["points"])
            )


@pytest.mark.parametrize("hidden", [0, 1])
def test_the_view_says_what_the_record_does(hidden: int):
    match = Match("gemini", seats=3, seed=4, hidden=hidden)
    while not match.over:
        seat = match.to_act
        if match.ply % 7 == 0:
            board = view(match.game.seen(match.states, max(0, seat))[0])
            assert board["score"]["points"] == (match.game.scores(match.states) or [0])[0]
            assert (
                sum(card["count"] for card in board["seats"][max(0, seat)]["hand"])
                == board["seats"][max(0, seat)]["cards"]
            )
            assert len(board["lanes"]) == match.states["in_use"][0] - 1
        legal = match.legal()
        match.play(legal[match.ply % len(legal)])
    assert len(D.LANE_NAMES) - 1 == D.CHECKOUTS
    assert len(D.INSTRUMENTS) == 14
