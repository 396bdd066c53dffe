"""Whoever leaves does not keep the others waiting, and comes back with one tap."""

from __future__ import annotations

from datetime import datetime, timedelta

from playwright.sync_api import expect

from .people import PHONE, SMALL, People, Person, shows
from .test_away import sit_down


def own_turn(person: Person) -> None:
    person.page.locator(".bar button:enabled").first.wait_for()


def test_two_friends_play_one_closes_the_phone_a_bot_takes_over_and_they_return_and_play_on(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    sit_down(ada, bea)
    code = ada.code
    ada.choose("die")
    ada.choose("pass")
    own_turn(bea)
    bea.page.close()  # and the screen of the phone goes dark
    absent = ada.page.locator(".absent")
    expect(absent).to_contain_text("Bea is away")
    expect(absent.get_by_role("button", name="End the match")).to_have_count(0)
    absent.get_by_role("button", name="Let a bot play").click()
    plate = ada.page.locator(".others .plate")
    expect(plate).to_contain_text("a bot plays")
    expect(absent).to_have_count(0)
    own_turn(ada)  # the bot has had its turn

    bea.page = bea.page.context.new_page()
    bea.go(f"/t/{code}")
    bea.see_board()
    shows(bea, "A bot plays for you.")
    expect(bea.page.locator(".bar button:enabled")).to_have_count(0)
    bea.page.get_by_role("button", name="I play again").tap()
    expect(bea.page.get_by_role("main").get_by_text("A bot plays for you.")).to_have_count(0)
    expect(plate).not_to_contain_text("a bot plays")
    assert {"Ada lets a bot play for Bea.", "Bea’s bot rolls the die.", "Bea is back and plays on."} <= set(ada.log())
    assert {"Ada lets a bot play for you.", "Bea’s bot rolls the die.", "You are back and play on."} <= set(bea.log())
    assert "You roll the die." not in bea.log(), "she has not played herself yet"
    people.play_out(ada, bea)


def test_about_someone_who_is_there_but_does_not_move_it_is_said_on_the_smallest_phone_too(people: People):
    ada, bea = people.come("Ada", SMALL), people.come("Bea")
    sit_down(ada, bea)
    ada.choose("die")
    ada.choose("pass")
    own_turn(bea)
    expect(ada.page.locator(".bar .waiting")).to_have_text("Bea is thinking…")
    expect(ada.page.locator(".absent")).to_have_count(0)
    board = ada.page.locator(".middle").bounding_box()
    ada.page.clock.set_system_time(datetime.now() + timedelta(seconds=302))
    absent = ada.page.locator(".absent")
    expect(absent).to_contain_text("Bea has not moved for long.")
    expect(absent.get_by_role("button", name="Let a bot play")).to_be_enabled()
    expect(ada.page.locator(".waiting")).to_have_count(0)
    assert ada.page.locator(".middle").bounding_box() == board, "it takes the place of what was said there"
    plate, box = ada.page.locator(".plate.front").bounding_box(), absent.bounding_box()
    assert plate is not None
    assert box is not None
    assert plate["y"] + plate["height"] <= box["y"], "one’s own plate stays free"


def test_leaving_is_asked_for_and_the_match_is_found_again(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    sit_down(ada, bea)
    code = bea.code
    bea.page.locator(".tools").get_by_role("button", name="Leave").tap()
    bea.page.get_by_role("button", name="Stay").tap()
    expect(bea.page.get_by_text("a bot plays")).to_have_count(0)
    bea.page.locator(".tools").get_by_role("button", name="Leave").tap()
    bea.page.locator("dialog[open]").get_by_role("button", name="Leave").tap()
    banner = bea.page.locator(f"a[href='/t/{code}']")
    expect(ada.page.locator(".others .plate")).to_contain_text("a bot plays")
    shows(ada, "Bea left. A bot plays on.")
    expect(ada.page.locator(".tools").get_by_role("button", name="Leave")).to_have_count(0)
    expect(banner).to_contain_text("A bot plays for you · with Ada")
    banner.tap()
    bea.page.get_by_role("button", name="I play again").tap()
    expect(ada.page.locator(".others .plate")).not_to_contain_text("a bot plays")


def test_of_several_at_one_device_one_leaves_and_a_bot_plays_for_them(people: People):
    ada = people.come("Ada", PHONE)
    ada.go("/new/noirlab-dice")
    page = ada.page
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Oma")
    page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    page.locator(".tools").get_by_role("button", name="Leave").tap()
    expect(page.locator("dialog[open]").get_by_role("button", name="Leave")).to_have_count(0)
    page.get_by_role("button", name="A bot for Oma").tap()
    expect(page.locator(".others .plate")).to_contain_text("a bot plays")
    ada.choose("die")
    ada.choose("pass")
    own_turn(ada)
    page.get_by_role("button", name="I play again").tap()
    expect(page.locator(".others .plate")).not_to_contain_text("a bot plays")
