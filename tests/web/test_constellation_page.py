"""The page of the Gamers Constellation: a board of hexagons that is tapped, dragged on and read aloud."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.serving import Served
from tests.server.talking import Client, Told

from .people import DESKTOP, PHONE, SMALL, People, Player
from .test_pages import faults

TITLE = "The Gamers Constellation"
NAME = "constellation"
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Stargazer(Player):
    """Someone at a table of this game."""

    game = NAME
    order: list[str]  # of the seats, from the one that begins

    def open(self, *kinds: str, **options: int) -> None:
        """A table of these seats; the page is sent there."""
        self.sit_down(self.begin(*kinds, **options))

    def sit_down(self, code: str) -> None:
        super().sit_down(code)
        names = [seat["name"] for seat in self.scene["table"]["seats"]]
        first = int(self.scene["view"]["mover"])  # by lot
        self.order = [*names[first:], *names[:first]]

    def take_device(self) -> None:
        self.page.locator(".curtain .gold").click()

    def cell(self, q: int, r: int) -> Locator:
        return self.page.locator(f"[data-cell='{q},{r}']")

    def well(self, kind: str) -> Locator:
        return self.page.locator(f".well[data-kind='{kind}']")

    def place(self, kind: str, q: int, r: int) -> None:
        self.well(kind).click()
        self.cell(q, r).click()
        expect(self.cell(q, r)).to_have_attribute("aria-label", self._is_star(kind))

    @staticmethod
    def _is_star(kind: str) -> re.Pattern[str]:
        return re.compile(f"^{kind.title()}-pointed star")

    @property
    def goals(self) -> list[dict[str, Any]]:
        """Those of the seat that acts."""
        goals: list[dict[str, Any]] = self.scene["view"]["seats"][self.scene["to_act"]]["goals"]
        return goals

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".bar .prompt")


def cells_of(goal: dict[str, Any]) -> list[tuple[int, int]]:
    """The four cells of a goal laid over the Moon at (0, 0), each next to one before it."""
    left = [(q, r) for q, r in goal["cells"] if (q, r) != (0, 0)]
    laid = [(0, 0)]
    while left:
        cell = next(one for one in left if any((one[0] + q, one[1] + r) in laid for q, r in STEPS))
        left.remove(cell)
        laid.append(cell)
    return laid[1:]


@pytest.fixture
def ada(people: People) -> Stargazer:
    return Stargazer(people.come("Ada", bypass_csp=True))


@pytest.fixture
def phone(people: People) -> Stargazer:
    return Stargazer(people.come("Ada", PHONE, bypass_csp=True))


def test_hundreds_of_choices_are_made_on_the_board_not_by_buttons(phone: Stargazer):
    phone.open("here")
    phone.take_device()
    assert len(phone.scene["choices"]) == 18
    assert phone.page.locator(".bar button").count() == 0
    expect(phone.prompt).to_have_text("Place the first star: take one, choose a cell")

    phone.well("five").click()
    expect(phone.prompt).to_have_text("Choose a lit cell to place it")
    assert phone.page.locator("[data-state='lit']").count() == 6
    phone.cell(1, 0).click()
    phone.take_device()
    expect(phone.prompt).to_have_text("Place a star or move the Moon")
    expect(phone.page.locator(".headline")).to_have_text(
        f"{phone.order[0]} places a five-pointed star east of the Moon."
    )


def test_a_star_is_placed_by_dragging_it_from_the_reserve(ada: Stargazer):
    ada.open("here")
    ada.take_device()
    expect(ada.cell(0, 1)).to_be_visible()
    ada.well("six").hover()
    ada.page.mouse.down()
    box = ada.cell(0, 1).bounding_box()
    assert box
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    expect(ada.page.locator(".carried")).to_be_visible()
    ada.page.mouse.up()
    ada.take_device()
    expect(ada.cell(0, 1)).to_have_attribute("aria-label", f"Six-pointed star a, under the cloud of {ada.order[0]}")


def test_a_star_is_switched_the_moon_moved_and_a_cloud_says_why_not(ada: Stargazer):
    ada.open("here", "here")
    ada.take_device()
    first, second, _ = ada.order
    ada.person.keep_announced()
    ada.place("five", 1, 0)
    ada.take_device()
    ada.cell(1, 0).click()
    expect(ada.page.locator(".why")).to_have_text(f"Under {first}’s cloud.")
    assert f"Under {first}’s cloud." in ada.person.announced()

    ada.cell(0, 0).click()
    expect(ada.prompt).to_have_text("Choose the Moon’s new cell")
    ada.cell(2, 0).click()
    ada.take_device()
    expect(ada.cell(2, 0)).to_have_attribute("aria-label", f"The Moon, under the cloud of {second}")
    ada.cell(2, 0).click()
    expect(ada.page.locator(".why")).to_have_text(f"Under {second}’s cloud.")
    ada.place("four", 1, 1)
    ada.take_device()

    # the next action of the first lifts their cloud from the first star, so that the second can switch it
    ada.place("four", 0, 1)
    ada.take_device()
    ada.cell(1, 0).click()
    expect(ada.prompt).to_have_text("Switch it for which star?")
    assert [ada.well(kind).get_attribute("aria-disabled") for kind in ("four", "five", "six")] == [
        "false",
        "true",
        "false",
    ]
    ada.well("six").click()
    ada.take_device()
    expect(ada.page.locator(".headline")).to_have_text(
        f"{second} switches the five-pointed star a for a six-pointed one."
    )


def test_a_goal_is_lit_on_the_board_and_the_win_is_drawn(phone: Stargazer):
    phone.open("here")
    phone.take_device()
    goal = phone.goals[0]
    cells = cells_of(goal)
    for nth, cell in enumerate(cells):
        if nth == 2:
            phone.page.locator(".mine .goal").click()
            expect(phone.page.locator(".notes")).to_contain_text(f"Goal {goal['goal']} with six-pointed stars: 3 of 5")
            assert phone.page.locator("g.match").count() == 5
            assert phone.page.locator("g.match.right").count() == 3
        phone.place("six", *cell)
        if nth < 3:
            phone.take_device()
    expect(phone.page.locator(".veil h2")).to_have_text(f"{phone.order[0]} wins!")
    expect(phone.page.locator(".crown path[stroke-width='3.5']")).to_have_count(
        5
    )  # the edges of the shape, drawn large
    phone.page.get_by_role("button", name="A picture of it").click()
    expect(phone.page.locator("figure > svg")).to_contain_text(f"{phone.order[0]} wins.")
    phone.page.get_by_role("button", name="Look at the board").click()
    expect(phone.page.locator(".notes")).to_contain_text(
        f"{phone.order[0]} completes goal {goal['goal']} with six-pointed stars!"
    )
    assert phone.page.locator(".constellation .line").count() >= 4


def test_the_next_person_sees_no_goal_before_taking_the_device(phone: Stargazer):
    phone.open("here")
    first, second = phone.order
    expect(phone.page.get_by_role("dialog", name=f"{first}, it is your turn")).to_be_visible()
    covered = "() => document.elementFromPoint(innerWidth * 0.9, innerHeight * 0.78).closest('.curtain') !== null"
    assert phone.page.evaluate(covered)
    phone.take_device()
    mine = phone.page.locator(".mine .goal").get_attribute("aria-label")
    phone.page.locator(".mine .goal").click()
    phone.place("four", 1, 0)
    expect(phone.page.get_by_role("dialog", name=f"{second}, it is your turn")).to_be_visible()
    assert phone.page.evaluate(covered)
    assert phone.page.locator("g.match").count() == 0, "what was lit for one is not lit for the next"
    phone.take_device()
    expect(phone.page.locator(".mine .name")).to_have_text(second)
    assert phone.page.locator(".mine .goal").get_attribute("aria-label") != mine
    expect(phone.page.locator(".others").get_by_role("img", name="One secret goal")).to_be_visible()


def test_a_slip_is_taken_back_before_the_device_is_handed_on(phone: Stargazer):
    phone.open("here")
    first, second = phone.order
    phone.take_device()
    phone.place("four", 1, 0)
    expect(phone.page.get_by_role("dialog", name=f"{second}, it is your turn")).to_be_visible()
    phone.page.get_by_role("button", name="Take back the last move").click()
    expect(phone.page.get_by_role("dialog", name=f"{first}, it is your turn")).to_be_visible()
    phone.take_device()
    phone.place("five", 1, 0)


def test_stars_carry_the_letters_that_the_log_calls_them_by(ada: Stargazer):
    ada.open("here")
    ada.take_device()
    ada.place("four", 1, 0)
    expect(ada.page.locator("text.letter")).to_have_text(["a"])


def test_open_goals_are_shown_a_goal_is_changed_and_a_cloud_goes_anywhere(ada: Stargazer):
    ada.open("bot", goals=3, visible=1, change=1, blocking=1, points=2)
    ada.page.wait_for_function("() => document.querySelector('.bar .prompt')")
    assert ada.page.locator(".others .goal").count() == 3
    goal = ada.page.locator(".mine .goal").first
    before = goal.get_attribute("aria-label")
    goal.click()
    ada.page.get_by_role("button", name="Change it").click()
    expect(ada.page.locator(f".mine .goal[aria-label='{before}']")).to_have_count(0)
    ada.page.get_by_role("button", name="goals in the deck").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text(before or "")
    ada.page.keyboard.press("Escape")

    ada.well("four").click()
    ada.page.locator("[data-state='lit'][aria-label^='Empty']").first.click()
    expect(ada.prompt).to_have_text("Choose the tile for your cloud")
    ada.page.locator("[data-state='lit']").first.click()
    expect(ada.page.locator(".headline")).to_contain_text(re.compile("puts? a cloud on"))


def nearest(scene: Told) -> int:
    """Placing a star as near to the Moon's first cell as can be."""
    places = [choice for choice in scene["choices"] if choice["words"] == "place"]
    cells = {tuple(map(int, choice["place"].removeprefix("cell:").split(","))): choice for choice in places}
    return int(min(cells.items(), key=lambda one: max(map(abs, (*one[0], sum(one[0])))))[1]["action"])


