"""A clock, if one was chosen: shown calmly, kept over restarts; and a match over two days."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.serving import Served

from .people import DICE_NAME, PHONE, People, shows
from .test_leaving import own_turn
from .test_reconnecting import free_port

DAY = 86_400


def test_a_clock_is_chosen_and_shown_to_whoever_comes(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    page = ada.page
    ada.go(f"/new/{DICE_NAME}")
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone elsewhere").click()
    clock = page.get_by_role("group", name="Clock")
    expect(clock.get_by_role("radio", name="Off")).to_be_checked()
    clock.get_by_role("radio", name="The match").check()
    page.get_by_role("group", name="How much time").get_by_role("radio", name="20 min").check()
    page.get_by_role("radio", name="The match ends").check()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    bea.go(f"/t/{ada.code}")
    shows(bea, "20 min for all turns of a player; then the match ends without a result.")
    bea.page.get_by_role("button", name="Sit here").tap()
    for person in (ada, bea):
        person.see_board()
        expect(person.page.get_by_role("timer")).to_have_count(2)
    expect(bea.page.locator(".mine").get_by_role("timer")).to_have_text("20:00 left")


def test_a_match_over_two_days_with_the_server_restarted_in_between(
    browser: Browser, tmp_path: Path, with_a_sixth_game: dict[str, str]
):
    """A day for each turn. Bea forgets hers, a bot plays it, and she goes on the day after."""
    flags = ("--unlimited", "--port", str(free_port()))
    server = Served(tmp_path, *flags, env=with_a_sixth_game)
    people = People(browser, server.address)
    try:
        ada, bea = people.come("Ada"), people.come("Bea", PHONE)
        ada.go(f"/new/{DICE_NAME}")
        page = ada.page
        page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone elsewhere").click()
        page.get_by_role("radio", name="By post").check()
        page.get_by_role("group", name="How much time").get_by_role("radio", name="one day").check()
        page.get_by_role("button", name="Open the table").click()
        page.locator(".invite .code").wait_for()
        code = ada.code
        bea.go(f"/t/{code}")
        bea.page.get_by_role("button", name="Sit here").tap()
        ada.see_board()
        ada.choose("die")
        ada.choose("pass")
        own_turn(bea)
        expect(bea.page.locator(".mine").get_by_role("timer")).to_contain_text("23 h")
        bea.page.close()
        expect(ada.page.locator(".others .plate")).to_contain_text("away")

        later(server, *flags, "--ahead", str(DAY / 2))
        plate = ada.page.locator(".others .plate")
        expect(plate).to_contain_text("12 h")  # since she went
        expect(plate.get_by_role("timer")).to_contain_text("11 h")

        later(server, *flags, "--ahead", str(2 * DAY))
        shows(ada, "Bea ran out of time. A bot plays on.")
        expect(plate).to_contain_text("a bot plays")
        own_turn(ada)
        bea.page = bea.page.context.new_page()
        bea.go(f"/t/{code}")
        bea.page.get_by_role("button", name="I play again").tap()
        expect(plate).not_to_contain_text("a bot plays")
        people.play_out(ada, bea)
        for person in people.persons:
            person.forgive_absence()
        people.leave()
    finally:
        server.stop()


def later(server: Served, *flags: str) -> None:
    """The server is started again when so much time has passed."""
    server.flags = flags
    server.restart()
