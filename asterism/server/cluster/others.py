"""What a house asks of the other processes on its store, where there are any. `together` answers it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from asterism.store import Lease

from ..people.devices import WayIn
from ..tables.table import Table


class Others(Protocol):
    """Where a house has none it is alone, and nothing of this costs anything."""

    @property
    def deaf(self) -> bool:
        """Whether who is at the other processes cannot be known just now."""
        ...

    # Tables

    def moved(self, table: Table) -> None:
        """Tell the others that something was written to a table."""
        ...

    async def look_at(self, table: Table) -> None:
        """Read what others have written to a table, if nobody here follows it."""
        ...

    async def catch_up(self, table: Table) -> bool:
        """Read what others have written to a table, and tell those who watch it here; whether there was anything."""
        ...

    def tell_watchers(self, table: Table, message: bytes, seated: bool = False) -> None:
        """Tell those who watch a table at the others, or only those who sit at it."""
        ...

    async def look_around(self, table: Table) -> None:
        """Hear who is at a table at the others, before it is decided that someone is away."""
        ...

    def pointed(self, table: Table, held: tuple[int, ...], place: str) -> None: ...

    # Who acts for the bots and the clock of a table

    async def may_act(self, table: Table) -> bool:
        """Whether this process is the one, for the next seconds."""
        ...

    def fence(self, table: Table) -> Lease:
        """By what right: the store refuses what is written with one that has passed to another process."""
        ...

    # Everything else

    def lesson_changed(self, code: str) -> None: ...

    def read_lesson(self, code: str) -> Awaitable[None]:
        """Know a lesson as the store has it."""
        ...

    def take_way_in(self, mark: bytes) -> Awaitable[WayIn | None]: ...

    async def leave(self) -> None:
        """Let the others act from now on."""
        ...

    async def close(self) -> None: ...
