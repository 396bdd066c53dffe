"""What a connection may show the others at its table without words: a gesture, or a place of the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asterism.core.header import NOBODY
from asterism.table import pointing, scenes
from asterism.table.table import Table

from ..house import House
from ..people.hub import Watcher
from ..wire.messages import Emoted, Told
from ..wire.refusal import Refusal
from ..wire.requests import Emote, Point
from .rates import Bucket


class Connection(Watcher, Protocol):
    """Whoever asks; `sockets` has the one that there is."""

    house: House
    emotes: Bucket

    def say(self, told: Told) -> None: ...

    def tell_if_away(self, asked: Any, table: Table) -> None: ...


async def emote(connection: Connection, asked: Emote, table: Table) -> None:
    if not connection.emotes.take():
        raise Refusal("too-fast", "one gesture at a time")
    held = table.seats.held(connection.guest)
    spectator = "" if table.row.unnamed else connection.name
    seat, name = (held[0], table.seats[held[0]].name) if held else (NOBODY, spectator)
    emoted = Emoted(table=table.code, seat=seat, name=name, emote=asked.emote)
    connection.house.tell_watchers(table, scenes.encoder.encode(emoted), but=connection)
    emoted.id = asked.id
    connection.say(emoted)


async def point(connection: Connection, asked: Point, table: Table) -> None:
    house = connection.house
    if not table.game.team:
        raise Refusal("not-allowed", "in this game everyone plays for themselves: there is no team to point for")
    held, match = table.seats.held(connection.guest), table.running()
    if not held:
        raise Refusal("not-your-seat", "you have no seat at this table: only those who play point at the board")
    pointing.check(match, table.knows(held), match.to_act in held, asked.place)
    if asked.place and not connection.emotes.take():
        raise Refusal("too-fast", "one gesture at a time")
    table.pointed = pointing.after(table.pointed, held, match.to_act, asked.place)
    if house.others is not None:
        house.others.pointed(table, held, asked.place)
    house.tell(table, match.ply, connection, asked.id)
    connection.tell_if_away(asked, table)


CARRIED_OUT_BY: dict[type, Callable[[Any, Any, Any], Awaitable[None]]] = {Emote: emote, Point: point}
