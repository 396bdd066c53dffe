"""How the processes on one store hear of each other: chosen by an address."""

from __future__ import annotations

import hashlib

from asterism import store
from asterism.core.game import BadInput

from ..house import House
from .news import News, NoNews
from .together import Together

POLLING = "polling"  # not at all: each looks at the store


def check(address: str) -> str:
    """The address, if news can come by it; BadInput or BadStore, in words, if not."""
    if address == POLLING:
        return address
    if store.is_address(address):
        from asterism.store.postgres_link import place_of

        place_of(address)
        return address
    if "://" not in address:
        raise BadInput(f"news come by redis://HOST:PORT, by PostgreSQL, or by {POLLING}")
    from asterism.think.line import address_of  # says so if what it needs is not installed

    return address_of(address)


def way(address: str, channel: str) -> News:
    """The way that an address names. Several stores may share one: each has its own channel."""
    if address == POLLING:
        return NoNews()
    if store.is_address(address):
        from .news_postgres import PostgresNews

        return PostgresNews(address, channel)
    from .news_redis import RedisNews

    return RedisNews(address, channel)


async def company(house: House) -> None:
    """Let a house know the other processes on its store, and be known to them."""
    channel = "asterism-" + hashlib.sha256(house.key.sign("news").encode()).hexdigest()[:16]
    together = Together(house, way(check(house.settings.news), channel))
    house.others = together
    await together.start()
