"""The Gemini Card Game on small and odd screens, and with hands that are hidden."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from asterism.games.gemini.tests.positions import Lane, position

from .people import PHONE, SMALL, People
from .test_gemini_page import Astronomer
from .test_gemini_refusals import Table
from .test_gemini_team import together

ZOOMED = {"width": 720, "height": 450}  # 1440 x 900 at 200 %
ON_ITS_SIDE = {"width": 844, "height": 390}
LOW = {"width": 390, "height": 664}  # a phone whose browser shows its bars

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


def test_red_conditions_stay_in_view_while_a_low_screen_is_scrolled(people: People):
    ada = Astronomer(people.come("Ada", LOW))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    names = ("mirror", "hearts", "sharp-eyes", "long-light", "atlas")
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", due=3), **{name: Lane() for name in names}}
    table.show(position(hand=["time-5", "pairs"], lanes=lanes))
    red = ada.page.locator(".status .reds li").first
    expect(red).to_contain_text("Gamma-ray Burst")
    last = ada.page.locator(".lanes > li").last
    last.scroll_into_view_if_needed()
    ada.person.still()
    assert ada.page.locator(".control-room").evaluate("(room) => room.scrollTop") > 0
    assert red.evaluate(IN_REACH)
    assert red.locator(".due").evaluate(IN_REACH), "however long its name is"
    assert ada.page.locator(".status .points").evaluate(IN_REACH)
    assert last.locator("button").first.evaluate(IN_REACH)


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


# Whether the one flag of a card lies over anything else that is told there.
OVERLAP = """(card) => {
  const flags = [...card.querySelectorAll('.flag svg, .low svg')].filter((one) => one.checkVisibility());
  if (flags.length !== 1) return true;
  const flag = flags[0].getBoundingClientRect();
  return [...card.querySelectorAll('.top > *, .name, .foot > :not(.low)')].some((one) => {
    const box = one.getBoundingClientRect();
    return box.left < flag.right && flag.left < box.right && box.top < flag.bottom && flag.top < box.bottom;
  });
}"""


@pytest.mark.parametrize("cards", [5, 6])
def test_the_flag_of_a_narrow_card_hides_nothing(people: People, cards: int):
    ada = Astronomer(people.come("Ada", PHONE))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    hand = ["gravitational-wave", "gamma-ray-burst", "bright-south", "time-1", "time-2", "time-3"]
    table.show(position(hand=hand[:cards], lanes={"embers": Lane()}))
    ada.person.still()
    for name in ("gravitational-wave", "gamma-ray-burst"):
        assert not ada.item(name).evaluate(OVERLAP), name


def advise(page: WebSocketRoute, ada: Astronomer) -> None:
    """The server, but its advice comes at once: the first choice but to end the turn, and a second one close to it."""
    server = page.connect_to_server()

    def ask(text: str | bytes) -> None:
        asked = json.loads(text)
        if asked["type"] != "advise":
            server.send(text)
            return
        scene = ada.scene
        good = [choice["action"] for choice in scene["choices"] if choice["place"].endswith(">checkouts")][:2]
        actions = [{"action": one, "value": 0.8, "points": 281.0 - 4 * i} for i, one in enumerate(good)]
        told = {
            "type": "advice", "id": asked["id"], "table": asked["table"], "ply": scene["ply"], "exact": False,
            "kind": "team", "seats": [0.8, 0.8], "points": [281.0, 281.0], "actions": actions,
        }  # fmt: skip
        page.send(json.dumps(told))

    page.on_message(ask)
    server.on_message(page.send)


def test_advice_leaves_the_lanes_in_view_on_a_phone(people: People):
    ada = Astronomer(people.come("Ada", PHONE))
    ada.page.route_web_socket("**/ws", lambda page: advise(page, ada))
    ada.open("me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    ada.page.get_by_role("button", name="Chances").click()
    expect(ada.page.locator(".in-words")).to_contain_text("points more than")
    expect(ada.page.locator(".best-told")).to_contain_text("Suggested")
    ada.person.still()
    assert ada.lane("checkouts").evaluate(IN_REACH), "what is suggested goes there"
    assert ada.page.locator(".instruments .best").evaluate("(one) => getComputedStyle(one).boxShadow") != "none"
