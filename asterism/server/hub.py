"""Who watches what, in this process. Several processes would share it through a message bus; nothing else changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol


class Watcher(Protocol):
    """A connection, as far as the hub knows it."""

    guest: str
    name: str

    def tell(self, message: bytes) -> None: ...


NOBODY_HERE: frozenset[str] = frozenset()


class Hub:
    def __init__(self) -> None:
        self._watching: dict[str, dict[Watcher, bool]] = {}  # by the code of the table; the value: board as text too
        self._here: dict[str, frozenset[str]] = {}  # the guests among them, replaced when someone comes or goes
        self._names: dict[str, tuple[tuple[str, str], ...]] = {}  # and what they are called, in order
        self._connected: Counter[str] = Counter()  # connections by guest

    @property
    def connections(self) -> int:
        return self._connected.total()

    def connect(self, watcher: Watcher) -> int:
        """Count a connection in; returns how many its guest has now."""
        self._connected[watcher.guest] += 1
        return self._connected[watcher.guest]

    def disconnect(self, watcher: Watcher) -> None:
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
        called = {watcher.guest: watcher.name for watcher in self._watching.get(code, {})}
        if called:
            self._here[code] = frozenset(called)
            self._names[code] = tuple(sorted(called.items()))
        else:
            self._here.pop(code, None)
            self._names.pop(code, None)

    def watchers(self, code: str) -> Iterable[tuple[Watcher, bool]]:
        return self._watching.get(code, {}).items()

    def watched(self, code: str) -> bool:
        return code in self._watching

    def guests(self, code: str) -> frozenset[str]:
        """Everyone who is connected to a table now."""
        return self._here.get(code, NOBODY_HERE)

    def names(self, code: str) -> tuple[tuple[str, str], ...]:
        """The same, each with their name."""
        return self._names.get(code, ())
