"""Too much of anything is answered, then ended; nobody else notices."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from asterism.server.settings import MOST_CONNECTIONS, MOST_WATCHED, Limits

from .serving import Served
from .talking import GAME, Client, lock, seat


def test_a_flood_is_refused_then_ended_and_others_play_on(limited: Served) -> None:
    with Client(limited) as anna, Client(limited) as flood:
        scene = anna.open("me")
        with suppress(ConnectionClosed):  # it may be ended while we are still sending
            for number in range(1000):
                flood.socket.send(json.dumps({"type": "hello", "id": number + 1}))
        assert flood.closed() == 1008
        codes = [told.get("code", "answered") for told in flood.told]
        assert codes.count("answered") >= Limits().messages.burst
        assert codes[-1] == "too-fast"
        assert all(told["id"] == number for number, told in enumerate(flood.told)), "everything was answered, in order"
        assert anna.act(scene)["type"] == "scene"


def test_one_guest_opens_only_so_many_tables(limited: Served) -> None:
    with Client(limited) as anna, Client(limited) as bert:
        most = int(Limits().tables.burst)
        told = [anna.ask("open", game=GAME, seats=[seat("me")], commit=lock())["type"] for _ in range(most + 3)]
        assert told[:most] == ["opened"] * most
        assert told[-1] == "refused"
        assert bert.open("me")["table"]["phase"] == "playing", "another guest is not held up"


def test_one_guest_has_only_so_many_connections(limited: Served) -> None:
    with Client(limited) as first:
        more = [Client(limited, cookie=first.cookie) for _ in range(MOST_CONNECTIONS)]
        try:
            for client in more:
                client.__enter__()
            assert more[-1].welcome["code"] == "too-fast"
            assert more[-1].closed() == 1008
            assert more[0].ask("hello")["type"] == "welcome"
        finally:
            for client in more:
                client.__exit__()
        with Client(limited, cookie=first.cookie) as again:
            assert again.welcome["type"] == "welcome", "those that went make room"


def test_a_connection_follows_the_tables_it_asked_for_last(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        first = anna.open("me", "elsewhere")
        for _ in range(MOST_WATCHED):
            last = anna.open("me", "elsewhere")
        for scene in (first, last):
            bert.ask("sit", table=scene["table"]["code"], seat=1, commit=lock())
        begun = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert begun["table"]["code"] == last["table"]["code"]


def test_behind_a_proxy_that_was_named_people_are_told_apart(tmp_path: Path) -> None:
    server = Served(tmp_path, "--proxy", "127.0.0.0/8")
    try:

        def try_a_way_in(forwarded: str) -> int:
            headers = {"x-forwarded-for": forwarded, "origin": server.address}
            return server.ask("/api/device", b'{"secret": "wrong"}', headers).status

        for _ in range(int(Limits().wrong_codes.burst) + 5):
            last = try_a_way_in("192.0.2.1")
        assert last == 429
        assert try_a_way_in("192.0.2.2") == 403
        assert try_a_way_in("192.0.2.9, 192.0.2.1") == 429, "only what the proxy itself has seen counts"
    finally:
        server.stop()


def test_the_metrics_are_not_for_those_whom_a_proxy_lets_through(limited: Served) -> None:
    assert limited.get("/metrics").status == 200
    for header in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
        assert limited.get("/metrics", headers={header: "127.0.0.1"}).status == 403


def test_a_game_that_is_not_offered_cannot_be_opened(limited: Served) -> None:
    with Client(limited) as anna:
        for name in ("_template", "-template", "__template"):
            assert anna.refused("open", game=name, seats=[seat("me"), seat("here")], commit=lock()) == "no-game"
    for page in ("rules", "records", "words/en.ftl"):
        assert limited.get(f"/api/games/_template/{page}").status == 404


def test_bots_move_while_many_ask_for_reviews(tmp_path: Path) -> None:
    """Every guest asks as often as they can for the review of a match in which each choice takes a search."""
    server = Served(tmp_path, "--unlimited")
    try:
        with Client(server) as anna, ThreadPoolExecutor(24) as crowd:
            over = anna.play_on(anna.open("me", "here", game="constellation"))
            page = f"/api/tables/{over['table']['code']}/review"
            asking = [crowd.submit(server.get, page) for _ in range(20)]
            scene = anna.open("bot:easy", "me", game="constellation")
            assert anna.hear_scene(lambda s: s["to_act"] == 1)["table"]["code"] == scene["table"]["code"]
            first, *rest = [one.result().body for one in asking]
            assert all(body == first for body in rest), "one answer for all of them"
    finally:
        server.stop()
