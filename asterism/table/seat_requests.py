"""Who asks for the seat of a bot, who may, and who answers; `seat_takeover.py` carries it out."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .table import Table

Asks = Literal["", "may", "asks", "answers"]  # what a guest has to do with it: nothing, may ask, asks, or answers

MOST_REFUSED = 50  # guests of one match; then nobody else can ask


@dataclass(frozen=True)
class Asking:
    """Who asks for which seat; and who has been refused, and can ask no more."""

    seat: int = -1  # -1: nobody asks
    guest: str = ""
    name: str = ""
    refused: tuple[str, ...] = ()


@lru_cache(256)
def read_asking(text: str) -> Asking:
    """Who asks, from the `seat_asked` of a table's row."""
    if not text:
        return Asking()
    seat, guest, name, refused = json.loads(text)
    return Asking(seat, guest, name, tuple(refused))


def stored_asking(asking: Asking) -> str:
    return json.dumps([asking.seat, asking.guest, asking.name, asking.refused])


def may_ask(table: Table, guest: str) -> bool:
    """Whether a guest may ask for a seat of a bot of this table."""
    if table.phase != "playing" or table.seats.held(guest):
        return False
    asking = read_asking(table.row.seat_asked)
    refused = guest in asking.refused or len(asking.refused) >= MOST_REFUSED
    return not refused and any(row.holder == "bot" for row in table.seats)


def answers(table: Table, guest: str, here: Collection[str]) -> bool:
    """Whether a guest answers those who ask for a seat: the opener or, while the opener is not `here`, who plays."""
    if table.row.opener in here:
        return guest == table.row.opener
    return bool(table.seats.acting(guest))


def standing(table: Table, guest: str, here: Collection[str]) -> Asks:
    """What a guest has to do with the seats of bots; `here` are the guests who are connected to the table."""
    if table.phase != "playing" or all(row.holder != "bot" for row in table.seats):
        return ""
    asking = read_asking(table.row.seat_asked)
    if asking.seat >= 0 and asking.guest == guest:
        return "asks"
    if asking.seat >= 0 and answers(table, guest, here):
        return "answers"
    return "may" if may_ask(table, guest) else ""
