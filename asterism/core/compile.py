"""The decorators of compiled rules (`rule`, `apart`, `fast`), and kernels bound to one game's rules (`bind`).

Whether anything is compiled at all is said in `mode.py`, where compiled code is kept in `compile_cache.py`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from .compile_cache import CORE, cache_for, cache_of, cached_in, owner
from .intrinsics import at_hand, prefetch
from .mode import BOUNDS, COMPILED

__all__ = ["COMPILED", "apart", "at_hand", "bind", "fast", "prefetch", "rule", "spread"]

F = TypeVar("F", bound=Callable[..., Any])

if COMPILED:
    import numba

    from .compile_cache import compiling_into

    # Rules own no memory: without Numba's reference counts (two locked instructions for every array passed) playouts
    # are a quarter faster, and an allocation inside a rule becomes an error instead of a slow surprise.
    RULE: dict[str, Any] = {"_nrt": False}

    def compiled(function: F, **how: Any) -> F:
        """Give a function to Numba: compiled at its first call, and kept on disk."""
        before = compiling_into.set(cache_for(function))
        try:
            made: F = numba.njit(cache=True, boundscheck=BOUNDS, error_model="numpy", nogil=True, **how)(function)
        finally:
            compiling_into.reset(before)
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

else:

    def rule(function: F) -> F:
        """Mark a function of the rules: compiled once and cached, or left as it is when interpreted."""
        return function

    apart = fast = rule
    spread = range


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
    sources = {source, *(_source_of(thing) for thing in more.values() if callable(thing))} - {*CORE}
    folders = {source.parent if path == source else owner(path) for path in sources}
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
