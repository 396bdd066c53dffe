"""A real server, and people with browsers. In no test may a browser have complained on its console."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import HOUSE, Served
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


GLARING = """
title = "Glaring"
needed = 1
dim = { count = 4, light = 1 }
plain = { count = 3, light = 3 }
bright = { count = 2, light = 4 }
"""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = [*browser_type_launch_args.get("args", []), *QUIET]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    system = found()
    return {**browser_type_launch_args, **({"executable_path": system} if system else {}), "args": arguments}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, with_a_sixth_game: dict[str, str]) -> Iterator[Served]:
    """A server that most tests share."""
    editions = tmp_path_factory.mktemp("editions")
    (editions / "signal-lamps").mkdir()
    (editions / "signal-lamps" / "glaring.toml").write_text(GLARING, encoding="utf-8")
    (editions / "geminion").mkdir()
    standard = (HOUSE / "asterism/games/geminion/editions/standard.toml").read_text(encoding="utf-8")
    few = standard.replace('"Standard"', '"Few gems"').replace("gems_each = 40", "gems_each = 10")
    (editions / "geminion" / "few.toml").write_text(few, encoding="utf-8")
    (editions / "gemini").mkdir()
    standard = (HOUSE / "asterism/games/gemini/editions/standard.toml").read_text(encoding="utf-8")
    short = standard.replace('"Standard"', '"Two rounds"').replace("rounds = 12", "rounds = 2")
    (editions / "gemini" / "short.toml").write_text(short, encoding="utf-8")
    folder = tmp_path_factory.mktemp("served")
    server = Served(folder, "--unlimited", "--editions", str(editions), env=with_a_sixth_game)
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
