"""Whoever is away is not thinking: it is said wherever the others wait for them."""

from __future__ import annotations

from playwright.sync_api import expect

from .people import DESKTOP, DICE, DICE_NAME, PHONE, People, Person


def sit_down(host: Person, other: Person) -> None:
    code = host.invite()
    other.go(f"/t/{code}")
    other.page.get_by_role("button", name="Sit here").click()
    host.see_board()


def test_whoever_we_wait_for_is_away_and_not_thinking(people: People):
    ada, bea, cleo = people.come("Ada"), people.come("Bea"), people.come("Cleo")
    sit_down(ada, bea)
    cleo.go(f"/t/{ada.code}")
    cleo.see_board()
    ada.choose("die")
    ada.choose("pass")
    expect(ada.page.locator(".waiting")).to_have_text("Bea is thinking…")
    expect(ada.page.locator(".turn")).to_have_text("Bea is to move")
    ada.keep_announced()

    code = bea.code
    bea.go("/settings")  # a page that follows no table
    expect(ada.page.locator(".absent")).to_contain_text("Bea is away.")
    expect(ada.page.locator(".turn")).to_have_text("Waiting for Bea, who is away")
    for size in (DESKTOP, PHONE):
        ada.resize(size)
        expect(ada.page.locator(".others .plate").get_by_text("away", exact=True)).to_be_visible()
    expect(cleo.page.locator(".waiting")).to_have_text("You are watching. Waiting for Bea, who is away")
    expect(ada.page.get_by_text("thinking")).to_have_count(0)
    expect(ada.page.locator("#announcer")).to_contain_text("Bea is away. The match goes on when they come back.")

    ada.go("/")
    banner = ada.page.locator(f"a[href='/t/{code}']")
    expect(banner).to_contain_text("Waiting for Bea, who is away")
    ada.go(f"/t/{code}")

    bea.go(f"/t/{code}")
    expect(ada.page.locator(".waiting")).to_have_text("Bea is thinking…")
    expect(ada.page.locator(".others .plate")).not_to_contain_text("away")


def test_an_undo_that_waits_for_someone_away_says_so(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    sit_down(ada, bea)
    ada.choose("die")
    expect(bea.page.locator(".headline")).to_contain_text("Ada")
    ada.page.locator(".tools").get_by_role("button", name="Undo").click()
    expect(ada.page.locator(".ask")).to_contain_text("Waiting for the others to agree…")
    bea.go("/settings")
    expect(ada.page.locator(".ask")).to_contain_text("Bea has to agree, but is away.")


def test_around_a_full_table_a_phone_shows_who_is_away(people: People):
    """With three others or more the plates are small, but this is never left out."""
    ada, bea = people.come("Ada", PHONE), people.come("Bea")
    page = ada.page
    ada.go(f"/new/{DICE_NAME}")
    for _ in range(3):
        page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone elsewhere").click()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    bea.go(f"/t/{ada.code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    away = page.locator(".others.many .plate").filter(has_text="Bea").get_by_text("away")
    expect(away).to_have_count(0)
    bea.go("/settings")  # a page that follows no table
    expect(away).to_be_visible()


def test_someone_who_will_come_by_link_is_not_called_away(people: People):
    ada = people.come("Ada")
    ada.go(f"/new/{DICE_NAME}")
    kinds = ada.page.get_by_role("radiogroup", name="Who sits at seat 2")
    expect(kinds.get_by_role("radio")).to_have_text(["Me", "Here", "Link", "Bot"])


def test_the_lobby_says_who_is_away(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    ada.go(f"/new/{DICE_NAME}")
    page = ada.page
    page.get_by_role("button", name="Add a seat").click()
    for seat in (2, 3):
        kinds = page.get_by_role("radiogroup", name=f"Who sits at seat {seat}")
        kinds.get_by_role("radio", name="Someone elsewhere").click()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    bea.go(f"/t/{ada.code}")
    bea.page.get_by_role("button", name="Sit here").first.click()
    seat = page.locator(".seats li").filter(has_text="Bea")
    expect(seat).not_to_contain_text("away")
    bea.go("/settings")  # a page that follows no table
    expect(seat).to_contain_text("away")


def test_the_banner_of_a_running_match_names_the_others_and_not_me(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    sit_down(ada, bea)
    code = ada.code
    for person, told in ((bea, "Ada is to move"), (ada, "It is your turn · with Bea")):
        person.go("/")
        expect(person.page.locator(f"a[href='/t/{code}']")).to_have_text(f"{DICE} {told} Continue")


def test_the_banner_of_a_match_around_one_screen_names_the_others_there(people: People):
    ada = people.come("Ada")
    ada.go(f"/new/{DICE_NAME}")
    ada.page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    ada.page.get_by_label("Name at seat 2").fill("Oma")
    ada.page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    code = ada.code
    ada.go("/")
    expect(ada.page.locator(f"a[href='/t/{code}']")).to_contain_text("It is your turn · with Oma Continue")


def test_the_banner_of_a_match_alone_names_nobody(people: People):
    ada = people.come("Ada")
    ada.go(f"/new/{DICE_NAME}")
    ada.page.get_by_role("button", name="Remove seat 2").click()
    ada.page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    code = ada.code
    ada.go("/")
    expect(ada.page.locator(f"a[href='/t/{code}']")).to_contain_text("It is your turn Continue")


def test_whoever_turns_to_another_page_is_away_but_keeps_the_connection(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    connections: list[str] = []
    bea.page.on("websocket", lambda socket: connections.append(socket.url))
    sit_down(ada, bea)
    plate = ada.page.locator(".others .plate")
    bea.page.get_by_role("link", name="Settings").click()
    expect(plate).to_contain_text("away")
    bea.page.get_by_role("link", name="Back to the match").click()
    bea.see_board()
    expect(plate).not_to_contain_text("away")
    ada.choose("die")
    expect(bea.page.locator(".headline")).to_contain_text("Ada")
    assert len(connections) == 1
