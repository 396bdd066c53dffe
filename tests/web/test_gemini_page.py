"""The page of the Gemini Card Game: a control room that says what goes where, and why not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .people import DESKTOP, PHONE, SMALL, People, Player
from .test_pages import faults

NAME = "gemini"
LONGEST_MATCH = 3_000  # looks at the page
SPOT = {"x": 6, "y": 6}  # of a lane, beside its instrument

# Everything that can be pressed and is smaller than a finger.
TOO_SMALL = """() => [...document.querySelectorAll('.control-room button, .others button')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([one, box]) => `${one.ariaLabel ?? one.textContent.trim()}: ${box.width} x ${box.height}`)"""


class Astronomer(Player):
    """Someone at a table of this game."""

    game = NAME

    def open(self, *kinds: str, **options: int) -> None:
        """A table with such others, up to the choice of roles or the first turn."""
        self.sit_down(self.begin(*kinds, **options))

    def open_first_turn(self, **options: int) -> None:
        """With a bot, up to this person's first turn; the roles are dealt."""
        self.open("bot", roles=1, **options)
        expect(self.end_turn).to_be_enabled()

    @property
    def end_turn(self) -> Locator:
        return self.page.locator(".bar button[data-place='end']")

    @property
    def panel(self) -> Locator:
        return self.page.locator(".over")

    def item(self, name: str) -> Locator:
        return self.page.locator(f".control-room [data-item='{name}']").first

    def lane(self, name: str) -> Locator:
        return self.page.locator(f"[data-lane='{name}'] .whole")

    def take_a_turn(self) -> bool:
        """Play the first thing that has somewhere to go, or end the turn; whether there was anything to do."""
        page = self.page
        for spot in (".pick button", ".taking button", ".over .offers button", ".lane.lit .whole", ".free.lit button"):
            if (found := page.locator(f".control-room {spot}").last).count():
                found.click(position=SPOT)
                return True
        if not page.locator(".bar button:enabled").count():
            return False
        playable = page.locator(".hand .can")
        if playable.count():
            playable.last.click()
            if page.locator(".lane.lit, .free.lit").count():
                return True
        self.end_turn.click()
        return True

    def play_out(self) -> None:
        for _ in range(LONGEST_MATCH):
            if self.person.over:
                return
            before = self.scene.get("ply")
            if not self.take_a_turn() or self.scene.get("ply") == before:
                self.page.wait_for_timeout(40)
        raise AssertionError("the match does not end")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_match_with_bots_is_played_by_tapping(people: People, size: dict[str, int]):
    ada = Astronomer(people.come("Ada", size))
    ada.open("bot")
    ada.page.locator(".pick button").first.click()
    expect(ada.end_turn.or_(ada.page.locator(".pick button")).first).to_be_visible()
    assert ada.person.sideways() <= 0
    ada.play_out()
    ada.page.get_by_role("button", name="Look at the board").click()
    story = ada.page.locator(".control-room figure")
    expect(story).to_contain_text(f"{ada.scene['view']['score']['points']} points")
    programs = ada.scene["view"]["story"]["programs"]
    told = story.locator(".unseen p").all_inner_texts()
    assert len([line for line in told if "from round" in line]) == len(programs)
    assert ada.person.sideways() <= 0


def test_where_something_cannot_go_every_reason_is_told(people: People):
    ada = Astronomer(people.come("Ada"))
    ada.open_first_turn()
    looked_at = 0
    for _ in range(6):
        expect(ada.end_turn.or_(ada.page.locator(".taking, .veil")).first).to_be_visible()
        if ada.end_turn.is_visible() and ada.scene["view"]["phase"] == "acting":
            looked_at += look_at_refusals(ada)
        ada.take_a_turn()
        ada.page.wait_for_timeout(200)
    assert looked_at > 10


def look_at_refusals(ada: Astronomer) -> int:
    """Tap every lane with everything in hand and in the row; how many refusals were as the server has them."""
    view, compared = ada.scene["view"], 0
    hand = [held["card"] for held in view["seats"][0]["hand"]]
    for item in [*hand, *view["row"]]:
        for lane in ["checkouts", *(one["lane"] for one in view["lanes"])]:
            places = [f"{lane}/plain", f"{lane}/ao"] if view["cards"][item]["kind"] == "target" else [lane]
            against = [view["why"].get(item, {}).get(place) for place in places]
            if not all(against):
                continue
            ada.page.keyboard.press("Escape")
            ada.item(item).click()
            ada.lane(lane).click(position=SPOT)
            expect(ada.panel.locator(".refusal b").first).to_contain_text("Not on")
            told = ada.panel.locator(".refusal li").all_inner_texts()
            reasons = {number for numbers in against for number in numbers or []}
            assert len(set(told)) == len(reasons), (item, lane, told)
            assert not any("why-" in line or "{" in line for line in told), told
            compared += 1
    ada.page.keyboard.press("Escape")
    return compared


def test_a_turn_by_the_keyboard_alone_and_the_table_in_words(people: People):
    ada = Astronomer(people.come("Ada"))
    ada.open_first_turn()
    page, keyboard = ada.page, ada.page.keyboard
    ada.person.keep_announced()
    chosen = ada.scene["view"]["seats"][0]["hand"][0]["card"]
    ada.item(chosen).press("Enter")
    page.get_by_role("button", name=re.compile("^Put .* down$")).press("Enter")
    expect(ada.item(chosen)).to_be_focused()
    keyboard.press("1")
    expect(ada.item(chosen)).to_have_attribute("aria-pressed", "true")
    page.locator("[data-lane='checkouts'] .whole").focus()
    keyboard.press("Enter")
    refused = ada.panel.locator(".refusal")
    expect(refused.or_(page.locator(".bar .prompt")).first).to_be_visible()
    if refused.is_visible():
        sentence = refused.locator("li, b").last.inner_text()
        assert any(sentence in line for line in ada.person.announced())
        keyboard.press("Escape")
        expect(refused).to_have_count(0)
    expect(ada.item(chosen).or_(ada.end_turn).first).to_be_visible()
    keyboard.press("t")
    told = page.locator("aside .panel, dialog[open]").last
    expect(told).to_contain_text("The semester")
    expect(told).to_contain_text("Reputation 4 of 4")
    for card in ada.scene["view"]["row"]:
        assert card.replace("-", "").lower() in told.inner_text().replace("-", "").lower()


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small"])
@pytest.mark.parametrize("day", [False, True], ids=["night", "day"])
def test_axe_finds_nothing(people: People, size: dict[str, int], day: bool):
    ada = Astronomer(people.come("Ada", size, day=day, bypass_csp=True))
    ada.open("bot")
    ada.page.locator(".pick button").first.wait_for()
    assert faults(ada.person) == [], "picking a role"
    ada.page.locator(".pick button").first.click()
    expect(ada.end_turn.or_(ada.page.locator(".pick button")).first).to_be_visible()
    while ada.page.locator(".pick button").count():
        ada.page.locator(".pick button").first.click()
        ada.page.wait_for_timeout(200)
    expect(ada.end_turn).to_be_enabled()
    assert faults(ada.person) == [], "acting"
    ada.page.locator(".hand button").first.click()
    ada.lane("checkouts").click(position=SPOT)
    assert ada.page.evaluate(TOO_SMALL) == []
    assert faults(ada.person) == [], "something is chosen"
    ada.page.get_by_role("button", name="About").click()
    assert faults(ada.person) == [], "the back of a card"
    ada.page.keyboard.press("Escape")
    ada.page.locator(".status .points").click()
    assert faults(ada.person) == [], "the score sheet"
