"""Tell on stderr that rules are being compiled, and how many of their functions are done.

Compiled code is kept on disk, so a person or a program waits for it once; the largest kernels take a minute and more.
On a terminal one line counts the functions, elsewhere a line comes every few seconds. ASTERISM_QUIET=1 says nothing.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import event

from .places import cache_folder

SECONDS_BETWEEN = 5.0  # two lines of progress, where a line cannot be written over
CLEAR = "\r\x1b[K"  # for a terminal: go to the beginning of the line and erase it


class CompileNews(event.Listener):
    """Count the functions of Asterism that Numba compiles; a function that is found on disk is not compiled.

    Numba compiles in one thread at a time, and a function inside the compilation of its caller. When the outermost
    function begins, all functions that it may call and that are not on disk are added to what is to be done.
    """

    def __init__(self, ours: Callable[[Any], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._ours, self._clock = ours, clock
        self._depth = 0
        self._game = ""  # whose function is the outermost one now
        self._wanted: dict[str, set[int]] = {}  # for each game, the functions to be compiled
        self._done: dict[str, set[int]] = {}
        self._told_at = 0.0

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"]
        if not self._ours(function):
            return
        self._depth += 1
        if self._depth > 1:
            return
        self._game = game = game_of(function)
        if game not in self._wanted:
            self._wanted[game], self._done[game] = set(), set()
            self._told_at = self._clock()
            say(f"asterism: compiling {game}, which happens once; kept in {cache_folder()}\n")
        self._wanted[game].update(map(id, to_compile(function, self._ours)))

    def on_end(self, event: Any) -> None:
        function = event.data["dispatcher"]
        if not self._ours(function):
            return
        self._depth -= 1
        game = self._game
        self._done[game].add(id(function))
        self._wanted[game].add(id(function))  # also one that was called in a way that `to_compile` does not follow
        count = f"asterism: {game}: {len(self._done[game])} of {len(self._wanted[game])} functions compiled"
        if on_terminal():
            say(CLEAR + (count if self._depth else ""))
        elif self._clock() - self._told_at >= SECONDS_BETWEEN:
            self._told_at = self._clock()
            say(count + "\n")


def game_of(function: Any) -> str:
    """The game that a compiled function belongs to, in words."""
    module = str(function.py_func.__globals__["__name__"])
    found = re.search(r"\bgames\.(\w+)", module)
    return found[1].strip("_").replace("_", "-") if found else "what all games share"


def to_compile(function: Any, ours: Callable[[Any], bool]) -> list[Any]:
    """The function and all compiled functions of Asterism that it may call, by name, without those on disk."""
    found, left = {id(function): function}, [function]
    while left:
        plain = left.pop().py_func
        for name in plain.__code__.co_names:
            called = plain.__globals__.get(name)
            if hasattr(called, "py_func") and ours(called) and id(called) not in found and not is_on_disk(called):
                found[id(called)] = called
                left.append(called)
    return list(found.values())


def is_on_disk(function: Any) -> bool:
    """Whether some call of this function was compiled before; its callees are on disk as well then."""
    return bool(function.signatures) or Path(function._cache._cache_file._index_path).is_file()


def on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def say(text: str) -> None:
    """Write to stderr, unless ASTERISM_QUIET=1 is set. A closed stderr does not end the compilation."""
    if os.environ.get("ASTERISM_QUIET") == "1" or sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
