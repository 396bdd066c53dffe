"""The interface of a house to the other processes on its store; `together` implements it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from asterism.store import Lease
from asterism.table.table import Table

from ..people.devices import WayIn


class Others(Protocol):
    """The other processes on the store of a house."""

    @property
    def deaf(self) -> bool:
        """Whether news of the other processes are cut off, so that it is not known who is connected there."""
        ...

    # Tables

    def moved(self, table: Table) -> None:
        """Announce a write to a table."""
        ...

    async def look_at(self, table: Table) -> None:
        """Read the others' writes to a table that this process does not follow by news."""
        ...

    async def catch_up(self, table: Table) -> bool:
        """Read the others' writes to a table, and send them to those who watch it here; False if there were none."""
        ...

    def tell_watchers(self, table: Table, message: bytes, seated: bool = False) -> None:
        """Send a message to all who watch a table at the other processes, or only to those who sit at it."""
        ...

    async def look_around(self, table: Table) -> None:
        """Learn who is connected to a table at the others, before someone counts as disconnected."""
        ...

    def pointed(self, table: Table, held: tuple[int, ...], place: str) -> None:
        """Announce that a player who holds these seats points at a place."""
        ...

    # Who acts for the bots and the clock of a table

    async def may_act(self, table: Table) -> bool:
        """Whether this process acts for the bots and the clock of a table, for the next seconds."""
        ...

    def fence(self, table: Table) -> Lease:
        """The lease that a write for bots or a clock carries; the store refuses one that another process has taken."""
        ...

    # Everything else

    def lesson_changed(self, code: str) -> None:
        """Announce a write to a lesson."""
        ...

    def read_lesson(self, code: str) -> Awaitable[None]:
        """Read a lesson from the store."""
        ...

    def take_way_in(self, mark: bytes) -> Awaitable[WayIn | None]:
        """Use the pairing code with this mark, wherever it was made; None if no process has made it."""
        ...

    async def leave(self) -> None:
        """Release all leases, so that the others act from now on."""
        ...

    async def close(self) -> None:
        """Leave, and disconnect."""
        ...
