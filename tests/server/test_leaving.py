"""Whoever leaves or is long away: a bot plays for them until they come back, and nobody else can make it so."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair
from asterism.core.match import Match
from asterism.core.record import read
from asterism.core.verify import verify
from asterism.server.house import House
from asterism.server.settings import LEAST_THINKING, MOST_LEAVINGS
from asterism.server.tables.leaving import folded
from asterism.store import EventRow, SeatRow, TableRow
from asterism.table import undo
from asterism.table.table import Seats, StandIns, Table

from .serving import Served, wait_until
from .talking import Client, Told
from .test_house import Ear, house_in

SECRET_GAME = "constellation"


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def seated(anna: Client, bert: Client, *more: str, **fields: Any) -> Told:
    """A match that Anna has opened and that Bert, at the second seat, has begun; Bert's first scene."""
    return bert.sit(code_of(anna.open("me", "elsewhere", *more, **fields)), 1, name="Bert")


def words(scene: Told) -> list[str]:
    return [line["words"] for line in scene["log"] if line["of"] == "table"]


def later(served: Served, seconds: float) -> None:
    """The server is started again when so much time has passed."""
    served.flags = ("--unlimited", "--ahead", str(seconds))
    served.restart()


def play_alone(client: Client, scene: Told, count: int) -> Told:
    """Play a few actions against whoever answers, never winning by luck: one roll a turn, then pass."""
    for _ in range(count):
        scene = client.hear_scene(lambda s: s["choices"])
        scene = client.act(scene, scene["choices"][:2][-1]["action"])
    return scene


