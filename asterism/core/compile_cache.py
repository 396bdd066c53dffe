"""Where compiled code is kept on disk: a folder named by the contents of everything the code may call.

Numba's own cache notices an edit only in a function's own file, so a change in `core` could silently not reach a game,
and it names folders by absolute paths, so every checkout starts cold. Here a cache folder is named by a digest of the
compiled part of `core`, of `kit`, and of the folder the function stands in, with paths relative to these. An edit to
one game recompiles that game and no other, and two checkouts with the same sources share what is compiled.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from .mode import BOUNDS, COMPILED, MODE
from .places import cache_folder

HOUSE = Path(__file__).resolve().parent.parent
# The files of core whose code is compiled, or decides how code is compiled
CORE = [
    HOUSE / "core" / f"{name}.py" for name in ("compile", "intrinsics", "header", "rng", "anygame", "chance", "kernels")
]
DAYS_TO_KEEP = 30


def game_folders() -> list[Path]:
    """The folders games are found in: our own, then any named in ASTERISM_GAMES (for games under design)."""
    return [HOUSE / "games", *(Path(p).resolve() for p in os.environ.get("ASTERISM_GAMES", "").split(os.pathsep) if p)]


def owner(source: Path) -> Path:
    """The folder whose sources a file's compiled code may call, besides core and kit: its game's, or its room's."""
    for games in game_folders():
        if games in source.parents:
            return games / source.relative_to(games).parts[0]
    return source.parent


@cache
def cache_of(*folders: Path) -> Path:
    """The cache folder of code that calls core, kit and these folders."""
    seen = hashlib.sha256(f"{sys.version} {BOUNDS} {_numba_version()}".encode())
    sources = [(HOUSE, path) for path in CORE]
    sources += [(f.parent, path) for f in (HOUSE / "kit", *folders) for path in sorted(f.rglob("*.py"))]
    for base, path in sources:
        if not path.name.startswith("test_"):
            seen.update(path.relative_to(base).as_posix().encode() + b"\0" + path.read_bytes())
    made = cache_folder() / MODE / seen.hexdigest()[:20]
    made.mkdir(parents=True, exist_ok=True)
    os.utime(made)
    return made


# The cache folder of the kernel that this thread is binding, if it is: others may import rules meanwhile
_binding: ContextVar[Path | None] = ContextVar("binding", default=None)


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """Compiled code of all functions decorated meanwhile is kept in `folder`: one file is compiled for many games."""
    before = _binding.set(folder)
    try:
        yield
    finally:
        _binding.reset(before)


def cache_for(function: Callable[..., Any]) -> Path:
    """The cache folder of a function: that of the kernel being bound, else that of the folder of its source."""
    source = Path(function.__code__.co_filename).resolve()
    return (_binding.get() or cache_of(owner(source))) / source.relative_to(owner(source).parent).parent


def forget_old_caches() -> None:
    """Delete what no start has used for a month."""
    for old in (cache_folder() / MODE).glob("*"):
        if time.time() - old.stat().st_mtime > DAYS_TO_KEEP * 86400:
            shutil.rmtree(old, ignore_errors=True)


def _numba_version() -> str:
    if not COMPILED:
        return "interpreted"
    import numba

    return str(numba.__version__)


forget_old_caches()

if COMPILED:
    from uuid import uuid4

    from numba.core import event
    from numba.core.caching import CacheImpl, IndexDataCacheFile, UserProvidedCacheLocator

    from .compile_news import CompileNews

    # Numba numbers the files of its cache by what its index says. Two processes that compile different calls of one
    # function at the same time take the same number, and one is given the other's code later: a crash. So no name twice
    IndexDataCacheFile._data_name = lambda self, number: self._data_name_pattern.format(number=uuid4().int)  # type: ignore[method-assign]

    # set while a function of ours is given to Numba, so that other users of Numba in the process keep their own folders
    compiling_into: ContextVar[Path | None] = ContextVar("compiling_into", default=None)

    class ByContents(UserProvidedCacheLocator):
        """Numba's way to ask where a function's code is kept: the folder of `cache_for`, without any absolute path."""

        def __init__(self, function: Callable[..., Any], source: str) -> None:
            self._py_file = source
            self._lineno = function.__code__.co_firstlineno
            self._cache_path = str(compiling_into.get())

        @classmethod
        def from_function(cls, function: Callable[..., Any], source: str) -> Any:
            if compiling_into.get() is None:
                return None
            locator: Any = cls(function, source)
            locator.ensure_cache_path()
            return locator

    CacheImpl._locator_classes.insert(0, ByContents)

    def is_ours(dispatcher: Any) -> bool:
        """Whether Numba keeps the code of a function where `ByContents` says."""
        cached = getattr(dispatcher, "_cache", None)
        return isinstance(getattr(getattr(cached, "_impl", None), "_locator", None), ByContents)

    listen: Any = event.register  # Numba has no types
    listen("numba:compile", CompileNews(is_ours))
