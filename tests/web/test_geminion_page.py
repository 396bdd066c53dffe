"""The page of Geminion: cards to tap, coins and gems to count, for children who do not read yet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from .people import DESKTOP, PATIENCE, PHONE, SMALL, People, Person, Player
from .test_pages import faults

NAME = "geminion"
ON_ITS_SIDE = {"width": 1024, "height": 768}  # a tablet
LARGE_ON_ITS_SIDE = {"width": 1180, "height": 820}
UPRIGHT = {"width": 768, "height": 1024}
LONGEST_MATCH = 3_000  # looks at the page
COMPILING = 4 * PATIENCE  # the first advice of a server may wait until the search is compiled

# What a child might tap, by its picture alone: the dearest card that glows, else the big button; where it is.
TAP = """() => {
  const glowing = [...document.querySelectorAll('.market .can')].filter((pile) => pile.dataset.action);
  const price = (pile) => Number(pile.querySelector('.price').textContent);
  glowing.sort((a, b) => price(b) - price(a));
  const button = document.querySelector('.bar button:enabled');
  const chosen = button && glowing.length > 0 ? glowing[0] : button;
  if (!chosen) return null;
  const box = chosen.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""

# Everything that can be pressed and is smaller than a finger; a thing in a line of text is none of them.
TOO_SMALL = """() => [...document.querySelectorAll('main button, main a, dialog[open] button')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => !one.closest('.side, .tools') && (box.width < 44 || box.height < 44))
  .map(([one, box]) => `${one.ariaLabel ?? one.textContent.trim()}: ${box.width} x ${box.height}`)"""


# Sums of gems that stick out of their plate, or out of the box they stand in.
SUMS_CUT_OFF = """() => [...document.querySelectorAll('.plate .gems')]
  .map((gems) => [gems.getBoundingClientRect(), gems.querySelector('b').getBoundingClientRect(), gems.ariaLabel])
  .filter(([box, sum]) => sum.width < 5 || sum.left < box.left || sum.right > box.right)
  .map(([, , label]) => label)"""


class Child(Player):
    """Someone at a table of this game, and what their page asked the server."""

    game = NAME

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.asked: list[dict[str, Any]] = []

    def _listen(self, socket: WebSocket) -> None:
        super()._listen(socket)
        socket.on("framesent", lambda frame: self.asked.append(json.loads(frame)))

    def open(self, *kinds: str, edition: str = "", **options: int) -> None:
        self.sit_down(self.begin(*kinds, edition=edition, **options))
        self.all_at_once.wait_for()

    @property
    def all_at_once(self) -> Locator:
        """Play the whole hand, or lay all down."""
        return self.page.locator(".bar button[data-place='at-once']:enabled")

    @property
    def enough(self) -> Locator:
        return self.page.locator(".bar button[data-place='done']:enabled")

    @property
    def laying(self) -> Locator:
        return self.page.locator(".board.laying")

    def too_small(self) -> list[str]:
        """What is smaller than a finger, once everything has found its size."""
        self.page.wait_for_timeout(300)
        found: list[str] = self.page.evaluate(TOO_SMALL)
        return found

    def pile(self, card: str) -> Locator:
        return self.page.locator(f".market [data-place='pile:{card}']")

    def in_play(self) -> list[str]:
        """The cards in play, in the order in which they lie."""
        labels = self.page.locator(".area [data-lying]").evaluate_all(
            "all => all.map((one) => one.ariaLabel ?? one.querySelector('.unseen').textContent)"
        )
        return [label.partition(":")[0] for label in labels]

    def tap(self, thing: Locator) -> None:
        """Tap it, and wait until the server has answered."""
        ply = self.scene["ply"]
        thing.click()
        while self.scene["ply"] == ply:
            self.page.wait_for_timeout(20)

    def turn(self, *buys: str) -> None:
        """Play all, buy these, and lay down as it lies."""
        seat = self.scene["to_act"]
        self.tap(self.all_at_once)
        for card in buys:
            self.tap(self.page.locator(f".market .can[data-place='pile:{card}']"))
        self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        """Buy no more, and lay down as it lies."""
        while self.scene["to_act"] == seat:
            self.tap(self.enough if self.scene["view"]["phase"] == "buying" else self.all_at_once)
        self.all_at_once.wait_for()

    def play_out(self) -> None:
        """Tap pictures until the match is over."""
        for _ in range(LONGEST_MATCH):
            if self.person.over:
                return
            spot = self.page.evaluate(TAP)
            if spot is None:
                self.page.wait_for_timeout(25)
            else:
                self.page.mouse.click(*spot)
        raise AssertionError("the match does not end")


@pytest.fixture
def ada(people: People) -> Child:
    return Child(people.come("Ada", ON_ITS_SIDE))


@pytest.mark.parametrize(
    ("options", "said", "not_said"),
    [
        ({}, "Chance has no part in this match.", "Dice you can check"),
        ({"shuffle": 1}, "Dice you can check", "Chance has"),
    ],
    ids=["standard", "shuffled"],
)
def test_dice_are_spoken_of_only_where_cards_are_shuffled(
    people: People, options: dict[str, int], said: str, not_said: str
) -> None:
    ada = Child(people.come("Ada", DESKTOP))
    ada.open("me", "here", **options)
    ada.page.get_by_role("tab", name="Fairness").click()
    panel = ada.page.locator("aside .panel")
    expect(panel).to_contain_text(said)
    expect(panel).not_to_contain_text(not_said)


@pytest.mark.parametrize("size", [ON_ITS_SIDE, PHONE, DESKTOP], ids=["tablet", "phone", "desktop"])
def test_a_whole_match_is_played_by_tapping_pictures(people: People, size: dict[str, int]):
    ada = Child(people.come("Ada", size))
    ada.open("here", edition="few")
    ada.person.keep_announced()
    ada.play_out()
    scores = ada.scene["outcome"]["scores"]
    assert sum(scores) == ada.scene["view"]["gems"], "all gems were taken"
    towers = ada.page.locator(".towers li .unseen").all_inner_texts()
    assert [int(re.findall(r"\d+", told)[0]) for told in towers] == sorted(scores, reverse=True), "most first"
    expect(ada.page.locator(".towers svg use")).to_have_count(sum(scores))
    ada.page.get_by_role("button", name="A picture of it").click()
    expect(ada.page.get_by_role("figure").locator("use")).to_have_count(sum(scores))
    ada.page.get_by_role("button", name="Look at the board").click()
    told = ada.person.announced()
    lines = [line for line in ada.person.log() if " plays " in line or " buys " in line]
    assert len(lines) > 20
    assert [line for line in told if line in lines] == lines, "every event was told in words"


@pytest.mark.parametrize("size", [ON_ITS_SIDE, UPRIGHT, PHONE, SMALL, DESKTOP], ids=lambda size: str(size["width"]))
def test_whatever_can_be_tapped_is_as_large_as_a_finger(people: People, size: dict[str, int]):
    ada = Child(people.come("Ada", size))
    ada.open("here", sparkle=1)
    assert ada.too_small() == [], "playing"
    ada.all_at_once.click()
    ada.enough.wait_for()
    assert ada.too_small() == [], "buying"
    ada.pile("double").click()
    ada.laying.or_(ada.enough).first.wait_for()
    ada.enough.click()
    ada.laying.wait_for()
    assert ada.too_small() == [], "laying down"
    assert ada.person.sideways() <= 0
    ada.page.get_by_role("button", name="For grown-ups").click()
    assert ada.too_small() == [], "for grown-ups"


@pytest.mark.parametrize("size", [ON_ITS_SIDE, SMALL], ids=["tablet", "small"])
@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_axe_finds_nothing(people: People, size: dict[str, int], day: bool):
    ada = Child(people.come("Ada", size, day=day, bypass_csp=True))
    ada.open("here", "here", "here")
    assert faults(ada.person) == [], "playing"
    ada.all_at_once.click()
    ada.enough.wait_for()
    ada.pile("trove").click()
    expect(ada.page.locator(".note")).to_contain_text("3 coins are missing")
    assert faults(ada.person) == [], "buying, and something is too dear"
    ada.pile("mine").click()  # nothing is left
    ada.laying.wait_for()
    assert faults(ada.person) == [], "laying down"
    ada.page.get_by_role("button", name="My deck: 4 cards").click()
    assert faults(ada.person) == [], "a pile that is looked into"


def test_what_cannot_be_done_says_why_and_costs_nothing(ada: Child):
    ada.open("here")
    note = ada.page.locator(".note")
    ada.pile("mine").click()
    expect(note).to_have_text("Gem Mine: 4 coins are missing.")
    expect(note.locator("svg.lack")).to_have_count(4)
    ada.all_at_once.click()
    ada.enough.wait_for()
    ada.pile("wish").click()
    expect(note).to_have_text("Wish: 2 coins are missing.")
    assert len([asked for asked in ada.asked if asked["type"] == "act"]) == 1


def test_a_turn_by_tap_drag_and_taking_back(ada: Child):
    ada.open("here")
    page = ada.page
    for left in (3, 2):  # card by card
        page.locator("[data-place='card:hand:penny']").first.click()
        expect(page.locator(".hand [data-lying]")).to_have_count(left)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".hand [data-lying]")).to_have_count(3)
    ada.all_at_once.click()
    purse = page.locator("[data-zone=purse]")
    expect(purse).to_have_attribute("aria-label", "4 coins")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".hand [data-lying]")).to_have_count(3)  # all that the tap had played
    expect(purse).to_have_attribute("aria-label", "1 coin")
    ada.all_at_once.click()
    expect(purse).to_have_attribute("aria-label", "4 coins")
    ada.pile("cleaner").drag_to(page.locator("[data-zone=stage]"))
    expect(purse).to_have_attribute("aria-label", "2 coins")
    page.get_by_role("button", name="Take back").click()
    expect(purse).to_have_attribute("aria-label", "4 coins")
    ada.pile("mine").click()
    ada.laying.wait_for()
    assert ada.in_play() == ["Penny"] * 4 + ["Gem Mine"]
    page.locator(".area [data-lying]").last.drag_to(page.locator(".area [data-lying]").first)
    assert ada.in_play() == ["Gem Mine"] + ["Penny"] * 4
    before = len(ada.asked)
    ada.all_at_once.click()
    expect(ada.laying).to_have_count(0)
    assert [asked["type"] for asked in ada.asked[before:]] == ["act"], "in one message"
    assert ada.scene["view"]["seats"][0]["discard"] == ["mine", "penny", "penny", "penny", "penny"]
    page.get_by_role("button", name="Take back").click()
    ada.laying.wait_for()
    expect(page.locator(".area [data-lying]")).to_have_count(5)  # the whole order


