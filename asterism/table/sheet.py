"""The sheet of a table: everything that can influence a roll, on one text, before any number is shown.

It is made once, stored, and hashed as it was sent; whoever reads it parses that very text. `core/fair.py` says how the
sheet, the numbers and the secret become dice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from asterism.core.edition import Edition
from asterism.core.fair import Dice, FirstDice, lock_secret, read_hex, seal, sha
from asterism.store import EventRow, SeatRow, TableRow

as_text = json.JSONEncoder(ensure_ascii=False).encode


@lru_cache(256)
def read_options(text: str) -> dict[str, int]:
    """The options of a table from their text. Most tables have one of a few; only to be read."""
    options: dict[str, int] = json.loads(text)
    return options


@dataclass(frozen=True)
class Drawing:
    """How far the dice of a table are drawn. It is replaced, never changed."""

    sheets: tuple[str, ...] = ()  # in the order they were made
    nonces: tuple[str, ...] = ()  # shown for the last of them, by place; empty where one was not shown yet

    @property
    def hash(self) -> str:
        """Of the last sheet; empty while there is none."""
        return sha(self.sheets[-1].encode()).hex() if self.sheets else ""

    @property
    def whole(self) -> bool:
        """Whether every number that the last sheet names was shown."""
        return bool(self.sheets) and all(self.nonces)

    def with_sheet(self, sheet: str, places: int) -> Drawing:
        return Drawing((*self.sheets, sheet), ("",) * places)

    def with_nonce(self, place: int, nonce: str) -> Drawing:
        return Drawing(self.sheets, (*self.nonces[:place], nonce, *self.nonces[place + 1 :]))


def contributors(seats: Sequence[SeatRow]) -> dict[str, list[int]]:
    """The guests whose browsers take part, each once, with their seats."""
    found: dict[str, list[int]] = {}
    for number, seat in enumerate(seats):
        if seat.guest and not seat.without:
            found.setdefault(seat.guest, []).append(number)
    return found


def lock_of(seats: Sequence[SeatRow], own: Sequence[int]) -> str:
    """The lock of whoever has these seats; empty: none was given yet."""
    return next((seats[seat].lock for seat in own if seats[seat].lock), "")


def unlocked(seats: Sequence[SeatRow]) -> list[int]:
    """The seats whose browser has not given a lock yet."""
    return [seat for own in contributors(seats).values() if not lock_of(seats, own) for seat in own]


def waiting(row: TableRow, seats: Sequence[SeatRow], drawing: Drawing) -> list[int]:
    """The seats whose browser is asked for a lock or, once there is a sheet, for its number."""
    if not row.draw:
        return unlocked(seats)
    owners = contributors(seats).values()
    return [seat for own, nonce in zip(owners, drawing.nonces, strict=True) if not nonce for seat in own]


def told_event(event: EventRow) -> dict[str, Any]:
    """An event of a table as a record has it; `name` only where there is one."""
    return {word: value for word, value in asdict(event).items() if value or word != "name"}


def names_at_start(sheets: Sequence[str], names: list[str]) -> list[str]:
    """The names of the seats as a record has them: as on the last sheet of the dice, if there is one. Who has taken
    over the seat of a bot since is named by an event."""
    return [seat["name"] for seat in json.loads(sheets[-1])["seats"]] if sheets else names


def write_sheet(row: TableRow, edition: Edition, seats: Sequence[SeatRow], before: Sequence[str]) -> str:
    """The next sheet of a table whose seats are all taken, and whose contributors have all given a lock."""
    return as_text(
        {
            "dice": 2,
            "table": row.code,
            "game": row.game,
            "version": row.version,
            "edition": edition.digest,
            "edition_title": edition.title,
            "options": read_options(row.options),
            "undo": row.undo,
            "hints": row.hints,
            "seats": [{"kind": seat.holder, "name": seat.name, "level": seat.level} for seat in seats],
            "secret": lock_secret(row.secret),
            "draw": len(before) + 1,
            "before": sha(before[-1].encode()).hex() if before else "",
            "contributors": [
                {"name": seats[own[0]].name, "seats": own, "lock": lock_of(seats, own)}
                for own in contributors(seats).values()
            ],
            "without": [
                {"name": seat.name, "seats": [number], "why": "bot" if seat.holder == "bot" else "did not answer"}
                for number, seat in enumerate(seats)
                if seat.holder == "bot" or seat.without
            ],
        }
    )


def dice_of(row: TableRow, seats: Sequence[SeatRow], drawing: Drawing) -> Dice | FirstDice:
    """The dice of a table that plays."""
    if row.protocol == 1:
        return FirstDice(row.secret, (row.nonce, *(seat.nonce for seat in seats if seat.nonce)))
    return Dice(row.secret, seal(drawing.sheets[-1], [read_hex(nonce) for nonce in drawing.nonces]))
