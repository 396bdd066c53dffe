"""Replays, of a table and of a file that somebody kept; and the dice that can be checked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Route, expect

from .people import PHONE, People, shows


def test_the_scrubber_goes_through_the_match(people: People, finished: str):
    ada = people.come("Ada")
    page = ada.page
    ada.go(f"/replay/{finished}")
    scrubber = page.locator("#scrubber")
    scrubber.wait_for()
    last = int(scrubber.get_attribute("max") or 0)
    assert last > 5
    shows(ada, "The match begins.")
    page.get_by_role("button", name="One move on").click()
    shows(ada, f"Move 1 of {last}")
    expect(page.locator(".headline")).to_contain_text("rolls the die.")
    scrubber.fill(str(last))
    expect(page.locator(".headline")).to_contain_text("covers")
    expect(page.locator("aside [aria-current]")).to_have_count(1)
    page.locator("main").focus()
    page.keyboard.press("ArrowLeft")
    shows(ada, f"Move {last - 1} of {last}")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".position")).not_to_contain_text("Move 0")


def test_a_turning_point_tapped_on_a_phone_brings_its_board_into_view(people: People, finished: str):
    def dear(route: Route) -> None:
        """One choice cost much, however well it was played."""
        answer = route.fetch()
        review = answer.json()
        review["choices"][-1]["cost"] = 2.0
        route.fulfill(response=answer, json=review)

    ada = people.come("Ada", PHONE)
    ada.page.route("**/api/tables/*/review", dear)
    ada.go(f"/replay/{finished}")
    turn = ada.page.locator(".side ol button").first
    turn.scroll_into_view_if_needed()
    expect(ada.page.locator(".replay .middle")).not_to_be_in_viewport(ratio=0.9)
    turn.click()
    expect(ada.page.locator(".replay .middle")).to_be_in_viewport(ratio=0.9)
    expect(ada.page.locator(".position")).not_to_contain_text("Move 0")


def test_a_downloaded_record_is_verified_and_replayed(people: People, finished: str, tmp_path: Path):
    ada = people.come("Ada")
    page = ada.page
    ada.go(f"/t/{finished}")
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("tab", name="Fairness").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(record)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download fair.py").click()
    downloading.value.save_as(tmp_path / "fair.py")
    checked = subprocess.run([sys.executable, "fair.py", record.name], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr

    ada.go("/replay")
    page.get_by_label("Choose a record file").set_input_files(record)
    shows(ada, "Anyone could have made such a file.")

    changed = json.loads(record.read_text(encoding="utf-8"))
    changed["dice"]["nonces"][0] = "0" * 64
    (tmp_path / "changed.json").write_text(json.dumps(changed), encoding="utf-8")
    page.get_by_role("button", name="Open another file").click()
    page.get_by_label("Choose a record file").set_input_files(tmp_path / "changed.json")
    expect(page.locator(".problems")).to_contain_text("the numbers of the browsers are not those that were locked")


def test_a_file_that_is_no_record_is_refused_in_words(people: People, tmp_path: Path):
    ada = people.come("Ada")
    ada.go("/replay")
    (tmp_path / "letter.json").write_text("Dear all", encoding="utf-8")
    ada.page.get_by_label("Choose a record file").set_input_files(tmp_path / "letter.json")
    expect(ada.page.get_by_role("alert")).to_contain_text("record")
    # the browser itself notes the refused upload
    assert [text for text in ada.complaints if "400" not in text] == []
    ada.complaints.clear()