def test_advice_is_told_in_gems(ada: Child):
    ada.open("here")
    ada.page.keyboard.press("h")
    told, line = [], ada.page.locator(".in-words")
    for _ in range(6):  # nothing is told where the two best come to the same, within a gem
        seat = ada.scene["to_act"]
        ada.tap(ada.all_at_once)
        expect(ada.page.get_by_role("main").get_by_text("Best now: Buy")).to_be_visible(timeout=COMPILING)
        told += line.all_inner_texts()
        if told:
            break
        ada.end_turn(seat)
    assert told
    assert re.fullmatch(r"By the end, .+ gives about \d+ gems? more than .+\.", told[0])


def test_a_pile_can_be_looked_into_and_never_shuffles(ada: Child):
    ada.open("here")
    ada.turn("mine")
    ada.turn("double")
    page, shown = ada.page, ada.page.locator("dialog[open] li")
    assert faults(ada.person) == []
    page.locator(".mine").get_by_role("button", name=re.compile("^My discard pile: 5 cards, .+ on top")).click()
    laid = shown.all_inner_texts()
    expect(shown.locator("b")).to_have_text(["1", "2", "3", "4", "5"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="For grown-ups").click()
    page.get_by_role("group", name="The deck shows its order").get_by_role("radio", name="On").check()
    page.keyboard.press("Escape")
    ada.turn("double")  # the deck is empty then
    ada.person.keep_announced()
    ada.turn("double")
    expect(page.locator(".hand [data-lying]")).to_have_count(4)
    assert "Ada turns the discard pile over." in ada.person.announced()
    page.locator(".mine").get_by_role("button", name=re.compile("My deck")).click()
    assert shown.first.inner_text().split("\n")[0] == laid[4].split("\n")[0], "as it lay"


def test_practice_asks_for_the_sum_gently_and_keeps_the_tries(ada: Child):
    ada.open("here")
    page = ada.page
    page.get_by_role("button", name="For grown-ups").click()
    page.get_by_role("group", name="How many gems now?").get_by_role("radio", name="Up to 10", exact=True).check()
    page.keyboard.press("Escape")
    ada.turn("mine")
    ada.turn("double")
    ada.all_at_once.click()  # three Pennies and the Gem Stash
    question = page.get_by_role("dialog", name="How many gems now?")
    expect(question).to_be_visible()
    expect(question).to_have_accessible_description("0 and 1 more")
    expect(page.locator(".mine .sum")).to_have_text("?")
    assert [int(text) for text in question.locator(".answer").all_inner_texts()] == [1, 2, 3]
    question.get_by_role("button", name="3", exact=True).click()
    expect(question).to_contain_text("Count along and try again!")
    expect(question.get_by_role("button", name="3", exact=True)).to_be_disabled()
    question.get_by_role("button", name="1", exact=True).click()
    expect(question).to_have_count(0)
    expect(page.locator(".mine .sum")).to_have_text("1")
    page.get_by_role("button", name="For grown-ups").click()
    expect(page.locator("dialog[open]")).to_contain_text("Up to 10: 1 asked, 0 right at the first try, 2 tries in all")


def test_names_and_sums_are_read_aloud_if_wanted(people: People):
    ada = Child(people.come("Ada", UPRIGHT))
    page = ada.page
    page.add_init_script(
        "window.spoken = []; speechSynthesis.speak = (said) => { window.spoken.push(said.text); said.onend?.(); };"
    )
    ada.open("here")
    ada.tap(page.locator("[data-place='card:hand:penny']").first)
    assert page.evaluate("window.spoken") == [], "off at first"
    page.get_by_role("button", name="For grown-ups").click()
    page.get_by_role("group", name="Read names and sums aloud").get_by_role("radio", name="On").check()
    page.keyboard.press("Escape")
    ada.tap(page.locator("[data-place='card:hand:penny']").first)
    expect(page.locator(".hand [data-lying]")).to_have_count(2)
    assert page.evaluate("window.spoken") == ["Read names and sums aloud", "Penny. 2 coins."]


def test_four_children_share_one_tablet(people: People):
    ada = Child(people.come("Ada", UPRIGHT))
    ada.open("here", "here", "here")
    for name in ("Ada", "Bea", "Cleo", "Dot"):
        expect(ada.page.locator(".mine .name")).to_have_text(name)
        assert ada.page.locator(".others .plate").count() == 3
        ada.turn("mine")
    expect(ada.page.locator(".mine .name")).to_have_text("Ada")
    assert ada.person.sideways() <= 0


@pytest.mark.parametrize("size", [ON_ITS_SIDE, LARGE_ON_ITS_SIDE, UPRIGHT, PHONE], ids=lambda size: str(size["width"]))
def test_everyones_gems_can_be_read_beside_their_chances(people: People, size: dict[str, int]):
    ada = Child(people.come("Ada", size))
    ada.open("here", "here", "here")
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".plate .chance")).to_have_count(4, timeout=COMPILING)
    ada.person.still()
    assert ada.page.evaluate(SUMS_CUT_OFF) == []