def test_whoever_leaves_is_played_for_comes_back_and_plays_on(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        begun = seated(anna, bert)
        code = code_of(begun)
        left = bert.ask("leave", table=code)
        seat = left["table"]["seats"][1]
        assert (seat["stand_in"], seat["mine"], seat["kind"]) == ("medium", True, "me"), "it stays his seat"
        assert words(left) == ["left"]
        play_alone(anna, anna.watch(begun), 3)
        scene = bert.watch(begun)
        assert scene["choices"] == []
        refused = bert.ask("act", table=code, ply=scene["ply"], action=0)
        assert (refused["code"], "a bot plays for you" in refused["text"]) == ("not-allowed", True)
        own.restart()
    with Client(own, anna.cookie) as anna, Client(own, bert.cookie) as bert:
        assert bert.watch(begun)["table"]["seats"][1]["stand_in"] == "medium", "over a restart too"
        anna.watch(begun)
        back = bert.ask("come-back", table=code)
        assert back["table"]["seats"][1]["stand_in"] == ""
        assert words(bert.watch(begun)) == ["left", "came-back"]
        scene = anna.watch(begun)
        while scene["table"]["phase"] != "over":
            for client in (anna, bert):
                scene = client.watch(scene)
                if scene["choices"]:
                    scene = client.act(scene)
        made = read(own.get(f"/api/tables/{code}/record").text)
        assert [(event["what"], event["seat"]) for event in made["events"]] == [("left", 1), ("came-back", 1)]
        assert verify(made) == []
        made["events"][0]["seat"] = 0
        assert any("hash" in problem for problem in verify(made)), "events are under the hash"
        replayed = own.get(f"/api/tables/{code}/replay").json["scenes"]
        assert [line["words"] for s in replayed for line in s["log"] if line["of"] == "table"][:2] == [
            "left",
            "came-back",
        ]
        records = own.get("/api/games/noirlab-dice/records", bert.cookie).json
        assert (records["played"], records["mixed"]) == (0, 1), "counted apart"


def test_others_may_let_a_bot_play_once_someone_has_been_away_for_the_patience_of_the_table(own: Served) -> None:
    """And it is known over a restart since when they are away."""
    with Client(own) as bert:
        with Client(own) as anna:
            begun = seated(anna, bert, patience=3600)
        code = code_of(begun)
        since = bert.hear_scene(lambda s: s["table"]["seats"][0]["away"])["table"]["seats"][0]["away"]
        told = bert.ask("stand-in", table=code, seat=0)
        assert (told["code"], "the others wait 3600" in told["text"]) == ("not-allowed", True)
        assert bert.refused("close", table=code, ply=begun["ply"]) == "not-allowed"
        later(own, 3500)
    with Client(own, bert.cookie) as bert:
        scene = bert.watch(begun)
        assert scene["table"]["seats"][0]["away"] == since
        assert bert.refused("stand-in", table=code, seat=0) == "not-allowed", "not yet"
        later(own, 3700)
    with Client(own, bert.cookie) as bert:
        bert.watch(begun)
        played = bert.ask("stand-in", table=code, seat=0)
        assert played["table"]["seats"][0]["stand_in"] == "medium"
        assert words(bert.watch(begun)) == ["let-bot-play"]
        scene = play_alone(bert, bert.watch(begun), 1)  # still his turn: nobody moves meanwhile
        closed = bert.ask("close", table=code, ply=bert.watch(scene)["ply"])
        assert (closed["table"]["phase"], words(bert.watch(scene))[-2:]) == ("over", ["ended", "match-closed"])
        assert closed["table"]["dice"]["secret"]


def test_whoever_opened_the_table_decides_sooner_but_ends_nothing_behind_a_back(served: Served) -> None:
    with Client(served) as anna:
        with Client(served) as bert:
            begun = seated(anna, bert)
        code = code_of(begun)
        anna.hear_scene(lambda s: s["table"]["seats"][1]["away"])
        assert anna.ask("stand-in", table=code, seat=1)["table"]["seats"][1]["stand_in"]
        ply = anna.watch(begun)["ply"]
        assert anna.refused("close", table=code, ply=ply) == "not-allowed", "a bot gives the seat back; an end does not"
        with Client(served, bert.cookie) as bert:
            bert.watch(begun)
            assert bert.ask("come-back", table=code)["type"] == "scene"


def all_are_seen(scene: Told) -> bool:
    """By whoever sees this: everyone who plays, and one who watches."""
    return all(seat["present"] for seat in scene["table"]["seats"]) and scene["table"]["watchers"] == 1


def test_nobody_is_played_for_who_is_there_and_nobody_else_takes_a_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as mallory:
        begun = seated(anna, bert, "bot:easy", patience=0, undo="ask")
        code = code_of(begun)
        mallory.watch(begun)
        wait_until(lambda: all_are_seen(anna.watch(begun)), "all are seen")
        before = anna.watch(begun)
        for client, request, fields, code_told in (
            (anna, "stand-in", {"seat": 1}, "not-allowed"),  # Bert is here
            (bert, "stand-in", {"seat": 0}, "not-allowed"),
            (bert, "stand-in", {"seat": 1}, "not-allowed"),  # his own
            (bert, "stand-in", {"seat": 2}, "not-allowed"),  # a bot's
            (bert, "stand-in", {"seat": 7}, "malformed"),
            (bert, "come-back", {}, "not-allowed"),  # no bot plays for him
            (bert, "leave", {"seats": [0]}, "not-your-seat"),
            (mallory, "stand-in", {"seat": 0}, "not-your-seat"),
            (mallory, "come-back", {}, "not-allowed"),
            (mallory, "leave", {}, "not-your-seat"),
            (mallory, "close", {"ply": before["ply"]}, "not-your-seat"),
        ):
            assert client.refused(request, table=code, **fields) == code_told, (request, fields)
        after = anna.watch(begun)
        assert all(after[part] == before[part] for part in ("table", "ply", "log", "choices"))
        bert.ask("leave", table=code)
        for client in (anna, mallory):
            assert client.refused("come-back", table=code) == "not-allowed", "it is not their seat"
        assert bert.refused("stand-in", table=code, seat=0) == "not-your-seat", "whoever has left decides nothing"


def test_the_last_person_of_a_match_does_not_leave_it(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        begun = seated(anna, bert)
        bert.ask("leave", table=code_of(begun))
        assert anna.refused("leave", table=code_of(begun)) == "not-allowed"
        ply = anna.watch(begun)["ply"]
        assert anna.ask("close", table=code_of(begun), ply=ply)["table"]["phase"] == "over", "he has left, so she may"


def test_no_bot_plays_for_whoever_leaves_where_time_that_runs_out_is_lost(served: Served) -> None:
    """Else one could leave in the last second of a turn, and come back with all the time of the next."""
    with Client(served) as anna, Client(served) as bert:
        begun = seated(anna, bert, clock={"per": "turn", "seconds": 60, "then": "lose"})
        assert anna.refused("leave", table=code_of(begun)) == "not-allowed"


def test_one_of_several_at_a_device_leaves_and_the_others_play_on(served: Served) -> None:
    with Client(served) as anna:
        begun = anna.open("me", "here", "here")
        left = anna.ask("leave", table=code_of(begun), seats=[1])
        assert [seat["stand_in"] for seat in left["table"]["seats"]] == ["", "medium", ""]
        scene = play_alone(anna, left, 3)
        assert anna.ask("come-back", table=code_of(scene))["table"]["seats"][1]["stand_in"] == ""


@pytest.mark.parametrize("game", [SECRET_GAME])
def test_no_secret_of_a_seat_is_shown_to_anyone_else(served: Served, game: str) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        begun = seated(anna, bert, game=game)
        carl.watch(begun)
        views = [client.watch(begun)["view"] for client in (anna, bert, carl)]
        bert.ask("leave", table=code_of(begun))
        hers, his, known = scenes = [client.watch(begun) for client in (anna, bert, carl)]
        for scene, view in zip(scenes, views, strict=True):
            assert scene["view"] == view or scene["ply"] > begun["ply"]  # a bot may move at any time
        assert (hers["seat"], his["seat"], known["seat"]) == (0, 1, -3)
        assert his["choices"] == []


def test_a_question_about_an_undo_lapses_when_a_bot_plays_for_who_was_asked(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        begun = seated(anna, bert, undo="ask")
        scene = anna.act(anna.watch(begun))
        asked = anna.ask("undo", table=code_of(begun), ply=scene["ply"])
        assert asked["undo_asked"]["waiting"] == [1]
        left = bert.ask("leave", table=code_of(begun))
        assert left["undo_asked"] is None
        assert anna.refused("answer", table=code_of(begun), ply=left["ply"], yes=True) in ("not-allowed", "stale")


def test_what_a_person_played_before_a_bot_came_is_not_taken_back() -> None:
    """Nobody can be asked about it; what the bot itself has played may be, where nothing is hidden."""
    match = Match("geminion", seats=2, seed=1)
    while not any(played.actor == 1 for played in match.standing()[1:]):
        match.play(match.legal()[0])
    seats = Seats([SeatRow(guest="anna", name="Anna"), SeatRow(guest="bert", name="Bert", stand_in="easy")])
    row = TableRow(code="A", game="geminion", version=1, options="{}", undo="free", hints=True, secret=b"", opener="a")
    table = Table(row=row, seats=seats, game=match.game, match=match)
    back = undo.since_last_of(table, match, (0,))
    assert [p.actor for p in back if p.actor >= 0] == [0, 1], back
    left = EventRow(ply=match.ply, at=0, what="left", seat=1, level="easy")
    table.events = (left,)
    assert undo.plan(table, (0,)) is None
    table.events = (replace(left, ply=0),)
    assert [played.ply for played in back if table.bot_played(played)] == [back[1].ply]
    assert undo.cannot_be_asked(table, back[1]) is False


def test_whoever_comes_and_goes_without_end_takes_no_decision_from_the_others(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert, Client(own) as carl:
        code = code_of(anna.open("me", "elsewhere", "elsewhere", patience=0))
        bert.sit(code, 1, name="Bert")
        begun = carl.sit(code, 2, name="Carl")
        for _ in range(250):
            told = bert.ask("leave", table=code)
            assert told["type"] == "scene", told
            assert bert.ask("come-back", table=code)["type"] == "scene", "this is always possible"
        assert words(anna.watch(begun)) == ["left", "came-back"], "told once, since nothing was played meanwhile"
        bert.ask("unwatch", table=code)
        anna.hear_scene(lambda s: s["table"]["seats"][1]["away"])
        assert anna.ask("stand-in", table=code, seat=1)["table"]["seats"][1]["stand_in"]
        assert carl.ask("leave", table=code)["table"]["seats"][2]["stand_in"]
        own.restart()
    with Client(own, anna.cookie) as anna:
        scene = anna.watch(begun)
        assert words(scene) == ["left", "came-back", "let-bot-play", "left"], "and so it is stored"
        assert anna.ask("close", table=code, ply=scene["ply"])["table"]["phase"] == "over"
        assert verify(read(own.get(f"/api/tables/{code}/record").text)) == []


def test_a_seat_leaves_so_often_in_a_match_and_no_oftener_and_what_others_do_does_not_count(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            anna, bert, code = await facing(house, undo="free")
            table = await house.find(code)
            many = [EventRow(ply=0, at=0, what="left", seat=1, level="easy")] * MOST_LEAVINGS
            table.events = tuple(many)
            house.store.stand_in = ignored  # type: ignore[assignment, method-assign]
            refused = await bert.ask(type="leave", id=3, table=code)
            assert (bert.told[-2]["code"], "too often" in bert.told[-2]["text"]) == ("not-allowed", True), refused
            assert (await anna.ask(type="leave", id=3, table=code))["table"]["seats"][0]["stand_in"]

    asyncio.run(story())


async def ignored(*what: Any, **named: Any) -> int:
    """A store that takes everything and keeps nothing."""
    return 0


def event(ply: int, what: str, seat: int, at: int = 0, by: int = -1) -> EventRow:
    return EventRow(ply=ply, at=at, what=what, seat=seat, by=by, level="" if what == "came-back" else "easy")


def test_comings_and_goings_of_a_seat_at_one_ply_are_folded_and_those_of_others_and_earlier_plies_stay() -> None:
    events: tuple[EventRow, ...] = (event(3, "left", 1), event(4, "came-back", 1), event(7, "bot-plays", 2, by=0))
    for at in range(1, 101):
        what = "left" if at % 2 else "came-back"
        events = folded(events, event(7, what, 1, at))
        assert [e.seat for e in events[:3]] == [1, 1, 2]
        assert StandIns(events).played(1, 7) == (what == "left"), "the last counts"
    assert events[3:] == (event(7, "left", 1, 99), event(7, "came-back", 1, 100))
    assert len(folded(events, event(8, "left", 1))) == 6, "something was played meanwhile"


async def facing(house: House, **settings: Any) -> tuple[Ear, Ear, str]:
    """Anna, who opened a table and is to move, and Bert, who waits; both are there."""
    anna, bert = Ear(house), Ear(house)
    number = bytes(32)
    seats, commit = [{"kind": "me"}, {"kind": "elsewhere"}], fair.lock_nonce(number)
    opened = await anna.ask(type="open", id=1, game="noirlab-dice", seats=seats, commit=commit, **settings)
    code = opened["table"]["code"]
    seated = await bert.ask(type="sit", id=1, table=code, seat=1, name="Bert", commit=commit)
    for one in (anna, bert):
        sheet = seated["table"]["dice"]["sheet"]
        await one.ask(type="reveal", id=1, table=code, sheet=sheet, nonce=number.hex())
    return anna, bert, code


def pass_seconds(house: House, seconds: float) -> None:
    house.settings = replace(house.settings, ahead=house.settings.ahead + seconds)


@pytest.mark.parametrize(("patience", "allowed"), [(300, 300), (0, 60)])
def test_someone_who_is_there_may_think_for_the_patience_of_the_table_and_then_a_bot_may_play(
    tmp_path: Path, patience: int, allowed: int
) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert, code = await facing(house, patience=patience)
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            ask = {"id": 3, "table": code}
            pass_seconds(house, allowed - 5)
            await bert.ask(type="stand-in", seat=0, **ask)
            assert "is here" in bert.told[-2]["text"], "she still thinks"
            pass_seconds(house, 10)
            await anna.ask(type="stand-in", seat=1, **ask)
            assert "is here" in anna.told[-2]["text"], "he is not to move: nobody waits for him"
            played = await bert.ask(type="stand-in", seat=0, **ask)
            assert played["table"]["seats"][0]["stand_in"]
            assert words(await bert.ask(type="watch", **ask)) == ["let-bot-play"]
            back = await anna.ask(type="come-back", **ask)
            assert back["choices"], "she plays again with one tap"
            await bert.ask(type="stand-in", seat=0, **ask)
            assert "is here" in bert.told[-2]["text"], "and may think anew"
            assert bert.told[-1]["overdue"] > house.settings.now() + allowed - 5
            await bert.ask(type="close", ply=back["ply"], **ask)
            assert bert.told[-2]["code"] == "not-allowed", "whoever is there loses no match by thinking"

    asyncio.run(story())


async def come_and_go(house: House, one: Ear, code: str, seconds: float, times: int) -> None:
    """Look away from a table for a moment and look again, every so many seconds."""
    table = await house.find(code)
    for _ in range(times):
        pass_seconds(house, seconds)
        for request in ("unwatch", "watch"):
            await one.ask(type=request, id=4, table=code)
            house.note_away(table, int(house.settings.now()))


@pytest.mark.parametrize("patience", [0, 300])
def test_coming_back_to_look_is_not_playing(tmp_path: Path, patience: int) -> None:
    """A phone with a poor network comes and goes every 25 seconds: the others wait no longer for it than for one that
    stays, but for a minute once."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            anna, bert, code = await facing(house, patience=patience)
            allowed = max(patience, LEAST_THINKING)
            await come_and_go(house, anna, code, 25, (allowed + LEAST_THINKING) // 25)
            pass_seconds(house, 25)
            played = await bert.ask(type="stand-in", id=3, table=code, seat=0)
            assert played["table"]["seats"][0]["stand_in"], bert.told[-2]
            back = await anna.ask(type="come-back", id=3, table=code)
            await bert.ask(type="close", id=3, table=code, ply=back["ply"])
            assert bert.told[-2]["code"] == "not-allowed", "she plays, and may think"

    asyncio.run(story())


def test_someone_who_looks_on_while_a_bot_plays_for_them_does_not_keep_the_others_in_the_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            anna, bert, code = await facing(house, patience=100)
            pass_seconds(house, 100)
            scene = await bert.ask(type="stand-in", id=3, table=code, seat=0)
            await come_and_go(house, anna, code, 24, 4)
            await bert.ask(type="close", id=3, table=code, ply=scene["ply"])
            assert bert.told[-2]["code"] == "not-allowed", "she may still come back to play"
            await come_and_go(house, anna, code, 24, 1)
            closed = await bert.ask(type="close", id=3, table=code, ply=scene["ply"])
            assert closed["table"]["phase"] == "over"

    asyncio.run(story())


def test_what_others_do_gives_whoever_is_to_act_no_more_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            anna, bert, code = await facing(house, patience=100)
            due = (await house.find(code)).overdue
            for _ in range(2):
                pass_seconds(house, 20)
                await bert.ask(type="leave", id=3, table=code)
                await bert.ask(type="come-back", id=3, table=code)
            assert (await house.find(code)).overdue == due
            for _ in range(2):
                await anna.ask(type="leave", id=3, table=code)
                back = await anna.ask(type="come-back", id=3, table=code)
                assert back["overdue"] == pytest.approx(due + 40, abs=5), "once, and no further"
                pass_seconds(house, 20)

    asyncio.run(story())


def test_by_post_the_clock_alone_decides_about_those_who_are_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert, code = await facing(house, patience=60, clock={"per": "turn", "seconds": 86_400})
            house.hub.unwatch(code, anna.connection)
            house.note_away(await house.find(code), int(house.settings.now()))
            pass_seconds(house, 3600)
            for request in ({"type": "stand-in", "seat": 0}, {"type": "close", "ply": 0}):
                await bert.ask(id=3, table=code, **request)
                assert bert.told[-2]["code"] == "not-allowed"

    asyncio.run(story())


def test_what_a_bot_plays_for_someone_is_told_as_the_bots(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        begun = seated(anna, bert)
        bert.ask("leave", table=code_of(begun))
        scene = anna.watch(begun)
        while not any(line["bot"] for line in scene["log"]):
            scene = play_alone(anna, scene, 1)
            scene = anna.watch(scene)
        told = {(line["args"]["who"], line["bot"]) for line in scene["log"] if line["of"] == "game"}
        assert told == {(0, False), (1, True)}
