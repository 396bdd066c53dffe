"""Chances between people: off unless they wish it, and then everyone sees who looks."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.serving import Served
from tests.server.talking import Client

from .people import DICE_NAME, People


def test_an_invitation_and_a_table_for_people_are_without_chances_unless_they_wish_it(people: People) -> None:
    ada, ben = people.come("Ada"), people.come("Ben")
    code = ada.invite()
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    expect(ada.page.locator(".tools button").first).to_be_attached()
    expect(ada.page.locator(".tools").get_by_role("button", name="Chances")).to_have_count(0)

    ada.go(f"/new/{DICE_NAME}")
    hints = ada.page.get_by_role("group", name="Chances and hints")
    expect(hints.get_by_role("radio", name="On")).to_be_checked()
    seat = ada.page.get_by_role("radiogroup", name="Who sits at seat 2")
    seat.get_by_role("radio", name="Someone elsewhere").click()
    expect(hints.get_by_role("radio", name="Off")).to_be_checked()


def test_the_other_sees_who_looks_and_the_switch_is_not_carried_into_the_next_match(
    people: People, served: Served
) -> None:
    ada, ben = people.come("Ada"), people.come("Ben")
    with Client(served) as host:
        codes = [host.open("elsewhere", "elsewhere", hints=True)["table"]["code"] for _ in range(2)]
    for person in (ada, ben):
        person.go(f"/t/{codes[0]}")
        person.page.get_by_role("button", name="Sit here").first.click()
    ada.see_board()
    ada.page.locator(".tools").get_by_role("button", name="Chances").click()
    expect(ben.page.locator(".others .advised")).to_have_text("looks at the chances of winning")
    expect(ben.page.locator("#announcer")).to_contain_text("Ada looks at the chances of winning.")
    expect(ben.page.locator(".mine .advised")).to_have_count(0)

    for person in (ben, ada):
        person.go(f"/t/{codes[1]}")
        person.page.get_by_role("button", name="Sit here").first.click()
    ada.see_board()
    chances = ada.page.locator(".tools").get_by_role("button", name="Chances")
    expect(chances).to_have_attribute("aria-pressed", "false")
