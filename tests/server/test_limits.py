"""Too much of anything is answered, then ended; nobody else notices."""

from __future__ import annotations

import json
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from asterism.server.settings import MOST_CONNECTIONS, MOST_WATCHED, Limits

from .serving import Served
from .talking import GAME, Client, nonce, seat


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
        told = [anna.ask("open", game=GAME, seats=[seat("me")], nonce=nonce())["type"] for _ in range(most + 3)]
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
            bert.ask("sit", table=scene["table"]["code"], seat=1, nonce=nonce())
        begun = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert begun["table"]["code"] == last["table"]["code"]
