"""One connection: who it is, what it asks, and how it is answered. Every request gets an answer, a broken one too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any
from weakref import WeakMethod

import msgspec

from asterism.store import StoreFailed
from asterism.table import scenes
from asterism.table.table import Table

from ..cluster.others import Others
from ..house import House
from ..lessons import lesson_requests, teaching
from ..people import own_devices
from ..people.guests import Caller, default_name
from ..settings import LARGEST_MESSAGE, MOST_WATCHED, PAIRING_SECONDS
from ..tables import dice_draw, leaving, listing, lobby, moves, shaping
from ..tables.seat_takeover import CARRIED_OUT_BY as TAKING_SEATS
from ..thinking import advising
from ..thinking.studies import Asker
from ..wire.messages import PROTOCOL, Opened, Paired, Pairing, Refused, Told, Unwatched, Welcome
from ..wire.reading import decode, id_of
from ..wire.refusal import Refusal, our_mistake
from ..wire.requests import (
    Act,
    AnswerUndo,
    AskSeat,
    Close,
    ComeBack,
    Commit,
    Hello,
    JoinLesson,
    Leave,
    ListTable,
    NameWatchers,
    Open,
    OpenLesson,
    Pair,
    Redraw,
    Rematch,
    Request,
    Reveal,
    Shape,
    Sit,
    Stand,
    StandIn,
    Undo,
    Unwatch,
    Watch,
)
from . import gestures, named_table
from .guard import AtOnce
from .rates import Bucket

log = logging.getLogger("asterism.sockets")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 1 << 19  # bytes that wait for a slow client before it is let go; it can come back and watch again
COME_BACK = 1012  # with which a connection is closed, all of whose requests were answered
TRIES = 3  # of a request that other processes come before
MOST_ASIDE = MOST_WATCHED  # requests of one connection that wait at once because of the codes they name
SEATING = (Open, Sit, AskSeat, Rematch, OpenLesson, JoinLesson)  # requests after which the name of a guest is kept
MOST_FLOODING = 200  # messages refused in a row for coming too fast before the connection is closed

encode = scenes.encoder.encode


class Connection:
    """A guest's socket."""

    def __init__(self, house: House, caller: Caller, address: str, send: Send, at_once: AtOnce, kind: str = "") -> None:
        self.house, self.caller, self.address, self.kind = house, caller, address, kind
        self.guest, self.device, self.name = caller.guest, caller.device, default_name(caller.guest)
        self.asker = Asker(self.guest, address)
        self._send, self._at_once = send, at_once
        self._waiting: list[bytes] = []  # what the client has not taken yet
        self._waiting_bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self.watching: dict[str, bool] = {}  # codes in the order they were asked for; the value: the board as text too
        self.closing = False
        self.busy = False  # with a request
        self._messages = Bucket(house.settings.limits.messages)
        self.emotes = Bucket(house.settings.limits.emotes)
        self._flooding = 0
        self.advising: asyncio.Task[None] | None = None
        self._aside: set[asyncio.Task[None]] = set()  # finding the table or lesson of a code that was typed
        self._gone = False

    # Saying

    def tell(self, message: bytes) -> None:
        """Send without waiting: at once or, to a client that is slow to read, as it reads."""
        if self.closing or (self._sending is None and self._sent_at_once(message)):
            return
        self._waiting.append(message)
        self._waiting_bytes += len(message)
        if self._waiting_bytes > MOST_WAITING:
            self.closing = True
            self._waiting.clear()
        elif self._sending is None:
            self._sending = self.house.run(self._send_waiting())

    def _sent_at_once(self, message: bytes) -> bool:
        try:
            return self._at_once(message)
        except Exception:  # whatever is wrong with this socket is nobody else's business; its own loop will notice
            self.closing = True
            return True

    async def _send_waiting(self) -> None:
        """Send what waits as fast as the client takes it."""
        try:
            while self._waiting and not self.closing:
                message = self._waiting.pop(0)
                self._waiting_bytes -= len(message)
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self.closing:
                await self._send({"type": "websocket.close", "code": 1013, "reason": "too slow: watch again"})
        except Exception:
            self.closing = True
        self._sending = None

    def say(self, told: Told) -> None:
        self.tell(encode(told))

    def refuse(self, id: int, refusal: Refusal) -> None:
        self.house.metrics.refused[refusal.code] += 1
        self.say(Refused(id=id, code=refusal.code, text=refusal.text))

    # Listening

    async def hear(self, text: str | bytes) -> None:
        """Carry out one message, or refuse it."""
        if not self._messages.take():
            self._flooding += 1
            if self._flooding >= MOST_FLOODING:
                self.closing = True
            return self.refuse(id_of(text), Refusal("too-fast", "too many messages: wait a moment"))
        self._flooding = 0
        if len(text) > LARGEST_MESSAGE:
            return self.refuse(0, Refusal("too-large", f"a message has at most {LARGEST_MESSAGE} bytes"))
        try:
            asked = decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            return self.refuse(id_of(text), Refusal("malformed", f"this is not a message of the protocol: {problem}"))
        if not named_table.may_wait(self, asked):
            await self._answer(asked)
        elif len(self._aside) < MOST_ASIDE:
            self._aside.add(self.house.run(self._answer(asked)))
        else:
            self.refuse(asked.id, Refusal("too-fast", "many codes that you asked for wait already: wait for them"))
        return None

    async def _answer(self, asked: Any) -> None:
        """Find what a request names, carry it out, and answer it."""
        table: Table | None = None
        try:
            named = await named_table.find(self, asked)
            self._aside.discard(asyncio.current_task())  # what is begun is not broken off
            table = named if isinstance(named, Table) else None
            self.house.names.bound(self.asker, asked)
            if table is None or self.house.others is None:
                await CARRIED_OUT_BY[type(asked)](self, asked, named)
            else:
                await self._try(asked, table, self.house.others)
        except Refusal as refusal:
            self.refuse(asked.id, refusal)
        except StoreFailed as problem:
            self.refuse(asked.id, Refusal("store-failed", f"the store cannot be reached: {problem}"))
        except Exception:
            log.exception("a request failed: %s", type(asked).__name__)
            self.refuse(asked.id, our_mistake())
        else:
            table = None
            if isinstance(asked, SEATING):
                await self.keep_name()
        finally:
            self._aside.discard(asyncio.current_task())
        if table is not None:
            self.house.tell_one(table, self, 0, self.watching.get(table.code, False))
        if self._gone:
            self._unfollow_all()

    async def _try(self, asked: Any, table: Table, others: Others) -> None:
        """Do what was asked; where it is refused and another process has written to the table meanwhile, once more."""
        work = CARRIED_OUT_BY[type(asked)]
        for _ in range(TRIES):
            revision = table.revision
            try:
                return await work(self, asked, table)
            except Refusal as refusal:
                if refusal.code in ("too-fast", "not-known"):  # that would perhaps be twice
                    raise
                if not await others.catch_up(table) and table.revision == revision:
                    raise
        return await work(self, asked, table)

    async def hello(self, asked: Hello, _: None) -> None:
        if asked.name is not None:
            name = self.house.names.change(self.asker, asked, self.name)
            if name != self.name:
                kept = self.house.names.kept(self.guest)
                if kept:
                    await self.house.store.name_guest(self.guest, name)
                self.house.names.remember(self.guest, name, kept)
                self.name = name
                self.tell_name()
        self.welcome(asked.id)

    async def keep_name(self) -> None:
        """Let the store keep the name of this guest, who has taken a seat, or opened a table or lesson. Of all others
        it keeps nothing: anyone can be new guests without end."""
        if not self.house.names.kept(self.guest):
            with suppress(StoreFailed):  # then with the next seat
                await self.house.store.name_guest(self.guest, self.name)
                self.house.names.remember(self.guest, self.name, True)

    def welcome(self, id: int = 0) -> None:
        now = self.house.settings.now()
        self.say(Welcome(id=id, protocol=PROTOCOL, guest=self.guest, name=self.name, now=now))

    def tell_name(self) -> None:
        """The others where this connection watches see who it is."""
        for code in self.watching:
            self.house.hub.count_here(code)
            if table := self.house.tables.get(code):
                self.house.tell_presence(table, newcomer=self)

    async def pair(self, asked: Pair, _: None) -> None:
        tables = [self.house.tables.get(code) for code in self.watching]
        seated = any(table is not None and table.seats.held(self.guest) for table in tables)
        if not seated and not self.house.ways_in_from.take(self.address):
            raise Refusal("too-fast", "many second devices were let in from here: wait a little")
        await own_devices.note_first(self.house, self.caller, self.kind)
        secret = self.house.devices.offer(self.guest, self.name, used=WeakMethod(self.paired))
        self.say(Pairing(id=asked.id, secret=secret, seconds=PAIRING_SECONDS))

    def paired(self) -> None:
        self.say(Paired())

    async def open(self, asked: Open, _: None) -> None:
        self.check_opening()
        table = await lobby.open_table(self.house, self.guest, self.name, asked)
        if asked.listed:
            await listing.list_table(self.house, table, self.guest, True)
        self.opened(asked.id, table)

    def check_opening(self) -> None:
        house = self.house
        if not house.opening.take(self.guest) or not house.opening_from.take(self.address):
            raise Refusal("too-fast", "you have opened many tables: wait a little before the next")

    def opened(self, id: int, table: Table) -> None:
        self.say(Opened(id=id, table=table.code))
        self.follow(table, False)
        self.house.tell_one(table, self, 0, False)

    def follow(self, table: Table, plain: bool) -> None:
        """From now on this connection is told what happens at a table."""
        self.watching.pop(table.code, None)
        self.watching[table.code] = plain
        if len(self.watching) > MOST_WATCHED:  # the one it asked for longest ago
            self.unfollow(next(iter(self.watching)))
        if self.house.hub.watch(table.code, self, plain):
            self.house.tell_presence(table, newcomer=self)
        self.house.wake(table)

    def unfollow(self, code: str) -> None:
        del self.watching[code]
        self.house.hub.unwatch(code, self)
        if table := self.house.tables.get(code):
            self.house.tell_presence(table)

    async def list_table(self, asked: ListTable, table: Table) -> None:
        await listing.list_table(self.house, table, self.guest, asked.listed)
        self.house.tell(table, table.match.ply if table.match else 0, self, asked.id)
        self.tell_if_away(asked, table)

    async def name_watchers(self, asked: NameWatchers, table: Table) -> None:
        await listing.name_watchers(self.house, table, self.guest, asked.named)
        self.house.tell(table, table.match.ply if table.match else 0, self, asked.id)
        self.tell_if_away(asked, table)

    async def watch(self, asked: Watch, table: Table) -> None:
        if self.house.others is not None:  # they may come from a process that has told them more
            await self.house.others.catch_up(table)
        self.follow(table, asked.plain)
        self.house.tell_one(table, self, 0, asked.plain, asked.id)

    async def unwatch(self, asked: Unwatch, table: Table) -> None:
        if table.code in self.watching:
            self.unfollow(table.code)
        self.say(Unwatched(id=asked.id, table=table.code))

    async def sit(self, asked: Sit, table: Table) -> None:
        self.follow(table, self.watching.get(table.code, False))
        async with teaching.one_seat_each(self.house, table, self.guest, asked.seat):
            await lobby.sit(
                self.house, table, self.guest, self.name, asked.seat, asked.commit, asked.name, asker=self, id=asked.id
            )

    async def shape(self, asked: Shape, table: Table) -> None:
        await shaping.shape(self.house, table, self.guest, asked, self)
        self.tell_if_away(asked, table)

    async def stand(self, asked: Stand, table: Table) -> None:
        await lobby.stand(self.house, table, self.guest, asked.seat, self, asked.id)
        self.tell_if_away(asked, table)

    async def commit(self, asked: Commit, table: Table) -> None:
        await dice_draw.commit(self.house, table, self.guest, asked.commit, self, asked.id)
        self.tell_if_away(asked, table)

    async def reveal(self, asked: Reveal, table: Table) -> None:
        await dice_draw.reveal(self.house, table, self.guest, asked.sheet, asked.nonce, self, asked.id)
        self.tell_if_away(asked, table)

    async def redraw(self, asked: Redraw, table: Table) -> None:
        await dice_draw.redraw(self.house, table, self.guest, asked.draw, asked.without, self, asked.id)
        self.tell_if_away(asked, table)

    async def close(self, asked: Close, table: Table) -> None:
        if table.match is None:
            await shaping.close(self.house, table, self.guest, self, asked.id)
        else:
            await moves.close(self.house, table, self.guest, asked.ply, self, asked.id)
        self.tell_if_away(asked, table)

    async def leave_match(self, asked: Leave, table: Table) -> None:
        await leaving.leave(self.house, table, self.guest, asked.seats, self, asked.id)
        self.tell_if_away(asked, table)

    async def stand_in(self, asked: StandIn, table: Table) -> None:
        await leaving.stand_in(self.house, table, self.guest, asked.seat, self, asked.id)
        self.tell_if_away(asked, table)

    async def come_back(self, asked: ComeBack, table: Table) -> None:
        await leaving.come_back(self.house, table, self.guest, self, asked.id)
        self.tell_if_away(asked, table)

    async def act(self, asked: Act, table: Table) -> None:
        await moves.act(self.house, table, self.guest, asked.ply, asked.action, asked.then, self, asked.id)
        self.tell_if_away(asked, table)

    async def undo(self, asked: Undo, table: Table) -> None:
        await moves.take_back(self.house, table, self.guest, asked.ply, self, asked.id)
        self.tell_if_away(asked, table)

    async def answer_undo(self, asked: AnswerUndo, table: Table) -> None:
        await moves.answer_undo(self.house, table, self.guest, asked.ply, asked.yes, self, asked.id)
        self.tell_if_away(asked, table)

    def tell_if_away(self, asked: Request, table: Table) -> None:
        """Those who watch a table were told with everyone; whoever acts without watching is told alone."""
        if table.code not in self.watching:
            self.house.tell_one(table, self, 0, False, asked.id)

    async def rematch(self, asked: Rematch, table: Table) -> None:
        if not table.row.rematch:
            self.check_opening()
        following = await lobby.rematch(self.house, table, self.guest, asked.commit)
        await teaching.follow(self.house, table, following)
        self.opened(asked.id, following)

    async def ask_to_come_back(self) -> None:
        """The server stops; there may be another one, or it starts again."""
        while self._sending is not None:  # what was answered is told first
            await asyncio.sleep(0.01)
        await self._send({"type": "websocket.close", "code": COME_BACK, "reason": "come back"})

    async def sign_out(self) -> None:
        """End this connection: its device was signed out at another one."""
        self.closing = True
        with suppress(Exception):  # it may have ended meanwhile
            await self._send({"type": "websocket.close", "code": 1008, "reason": "signed out"})

    def leave(self) -> None:
        """The connection is over: nobody is told through it any more."""
        self.closing = self._gone = True
        if self.advising is not None:
            self.advising.cancel()
        for finding in self._aside:
            finding.cancel()
        self._unfollow_all()

    def _unfollow_all(self) -> None:
        for code in list(self.watching):
            self.unfollow(code)


CARRIED_OUT_BY: dict[type, Callable[[Connection, Any, Any], Awaitable[None]]] = {
    Hello: Connection.hello,
    Pair: Connection.pair,
    Open: Connection.open,
    ListTable: Connection.list_table,
    NameWatchers: Connection.name_watchers,
    Watch: Connection.watch,
    Unwatch: Connection.unwatch,
    Shape: Connection.shape,
    Sit: Connection.sit,
    Stand: Connection.stand,
    Commit: Connection.commit,
    Reveal: Connection.reveal,
    Redraw: Connection.redraw,
    Close: Connection.close,
    Leave: Connection.leave_match,
    StandIn: Connection.stand_in,
    ComeBack: Connection.come_back,
    Act: Connection.act,
    Undo: Connection.undo,
    AnswerUndo: Connection.answer_undo,
    Rematch: Connection.rematch,
    **advising.CARRIED_OUT_BY,
    **gestures.CARRIED_OUT_BY,
    **lesson_requests.CARRIED_OUT_BY,
    **TAKING_SEATS,
}
