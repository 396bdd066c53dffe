"""At the entrance, in a real browser: finding a table, watching by name, and going on with a second device."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .people import DESKTOP, PHONE, People, Person, shows


def way_in(sheet: Locator) -> str:
    """The link for a second device, once it has taken the place of the one for those who watch."""
    field = sheet.get_by_label("Link", exact=True).last
    expect(field).to_have_value(re.compile("/device/"))
    return field.input_value()


def set_up(person: Person, found: bool) -> str:
    """A table with a seat for someone elsewhere; its code."""
    page = person.page
    person.go("/new/noirlab-dice")
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone elsewhere").click()
    if found:
        page.get_by_role("radio", name="Everyone here").check()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    return person.code


def test_a_table_that_wants_to_be_found_is_joined_from_the_first_page(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    secret, code = set_up(ada, found=False), ""
    bea.go("/")
    bea.card().wait_for()
    expect(bea.page.locator(f"a[href^='/t/{secret}']")).to_have_count(0)
    code = set_up(ada, found=True)
    shows(ada, "Everyone who opens this server finds your table")
    entry = bea.page.locator(f"a[href^='/t/{code}-']")
    expect(entry).to_contain_text("with Ada")
    expect(entry).to_contain_text("one seat free")
    assert bea.sideways() == 0

    ada.page.get_by_role("button", name="No longer").click()
    expect(entry).to_have_count(0)
    ada.page.get_by_role("button", name="Show it to everyone").click()
    entry.click()
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    bea.see_board()


def test_the_code_in_the_header_invites_those_who_watch_and_they_are_named(people: People):
    ada, bea = people.come("Ada", PHONE), people.come("Bea")
    ada.play_now()
    bea.go(f"/t/{ada.code}")
    bea.see_board()
    ada.page.get_by_role("button", name=f"Table {ada.code}").click()
    sheet = ada.page.get_by_role("dialog", name=f"Table {ada.code}")
    expect(sheet).to_contain_text("Bea is watching")
    expect(sheet).to_contain_text("My other device")
    sheet.get_by_role("button", name="Hide their names").click()
    expect(sheet).to_contain_text("One is watching")
    expect(sheet).not_to_contain_text("Bea")
    for size in ({"width": 375, "height": 553}, PHONE, DESKTOP):
        ada.resize(size)
        assert ada.sideways() == 0
    sheet.get_by_role("button", name="Show their names").click()
    expect(sheet).to_contain_text("Bea is watching")
    bea.page.get_by_role("button", name=f"Table {bea.code}").click()
    other = bea.page.get_by_role("dialog", name=f"Table {bea.code}")
    expect(other).to_contain_text("To watch")
    expect(other).not_to_contain_text("My other device")  # whoever watches has no seat to take along


def test_a_second_device_of_ones_own_goes_on_with_the_match(people: People):
    ada, phone = people.come("Ada"), people.come("", PHONE)
    ada.page.route("**/api/here", lambda route: route.fulfill(json={"public": ada.address, "addresses": []}))
    ada.play_now()
    ada.page.get_by_role("button", name=f"Table {ada.code}").click()
    ada.page.get_by_role("button", name="Show me the way in").click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name="QR code for your own second device")).to_be_visible()
    link = way_in(sheet)
    phone.page.goto(link)
    shows(phone, "Is this your device too?")
    phone.page.get_by_role("button", name="Yes, it is mine").click()
    phone.see_board()
    shows(ada, "Your other device is in.")
    assert phone.code == ada.code
    expect(phone.page.locator(".mine .name")).to_have_text("Ada")
    ada.page.keyboard.press("Escape")
    people.play_out(phone)

    other = people.come("", PHONE)  # whoever finds the link later comes too late
    other.page.goto(link)
    other.page.get_by_role("button", name="Yes, it is mine").click()
    expect(other.page.get_by_role("alert")).to_contain_text("used already")
    other.complaints.clear()  # the browser tells of the refusal


def test_a_device_that_is_signed_out_becomes_a_stranger(people: People):
    ada, phone = people.come("Ada"), people.come("", PHONE)
    ada.page.route("**/api/here", lambda route: route.fulfill(json={"public": ada.address, "addresses": []}))
    ada.play_now()
    ada.page.get_by_role("button", name=f"Table {ada.code}").click()
    ada.page.get_by_role("button", name="Show me the way in").click()
    phone.page.goto(way_in(ada.page.get_by_role("dialog")))
    phone.page.get_by_role("button", name="Yes, it is mine").click()
    expect(phone.page.locator(".mine .name")).to_have_text("Ada")

    ada.go("/settings")
    mine = ada.page.get_by_role("region", name="Your devices")
    expect(mine.get_by_role("listitem")).to_have_count(2)
    expect(mine.get_by_role("listitem").first).to_contain_text("this device")
    mine.get_by_role("button", name="Sign out: ").click()
    expect(mine.get_by_role("listitem")).to_have_count(1)
    expect(mine).to_contain_text("Signed out.")
    phone.see_board()
    expect(phone.page.locator(".mine .name")).to_have_count(0)  # it watches now, as anyone may


def test_a_device_that_plays_itself_is_warned_before_it_becomes_another(people: People):
    bea = people.come("Bea", PHONE)
    bea.play_now()
    bea.go("/device/7KQ2MX#nonsense")
    shows(bea, "Here you already sit at a table as Bea.")
    bea.page.get_by_role("link", name="No, take me to the games").click()
    shows(bea, "You are Bea")
