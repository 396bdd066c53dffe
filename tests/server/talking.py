"""A client for the tests: asks, and keeps everything it was told. It takes its part in drawing the dice by itself."""

from __future__ import annotations

import json
import queue
import secrets
import threading
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from asterism.core import fair

from .serving import Served

Told = dict[str, Any]
PATIENCE = 120.0  # seconds; the first move of a bot may have to compile its search
GAME = "noirlab-dice"


KNOWN: dict[str, str] = {}  # the numbers behind all locks that were made here
AUTOMATIC = 1_000_000  # ids from here on are of what a client sends by itself


def lock() -> str:
    """A lock, the number behind it being remembered."""
    number = secrets.token_bytes(32)
    made = fair.lock_nonce(number)
    KNOWN[made] = number.hex()
    return made


def playing(scene: Told) -> bool:
    return bool(scene["table"]["phase"] in ("playing", "over"))


class Client:
    """A guest with one connection, made and ended by `with`."""

    def __init__(self, served: Served, cookie: str = "", origin: str | None = None, reveals: bool = True) -> None:
        self.served, self.cookie, self.origin = served, cookie, origin
        self.reveals = reveals  # by itself, as a browser does
        self.told: list[Told] = []  # everything so far, in order
        self.id = 0
        self._arrived: queue.SimpleQueue[Told | ConnectionClosed] = queue.SimpleQueue()
        self._revealed: set[str] = set()  # hashes of sheets
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
        threading.Thread(target=self._listen, daemon=True).start()
        self.welcome = self.hear()
        return self

    def _listen(self) -> None:
        """On a thread of its own, so that a number is shown even while the test looks elsewhere."""
        try:
            while True:
                message: Told = json.loads(self.socket.recv())
                if message["type"] == "scene" and self.reveals:
                    self._draw(message)
                self._arrived.put(message)
        except ConnectionClosed as closed:
            self._arrived.put(closed)

    def _draw(self, scene: Told) -> None:
        """Give a lock where one is missing, show the number where a sheet asks for it."""
        table, dice = scene["table"], scene["table"]["dice"]
        mine = any(s["mine"] and s["taken"] and i in dice["waiting"] for i, s in enumerate(table["seats"]))
        number = KNOWN.get(dice["lock"])
        if table["phase"] == "lobby" and mine and not dice["lock"]:
            self._send_by_itself("commit", table=table["code"], commit=lock())
        elif table["phase"] == "drawing" and mine and number and dice["sheet"] not in self._revealed:
            self._revealed.add(dice["sheet"])
            self._send_by_itself("reveal", table=table["code"], sheet=dice["sheet"], nonce=number)

    def _send_by_itself(self, type: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, "id": AUTOMATIC, **fields}))

    def __exit__(self, *_: object) -> None:
        self._until.close()

    def hear(self) -> Told:
        """The next message."""
        try:
            message = self._arrived.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError("nothing was said") from None
        if isinstance(message, ConnectionClosed):
            self._arrived.put(message)
            raise message
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
        """Open a table with such seats; its first scene in the lobby or, if nobody is missing, of the match."""
        opened = self.ask("open", game=game, seats=[seat(kind) for kind in kinds], commit=lock(), **fields)
        assert opened["type"] == "opened", opened
        code = opened["table"]
        return self.hear_scene(
            lambda scene: scene["table"]["code"] == code and (not self.reveals or scene["table"]["phase"] != "drawing")
        )

    def sit(self, code: str, seat: int, **fields: Any) -> Told:
        """Take a seat; the scene that follows or, if it was the last one, the first of the match."""
        told = self.ask("sit", table=code, seat=seat, commit=lock(), **fields)
        if told["type"] == "scene" and told["table"]["phase"] == "drawing" and self.reveals:
            return self.hear_scene(lambda scene: scene["table"]["code"] == code and playing(scene))
        return told

    def rematch(self, code: str, **fields: Any) -> Told:
        """Ask for the next table; the answer."""
        return self.ask("rematch", table=code, commit=lock(), **fields)

    def watch(self, scene: Told, **fields: Any) -> Told:
        return self.ask("watch", table=scene["table"]["code"], **fields)

    def act(self, scene: Told, action: int | None = None) -> Told:
        """Play an action (by default the first choice), looking at this scene."""
        chosen = scene["choices"][0]["action"] if action is None else action
        return self.ask("act", table=scene["table"]["code"], ply=scene["ply"], action=chosen)

    def hand_on(self, scene: Told) -> Told:
        """Play this turn to its end with no chance of ending the match: roll once, then pass."""
        while scene["choices"]:
            scene = self.act(scene, scene["choices"][:2][-1]["action"])
        return scene

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