def test_tiles_are_exchanged_once_all_are_in_play(ada: Stargazer, served: Served):
    code = ada.begin("here", open=1, goals=5, points=10)
    ada.sit_down(code)
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in ada.page.context.cookies())
    with Client(served, cookie) as quick:  # the same guest, by program
        scene = quick.ask("watch", table=code)
        while not scene["view"]["full"]:
            scene = quick.act(scene, nearest(scene))
    ada.sit_down(code)
    ada.take_device()
    expect(ada.prompt).to_have_text("Choose two tiles to exchange them")
    lit = ada.page.locator("[data-state='lit']")
    lit.first.click()
    expect(ada.prompt).to_have_text("Exchange it with which tile?")
    lit.first.click()
    expect(ada.page.locator(".headline")).to_contain_text(re.compile("exchanges?"))
    expect(ada.prompt).to_have_text("Choose the tile for your cloud")


def test_the_board_is_dragged_zoomed_and_put_back(ada: Stargazer):
    ada.open("here")
    ada.take_device()
    moon = ada.cell(0, 0)

    def box() -> dict[str, float]:
        ada.page.wait_for_timeout(60)
        found = moon.bounding_box()
        assert found
        return dict(found)

    before = box()
    ada.page.mouse.move(before["x"] - 160, before["y"])
    ada.page.mouse.down()
    ada.page.mouse.move(before["x"] - 60, before["y"] + 40, steps=5)
    ada.page.mouse.up()
    assert box()["x"] == pytest.approx(before["x"] + 100, abs=2)
    assert ada.page.locator("[data-state='chosen']").count() == 0, "dragging chooses nothing"
    ada.page.get_by_role("button", name="Further").click()
    assert box()["width"] < before["width"]
    ada.page.mouse.wheel(0, -300)
    ada.page.get_by_role("button", name="See the whole board").click()
    assert box() == pytest.approx(before, abs=1)


