"""A client for the tests: asks, and keeps everything it was told."""

from __future__ import annotations

import json
import secrets
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from .serving import Served

Told = dict[str, Any]
PATIENCE = 120.0  # seconds; the first move of a bot may have to compile its search
GAME = "noirlab-dice"


def nonce() -> str:
    return secrets.token_hex(16)


class Client:
    """A guest with one connection, made and ended by `with`."""

    def __init__(self, served: Served, cookie: str = "", origin: str | None = None) -> None:
        self.served, self.cookie, self.origin = served, cookie, origin
        self.told: list[Told] = []  # everything so far, in order
        self.id = 0
        self._until = ExitStack()

    def __enter__(self) -> Client:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        opened = connect(
            self.served.socket,
            additional_headers=headers,
            origin=Origin(self.origin) if self.origin else None,
            compression=None,
            open_timeout=PATIENCE,
        )
        self.socket: ClientConnection = self._until.enter_context(opened)
        self.set_cookie = self.socket.response.headers.get("Set-Cookie", "") if self.socket.response else ""
        self.cookie = self.set_cookie.partition(";")[0] or self.cookie
        self.welcome = self.hear()
        return self

    def __exit__(self, *_: object) -> None:
        self._until.close()

    def hear(self) -> Told:
        """The next message."""
        message: Told = json.loads(self.socket.recv(timeout=PATIENCE))
        self.told.append(message)
        return message

    def send(self, type: str, **fields: Any) -> int:
        self.id += 1
        self.socket.send(json.dumps({"type": type, "id": self.id, **fields}))
        return self.id

    def ask(self, type: str, **fields: Any) -> Told:
        """Send a request and wait for its answer."""
        id = self.send(type, **fields)
        while (told := self.hear())["id"] != id:
            pass
        return told

    def refused(self, type: str, **fields: Any) -> str:
        """The code with which a request was refused; it must be."""
        told = self.ask(type, **fields)
        assert told["type"] == "refused", told
        assert told["text"], "a refusal has words"
        return str(told["code"])

    def hear_until(self, fits: Any) -> Told:
        """Listen until a message fits, beginning with the last one heard."""
        told = self.told[-1]
        while not fits(told):
            told = self.hear()
        return told

    def hear_scene(self, fits: Any = lambda scene: True) -> Told:
        return self.hear_until(lambda told: told["type"] == "scene" and fits(told))

    def open(self, *kinds: str, game: str = GAME, **fields: Any) -> Told:
        """Open a table with such seats; its first scene."""
        opened = self.ask("open", game=game, seats=[seat(kind) for kind in kinds], nonce=nonce(), **fields)
        assert opened["type"] == "opened", opened
        return self.hear_scene(lambda scene: scene["table"]["code"] == opened["table"])

    def watch(self, scene: Told, **fields: Any) -> Told:
        return self.ask("watch", table=scene["table"]["code"], **fields)

    def act(self, scene: Told, action: int | None = None) -> Told:
        """Play an action (by default the first choice), looking at this scene."""
        chosen = scene["choices"][0]["action"] if action is None else action
        return self.ask("act", table=scene["table"]["code"], ply=scene["ply"], action=chosen)

    def play_on(self, scene: Told) -> Told:
        """Play the first choice whenever it is this guest's turn, until the match is over; the last scene."""
        while scene["table"]["phase"] != "over":
            if scene["choices"]:
                scene = self.act(scene)
                assert scene["type"] == "scene", scene
            else:
                scene = self.hear()
                while scene["type"] != "scene":
                    scene = self.hear()
        return scene

    def closed(self) -> int:
        """The code with which the server closed the connection, after everything it still said."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def seat(kind: str) -> dict[str, str]:
    """A seat as a plan: me, here, elsewhere, or bot with a level after a colon."""
    kind, _, level = kind.partition(":")
    return {"kind": kind, "level": level} if level else {"kind": kind}
