"""Servers to test against: one for most tests, without limits and with bots that do not pause."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .company import Company, Spread
from .serving import Served


@pytest.fixture(scope="session")
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, with_a_sixth_game: dict[str, str]
) -> Iterator[Served]:
    """A server that many tests share; it also plays a copy of the template, a small game with secrets.

    With ASTERISM_TOGETHER=1 in the environment there are two processes on PostgreSQL, and clients go to one or the
    other."""
    data = tmp_path_factory.mktemp("served")
    if os.environ.get("ASTERISM_TOGETHER"):
        company = Company(request.getfixturevalue("postgres"), data, env=with_a_sixth_game)
        server: Served = Spread(company)
    else:
        server = Served(data, "--unlimited", env=with_a_sixth_game)
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
