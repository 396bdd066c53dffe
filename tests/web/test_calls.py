"""It is your turn: the tab says so, the browser calls whoever asked for it, and the first screen has it on top."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.serving import wait_until

from .people import DICE, DICE_NAME, PHONE, People, Person

OFFER = "Call me when it is my turn"

# Every notification of a page is kept, in place of the one that the system would show.
KEEP_CALLS = """() => {
  window.called = [];
  const kept = class { constructor(title, more) { window.called.push(`${title}: ${more.body}`); } close() {} };
  kept.permission = Notification.permission;
  kept.requestPermission = () => { window.asked = true; return Promise.resolve(kept.permission = 'granted'); };
  window.Notification = kept;
}"""
LOOK_ELSEWHERE = """() => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def sit_down(host: Person, other: Person) -> str:
    code = host.invite()
    other.go(f"/t/{code}")
    other.page.get_by_role("button", name="Sit here").click()
    host.see_board()
    other.see_board()
    return code


def take_turn(person: Person) -> None:
    """Do something sensible until it is somebody else's turn."""
    expect(person.page).to_have_title(re.compile("^●"))
    while person.page.title().startswith("●"):
        if not person.act():
            person.page.wait_for_timeout(30)


def test_the_tab_says_whose_turn_it_is(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    sit_down(ada, bea)
    expect(ada.page).to_have_title(f"● Your turn · {DICE} · Asterism")
    expect(bea.page).to_have_title(f"{DICE} · Asterism")
    take_turn(ada)
    expect(bea.page).to_have_title(f"● Your turn · {DICE} · Asterism")
    bea.go("/")
    expect(bea.page).to_have_title("● Your turn · Asterism")
    ada.go("/")
    expect(ada.page.locator("article").first).to_be_visible()
    expect(ada.page).to_have_title("Asterism")


def test_whoever_asked_for_it_is_called_and_only_while_looking_elsewhere(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    bea.page.add_init_script(f"({KEEP_CALLS})()")
    sit_down(ada, bea)
    offer = bea.page.get_by_role("button", name=OFFER)
    expect(offer).to_be_visible()
    assert bea.page.evaluate("window.asked") is None, "nobody is asked without having tapped"
    offer.click()
    expect(offer).to_be_hidden()

    take_turn(ada)
    bea.page.locator(".bar button:enabled").first.wait_for()
    assert bea.page.evaluate("window.called") == [], "who looks at the table sees it"
    take_turn(bea)
    bea.page.evaluate(LOOK_ELSEWHERE)
    take_turn(ada)
    wait_until(lambda: bea.page.evaluate("window.called.length > 0"), "the call")
    assert bea.page.evaluate("window.called") == [f"Your turn: {DICE}"]


def test_the_offer_is_made_once_and_settings_can_change_it(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    bea.page.add_init_script(f"({KEEP_CALLS})()")
    code = sit_down(ada, bea)
    bea.page.get_by_role("button", name="No, do not call me").click()
    bea.go(f"/t/{code}")
    expect(bea.page.locator(".waiting")).to_be_visible()
    expect(bea.page.get_by_role("button", name=OFFER)).to_have_count(0)

    bea.go("/settings")
    choice = bea.page.get_by_role("group", name="A call when it is your turn")
    expect(choice.get_by_role("radio", name="Off")).to_be_checked()
    choice.get_by_role("radio", name="On").click()
    expect(choice.get_by_role("radio", name="On")).to_be_checked()


def test_against_bots_nobody_is_offered_a_call(people: People):
    ada = people.come("Ada")
    ada.play_now()
    expect(ada.page.locator(".bar button:enabled").first).to_be_visible()
    expect(ada.page.get_by_role("button", name=OFFER)).to_have_count(0)


def test_where_a_browser_offers_no_calls_the_settings_say_so(people: People):
    ada = people.come("Ada")
    ada.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    ada.go("/settings")
    expect(ada.page.get_by_text("Browsers let a page call you only over https")).to_be_visible()


def test_of_many_tables_those_that_wait_for_me_come_first(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    mine = sit_down(ada, bea)
    theirs = sit_down(bea, ada)  # opened later, but Bea is to move there
    ada.go("/")
    banners = ada.page.get_by_role("region", name="Your match goes on").get_by_role("link")
    expect(banners).to_have_count(2)
    assert [banner.get_attribute("href") for banner in banners.all()] == [f"/t/{mine}", f"/t/{theirs}"]
    expect(banners.first).to_contain_text("It is your turn")
    ada.go(f"/new/{DICE_NAME}")
