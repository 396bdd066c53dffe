"""Every reason why something cannot be done in the Gemini Card Game, met by tapping on the real page.

To play up to each of these positions would take whole semesters, and some need cards in an order nobody can choose.
So the page sits at a table of a real server, and is sent on the same socket what the server would send in a position:
the real rules, view, reasons and choices of that position.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import WebSocketRoute, expect

from asterism.core.match import Match
from asterism.core.words import tell
from asterism.games.gemini.display.refusal_reasons import reasons
from asterism.games.gemini.tests.positions import Lane, do, position, why
from asterism.games.gemini.tests.test_refusal_reasons import MET
from asterism.table import scenes

from .people import DESKTOP, PHONE, People
from .test_gemini_page import SPOT, Astronomer

ISOLATES = str.maketrans("", "", "\u2068\u2069")
NAMES = ["Ada", "Ada 2", "Ada 3", "Ada 4"]

# A tap plays the one side of a target that is possible; so what stands against a side is told where neither is.
NEITHER_SIDE: dict[str, tuple[Callable[[], Match], str]] = {
    "why-no-side": (lambda: position(hand=["exoplanet"], lanes={"embers": Lane()}), "exoplanet>embers/plain"),
    "why-program-mode": (lambda: position(hand=["bright-any"], lanes={"embers": Lane()}), "bright-any>embers/ao"),
    "why-instrument-mode": (
        lambda: position(hand=["bright-north"], lanes={"winds": Lane("gmos-s")}),
        "bright-north>winds/ao",
    ),
}


class Table:
    """The page's table, which can be set to any position."""

    def __init__(self, ada: Astronomer) -> None:
        self._send: Callable[[str], None] = lambda text: None
        ada.page.route_web_socket("**/ws", self._between)
        self.ada, self._ply = ada, 10_000

    def _between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(page.send)
        self._send = page.send

    def show(self, match: Match, seat: int | None = None) -> None:
        """The position as whoever is to act sees it; or as someone at this seat alone."""
        record = match.states[0]
        self._ply += 1
        to_act = int(record["to_act"])
        may = to_act >= 0 and seat in (None, to_act)
        choices = scenes.choices(match.game, record, match.game.legal(match.states) if may else [])
        seats = [{**one, "mine": seat in (None, number)} for number, one in enumerate(self.ada.scene["table"]["seats"])]
        position = {
            "ply": self._ply, "to_act": to_act, "seat": to_act if seat is None else seat,
            "view": match.game.view(record), "table": {**self.ada.scene["table"], "seats": seats},
            "choices": choices, "outcome": scenes.outcome(match), "since": 0, "log": [], "id": 0,
        }  # fmt: skip
        told: dict[str, Any] = {**self.ada.scene, **json.loads(msgspec.json.encode(position))}
        self._send(json.dumps(told))
        expect(self.ada.page.locator(".control-room")).to_have_attribute("data-phase", told["view"]["phase"])
        expect(self.ada.page.locator(".desk .lane")).to_have_count(lanes_shown(told["view"]))


def lanes_shown(view: Any) -> int:
    return 0 if view["phase"] in ("searching", "over") else 1 + len(view["lanes"])


def shown(ada: Astronomer) -> list[str]:
    return [line.translate(ISOLATES) for line in ada.panel.locator(".refusal li").all_inner_texts()]


def attempt(ada: Astronomer, match: Match, place: str) -> None:
    """Tap what is to go somewhere, and then where it is to go, if that is on the table."""
    page = ada.page
    item, _, where = place.partition(">")
    if item == "search":
        if match.game.view(match.states[0])["turn"]["role"] != "scientist":  # type: ignore[misc]
            page.locator(".others button.things").first.click()
            page.locator("dialog[open] [data-button=search]").click()
        else:
            page.locator(".turn-line .ability").click()
        return
    if item in ("discard", "booboo"):
        page.locator(f".turn-line [data-button={item}]").click()
        return
    ada.item(item).click()
    lane = where.split("/")[0]
    if lane == "under":
        page.locator("[data-place=under]").click()
    elif item == "altair":
        page.locator(".lane", has=page.locator(f"[data-item='{lane}']")).locator(".whole").click(position=SPOT)
    elif ada.lane(lane).count():
        ada.lane(lane).click(position=SPOT)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_reason_of_refusal_is_shown_where_it_is_met(people: People, size: dict[str, int]):
    ada = Astronomer(people.come("Ada", size))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    for reason, (make, place) in {**MET, **NEITHER_SIDE}.items():
        match = make()
        assert reason in why(match, place)
        table.show(match)
        attempt(ada, match, place)
        item, _, where = place.partition(">")
        told = [tell(match.game, said, NAMES).translate(ISOLATES) for said in reasons(match.states[0])[item][where]]
        expect(ada.panel.locator(".refusal li").first).to_be_visible()
        assert set(told) <= set(shown(ada)), f"{reason}: {place} is told {shown(ada)}"
        assert ada.person.sideways() <= 0


# What the page refuses by itself: what is tapped, where, by whom, and what is told.
OTHERWISE: dict[str, tuple[Callable[[], Match], str, str, int | None, str]] = {
    "not-turn": (lambda: position(others={0: ["time-1"]}), "time-1", "checkouts", 0, "Bea is playing."),
    "chance-turn": (
        lambda: do(position(hand=["time-1"]), "end"),
        "time-1", "checkouts", 1, "One moment: cards are being turned up.",
    ),
    "not-a-place": (
        lambda: position(instants=1, hand=["press"], reputation=3),
        "press", "checkouts", None, "Good Press does not go there.",
    ),
    "program-elsewhere": (
        lambda: position(hand=["embers"]),
        "embers", "checkouts", None, "A program opens a lane of its own: choose the free lane.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_tapped_at_the_wrong_time_or_place_is_refused_in_words(people: People, size: dict[str, int]):
    ada = Astronomer(people.come("Ada", size))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    ada.person.keep_announced()
    for make, item, lane, seat, told in OTHERWISE.values():
        table.show(make(), seat)
        ada.item(item).click()
        ada.lane(lane).click(position=SPOT)
        expect(ada.panel.locator(".refusal b")).to_have_text(told)
        assert ada.person.announced()[-1] == told
