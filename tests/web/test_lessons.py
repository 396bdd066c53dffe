"""A lesson in a real browser: the page of whoever leads it, scripted pupils at its tables, and one with a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.pupils import Pupils
from tests.server.serving import Served, wait_until

from .people import PHONE, People, Person, shows

TABLET = {"width": 820, "height": 1180}


def open_lesson(person: Person, tables: int) -> str:
    """Open so many tables of the dice game from the first page; the code of the lesson."""
    person.go("/")
    person.page.get_by_role("link", name="Play with a class").click()
    person.page.get_by_role("radio", name="NOIRLab Dice").check()
    person.page.get_by_role("spinbutton", name="Tables").fill(str(tables))
    person.page.get_by_role("button", name=f"Open {tables} tables").click()
    code = person.page.locator(".invite .code")
    code.wait_for()
    return code.inner_text()


def test_a_class_is_led_from_one_page(people: People, served: Served):
    teacher, late = people.come("", TABLET), people.come("", PHONE)
    code = open_lesson(teacher, 3)
    cards = teacher.page.locator("main li")
    expect(cards).to_have_count(3)
    assert teacher.sideways() == 0
    with Pupils(served, code, 4, thinking=3) as pupils:
        shows(teacher, "of 6 seats taken")
        expect(cards.nth(0)).to_contain_text("move")
        expect(cards.nth(1)).to_contain_text("move")
        expect(cards.nth(2)).to_contain_text("Free seat")

        late.go("/")
        late.page.get_by_label("Have a code?").fill(code)
        late.page.get_by_role("button", name="Join").click()
        late.page.get_by_label("Your name").fill("Zelda")
        late.page.get_by_role("button", name="Find me a seat").click()
        expect(cards.nth(2)).to_contain_text("Zelda")

        teacher.page.get_by_role("button", name="Fill one seat with a bot").click()
        late.see_board()
        expect(cards.nth(2)).to_contain_text("Vega")

        teacher.page.get_by_role("button", name="Pause everyone").press("Enter")
        shows(late, "The lesson pauses")
        expect(late.page.locator(".bar button[data-place]:enabled")).to_have_count(0)
        expect(teacher.page.locator("main li", has_text="pauses")).to_have_count(3)
        go_on, heard = teacher.page.get_by_role("button", name="Go on"), late.page.locator("#announcer")
        expect(go_on).to_be_focused()
        expect(heard).to_contain_text("The lesson pauses")
        go_on.press("Enter")
        expect(heard).to_contain_text("The lesson goes on.")
        expect(late.page.locator(".bar")).not_to_contain_text("The lesson pauses")

        teacher.page.get_by_role("button", name="One more table").click()
        expect(cards).to_have_count(4)
        teacher.page.get_by_role("button", name="Close the lesson").click()
        teacher.page.get_by_role("button", name="Close it for everyone").click()
        shows(teacher, "This lesson is over.")
        wait_until(lambda: len(pupils.over) == 4, "every match has ended")
        assert pupils.refusals == []


def test_the_secret_leads_the_lesson_on_another_device_and_is_not_left_in_the_address(people: People):
    teacher, tablet = people.come(""), people.come("", TABLET)
    teacher.page.route("**/api/here", lambda route: route.fulfill(json={"public": teacher.address, "addresses": []}))
    code = open_lesson(teacher, 2)
    assert teacher.page.url.endswith(f"/lesson/{code}")
    teacher.page.get_by_role("button", name="Lead from another device").click()
    link = teacher.page.get_by_role("dialog").get_by_label("Link", exact=True).input_value()
    tablet.page.goto(link)
    expect(tablet.page.get_by_role("button", name="Pause everyone")).to_be_visible()
    assert tablet.page.url.endswith(f"/lesson/{code}"), "others may see the screen"
    tablet.go("/lesson")
    expect(tablet.page.get_by_role("link", name=f"Lesson {code}")).to_be_visible()


def test_a_pupil_who_finds_the_page_of_the_lesson_is_only_led_to_a_seat(people: People):
    teacher, pupil = people.come(""), people.come("Ida", PHONE)
    code = open_lesson(teacher, 2)
    pupil.go(f"/lesson/{code}#a-guess-of-a-secret")
    expect(pupil.page.get_by_role("alert")).to_contain_text("whoever opened the lesson")
    expect(pupil.page.get_by_role("button", name="Pause everyone")).to_have_count(0)
    pupil.page.get_by_role("button", name="Find me a seat").click()
    shows(pupil, "Waiting for one more player")
    own = pupil.code
    pupil.go(f"/lesson/{code}")
    pupil.page.get_by_role("button", name="Find me a seat").click()
    shows(pupil, "Waiting for one more player")
    assert pupil.code == own
    shows(teacher, "of 4 seats taken")
    expect(teacher.page.locator(".sum b")).to_have_text("1")


def test_who_comes_too_late_or_with_a_wrong_code_is_told_so_and_can_go_on(people: People):
    teacher, late = people.come(""), people.come("Ida", PHONE)
    code = open_lesson(teacher, 2)
    teacher.page.get_by_role("button", name="Close the lesson").click()
    teacher.page.get_by_role("button", name="Close it for everyone").click()
    shows(teacher, "This lesson is over.")
    late.go("/lesson/AAAAA")
    late.page.get_by_role("button", name="Find me a seat").click()
    shows(late, "There is no lesson AAAAA. Is the code right?")
    late.page.get_by_label("Have a code?").fill(code)
    late.page.get_by_role("button", name="Join").click()
    late.page.get_by_role("button", name="Find me a seat").click()
    shows(late, "This lesson is over.")
    expect(late.page.get_by_role("link", name="Back to the games")).to_be_visible()


@pytest.mark.long
def test_twenty_tables_and_forty_pupils(people: People, served: Served):
    teacher = people.come("", TABLET)
    code = open_lesson(teacher, 20)
    with Pupils(served, code, 40, thinking=0.3) as pupils:
        expect(teacher.page.locator(".sum b")).to_have_text("40")
        wait_until(lambda: len(pupils.over) == 40, "every match has ended", seconds=600)
        expect(teacher.page.locator("main li", has_text="won")).to_have_count(20)
        assert pupils.refusals == []
        assert sorted(pupils.tables.values()).count(pupils.tables[0]) == 2
