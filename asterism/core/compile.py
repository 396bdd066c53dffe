"""The one switch between interpreted and compiled rules, and the one file that knows Numba.

ASTERISM_MODE=interpreted runs the same sources as plain Python, to step through them; the default is compiled.
ASTERISM_BOUNDS=1 compiles with bounds checking: compiled, an index out of range is otherwise silent.

Numba's cache notices an edit only in a function's own file, so a change in `core` could silently not reach a game.
A cache folder is therefore named by a digest of everything its code may call: the compiled part of `core`, `kit`, and
the folder the function stands in. An edit to one game then recompiles that game and no other.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, TypeVar

from .places import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

MODE = os.environ.get("ASTERISM_MODE") or "compiled"
if MODE not in ("compiled", "interpreted"):
    raise SystemExit(f"ASTERISM_MODE is {MODE!r}: it must be 'compiled' or 'interpreted'")
COMPILED = MODE == "compiled"
BOUNDS = os.environ.get("ASTERISM_BOUNDS") == "1"

HOUSE = Path(__file__).resolve().parent.parent
CORE = [
    HOUSE / "core" / f"{name}.py" for name in ("compile", "header", "rng", "anygame", "kernels")
]  # what is compiled
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
    for path in [*CORE, *(p for folder in (HOUSE / "kit", *folders) for p in sorted(folder.rglob("*.py")))]:
        if not path.name.startswith("test_"):
            seen.update(path.as_posix().encode() + b"\0" + path.read_bytes())
    made = cache_folder() / MODE / seen.hexdigest()[:20]
    made.mkdir(parents=True, exist_ok=True)
    os.utime(made)
    return made


# The cache folder of the kernel that this thread is binding, if it is: others may import rules meanwhile
_binding: ContextVar[Path | None] = ContextVar("binding", default=None)


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """What is compiled meanwhile is cached there: the same file is compiled for many games."""
    before = _binding.set(folder)
    try:
        yield
    finally:
        _binding.reset(before)


def cache_for(function: Callable[..., Any]) -> str:
    return str(_binding.get() or cache_of(owner(Path(function.__code__.co_filename).resolve())))


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

    import numba
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.caching import IndexDataCacheFile
    from numba.extending import intrinsic

    code: Any = cgutils  # it has no types

    # Numba numbers the files of its cache by what its index says. Two processes that compile different calls of one
    # function at the same time take the same number, and one is given the other's code later: a crash. So no name twice
    IndexDataCacheFile._data_name = lambda self, number: self._data_name_pattern.format(number=uuid4().int)  # type: ignore[method-assign]

    # Rules own no memory: without Numba's reference counts (two locked instructions for every array passed) playouts
    # are a quarter faster, and an allocation inside a rule becomes an error instead of a slow surprise.
    RULE: dict[str, Any] = {"_nrt": False}

    one_at_a_time = Lock()

    def compiled(function: F, **how: Any) -> F:
        config: Any = numba.config
        with one_at_a_time:
            config.CACHE_DIR = cache_for(function)  # read by Numba when it is given the function
            made: F = numba.njit(cache=True, boundscheck=BOUNDS, error_model="numpy", nogil=True, **how)(function)
        return made

    def rule(function: F) -> F:
        """Mark a function of the rules: compiled once and cached, or left as it is when interpreted."""
        return compiled(function, **RULE, forceinline=True)  # inlined where called: a fifth faster

    def apart(function: F) -> F:
        """Like `rule`, but called instead of inlined: for long functions, where copies would cost compile time."""
        return compiled(function, **RULE, forceinline=False)  # said aloud: unsaid, it is inherited from the caller

    def fast(function: F) -> F:
        """For long floating-point loops over all cores (`spread`); may allocate."""
        return compiled(function, parallel=True)

    spread: Any = numba.prange

    def prefetched(typing: Any, rows: Any, row: Any) -> Any:
        """Ask for the memory of `rows[row]`, which will be wanted soon, and do not wait for it."""

        def lines(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind, byte, number = signature.args[0], ir.IntType(8), ir.IntType(32)
            array = context.make_array(kind)(context, builder, values[0])
            size = code.unpack_tuple(builder, array.strides, kind.ndim)[0]
            if isinstance(kind.dtype, types.Record):
                size = size.type(kind.dtype.size)  # known here: no loop is left
            wanted = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
            fetch = code.get_or_insert_function(builder.module, wanted, "llvm.prefetch.p0")
            begin = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [builder.mul(values[1], size)])
            count = builder.add(builder.lshr(size, size.type(6)), size.type(1))  # of 64 bytes, the last one begun
            with code.for_range(builder, count) as loop:
                place = builder.gep(begin, [builder.shl(loop.index, loop.index.type(6))])
                builder.call(fetch, [place, number(0), number(3), number(1)])  # to read, to keep, data
            return context.get_dummy_value()

        return types.void(rows, types.intp), lines

    prefetch: Any = intrinsic(prefetched)

    def kept_at_hand(typing: Any, like: Any) -> Any:
        """An array of one element, 0, of the kind of another's, in the frame of the function that asks for it: nothing
        else can point there, so it is held in a register as far as what is called is inlined."""
        kind = types.Array(like.dtype, 1, "C")

        def place(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            element = context.get_data_type(like.dtype)
            one, size = (context.get_constant(types.intp, n) for n in (1, context.get_abi_sizeof(element)))
            array = context.make_array(kind)(context, builder)
            data = builder.bitcast(code.alloca_once(builder, element, zfill=True), array.data.type)
            context.populate_array(array, data=data, shape=[one], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(like), place

    at_hand: Any = intrinsic(kept_at_hand)
else:

    def rule(function: F) -> F:
        """Mark a function of the rules: compiled once and cached, or left as it is when interpreted."""
        return function

    apart = fast = rule
    spread = range

    def prefetch(rows: Any, row: Any) -> None:
        """Ask for the memory of `rows[row]`, which will be wanted soon, and do not wait for it."""

    def at_hand(like: Any) -> Any:
        """An array of one element, 0, of the kind of another's."""
        return like[:1] * 0


