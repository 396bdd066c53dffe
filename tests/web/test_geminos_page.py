"""The page of Geminos in a real browser: the dice, the wheel, the cards, the chart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from asterism.games.geminos.view import TABLES
from tests.server.serving import Served
from tests.server.talking import Client, Told

from .people import DESKTOP, LONGEST_MATCH, PHONE, SMALL, People, Person
from .test_pages import faults

GEMINOS = "Geminos"
NAME = "geminos"

LOW_PHONE = {"width": 390, "height": 664}  # what the bars of a browser leave of it
ON_ITS_SIDE = {"width": 844, "height": 390}
SQUARE = {"width": 1024, "height": 768}
LAPTOP = {"width": 1366, "height": 657}

# By how many pixels more could be scrolled to.
HIDDEN_BELOW = """() => Math.max(...[document.documentElement, document.querySelector('.scene')]
  .map((one) => one.scrollHeight - one.clientHeight))"""

# Names of the others that are short and yet cut.
CUT_NAMES = """() => [...document.querySelectorAll('.others .name')]
  .filter((name) => name.scrollWidth > name.clientWidth && name.textContent.trim().length < 9)
  .map((name) => name.textContent.trim())"""

# How many cells of a card are narrower than what they hold.
SPILT_CELLS = """() => [...document.querySelectorAll('.others .cell, .mine .cell')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length"""

# What the front face of each die says: the face that lies nearest to whoever looks.
FRONT_FACES = """() => [...document.querySelectorAll('.die')].map((die) => {
  const body = new DOMMatrix(getComputedStyle(die.querySelector('.body')).transform);
  const depth = (face) => body.multiply(new DOMMatrix(getComputedStyle(face).transform)).m43;
  const faces = [...die.querySelectorAll('.face')].sort((a, b) => depth(b) - depth(a));
  return Number(faces[0].textContent);
})"""

# The key of the first cell that may be chosen, else of the dice; looked up at once, since a choice may just be gone.
KEY = "() => document.querySelector('.mine li .key')?.textContent.trim() ?? 'r'"

# A hand that shakes the device for half a second.
SHAKE = """async () => {
  const begin = performance.now();
  for (let i = 0; i < 30; i++) {
    const event = new Event('devicemotion');
    const x = 18 * Math.sin(i * 0.55);
    Object.defineProperty(event, 'accelerationIncludingGravity', { value: { x, y: 0, z: 9.8 } });
    Object.defineProperty(event, 'timeStamp', { value: begin + i * 16 }); // as read, however busy the machine is
    window.dispatchEvent(event);
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
}"""


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    """Somebody who plays by program until it gets interesting."""
    with Client(served) as one:
        yield one


def until(client: Client, wanted: Callable[[Told], bool], players: int = 2) -> Told:
    """Play matches on one device until a scene is as wanted."""
    for _ in range(40):
        scene = client.open("me", *["here"] * (players - 1), game=NAME)
        while scene["outcome"] is None:
            if wanted(scene):
                return scene
            scene = client.act(scene)
    raise AssertionError("never came up")


def sit_down(person: Person, client: Client, scene: Told) -> None:
    """Go on with a match that was begun by program."""
    person.become(client)
    person.go(f"/t/{scene['table']['code']}")
    person.see_board()


def cell(person: Person, affinity: str) -> Locator:
    """A cell of the card in front of a person."""
    return person.page.locator(".mine li li").filter(has_text=affinity.title())


def quiet(person: Person) -> None:
    """Wait until there is something to do again; a key ends what is being acted out."""
    page = person.page
    for _ in range(200):
        if page.locator(".bar button:enabled, .mine li button:enabled, .veil").count():
            return
        page.keyboard.press("x")
        page.wait_for_timeout(30)
    raise AssertionError("nothing to do")


def in_view(person: Person, what: str) -> None:
    """All of it is on the screen, and nothing lies over its middle."""
    box = person.page.locator(what).first.bounding_box()
    assert box
    size = person.page.viewport_size
    assert size
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    seen = "([what, x, y]) => document.querySelector(what).contains(document.elementFromPoint(x, y))"
    assert person.page.evaluate(seen, [what, *middle])


def swipe_up(person: Person) -> None:
    page = person.page
    box = page.locator(".tray").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.75)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.2)
    page.mouse.up()


def fraction(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"


def several(scene: Told) -> bool:
    return len(scene["view"]["choices"]) == 3


def lowers(scene: Told) -> bool:
    return any(entry["sum"] < entry["before"] for entry in scene["view"]["choices"])


def test_a_match_by_keyboard_alone_with_every_move_announced(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.play_now(GEMINOS)
    ada.keep_announced()
    for _ in range(LONGEST_MATCH):
        if ada.over:
            break
        page.keyboard.press(page.evaluate(KEY))
        page.wait_for_timeout(30)
    assert ada.over
    page.keyboard.press("Escape")
    announced = iter(ada.announced())
    lines = ada.log()
    assert any(" enters " in line for line in lines)
    for line in lines:
        assert line in announced, f"not announced, or not in its turn: {line}"


def test_a_choice_is_made_on_the_card_itself(people: People, client: Client):
    scene = until(client, several)
    ada = people.come("Ada", PHONE)
    sit_down(ada, client, scene)
    entries = scene["view"]["choices"]
    buttons = ada.page.locator(".mine li button")
    expect(buttons).to_have_count(3)
    for entry in entries:
        expect(cell(ada, entry["affinity"])).to_contain_text(f"total {entry['total']}")
    shared = [one.strip() for one in ada.page.locator(".hub li").all_inner_texts()]
    assert shared == [entry["affinity"].title() for entry in entries]
    last = entries[-1]
    cell(ada, last["affinity"]).get_by_role("button").click()
    expect(ada.page.locator(".headline")).to_contain_text(f"enters {last['sum']} under {last['affinity']}")
    quiet(ada)
    expect(ada.page.locator(".others")).to_contain_text(str(last["total"]))


def test_a_score_that_is_replaced_is_struck_through(people: People, client: Client):
    scene = until(client, lowers)
    ada = people.come("Ada")
    sit_down(ada, client, scene)
    entry = next(entry for entry in scene["view"]["choices"] if entry["sum"] < entry["before"])
    place = cell(ada, entry["affinity"])
    expect(place.locator(".struck")).to_have_text(str(entry["before"]))
    expect(place.locator(".falls")).to_have_text(f"total {entry['total']}")
    place.get_by_role("button").click()
    expect(place.locator("s")).to_have_text(str(entry["before"]))
    expect(place.locator(".score i")).to_have_text(str(entry["sum"]))
    expect(ada.page.locator(".mine .total .score")).to_have_text(str(entry["total"]))


def test_the_chances_stand_on_the_cells(people: People, client: Client):
    scene = until(client, several)
    ada = people.come("Ada")
    sit_down(ada, client, scene)
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".mine .worth")).to_have_count(3)
    expect(ada.page.locator(".mine .worth").filter(has_text="★")).to_have_count(1)
    for told in ada.page.locator(".mine .worth").all_inner_texts():
        assert re.fullmatch(r"\d{1,3}\.\d %( ★)?", told), f"a tenth of a per cent holds, and no more: {told}"
    expect(ada.page.locator(".plate .chance").first).to_have_text(re.compile(r" \d{1,3}\.\d %$"))


def test_chances_that_are_estimated_are_shown_in_whole_per_cents(people: People, client: Client):
    scene = until(client, several, players=3)
    ada = people.come("Ada")
    sit_down(ada, client, scene)
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".mine .worth")).to_have_count(3)
    for told in ada.page.locator(".mine .worth").all_inner_texts():
        assert re.fullmatch(r"\d{1,3} %( ★)?", told), f"four thousand playouts tell no more: {told}"
    expect(ada.page.locator(".plate .chance").first).to_have_text(re.compile(r" \d{1,3} %$"))


def test_the_dice_are_rolled_by_tap_key_swipe_and_shake(people: People, client: Client):
    ada = people.come("Ada", PHONE)
    page = ada.page
    sit_down(ada, client, client.open("me", game=NAME))
    ada.keep_announced()  # not the log: opening it would take the focus, and the space key with it

    ways: list[Callable[[], Any]] = [
        lambda: page.locator(".die .throw").first.click(),
        lambda: page.keyboard.press("r"),
        lambda: page.keyboard.press("Space"),
        lambda: swipe_up(ada),
        lambda: page.evaluate(SHAKE),
    ]
    for way in ways:
        before = len(ada.announced())
        way()
        page.wait_for_function("(before) => window.announced.length > before", arg=before)
        quiet(ada)
        if page.locator(".mine li button").count():  # choose, so that the next way finds dice to roll
            page.locator(".mine li button").first.click()
            quiet(ada)


def test_a_shake_rolls_nothing_while_there_is_something_to_choose(people: People, client: Client):
    ada = people.come("Ada", PHONE)
    sit_down(ada, client, until(client, several))
    before = ada.log()
    ada.page.evaluate(SHAKE)
    assert ada.log() == before


def test_the_dice_come_to_rest_on_what_was_rolled(people: People, client: Client):
    ada = people.come("Ada", reduced_motion="no-preference")
    page = ada.page
    sit_down(ada, client, client.open("me", game=NAME))
    values = {sign["name"].title(): sign["value"] for sign in TABLES["signs"]}
    for _ in range(3):
        page.keyboard.press("r")
        expect(page.locator(".bar button:enabled, .mine li button:enabled").first).to_be_visible()
        signs = page.locator(".hub .signs").inner_text().replace("+", "").split()
        assert page.evaluate(FRONT_FACES) == [int(signs[1]), int(signs[3])] == [values[signs[0]], values[signs[2]]]
        assert f"{signs[0]} and {signs[2]}" in str(page.locator(".tray > .wheel").get_attribute("aria-label"))
        if page.locator(".mine li button").count():
            page.locator(".mine li button").first.click()
            expect(page.locator(".bar button:enabled, .veil").first).to_be_visible()


def test_the_card_and_the_chart_have_the_figures_of_the_rules(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.play_now(GEMINOS)
    page.get_by_role("button", name="Chart").click()
    rows = page.locator("dialog[open] tbody tr")
    for row, affinity in zip(rows.all(), TABLES["table"], strict=True):
        name, figures = affinity["affinity"], (fraction(affinity["chance"]), str(affinity["most"]))
        cells = row.locator("th, td").all_inner_texts()
        assert (cells[0].strip().lower(), cells[2], cells[3]) == (name, *figures)
    page.keyboard.press("Escape")
    for affinity in TABLES["table"]:
        expect(cell(ada, affinity["affinity"])).to_contain_text(fraction(affinity["chance"]))
        expect(cell(ada, affinity["affinity"])).to_contain_text(f"max {affinity['most']}")


def test_the_chart_turns_from_sign_to_sign_by_keys_and_swipes(people: People):
    ada = people.come("Ada", PHONE)
    page = ada.page
    ada.play_now(GEMINOS)
    page.get_by_role("button", name="Chart").click()
    sign, conjunction = page.locator("dialog[open] h3"), page.locator("dialog[open] .partners").first
    expect(sign).to_have_text("Aries, 12")
    expect(conjunction).to_have_text("Taurus, Pisces")
    page.keyboard.press("ArrowRight")
    expect(sign).to_have_text("Taurus, 11")
    expect(conjunction).to_have_text("Aries, Gemini")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(sign).to_have_text("Pisces, 1")
    box = page.locator("dialog[open] .dial").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    page.mouse.up()
    expect(sign).to_have_text("Aries, 12")
    page.get_by_role("button", name="The next sign").click()
    expect(sign).to_have_text("Taurus, 11")


def test_the_three_best_scores_are_on_the_page(people: People, client: Client):
    scene = client.open("me", game=NAME)
    chosen = Random(1)  # always the first choice could go on for ever
    while scene["outcome"] is None:
        scene = client.act(scene, chosen.choice(scene["choices"])["action"])
    total = scene["view"]["cards"][0]["total"]
    ada = people.come("Ada")
    sit_down(ada, client, client.open("me", game=NAME))
    expect(ada.page.get_by_role("button", name="Top three")).to_contain_text("Alone")
    ada.page.get_by_role("button", name="Top three").click()
    best = ada.page.locator("dialog[open] .lists > div").first
    expect(best).to_contain_text("Alone")
    scores = [int(score) for score in best.locator("b").all_inner_texts() if score]
    assert total in scores or len(scores) == 3
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(("day", "size"), [(False, DESKTOP), (True, PHONE)], ids=["night-desktop", "day-phone"])
def test_axe_finds_nothing(people: People, client: Client, day: bool, size: dict[str, int]):
    ada = people.come("Ada", size, day=day, bypass_csp=True)
    page = ada.page
    sit_down(ada, client, until(client, several))
    assert faults(ada) == [], "a choice"
    page.locator(".mine li button").first.click()
    quiet(ada)
    assert faults(ada) == [], "after a choice"
    for name in ("Chart", "Top three"):
        page.get_by_role("button", name=name).click()
        assert faults(ada) == [], name
        page.keyboard.press("Escape")


@pytest.mark.parametrize("chances", [False, True], ids=["plain", "chances"])
def test_five_players_fit_on_every_screen(people: People, client: Client, chances: bool):
    ada = people.come("Ada")
    scene = client.open("me", "here", "here", "here", "here", game=NAME)
    while scene["outcome"] is None and (scene["ply"] < 60 or not scene["view"]["choices"]):
        scene = client.act(scene)
    sit_down(ada, client, scene)
    expect(ada.page.locator(".others > li")).to_have_count(4)
    if chances:
        ada.page.keyboard.press("h")
        expect(ada.page.locator(".others .chance")).to_have_count(4)
    for size in (SMALL, PHONE, LAPTOP, DESKTOP):
        ada.resize(size)
        assert ada.sideways() <= 0, size
        for plate in ada.page.locator(".others > li .total .score").all():
            expect(plate).to_be_visible()
        assert ada.page.evaluate(CUT_NAMES) == [], f"a name that is not long has the room it needs: {size}"
        assert ada.page.evaluate(SPILT_CELLS) == 0, f"what stands in a cell stays in it: {size}"
        in_view(ada, ".tools")
        if size is not SMALL:  # all of it at once, without scrolling
            assert ada.page.evaluate(HIDDEN_BELOW) <= 1, size
            in_view(ada, ".mine .total")


def test_without_motion_another_screen_is_laid_out_at_once(people: People, client: Client):
    """Sizes once changed for a millisecond each, level by level: for some frames the dice lay over the tools."""
    ada = people.come("Ada", PHONE)
    sit_down(ada, client, until(client, several))
    ada.still()
    ada.page.set_viewport_size(LAPTOP)
    changing = "document.getAnimations().filter((one) => one.transitionProperty).map((one) => one.transitionProperty)"
    assert ada.page.evaluate(changing) == []


def test_rolling_is_in_view_on_every_screen(people: People, client: Client):
    ada = people.come("Ada", PHONE)
    sit_down(ada, client, client.open("me", "here", game=NAME))
    for size in (SMALL, LOW_PHONE, PHONE, ON_ITS_SIDE, SQUARE, LAPTOP):
        ada.resize(size)
        in_view(ada, ".bar button")
        in_view(ada, ".tools")
        if size is not SMALL:
            assert ada.page.evaluate(HIDDEN_BELOW) <= 1, size


def test_a_finger_that_must_scroll_does_not_roll(people: People, client: Client):
    ada = people.come("Ada", SMALL)
    sit_down(ada, client, client.open("me", "here", "here", "here", "here", game=NAME))
    assert ada.page.evaluate(HIDDEN_BELOW) > 0
    before = ada.log()
    swipe_up(ada)
    assert ada.log() == before
    ada.page.set_viewport_size({"width": 390, "height": 1000})  # now everything fits
    expect(ada.page.locator(".tray.rolling")).to_be_visible()
    ada.keep_announced()
    swipe_up(ada)
    ada.page.wait_for_function("() => window.announced.length > 0")


def test_the_wheel_stays_where_it_is_whatever_is_told(people: People, client: Client):
    scene = client.open("me", "here", game=NAME)
    ada = people.come("Ada", PHONE)
    sit_down(ada, client, scene)
    places = {str(ada.page.locator(".tray > .wheel").bounding_box())}
    for _ in range(8):
        ada.page.keyboard.press(ada.page.evaluate(KEY))
        quiet(ada)
        places.add(str(ada.page.locator(".tray > .wheel").bounding_box()))
    assert len(places) == 1


def test_the_best_scores_are_asked_for_once_while_a_match_goes_on(people: People, client: Client):
    ada = people.come("Ada")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if "/records" in request.url else None)
    sit_down(ada, client, client.open("me", "here", game=NAME))
    for _ in range(6):
        ada.page.keyboard.press(ada.page.evaluate(KEY))
        quiet(ada)
    assert len(asked) == 1


def test_a_device_that_feels_no_shake_says_so_when_asked(people: People, client: Client):
    ada = people.come("Ada", PHONE, is_mobile=True)
    ada.page.add_init_script("DeviceMotionEvent.requestPermission = async () => 'denied'")
    sit_down(ada, client, client.open("me", game=NAME))
    told = ada.page.get_by_text("does not let the page feel a shake")
    expect(told).to_have_count(0)
    ada.page.get_by_role("button", name="Roll by shaking").click()
    expect(told.first).to_be_visible()
    expect(ada.page.locator("#announcer")).to_contain_text("does not let the page feel a shake")
