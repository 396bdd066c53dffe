"""Whole matches by roles and names alone, as a screen reader gives them, with the focus never lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .people import LONGEST_MATCH, PATIENCE, People, Person, Player
from .test_gemini_team import SHORT

A_MOMENT = 30  # milliseconds
SOME_LINES = 12  # that are said beside the log: the page, the aim, the result


class Listener(Player):
    """Someone who plays by what is read out, and presses Enter."""

    def __init__(self, person: Person, game: str) -> None:
        self.game = game
        super().__init__(person)

    def names(self, where: Locator) -> list[str]:
        """The names of all buttons that can be pressed in a part of the page; none where it is not there."""
        if where.count() == 0:
            return []
        found = re.findall(r"""^ *- ('?)button "((?:[^"\\]|\\.)*)"(.*)$""", where.aria_snapshot(), re.MULTILINE)
        return [name.replace("''", "'") if quoted else name for quoted, name, rest in found if "[disabled]" not in rest]

    def press(self, where: Locator, name: str) -> None:
        where.get_by_role("button", name=name, exact=True).first.press("Enter")

    @property
    def todo(self) -> Locator:
        return self.page.get_by_role("group", name="What you can do now")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("dialog")

    def part(self, name: str | re.Pattern[str], role: str = "group") -> Locator:
        return self.page.get_by_role(role, name=name)  # type: ignore[arg-type]

    @property
    def mine(self) -> Locator:
        return self.part("My things", "list")

    def play_out(self, act: Callable[[Listener], bool]) -> None:
        """To the end. After all that is done, the focus is on something, for whoever goes on from there."""
        for _ in range(LONGEST_MATCH):
            if self.result.count():
                return
            ply = self.scene["ply"]
            if self.scene["to_act"] == 0 and act(self):
                self.wait_for_more_than(ply)
                assert self.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
            else:
                self.page.wait_for_timeout(A_MOMENT)
        raise AssertionError("the match does not end")

    def wait_for_more_than(self, ply: int) -> None:
        for _ in range(PATIENCE // A_MOMENT):
            if self.scene["ply"] != ply:
                return
            self.page.wait_for_timeout(A_MOMENT)
        raise AssertionError("nothing came of it")


def with_dice(ada: Listener) -> bool:
    """Roll until it is too risky, by the risk that is told."""
    tracker = ada.part("Your tracker and the die")
    for spot in ada.names(tracker):
        assert f"{spot}, key " in ada.person.announced()[-1], "what a wild face may cover is said"
        ada.press(tracker, spot)
        return True
    may = ada.names(ada.todo)
    if not may:
        return False
    found = re.search(r"Next roll busts: (\d) in 6", tracker.aria_snapshot())
    risky = found is not None and int(found[1]) >= 3
    wanted = next((name for name in ("Pass and bank", "Pass" if risky else "Roll", "Roll") if name in may), may[0])
    ada.press(ada.todo, wanted)
    return True


def with_zodiac_dice(ada: Listener) -> bool:
    for cell in ada.names(ada.mine):
        told = cell.partition(", in place of")[0].partition(", ends")[0]  # more of it is read when one comes to it
        assert f"{told}, key " in ada.person.announced()[-1], "where a sum may go is said"
        ada.press(ada.mine, cell)
        return True
    if ada.names(ada.todo) != ["Roll"]:
        return False
    ada.press(ada.todo, "Roll")
    return True


def with_gems(ada: Listener) -> bool:
    """Play all, buy gems while there is something to spend, lay all down."""
    may = ada.names(ada.todo)
    if not may:
        return False
    if may == ["Buy no more"]:
        assert re.search(r"^You have \d+ coins? to buy with|^No coins", ada.person.announced()[-1]), "it is said"
        market = ada.part("Cards to buy", "list")
        offered = [name for name in ada.names(market) if "You can buy it" in name]
        for card in [name for name in offered if "gem" in name] or offered:
            ada.press(market, card)
            return True
    ada.press(ada.todo, may[0])
    return True


def with_telescopes(ada: Listener) -> bool:
    """Take a role; then try the cards of the hand one by one where they can go, or end the turn."""
    roles = ada.part("Roles", "list")
    for role in ada.names(roles):
        ada.press(roles, role)
        return True
    if "End the turn" not in ada.names(ada.todo):
        return False
    assert any(line.startswith("You are the ") and "action" in line for line in ada.person.announced()[-4:])
    table, hand = ada.part("The table"), ada.part("Your hand")
    for card in ada.names(hand):
        ada.press(hand, card)
        fits = [name for name in ada.names(table) if name.endswith(("can go here", "Open it here"))]
        if fits:
            ada.press(table, fits[0])
            answer_which_side(ada, ada.part(card.split(".")[0], "region"))
            return True
        ada.page.keyboard.press("Escape")
    ada.press(ada.todo, "End the turn")
    return True


def answer_which_side(ada: Listener, panel: Locator) -> None:
    """A target has two sides; where both fit, it is asked which."""
    if ada.person.announced()[-1] == "Which side?":
        ada.press(panel, next(name for name in ada.names(panel) if not name.startswith(("About", "Put "))))


@pytest.mark.parametrize(
    ("game", "edition", "act", "ending"),
    [
        ("noirlab-dice", "", with_dice, "covered all six"),
        ("geminos", "", with_zodiac_dice, "filled|five"),
        ("geminion", "few", with_gems, "gems?"),
        ("gemini", SHORT, with_telescopes, "Band 1|Reputation|points"),
    ],
)
def test_a_whole_match_by_roles_and_names_alone(
    people: People, game: str, edition: str, act: Callable[[Listener], bool], ending: str
):
    ada = Listener(people.come("Ada"), game)
    ada.sit_down(ada.begin("bot", edition=edition))
    ada.person.keep_announced()
    ada.play_out(act)

    expect(ada.result).to_have_accessible_name(re.compile("win|won|lost|draw", re.IGNORECASE))
    expect(ada.result).to_have_accessible_description(re.compile(ending))
    expect(ada.result.get_by_role("heading", level=2)).to_be_focused()
    ada.page.keyboard.press("Escape")
    told, lines = ada.person.announced(), ada.person.log()
    own = [line for line in lines if line.startswith("You ") and not line.startswith("You are dealt")]
    assert [line for line in told if line in own] == own, "what I did is heard, in its order"
    assert not any(line.startswith("Bea is dealt") for line in told), "nobody listens to a whole deal"
    assert len(told) <= 2 * len(lines) + SOME_LINES, f"{len(told)} lines are said of {len(lines)} that happened"
