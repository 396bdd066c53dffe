"""Tables that can be found: those whose opener wanted it are on the first page while they wait for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace

from asterism.store import Conflict, StoreFailed
from asterism.table.table import Table

from ..house import House
from ..settings import MOST_LISTED, MOST_LISTED_OF_GUEST
from ..wire.refusal import Refusal, not_stored

MOST_LOOKED_AT = 400  # listed tables that wait at all processes together


async def listed_tables(house: House) -> list[Table]:
    """Those whose openers wanted it, while they wait: with other processes, also those that nobody here knows yet."""
    if house.others is None:
        return [table for table in house.tables.values() if table.listed and table.phase == "lobby"]
    codes = await house.store.to_be_found(MOST_LOOKED_AT)
    found = [await house.find(code) for code in codes if house.hub.guests(code)]
    return [table for table in found if table.listed and table.phase == "lobby"]


async def to_be_found(house: House) -> list[Table]:
    """The tables on the first page, the oldest first; at each of them someone is there to play with.

    A guest has two of the places. Where there are more tables than places, these go round the network addresses of
    those who sit there: nobody fills the page as many guests."""
    waiting = await listed_tables(house)
    of_opener: Counter[str] = Counter()
    of_address: Counter[str] = Counter()
    found: list[tuple[int, Table]] = []  # each table with how many others came first from the same address
    for table in sorted(waiting, key=lambda table: table.id):
        here = house.hub.guests(table.code)
        if not free(table) or not any(seat.guest in here for seat in table.seats):
            continue
        of_opener[table.row.opener] += 1
        if of_opener[table.row.opener] <= MOST_LISTED_OF_GUEST:
            address = address_of(house, table)
            found.append((of_address[address], table))
            of_address[address] += 1
    shown = sorted(found, key=lambda one: one[0])[:MOST_LISTED]
    return sorted((table for _, table in shown), key=lambda table: table.id)


def address_of(house: House, table: Table) -> str:
    """The network address of someone who sits at a table; the id of its opener where all are at other processes."""
    watchers = (watcher for watcher, _ in house.hub.watchers(table.code))
    return next((watcher.address for watcher in watchers if table.seats.held(watcher.guest)), table.row.opener)


def free(table: Table) -> int:
    """How many seats anyone may take."""
    return sum(not table.seats[seat].kept for seat in table.seats.free)


async def list_table(house: House, table: Table, who: str, listed: bool) -> None:
    """Let a table be found, or no longer."""
    async with table.lock:
        if table.row.opener != who:
            raise Refusal("not-allowed", "only whoever opened this table decides who finds it")
        if table.listed != listed:
            await written(house, table, house.store.list_table(table.id, listed, house.known(table)))
            table.listed = listed


async def name_watchers(house: House, table: Table, who: str, named: bool) -> None:
    """Name those who watch a table, or only count them."""
    async with table.lock:
        if table.row.opener != who:
            raise Refusal("not-allowed", "only whoever opened this table decides whether those who watch are named")
        if table.row.unnamed == named:
            await written(house, table, house.store.name_watchers(table.id, named, house.known(table)))
            table.row = replace(table.row, unnamed=not named)


async def written(house: House, table: Table, writing: Awaitable[int]) -> None:
    """Wait until a change of a table is stored; in words, if it cannot be."""
    try:
        table.revision = await writing
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile: look again") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
