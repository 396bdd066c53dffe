"""Everything one server holds, and the two things all its parts do: find a table, and tell what happened at one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import msgspec

from asterism.store import Store

from . import scenes
from .hub import Hub, Watcher
from .messages import TableInfo
from .metrics import Metrics
from .rates import Buckets
from .refusal import Refusal
from .seats import Key
from .settings import Settings
from .tables import Table, read_code, restore

if TYPE_CHECKING:
    from .botdesk import BotDesk

PRESENCE_DELAY = 0.05  # seconds in which comings and goings are gathered before they are told
SWEEP_SECONDS = 30.0


@dataclass(eq=False)
class House:
    settings: Settings
    store: Store
    key: Key
    metrics: Metrics
    hub: Hub = field(default_factory=Hub)
    tables: dict[str, Table] = field(default_factory=dict)
    loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    desk: BotDesk = field(init=False)

    def __post_init__(self) -> None:
        from .botdesk import BotDesk

        self.desk = BotDesk(self)
        self.opening = Buckets(self.settings.limits.tables)
        self.opening_from = Buckets(self.settings.limits.tables_of_address)

    # Finding

    async def find(self, code: str) -> Table:
        """A table by its code, from memory or from the store."""
        table = self.tables.get(code)  # as programs write it; people may write it otherwise
        if table is None:
            code = read_code(code)
            table = self.tables.get(code)
        if table is None:
            if code not in self.loading:  # two who ask at once must get the same table
                task = self.loading[code] = asyncio.create_task(self._load(code))
                task.add_done_callback(lambda _: self.loading.pop(code, None))
            table = await asyncio.shield(self.loading[code])
        table.used = time.monotonic()
        return table

    async def _load(self, code: str) -> Table:
        saved = await self.store.load(code)
        if saved is None:
            raise Refusal("no-table", f"there is no table {code[:12]}")
        table = restore(saved)
        self.tables[code] = table
        self.desk.wake(table)
        return table

    async def read_again(self, table: Table) -> None:
        """Take what the store says: someone else wrote to this table."""
        saved = await self.store.load(table.code)
        assert saved is not None, "tables are never deleted"
        fresh = restore(saved)
        table.row, table.seats = fresh.row, fresh.seats
        table.adopt(fresh.match)
        table.asked = fresh.asked
        table.logs.clear()
        table.reseated()

    # Telling

    def info(self, table: Table, guest: str) -> bytes:
        """`TableInfo` for one guest, encoded; kept until someone comes, goes or sits."""
        held, kept = table.held(guest), table.kept(guest)
        found = table.infos.get((held, kept))
        if found is None:
            here = self.hub.guests(table.code)
            watchers = sum(1 for one in here if not table.held(one))
            made = scenes.info(table, held, kept, here.__contains__, watchers)
            found = table.infos[held, kept] = scenes.encoder.encode(made)
        return found

    def scene(self, table: Table, guest: str, since: int, plain: bool) -> bytes:
        """The scene for one guest, encoded, with the id 0."""
        held = table.held(guest)
        key = (held, table.kept(guest), since, plain)
        found = table.drawn.get(key)
        if found is None:
            info = cast(TableInfo, msgspec.Raw(self.info(table, guest)))
            found = table.drawn[key] = scenes.encoder.encode(scenes.draw(table, info, held, since, plain=plain))
        return found

    def tell(self, table: Table, since: int, asker: Watcher | None = None, id: int = 0) -> None:
        """Send everyone at a table their own scene; to the asker it is the answer to their request."""
        for watcher, plain in self.hub.watchers(table.code):
            scene = self.scene(table, watcher.guest, since, plain)
            watcher.tell(scenes.with_id(scene, id) if watcher is asker else scene)

    def tell_presence(self, table: Table, newcomer: Watcher | None = None) -> None:
        """Tell the others soon that someone came or went, once for all who did in a moment."""
        table.reseated()
        others = any(watcher is not newcomer for watcher, _ in self.hub.watchers(table.code))
        if others and table.presence_told is None:
            table.presence_told = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        table.presence_told = None
        if self.tables.get(table.code) is table:
            table.reseated()
            self.tell(table, table.match.ply if table.match else 0)

    # Keeping house

    def start(self) -> None:
        self.run(self._sweep())
        self.run(self.desk.prepare())

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background until the server closes."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            self.sweep()

    def sweep(self) -> None:
        """Drop from memory the tables that nobody watches and no bot is thinking about."""
        horizon = time.monotonic() - self.settings.idle_seconds
        for code, table in list(self.tables.items()):
            busy = table.lock.locked() or self.hub.watched(code) or self.desk.thinking(table)
            if table.used < horizon and not busy:
                del self.tables[code]
        self.opening.sweep()
        self.opening_from.sweep()

    async def close(self) -> None:
        """Stop the bots, finish what is being written, and close the store."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.desk.close()
        await self.store.close()
