"""Rules with pictures where a picture says it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .people import PHONE, People

DRAWN = {
    "NOIRLab Dice": ["§3", "§4"],
    "Geminos": ["§3"],
    "The Gamers Constellation": ["§2", "§3", "§4"],
    "Geminion": ["§2", "§3"],
    "The Gemini Card Game": ["§2", "§8"],
}
# The sections whose heading is followed by a picture that is seen.
WITH_PICTURES = """() => [...document.querySelectorAll('dialog .rules h2')]
  .filter((heading) => heading.nextElementSibling?.matches('.picture') &&
    [...heading.nextElementSibling.children].some((drawn) => drawn.getBoundingClientRect().height > 0))
  .map((heading) => heading.textContent.split(' ')[0])"""


@pytest.mark.parametrize("title", DRAWN)
def test_the_rules_have_pictures_under_their_headings(people: People, title: str):
    ada = people.come("Ada", PHONE)
    ada.play_now(title)
    ada.page.locator(".tools").get_by_role("button", name="Rules").click()
    expect(ada.page.locator("dialog .rules h2").first).to_be_visible()
    assert ada.page.evaluate(WITH_PICTURES) == DRAWN[title]
    assert ada.sideways() <= 0
