"""A store on PostgreSQL as one end of a copy. While it is filled, a table `moving` keeps servers away."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any

import psycopg

from . import postgres
from .move import columns, quoted, refuse_if_used
from .postgres_link import Link, in_words
from .postgres_schema import found_version, take_alone
from .rows import BadStore


def refuse_if_none(url: str) -> None:
    """Raise BadStore where a database to be read has no store, instead of creating one."""
    with closing(Link(url, writes=False)) as link:
        if found_version(link) == 0:
            raise BadStore(f"{link.place} has no tables of Asterism")


class DatabaseEnd:
    """A database with a store of Asterism."""

    faults: tuple[type[Exception], ...] = (psycopg.Error,)

    def __init__(self, url: str, *, target: bool, other: str, until: ExitStack) -> None:
        if not target:
            refuse_if_none(url)
        postgres.check(url, moving=target)
        self.connection = link = until.enter_context(closing(Link(url, writes=target)))
        self.place = link.place
        link.run_script("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0")
        if not take_alone(link):
            raise BadStore(f"{self.place} is in use by a server: stop all of them first")
        if target:
            self._begin(other)

    def _begin(self, other: str) -> None:
        """Go on with a copy from the same store, or begin one."""
        link = self.connection
        if link.execute("select to_regclass('moving')").fetchone() == (None,):
            refuse_if_used(link, self.place)
            link.execute("begin")
            link.run_script("create table moving (source text not null)")
            link.execute("insert into moving (source) values (?)", (other,))
            link.execute("commit")
        elif (found := link.execute("select source from moving").fetchone()) != (other,):
            raise BadStore(f"{self.place} is half filled from {found[0]}: finish that, or empty it")

    def key(self) -> bytes:
        return bytes(self.connection.execute("select key from asterism").fetchone()[0])

    def put(self, relation: str, rows: list[tuple[Any, ...]]) -> None:
        names = columns(relation)
        try:
            with (
                self.connection.raw.cursor() as cursor,
                cursor.copy(f"copy {relation} ({quoted(names)}) from stdin") as copy,
            ):
                for row in rows:
                    copy.write_row(row)
        except psycopg.DataError as problem:
            raise BadStore(f"{self.place} cannot keep something in {relation}: {in_words(problem)}") from None

    def finish(self, key: bytes) -> None:
        link = self.connection
        link.execute("begin")
        link.execute("update asterism set key = ?", (key,))
        link.run_script(
            "select setval(pg_get_serial_sequence('tables', 'id'), (select max(id) from tables)); drop table moving"
        )
        link.execute("commit")
        link.run_script("analyze")
