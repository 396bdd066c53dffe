"""Servers to test against: one for most tests, without limits and with bots that do not pause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .serving import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, with_a_sixth_game: dict[str, str]) -> Iterator[Served]:
    """A server that many tests share; it also plays a copy of the template, a small game with secrets."""
    server = Served(tmp_path_factory.mktemp("served"), "--unlimited", env=with_a_sixth_game)
    yield server
    assert server.stop() == "", "the server complained"


@pytest.fixture
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of one's own, to be stopped and started."""
    server = Served(tmp_path_factory.mktemp("own"), "--unlimited")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with its limits on, as it is served to people."""
    server = Served(tmp_path_factory.mktemp("limited"))
    yield server
    assert server.stop() == "", "the server complained"
