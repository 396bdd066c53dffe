"""Every way to be refused: with a reason in words, then a fresh scene where there is a table, and nothing changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import TypeVar, get_args

import pytest

from asterism.server.wire.messages import RefusedCode

from . import test_house as house_tests
from .serving import Served
from .talking import GAME, Client, Told, lock, seat

Test = TypeVar("Test", bound=Callable[..., None])
PROVOKED: set[str] = set()


def provokes(code: RefusedCode) -> Callable[[Test], Test]:
    """Mark a test as the one that provokes this code."""
    PROVOKED.add(code)
    return lambda test: test


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def unchanged(client: Client, scene: Told) -> bool:
    """Whether the table is still as it was in this scene."""
    now = client.watch(scene)
    return all(now[part] == scene[part] for part in ("ply", "to_act", "view", "choices", "outcome"))


def test_a_message_with_half_a_letter_is_refused_by_its_number(served: Served) -> None:
    with Client(served) as anna:
        anna.socket.send('{"type": "watch", "id": 7, "table": "\\ud800"}')
        assert anna.hear_until(lambda told: told["type"] == "refused")["id"] == 7


@provokes("malformed")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello?",
        "[]",
        "null",
        '{"type": "fly", "id": 5}',
        '{"id": 5}',
        '{"type": "watch", "id": 5}',
        '{"type": "watch", "id": 5, "table": 17}',
        '{"type": "watch", "id": 5, "table": "AAAAAA", "more": 1}',
        '{"type": "act", "id": 5, "table": "AAAAAA", "ply": 1.5, "action": 0}',
        '{"type": "emote", "id": 5, "table": "AAAAAA", "emote": "a rude word"}',
        "[" * 5000,
    ],
)
def test_a_message_that_is_none(served: Served, text: str) -> None:
    with Client(served) as anna:
        anna.socket.send(text)
        told = anna.hear()
        assert (told["type"], told["code"]) == ("refused", "malformed")
        assert told["id"] == (5 if '"id": 5' in text else 0)
        assert anna.ask("hello")["type"] == "welcome", "the connection lives on"


def test_bytes_are_read_like_text(served: Served) -> None:
    with Client(served) as anna:
        anna.socket.send(b'{"type": "hello", "id": 3}')
        assert anna.hear()["id"] == 3
        anna.socket.send(b"\xff\xfe")
        assert anna.hear()["code"] == "malformed"


def test_a_lock_that_is_none_and_a_seat_that_is_not_there(served: Served) -> None:
    with Client(served) as anna:
        plan = [seat("me"), seat("elsewhere")]
        for bad in ("", "12", "z" * 64, "0" * 63, "0" * 65, "A" * 64, "0" * 63 + "\n"):
            assert anna.refused("open", game=GAME, seats=plan, commit=bad) == "malformed"
        scene = anna.open("me", "elsewhere")
        for number in (-1, 2, 10**12):
            assert anna.refused("sit", table=code_of(scene), seat=number, commit=lock()) == "malformed"


@provokes("too-large")
def test_a_message_that_is_too_large(served: Served) -> None:
    with Client(served) as anna:
        anna.socket.send(json.dumps({"type": "hello", "id": 1, "name": "x" * 20_000}))
        assert anna.hear()["code"] == "too-large"
        assert anna.ask("hello")["type"] == "welcome", "the connection lives on"


def test_a_message_that_is_far_too_large_ends_the_connection(served: Served) -> None:
    with Client(served) as anna:
        anna.socket.send("x" * 200_000)
        assert anna.closed() == 1009


@provokes("no-table")
def test_a_table_that_is_not_there_is_never_made(served: Served) -> None:
    with Client(served) as anna:
        asked: dict[str, dict[str, object]] = {
            "watch": {},
            "sit": {"seat": 0, "commit": lock()},
            "stand": {"seat": 0},
            "act": {"ply": 0, "action": 0},
            "undo": {"ply": 0},
            "answer": {"ply": 0, "yes": True},
            "emote": {"emote": "hello"},
            "point": {"place": "end"},
            "rematch": {"commit": lock()},
            "commit": {"commit": lock()},
            "reveal": {"sheet": "", "nonce": "00" * 32},
            "redraw": {"draw": 1, "without": []},
            "close": {"ply": 0},
            "advise": {},
            "rolls": {},
        }
        for type, more in asked.items():
            assert anna.refused(type, table="222222", **more) == "no-table"
        assert anna.refused("watch", table="") == "no-table"
        assert anna.refused("watch", table="'; drop table tables; --") == "no-table"


@provokes("no-game")
def test_a_game_that_is_not_there(served: Served) -> None:
    with Client(served) as anna:
        told = anna.ask("open", game="noirlab-dise", seats=[seat("me")], commit=lock())
        assert told["code"] == "no-game"
        assert GAME in told["text"], "the message says which game was meant"


@provokes("bad-options")
def test_seats_options_and_levels_the_game_does_not_have(served: Served) -> None:
    with Client(served) as anna:
        assert anna.refused("open", game=GAME, seats=[], commit=lock()) == "bad-options"
        assert anna.refused("open", game=GAME, seats=[seat("me")] * 7, commit=lock()) == "bad-options"
        assert anna.refused("open", game=GAME, seats=[seat("bot:godlike")], commit=lock()) == "bad-options"
        plan = [seat("me")]
        assert anna.refused("open", game=GAME, seats=plan, commit=lock(), options={"speed": 1}) == "bad-options"


@provokes("seat-taken")
def test_a_seat_that_is_taken(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.open("me", "bot:easy", "elsewhere")
        for number in (0, 1):
            assert bert.refused("sit", table=code_of(scene), seat=number, commit=lock()) == "seat-taken"


@provokes("not-your-seat")
def test_a_stranger_cannot_move_anyones_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as stranger:
        scene = anna.open("me", "here")
        for _ in range(4):
            stranger.watch(scene)
            for action in range(14):
                told = stranger.ask("act", table=code_of(scene), ply=scene["ply"], action=action)
                assert told["code"] == "not-your-seat"
            for type, more in {"undo": {}, "answer": {"yes": True}}.items():
                assert stranger.refused(type, table=code_of(scene), ply=scene["ply"], **more) == "not-your-seat"
            assert unchanged(anna, scene)
            scene = anna.act(scene)


def test_a_stranger_can_neither_stand_up_for_anyone_nor_ask_for_advice(served: Served) -> None:
    with Client(served) as anna, Client(served) as stranger:
        lobby = anna.open("me", "elsewhere")
        assert stranger.refused("stand", table=code_of(lobby), seat=0) == "not-your-seat"
        scene = anna.open("me")
        assert stranger.refused("advise", table=code_of(scene)) == "not-your-seat"
        over = anna.play_on(anna.open("me"))
        assert stranger.refused("rematch", table=code_of(over), commit=lock()) == "not-your-seat"


@provokes("not-your-turn")
def test_moving_when_it_is_not_ones_turn(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.open("me", "elsewhere")
        told = bert.sit(code_of(scene), 1)
        assert told["to_act"] == 0
        assert bert.refused("act", table=code_of(scene), ply=told["ply"], action=0) == "not-your-turn"


@provokes("stale")
def test_looking_at_an_old_ply(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        now = anna.act(scene)
        assert anna.refused("act", table=code_of(scene), ply=scene["ply"], action=0) == "stale"
        assert anna.refused("act", table=code_of(scene), ply=now["ply"] + 1, action=0) == "stale"
        assert anna.refused("undo", table=code_of(scene), ply=scene["ply"]) == "stale"
        assert unchanged(anna, now)


@provokes("not-legal")
def test_actions_the_rules_do_not_allow(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        legal = {choice["action"] for choice in scene["choices"]}
        for action in (*range(-3, 20), 10**9, -(2**63), 2**63 - 1):
            if action not in legal:
                assert anna.refused("act", table=code_of(scene), ply=scene["ply"], action=action) == "not-legal"
        assert unchanged(anna, scene)


def test_chance_is_nobodys_to_play(served: Served) -> None:
    """The faces of the die are actions of chance: a player who sends one is refused, whoever's turn it is."""
    with Client(served) as anna:
        scene = anna.open("me")
        for face in range(8, 14):
            assert anna.refused("act", table=code_of(scene), ply=scene["ply"], action=face) == "not-legal"


