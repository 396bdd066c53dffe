"""An optional clock: checked by the server, kept over restarts, and nobody wins time by a trick."""

from __future__ import annotations

import asyncio
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from asterism.core.record import make
from asterism.core.verify import verify
from asterism.server.house import House
from asterism.server.http.pages import drawing_of
from asterism.server.tables import clocks
from asterism.server.tables.moves import results_of
from asterism.server.wire.requests import Clock
from asterism.store import SQLiteStore, StoreFailed, sqlite, steady
from asterism.table.timing import GRACE, Timing, after, after_a_break, begun, read_timing, stored_timing

from .serving import Served
from .talking import Client, Told
from .test_house import Ear, Frail, house_in
from .test_leaving import later, seated, words

TURN = Clock(per="turn", seconds=60)
MATCH = Clock(per="match", seconds=60)
BOTH = (True, True)


def test_each_turn_has_its_own_time_and_a_match_one_for_all_turns() -> None:
    for clock, left in ((TURN, 60), (MATCH, 30)):
        timing = after(clock, begun(2, 1000), 0, BOTH, 1000)
        assert timing.left(clock, 0, 1020) == 40
        timing = after(clock, timing, 1, BOTH, 1030)
        assert timing.left(clock, 1, 1040) == 50
        timing = after(clock, timing, 0, BOTH, 1050)
        assert timing.left(clock, 0, 1050) == left


@pytest.mark.parametrize("clock", [TURN, MATCH])
def test_handing_ones_seat_to_a_bot_and_back_in_the_same_turn_wins_no_time(clock: Clock) -> None:
    timing = after(clock, begun(2, 1000), 0, BOTH, 1000)
    timing = after(clock, timing, 0, (False, True), 1050)
    assert timing.running == -1
    timing = after(clock, timing, 0, BOTH, 1055)
    assert timing.left(clock, 0, 1055) == 10


def test_bots_have_no_clock_and_what_runs_is_read_back_as_it_was_stored() -> None:
    timing = after(TURN, begun(2, 1000.5), 1, (True, False), 1000.5)
    assert timing.running == -1
    assert read_timing(stored_timing(timing)) == timing


def test_nobodys_time_ran_out_while_the_server_was_away() -> None:
    timing = Timing(0, 0, 1000.0, (0.0, 0.0))
    for began in (1010.0, 5000.0):
        back = after_a_break(TURN, timing, began, 5000.0)
        assert back.left(TURN, 0, 5000.0) == GRACE
        assert back.left(TURN, 0, 9000.0) < 0, "but it runs on from there"
        assert after_a_break(TURN, back, began, 5000.0) == back, "a break counts once"
    short = after_a_break(TURN, replace(timing, since=980.0), 1010.0, 1015.0)
    assert short.left(TURN, 0, 1015.0) == 30, "so soon everyone is still there"
    long = Clock(per="match", seconds=1000)
    assert after_a_break(long, timing, 1100.0, 5000.0).left(long, 0, 5000.0) == 900, "until then it ran"
    assert after_a_break(long, replace(timing, since=3000.0), 1100.0, 5000.0).left(long, 0, 5000.0) == 1000
    days = Clock(per="turn", seconds=3 * 86_400)
    assert after_a_break(days, timing, 1100.0, 5000.0) == timing, "days go on"


