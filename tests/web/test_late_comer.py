"""Whoever comes when all seats are taken: the seat of a bot can be theirs, if the table agrees."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .people import PHONE, People, shows


def test_a_late_comer_asks_for_the_seat_of_a_bot_and_plays_when_the_opener_agrees(people: People) -> None:
    ada, mia = people.come("Ada", PHONE), people.come("", PHONE)
    ada.play_now()
    bot = ada.page.locator(".others .name").first.inner_text().split("\n")[0].strip()
    mia.go(f"/t/{ada.code}")
    mia.page.get_by_role("button", name=f"Take the seat of {bot}").press("Enter")
    mia.page.get_by_role("dialog").get_by_label("Your name").wait_for()
    mia.page.keyboard.type("Mia")
    mia.page.keyboard.press("Enter")
    expect(mia.page.get_by_role("button", name="Do not ask any more")).to_be_visible()
    expect(ada.page.locator("#announcer")).to_contain_text(f"Mia would like to take over the seat of {bot}")
    ada.page.get_by_role("button", name="Let Mia play").click()
    expect(mia.page.locator(".mine .name")).to_contain_text("Mia")
    expect(ada.page.locator(".others .name").first).to_contain_text("Mia")
    expect(ada.page.locator("#announcer")).to_contain_text("Mia takes over the seat of a bot.")
    expect(mia.page.get_by_role("button", name=re.compile("Take the seat"))).to_have_count(0)


def test_a_no_ends_it_and_nothing_is_offered_again(people: People) -> None:
    ada, mia = people.come("Ada"), people.come("Mia")
    ada.play_now()
    mia.go(f"/t/{ada.code}")
    mia.page.get_by_role("button", name=re.compile("Take the seat")).click()
    ada.page.get_by_role("button", name="No", exact=True).click()
    expect(mia.page.get_by_role("button", name="Do not ask any more")).to_have_count(0)
    expect(mia.page.get_by_role("button", name=re.compile("Take the seat"))).to_have_count(0)


def test_whoever_comes_to_a_match_of_people_is_told_and_led_to_the_next_one(people: People) -> None:
    ada, ben, mia = people.come("Ada"), people.come("Ben"), people.come("Mia", PHONE)
    code = ada.invite(seats=2)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    mia.go(f"/t/{code}")
    shows(mia, "Every seat is taken by a person. If they play again, they can add one for you.")
    people.play_out(ada, ben)
    ada.page.locator(".veil").get_by_role("button", name="Play again").click()
    ada.page.get_by_role("button", name="Add a seat").click()
    mia.page.locator(".veil").get_by_role("link", name="Go to the next match").click()
    mia.page.get_by_role("button", name="Sit here").and_(mia.page.locator(":enabled")).click()
    ben.page.locator(".veil").get_by_role("button", name="Join the next match").click()
    mia.see_board()
    expect(mia.page.locator(".plate")).to_have_count(3)
    expect(mia.page.locator(".mine .name")).to_contain_text("Mia")
