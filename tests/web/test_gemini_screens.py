"""The Gemini Card Game on small and odd screens, and with hands that are hidden."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from asterism.games.gemini.positions import Lane, position

from .people import PHONE, SMALL, People
from .test_gemini_page import Astronomer
from .test_gemini_refusals import Table
from .test_gemini_team import together

ZOOMED = {"width": 720, "height": 450}  # 1440 x 900 at 200 %
ON_ITS_SIDE = {"width": 844, "height": 390}

# Whether the middle of an element can be touched.
IN_REACH = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_all_roles_to_choose_from_are_in_view_on_a_phone(people: People):
    ada = Astronomer(people.come("Ada", PHONE))
    ada.open("me")
    roles = ada.page.locator(".pick button")
    expect(roles).to_have_count(4)
    room = ada.page.locator(".desk").bounding_box()
    last = roles.last.bounding_box()
    assert room is not None
    assert last is not None
    assert last["y"] + last["height"] <= room["y"] + room["height"]


@pytest.mark.parametrize("size", [PHONE, SMALL, ZOOMED, ON_ITS_SIDE], ids=["phone", "small", "zoomed", "side"])
def test_where_a_chosen_card_can_go_is_in_reach(people: People, size: dict[str, int]):
    ada = Astronomer(people.come("Ada", size))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    lanes = {"embers": Lane(), "mirror": Lane(), "hearts": Lane(), "winds": Lane("gmos-n", target="bright-any")}
    table.show(position(hand=["time-1", "atlas", "press", "time-5", "bright-south"], instants=1, lanes=lanes))
    ada.item("time-1").click()
    lit = ada.page.locator(".lane.lit .whole")
    expect(lit).to_have_count(1)
    ada.person.still()
    assert lit.evaluate(IN_REACH)
    assert ada.page.locator(".hand [data-item='bright-south']").evaluate(IN_REACH)
    assert ada.person.sideways() <= 0


def test_hidden_hands_are_seen_by_their_owners_only(people: People):
    ada, bea = together(people, roles=1, hidden=1)
    for player, other in ((ada, 1), (bea, 0)):
        expect(player.page.locator(".hand button").first).to_be_visible()
        view = player.scene["view"]["seats"][other]
        open_cards = sum(held["count"] for held in view["hand"])
        assert view["hidden"] == view["cards"] - open_cards > 0
        player.page.locator(".others button.things").first.click()
        expect(player.page.locator("dialog[open]")).to_contain_text(f"{view['hidden']} hidden card")
        player.page.keyboard.press("Escape")
