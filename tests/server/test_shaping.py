"""Whoever opened a table shapes its lobby; nobody else can, and nobody can once the dice are drawn."""

from __future__ import annotations

import json
from typing import Any

from .serving import Served
from .talking import Client, Told, lock


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def shape(client: Client, scene: Told, change: str, **more: Any) -> Told:
    told = client.ask("shape", table=code_of(scene), change=change, **more)
    assert told["type"] == "scene", told
    return told


def seats(scene: Told) -> list[tuple[str, str, bool]]:
    return [(seat["kind"], seat["name"], seat["taken"]) for seat in scene["table"]["seats"]]


def test_a_family_of_four_from_a_table_of_two_starts_with_a_bot(own: Served) -> None:
    """And what is on the sheet of the dice is the seating as it is then."""
    with Client(own) as anna, Client(own) as bert:
        anna.ask("hello", name="Anna")
        lobby = anna.open("me", "elsewhere")
        assert lobby["table"]["opener"]
        shape(anna, lobby, "add")
        four = shape(anna, lobby, "add")
        assert [seat["star"] for seat in four["table"]["seats"]] == [0, 1, 2, 3]
        beside = anna.sit(code_of(lobby), 2, name="Oma")
        assert seats(beside)[2] == ("here", "Oma", True), "on Anna's device"
        own.restart()
    with Client(own, cookie=anna.cookie) as anna, Client(own, cookie=bert.cookie) as bert:
        seen = bert.sit(code_of(lobby), 1, name="Bert")
        assert not seen["table"]["opener"]
        anna.watch(lobby)  # else she is told that it begins only if her number is the last to be shown
        anna.send("shape", table=code_of(lobby), change="start", level="easy", names=["Vega"])
        begun = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert seats(begun) == [
            ("me", "Anna", True),
            ("elsewhere", "Bert", True),
            ("here", "Oma", True),
            ("bot", "Vega", True),
        ]
        assert begun["table"]["seats"][3]["level"] == "easy"
        drawn = next(told for told in reversed(anna.told) if told.get("table", {}).get("phase") == "drawing")
        sheet = json.loads(drawn["table"]["dice"]["sheets"][-1])
        assert [seat["name"] for seat in sheet["seats"]] == ["Anna", "Bert", "Oma", "Vega"]
        assert [one["seats"] for one in sheet["contributors"]] == [[0, 2], [1]]


def test_a_seat_is_filled_with_a_bot_freed_again_and_removed(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "elsewhere", "elsewhere")
        bot = shape(anna, lobby, "bot", seat=1, level="easy")
        assert seats(bot)[1] == ("bot", "Bot", True)
        assert shape(anna, lobby, "bot", seat=1, level="best")["table"]["seats"][1]["level"] == "best"
        assert anna.refused("shape", table=code_of(lobby), change="bot", seat=1, level="godlike") == "bad-options"
        assert seats(shape(anna, lobby, "free", seat=1))[1] == ("elsewhere", "", False)
        bert.sit(code_of(lobby), 1)
        for change in ("bot", "remove"):
            assert anna.refused("shape", table=code_of(lobby), change=change, seat=1, level="easy") == "seat-taken"
        freed = shape(anna, lobby, "free", seat=1)
        assert not freed["table"]["seats"][1]["taken"], "a person can be asked to stand up"
        assert bert.sit(code_of(lobby), 2)["table"]["seats"][2]["mine"], "and may sit down again"
        anna.send("shape", table=code_of(lobby), change="remove", seat=1)
        begun = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert [seat["star"] for seat in begun["table"]["seats"]] == [0, 2], "everyone keeps their star"


def test_there_are_as_many_seats_as_the_game_allows(served: Served) -> None:
    with Client(served) as anna:
        lobby = anna.open("me", "elsewhere", game="geminion")
        assert anna.refused("shape", table=code_of(lobby), change="remove", seat=1) == "bad-options"
        shape(anna, lobby, "add")
        shape(anna, lobby, "add")
        assert anna.refused("shape", table=code_of(lobby), change="add") == "bad-options"
        assert anna.refused("shape", table=code_of(lobby), change="remove", seat=9) == "malformed"


def test_nobody_shapes_a_table_that_another_opened(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "elsewhere", "elsewhere")
        seen = bert.sit(code_of(lobby), 1)
        before = seats(seen)
        for change in ("add", "remove", "bot", "free", "start"):
            told = bert.ask("shape", table=code_of(lobby), change=change, seat=2, level="easy")
            assert (told["type"], told["code"]) == ("refused", "not-allowed")
            assert "whoever opened this table" in told["text"]
        assert bert.refused("close", table=code_of(lobby), ply=0) == "not-allowed"
        assert seats(bert.watch(lobby)) == before


def test_once_the_dice_are_drawn_nothing_is_shaped(served: Served) -> None:
    """Whoever could would have a choice between two draws."""
    with Client(served, reveals=False) as anna, Client(served, reveals=False) as bert:
        lobby = anna.open("me", "elsewhere")
        bert.ask("sit", table=code_of(lobby), seat=1, commit=lock())
        for change in ("add", "free", "bot", "start"):
            code = anna.refused("shape", table=code_of(lobby), change=change, seat=1, level="easy")
            assert code == "table-full"
        assert anna.watch(lobby)["table"]["dice"]["draws"] == 1


def test_a_closed_table_stays_closed_and_is_no_longer_among_ones_own(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        lobby = anna.open("me", "elsewhere")
        closed = anna.ask("close", table=code_of(lobby), ply=0)
        assert closed["table"]["phase"] == "closed"
        own.restart()
    with Client(own, cookie=anna.cookie) as anna, Client(own, cookie=bert.cookie) as bert:
        assert bert.ask("watch", table=code_of(lobby))["table"]["phase"] == "closed"
        assert bert.refused("sit", table=code_of(lobby), seat=1, commit=lock()) == "match-over"
        for asked in ("shape", "close"):
            more = {"change": "add"} if asked == "shape" else {"ply": 0}
            assert anna.refused(asked, table=code_of(lobby), **more) == "match-over"
        assert own.get("/api/mine", anna.cookie).json["tables"] == []


def test_a_flood_of_changes_is_refused_and_the_table_stands(limited: Served) -> None:
    with Client(limited) as anna, Client(limited) as flood:
        lobby = anna.open("me", "elsewhere")
        codes = {flood.refused("shape", table=code_of(lobby), change="start", level="easy") for _ in range(100)}
        assert codes == {"not-allowed", "too-fast"}
        assert anna.watch(lobby)["table"]["phase"] == "lobby"
