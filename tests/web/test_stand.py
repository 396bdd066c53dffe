"""The stand in a real browser: bots until someone taps, a match for them, and fresh again when they have left."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Served

from .people import PHONE, People, Person, shows


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Fresh again after a few seconds."""
    server = Served(tmp_path_factory.mktemp("stand"), "--stand", "noirlab-dice", "--stand-idle", "8")
    yield server
    assert server.stop() == "", "the server complained"


@pytest.fixture
def around(browser: Browser, stand: Served) -> Iterator[People]:
    everyone = People(browser, stand.address)
    yield everyone
    everyone.leave()


def guest_of(person: Person) -> str:
    return next(cookie["value"] for cookie in person.page.context.cookies() if cookie["name"] == "asterism_guest")


def test_bots_play_until_someone_taps_and_again_when_they_have_left(around: People):
    screen = around.come("")
    page = screen.page
    screen.go("/stand")
    screen.see_board()
    expect(page.locator(".others .name")).to_have_count(2)
    expect(page.locator("aside .panel li").nth(3)).to_be_visible()
    heard = page.locator("#announcer p")  # not every move of the show
    expect(heard).to_have_text(["Tap to play. Bots are playing. Your own match begins at once."])
    first = guest_of(screen)

    page.mouse.click(700, 300)  # anywhere
    expect(page.locator(".mine .name")).to_have_text("Visitor")
    assert "/t/" in page.url
    expect(heard.nth(1)).to_be_attached()  # what happens in one's own match is told again
    shows(screen, "Are you still here?")
    shows(screen, "a fresh match begins for whoever comes next")
    page.get_by_role("button", name="I am still here").click()
    expect(page.get_by_role("dialog", name="Are you still here?")).to_have_count(0)
    assert "/t/" in page.url

    page.wait_for_url("**/stand")
    screen.see_board()
    expect(page.locator(".others .name")).to_have_count(2)
    assert guest_of(screen) != first, "the next one is someone else"
    assert screen.page.evaluate("JSON.parse(localStorage.asterism).name") == ""
    assert page.evaluate("fetch('/api/mine').then((answer) => answer.json())") == {"tables": []}


def test_the_bots_begin_anew_when_their_match_is_over(around: People):
    screen = around.come("")
    tables: set[str] = set()
    screen.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: tables.update(code_of(text))),
    )
    screen.go("/stand")
    for _ in range(600):
        if len(tables) >= 2:
            break
        screen.page.wait_for_timeout(100)
    assert len(tables) >= 2


def code_of(text: str | bytes) -> list[str]:
    news = json.loads(text)
    return [news["table"]] if news["type"] == "opened" else []


def test_whoever_says_so_leaves_at_once(around: People):
    screen = around.come("", PHONE)
    screen.go("/stand")
    screen.see_board()
    assert screen.sideways() == 0
    screen.page.get_by_role("button", name="Tap to play").tap()
    expect(screen.page.locator(".mine .name")).to_have_text("Visitor")
    screen.page.get_by_role("button", name="I am done").tap()
    screen.page.wait_for_url("**/stand")


def test_a_server_without_a_stand_says_so(people: People):
    ada = people.come("Ada")
    ada.go("/stand")
    shows(ada, "this server has no stand")
    ada.complaints.clear()  # the browser tells of the refusal
