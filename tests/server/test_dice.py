"""How a table draws its dice: nobody has a choice, nothing is lost by a power cut, and a draw is whole or void."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from asterism.core import fair
from asterism.core.record import read
from asterism.core.verify import shown, verify

from .serving import Served
from .talking import KNOWN, Client, Told, lock, playing, seat


def drawn(anna: Client, bert: Client) -> Told:
    """Two people sit, their locks are on the sheet, and neither has shown a number yet; Bert's scene."""
    lobby = anna.open("me", "elsewhere")
    return bert.sit(lobby["table"]["code"], 1)


def reveal(client: Client, scene: Told, **other: Any) -> Told:
    dice = scene["table"]["dice"]
    mine = client.watch(scene)["table"]["dice"]["lock"]
    fields = {"sheet": dice["sheet"], "nonce": KNOWN.get(mine, "00" * 32), **other}
    return client.ask("reveal", table=scene["table"]["code"], **fields)


def record_of(served: Served, scene: Told) -> dict[str, Any]:
    return read(served.get(f"/api/tables/{scene['table']['code']}/record").text)


# The flow


def test_nobody_shows_a_number_before_all_locks_are_on_one_sheet(served: Served) -> None:
    with Client(served, reveals=False) as anna, Client(served, reveals=False) as bert:
        lobby = anna.open("me", "elsewhere", "bot:easy")
        assert (lobby["table"]["phase"], lobby["table"]["dice"]["sheet"]) == ("lobby", "")
        assert anna.refused("reveal", table=lobby["table"]["code"], sheet="", nonce="00" * 32) == "stale"
        scene = bert.sit(lobby["table"]["code"], 1)
        dice = scene["table"]["dice"]
        assert (scene["table"]["phase"], scene["view"]) == ("drawing", None)
        assert (dice["nonces"], dice["waiting"]) == ([], [0, 1])
        sheet = json.loads(dice["sheets"][-1])
        assert dice["sheet"] == fair.sha(dice["sheets"][-1].encode()).hex()
        assert sheet["secret"] == dice["commitment"] == lobby["table"]["dice"]["commitment"]
        assert [c["lock"] for c in sheet["contributors"]] == [lobby["table"]["dice"]["lock"], dice["lock"]]
        assert sheet["without"] == [{"name": "Bot", "seats": [2], "why": "bot"}]
        assert reveal(bert, scene)["table"]["dice"]["waiting"] == [0]
        assert reveal(bert, scene)["table"]["dice"]["waiting"] == [0], "once more changes nothing"
        begun = reveal(anna, scene)
        assert begun["table"]["phase"] == "playing"
        numbers = [KNOWN[c["lock"]] for c in sheet["contributors"]]
        assert begun["table"]["dice"]["nonces"] == numbers


def test_a_guest_with_two_seats_has_one_number_and_alone_all_goes_by_itself(served: Served) -> None:
    with Client(served) as anna:
        begun = anna.open("me", "here", "bot:easy")
        assert begun["table"]["phase"] == "playing"
        assert len(begun["table"]["dice"]["nonces"]) == 1
        alone = anna.open("bot:easy", "bot:easy")
        assert (alone["table"]["phase"], alone["table"]["dice"]["nonces"]) == ("playing", [])


def test_only_the_number_behind_ones_own_lock_is_taken_and_only_for_the_sheet_that_holds(served: Served) -> None:
    with (
        Client(served, reveals=False) as anna,
        Client(served, reveals=False) as bert,
        Client(served, reveals=False) as mallory,
    ):
        scene = drawn(anna, bert)
        mallory.watch(scene)
        assert reveal(mallory, scene)["code"] == "not-your-seat"
        for number in ("00" * 32, KNOWN[anna.watch(scene)["table"]["dice"]["lock"]]):
            assert reveal(bert, scene, nonce=number)["code"] == "malformed"
        for number in ("0" * 62, "0" * 63, "0" * 65, "0" * 66, "A" * 64, "0" * 63 + "\n"):
            assert reveal(bert, scene, nonce=number)["code"] == "malformed"
        assert reveal(bert, scene, sheet="00" * 32)["code"] == "stale"
        code = scene["table"]["code"]
        assert mallory.refused("sit", table=code, seat=1, commit=lock()) == "table-full"
        assert bert.refused("commit", table=code, commit=lock()) == "stale", "a lock cannot be changed after the sheet"