def passes(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """So much time passes at once, in which the process does not run: it is stopped, or the machine sleeps."""
    ticks = steady.ticks
    patch.setattr(steady, "ticks", lambda: ticks() + seconds)


def set_ahead(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Somebody sets the machine's clock."""
    machine = time.time
    patch.setattr(time, "time", lambda: machine() + seconds)


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_a_machine_whose_clock_is_set_takes_and_gives_nobody_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            clock = {"per": "match", "seconds": 60, "then": "lose"}
            scene = await anna.open_table("me", "here", clock=clock)
            code = scene["table"]["code"]
            table = await house.find(code)
            set_ahead(monkeypatch, seconds)
            await clocks.time_up(house, table)
            assert table.phase == "playing"
            while scene["to_act"] == 0:
                action = scene["choices"][-1]["action"]
                scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
            assert 50 < scene["table"]["clock"]["left"][0] <= 60
            assert scene["table"]["clock"]["since"] == pytest.approx(time_told(anna), abs=10), "as the page counts"
            await pass_time(house, code, 61)
            assert table.phase == "over", "and time passes as before"

    asyncio.run(story())


def time_told(one: Ear) -> float:
    """What time a page takes it to be."""
    one.connection.welcome()
    return float(one.told[-1]["now"])


@pytest.mark.parametrize("acts_first", [False, True])
def test_time_in_which_the_server_did_not_run_counts_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts_first: bool
) -> None:
    """Whether the timer or a move that waited is the first thing after it."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            await house.know_breaks()
            anna = Ear(house)
            clock = {"per": "match", "seconds": 300, "then": "lose"}
            scene = await anna.open_table("me", "here", clock=clock)
            code = scene["table"]["code"]
            table = await house.find(code)
            passes(monkeypatch, 1800)
            if not acts_first:
                await clocks.time_up(house, table)
                assert table.phase == "playing"
                assert anna.told[-1]["table"]["clock"]["since"] > scene["table"]["clock"]["since"] + 1790, "they see it"
            while scene["to_act"] == 0:
                action = scene["choices"][-1]["action"]
                scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
            assert 290 < scene["table"]["clock"]["left"][0] <= 300

    asyncio.run(story())


def test_time_in_which_nothing_could_be_written_counts_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full from one pulse to another."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            await house.know_breaks()
            anna, store = Ear(house), house.store
            clock = {"per": "match", "seconds": 60, "then": "lose"}
            code = (await anna.open_table("me", "here", clock=clock))["table"]["code"]
            table = await house.find(code)
            assert isinstance(store, SQLiteStore)
            before = store._breaks
            for _ in range(40):
                passes(monkeypatch, 2)
                with monkeypatch.context() as full:
                    full.setattr(sqlite, "note_pulse", fails)
                    await clocks.time_up(house, table)
                assert table.phase == "playing", "nobody loses what cannot be known"
            await clocks.time_up(house, table)
            assert table.phase == "playing"
            assert len(store._breaks - before) == 1

    asyncio.run(story())


def fails(*what: object, **named: object) -> None:
    raise StoreFailed("database or disk is full")


@pytest.mark.parametrize("set_back", [0, 3600])
def test_a_clock_stands_still_while_there_is_no_server_even_where_the_machine_then_thinks_it_is_earlier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_back: float
) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            await house.know_breaks()
            anna = Ear(house)
            guest = anna.connection.guest
            scene = await anna.open_table("me", "here", clock={"per": "match", "seconds": 600})
            code = scene["table"]["code"]
            await asyncio.gather(*[task for task in house.tasks if "_store_timing" in repr(task)])
        passes(monkeypatch, 1800)
        monkeypatch.setattr(steady, "BEGAN", steady.BEGAN - set_back)
        async with house_in(tmp_path) as house:
            await house.know_breaks()
            anna = Ear(house, guest)
            scene = await anna.ask(type="watch", id=1, table=code)
            clock = scene["table"]["clock"]
            now = time_told(anna)
            assert 590 < clock["left"][0] - (now - clock["since"]) <= 600
            assert clock["since"] == pytest.approx(now, abs=10)

    asyncio.run(story())


def test_a_server_that_was_stopped_for_longer_than_a_turn_loses_nobody_the_match(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        begun = seated(anna, bert, clock={"per": "turn", "seconds": 5, "then": "lose"})
        anna.watch(begun)
        own.process.send_signal(signal.SIGSTOP)
        time.sleep(6)
        own.process.send_signal(signal.SIGCONT)
        started = begun["table"]["clock"]["since"]
        scene = anna.hear_scene(lambda s: s["table"]["phase"] == "over" or s["table"]["clock"]["since"] > started + 5)
        assert scene["table"]["phase"] == "playing", scene["log"]
        assert scene["table"]["clock"]["left"][0] > 3
        assert anna.act(scene)["type"] == "scene"


async def pass_time(house: House, code: str, seconds: float) -> None:
    """So much time passes at once; what the clock then does is done."""
    house.settings = replace(house.settings, ahead=house.settings.ahead + seconds)
    house.wake(await house.find(code))
    table = await house.find(code)
    while table.clock_handle is not None and table.clock_handle.when() <= asyncio.get_running_loop().time() + 0.1:
        await asyncio.sleep(0.005)
    await asyncio.gather(*[task for task in house.tasks if "time_up" in repr(task)])


def test_when_a_turn_runs_out_a_bot_plays_it_and_the_person_goes_on_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            told = (await anna.open_table("me", "here", clock={"per": "turn", "seconds": 60}))["table"]
            code, clock = told["code"], told["clock"]
            table = await house.find(code)
            assert (clock["running"], clock["left"]) == (0, [60, 60])
            await pass_time(house, code, 50)
            assert not table.seats[0].stand_in
            house.desk.wake = lambda table: None  # type: ignore[method-assign]  # the bot takes its time
            await pass_time(house, code, 11)
            assert table.seats[0].stand_in == "medium"
            assert [event.what for event in table.events] == ["time-up"]
            refused = await anna.ask(type="come-back", id=7, table=code)
            assert "your time for this turn is used up" in anna.told[-2]["text"], refused

    asyncio.run(story())


def test_when_a_match_runs_out_it_ends_where_that_was_chosen(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house), Ear(house)
            clock = {"per": "match", "seconds": 60, "then": "end"}
            code = (await anna.open_table("me", "here", clock=clock))["table"]["code"]
            table = await house.find(code)
            await pass_time(house, code, 61)
            assert table.phase == "over"
            scene = await bert.ask(type="watch", id=8, table=code)
            assert [line["words"] for line in scene["log"]][-2:] == ["time-up", "match-closed"]
            assert scene["outcome"] is None, "nobody has lost: that is for the rules to say"
            assert scene["table"]["dice"]["secret"]

    asyncio.run(story())


def test_of_two_against_each_other_who_runs_out_of_time_loses_where_that_was_chosen(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house), Ear(house)
            clock = {"per": "turn", "seconds": 60, "then": "lose"}
            code = (await anna.open_table("me", "here", clock=clock))["table"]["code"]
            table = await house.find(code)
            await pass_time(house, code, 61)
            assert table.phase == "over"
            scene = await bert.ask(type="watch", id=8, table=code)
            assert [line["words"] for line in scene["log"]][-2:] == ["ended-won", "lost-by-clock"]
            assert scene["outcome"] | {"scores": None} == {
                "ending": "won", "winners": [1], "shares": [0.0, 1.0], "scores": None,
                "words": "lost-by-clock", "args": {"who": 0}, "of": "table",
            }  # fmt: skip
            assert scene["choices"] == []
            assert table.match is not None
            record = make(table.match, table.names, drawing_of(table))
            assert (verify(record), record["result"]["winners"]) == ([], [1])
            kept = results_of(table, table.match)
            assert [(one.won, one.counts) for one in kept] == [(False, False), (True, False)], "no best score"

    asyncio.run(story())


@pytest.mark.parametrize("then", ["bot", "end"])
def test_time_that_cannot_be_stored_is_looked_at_again_after_a_while(tmp_path: Path, then: str) -> None:
    """Not at once, which would be a hundred times a second while the disk is full."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, store = Ear(house), house.store
            assert isinstance(store, Frail)
            clock = {"per": "match", "seconds": 60, "then": then}
            code = (await anna.open_table("me", "here", clock=clock))["table"]["code"]
            table = await house.find(code)
            store.full = True
            await pass_time(house, code, 61)
            assert store.refused
            handle = table.clock_handle
            assert handle is not None
            assert handle.when() - asyncio.get_running_loop().time() > clocks.LOOK_AGAIN / 2
            store.full = False
            await clocks.time_up(house, table)
            assert [event.what for event in table.events] == ["time-up"]

    asyncio.run(story())


def test_among_three_or_in_a_team_nobody_loses_by_the_clock(served: Served) -> None:
    clock = {"per": "turn", "seconds": 60, "then": "lose"}
    with Client(served) as anna:
        for game, seats in (("noirlab-dice", 3), ("noirlab-dice", 1), ("gemini", 2)):
            plan = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (seats - 1)]
            told: Told = anna.ask("open", game=game, seats=plan, commit="0" * 64, clock=clock)
            assert (told["code"], "two play against each other" in told["text"]) == ("bad-options", True)
        scene = anna.open("me", "elsewhere", clock=clock)
        told = anna.ask("shape", table=scene["table"]["code"], change="add")
        assert told["code"] == "bad-options"


