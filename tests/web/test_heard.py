"""What is said aloud when it happens, where the focus goes when its place is gone, and keys that can be turned off."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.serving import Served
from tests.server.talking import Client

from .people import DICE, DICE_NAME, PHONE, People, Person, Player


def heard(person: Person, text: str | re.Pattern[str]) -> None:
    expect(person.page.locator("#announcer p").filter(has_text=text).first).to_be_attached()


def focused(page: Page, role: str, name: str) -> None:
    expect(page.get_by_role(role, name=name, exact=True)).to_be_focused()  # type: ignore[arg-type]


def test_arrow_keys_go_round_in_a_group_and_tab_leaves_it(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.go(f"/new/{DICE_NAME}")
    seat = page.get_by_role("radiogroup", name="Who sits at seat 2")
    seat.get_by_role("radio", checked=True).focus()
    page.keyboard.press("ArrowRight")  # from the last to the first
    expect(seat.get_by_role("radio", name="Me", exact=True)).to_be_checked()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(seat.get_by_role("radio", name="Someone elsewhere")).to_be_focused()
    expect(seat.get_by_role("radio", name="Someone elsewhere")).to_be_checked()
    page.keyboard.press("Tab")
    focused(page, "button", "Remove seat 2")
    expect(page.get_by_role("group", name="Chances and hints")).to_have_accessible_description(
        "Players may look at the chances of winning. Between people everyone sees who does."
    )

    ada.play_now()
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    focused(page, "tab", "Text")
    page.keyboard.press("Tab")
    focused(page, "tabpanel", "Text")


def test_what_a_key_does_is_said_and_why_it_does_nothing(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.play_now()
    heard(ada, re.compile("^Table .* Asterism$"))
    page.locator(".bar button:enabled").wait_for()
    page.keyboard.press("u")
    expect(page.get_by_role("alert")).to_have_text("There is nothing to take back now.")
    page.keyboard.press("h")
    heard(ada, "The chances are shown.")
    heard(ada, re.compile(r"^Best now: Roll, \d+\.\d %\.$"))
    page.keyboard.press("h")
    heard(ada, "The chances are no longer shown.")
    page.keyboard.press("t")
    expect(page.get_by_role("dialog", name="The board in words")).to_contain_text("R rolls, P passes")


def test_letters_and_digits_can_be_turned_off(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.go("/settings")
    page.get_by_role("radio", name="Off: only Tab, arrows, Enter and Esc").check()
    ada.play_now()
    roll = page.get_by_role("group", name="What you can do now").get_by_role("button", name="Roll")
    roll.wait_for()
    for key in ("r", "t", "l"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert ada.log() == []
    roll.press("Enter")
    expect(page.get_by_role("tabpanel").get_by_role("listitem").first).to_have_text("You roll the die.")


def test_the_focus_stays_in_the_page_when_its_place_is_gone(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.invite()
    page.get_by_role("button", name="Add a seat").press("Enter")
    page.get_by_role("button", name="Fill seat 3").press("Enter")
    page.get_by_role("button", name="Remove seat 3").press("Enter")
    expect(page.get_by_role("button", name="Fill seat 3")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("button", name="Close the table").press("Enter")
    heard(ada, "Close it for everyone")  # the same button, pressed again, would do it
    page.get_by_role("button", name="Keep it open").press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_who_begins_and_for_whom_a_bot_plays_is_heard(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    code = ada.invite(DICE)
    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    heard(bea, "Ada is to move")
    bea.page.close()
    for place in ("die", "pass"):
        ada.page.locator(f".bar button[data-place='{place}']:enabled, button.choose:enabled").first.press("Enter")
    heard(ada, "Bea is away. The match goes on when they come back.")
    expect(ada.page.get_by_role("main")).to_be_focused()  # what was pressed last is gone
    ada.page.get_by_role("button", name="Let a bot play").press("Enter")
    heard(ada, "Ada lets a bot play for Bea.")
    heard(ada, re.compile("^Bea’s bot"))
    expect(ada.page.locator("#announcer")).not_to_contain_text("Bea is back")


def test_a_question_that_is_no_longer_asked_is_told(people: People, served: Served):
    with Client(served) as client:
        scene = client.open("me", "elsewhere", undo="ask")
        bea = people.come("Bea")
        bea.go(f"/t/{scene['table']['code']}")
        bea.page.get_by_role("button", name="Sit here").click()
        bea.see_board()
        scene = client.hear_scene(lambda s: s["table"]["phase"] == "playing")
        scene = client.act(scene)
        where = {"table": scene["table"]["code"], "ply": scene["ply"]}
        client.ask("undo", **where)
        heard(bea, "asks to take back a move.")
        client.ask("answer", **where, yes=False)
        heard(bea, "no longer asks to take back a move.")


class Teamster(Player):
    game = "gemini"


def test_the_table_in_words_has_the_roles_while_they_are_chosen(people: People):
    ada = Teamster(people.come("Ada"))
    ada.sit_down(ada.begin("bot"))
    ada.page.get_by_role("list", name="Roles").get_by_role("button").first.wait_for()
    ada.page.keyboard.press("t")
    sheet = ada.page.get_by_role("dialog", name="The board in words")
    expect(sheet.get_by_text("Queue Coordinator, free. One more card in your hand.")).to_be_visible()
    expect(sheet.get_by_text(re.compile("^Player deck: "))).to_be_visible()
