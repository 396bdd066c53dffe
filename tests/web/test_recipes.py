"""Games of cards that have no page of their own, played whole on the plain board: hidden hands, a team, a market."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from .people import PHONE, People, Person, shows
from .test_pages import faults
from .test_plain_board import finish

LAMPS, MARKET = "signal-lamps", "night-market"


def differences(person: Person) -> list[str]:
    """What the badge of the edition tells when it is tapped."""
    page = person.page
    page.get_by_role("button", name="Edition Glaring").click()
    sheet = page.get_by_role("dialog", name="Edition: Glaring")
    assert faults(person) == [], "what differs"
    rows = [" ".join(row.locator("th, td").all_inner_texts()) for row in sheet.locator("tbody tr").all()]
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    return rows


def choices(person: Person) -> Locator:
    return person.page.locator(".bar button:enabled")


def test_a_team_with_hidden_hands_plays_an_edition_of_the_host_around_one_phone(people: People):
    ada = people.come("Ada", PHONE, day=True, bypass_csp=True)
    page = ada.page
    ada.go(f"/new/{LAMPS}")
    editions = page.get_by_role("group", name="Edition").get_by_role("radio")
    expect(editions.first).to_be_checked()  # the standard one
    page.get_by_role("radio", name="Glaring").check()
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Bea")
    page.get_by_role("group", name="Chances and hints").get_by_role("radio", name="On").check()  # off between people
    page.get_by_role("button", name="Start playing").click()
    page.get_by_role("button", name="I am Ada").click()
    assert differences(ada) == ["plain lamp · light 3 2", "light that is needed 1 5"]

    expect(page.locator("pre")).to_contain_text("seat 2: unknown")
    expect(page.locator(".plate").filter(has_text="Bea")).to_contain_text("Seat 2")  # as the text calls her
    page.get_by_role("button", name="Chances").click()
    expect(page.locator(".advice")).to_contain_text("Together you win with 100 %")
    expect(page.locator(".advice")).to_contain_text(" light")
    expect(page.locator(".bar button.gold")).to_contain_text("light ★")
    assert faults(ada) == [], "the plain board with a badge and chances"

    page.get_by_role("button", name="Keep your lamp").click()
    page.get_by_role("dialog", name="Bea, it is your turn").get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="I am Ada").click()
    expect(page.get_by_role("button", name="Keep your lamp")).to_be_enabled()

    finish(ada)
    result = page.locator(".veil")
    expect(result).to_contain_text("You won together!")
    expect(result.get_by_role("img", name="of 5 stars")).to_be_visible()
    expect(result).to_contain_text("more than the 1 that were needed")
    assert faults(ada) == [], "the result of a team"
    result.get_by_role("link", name="Watch the replay").click()
    shows(ada, "Estimated by search.")
    expect(page.get_by_role("img", name="Your chance of winning together over the match")).to_be_visible()
    expect(page.locator("figcaption")).to_have_text("The team")
    assert len(differences(ada)) == 2
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("pre")).not_to_contain_text("unknown")


def test_cards_from_a_market_are_taken_and_given_back_if_the_other_agrees(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    ada.go(f"/new/{MARKET}")
    seat = ada.page.get_by_role("radiogroup", name="Who sits at seat 2")
    seat.get_by_role("radio", name="Someone elsewhere").click()
    ada.page.get_by_role("group", name="Chances and hints").get_by_role("radio", name="On").check()
    ada.page.get_by_role("button", name="Open the table").click()
    code = ada.page.locator(".invite .code").inner_text()
    expect(ada.page.locator("button.edition")).to_have_count(0)  # the standard one needs no words
    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    before = ada.page.locator("pre").inner_text()
    choices(ada).nth(1).click()
    expect(choices(bea)).to_have_count(3)
    ada.page.get_by_role("button", name="Undo").click()  # another card was laid out meanwhile
    bea.page.get_by_role("button", name="Agree").click()
    expect(choices(ada)).to_have_count(3)
    assert ada.page.locator("pre").inner_text() == before

    ada.page.get_by_role("button", name="Chances").click()
    expect(ada.page.locator(".plate .chance")).to_have_count(2)
    expect(ada.page.locator(".bar button.gold")).to_contain_text("% ★")
    ada.page.get_by_role("button", name="Chances").click()
    for _ in range(200):
        if ada.over and bea.over:
            break
        for person in (ada, bea):
            if choices(person).count():
                choices(person).first.dispatch_event("click")
        ada.page.wait_for_timeout(20)
    expect(ada.page.locator(".veil li .score").first).to_contain_text("points")
    assert bea.sideways() == 0
    bea.page.route("**/review", lambda route: route.fulfill(json={**route.fetch().json(), "left_out": 3}))
    bea.page.locator(".veil").get_by_role("link", name="Watch the replay").click()
    shows(bea, "Estimated by search.")
    shows(bea, "The first 3 choices were not looked at")
    expect(bea.page.locator("#scrubber")).to_have_attribute("max", "22")
    bea.page.get_by_role("button", name="One move on").click()
    expect(bea.page.locator(".headline")).to_contain_text("is laid out.")
