"""A table that was begun before an upgrade: the page says so, and lets one save what was played."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from asterism.core import fair, record
from tests.server.serving import Served

from .people import People


def test_who_comes_back_after_an_upgrade_reads_why_it_cannot_go_on_and_saves_the_record(people: People, tmp_path: Path):
    server = Served(tmp_path, "--unlimited")
    try:
        ada = people.come("Ada")
        ada.address = server.address
        ada.play_now()
        at = ada.page.url
        port = server.address.rpartition(":")[2]
        server.stop()
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as store, store:
            store.execute("update tables set version = 99")
        server.flags = (*server.flags, "--port", port)
        server.start()
        ada.go("/")
        row = ada.page.locator(f"a[href='/t/{at.rpartition('/')[2]}']")
        expect(row).to_contain_text("It cannot go on: this server has other rules now")
        row.click()
        expect(ada.page.get_by_role("heading", name="This table has ended")).to_be_visible()
        expect(ada.page.get_by_text("plays version 99 of the rules of noirlab-dice")).to_be_visible()
        with ada.page.expect_download() as downloading:
            ada.page.get_by_role("button", name="Break it off and save the record").click()
        made = record.load(downloading.value.path())
        assert fair.problems(made) == [fair.UNLISTED]
        assert made["dice"]["secret"] is not None
        ada.page.close()
        ada.forgive_absence()
    finally:
        server.stop()