def bind(template: str, rules: ModuleType, has: Mapping[str, bool], **more: Any) -> ModuleType:
    """One game's copy of a kernel module, with the game's rules called directly, so they are inlined and cached.

    Numba caches neither a closure nor a function that takes functions, so a kernel shared by all games is a template: a
    module that finds the rules, and the switches `HAS_...`, in its own namespace. Here these are put into a fresh
    module, and the template's file is executed in it: breakpoints, tracebacks and coverage are those of that file.
    `has` says which of the optional rules to take from the game; for the others there is the default of `anygame`.
    `more` is put there as it is: switches, numbers, or functions of another file, by which caches are told apart too.
    """
    source = Path(str(importlib.util.find_spec(template).origin)).resolve()  # type: ignore[union-attr]
    anygame = importlib.import_module("asterism.core.anygame")
    taken = [word for word, there in has.items() if there]
    taken += [word if on is True else f"{word}={_name_of(on)}" for word, on in more.items() if on is not False]
    module = ModuleType(f"{template}:{rules.__name__}:{'+'.join(taken)}", f"{template} bound to {rules.__name__}")
    module.__file__, module.__package__ = str(source), template.rpartition(".")[0]
    for word in ("setup", "legal", "play", "result", *has):
        vars(module)[word] = getattr(rules if has.get(word, True) else anygame, word)
    vars(module).update({f"HAS_{word.upper()}": there for word, there in has.items()}, **more)
    game = Path(str(rules.__file__)).resolve()
    folders = {source.parent} if source not in CORE else set()
    folders |= {owner(_source_of(thing)) for thing in more.values() if callable(thing)}
    folder = cache_of(owner(game), *sorted(folders - {owner(game)}))
    sys.modules[module.__name__] = module  # cached code finds its module by this name
    with cached_in(folder / hashlib.sha256(module.__name__.encode()).hexdigest()[:12]):
        exec(compile(source.read_text(encoding="utf-8"), source, "exec", dont_inherit=True), vars(module))
    return module


def _name_of(thing: Any) -> str:
    """What tells a function that is put into a kernel from others of the kind: where it stands; or a number."""
    return f"{thing.__module__}.{thing.__qualname__}" if callable(thing) else str(thing)


def _source_of(function: Callable[..., Any]) -> Path:
    return Path(getattr(function, "py_func", function).__code__.co_filename).resolve()
