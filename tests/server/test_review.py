"""The review after a match."""

from __future__ import annotations

import pytest

from .serving import Served
from .talking import Client


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
