"""A file that a stranger sends costs only so much, can be dropped at any step, and keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.core.match import Match
from asterism.server.house import House
from asterism.server.http import pages, replays
from asterism.server.http.app import build
from asterism.server.settings import Settings
from asterism.server.tables.lobby import open_table
from asterism.server.thinking.fair_queue import Dropped
from asterism.server.thinking.studies import Asker, Step
from asterism.server.wire.requests import Open, SeatPlan
from asterism.store import EventRow
from asterism.table.table import StandIns

from .attacks import Made, endless_outcomes, many_nonces, same_odds_for_every_roll, same_odds_in_order, text_of
from .inside import browsing
from .talking import GAME


@pytest.mark.parametrize("made", [same_odds_for_every_roll(), many_nonces()])
def test_thousands_of_rolls_at_one_ply_are_refused_before_any_work(made: Made) -> None:
    with pytest.raises(BadInput, match="the list of rolls is not in order"):
        replays.replay_record(text_of(made), lambda: pytest.fail("work was begun"))


def test_outcomes_of_thousands_of_digits_are_refused_before_any_work() -> None:
    """Each of thousands of findings would be 50 KB: seconds that nobody can end, and hundreds of MB."""
    with pytest.raises(BadInput, match="'odds' of this record is not"):
        replays.replay_record(text_of(endless_outcomes()), lambda: pytest.fail("work was begun"))


def test_a_file_whose_sender_has_gone_is_dropped_wherever_it_is_worked_on() -> None:
    text = text_of(same_odds_in_order(outcomes=50, rolls=120))
    steps = 0

    def counted() -> None:
        nonlocal steps
        steps += 1

    scenes = json.loads(gzip.decompress(pages.zipped(replays.replay_record(text, counted), counted)))["scenes"]
    assert steps > 3 * len(scenes), "played, checked by the rules, and drawn"
    for last in (1, 60, 130, 200, steps):
        left = last

        def drop() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise Dropped

        with pytest.raises(Dropped):
            pages.zipped(replays.replay_record(text, drop), drop)
        assert left == 0


def test_files_of_strangers_keep_no_record_of_a_table_waiting(tmp_path: Path) -> None:
    """As many files as a network address may send are worked on without end; those who play there ask all the same."""
    gate = threading.Event()

    def work(step: Step) -> None:
        while not gate.wait(0.001):
            step()

    async def flood(house: House) -> list[asyncio.Task[None]]:
        askers = [Asker(str(guest), "127.0.0.1") for guest in range(10)]
        return [
            asyncio.ensure_future(house.uploads.ask((asker, number), asker, work))
            for asker in askers
            for number in range(4)
        ]

    with browsing(build(Settings(data=tmp_path))) as browser:
        wish = Open(game=GAME, seats=[SeatPlan(kind="bot")], commit="0" * 64)  # a match that begins at once
        table = browser.run(lambda house: open_table(house, "0" * 16, "A", wish))
        flooding = browser.run(flood)
        try:
            for page in ("record", "replay"):
                assert browser.get(f"/api/tables/{table.code}/{page}").status == 200
            assert not any(upload.done() for upload in flooding)
        finally:
            gate.set()

            async def end(house: House) -> None:
                await asyncio.gather(*flooding)

            browser.run(end)


def test_what_is_taken_back_costs_nothing_for_all_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may hold thousands of actions and then take back one, again and again."""
    match = Match("geminos", seats=2, seed=1)
    while match.ply < 300:
        match.play(match.legal()[0])
    looked = 0
    backwards: Callable[[Match], Iterable[object]] = Match.backwards

    def counted(self: Match) -> Iterable[object]:
        nonlocal looked
        for played in backwards(self):
            looked += 1
            yield played

    monkeypatch.setattr(Match, "backwards", counted)
    monkeypatch.setattr(Match, "standing", lambda *_: pytest.fail("all that stands was looked at"))
    for _ in range(50):
        match.undo(1)
    assert looked == 50


def test_for_whom_a_bot_played_is_what_the_last_event_before_says() -> None:
    chance = random.Random(1)
    plies = sorted(chance.choices(range(20), k=30))
    what = ("left", "bot-plays", "came-back")
    events = [
        EventRow(
            ply=ply, at=0, what=chance.choice(what), seat=chance.randrange(3), level=chance.choice(["", "beginner"])
        )
        for ply in plies
    ]
    for seat in range(4):
        for ply in range(21):
            levels = [event.level for event in events if event.seat == seat and event.ply <= ply]
            assert StandIns(events).played(seat, ply) == bool(levels and levels[-1])
