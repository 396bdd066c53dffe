"""The review after a match."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from asterism.bots.review import MatchReview
from asterism.server.house import House
from asterism.server.http import review as review_page
from asterism.server.http.app import build
from asterism.server.settings import UNLIMITED, Settings

from .inside import browsing
from .serving import Served
from .talking import Client
from .test_house import Ear


def test_a_match_is_reviewed_when_it_is_over_and_not_before(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot:beginner")
        code = scene["table"]["code"]
        assert served.get(f"/api/tables/{code}/review").status == 409
        over = anna.play_on(scene)
        review = served.get(f"/api/tables/{code}/review").json
        choices = review["choices"]
        assert review["exact"]
        assert review["kind"] == "win"
        assert [choice["ply"] for choice in choices] == [
            line["ply"] for line in anna.watch(over)["log"] if line["actor"] >= 0
        ]
        for choice in choices:
            assert sum(choice["seats"]) == pytest.approx(1)
            assert 0 <= choice["cost"] <= max(choice["seats"])
        assert any(choice["cost"] == 0 for choice in choices)
        assert served.get(f"/api/tables/{code}/review").json == review


def test_alone_the_cost_is_counted_in_turns(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me"))
        review = served.get(f"/api/tables/{over['table']['code']}/review").json
        assert review["kind"] == "turns"
        assert all(choice["cost"] >= 0 for choice in review["choices"])


def test_a_record_and_a_replay_do_not_wait_for_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def review(match: Any, step: Any) -> MatchReview:
        begun.set()
        assert may_end.wait(60)
        return MatchReview([], 0)

    monkeypatch.setattr(review_page, "review", review)
    with browsing(build(Settings(data=tmp_path, limits=UNLIMITED))) as browser:

        async def story(house: House) -> None:
            anna = Ear(house)
            scene = await anna.open_table("me")
            table = f"/api/tables/{scene['table']['code']}"
            while scene["choices"]:
                action = scene["choices"][-1]["action"]
                scene = await anna.ask(type="act", id=2, table=scene["table"]["code"], ply=scene["ply"], action=action)
            reviewed = asyncio.create_task(browser.ask(f"{table}/review"))
            try:
                await asyncio.to_thread(begun.wait, 60)
                async with asyncio.timeout(20):
                    for what in ("record", "replay"):
                        assert (await browser.ask(f"{table}/{what}")).status == 200
            finally:
                may_end.set()
            assert (await reviewed).status == 200

        browser.run(story)
