"""A game without a page of its own is played on the plain board; what it keeps secret is kept on one screen too."""

from __future__ import annotations

from playwright.sync_api import expect

from .people import PHONE, People, Person

TITLE = "Hidden Star"


def finish(person: Person) -> None:
    for _ in range(200):
        if person.over:
            return
        go = person.page.locator(".curtain .gold")
        first = go if go.count() else person.page.locator(".bar button:enabled").first
        first.dispatch_event("click") if first.count() else person.page.wait_for_timeout(30)
    raise AssertionError("the match does not end")


def test_a_game_without_a_page_is_played_by_its_text_and_its_choices(people: People):
    ada = people.come("Ada")
    ada.play_now(TITLE)
    ada.keep_announced()
    page = ada.page
    expect(page.locator("pre")).to_contain_text("seat 1:")
    expect(page.locator("pre")).to_contain_text("seat 2: ?")
    assert page.locator(".bar button .words").all_inner_texts() == ["Keep", "Change"]
    page.keyboard.press("1")
    finish(ada)
    assert any("You keep the star" in line for line in ada.announced())


def test_the_options_of_a_game_are_offered(people: People):
    ada = people.come("Ada", PHONE)
    ada.go("/new/sixth-game")
    stars = ada.page.get_by_label("Stars in the deck")
    expect(stars).to_have_value("8")
    stars.fill("12")
    ada.page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    finish(ada)


def test_secrets_are_covered_while_the_device_is_handed_over(people: People):
    ada = people.come("Ada", PHONE)
    page = ada.page
    ada.go("/new/sixth-game")
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Bea")
    page.get_by_role("button", name="Start playing").click()
    expect(page.get_by_role("dialog", name="Ada, it is your turn")).to_be_visible()
    assert page.locator(".bar button:enabled").count() == 0
    page.get_by_role("button", name="I am Ada").click()
    page.locator(".bar button:enabled").first.click()
    expect(page.get_by_role("dialog", name="Bea, it is your turn")).to_be_visible()
    page.get_by_role("button", name="I am Bea").click()
    expect(page.locator("pre")).to_contain_text("seat 1: ?")
    finish(ada)
