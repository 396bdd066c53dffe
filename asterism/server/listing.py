"""Tables that can be found: those whose opener wanted it are on the first page while they wait for people."""

from __future__ import annotations

from collections import Counter

from asterism.store import StoreFailed

from .house import House
from .refusal import Refusal
from .settings import MOST_LISTED, MOST_LISTED_OF_GUEST
from .tables import Table


def to_be_found(house: House) -> list[Table]:
    """The tables on the first page. Nobody fills it alone, and at each of them someone is there to play with."""
    waiting = [table for table in house.tables.values() if table.listed and table.phase == "lobby"]
    of_opener: Counter[str] = Counter()
    found = []
    for table in sorted(waiting, key=lambda table: table.id):
        here = house.hub.guests(table.code)
        if not free(table) or not any(seat.guest in here for seat in table.seats):
            continue
        of_opener[table.row.opener] += 1
        if of_opener[table.row.opener] <= MOST_LISTED_OF_GUEST:
            found.append(table)
    return found[:MOST_LISTED]


def free(table: Table) -> int:
    """How many seats anyone may take."""
    return sum(not table.seats[seat].kept for seat in table.seats.free)


async def list_table(house: House, table: Table, who: str, listed: bool) -> None:
    """Let a table be found, or no longer."""
    if table.row.opener != who:
        raise Refusal("not-allowed", "only whoever opened this table decides who finds it")
    if table.listed == listed:
        return
    try:
        await house.store.list_table(table.id, listed)
    except StoreFailed as problem:
        raise Refusal("store-failed", f"this could not be stored, so it was not done ({problem})") from None
    table.listed = listed
