"""What must be readable and within reach, on every screen and enlarged twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.serving import Served
from tests.server.talking import Client, lock

from .people import DESKTOP, DICE, DICE_NAME, PHONE, SMALL, TABLET, People, Person

ENLARGED = {"width": 720, "height": 450}  # a screen of 1440 x 900 at 200 %
ENLARGED_FOUR_TIMES = {"width": 320, "height": 256}  # a screen of 1280 x 1024
ON_ITS_SIDE = {"width": 844, "height": 390}  # a phone
LOW = {"width": 640, "height": 360}
GAMES = {DICE_NAME: DICE, "geminos": "Geminos", "constellation": "The Gamers Constellation", "geminion": "Geminion"}
LONG_NAME = "Wilhelmina Featherstoneh"  # as long as a name may be

# The fields whose content is longer than they are: text that runs out of its box, an option wider than its select.
CUT_OFF = """() => [...document.querySelectorAll('input.field, select.field, textarea.field')].filter((field) => {
  if (field.tagName !== 'SELECT') return field.scrollWidth > field.clientWidth;
  const free = field.cloneNode(true);
  free.style.cssText = 'position: absolute; width: auto; visibility: hidden';
  field.parentNode.append(free);
  const wanted = free.offsetWidth;
  free.remove();
  return wanted > field.offsetWidth;
}).map((field) => `${field.ariaLabel ?? field.id}: ${field.value || field.placeholder}`)"""

# What sticks out of the box it belongs to, or lies over another thing; a thing may lie over its own container.
IN_THE_WAY = """(things) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const seen = [...document.querySelectorAll(things)].filter(shown);
  const box = (one) => one.getBoundingClientRect();
  const words = (one) => one.textContent.trim().replaceAll(/\\s+/g, ' ').slice(0, 40);
  const name = (one) => `<${one.className || one.tagName}> ${words(one)}`;
  const found = [];
  for (const one of seen) {
    if (one.matches('button, a, .plate, .field, .note') && one.scrollWidth > one.clientWidth + 2)
      found.push(`${name(one)} is cut off`);
    for (const part of one.matches('button, .plate') ? one.querySelectorAll(':scope > :not(.unseen, .bubble)') : []) {
      const [inner, outer] = [box(part), box(one)];
      if (inner.width && (inner.left < outer.left - 2 || inner.right > outer.right + 2))
        found.push(`${name(part)} sticks out of ${name(one)}`);
    }
    for (const other of seen) {
      if (other === one || one.contains(other) || other.contains(one)) continue;
      const [a, b] = [box(one), box(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) found.push(`${name(one)} lies over ${name(other)}`);
    }
  }
  return found;
}"""
# Whether something lies over the middle of what has the focus.
BENEATH = """() => {
  const focused = document.activeElement;
  if (!focused.closest('main')) return '';
  const { x, y, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return focused.contains(over) || over?.contains(focused) ? '' : focused.ariaLabel || focused.outerHTML;
}"""
AT_THE_TABLE = "header a, header button, .plate, .news, .middle, .bar, .ask, .tool, .well, .deck, .note"
ELSEWHERE = "header a, header button, main a, main button, main .field, main label, h1, h2"


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    with Client(served) as someone:
        yield someone


def in_the_way(person: Person, things: str) -> list[str]:
    person.still()
    found: list[str] = person.page.evaluate(IN_THE_WAY, things)
    return found


def cut_off(person: Person) -> dict[int, list[str]]:
    """The fields that do not show their whole content, by the width of the screen."""
    found = {}
    for size in (DESKTOP, TABLET, PHONE, SMALL, ENLARGED):
        person.resize(size)
        found[size["width"]] = person.page.evaluate(CUT_OFF)
    return {width: fields for width, fields in found.items() if fields}


def test_the_fields_of_a_new_table_show_their_whole_content(people: People):
    guest, named = people.come(""), people.come(LONG_NAME)
    for person in (guest, named):
        person.go(f"/new/{DICE_NAME}")
        person.page.get_by_label("Level of the bot at seat 2").wait_for()
        expect(person.page.get_by_label("Your name")).not_to_have_attribute("placeholder", "")
        assert cut_off(person) == {}
    seat = named.page.get_by_role("radiogroup", name="Who sits at seat 2")
    seat.get_by_role("radio", name="Someone here").click()
    named.page.get_by_label("Name at seat 2").fill(LONG_NAME)
    assert cut_off(named) == {}


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_on_a_phone_the_field_for_a_code_comes_before_the_games(people: People, size: dict[str, int]):
    ada = people.come("Ada", size)
    ada.go("/")
    ada.card().wait_for()
    field, join = ada.page.get_by_label("Have a code?"), ada.page.get_by_role("button", name="Join")
    field.fill("W2W2W2")
    assert ada.page.evaluate(CUT_OFF) == []
    where = [box_of(field), box_of(join)]
    assert all(box["y"] + box["height"] < 0.5 * size["height"] for box in where), "in the upper half of the screen"
    assert max(box["y"] for box in where) < box_of(ada.page.locator("article").first)["y"]


def box_of(locator: Any) -> dict[str, float]:
    box: dict[str, float] | None = locator.bounding_box()
    assert box is not None
    return box


def test_from_every_page_a_way_leads_back_to_the_running_match(people: People):
    ada = people.come("Ada")
    back = ada.page.get_by_role("link", name="Back to the match")
    ada.go("/settings")
    expect(back).to_have_count(0)
    ada.play_now()
    code = ada.code
    expect(back).to_have_count(0)
    ada.page.get_by_role("link", name="Settings").click()
    ada.page.get_by_role("heading", name="Settings").wait_for()
    for size in (DESKTOP, PHONE, SMALL):
        ada.resize(size)
        assert in_the_way(ada, "header a, header button") == [], size["width"]
    for path in ("/settings", "/records", "/replay", f"/new/{DICE_NAME}"):
        ada.go(path)
        back.click()
        ada.see_board()
        assert ada.code == code
    people.play_out(ada)
    ada.go("/settings")
    ada.page.get_by_role("heading", name="Settings").wait_for()
    expect(back).to_have_count(0)  # it is over


def test_the_question_for_an_undo_fits_on_every_screen(people: People):
    ada, bea = people.come(LONG_NAME), people.come("Bea", PHONE)
    ada.go(f"/new/{DICE_NAME}")
    seat = ada.page.get_by_role("radiogroup", name="Who sits at seat 2")
    seat.get_by_role("radio", name="Someone elsewhere").click()
    ada.page.get_by_role("radio", name="Everyone must agree").check()
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.locator(".invite .code").wait_for()
    bea.go(f"/t/{ada.code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.choose("die")
    ada.choose("pass")
    expect(ada.page.locator(".turn")).not_to_have_text("Your turn")
    ada.page.locator(".tools").get_by_role("button", name="Undo").press("Enter")
    expect(bea.page.locator("#announcer")).to_contain_text(f"{LONG_NAME} asks to take back a move.")
    ask = bea.page.locator(".ask")
    agree, no = ask.get_by_role("button", name="Agree"), ask.get_by_role("button", name="No", exact=True)
    for size in (PHONE, SMALL, ENLARGED):
        bea.resize(size)
        expect(agree).to_be_in_viewport(ratio=1)
        expect(no).to_be_in_viewport(ratio=1)
        expect(bea.page.locator(".bar button").first).to_be_in_viewport(ratio=1)
        assert box_of(agree)["y"] == box_of(no)["y"], "side by side"
        assert box_of(no)["x"] - box_of(agree)["x"] - box_of(agree)["width"] < 24, "and together"
        assert box_of(ask)["height"] < 0.2 * size["height"], "the table is still seen"
        assert in_the_way(bea, ".ask span:first-child, .ask button, .bar button, .tool") == []
    agree.press("Enter")
    expect(ada.page.locator(".turn")).to_have_text("Your turn")
    expect(ada.page.locator("main button:focus:enabled")).to_have_count(1)  # it was on what could not be pressed


@pytest.mark.parametrize("title", [*GAMES.values(), "The Gemini Card Game"])
def test_enlarged_twice_nothing_at_a_table_lies_over_anything_else(people: People, title: str):
    ada = people.come("Ada", ENLARGED)
    ada.play_now(title)
    assert in_the_way(ada, AT_THE_TABLE) == []
    ada.page.locator(".tools").get_by_role("button", name="Chances").click()
    chance = ada.page.locator(".mine .chance").or_(ada.page.get_by_text("Together you win with"))
    expect(chance).to_be_visible()
    assert in_the_way(ada, AT_THE_TABLE) == []


@pytest.mark.parametrize("name", GAMES)
def test_on_the_smallest_screens_what_is_mine_is_in_view_beside_what_i_can_do(people: People, name: str):
    ada = people.come("Ada", SMALL)
    ada.play_now(GAMES[name])
    for size in (SMALL, ON_ITS_SIDE):
        ada.resize(size)
        expect(ada.page.locator(".mine > .plate")).to_be_in_viewport(ratio=0.95)
        expect(ada.page.locator(".bar > *").first).to_be_in_viewport(ratio=0.95)


def test_three_actions_are_within_reach_however_low_the_screen(people: People, client: Client):
    scene = client.open("me")
    while not (places := {choice["place"]: choice["action"] for choice in scene["choices"]}).keys() >= {"die", "bank"}:
        scene = client.open("me") if scene["outcome"] else client.act(scene, places.get("die"))
    ada = people.come("")
    ada.become(client)
    ada.go(f"/t/{scene['table']['code']}")
    ada.see_board()
    actions, tools = ada.page.locator(".bar button"), ada.page.locator(".tool")
    expect(actions).to_have_count(3)
    for size in (ON_ITS_SIDE, LOW, SMALL):
        ada.resize(size)
        for button in (*actions.all(), *tools.all()):
            expect(button).to_be_in_viewport(ratio=1)
        assert in_the_way(ada, ".bar button, .tool") == []
    ada.resize(ENLARGED_FOUR_TIMES)
    for part in (".news", ".mine > .plate", ".bar", ".tools"):
        ada.page.locator(part).scroll_into_view_if_needed()
        expect(ada.page.locator(part)).to_be_in_viewport(ratio=0.95)
    assert box_of(ada.page.locator(".middle"))["height"] > ENLARGED_FOUR_TIMES["height"]
    assert ada.sideways() == 0


def test_what_a_key_leads_to_does_not_lie_beneath_what_stays_in_view(people: People):
    ada = people.come("Ada", {"width": 390, "height": 664})
    ada.go("/new/gemini")
    ada.page.get_by_role("button", name="Start playing").wait_for()
    beneath = []
    while not ada.page.evaluate("document.activeElement.matches('.start .gold')"):
        ada.page.keyboard.press("Tab")
        beneath.append(ada.page.evaluate(BENEATH))
    assert set(beneath) == {""}


def test_the_result_fits_on_a_phone_whatever_the_names(people: People, client: Client):
    seats = [{"kind": "me", "name": "W" * 24}, {"kind": "bot", "name": "MWMWMWMWMWM WMWMWMWMWMWM", "level": "beginner"}]
    client.ask("open", game="geminos", seats=seats, commit=lock())
    scene = client.play_on(client.hear_scene(lambda told: told["table"]["phase"] == "playing"))
    ada = people.come("", SMALL)
    ada.become(client)
    ada.go(f"/t/{scene['table']['code']}")
    ada.page.locator(".veil li").nth(1).wait_for()
    for size in (SMALL, PHONE):
        ada.resize(size)
        assert ada.page.locator(".veil").evaluate("(veil) => veil.scrollWidth - veil.clientWidth") == 0
        box = box_of(ada.page.locator(".veil .card"))
        assert box["x"] + box["width"] <= size["width"]


def test_enlarged_twice_nothing_on_the_other_pages_lies_over_anything_else(people: People):
    ada = people.come("Ada", ENLARGED)
    for path in ("/", "/settings", "/records", *(f"/new/{name}" for name in GAMES)):
        ada.go(path)
        ada.page.locator("main h1").wait_for()
        expect(ada.page.get_by_text("One moment…")).to_have_count(0)
        assert in_the_way(ada, ELSEWHERE) == [], path
    ada.invite()
    assert in_the_way(ada, ELSEWHERE) == [], "the lobby"


def test_each_tab_of_the_side_panel_has_its_own_scroll_position(people: People):
    ada = people.come("Ada", {"width": 1440, "height": 420})
    ada.play_now()
    panel, tabs = ada.page.locator("aside .panel"), ada.page.get_by_role("tablist")
    tabs.get_by_role("tab", name="Rules").click()
    ada.page.locator("aside .rules h2").first.wait_for()
    panel.evaluate("(panel) => panel.scrollTo(0, 60)")
    tabs.get_by_role("tab", name="Fairness").click()
    ada.page.locator("aside .panel button").first.wait_for()
    assert panel.evaluate("(panel) => panel.scrollHeight - panel.clientHeight") > 60, "or nothing was tried"
    assert panel.evaluate("(panel) => panel.scrollTop") == 0
