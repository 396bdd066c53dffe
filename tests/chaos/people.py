"""People who play at tables of every game, come back when a server goes, and remember all they sent and were told."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from ..server.talking import KNOWN, lock

Told = dict[str, Any]
Addresses = Callable[[], list[str]]  # of the servers as far as people know: some of them may be gone
PARTIES = {  # who sits at the tables of a game
    "noirlab-dice": ["me", "elsewhere", "bot:easy"],
    "geminos": ["me", "bot:easy", "elsewhere"],
    "constellation": ["me", "elsewhere", "bot:easy"],
    "geminion": ["me", "elsewhere", "bot:easy"],
    "gemini": ["me", "bot:easy", "elsewhere"],
}
LOOK_AGAIN = 8.0  # seconds of silence after which someone asks how things stand
ANSWER = 20.0  # seconds to connect, a frozen server among those asked
PASSING = (
    "stale",
    "store-failed",
    "not-known",
    "match-over",
    "table-full",
    "too-fast",
    "busy",
    "not-allowed",
    "not-your-turn",
)


@dataclass
class Move:
    """One action that someone sent, until it is known what became of it."""

    code: str
    ply: int
    action: int
    sent: float


@dataclass
class Memory:
    """What everyone sent and was told: the other side of the truth."""

    sent: dict[tuple[str, int], set[int]] = field(default_factory=dict)  # by table and ply
    acknowledged: dict[tuple[str, int], int] = field(default_factory=dict)
    logs: dict[tuple[str, int], list[Any]] = field(default_factory=dict)  # by table and person: what they were told
    plies: dict[str, int] = field(default_factory=dict)  # by table: the last ply that anyone was told of
    waits: list[float] = field(default_factory=list)  # seconds from a move to its answer, coming back included
    gaps: list[float] = field(default_factory=list)  # seconds from the end of a connection to the next thing heard
    silence: float = 0.0  # the longest that anyone heard nothing, connected or not, in seconds
    refused: Counter[str] = field(default_factory=Counter)  # by code
    problems: list[str] = field(default_factory=list)
    over: set[str] = field(default_factory=set)
    backwards: int = 0  # scenes that were older than what the same person had been told
    lost_connections: int = 0


@dataclass
class Party:
    """One table after the other, each with its two people."""

    games: list[str]
    code: str = ""
    commit: str = ""  # with which it was opened: once more with it is the same table
    number: int = 0

    @property
    def game(self) -> str:
        return self.games[self.number % len(self.games)]

    def again(self) -> None:
        self.code, self.commit, self.number = "", "", self.number + 1


class Person:
    """A guest who is there as long as it goes on, whatever happens to the servers."""

    def __init__(self, number: int, party: Party, seat: int, memory: Memory, addresses: Addresses, seed: int) -> None:
        self.number, self.party, self.seat, self.memory, self.addresses = number, party, seat, memory, addresses
        self.rng = random.Random(seed)
        self.thinking = 0.1  # seconds, about
        self.slowest_return = 0.5  # seconds until someone tries to come back; the page takes at most 0.3
        self.cookie = ""
        self.move: Move | None = None
        self.told_of: dict[str, int] = {}  # by table, the ply of the last scene
        self.lost_at: float | None = None  # when the last connection ended, until something is heard on another
        self.heard_at: float | None = None  # when the last message came, or when this person began to listen

    def count_silence(self) -> None:
        """Note how long this person has heard nothing by now."""
        now = time.monotonic()
        self.memory.silence = max(self.memory.silence, now - (self.heard_at or now))

    async def live(self) -> None:
        self.heard_at = time.monotonic()
        while True:
            address = self.rng.choice(self.addresses())
            headers = {"Cookie": self.cookie} if self.cookie else {}
            try:
                async with asyncio.timeout(ANSWER):
                    socket = await connect(address, additional_headers=headers, compression=None)
                async with socket:
                    if socket.response and (given := socket.response.headers.get("Set-Cookie", "")):
                        self.cookie = given.partition(";")[0]
                    await self.talk(socket)
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                self.memory.lost_connections += 1
                self.lost_at = self.lost_at or time.monotonic()
                await asyncio.sleep(self.rng.uniform(0.05, self.slowest_return))

    async def talk(self, socket: ClientConnection) -> None:
        """Until the connection ends: look how things stand, then answer whatever is told."""
        await self.look(socket)
        while True:
            try:
                async with asyncio.timeout(LOOK_AGAIN):
                    news = json.loads(await socket.recv())
            except TimeoutError:
                await self.look(socket)
                continue
            self.count_silence()
            self.heard_at = time.monotonic()
            if self.lost_at is not None and news["type"] != "welcome":
                self.memory.gaps.append(time.monotonic() - self.lost_at)
                self.lost_at = None
            if news["type"] == "opened":
                self.party.code = news["table"]
            elif news["type"] == "scene":
                await self.see(socket, news)
            elif news["type"] == "refused":
                await self.refused(socket, news)

    async def look(self, socket: ClientConnection) -> None:
        if self.party.code:
            await send(socket, "watch", table=self.party.code)
        elif self.seat == 0:
            self.party.commit = self.party.commit or lock()
            seats = [dict(zip(("kind", "level"), kind.split(":"), strict=False)) for kind in PARTIES[self.party.game]]
            await send(socket, "open", game=self.party.game, seats=seats, commit=self.party.commit)
        else:
            await asyncio.sleep(0.3)  # the other one opens it
            if self.party.code:
                await send(socket, "watch", table=self.party.code)

    async def refused(self, socket: ClientConnection, news: Told) -> None:
        self.memory.refused[news["code"]] += 1
        if news["code"] not in PASSING:
            self.memory.problems.append(f"{self.party.game} {self.party.code}: {news['code']}, {news['text']}")
        await asyncio.sleep(self.rng.uniform(0.2, 0.8))
        await self.look(socket)

    async def see(self, socket: ClientConnection, scene: Told) -> None:
        table, dice = scene["table"], scene["table"]["dice"]
        if table["code"] != self.party.code:
            return
        self.remember(scene)
        free = [i for i, seat in enumerate(table["seats"]) if not seat["taken"]]
        mine = [i for i, seat in enumerate(table["seats"]) if seat["mine"] and seat["taken"]]
        waited_for = any(i in dice["waiting"] for i in mine)
        if table["phase"] == "lobby" and not mine and free:
            await send(socket, "sit", table=table["code"], seat=free[0], commit=lock(), name=f"Person {self.number}")
        elif table["phase"] == "lobby" and waited_for and not dice["lock"]:
            await send(socket, "commit", table=table["code"], commit=lock())
        elif table["phase"] == "drawing" and waited_for and dice["lock"] in KNOWN:
            await send(socket, "reveal", table=table["code"], sheet=dice["sheet"], nonce=KNOWN[dice["lock"]])
        elif table["phase"] == "over":
            self.memory.over.add(table["code"])
            self.party.again()
            await self.look(socket)
        elif scene["choices"]:
            await asyncio.sleep(self.rng.expovariate(1 / self.thinking))
            await self.act(socket, scene)

    async def act(self, socket: ClientConnection, scene: Told) -> None:
        """Play something. What was sent before and not answered is sent once more: the same, as a browser would."""
        code, ply = scene["table"]["code"], scene["ply"]
        if self.move is None or (self.move.code, self.move.ply) != (code, ply):
            self.move = Move(code, ply, self.rng.choice(scene["choices"])["action"], time.monotonic())
        self.memory.sent.setdefault((code, ply), set()).add(self.move.action)
        await send(socket, "act", table=code, ply=ply, action=self.move.action, id=ply + 1)

    def remember(self, scene: Told) -> None:
        code, ply, memory = scene["table"]["code"], scene["ply"], self.memory
        memory.backwards += ply < self.told_of.get(code, 0)
        self.told_of[code] = max(ply, self.told_of.get(code, 0))
        memory.plies[code] = max(ply, memory.plies.get(code, 0))
        log = memory.logs.get((code, self.number), [])
        if ply >= self.told_of[code]:
            memory.logs[code, self.number] = [line for line in log if line["ply"] < scene["since"]] + scene["log"]
        move = self.move
        if move is not None and move.code == code and ply > move.ply:
            memory.waits.append(time.monotonic() - move.sent)
            if scene["id"] == move.ply + 1:
                memory.acknowledged[code, move.ply] = move.action
            self.move = None


async def send(socket: ClientConnection, type: str, id: int = 1_000_000, **fields: Any) -> None:
    await socket.send(json.dumps({"type": type, "id": id, **fields}))


def come(parties: int, memory: Memory, addresses: Addresses, seed: int) -> list[Person]:
    """Two people for each party; the parties begin with different games."""
    games = list(PARTIES)
    people = []
    for number in range(parties):
        party = Party(games[number % len(games) :] + games[: number % len(games)])
        for seat in range(2):
            one = 2 * number + seat
            people.append(Person(one, party, seat, memory, addresses, seed * 100_000 + one))
    return people
