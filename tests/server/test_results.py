"""Who is written down as a winner."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from asterism.bots.uniform import Uniform
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.server.tables.moves import results_of
from asterism.store import EventRow, SeatRow


def ended(game: str, **options: Any) -> Match:
    """A random match of two that ends with equal shares."""
    for seed in range(1, 3_000):
        match, player = Match(game, seats=2, seed=seed, **options), Uniform(new_rng(seed))
        while not match.over:
            match.play(player.choose(match.seen(), match.legal()))
        if match.shares == [0.5, 0.5]:
            return match
    raise AssertionError("no match ended so")


def winners(match: Match) -> list[bool]:
    seat = SeatRow(level="", guest="g", name="Ada")
    table = cast(Any, SimpleNamespace(seats=[seat, seat], events=()))
    return [row.won for row in results_of(table, match)]


def test_equal_highest_totals_share_the_win() -> None:
    match = ended("geminos")
    assert match.result is not None
    assert match.result.scores is not None
    assert len(set(match.result.scores)) == 1
    assert winners(match) == [True, True]


def test_a_drawn_match_has_no_winner() -> None:
    assert winners(ended("constellation")) == [False, False]


def test_who_has_several_seats_has_played_one_match_and_is_listed_once() -> None:
    match = ended("geminos")
    own, here = SeatRow(guest="g", name="Ada"), SeatRow(guest="g", name="Bea", device="shared")
    for second, guests, counted in ((own, ["g", ""], [True, False]), (here, ["g", ""], [True, True])):
        rows = results_of(cast(Any, SimpleNamespace(seats=[own, second], events=())), match)
        assert [row.guest for row in rows] == guests
        assert [row.counts for row in rows] == counted


def test_a_seat_that_a_bot_played_for_someone_is_in_no_list_and_the_match_is_counted_apart() -> None:
    match = ended("geminos")
    seats = [SeatRow(guest="g", name="Ada"), SeatRow(guest="h", name="Bea")]
    events = [EventRow(ply=3, at=1, what="left", seat=1, level="easy"), EventRow(ply=5, at=2, what="came-back", seat=1)]
    rows = results_of(cast(Any, SimpleNamespace(seats=seats, events=events)), match)
    assert [row.counts for row in rows] == [True, False]
    assert all(row.mixed for row in rows)