def test_a_turn_by_the_keyboard_alone(ada: Child):
    ada.open("here")
    page, keyboard = ada.page, ada.page.keyboard
    keyboard.press("a")
    ada.enough.wait_for()
    tab_to(page, "[data-place='pile:cleaner']")
    keyboard.press("Enter")
    expect(page.locator("[data-zone=purse]")).to_have_attribute("aria-label", "2 coins")
    keyboard.press("d")
    ada.laying.wait_for()
    tab_to(page, ".area [data-place='card:area:cleaner']")
    for _ in range(4):
        keyboard.press("ArrowLeft")
        page.wait_for_timeout(50)  # until it is drawn anew, and holds the focus again
    assert ada.in_play()[0] == "Cleaner"
    keyboard.press("a")
    expect(ada.laying).to_have_count(0)
    assert ada.scene["view"]["seats"][0]["discard"][0] == "cleaner"


def tab_to(page: Any, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(f"""document.activeElement.matches("{selector}")"""):
            return
    raise AssertionError(f"the Tab key never comes to {selector}")


def test_coins_and_gems_roll_out_of_the_cards(people: People):
    ada = Child(people.come("Ada", ON_ITS_SIDE, reduced_motion="no-preference"))
    ada.open("here")
    ada.all_at_once.click()
    expect(ada.page.locator(".layer .flying").first).to_be_attached()
    expect(ada.page.locator("[data-zone=purse]")).to_have_attribute("aria-label", "4 coins")
    ada.enough.wait_for()
    expect(ada.page.locator(".layer .flying")).to_have_count(0)
    assert ada.page.locator("[data-zone=purse] .tens use").count() == 4
    assert ada.page.locator("[data-lying]").evaluate_all("all => all.map((one) => one.style.visibility)") == [""] * 4
