"""Inviting: a name and a number of players, then a table with so many seats."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.serving import Served
from tests.server.talking import Client

from .people import PHONE, People, Person

# Names on the plates that are cut off.
CUT_OFF = """() => [...document.querySelectorAll('.plate .name')]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.firstChild.textContent.trim())"""
LOW = {"width": 375, "height": 553}  # a small phone, less the bars of its browser


def test_a_name_typed_at_once_and_enter_opens_the_table_under_that_name(people: People) -> None:
    nora = people.come()
    nora.go("/")
    nora.card().get_by_role("button", name="Invite").press("Enter")
    nora.page.get_by_role("dialog").wait_for()
    nora.page.keyboard.type("Nora")
    nora.page.keyboard.press("Enter")
    nora.page.locator(".invite .code").wait_for()
    expect(nora.page.locator("ol strong").first).to_have_text("Nora")


def test_an_invitation_asks_how_many_and_nobody_is_locked_out(people: People) -> None:
    ada = people.come("Ada", PHONE)
    code = ada.invite(seats=3)
    for guest in ("Ben", "Cleo"):
        friend = people.come(guest, PHONE)
        friend.go(f"/t/{code}")
        friend.page.get_by_role("button", name="Sit here").first.click()
        expect(friend.page.get_by_role("button", name="Sit here")).to_have_count(0)
    ada.see_board()
    expect(ada.page.locator(".plate")).to_have_count(3)


def test_a_name_and_enter_take_a_free_seat_of_an_invitation(people: People) -> None:
    ada, ben = people.come("Ada"), people.come()
    code = ada.invite(seats=3)
    ben.go(f"/t/{code}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.keyboard.press("Enter")
    expect(ben.page.get_by_role("button", name="Stand up")).to_be_visible()
    expect(ada.page.locator("ol strong").nth(1)).to_have_text("Ben")


def test_whoever_opened_it_starts_with_those_who_came(people: People, served: Served) -> None:
    ada, ben = people.come("Ada"), people.come("Ben")
    code = ada.invite(seats=4)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here").first.click()
    ada.page.get_by_role("button", name="Start with the 2 who are here").click()
    ada.see_board()
    expect(ada.page.locator(".plate")).to_have_count(2)
    with Client(served) as anyone:
        assert len(anyone.ask("watch", table=code)["table"]["seats"]) == 2


def test_three_who_play_geminion_on_phones_read_each_others_names(people: People) -> None:
    ada = people.come("Ada", LOW)
    code = ada.invite("Geminion", seats=3)
    for guest in ("Theodora", "Bellatrix"):
        sit_down(people.come(guest, PHONE), code)
    ada.see_board()
    for size in (LOW, PHONE):
        ada.resize(size)
        assert ada.page.evaluate(CUT_OFF) == []
        covered = "([plate, bar]) => plate.getBoundingClientRect().bottom - bar.getBoundingClientRect().top"
        parts = [ada.page.locator(part).element_handle() for part in (".mine .plate", ".near")]
        assert ada.page.evaluate(covered, parts) <= 0, "nothing lies over the own plate"


def sit_down(person: Person, code: str) -> None:
    person.go(f"/t/{code}")
    person.page.get_by_role("button", name="Sit here").first.click()
    person.page.get_by_role("button", name="Stand up").or_(person.page.locator(".match .middle > *")).first.wait_for()
