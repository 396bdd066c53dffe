"""Who won is said once, for every kind of end."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from asterism.core.discover import find
from asterism.core.game import Said
from asterism.core.match import Match
from asterism.core.result import Ending, judge
from asterism.terminal.result import ENDINGS, tell_result

PAGE_WORDS = Path(__file__).parents[2] / "web/src/words/en.ftl"


@pytest.mark.parametrize(
    ("shares", "scored", "ending", "winners"),
    [
        ([1.0], False, "alone", (0,)),
        ([0.0], True, "alone", ()),
        ([0.0, 1.0], False, "won", (1,)),
        ([0.2, 0.5, 0.3], True, "won", (1,)),
        ([0.5, 0.0, 0.5], False, "shared", (0, 2)),
        ([0.5, 0.5], False, "draw", ()),
        ([0.5, 0.5], True, "shared", (0, 1)),
        ([1.0, 1.0], False, "shared", (0, 1)),
        ([0.0, 0.0], True, "lost", ()),
        ([0.0, 0.0, 0.0], False, "lost", ()),
    ],
)
def test_against_each_other_those_who_got_most_have_won(
    shares: list[float], scored: bool, ending: Ending, winners: tuple[int, ...]
) -> None:
    assert judge(shares, team=False, scored=scored) == (ending, winners)


@pytest.mark.parametrize(("share", "ending"), [(0.0, "team-lost"), (0.01, "team-won"), (1.0, "team-won")])
def test_a_team_wins_or_loses_together(share: float, ending: Ending) -> None:
    assert judge([share] * 3, team=True, scored=True) == (ending, (0, 1, 2) if share else ())


def test_every_ending_has_words_on_the_page_and_in_the_terminal() -> None:
    endings = set(Ending.__args__)  # type: ignore[attr-defined]
    assert set(ENDINGS) == endings
    assert endings <= set(re.findall(r"^outcome-([a-z-]+) =", PAGE_WORDS.read_text(), re.M))


def drawn() -> Match:
    match = Match("constellation", seats=2, seed=1)
    while not match.over:
        match.play(match.legal()[0])
    return match


def test_a_draw_is_a_draw_in_the_terminal_too() -> None:
    match = drawn()
    assert match.result is not None
    assert match.result.ending == "draw", "the first actions complete nothing, and the stars run out"
    out = io.StringIO()
    tell_result(Console(file=out, width=100), match, ["Ada", "Bo"])
    assert "A draw." in out.getvalue()
    assert "share" not in out.getvalue()


def test_how_it_came_is_told_in_the_games_own_words() -> None:
    game = replace(
        find("constellation"),
        end=lambda record: Said("place", {"who": 1, "kind": "six", "side": "east", "tile": "moon"}),
    )
    match = drawn()
    match.game = game
    assert match.result is not None
    assert match.result.said is not None
    out = io.StringIO()
    tell_result(Console(file=out, width=100), match, ["Ada", "Bo"])
    assert "Bo places a six-pointed star" in out.getvalue()
