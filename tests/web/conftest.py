"""A real server, and people with browsers. In no test may a browser have complained on its console."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from asterism.core import discover
from tests.server.serving import Served
from tests.server.talking import Client

from .get_browser import found
from .people import DICE_NAME, People

QUIET = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = [*browser_type_launch_args.get("args", []), *QUIET]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    system = found()
    return {**browser_type_launch_args, **({"executable_path": system} if system else {}), "args": arguments}


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
    return {"ASTERISM_GAMES": str(games)}


def put(content: bytes, path: Path) -> None:
    """Write a file if it is not there as it should be; at once, since other workers may be reading it."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, with_a_sixth_game: dict[str, str]) -> Iterator[Served]:
    """A server that most tests share."""
    server = Served(tmp_path_factory.mktemp("served"), "--unlimited", env=with_a_sixth_game)
    yield server
    server.stop()


@pytest.fixture
def people(browser: Browser, served: Served) -> Iterator[People]:
    """People who come to the shared server, each with a browser of their own."""
    everyone = People(browser, served.address)
    yield everyone
    everyone.leave()


@pytest.fixture(scope="session")
def finished(served: Served) -> str:
    """The code of a finished match of one, played by a program."""
    with Client(served) as client:
        scene = client.open("me", game=DICE_NAME)
        while scene["outcome"] is None:
            places = {choice["place"]: choice["action"] for choice in scene["choices"]}
            risky = scene["view"]["bust"][0] >= 3
            wanted = places.get("bank") or (places.get("pass") if risky else None)
            scene = client.act(scene, wanted)
        return str(scene["table"]["code"])
