"""Examining a store on PostgreSQL without changing it."""

from __future__ import annotations

from contextlib import closing

import psycopg

from . import postgres_schema
from .examine import Examined, counted
from .postgres_link import Link, as_failure
from .rows import BadStore

SAFE = ("fsync", "full_page_writes")  # settings that must be on, or a power cut may cost what was played


def examined(address: str, since: int) -> tuple[Examined, dict[str, str]]:
    """The contents of a store, and the settings of PostgreSQL in `SAFE`; see `examine`."""
    with closing(Link(address, writes=False)) as link:
        try:
            version = postgres_schema.found_version(link)
            if version == 0:
                raise BadStore(f"{link.place} has no tables of Asterism yet")
            postgres_schema.refuse_half_filled(link)
            settings = {name: str(link.execute(f"show {name}").fetchone()[0]) for name in SAFE}
            newest = version == postgres_schema.VERSION
            return Examined(schema=version, newest=newest, has_key=True, **counted(link, since)), settings
        except psycopg.Error as problem:
            raise BadStore(str(as_failure(link.place, problem))) from None
