"""A result explains itself, and can be kept as a picture."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.serving import Served
from tests.server.talking import Client

from .people import PHONE, People

PNG = b"\x89PNG\r\n\x1a\n"
WIDE = 1440  # pixels


@pytest.mark.parametrize("game", ["noirlab-dice", "geminos"])
def test_a_result_is_kept_as_a_picture(people: People, served: Served, tmp_path: Path, game: str):
    """Those of the other games are drawn by the same frame; they are looked at in their own tests."""
    with Client(served) as client:
        code = client.play_on(client.open("me", "bot:beginner", game=game))["table"]["code"]
        ada = people.come("Ada", PHONE)
        ada.become(client)
        ada.go(f"/t/{code}")
        ada.page.get_by_role("button", name="A picture of it").click()
        drawn = ada.page.locator("figure > svg")
        expect(drawn).to_contain_text("wins.")
        with ada.page.expect_download() as kept:
            ada.page.get_by_role("button", name="Keep the picture").click()
        assert kept.value.suggested_filename == f"{game}-{code}.png"
        kept.value.save_as(tmp_path / "kept.png")
        picture = (tmp_path / "kept.png").read_bytes()
        assert picture.startswith(PNG)
        assert struct.unpack(">I", picture[16:20]) == (WIDE,)
