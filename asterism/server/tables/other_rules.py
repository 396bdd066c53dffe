"""Tables that were begun with rules this server does not have: before an upgrade, say. They cannot go on here, but what
was played can be saved, and checked wherever those rules are."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from asterism.core import fair, record
from asterism.core.match import CLOSE
from asterism.store import Conflict, Consequences, Saved, TableRow
from asterism.table.sheet import names_at_start, told_event
from asterism.table.table import cannot_go_on

from ..house import House
from ..people.codes import split
from ..wire.refusal import Refusal


async def saved_of(house: House, code: str) -> Saved | None:
    """What is stored of a table of other rules; None where the code is of any other table, or of none."""
    saved = await house.store.load(split(code)[0])
    return saved if saved and saved.table.phase != "gone" and cannot_go_on(saved.table) else None


async def close(house: House, saved: Saved, guest: str) -> Saved:
    """Break such a match off, which shows the secret of its dice. Those who sit there may: nobody can go on with it."""
    if guest not in {seat.guest for seat in saved.seats if seat.guest}:
        raise Refusal("not-your-seat", "those who played this match can break it off and save its record")
    if saved.table.phase == "playing":
        with suppress(Conflict):  # another window was faster
            await house.store.append(saved.table.id, len(saved.actions), [CLOSE], Consequences(results=()))
        saved = await house.store.load(saved.table.code) or saved
    return saved


def edition_of(row: TableRow) -> record.Record:
    if not row.edition:
        return {}
    kept = json.loads(row.numbers)
    return {"edition": {"title": row.title or kept["title"], "numbers": kept["numbers"], "digest": row.edition}}


def record_of(saved: Saved) -> record.Record:
    """The record of such a match. Which actions were rolls, and how it ended, only its rules could say."""
    row = saved.table
    if row.phase in ("lobby", "drawing"):
        raise Refusal("not-started", "the match has not started: there is nothing to save")
    if row.phase != "over":
        raise Refusal("not-allowed", f"{cannot_go_on(row)}; its record can be had when those who played break it off")
    made: record.Record = {
        "asterism": 1 if row.protocol == 1 else record.FORMAT,
        "game": row.game,
        "version": row.version,
        "seats": len(saved.seats),
        **edition_of(row),
        "options": json.loads(row.options),
        "names": names_at_start(saved.sheets, [seat.name for seat in saved.seats]),
        "actions": saved.actions,
        "rolls": [],
        "unlisted": True,
        "dice": dice_of(saved),
    }
    if row.protocol == 1:
        return {**made, "trail": fair.first_trail(made) if made["dice"] else []}
    made |= {"odds": [], "result": None, "events": [told_event(event) for event in saved.events]}
    return {**made, "hash": fair.digest(made)}


def dice_of(saved: Saved) -> dict[str, Any] | None:
    row = saved.table
    if row.protocol == 1:
        nonces = [row.nonce, *(seat.nonce for seat in saved.seats if seat.nonce)]
        return {"commitment": fair.sha(row.secret).hex(), "nonces": nonces, "secret": row.secret.hex()}
    if not saved.sheets:
        return None  # chance had no part in it
    nonces = [saved.nonces[place] for place in sorted(saved.nonces)]
    return {"sheets": saved.sheets, "nonces": nonces, "secret": row.secret.hex()}
