"""What axe finds where a match of the Gemini Card Game seldom comes to: nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from asterism.games.gemini.tests.positions import Lane, do, position

from .people import DESKTOP, SMALL, People
from .test_gemini_end import costly
from .test_gemini_page import Astronomer
from .test_gemini_refusals import Table
from .test_pages import faults


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small"])
@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_axe_finds_nothing_in_searching_pointing_abilities_all_hands_and_the_end(
    people: People, size: dict[str, int], day: bool
):
    ada = Astronomer(people.come("Ada", size, day=day, bypass_csp=True))
    page, table = ada.page, Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=3), "winds": Lane("nifs", altair=True)}
    match = position(role="engineer", hand=["time-5", "atlas"], others={1: ["time-1"]}, lanes=lanes)
    table.show(match)
    page.locator(".turn-line .ability").click()
    assert faults(ada.person) == [], "an ability"
    page.locator(".turn-line .point").click()
    expect(page.locator(".over .help")).to_be_visible()
    assert faults(ada.person) == [], "pointing"
    ada.lane("embers").click(position={"x": 6, "y": 6})
    expect(page.locator(".pointed")).to_be_visible()
    assert faults(ada.person) == [], "pointed at"
    table.show(match)  # the server has answered with its own position
    page.locator(".others button.things").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Player deck")
    assert faults(ada.person) == [], "all hands"
    page.keyboard.press("Escape")
    page.locator(".sky").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Gamma-ray Burst must be complete")
    assert faults(ada.person) == [], "the semester"
    page.keyboard.press("Escape")
    table.show(do(position(role="scientist", hand=["embers"]), "search"))
    assert faults(ada.person) == [], "searching"
    table.show(costly())
    expect(page.get_by_role("dialog").locator("figure")).to_be_visible()
    assert faults(ada.person) == [], "the result"
    page.get_by_role("button", name="Look at the board").click()
    assert faults(ada.person) == [], "the story"