@provokes("table-full")
def test_sitting_down_after_the_match_has_begun(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.open("me", "here")
        assert bert.refused("sit", table=code_of(scene), seat=1, commit=lock()) == "table-full"
        assert anna.refused("stand", table=code_of(scene), seat=1) == "table-full"


@provokes("match-over")
def test_moving_after_the_end(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me"))
        code, ply = code_of(over), over["ply"]
        assert anna.refused("act", table=code, ply=ply, action=0) == "match-over"
        assert anna.refused("undo", table=code, ply=ply) == "match-over"
        assert anna.refused("answer", table=code, ply=ply, yes=True) == "match-over"
        assert anna.refused("sit", table=code, seat=0, commit=lock()) == "match-over"
        assert anna.refused("advise", table=code) == "match-over"
        assert unchanged(anna, over)


@provokes("not-started")
def test_moving_before_everyone_sits(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "elsewhere")
        assert anna.refused("act", table=code_of(scene), ply=0, action=0) == "not-started"
        assert anna.refused("undo", table=code_of(scene), ply=0) == "not-started"
        assert anna.refused("rolls", table=code_of(scene)) == "not-started"
        assert anna.refused("advise", table=code_of(scene)) == "not-started"


@provokes("not-allowed")
def test_what_the_settings_of_the_table_do_not_allow(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.act(anna.open("me", undo="never", hints=False))
        assert anna.refused("undo", table=code_of(scene), ply=scene["ply"]) == "not-allowed"
        assert anna.refused("answer", table=code_of(scene), ply=scene["ply"], yes=True) == "not-allowed"
        assert anna.refused("advise", table=code_of(scene)) == "not-allowed"
        assert anna.refused("rematch", table=code_of(scene), commit=lock()) == "not-allowed"


@pytest.mark.folder
@provokes("store-failed")
def test_a_store_that_cannot_write_refuses_the_move_and_nobody_is_told(own: Served) -> None:
    with Client(own) as anna, Client(own) as watcher:
        scene = anna.open("me")
        watcher.watch(scene)
        intruder = sqlite3.connect(own.data / "tables.sqlite", isolation_level=None)
        intruder.execute("begin immediate")  # another program holds the file
        heard = len(watcher.told)
        assert anna.refused("act", table=code_of(scene), ply=scene["ply"], action=0) == "store-failed"
        assert anna.hear_scene()["ply"] == scene["ply"]
        assert anna.refused("open", game=GAME, seats=[seat("me")], commit=lock()) == "store-failed"
        intruder.execute("rollback")
        intruder.close()
        assert unchanged(anna, scene)
        watcher.watch(scene)
        assert all(told.get("ply") in (None, scene["ply"]) for told in watcher.told[heard:])
        assert anna.act(scene)["ply"] > scene["ply"], "and then it goes on"


@provokes("too-fast")
def test_too_many_gestures(limited: Served) -> None:
    with Client(limited) as anna:
        scene = anna.open("me")
        codes = [anna.ask("emote", table=code_of(scene), emote="wow").get("code") for _ in range(6)]
        assert codes[0] is None
        assert codes[-1] == "too-fast"


def test_a_refusal_is_followed_by_a_fresh_scene_with_the_whole_log(served: Served) -> None:
    with Client(served) as anna:
        old = anna.open("me")
        now = anna.act(old)
        assert anna.refused("act", table=code_of(old), ply=old["ply"], action=0) == "stale"
        fresh = anna.hear()
        assert (fresh["type"], fresh["ply"], fresh["since"]) == ("scene", now["ply"], 0)
        assert fresh["log"] == now["log"]


provokes("server-failed")(house_tests.test_a_scene_that_cannot_be_drawn_is_missed_by_its_reader_only)


def test_every_code_is_provoked_by_a_test() -> None:
    # by tests of their own: test_old_tables.py, test_lessons.py, test_houses.py
    elsewhere = {"gone", "other-rules", "no-lesson", "not-known"}
    assert set(get_args(RefusedCode)) == PROVOKED | elsewhere