def test_a_match_by_post_keeps_its_time_over_restarts(own: Served) -> None:
    """A day for each turn: after twenty hours there are four left, after two days a bot has played."""
    with Client(own) as anna, Client(own) as bert:
        begun = seated(anna, bert, clock={"per": "turn", "seconds": 86_400})
        cookie = anna.cookie
        scene = anna.act(anna.watch(begun))
        assert scene["table"]["clock"]["running"] == 0, "the turn goes on"
        later(own, 20 * 3600)
    with Client(own, cookie) as anna:
        clock = anna.watch(begun)["table"]["clock"]
        gone = anna.welcome["now"] - clock["since"]
        assert 20 * 3600 <= gone < 20 * 3600 + 600
        assert clock["left"][0] == 86_400
        later(own, 2 * 86_400)
    with Client(own, cookie) as anna:
        anna.watch(begun)
        scene = anna.hear_scene(lambda s: s["table"]["seats"][0]["stand_in"])
        assert words(anna.watch(scene)) == ["time-up-bot"]


def test_there_is_no_clock_unless_one_is_asked_for_and_none_that_is_absurd(served: Served) -> None:
    with Client(served) as anna:
        assert anna.open("me", "bot:easy")["table"]["clock"] is None
        for seconds in (0, 4, -1, 10**9):
            told: Told = anna.ask(
                "open", game="noirlab-dice", seats=[{"kind": "me"}], commit="0" * 64,
                clock={"per": "turn", "seconds": seconds},
            )  # fmt: skip
            assert told["code"] == "bad-options"
        told = anna.ask("open", game="noirlab-dice", seats=[], commit="0" * 64, clock={"per": "life", "seconds": 60})
        assert told["code"] == "malformed"
        assert words(anna.open("me", clock={"per": "match", "seconds": 3600})) == []
