"""The one switch between interpreted and compiled rules, and the one file that knows Numba.

ASTERISM_MODE=interpreted runs the same sources as plain Python, to step through them; the default is compiled.
ASTERISM_BOUNDS=1 compiles with bounds checking: compiled, an index out of range is otherwise silent.

Numba's cache notices an edit only in a function's own file, so a change in `core` could silently not reach a game.
The cache folder is therefore named by a digest of every source that is compiled.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import asterism

from .places import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

MODE = os.environ.get("ASTERISM_MODE") or "compiled"
if MODE not in ("compiled", "interpreted"):
    raise SystemExit(f"ASTERISM_MODE is {MODE!r}: it must be 'compiled' or 'interpreted'")
COMPILED = MODE == "compiled"
BOUNDS = os.environ.get("ASTERISM_BOUNDS") == "1"

ROOMS_WITH_RULES = ("core", "kit", "games", "bots", "solve")
DAYS_TO_KEEP = 30


def game_folders() -> list[Path]:
    """The folders games are found in: our own, then any named in ASTERISM_GAMES (for games under design)."""
    own = Path(__file__).parent.parent / "games"
    return [own, *(Path(p).resolve() for p in os.environ.get("ASTERISM_GAMES", "").split(os.pathsep) if p)]


def _sources() -> Iterator[Path]:
    house = Path(__file__).parent.parent
    for folder in [*(house / room for room in ROOMS_WITH_RULES), *game_folders()[1:]]:
        yield from sorted(p for p in folder.rglob("*.py") if not p.name.startswith("test_"))


def digest() -> str:
    """Names everything that can change compiled code: our sources, Python, Numba and the flags."""
    seen = hashlib.sha256(f"{asterism.__version__} {sys.version} {BOUNDS} {_numba_version()}".encode())
    for path in _sources():
        seen.update(path.as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:20]


def _numba_version() -> str:
    if not COMPILED:
        return "interpreted"
    import numba

    return str(numba.__version__)


def _prepare_cache() -> Path:
    folder = cache_folder() / MODE / digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in folder.parent.iterdir():
        if time.time() - old.stat().st_mtime > DAYS_TO_KEEP * 86400:
            shutil.rmtree(old, ignore_errors=True)
    return folder


FOLDER = _prepare_cache()

if COMPILED:
    import numba

    numba.config.CACHE_DIR = str(FOLDER)

    # Rules own no memory: without Numba's reference counts (two locked instructions for every array passed) playouts are
    # a quarter faster, and an allocation inside a rule becomes an error instead of a slow surprise.
    RULE = {"cache": True, "boundscheck": BOUNDS, "error_model": "numpy", "nogil": True, "_nrt": False}

    def rule(function: F) -> F:
        """Mark a function of the rules: compiled once and cached, or left as it is when interpreted."""
        made: F = numba.njit(**RULE, forceinline=True)(function)  # inlined where called: a fifth faster
        return made

    def apart(function: F) -> F:
        """Like `rule`, but called instead of inlined: for long functions, where copies would cost compile time."""
        made: F = numba.njit(**RULE)(function)
        return made

    def fast(function: F) -> F:
        """For long floating-point loops over all cores (`spread`); may allocate."""
        made: F = numba.njit(cache=True, boundscheck=BOUNDS, error_model="numpy", nogil=True, parallel=True)(function)
        return made

    spread = numba.prange
else:

    def rule(function: F) -> F:
        """Mark a function of the rules: compiled once and cached, or left as it is when interpreted."""
        return function

    apart = fast = rule
    spread = range


def set_cores(count: int) -> None:
    """How many cores a `fast` loop may use."""
    if COMPILED:
        numba.set_num_threads(count)


def bind(template: str, rules: str, optional: dict[str, bool]) -> ModuleType:
    """One game's copy of a kernel module, with the game's rules called directly, so they are inlined and cached.

    Numba caches neither a closure nor a function that takes functions, so a kernel shared by all games is a template:
    its line `from ...anygame import ...` is replaced by imports from the game's own rules. `optional` says which of the
    optional rules this game has; for the others the template keeps the default of `anygame`.
    """
    source = Path(str(importlib.util.find_spec(template).origin))  # type: ignore[union-attr]
    have = ["setup", "legal", "play", "result", *(name for name, there in optional.items() if there)]
    missing = [name for name, there in optional.items() if not there]
    lines = [f"from {rules} import {name}" for name in have]
    lines += [f"from asterism.core.anygame import {name}" for name in missing]
    lines += [f"HAS_{name.upper()} = {there}" for name, there in optional.items()]
    text = re.sub(r"^from [\w.]*\.anygame import .+$", "\n".join(lines), source.read_text(), flags=re.MULTILINE)
    name = f"bound_{template.rpartition('.')[2]}_{rules.replace('.', '_')}"
    place = FOLDER / f"{name}.py"
    if not place.exists() or place.read_text() != text:
        part = place.with_suffix(f".{os.getpid()}.part")
        part.write_text(text)
        part.replace(place)  # atomic: several processes may start at once
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # cached code finds its module by this name
    spec.loader.exec_module(module)
    return module