# All or nothing


@pytest.mark.parametrize("way", ["stands up", "is left out", "has lost the number"])
def test_a_draw_that_someone_does_not_finish_is_void_and_the_next_has_fresh_numbers(served: Served, way: str) -> None:
    with Client(served, reveals=False) as anna, Client(served, reveals=False) as carl:
        with Client(served, reveals=False) as bert:
            scene = drawn(anna, bert)
            code, first = scene["table"]["code"], scene["table"]["dice"]
            reveal(anna, scene)
            if way == "stands up":
                void = bert.ask("stand", table=code, seat=1)
            elif way == "has lost the number":
                assert anna.refused("redraw", table=code, draw=1, without=[]) == "not-allowed", "hers was shown"
                void = bert.ask("redraw", table=code, draw=1, without=[])
            else:
                assert carl.refused("redraw", table=code, draw=1, without=[1]) == "not-your-seat"
                assert anna.refused("redraw", table=code, draw=1, without=[1]) == "too-fast", "he is here, and has time"
                assert bert.refused("redraw", table=code, draw=1, without=[0]) == "not-allowed", "hers was shown"
                assert bert.refused("redraw", table=code, draw=2, without=[]) == "stale"
            bert_cookie = bert.cookie
        if way == "is left out":
            anna.hear_scene(lambda s: not s["table"]["seats"][1]["present"])
            void = anna.ask("redraw", table=code, draw=1, without=[1])
        assert (void["table"]["phase"], void["table"]["dice"]["sheet"]) == ("lobby", "")
        assert anna.watch(scene)["table"]["dice"]["lock"] == "", "what was shown once is worth nothing any more"
        if way == "stands up":
            carl.ask("sit", table=code, seat=1, commit=lock())
        elif way == "has lost the number":
            with Client(served, cookie=bert_cookie, reveals=False) as bert:
                bert.ask("commit", table=code, commit=lock())
        second = anna.ask("commit", table=code, commit=lock())["table"]["dice"]
        assert second["draws"] == 2, "and everyone sees that it was drawn twice"
        sheet = json.loads(second["sheets"][-1])
        assert (sheet["draw"], sheet["before"]) == (2, first["sheet"])
        assert sheet["secret"] == first["commitment"], "the host cannot draw anew"
        assert second["lock"] not in first["sheets"][0]
        if way == "is left out":
            assert sheet["without"] == [{"name": sheet["seats"][1]["name"], "seats": [1], "why": "did not answer"}]
            assert reveal(anna, {"table": {"code": code, "dice": second}})["table"]["phase"] == "playing"


