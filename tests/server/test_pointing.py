"""Pointing at the board in a game of a team."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from asterism import bots

from .serving import Served
from .talking import Client, Told
from .test_house import Ear, house_in

TEAM = "gemini"


def first_turn(anna: Client, *kinds: str, **fields: Any) -> Told:
    """A table of a team, its roles dealt, up to the first turn."""
    return anna.open(*kinds, game=TEAM, options={"roles": 1}, **fields)


def pointed(scene: Told) -> list[tuple[int, str]]:
    return [(one["seat"], one["place"]) for one in scene["pointed"]]


def end_turn(anna: Client, scene: Told) -> Told:
    end = next(choice["action"] for choice in scene["choices"] if choice["place"] == "end")
    return anna.act(scene, end)


def test_everyone_sees_where_someone_points_until_they_take_it_back(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        scene = first_turn(anna, "me", "here")
        code, seat = scene["table"]["code"], scene["to_act"]
        watcher.watch(scene)
        for place in ("gmos-n>checkouts", "embers"):  # one at a time
            assert pointed(anna.ask("point", table=code, place=place)) == [(seat, place)]
            watcher.hear_scene(lambda told, place=place: pointed(told) == [(seat, place)])
        told = anna.ask("point", table=code, place="")
        assert (pointed(told), told["ply"]) == ([], scene["ply"])
        watcher.hear_scene(lambda told: not told["pointed"])


def test_it_is_gone_once_something_was_done_there(served: Served) -> None:
    with Client(served) as anna:
        scene = first_turn(anna, "me", "here")
        choice = next(one for one in scene["choices"] if ">" in one["place"])
        item = choice["place"].split(">")[0]
        anna.ask("point", table=scene["table"]["code"], place=item)
        assert anna.act(scene, choice["action"])["pointed"] == []


def test_it_is_gone_when_the_turn_after_the_next_begins(served: Served) -> None:
    with Client(served) as anna:
        scene = first_turn(anna, "me", "here")
        scene = anna.ask("point", table=scene["table"]["code"], place="winds>lanes")
        seats = [scene["to_act"]]
        for left in (1, 0):
            scene = end_turn(anna, scene)
            seats.append(scene["to_act"])
            assert len(scene["pointed"]) == left
        assert seats[0] != seats[1] != seats[2]


def test_pointing_is_refused_in_words(served: Served) -> None:
    with Client(served) as anna, Client(served) as stranger:
        scene = first_turn(anna, "me", "here")
        code = scene["table"]["code"]
        assert stranger.refused("point", table=code, place="end") == "not-your-seat"
        for text in ("x" * 65, "meet me at nine", "winds>call-me", "end/end/end/end", "embers>", " embers", "Ada", ">"):
            assert anna.refused("point", table=code, place=text) == "malformed", text
        lobby = anna.open("me", "elsewhere", game=TEAM)
        assert anna.refused("point", table=lobby["table"]["code"], place="end") == "not-started"
        alone = anna.open("me", "here")
        assert anna.refused("point", table=alone["table"]["code"], place="die") == "not-allowed"
        assert anna.watch(scene)["pointed"] == [], "nothing was changed"


def test_it_is_a_gesture_and_taking_it_back_is_free(limited: Served) -> None:
    with Client(limited) as anna:
        code = first_turn(anna, "me", "here")["table"]["code"]
        codes = [anna.ask("point", table=code, place="embers").get("code") for _ in range(6)]
        assert codes[:4] == [None] * 4
        assert codes[-1] == "too-fast"
        assert anna.ask("point", table=code, place="")["type"] == "scene"


def test_a_bot_is_told_where_people_point_when_it_has_thought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[list[str]] = []

    class Asking:
        def __init__(self, game: Any, level: str, seed: None, pointed: Any) -> None:
            self._pointed = pointed

        def choose(self, seen: Any, legal: list[int], past: Any = None) -> int:
            heard.append(self._pointed())
            return legal[0]

    monkeypatch.setattr(bots, "bot", Asking)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            opened = await anna.open_table("me", "bot", game=TEAM, options={"roles": 1})
            code = opened["table"]["code"]
            table = await house.find(code)
            while table.match is None or table.match.to_act != 0:
                await asyncio.sleep(0.001)
            heard.clear()
            await anna.ask(type="point", id=2, table=code, place="embers")
            while table.match.to_act == 0:
                end = next(a for a in table.match.legal() if table.game.say(table.match.states[0], a).place == "end")
                await anna.ask(type="act", id=3, table=code, ply=table.match.ply, action=end)
            while not heard:
                await asyncio.sleep(0.001)
            assert heard[0] == ["embers"]

    asyncio.run(story())


def test_every_place_that_the_page_points_at_is_one(served: Served) -> None:
    """Every card in anyone's hand, every lane and instrument, and what may go where; also when it is another's turn."""
    with Client(served) as anna:
        scene = first_turn(anna, "me", "here")
        code, view = scene["table"]["code"], scene["view"]
        lanes = [lane["lane"] for lane in view["lanes"]]
        places = {"lanes", "under", "checkouts", "end", *lanes, *view["cards"]}
        places |= {
            f"{card}>{where}" for card in list(view["cards"])[:5] for where in ("lanes", "under", "checkouts", *lanes)
        }
        places |= {choice["place"] for choice in scene["choices"]}
        for place in sorted(places):
            told = anna.ask("point", table=code, place=place)
            assert told["type"] == "scene", (place, told)
