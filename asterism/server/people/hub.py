"""Who watches what, in this process; and who is at the tables elsewhere, as other processes say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol


class Watcher(Protocol):
    """A connection, as far as the hub knows it."""

    guest: str
    name: str
    device: str  # which of the guest's
    address: str  # the network address it comes from

    busy: bool  # with a request

    def tell(self, message: bytes) -> None: ...

    def welcome(self) -> None: ...

    async def ask_to_come_back(self) -> None: ...

    async def sign_out(self) -> None: ...


NOBODY_HERE: frozenset[str] = frozenset()


class Hub:
    def __init__(self) -> None:
        self._watching: dict[str, dict[Watcher, bool]] = {}  # by the code of the table; the value: board as text too
        self._here: dict[str, frozenset[str]] = {}  # the guests among them, replaced when someone comes or goes
        self._names: dict[str, tuple[tuple[str, str], ...]] = {}  # and what they are called, in order
        self._connected: Counter[str] = Counter()  # connections by guest
        self._elsewhere: dict[str, dict[str, Mapping[str, str]]] = {}  # by table and process: guests and their names
        self.everyone: set[Watcher] = set()  # all connections
        self.changed: Callable[[str], None] | None = None  # hears of each table where someone came or went here

    @property
    def connections(self) -> int:
        return self._connected.total()

    def connect(self, watcher: Watcher) -> int:
        """Count a connection in; returns how many its guest has now."""
        self.everyone.add(watcher)
        self._connected[watcher.guest] += 1
        return self._connected[watcher.guest]

    def disconnect(self, watcher: Watcher) -> None:
        self.everyone.discard(watcher)
        self._connected[watcher.guest] -= 1
        if not self._connected[watcher.guest]:
            del self._connected[watcher.guest]

    def watch(self, code: str, watcher: Watcher, plain: bool) -> bool:
        """Returns whether this is new."""
        watching = self._watching.setdefault(code, {})
        new = watcher not in watching
        watching[watcher] = plain
        self.count_here(code)
        return new

    def unwatch(self, code: str, watcher: Watcher) -> None:
        watching = self._watching.get(code, {})
        watching.pop(watcher, None)
        if not watching:
            self._watching.pop(code, None)
        self.count_here(code)

    def count_here(self, code: str) -> None:
        """Look who is connected to a table: someone came, went, or is called otherwise."""
        self._count(code, self.people(code))
        if self.changed is not None:
            self.changed(code)

    def people(self, code: str) -> dict[str, str]:
        """The guests who are connected to a table in this process, and their names."""
        return {watcher.guest: watcher.name for watcher in self._watching.get(code, {})}

    def _count(self, code: str, called: dict[str, str]) -> None:
        for people in self._elsewhere.get(code, {}).values():
            called = {**people, **called}
        if called:
            self._here[code] = frozenset(called)
            self._names[code] = tuple(sorted(called.items()))
        else:
            self._here.pop(code, None)
            self._names.pop(code, None)

    def elsewhere(self, code: str, process: str, people: Mapping[str, str], more: bool = False) -> None:
        """Another process says who is connected to a table there, or who else is."""
        said = self._elsewhere.setdefault(code, {})
        if more:
            people = {**said.get(process, {}), **people}
        if people:
            said[process] = people
        else:
            said.pop(process, None)
        if not said:
            del self._elsewhere[code]
        self._count(code, self.people(code))

    def lost(self, process: str) -> list[str]:
        """A process is no more; the tables where its people were."""
        codes = [code for code, said in self._elsewhere.items() if process in said]
        for code in codes:
            self.elsewhere(code, process, {})
        return codes

    def codes(self) -> list[str]:
        """All tables that are watched in this process."""
        return list(self._watching)

    def watchers(self, code: str) -> Iterable[tuple[Watcher, bool]]:
        return self._watching.get(code, {}).items()

    def tell(
        self, code: str, message: bytes, to: Callable[[str], object] | None = None, but: Watcher | None = None
    ) -> None:
        """Send all who watch a table in this process the same, or those whom `to` picks by their guest."""
        for watcher in list(self._watching.get(code, {})):
            if watcher is not but and (to is None or to(watcher.guest)):
                watcher.tell(message)

    def watched(self, code: str) -> bool:
        """Whether anyone in this process watches a table."""
        return code in self._watching

    def guests(self, code: str) -> frozenset[str]:
        """Everyone who is connected to a table now, here or elsewhere."""
        return self._here.get(code, NOBODY_HERE)

    def names(self, code: str) -> tuple[tuple[str, str], ...]:
        """The same, each with their name."""
        return self._names.get(code, ())
