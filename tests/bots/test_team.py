"""A team is searched as one: on a game small enough to try every way of playing it together, hidden hands and all."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from asterism.games.signal_lamps.state import DEAL, KEEP, LAMPS, SWAP  # type: ignore[import-not-found]

from asterism.bots import advice, bot
from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.edition import check, standard
from asterism.core.match import Match

LAMP = range(len(LAMPS))
First = Callable[[int], bool]  # the lamp of the first seat -> whether it is swapped
Second = Callable[[int, int | None], bool]  # the lamp of the second, and what the first put aside -> swapped?

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of simulations are for compiled code")


def edition(needed: int) -> dict[str, int]:
    return {**standard(find("signal-lamps")).numbers, "needed": needed}


def draws(left: tuple[int, ...]) -> list[tuple[int, Fraction, tuple[int, ...]]]:
    """Every lamp that may come, how likely it is, and what is left then."""
    total = sum(left)
    return [
        (lamp, Fraction(left[lamp], total), tuple(n - (kind == lamp) for kind, n in enumerate(left)))
        for lamp in LAMP
        if left[lamp]
    ]


def value(numbers: dict[str, int], first: First, second: Second) -> Fraction:
    """What a team of two gets that plays so, exactly."""
    counts = tuple(numbers[f"{lamp}.count"] for lamp in LAMPS)
    light = [numbers[f"{lamp}.light"] for lamp in LAMPS]
    best = 2 * max(light)

    def share(a: int, b: int) -> Fraction:
        total = light[a] + light[b]
        return Fraction(1, 2) + Fraction(total, 2 * best) if total >= numbers["needed"] else Fraction(0)

    worth = Fraction(0)
    for a, likely_a, left_a in draws(counts):
        for b, likely_b, left_b in draws(left_a):
            changes = draws(left_b) if first(a) else [(a, Fraction(1), left_b)]
            aside = a if first(a) else None
            for now_a, likely_change, left in changes:
                again = draws(left) if second(b, aside) else [(b, Fraction(1), left)]
                for now_b, likely_again, _ in again:
                    worth += likely_a * likely_b * likely_change * likely_again * share(now_a, now_b)
    return worth


def optimum(numbers: dict[str, int]) -> Fraction:
    """The best of all ways to play: every plan of the first seat, with the best answer to it."""
    return max(best_answer(numbers, plan) for plan in product([False, True], repeat=len(LAMPS)))


def best_answer(numbers: dict[str, int], plan: tuple[bool, ...]) -> Fraction:
    """What the team gets if the second seat does its best in each situation: these do not touch each other."""
    swaps: dict[tuple[int, int | None], bool] = dict.fromkeys(product(LAMP, [None, *LAMP]), False)

    def worth() -> Fraction:
        return value(numbers, lambda a: plan[a], lambda b, aside: swaps[b, aside])

    for situation in swaps:
        keeping = worth()
        swaps[situation] = True
        if worth() <= keeping:
            swaps[situation] = False
    return worth()


def as_played(needed: int, simulations_of: str) -> Fraction:
    """What two bots get, exactly: each is asked once in every situation it can be in."""
    game = find("signal-lamps")
    own = check(game, "own", edition(needed))

    @cache
    def choice(a: int, b: int, actions: tuple[int, ...]) -> bool:
        match = Match.replay(game, 2, {}, [DEAL + a, DEAL + b, *actions], own)
        player = bot(game, simulations_of, seed=1)
        return player.choose(match.seen(), match.legal(), match.past()) == SWAP

    def possible(*lamps: int) -> bool:
        return all(lamps.count(lamp) <= edition(needed)[f"{LAMPS[lamp]}.count"] for lamp in lamps)

    def first(a: int) -> bool:
        b = next(b for b in LAMP if possible(a, b))  # whatever it is: the first seat does not see it
        return choice(a, b, ())

    def second(b: int, aside: int | None) -> bool:
        if aside is not None:
            new = next(new for new in LAMP if possible(aside, b, new))
            return choice(aside, b, (SWAP, DEAL + new))
        kept = next(a for a in LAMP if possible(a, b) and not first(a))
        return choice(kept, b, (KEEP,))

    return value(edition(needed), first, second)


@pytest.mark.parametrize("needed", [3, 4, 5, 6, 8])
def test_a_team_of_bots_comes_close_to_the_best_there_is(needed: int) -> None:
    assert as_played(needed, "best") >= Fraction(95, 100) * optimum(edition(needed))


def test_the_best_of_a_team_is_more_than_keeping_and_more_than_swapping() -> None:
    """The measure itself: neither plan that looks at nothing is near it."""
    numbers = edition(5)
    for stubborn in (False, True):
        assert value(numbers, lambda a, s=stubborn: s, lambda b, aside, s=stubborn: s) < Fraction(9, 10) * optimum(
            numbers
        )


def test_advice_tells_the_chance_of_the_team_and_what_it_will_have_reached() -> None:
    match = Match("signal-lamps", seats=2, seed=4)
    given = advice(match.game, match.seen(), past=match.past())
    assert given is not None
    assert given.kind == "team"
    assert given.seats[0] == given.seats[1]
    assert 0 < given.seats[0] < 1
    assert given.points is not None
    assert 2 <= given.points[0] <= 8
    assert all(one.points is not None for one in given.actions)


def test_a_choice_that_the_seat_cannot_hear_is_one_node_of_its_tree() -> None:
    """Which lamp another is dealt must not change what a seat thinks: bytes of the advice are the same."""
    game = find("signal-lamps")
    told = set()
    for other in LAMP:
        match = Match.replay(game, 2, {}, [DEAL + 0, DEAL + other])
        told.add(repr(advice(game, match.seen(0), 0, match.past(0))))
    assert len(told) == 1
