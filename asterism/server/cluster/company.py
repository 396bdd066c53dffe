"""Joining the other processes on a store; how they send each other news is chosen by an address."""

from __future__ import annotations

import hashlib

from asterism import store

from ..house import House
from ..setting_values import POLLING
from .news import News, NoNews
from .together import Together


def way(address: str, channel: str) -> News:
    """The transport of news that an address names. Several stores may share one: each has its own channel."""
    if address == POLLING:
        return NoNews()
    if store.is_address(address):
        from .news_postgres import PostgresNews

        return PostgresNews(address, channel)
    from .news_redis import RedisNews

    return RedisNews(address, channel)


async def join_others(house: House) -> None:
    """Connect a house with the other processes on its store."""
    channel = "asterism-" + hashlib.sha256(house.key.sign("news").encode()).hexdigest()[:16]
    together = Together(house, way(house.settings.news, channel))
    house.others = together
    await together.start()
