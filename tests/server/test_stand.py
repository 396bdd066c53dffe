"""The stand, as far as the server has a part in it."""

from __future__ import annotations

import pytest

from asterism.core import discover
from asterism.core.game import BadInput
from asterism.server.setting_values import read_idle, read_stand
from asterism.server.settings import Settings

from .serving import Served


def test_without_a_name_the_stand_shows_the_shortest_game() -> None:
    assert discover.find(read_stand("")).minutes == min(game.minutes for game in discover.games())
    assert Settings().stand is None


def test_a_stand_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="no game 'chess'"):
        read_stand("chess")
    with pytest.raises(BadInput, match="after some seconds, not 0"):
        read_idle("0")


def test_only_the_page_of_a_stand_makes_its_browser_a_new_guest(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert served.get("/api/stand").status == 404
    stand = Served(tmp_path_factory.mktemp("stand"), "--stand", "geminion")
    try:
        assert stand.get("/api/stand").json == {"game": "geminion", "idle": 60.0}
        assert "set-cookie" not in stand.get("/api/stand").headers
        assert stand.ask("/api/stand", b"", {"origin": "https://evil.example"}).status == 403
        assert "asterism_guest" in stand.ask("/api/stand", b"", {"origin": stand.address}).headers["set-cookie"]
    finally:
        assert stand.stop() == ""
