"""The Gemini Card Game as a team: pointing at cards, all roles by one person, two browsers and two bots."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

from .people import DESKTOP, PHONE, People
from .test_gemini_page import LONGEST_MATCH, SPOT, Astronomer

SHORT = "short"  # an edition of two rounds (see `conftest.py`)

# A device that has other programs to share with.
SHARING = """
  navigator.canShare = () => true;
  navigator.share = async (what) => { window.shared = what; };
"""


def together(people: People, *kinds: str, **options: int) -> tuple[Astronomer, Astronomer]:
    """Ada on a screen and Bea on a phone, with such others, at one table."""
    ada, bea = Astronomer(people.come("Ada", DESKTOP)), Astronomer(people.come("Bea", PHONE))
    code = ada.begin("elsewhere", *kinds, edition=SHORT, **options)
    bea.person.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.sit_down(code)
    bea.person.see_board()
    return ada, bea


def whoever_acts(*players: Astronomer) -> tuple[Astronomer, Astronomer]:
    """The one of two whose turn it is, then the other."""
    first, second = players
    expect(first.end_turn.or_(first.page.locator(".bar .waiting")).first).to_be_visible()
    return (first, second) if first.scene["to_act"] in own_seats(first) else (second, first)


def own_seats(player: Astronomer) -> list[int]:
    return [i for i, seat in enumerate(player.scene["table"]["seats"]) if seat["mine"]]


def test_a_whole_match_by_two_browsers_and_two_bots_is_played_by_clicking(people: People):
    players = together(people, "bot", "bot")
    for _ in range(LONGEST_MATCH):
        if all(player.person.over for player in players):
            break
        acted = [not player.person.over and player.take_a_turn() for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(40)
    points = {player.scene["view"]["score"]["points"] for player in players}
    assert [player.scene["outcome"] is not None for player in players] == [True, True]
    assert len(points) == 1
    for player in players:
        player.page.get_by_role("button", name="Look at the board").click()
        expect(player.page.locator(".control-room figure")).to_contain_text(f"{points.pop()} points")
        points.add(player.scene["view"]["score"]["points"])


def test_someone_points_at_a_card_and_the_other_sees_and_hears_it(people: People):
    acting, other = whoever_acts(*together(people, roles=1))
    expect(acting.end_turn).to_be_enabled()
    card = other.scene["view"]["row"][0]
    acting.person.keep_announced()
    other.person.keep_announced()
    shall_we(other).click()
    other.item(card).click()
    sentence = other.page.locator(".pointed span")
    expect(sentence).to_have_text(f"You point at {named(other, card)}: shall we?")
    expect(shall_we(other)).to_have_attribute("aria-pressed", "false")
    seen = acting.page.locator(".pointed span")
    expect(seen).to_contain_text("points at")
    expect(acting.item(card).locator(".pointers")).to_be_visible()
    assert seen.inner_text() in acting.person.announced()
    acting.page.locator(".hand button").first.click()  # what one is about to do is not disturbed
    other.page.get_by_role("button", name="Take it back").click()
    expect(acting.page.locator(".pointers")).to_have_count(0)
    expect(acting.page.locator(".over .panel")).to_be_visible()


def shall_we(player: Astronomer) -> Locator:
    return player.page.get_by_role("button", name="Shall we?")


def named(player: Astronomer, card: str) -> str:
    return player.item(card).locator(".unseen").inner_text().split(".")[0]


def test_by_the_keyboard_one_points_at_a_card_for_a_lane(people: People):
    ada = Astronomer(people.come("Ada"))
    ada.open("me", roles=1)
    keyboard = ada.page.keyboard
    expect(ada.end_turn).to_be_enabled()
    card = ada.scene["view"]["seats"][ada.scene["to_act"]]["hand"][0]["card"]
    keyboard.press("1")
    keyboard.press("p")
    expect(ada.page.locator(".over .help")).to_contain_text("the team sees")
    ada.lane("checkouts").focus()
    keyboard.press("Enter")
    expect(ada.page.locator(".pointed")).to_contain_text("Checkouts: shall we?")
    assert [one["place"] for one in ada.scene["pointed"]] == [f"{card}>checkouts"]
    keyboard.press("p")
    keyboard.press("Escape")
    expect(shall_we(ada)).to_have_attribute("aria-pressed", "false")


def test_one_person_plays_all_roles_and_is_handed_nothing(people: People):
    ada = Astronomer(people.come("Ada"))
    ada.person.go("/new/gemini")
    page = ada.page
    page.get_by_role("button", name="Remove seat 3").click()  # two seats have two roles each
    page.get_by_role("button", name="I play all roles").click()
    expect(page.get_by_role("radio", name="Me", exact=True, checked=True)).to_have_count(2)
    page.get_by_role("button", name="Start playing").click()
    seats = set()
    for _ in range(4):
        page.locator(".pick button").first.click()
    for _ in range(4):
        expect(ada.end_turn).to_be_enabled()
        assert page.locator(".banner, .curtain").count() == 0
        seats.add(ada.scene["to_act"])
        turn = page.locator(".turn-line b").inner_text()
        ada.end_turn.click()
        expect(page.locator(".turn-line b")).not_to_have_text(turn)
    assert seats == {0, 1}


def test_a_card_is_dragged_to_where_it_goes(people: People):
    ada = Astronomer(people.come("Ada"))
    ada.open("me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    item = next(card for card in ada.scene["view"]["row"] if card != "altair")
    ply = ada.scene["ply"]
    ada.item(item).drag_to(ada.lane("checkouts"), target_position=SPOT)
    expect(ada.page.locator(f"[data-lane='checkouts'] [data-item='{item}']")).to_be_visible()
    assert ada.scene["ply"] > ply
    another = next(card for card in ada.scene["view"]["row"] if card != "altair")
    ada.item(another).drag_to(ada.lane("checkouts"), target_position=SPOT)
    expect(ada.panel.locator(".refusal")).to_be_visible()


def test_the_picture_of_the_end_is_kept_as_a_file_and_shared(people: People, tmp_path: Path):
    ada = Astronomer(people.come("Ada", PHONE))
    ada.page.add_init_script(SHARING)
    ada.sit_down(ada.begin("me", edition=SHORT, roles=1))
    ada.play_out()
    ada.page.get_by_role("button", name="Look at the board").click()
    with ada.page.expect_download() as kept:
        ada.page.get_by_role("button", name="Keep the picture").click()
    kept.value.save_as(tmp_path / "kept.png")
    assert kept.value.suggested_filename == "gemini-semester.png"
    assert (tmp_path / "kept.png").read_bytes().startswith(b"\x89PNG")
    ada.page.get_by_role("button", name="Share it").click()
    ada.page.wait_for_function("() => window.shared")
    assert ada.page.evaluate("[window.shared.files[0].name, window.shared.files[0].size > 10000]") == [
        "gemini-semester.png",
        True,
    ]
