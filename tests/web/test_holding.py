"""A finger that holds something is shown more of it, and nothing is done when it lets go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .people import PHONE, People, Player
from .test_constellation_page import Stargazer
from .test_gemini_page import Astronomer
from .test_geminion_page import Child


def hold(player: Player, thing: Locator) -> Locator:
    """Press it until something is shown, then let go; what was shown."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    page = player.page
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    shown = page.locator(".held-card")
    expect(shown).to_be_visible()
    page.mouse.up()
    return shown


def stays(player: Player) -> None:
    """The server has answered all that it was asked, and the match stands where it stood."""
    before = player.scene["ply"]
    player.page.locator(".tools").get_by_role("button", name="Say").click()
    expect(player.page.locator(".held-card")).to_have_count(0)
    player.page.locator("dialog[open] .inside button").first.click()
    expect(player.page.locator("#announcer")).to_contain_text("Ada: ")
    assert player.scene["ply"] == before


def test_holding_a_pile_shows_its_card_large_and_in_words_and_buys_nothing(people: People):
    child = Child(people.come("Ada", PHONE))
    child.open("bot", shuffle=0)
    child.tap(child.all_at_once)
    pile = child.page.locator(".market button.can").first
    told = pile.locator(".unseen").inner_text()
    shown = hold(child, pile)
    expect(shown).to_contain_text(told)
    expect(shown.locator("svg.face")).to_be_visible()
    stays(child)
    assert [one for one in child.asked if one["type"] == "act"][1:] == [], "playing the hand was all that was asked"


def test_a_key_held_on_a_pile_shows_its_card_and_buys_nothing_and_a_short_press_buys(people: People):
    child = Child(people.come("Ada", PHONE))
    child.open("bot", shuffle=0)
    child.tap(child.all_at_once)
    pile, keyboard = child.page.locator(".market button.can").first, child.page.keyboard
    told = pile.locator(".unseen").inner_text()
    pile.focus()
    keyboard.down(" ")
    shown = child.page.locator(".held-card")
    expect(shown).to_contain_text(told)
    keyboard.down(" ")  # the keyboard repeats it
    keyboard.up(" ")
    stays(child)
    pile.focus()
    keyboard.down("Enter")
    for _ in range(3):
        keyboard.down("Enter")  # repeated
    keyboard.up("Enter")
    expect(child.page.locator("#announcer")).to_contain_text("You buy a Double")
    child.page.locator(".tools").get_by_role("button", name="Say").click()
    assert [one["type"] for one in child.asked].count("act") == 2, "the hand was played, and one card bought"


def test_holding_a_cell_of_the_constellation_says_what_it_is_and_picks_nothing(people: People):
    ada = Stargazer(people.come("Ada", PHONE))
    ada.open("me")
    shown = hold(ada, ada.cell(1, 0))
    expect(shown).to_contain_text("Empty cell, east of the Moon: a star can be placed")
    stays(ada)
    expect(ada.cell(1, 0)).not_to_have_attribute("aria-pressed", "true")


def test_holding_a_card_of_gemini_shows_it_and_does_not_choose_it(people: People):
    ada = Astronomer(people.come("Ada", PHONE))
    ada.open_first_turn()
    card = ada.page.locator(".hand .card-button").first
    shown = hold(ada, card)
    expect(shown.locator(".face")).to_be_visible()
    stays(ada)
    expect(card).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("game", ["noirlab-dice", "geminos"])
def test_holding_the_dice_does_not_roll_them(people: People, game: str):
    ada = Player(people.come("Ada", PHONE))
    ada.game = game
    ada.sit_down(ada.begin("me"))
    hold(ada, ada.page.locator(".throw").first)
    stays(ada)
