"""Which room may import what. The table is data here; CONTRIBUTING.md prints it for people."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import asterism
from asterism.core import discover
from asterism.core.rule_sources import is_forbidden

HOUSE = Path(asterism.__file__).parent
ROOT = HOUSE.parent

# room: (our own rooms it may import, other packages it may import besides the standard library)
ROOMS: dict[str, tuple[set[str], set[str]]] = {
    "core": ({"core"}, {"numpy", "platformdirs", "fluent"}),
    "kit": ({"core", "kit"}, {"numpy"}),
    "games": ({"core", "kit"}, {"numpy"}),
    "solve": ({"core", "kit", "solve"}, {"numpy", "cupy"}),
    "bots": ({"core", "kit", "solve", "bots"}, {"numpy"}),
    "lab": ({"core", "bots", "solve", "lab"}, {"numpy", "optuna", "pyarrow", "ray"}),
    "gym": ({"core", "kit", "bots", "solve", "gym"}, {"numpy", "gymnasium", "pettingzoo", "pyarrow", "pyspiel", "PIL"}),
    "think": ({"core", "bots", "think"}, {"msgspec", "redis"}),
    "store": ({"store"}, {"filelock", "psycopg"}),
    # to go: store (its rows), server (messages and limits), bots and msgspec
    "table": ({"core", "bots", "store", "server", "table"}, {"msgspec"}),
    "server": (
        {"core", "table", "store", "bots", "think", "lab", "server"},
        {
            "numpy",
            "msgspec",
            "starlette",
            "uvicorn",
            "httptools",
            "websockets",
            "markdown_it",
            "ifaddr",
            "psycopg",
            "redis",
        },
    ),
    "terminal": ({"core", "bots", "solve", "lab", "store", "think", "server", "terminal"}, {"rich", "segno"}),
}
KNOW_NUMBA = {
    "core/compile.py",
    "core/compile_cache.py",
    "core/compile_news.py",
    "core/intrinsics.py",
    "gym/on_gpu.py",
}


def sources(room: str) -> list[Path]:
    return [path for path in (HOUSE / room).rglob("*.py") if not path.name.startswith("test_")]


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules a file imports, relative ones resolved."""
    package = ["asterism", *path.relative_to(HOUSE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_through_its_doors(room: str):
    ours, others = ROOMS[room]
    for path in sources(room):
        for name in imported(path):
            top, _, rest = name.partition(".")
            if top == "asterism":
                target = rest.partition(".")[0]
                if target in ROOMS:
                    own_game = room == "games" and target == "games" and same_game(path, name)
                    assert target in ours or own_game, f"{path.relative_to(HOUSE)} imports {name}"
            elif top in ("numba", "llvmlite"):  # the second is what the first compiles with
                assert path.relative_to(HOUSE).as_posix() in KNOW_NUMBA, f"{path.relative_to(HOUSE)} imports Numba"
            else:
                assert top in others or top in sys.stdlib_module_names, f"{path.relative_to(HOUSE)} imports {name}"


def same_game(path: Path, name: str) -> bool:
    return name.split(".")[2] == path.relative_to(HOUSE / "games").parts[0]


def test_no_two_files_of_the_server_or_the_table_import_each_other():
    """Also not around a corner, inside a function, or for types only: what one is made of is read from the top down."""
    paths = [*sources("table"), *sources("server")]
    files = {".".join(path.relative_to(ROOT).with_suffix("").parts): list(imported(path)) for path in paths}
    needs = {
        name: {one for one in files for found in names if found == one or found.startswith(f"{one}.")}
        for name, names in files.items()
    }
    assert len(needs["asterism.server.http.app"]) > 3, "imports are found"
    try:
        list(TopologicalSorter(needs).static_order())
    except CycleError as cycle:
        pytest.fail(" imports ".join(reversed(cycle.args[1])))


def test_every_folder_of_the_house_is_a_room_in_the_table():
    folders = {path.name for path in HOUSE.iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders == set(ROOMS)


@pytest.mark.parametrize("room", ["games", "kit"])
def test_rules_never_draw_numbers_read_clocks_or_do_input_and_output(room: str):
    for path in sources(room):
        for name in imported(path):
            assert not is_forbidden(name), f"{path.relative_to(HOUSE)} imports {name}"


def test_what_is_compiled_in_core_is_part_of_every_cache_name():
    """A compiled function in another file of core could change without its callers being recompiled."""
    from asterism.core.compile_cache import CORE

    uses_rule = {
        path for path in sources("core") if re.search(r"^@(rule|apart|fast)\b", path.read_text(), re.MULTILINE)
    }
    assert uses_rule <= set(CORE)


def test_no_game_is_named_outside_its_own_folders():
    names = {name.replace("-", separator) for name in discover.names() for separator in "-_"}
    places = [*HOUSE.rglob("*.py"), *(ROOT / "web/src").rglob("*.ts"), *(ROOT / "web/src").rglob("*.svelte")]
    for path in places:
        if "games" in path.parts or path.name.startswith("test_") or path.name.endswith(".test.ts"):
            continue
        text = path.read_text()
        for name in names:
            found = re.search(rf"(?<![\w-]){name}(?![\w-])", text)
            examples = path == HOUSE / "__init__.py"  # the first line a newcomer reads shows a match
            assert not found or examples, f"{path.relative_to(ROOT)} names {name}"


@pytest.mark.parametrize("name", discover.names())
def test_every_section_of_the_rules_is_cited_by_a_rule_and_by_a_test(name: str):
    game = discover.find(name)
    folder = Path(sys.modules[game.module].__path__[0])
    sections = set(re.findall(r"^## (§\d+)", game.text("RULES.md"), re.MULTILINE))
    assert len(sections) >= 4
    tests = "".join(path.read_text() for path in folder.rglob("test_*.py"))
    rules = [path for path in folder.rglob("*.py") if path.parent.name != "tests" and path.name[:5] != "test_"]
    code = "".join(path.read_text() for path in rules)
    credits_and_readings = {
        s for s in sections if re.search(rf"^## {s} (Thanks|How we read|Credits)", game.text("RULES.md"), re.M)
    }
    assert not {s for s in sections - credits_and_readings if not re.search(rf"{s}\b", code)}, "not cited by a rule"
    assert not {s for s in sections - credits_and_readings if not re.search(rf"{s}\b", tests)}, "not cited by a test"


def test_no_file_is_so_long_that_it_asks_to_be_two():
    for path in [*HOUSE.rglob("*.py"), *(ROOT / "web/src").rglob("*.ts"), *(ROOT / "web/src").rglob("*.svelte")]:
        if "wire" not in path.parts:
            most = 600 if path.suffix == ".svelte" else 500  # a component holds script, markup and style
            assert len(path.read_text().splitlines()) <= most, path.relative_to(ROOT)


def test_contributing_prints_this_table():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for room, (ours, others) in ROOMS.items():
        row = re.search(rf"^\| `{room}` \|(.*)\|(.*)\|$", text, re.MULTILINE)
        assert row, f"CONTRIBUTING.md has no row for {room}"
        assert set(re.findall(r"`(\w+)`", row[2])) >= (ours | others) - {room}, f"the row of {room} is out of date"
