"""What the roles of the Gemini Card Game are good for, by the button beside their name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from asterism.core.match import Match
from asterism.games.gemini.tests.positions import Lane, do, meet, position

from .people import DESKTOP, PHONE, People
from .test_gemini_page import Astronomer
from .test_gemini_refusals import Table


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def table(request: pytest.FixtureRequest, people: People) -> Table:
    ada = Astronomer(people.come("Ada", request.param))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    ada.person.keep_announced()
    return table


def ability(table: Table) -> Locator:
    return table.ada.page.locator(".turn-line .ability")


def items(table: Table, spot: str) -> list[str]:
    found: list[str] = table.ada.page.locator(spot).evaluate_all("(all) => all.map((one) => one.dataset.item)")
    return found


def told_calmly(table: Table, sentence: str) -> None:
    """Said and heard, and not as a refusal."""
    expect(table.ada.panel.locator(".refusal.calm")).to_contain_text(sentence)
    assert table.ada.person.announced()[-1].startswith(sentence)


def test_the_engineer_sees_what_can_move(table: Table):
    lanes = {"embers": Lane("gmos-n"), "winds": Lane()}
    table.show(position(role="engineer", hand=["atlas", "time-1"], lanes=lanes, row=["gmos-s", "niri", "nifs"]))
    assert items(table, ".hand .can") == ["atlas"]
    expect(ability(table)).to_contain_class("usable")
    ability(table).click()
    told_calmly(table, "One free move of an instrument each turn.")
    assert items(table, ".hand .can") == []
    assert items(table, ".instruments .can") == ["gmos-s", "niri", "nifs"]
    assert items(table, ".lane .movable") == ["gmos-n"]
    expect(table.ada.item("gmos-s")).to_be_focused()
    table.ada.item("gmos-s").click()
    expect(table.ada.page.locator(".lane.lit")).to_have_count(2)  # Checkouts and Winds


def test_the_operator_gets_a_time_card_for_the_same_target(table: Table):
    table.show(second_on_embers())
    expect(ability(table)).to_contain_class("usable")
    ability(table).click()
    told_calmly(table, "After a time card that does not complete its target")
    expect(table.ada.item("time-1")).to_have_attribute("aria-pressed", "true")
    lit = table.ada.page.locator(".lane.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-lane", "embers")
    assert items(table, ".instruments .can, .lane .movable") == []
    table.ada.item("time-1").click()  # put down again
    assert items(table, ".lane .movable") == ["gmos-n", "gmos-s"]


def second_on_embers() -> Match:
    """Under Best, so that another lane might get a card, too: by an action."""
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster"), "winds": Lane("gmos-s", target="bright-any")}
    hand = ["atlas", "time-1", "time-1", "time-2"]
    return do(position(role="operator", weather="best", hand=hand, lanes=lanes), "time-1>embers")


@pytest.mark.parametrize("role", ["engineer", "operator"])
def test_while_it_cannot_be_used_it_only_says_what_it_is(table: Table, role: str):
    match = position(role=role, hand=["time-1"], row=["niri"])
    table.show(meet(do(match, "niri>checkouts")) if role == "engineer" else match)
    expect(ability(table)).not_to_contain_class("usable")
    ability(table).click()
    told_calmly(table, "One free move" if role == "engineer" else "After a time card")
    assert table.ada.page.locator(".over .panel, .desk .lit").count() == 0


def test_a_second_card_goes_on_poor_weather_by_its_name(table: Table):
    lanes = {"checkouts": Lane("gmos-n")}
    table.show(do(position(role="operator", hand=["time-1", "time-2"], lanes=lanes), "time-1>checkouts"))
    expect(table.ada.page.locator(".turn-line")).to_contain_text("a second time card on Poor Weather")
    ability(table).click()
    expect(table.ada.page.locator(".lane.lit")).to_have_attribute("data-lane", "checkouts")
