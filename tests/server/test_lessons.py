"""A lesson: many tables under one code, led by whoever has its secret, and by nobody else."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from asterism.server.settings import MOST_LESSON_TABLES

from .serving import Served, wait_until
from .talking import GAME, Client, Told, lock, playing


class Teacher:
    """Someone who leads a lesson, with the secret in hand."""

    def __init__(self, client: Client, tables: int = 3, seats: int = 2, **more: object) -> None:
        opened = client.ask("open-lesson", game=GAME, tables=tables, seats=seats, **more)
        assert opened["type"] == "lesson-opened", opened
        self.client, self.code, self.secret = client, opened["lesson"], opened["secret"]

    def see(self) -> list[Told]:
        told = self.client.ask("lesson", lesson=self.code, secret=self.secret)
        assert told["type"] == "lesson-scene", told
        return list(told["tables"])

    def steer(self, do: str, **more: object) -> Told:
        return self.client.ask("steer-lesson", lesson=self.code, secret=self.secret, do=do, **more)


def join(pupil: Client, code: str, name: str = "") -> Told:
    """Be led to a seat; the first scene."""
    opened = pupil.ask("join-lesson", lesson=code, commit=lock(), name=name)
    assert opened["type"] == "opened", opened
    return pupil.hear_scene(lambda scene: scene["table"]["code"] == opened["table"])


def test_each_who_comes_is_led_to_a_free_seat_and_back_to_it(served: Served) -> None:
    with ExitStack() as room:
        teacher = Teacher(room.enter_context(Client(served)), tables=2)
        assert [table["phase"] for table in teacher.see()] == ["lobby", "lobby"]
        pupils = [room.enter_context(Client(served)) for _ in range(4)]
        codes = [join(pupil, teacher.code, f"Pupil {n}")["table"]["code"] for n, pupil in enumerate(pupils)]
        assert codes[0] == codes[1] != codes[2] == codes[3], "who waits does not wait long"
        assert Counter(codes) == dict.fromkeys([table["table"] for table in teacher.see()], 2)
        for pupil in pupils:
            pupil.hear_scene(playing)
        assert join(pupils[0], teacher.code)["table"]["code"] == codes[0], "nobody gets a second seat"
        late = room.enter_context(Client(served))
        assert late.refused("join-lesson", lesson=teacher.code, commit=lock()) == "table-full"

        assert len(teacher.steer("add")["tables"]) == 3
        assert join(late, teacher.code.lower())["table"]["phase"] == "lobby"
        seen = teacher.see()
        assert [seat["name"] for seat in seen[0]["seats"]] == ["Pupil 0", "Pupil 1"]
        assert all(seat["present"] for seat in seen[0]["seats"])
        assert seen[0]["to_act"] in (0, 1)


def test_a_table_that_pauses_is_moved_by_nobody_and_then_goes_on(served: Served) -> None:
    with Client(served) as leads, Client(served) as anna, Client(served) as bert:
        teacher = Teacher(leads, tables=1)
        scene = join(anna, teacher.code)
        join(bert, teacher.code)
        scene = anna.hear_scene(lambda scene: playing(scene) and scene["choices"])
        assert teacher.steer("pause")["tables"][0]["paused"]
        paused = anna.hear_scene(lambda scene: scene["table"]["paused"])
        assert paused["choices"] == []
        assert anna.ask("act", table=scene["table"]["code"], ply=scene["ply"], action=scene["choices"][0]["action"])[
            "text"
        ].startswith("this lesson pauses")
        teacher.steer("go-on")
        anna.hear_scene(lambda scene: not scene["table"]["paused"] and scene["choices"])
        assert anna.act(scene)["type"] == "scene"


def test_free_seats_are_filled_with_bots_where_someone_waits(served: Served) -> None:
    with Client(served) as leads, Client(served) as anna:
        teacher = Teacher(leads, tables=2)
        join(anna, teacher.code, "Anna")
        told = teacher.steer("fill", level="beginner", names=["Vega"])
        assert sorted(table["phase"] for table in told["tables"])[1] == "lobby", "where nobody waits none begins"
        scene = anna.hear_scene(playing)
        assert [seat["name"] for seat in scene["table"]["seats"]] == ["Anna", "Vega"]
        assert anna.play_on(scene)["outcome"] is not None


def test_a_closed_lesson_ends_its_matches_and_takes_nobody_in(served: Served) -> None:
    with ExitStack() as room:
        teacher = Teacher(room.enter_context(Client(served)), tables=2)
        anna, bert, cleo, dora = [room.enter_context(Client(served)) for _ in range(4)]
        for pupil in (anna, bert, cleo):
            join(pupil, teacher.code)
        anna.hear_scene(playing)
        told = teacher.steer("close")
        assert told["over"]
        assert [table["phase"] for table in told["tables"]] == ["over", "closed"]
        ended = anna.hear_scene(lambda scene: scene["table"]["phase"] == "over")
        assert ended["outcome"] is None
        cleo.hear_scene(lambda scene: scene["table"]["phase"] == "closed")
        assert dora.refused("join-lesson", lesson=teacher.code, commit=lock()) == "match-over"
        assert teacher.steer("add")["code"] == "match-over"


def test_a_rematch_stays_in_the_lesson_and_all_of_it_survives_a_restart(own: Served) -> None:
    with Client(own) as leads, Client(own) as anna:
        teacher = Teacher(leads, tables=2)
        scene = join(anna, teacher.code, "Anna")
        first = scene["table"]["code"]
        teacher.steer("fill", level="beginner")
        anna.play_on(anna.hear_scene(playing))
        second = anna.rematch(first)["table"]
        tables = [table["table"] for table in teacher.see()]
        assert second in tables
        assert first not in tables
        teacher.steer("pause", tables=[second])
    own.restart()
    with Client(own, leads.cookie) as leads, Client(own, anna.cookie) as anna:
        teacher.client = leads
        assert [table["table"] for table in teacher.see()] == tables
        assert {table["table"]: table["paused"] for table in teacher.see()}[second]
        scene = join(anna, teacher.code)
        assert scene["table"]["code"] == second
        assert scene["table"]["paused"]
        assert scene["table"]["lesson"] == teacher.code


# Attacks


def test_a_pupil_who_finds_the_page_of_the_lesson_sees_and_does_nothing(served: Served) -> None:
    with Client(served) as leads, Client(served) as pupil:
        teacher = Teacher(leads, tables=1)
        scene = join(pupil, teacher.code)
        wait_until(lambda: teacher.see()[0]["seats"][0]["present"], "the pupil is seen")
        before = teacher.see()
        for secret in ("", teacher.code, pupil.welcome["guest"], leads.welcome["guest"], teacher.secret[:-1], "é" * 99):
            told = pupil.ask("lesson", lesson=teacher.code, secret=secret)
            assert (told["type"], told["code"]) == ("refused", "not-allowed")
            for do in ("pause", "fill", "add", "close"):
                assert pupil.refused("steer-lesson", lesson=teacher.code, secret=secret, do=do) == "not-allowed"
        assert pupil.refused("shape", table=scene["table"]["code"], change="start") == "not-allowed"
        assert pupil.refused("close", table=scene["table"]["code"], ply=0) != ""
        assert [{**table, "quiet": 0} for table in teacher.see()] == [{**table, "quiet": 0} for table in before]
        assert teacher.secret not in json.dumps(pupil.told)
        assert leads.refused("steer-lesson", lesson=teacher.code, secret=teacher.secret, do="pause", tables=["XXXXXX"])


def test_a_pupil_who_wants_two_seats_gets_one(served: Served) -> None:
    with Client(served) as leads, Client(served) as pupil, Client(served, "") as fresh:
        teacher = Teacher(leads, tables=2)
        own = join(pupil, teacher.code)["table"]["code"]
        other = next(table["table"] for table in teacher.see() if table["table"] != own)
        assert pupil.refused("sit", table=own, seat=1, commit=lock()) == "not-allowed"
        assert pupil.refused("sit", table=other, seat=0, commit=lock()) == "not-allowed"
        with Client(served, pupil.cookie) as twin:  # another window of the same pupil
            ids = [twin.send("join-lesson", lesson=teacher.code, commit=lock()) for _ in range(3)]
            told = [twin.hear_until(lambda told, id=id: told["id"] == id) for id in ids]
            assert {one["table"] for one in told} == {own}
        taken = [seat["taken"] for table in teacher.see() for seat in table["seats"]]
        assert taken.count(True) == 1
        assert fresh.sit(other, 0)["type"] == "scene", "whoever has none may sit down where they like"


def test_a_pupil_who_floods_is_refused_and_the_others_come_in(limited: Served) -> None:
    with Client(limited) as leads, Client(limited) as flood, Client(limited) as anna:
        teacher = Teacher(leads, tables=1)
        wrong = [flood.refused("join-lesson", lesson=f"A{n:04}", commit=lock()) for n in range(60)]
        assert set(wrong) == {"no-lesson"}
        with suppress(ConnectionClosed):
            for _ in range(1000):
                flood.socket.send(json.dumps({"type": "lesson", "id": 1, "lesson": teacher.code, "secret": "x"}))
        assert flood.closed() == 1008
        assert join(anna, teacher.code)["table"]["phase"] == "lobby"
        assert len(teacher.see()) == 1


def test_a_lesson_counts_against_what_one_address_may_open(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Two classes and their teachers behind one address fit; endless ones do not."""
    server = Served(tmp_path_factory.mktemp("school"))
    try:
        with Client(server) as anna, Client(server) as bert:
            for _ in range(3):
                Teacher(anna, tables=MOST_LESSON_TABLES)
            assert anna.refused("open-lesson", game=GAME, tables=1, seats=2) == "too-fast"
            Teacher(bert, tables=MOST_LESSON_TABLES)
            Teacher(bert, tables=30)
            assert bert.refused("open-lesson", game=GAME, tables=MOST_LESSON_TABLES, seats=2) == "too-fast"
    finally:
        assert server.stop() == ""


@pytest.mark.parametrize("wrong", [{"tables": 0}, {"tables": 1000}, {"seats": 0}, {"seats": 999}, {"game": "chess"}])
def test_a_lesson_that_cannot_be_is_refused(served: Served, wrong: Told) -> None:
    with Client(served) as leads:
        asked = {"game": GAME, "tables": 2, "seats": 2, **wrong}
        assert leads.refused("open-lesson", **asked) in ("bad-options", "no-game")
