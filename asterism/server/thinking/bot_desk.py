"""The bots of all tables. They think on threads or in worker processes, and move by the same path as people.

A bot is given what its seat sees and has seen and heard, and the legal actions, nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from asterism import bots
from asterism.core import discover
from asterism.core.compile import COMPILED
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.store import StoreFailed
from asterism.table.table import Table
from asterism.think.jobs import Busy, ChooseJob, NoWorkers, WorkerPool, position_of, read_action

from ..compiling import prepare_apart
from ..http.metrics import Metrics
from ..people.guests import BOT
from ..people.hub import Hub
from ..wire.refusal import Refusal
from .bot_queue import BotQueue

T = TypeVar("T")
log = logging.getLogger("asterism.bots")
THREADS = max(4, os.cpu_count() or 1)
PREPARE_AFTER = 5.0  # seconds
TRIES = 3  # of a bot whose move is refused, each time with the match as it is then

BUSY_PAUSE = 1.0  # seconds before worker processes are asked again, when their queue was full
STORE_PAUSE = 1.0  # seconds before a move that could not be stored is tried again; doubled each time
LONGEST_PAUSE = 30.0
GOES_ON = 1 / 3  # of the pause, before a further move of the same turn

Move = Callable[[Table, str, int, int], Awaitable[None]]  # (table, who, ply, action): the one move path
MayAct = Callable[[Table], Awaitable[bool]]  # whether this process may act for the bots of a table

TellBusy = Callable[[Table], None]  # tells a table that its bot has to wait before it can think


def pause_before(match: Match, seat: int, pause: float) -> float:
    """Seconds for which a bot waits so that people can follow: fewer after a move of its own."""
    last = match.standing(match.ply - 1)
    return pause * (GOES_ON if last and last[-1].actor == seat else 1)


def pointed_places(table: Table) -> list[str]:
    """The places of the board that people of a team point at."""
    return [one.told.place for one in table.pointed]


class BotDesk:
    """Plays for the bots of all tables of this process, one task a table."""

    workers: WorkerPool | None = None  # processes that think, if there may be any

    def __init__(
        self, hub: Hub, metrics: Metrics, pause: float, move: Move, may_act: MayAct, tell_busy: TellBusy
    ) -> None:
        self._hub, self._pause, self._move, self._may_act, self._tell_busy = hub, pause, move, may_act, tell_busy
        self._threads = ThreadPoolExecutor(THREADS + 1, "bots")  # one more, for `prepare`
        self._queue = BotQueue(self._threads, THREADS, metrics.think_seconds.observe)
        self._thinking: dict[str, asyncio.Task[bool]] = {}  # the task of each table whose bots play, by code
        self._hurried = asyncio.Event()  # set, and replaced, when the store may be back

    async def prepare(self) -> None:
        """Solve or load the tables and searches of the bots, some seconds after the start."""
        if not COMPILED:
            return  # interpreted it would take all day
        await asyncio.sleep(PREPARE_AFTER)
        for game in discover.games():
            try:
                await prepare_apart(game)
                await self.off_loop(bots.prepare, game)
            except Exception:
                log.exception("the bots of %s could not be prepared", game.name)

    def levels(self, game: Game, seats: int) -> list[str]:
        """The levels of bots, weakest first."""
        return bots.levels(game, seats)

    @property
    def codes(self) -> list[str]:
        """The codes of the tables whose bots play now."""
        return list(self._thinking)

    def thinking(self, table: Table) -> bool:
        """Whether the bots of a table play now."""
        return table.code in self._thinking

    def busy(self) -> bool:
        """Whether any bot is thinking, or waits for a thread."""
        return self._queue.busy

    def may_move(self, table: Table) -> int | None:
        """The seat of the bot that is to move now. A table of bots alone plays only while it is watched."""
        if table.paused or (not table.seats.people and not self._hub.watched(table.code)):
            return None
        return table.bot_to_act()

    def wake(self, table: Table) -> None:
        """Start the bots of a table, if it is the turn of one."""
        if self.may_move(table) is None or table.code in self._thinking:
            return
        task = asyncio.get_running_loop().create_task(self._play(table))
        self._thinking[table.code] = task
        task.add_done_callback(lambda task: self._done(table, task))

    def hurry(self) -> None:
        """Let all bots whose moves could not be stored try again at once."""
        self._hurried.set()
        self._hurried = asyncio.Event()

    async def _wait_for_store(self, failures: int) -> None:
        """Wait before a move that could not be stored is tried again (exponential backoff), or until `hurry`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(min(LONGEST_PAUSE, STORE_PAUSE * 2**failures)):
                await self._hurried.wait()

    def _done(self, table: Table, task: asyncio.Task[bool]) -> None:
        del self._thinking[table.code]
        if not task.cancelled() and task.result():
            self.wake(table)  # `wake` may have been called while the task was ending

    async def _play(self, table: Table) -> bool:
        """Move for the bots until it is a person's turn, or the match is over; False if a bot has given up, or another
        process acts for the table."""
        tries = failures = 0
        while (seat := self.may_move(table)) is not None and table.match is not None:
            if not await self._may_act(table):
                return False
            await asyncio.sleep(pause_before(table.match, seat, self._pause))
            match = table.match
            if self.may_move(table) != seat:
                continue  # an undo meanwhile
            try:
                action = await self._choose(table, seat, match)
                await self._move(table, f"{BOT}{seat}", match.ply, action)
                tries = failures = 0
            except Busy:
                self._tell_busy(table)
                await asyncio.sleep(BUSY_PAUSE)
            except (Refusal, StoreFailed) as problem:
                if isinstance(problem, StoreFailed) or problem.code in ("store-failed", "not-known"):  # temporary
                    log.warning("the bot at table %s waits: %s", table.code, problem)
                    await self._wait_for_store(failures)
                    failures += 1
                    continue
                tries += 1
                if problem.code != "stale" and tries >= TRIES:
                    log.error("the bot at table %s gives up: %s", table.code, problem)
                    return False
                await asyncio.sleep(0.2 * tries)
            except Exception:
                log.exception("the bot at table %s failed", table.code)
                table.bots.pop(seat, None)
                return False
        if table.match is not None and table.match.over:
            table.bots.clear()
        return True

    async def _choose(self, table: Table, seat: int, match: Match) -> int:
        """The action that the bot of a seat chooses; the bot is created at its first choice."""
        level = table.seats[seat].stand_in or table.seats[seat].level
        alone = not table.seats.people
        if self.workers is not None and len(match.legal()) > 1:
            bot, where = f"{table.code}:{seat}", pointed_places(table)
            job = ChooseJob(position=position_of(match), bot=bot, seat=seat, level=level, pointed=where)
            with suppress(NoWorkers):
                return read_action(await self.workers.ask(job, "alone" if alone else "bots", table.row.opener))

        def choose() -> int:
            if seat not in table.bots:
                table.bots[seat] = bots.bot(table.game, level, None, partial(pointed_places, table))
            return int(table.bots[seat].choose(match.seen(seat), match.legal(), match.past(seat)))

        return await self._queue.choose(table.row.opener, alone, choose)

    async def off_loop(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self.workers is not None:
            await self.workers.close()