def test_a_turn_by_keyboard_alone(ada: Stargazer):
    ada.open("here")
    keyboard, page = ada.page.keyboard, ada.page
    keyboard.press("Enter")  # the button of the curtain has the focus
    ada.person.keep_announced()
    page.locator("main").focus()
    for _ in range(40):
        keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell"):
            break
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "The Moon"
    keyboard.press("PageUp")
    assert page.evaluate(focused) == "Empty cell, north-east of the Moon: a star can be placed"
    keyboard.press("Enter")
    page.get_by_role("button", name="Put it back").press("Enter")
    assert page.evaluate(focused) == "Empty cell, north-east of the Moon: a star can be placed", "where it was taken"
    keyboard.press("Enter")
    expect(ada.prompt).to_have_text("Which star goes here?")
    keyboard.press("6")
    expect(page.get_by_role("dialog", name=f"{ada.order[1]}, it is your turn")).to_be_visible()
    keyboard.press("Enter")
    assert f"{ada.order[0]} places a six-pointed star north-east of the Moon." in ada.person.announced()

    # arrows and corner keys lead to the six cells around the Moon
    expect(ada.prompt).to_have_text("Place a star or move the Moon")
    reached = set()
    for key in ("ArrowRight", "PageDown", "End", "ArrowLeft", "Home", "PageUp"):
        ada.cell(0, 0).focus()
        keyboard.press(key)
        reached.add(page.evaluate("document.activeElement.dataset.cell"))
    assert reached == {f"{q},{r}" for q, r in STEPS}


