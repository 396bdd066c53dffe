"""What tests of several rooms share."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

RECIPES = Path(__file__).parent / "recipes"
os.environ["ASTERISM_GAMES"] = str(RECIPES)  # before anything of ours is imported: games are found by listing folders

from asterism.core import discover  # noqa: E402

from .engines import Postgres  # noqa: E402
from .server.serving import Served  # noqa: E402


@pytest.fixture(scope="session")
def with_a_sixth_game(request: pytest.FixtureRequest) -> dict[str, str]:
    """What tells a server of a game more than the house has: a copy of the template, without a page of its own.

    It lies where it lay in the last run, so that it is compiled only when the template has changed.
    """
    games = request.config.cache.mkdir("games")
    template = Path(discover.__file__).parent.parent / "games" / "_template"
    for source in template.rglob("*"):
        if source.is_file() and "__pycache__" not in source.parts:
            put(source.read_bytes(), games / "sixth_game" / source.relative_to(template))
    return {"ASTERISM_GAMES": os.pathsep.join([str(RECIPES), str(games)])}


def put(content: bytes, path: Path) -> None:
    """Write a file if it is not there as it should be; at once, since other workers may be reading it."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def pytest_addoption(parser: pytest.Parser) -> None:
    stores = ("sqlite", "postgres")
    parser.addoption("--store", choices=stores, default="sqlite", help="where servers keep what is played")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--store") == "postgres":
        for item in items:
            if item.get_closest_marker("folder"):
                item.add_marker(pytest.mark.skip(reason="it looks into the file of SQLite"))


@pytest.fixture(scope="session", autouse=True)
def stores_of_servers(request: pytest.FixtureRequest) -> None:
    """With --store postgres every server that a test starts has its store there."""
    if request.config.getoption("--store") == "postgres":
        Served.databases = request.getfixturevalue("postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test process."""
    server = Postgres().start()
    yield server
    server.stop()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty store on PostgreSQL."""
    name = f"s{secrets.token_hex(6)}"
    postgres.sql(f"create schema {name}")
    return postgres.schema(name)