def test_a_rematch_takes_fresh_locks_and_a_fresh_secret(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:best"))
        code = anna.rematch(over["table"]["code"])["table"]
        begun = anna.hear_scene(lambda s: s["table"]["code"] == code and playing(s))
        for word in ("commitment", "sheet", "nonces", "lock"):
            assert begun["table"]["dice"][word] != over["table"]["dice"][word]


# Power cuts


def test_a_server_that_is_killed_after_any_step_of_drawing_goes_on_from_there(own: Served) -> None:
    with Client(own, reveals=False) as anna, Client(own, reveals=False) as bert:
        lobby = anna.open("me", "elsewhere")
        code, cookies = lobby["table"]["code"], (anna.cookie, bert.cookie)
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna, Client(own, cookies[1], reveals=False) as bert:
        assert anna.watch(lobby)["table"]["dice"] == lobby["table"]["dice"]
        scene = bert.sit(code, 1)
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna, Client(own, cookies[1], reveals=False) as bert:
        assert bert.watch(lobby)["table"]["dice"] == scene["table"]["dice"]
        waiting = reveal(anna, scene)["table"]["dice"]["waiting"]
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna, Client(own, cookies[1], reveals=False) as bert:
        assert anna.watch(lobby)["table"]["dice"]["waiting"] == waiting == [1]
        begun = reveal(bert, scene)
        first = anna.act(anna.watch(lobby))
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna:
        again = anna.watch(lobby)
        assert again["table"]["dice"] == {**begun["table"]["dice"], "lock": scene_lock(lobby)}
        assert again["log"] == first["log"], "the same roll"
        assert again["rolled"] == first["rolled"] == 1


def test_a_server_that_is_killed_after_a_redraw_a_commit_or_a_close_goes_on_from_there(own: Served) -> None:
    with Client(own, reveals=False) as anna, Client(own, reveals=False) as bert:
        scene = drawn(anna, bert)
        code, cookies = scene["table"]["code"], (anna.cookie, bert.cookie)
        reveal(anna, scene)
        void = bert.ask("redraw", table=code, draw=1, without=[])["table"]["dice"]
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna, Client(own, cookies[1], reveals=False) as bert:
        assert bert.watch(scene)["table"]["dice"] == void
        assert reveal(anna, scene)["code"] == "stale", "a draw that was given up stays void"
        mine = lock()
        committed = anna.ask("commit", table=code, commit=mine)["table"]["dice"]
        assert (committed["lock"], committed["draws"], committed["sheet"]) == (mine, 1, "")
    own.kill()
    own.start()
    with Client(own, cookies[0], reveals=False) as anna, Client(own, cookies[1], reveals=False) as bert:
        assert anna.watch(scene)["table"]["dice"] == committed
        second = bert.ask("commit", table=code, commit=lock())
        assert (second["table"]["phase"], second["table"]["dice"]["draws"]) == ("drawing", 2)
        reveal(anna, second)
        assert reveal(bert, second)["table"]["phase"] == "playing"
    with Client(own, cookies[0]) as anna:
        going = anna.act(anna.open("me", "here"))
        closed = anna.ask("close", table=going["table"]["code"], ply=going["ply"])
        assert closed["table"]["phase"] == "over", closed
    own.kill()
    own.start()
    with Client(own, cookies[0]) as anna:
        again = anna.watch(closed)
        assert again["table"]["dice"] == closed["table"]["dice"]
        assert again["table"]["dice"]["secret"], "it was told, and nothing is appended"
        assert anna.refused("act", table=closed["table"]["code"], ply=again["ply"], action=0) == "match-over"
        assert verify(record_of(own, closed)) == []


def scene_lock(scene: Told) -> str:
    return str(scene["table"]["dice"]["lock"])


# The end


def test_what_was_heard_is_numbered_and_is_what_the_record_tells_taken_back_or_not(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", undo="free")
        heard: dict[int, int] = {}
        for _ in range(3):
            scene = anna.act(scene)
            heard |= dict(scene["heard"])
        scene = anna.ask("undo", table=scene["table"]["code"], ply=scene["ply"])
        assert scene["type"] == "scene", scene
        rolled = scene["rolled"]
        while scene["table"]["phase"] != "over":
            scene = anna.act(scene)
            heard |= dict(scene["heard"])
        made = record_of(served, scene)
        assert verify(made) == []
        assert len(made["rolls"]) == scene["rolled"] >= rolled
        assert heard == {number: made["actions"][ply] for number, (ply, _) in enumerate(made["rolls"])}
        dice = made["dice"]
        receipt = {
            "commitment": scene["table"]["dice"]["commitment"],
            "sheets": dice["sheets"],
            "revealed": [[scene["table"]["dice"]["sheet"], dice["nonces"][0]]],
            "rolled": scene["rolled"],
            "heard": [*heard.items()],
        }
        assert fair.receipt_problems(made, receipt) == []


def test_a_match_against_bots_can_be_broken_off_and_then_shows_its_secret(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.act(anna.open("me", "here", "bot:easy"))
        code = scene["table"]["code"]
        assert bert.refused("close", table=code, ply=scene["ply"]) == "not-your-seat"
        closed = anna.ask("close", table=code, ply=scene["ply"])
        assert (closed["table"]["phase"], closed["outcome"], closed["choices"]) == ("over", None, [])
        assert closed["log"][-1]["words"] == "match-closed"
        secret = bytes.fromhex(closed["table"]["dice"]["secret"])
        assert fair.lock_secret(secret) == scene["table"]["dice"]["commitment"]
        assert anna.refused("act", table=code, ply=closed["ply"], action=0) == "match-over"
        made = record_of(served, closed)
        assert (verify(made), made["result"]) == ([], None)
        assert served.get(f"/api/tables/{code}/replay").status == 200
        assert served.get(f"/api/tables/{code}/review").status == 409


def test_a_match_with_others_is_not_broken_off_behind_their_back(served: Served) -> None:
    with Client(served) as anna:
        with Client(served) as bert:
            begun = bert.sit(anna.open("me", "elsewhere")["table"]["code"], 1)
            code = begun["table"]["code"]
            assert anna.refused("close", table=code, ply=0) == "not-allowed"
        assert anna.refused("close", table=code, ply=0) == "not-allowed", "he has only just left"


def test_a_match_with_secrets_gives_nothing_away_before_it_is_over(served: Served) -> None:
    """Neither odds nor record, and of the rolls only those that a seat has heard."""
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "elsewhere", game="constellation")
        scene = bert.sit(lobby["table"]["code"], 1)
        assert scene["rolled"] > 0
        with Client(served) as carl:
            hers, his, known = ({n for n, _ in client.watch(scene)["heard"]} for client in (anna, bert, carl))
        assert hers & his == known, "each has heard their own card, and what everyone was told"
        assert hers > known < his
        assert served.get(f"/api/tables/{scene['table']['code']}/record").status == 409
        assert scene["table"]["dice"]["secret"] is None


# From before


@pytest.mark.folder
def test_a_match_that_began_with_the_first_protocol_goes_on_with_it_and_says_so(own: Served) -> None:
    with Client(own) as anna:
        scene = anna.open("me", "bot:best")
        cookie = anna.cookie
    own.stop()
    with closing(sqlite3.connect(own.data / "tables.sqlite")) as store, store:
        store.execute("update tables set protocol = 1, nonce = ?, draw = 0", ("ab" * 16,))
        store.execute("delete from sheets")
        store.execute("delete from nonces")
    own.start()
    with Client(own, cookie) as anna:
        over = anna.play_on(anna.watch(scene))
        dice = over["table"]["dice"]
        assert (dice["protocol"], dice["nonces"]) == (1, ["ab" * 16])
        assert fair.sha(bytes.fromhex(dice["secret"])).hex() == dice["commitment"]
        made = record_of(own, over)
        assert made["asterism"] == 1
        assert verify(made) == []
        assert any("could have chosen these rolls" in line for line in shown(made))
        code = anna.rematch(over["table"]["code"])["table"]
        again = anna.hear_scene(lambda s: s["table"]["code"] == code and playing(s))
        assert again["table"]["dice"]["protocol"] == 2


@pytest.mark.folder
def test_who_waited_in_a_lobby_since_before_is_asked_for_a_lock(own: Served) -> None:
    with Client(own) as anna:
        lobby = anna.open("me", "elsewhere")
        cookie = anna.cookie
    own.stop()
    with closing(sqlite3.connect(own.data / "tables.sqlite")) as store, store:
        store.execute("update seats set lock = ''")
    own.start()
    with Client(own, cookie) as anna, Client(own) as bert:
        anna.watch(lobby)
        assert bert.sit(lobby["table"]["code"], 1)["type"] == "scene"
        assert playing(anna.hear_scene(playing))


def test_seats_are_planned_with_the_lock_of_whoever_opens(served: Served) -> None:
    with Client(served, reveals=False) as anna:
        mine = lock()
        code = anna.ask("open", game="noirlab-dice", seats=[seat("me"), seat("here")], commit=mine)["table"]
        scene = anna.hear_scene(lambda s: s["table"]["code"] == code)
        [only] = json.loads(scene["table"]["dice"]["sheets"][-1])["contributors"]
        assert (only["seats"], only["lock"]) == ([0, 1], mine)