def test_keys_lead_onto_the_board_on_the_first_turn(ada: Stargazer):
    ada.open("me", "me")
    expect(ada.prompt).to_be_visible()
    assert ada.page.evaluate("document.activeElement === document.body")
    ada.page.keyboard.press("ArrowRight")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert ada.page.evaluate(focused) == "The Moon"
    ada.page.keyboard.press("ArrowRight")
    assert str(ada.page.evaluate(focused)).startswith("Empty cell, east of the Moon")


@pytest.mark.parametrize(
    ("visible", "aim"),
    [
        (0, "Lay stars around the Moon until they show your secret shape."),
        (1, "Lay stars around the Moon until they show your shape, which everyone can see."),
    ],
    ids=["secret", "visible"],
)
def test_the_headline_tells_the_aim_as_the_options_have_it(ada: Stargazer, visible: int, aim: str):
    ada.open("here", visible=visible)
    expect(ada.page.locator(".headline")).to_have_text(aim)


def test_a_move_is_taken_back_before_the_cloud_is_put(ada: Stargazer):
    ada.open("here", blocking=1)
    ada.take_device()
    ada.well("four").click()
    ada.cell(1, 0).click()
    expect(ada.prompt).to_have_text("Choose the tile for your cloud")
    ada.page.locator(".tools").get_by_role("button", name="Undo").click()
    expect(ada.prompt).to_have_text("Place the first star: take one, choose a cell")
    expect(ada.well("four")).to_contain_text("four-pointed star, 8 in the reserve")


@pytest.mark.parametrize(
    ("day", "size"),
    [(False, DESKTOP), (True, PHONE), (False, SMALL)],
    ids=["night-desktop", "day-phone", "night-small"],
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(people: People, size: dict[str, int], day: bool):
    ada = Stargazer(people.come("Ada", size, day=day, bypass_csp=True))
    ada.open("bot", "bot", "bot", "bot", goals=3, visible=1, points=2)
    ada.prompt.wait_for()
    assert faults(ada.person) == [], "my turn"
    ada.well("five").click()
    ada.page.locator(".mine .goal").first.click()
    assert faults(ada.person) == [], "a star is taken and a goal lit"
    assert ada.person.sideways() <= 0


def test_a_preset_fills_in_the_options(people: People):
    ada = people.come("Ada", PHONE)
    ada.go(f"/new/{NAME}")
    page = ada.page
    expect(page.get_by_role("radio", name="Basic")).to_be_checked()
    expect(page.get_by_label("Goals each")).not_to_be_visible()
    page.get_by_role("radio", name="Confirmed players").check()
    page.get_by_text("Every rule by itself").click()
    expect(page.get_by_label("Goals each")).to_have_value("3")
    page.get_by_label("Goals each").fill("4")
    expect(page.get_by_role("radio", name="Confirmed players")).not_to_be_checked()


def test_a_match_ends_when_as_many_goals_as_agreed_have_been_drawn(people: People):
    ada = Stargazer(people.come("Ada"))
    page = ada.page
    ada.person.go(f"/new/{NAME}")
    page.get_by_text("Every rule by itself").click()
    page.get_by_label("Goals each").fill("2")
    page.get_by_role("combobox", name="Scoring Points").select_option("until 6 goals are drawn")
    page.get_by_role("group", name="Change Goal").get_by_role("radio", name="On").check()
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_role("button", name="Start playing").click()
    ada.take_device()
    expect(page.locator(".notes")).to_contain_text("2 goals to draw")
    expect(page.get_by_role("button", name="28 goals in the deck.")).to_have_accessible_name(
        "28 goals in the deck. The match ends when 2 more goals are drawn."
    )
    expect(page.locator(".mine .points .unseen")).to_have_text("0 points")
    page.locator(".mine .goal").first.click()
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".notes")).to_contain_text("The next goal drawn is the last")
    ada.place("four", 1, 0)
    ada.take_device()
    page.locator(".mine .goal").first.click()
    page.get_by_role("button", name="Change it").click()
    result = page.get_by_role("dialog", name="A draw")
    expect(result).to_have_accessible_description("As many goals as agreed have been drawn.")
