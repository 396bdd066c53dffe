"""The server goes away and comes back: the page says so calmly, and nothing is lost."""

from __future__ import annotations

import socket
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.serving import Served

from .people import PHONE, People


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_match_goes_on_after_the_server_was_restarted(
    browser: Browser, tmp_path: Path, with_a_sixth_game: dict[str, str]
):
    # the same games as on the shared server, so that they are compiled already
    server = Served(tmp_path, "--unlimited", "--port", str(free_port()), env=with_a_sixth_game)
    people = People(browser, server.address)
    try:
        ada = people.come("Ada", PHONE)
        page = ada.page
        page.goto(server.address)
        ada.card().get_by_role("button", name="Play now").click()
        ada.see_board()
        ada.choose("die")
        page.locator(".bar button[data-place=pass]:enabled").wait_for()
        before = ada.log()

        server.kill()
        cut = "No connection. Your match is safe; trying again…"
        notice, heard = page.locator("p.offline"), page.locator("#announcer")
        expect(notice).to_have_text(cut)
        expect(heard).to_contain_text(cut)
        expect(page.locator(".bar button:enabled")).to_have_count(0)

        server.start()
        expect(notice).to_be_hidden()
        expect(heard).to_contain_text("The connection is back.")
        assert ada.log() == before
        ada.choose("die")
        expect(page.locator(".headline")).to_contain_text("you", ignore_case=True)
        page.locator(".bar button:enabled, .bar .waiting, .bar .prompt").first.wait_for()
        assert ada.log()[: len(before)] == before
        ada.forgive_absence()
        people.leave()
    finally:
        server.stop()
