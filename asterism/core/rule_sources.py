"""What the source files of a game may not do: draw random numbers, read clocks or files, start processes or threads.

Rules must give the same result on every machine, compiled or interpreted, since a match is replayed by calling them.
The contract test of a game and the test of the rooms share this list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

NEVER_IN_RULES = {
    "asyncio",
    "concurrent",
    "datetime",
    "http",
    "io",
    "multiprocessing",
    "numpy.random",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
NEVER_CALLED = {"open", "input", "eval", "exec", "__import__", "breakpoint"}
WHY = (
    "rules draw no random numbers, read no clock and no file, and start nothing: chance is an action of the seat CHANCE"
)


def problems(folder: Path) -> list[str]:
    """Everything in the sources of a game that rules may not do, with file and line; tests of the game may do it."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        if path.name.startswith("test_"):
            continue
        where = path.relative_to(folder.parent).as_posix()
        try:
            tree = ast.parse(path.read_bytes(), str(path))
        except SyntaxError as problem:
            found.append(f"{where}, line {problem.lineno}: {problem.msg}: {(problem.text or '').strip()}")
            continue
        except ValueError as problem:  # bytes that are no text
            found.append(f"{where}: {problem}")
            continue
        found += [f"{where}, line {line}: {what}; {WHY}" for line, what in forbidden(tree)]
    return found


def forbidden(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the name of every import and call in a source that rules may not do."""
    numpy = {"numpy"}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
            numpy |= {one.asname for one in node.names if one.name == "numpy" and one.asname}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{one.name}" for one in node.names]
        for name in filter(is_forbidden, names):
            yield node.lineno, f"imports {name}"  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
            if node.value.id in numpy:
                yield node.lineno, "uses numpy.random"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NEVER_CALLED:
            yield node.lineno, f"calls {node.func.id}()"


def is_forbidden(name: str) -> bool:
    """Whether a module, by its full name, is one that rules may not import, or is inside one."""
    parts = name.split(".")
    return any(".".join(parts[:length]) in NEVER_IN_RULES for length in (1, 2))
