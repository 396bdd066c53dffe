"""The lobby as whoever opened the table shapes it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .people import DICE, PHONE, People, shows


def test_a_family_of_four_shapes_a_lobby_and_starts_with_a_bot(people: People):
    """From the one tap of an invitation, which is for two: Oma plays beside Ada, and nobody takes the fourth seat."""
    ada, bea = people.come("Ada", PHONE), people.come("Bea")
    page = ada.page
    code = ada.invite()
    seats = page.locator(".seats li")
    expect(seats).to_have_count(2)
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("button", name="Add a seat").click()
    expect(seats).to_have_count(4)

    page.get_by_role("button", name="Fill seat 3").click()
    page.get_by_label("Name at seat 3").fill("Oma")
    page.locator("dialog[open]").get_by_role("button", name="Sit here").click()
    expect(seats.nth(2)).to_contain_text("Oma")

    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").first.click()
    expect(seats.nth(1)).to_contain_text("Bea")
    expect(bea.page.get_by_role("button", name="Close the table")).to_have_count(0)
    expect(bea.page.get_by_role("button", name="Add a seat")).to_have_count(0)

    page.get_by_role("button", name="Fill seat 4").click()
    page.get_by_role("radio", name="Hard").check()
    page.get_by_role("button", name="Put a bot here").click()
    for person in (ada, bea):
        person.see_board()
        names = person.page.locator(".plate .name")
        told = sorted(re.sub(r"\s.*", "", name) for name in names.all_inner_texts())
        assert told == ["Ada", "Bea", "Oma", "Vega"]
    assert ada.sideways() == 0


def test_start_now_with_bots_where_nobody_came(people: People):
    ada = people.come("Ada")
    ada.invite()
    ada.page.get_by_role("button", name="Add a seat").click()
    ada.page.get_by_role("button", name="Start now, with 2 bots").click()
    ada.see_board()
    expect(ada.page.locator(".others .plate")).to_have_count(2)


def test_a_bot_makes_room_for_someone_who_comes_and_a_seat_is_given_away(people: People):
    ada, bea, cleo = people.come("Ada"), people.come("Bea"), people.come("Cleo")
    page = ada.page
    code = ada.invite()
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("button", name="Fill seat 2").click()
    page.get_by_role("button", name="Put a bot here").click()
    expect(page.locator(".seats li").nth(1)).to_contain_text("Vega")
    page.get_by_role("button", name="Change seat 2").click()
    page.get_by_role("button", name="Free the seat").click()
    expect(page.locator(".seats li").nth(1)).to_contain_text("Free seat")

    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Change seat 2").click()
    shows(ada, "Bea stands up then, and can sit down again or watch.")
    page.get_by_role("button", name="Free the seat").click()
    expect(bea.page.get_by_role("button", name="Sit here")).to_have_count(2)
    cleo.go(f"/t/{code}")
    cleo.page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Fill seat 3").click()
    page.get_by_role("button", name="Remove seat 3").click()
    ada.see_board()
    expect(page.locator(".others .name")).to_have_text("Cleo")


def test_the_rules_are_read_while_waiting_and_the_table_is_closed(people: People):
    ada, bea = people.come("Ada", PHONE), people.come("Bea")
    code = ada.invite()
    bea.go(f"/t/{code}")
    expect(bea.page.get_by_role("button", name="Sit here")).to_be_visible()
    ada.page.get_by_role("button", name="Read the rules").click()
    expect(ada.page.locator("dialog[open] .rules h1")).to_contain_text(DICE)
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Close the table").click()
    ada.page.get_by_role("button", name="Close it for everyone").click()
    for person in (ada, bea):
        shows(person, "This table was closed before the match began.")
    ada.go("/")
    expect(ada.card()).to_be_visible()
    expect(ada.page.locator(f"a[href='/t/{code}']")).to_have_count(0)
