"""The stand, as far as the server has a part in it."""

from __future__ import annotations

import pytest

from asterism.core import discover
from asterism.core.game import BadInput
from asterism.server.run import read_stand

from .serving import Served


def test_without_a_name_the_stand_shows_the_shortest_game() -> None:
    stand = read_stand("")
    assert stand is not None
    assert discover.find(stand.game).minutes == min(game.minutes for game in discover.games())
    assert read_stand(None) is None


@pytest.mark.parametrize(("game", "idle"), [("chess", 60.0), ("noirlab-dice", 0.0)])
def test_a_stand_that_cannot_be_is_refused_in_words(game: str, idle: float) -> None:
    with pytest.raises(BadInput):
        read_stand(game, idle)


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
