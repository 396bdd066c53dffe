"""Every page, in both themes and at every width: accessible, never wider than the screen, never a dead end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .people import DESKTOP, DICE_NAME, PHONE, SMALL, TABLET, People, Person, shows

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PATHS = ("/", f"/new/{DICE_NAME}", "/records", "/settings", "/replay", "/nowhere", "/t/AAAAAA")


def faults(person: Person) -> list[str]:
    """What axe finds on the page as it is now."""
    person.still()  # half faded words have half the contrast
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['help']} ({node['target']}: {node['failureSummary']})"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def settle(person: Person) -> None:
    person.page.locator("main").wait_for()
    expect(person.page.get_by_text("One moment…")).to_have_count(0)


@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_axe_finds_nothing_on_any_page(people: People, day: bool):
    ada = people.come("Ada", day=day, bypass_csp=True)
    for path in PATHS:
        ada.go(path)
        settle(ada)
        assert faults(ada) == [], path
    ada.invite()
    assert faults(ada) == [], "the lobby"


@pytest.mark.parametrize(("day", "size"), [(False, DESKTOP), (True, PHONE)], ids=["night-desktop", "day-phone"])
def test_axe_finds_nothing_at_the_table(people: People, finished: str, day: bool, size: dict[str, int]):
    ada = people.come("Ada", size, day=day, bypass_csp=True)
    page = ada.page
    ada.play_now()
    assert faults(ada) == [], "my turn"
    ada.choose("die")
    page.locator(".bar button:enabled").first.wait_for()
    assert faults(ada) == [], "after a roll"
    page.locator(".tools").get_by_role("button", name="Say").click()
    assert faults(ada) == [], "emotes"
    page.keyboard.press("Escape")
    for name in ("Log", "Rules", "Fairness"):
        if size is PHONE:
            page.locator(".tools").get_by_role("button", name=name).click()
            assert faults(ada) == [], f"the drawer {name}"
            page.keyboard.press("Escape")
        else:
            page.get_by_role("tab", name=name).click()
            assert faults(ada) == [], f"the side {name}"
    ada.go(f"/t/{finished}")
    page.locator(".veil").wait_for()
    assert faults(ada) == [], "the result"
    ada.go(f"/replay/{finished}")
    page.locator("#scrubber").wait_for()
    assert faults(ada) == [], "the replay"


def too_wide(person: Person) -> list[int]:
    """The widths of screens on which the page can be scrolled sideways."""
    found = []
    for size in (SMALL, PHONE, TABLET, DESKTOP):
        person.resize(size)
        if person.sideways() > 0:
            found.append(size["width"])
    return found


def test_no_page_is_wider_than_the_screen(people: People, finished: str):
    ada = people.come("Ada", PHONE)
    for path in (*PATHS, f"/replay/{finished}", f"/t/{finished}"):
        ada.go(path)
        settle(ada)
        assert too_wide(ada) == [], path
    ada.invite()
    assert too_wide(ada) == [], "the lobby"
    ada.go(f"/new/{DICE_NAME}")
    add = ada.page.get_by_role("button", name="Add a seat")
    while add.count():
        add.click()
    assert too_wide(ada) == [], "a table for six"
    ada.page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    ada.choose("die")
    ada.page.locator(".bar button:enabled").first.wait_for()
    assert too_wide(ada) == [], "a match of six"


def test_the_first_screen_offers_the_running_match_first(people: People):
    ada = people.come("Ada")
    ada.play_now()
    code = ada.code
    ada.go("/")
    first = ada.page.locator("main a.card").first
    expect(first).to_have_attribute("href", f"/t/{code}")
    expect(first).to_contain_text("It is your turn")
    first.click()
    ada.see_board()


def test_a_code_can_be_typed(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    code = ada.invite()
    bea.go("/")
    bea.page.get_by_label("Have a code?").fill("x")
    bea.page.get_by_role("button", name="Join").click()
    shows(bea, "A code has six letters or digits")
    bea.page.get_by_label("Have a code?").fill(f" {code[:3].lower()}-{code[3:]}")
    bea.page.get_by_role("button", name="Join").click()
    expect(bea.page.get_by_role("button", name="Sit here")).to_be_visible()


def test_an_unknown_table_is_said_to_be_unknown(people: People):
    ada = people.come("Ada")
    ada.go("/t/AAAAAA")
    shows(ada, "There is no table AAAAAA. Is the code right?")
    expect(ada.page.get_by_role("button", name="Table AAAAAA")).to_have_count(0)
    ada.page.get_by_role("link", name="Back to the games").click()
    ada.card().wait_for()


def test_a_wrong_code_can_be_corrected_where_it_is_said_to_be_wrong(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    code = ada.invite()
    bea.go("/t/AAAAAA")
    bea.page.get_by_label("Have a code?").fill(code)
    bea.page.get_by_role("button", name="Join").click()
    expect(bea.page.get_by_role("button", name="Sit here")).to_be_visible()


def test_settings_are_remembered(people: People):
    ada = people.come()
    page = ada.page
    ada.go("/settings")
    page.get_by_label("Your name").fill("Ada L.")
    page.get_by_role("button", name="Save").click()
    shows(ada, "Saved.")
    page.get_by_role("radio", name="Day").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    page.get_by_role("group", name="Sound").get_by_role("radio", name="Off").check()
    page.get_by_role("radio", name="Full").check()
    ada.go("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    expect(page.locator("html")).to_have_attribute("data-motion", "full")
    expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
    shows(ada, "You are Ada L.")
    ada.play_now()
    expect(page.locator(".mine .name")).to_have_text("Ada L.")


def test_the_best_alone_are_listed(people: People, finished: str):
    ada = people.come("Ada")
    ada.go("/records")
    expect(ada.page.get_by_role("heading", name="Best alone").first).to_be_visible()
    expect(ada.page.locator(f"a[href^='/replay/{finished}']").first).to_be_visible()
