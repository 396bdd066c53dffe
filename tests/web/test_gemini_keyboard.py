"""The Gemini Card Game without a pointer: a whole match by the keyboard alone, and every own move is heard."""

from __future__ import annotations

from playwright.sync_api import expect

from asterism.games.gemini.tests.positions import Lane, position

from .people import PATIENCE, People
from .test_gemini_page import LONGEST_MATCH, Astronomer
from .test_gemini_refusals import Table
from .test_gemini_team import SHORT

FAR = 12  # presses of Tab: more is lost
A_MOMENT = 40  # milliseconds
FOCUSED = "(spot) => document.activeElement?.matches(spot) ?? false"
CHOICE = ".pick button, .taking button"  # of a role, or of a card of the deck


class Typist(Astronomer):
    """Someone who touches nothing but keys."""

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def there(self, spot: str) -> bool:
        return self.page.locator(spot).count() > 0

    def choose(self, spot: str) -> None:
        """Tab on to the next of these, and press it."""
        for _ in range(FAR):
            if self.page.evaluate(FOCUSED, spot):
                return self.press("Enter")
            self.press("Tab")
        raise AssertionError(f"{spot} is out of reach: {self.page.evaluate('document.activeElement.outerHTML')}")

    def put_somewhere(self) -> bool:
        """What is chosen goes where it can; whether it can go anywhere."""
        spots = (".lane.lit .whole", ".free.lit button", ".over .offers button", ".deck.takes")
        spot = next((spot for spot in spots if self.there(spot)), None)
        if spot is None:
            return False
        ply = self.scene["ply"]
        self.choose(spot)
        which_side = self.page.locator(".over .offers button")
        while self.scene["ply"] == ply:
            if which_side.count():
                which_side.first.press("Enter")
            self.page.wait_for_timeout(A_MOMENT)
        return True

    def move(self) -> None:
        """Something that can be done now."""
        if self.there(CHOICE):
            self.press("1")
            self.choose(CHOICE)
            return
        if self.scene["view"]["phase"] == "moving":
            self.press("i")
            assert self.put_somewhere()
            return
        cards = self.page.locator(".hand button")
        playable = cards.evaluate_all("(all) => all.map((one) => one.classList.contains('can'))")
        for number, can in enumerate(playable):
            if can:
                self.press(str(number + 1))
                expect(cards.nth(number)).to_have_attribute("aria-pressed", "true")
                if self.put_somewhere():
                    return
                self.press("Escape")
                expect(cards.nth(number)).to_be_focused()
        if self.there(".instruments .can"):
            self.press("i")
            self.choose(".instruments .can")
            if self.put_somewhere():
                return
            self.press("Escape")
        self.press("e")

    @property
    def may_move(self) -> bool:
        moving = bool(self.scene["view"]["phase"] == "moving" and self.there(".over .offers button"))
        return self.scene["to_act"] == 0 and (moving or self.there(f".bar button:enabled, {CHOICE}"))

    def play_out(self) -> int:
        """To the end; how many moves it took."""
        moves = 0
        for _ in range(LONGEST_MATCH):
            if self.person.over:
                return moves
            if self.may_move:
                ply = self.scene["ply"]
                self.move()
                moves += 1
                for _ in range(PATIENCE // A_MOMENT):
                    if self.scene["ply"] != ply:
                        break
                    self.page.wait_for_timeout(A_MOMENT)
            else:
                self.page.wait_for_timeout(A_MOMENT)
        raise AssertionError("the match does not end")


def test_a_whole_match_is_played_by_the_keyboard_alone_and_every_own_move_is_told(people: People):
    ada = Typist(people.come("Ada"))
    ada.sit_down(ada.begin("bot", edition=SHORT))
    ada.person.keep_announced()
    moves = ada.play_out()
    ada.press("Escape")
    told = ada.person.announced()
    own = [
        line
        for line in ada.person.log()
        if line.startswith("You ") and not line.startswith(("You draw", "You are dealt"))
    ]
    assert len(own) == moves > 5
    assert [line for line in told if line in own] == own
    assert "Band 1 programs were completed" in told[-1] or "points" in told[-1], "and how it ended"


def test_a_digit_goes_on_to_where_the_card_can_go_and_escape_comes_back(people: People):
    ada = Typist(people.come("Ada"))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    ada.person.keep_announced()
    lanes = {"embers": Lane("gmos-n"), "winds": Lane("gmos-s", target="bright-any")}
    table.show(position(hand=["atlas", "bright-north", "time-1"], lanes=lanes))
    ada.press("1")
    expect(ada.page.locator(".free.lit button")).to_be_focused()
    ada.press("3")
    expect(ada.lane("winds")).to_be_focused()
    assert ada.person.announced()[-1] == "1 hour: choose where it goes"
    ada.press("Escape")
    expect(ada.item("time-1")).to_be_focused()
    ada.press("2")
    expect(ada.item("bright-north")).to_be_focused()
    assert ada.person.announced()[-1].startswith("It can go nowhere now.")
    ada.press("i")
    expect(ada.page.locator(".instruments .can").first).to_be_focused()
