"""While someone at the same address tries codes without end: a link opens at once, a typed code waits for its turn."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, expect

from asterism.server.settings import Limits
from tests.server.serving import Served
from tests.server.talking import GAME, Client

from .people import PHONE, People


@contextmanager
def guessing(served: Served, guests: int) -> Iterator[None]:
    """So many guests who try codes all the time: one of them is always answered, and tries the next."""
    stop = threading.Event()

    def guess(guesser: Client) -> None:
        while not stop.is_set():
            guesser.refused("watch", table="222222")

    with ExitStack() as room:
        guessers = [room.enter_context(Client(served)) for _ in range(guests)]
        for guesser in guessers:
            for _ in range(int(Limits().wrong_codes.burst) // guests + 2):
                guesser.send("watch", table="222222")
        threads = [threading.Thread(target=guess, args=(guesser,)) for guesser in guessers]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()


@pytest.fixture
def limited(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, People]]:
    server = Served(tmp_path_factory.mktemp("typed"))
    people = People(browser, server.address)
    yield server, people
    people.leave()
    assert server.stop() == ""


def test_a_link_opens_at_once_and_a_typed_code_after_a_word(limited: tuple[Served, People]) -> None:
    server, people = limited
    with Client(server) as host, guessing(server, 12):
        table = host.open("me", "elsewhere", "elsewhere")["table"]
        lesson = host.ask("open-lesson", game=GAME, tables=2, seats=2)
        by_link, by_hand, pupil = people.come("Lea"), people.come("Tom", PHONE), people.come("Ida", PHONE)

        by_link.go(f"/t/{table['code']}-{table['token']}")
        by_link.page.get_by_role("button", name="Sit here").first.wait_for()
        by_link.go(f"/t/{table['code']}")  # typed now, and known by this browser
        by_link.page.get_by_role("button", name="Sit here").first.wait_for()
        by_link.go(f"/lesson/{lesson['lesson']}-{lesson['token']}")
        by_link.page.get_by_role("button", name="Find me a seat").click()
        expect(by_link.page.get_by_text("Waiting for one more player")).to_be_visible()

        by_hand.go("/")
        by_hand.page.get_by_label("Code").fill(table["code"])
        by_hand.page.get_by_role("button", name="Join").click()
        expect(by_hand.page.get_by_role("status")).to_contain_text("typed codes wait their turn")
        by_hand.page.get_by_role("button", name="Sit here").first.wait_for()

        pupil.go(f"/lesson/{lesson['lesson']}")
        pupil.page.get_by_role("button", name="Find me a seat").click()
        expect(pupil.page.get_by_role("status")).to_contain_text("typed codes wait their turn")
        assert pupil.sideways() == 0
