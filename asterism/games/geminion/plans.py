"""Named plans: simple ways to play, to measure players with. Each weighs the legal actions; the heaviest is played.

They share how they play a hand, clean and lay down (`habits`), and differ in what they buy."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule

from .hints import next_to_play
from .state import (
    BUY,
    CLEAN,
    CLEANER,
    DONE,
    DOUBLE,
    DRAW,
    HELPER,
    KINDS,
    LAY,
    MINE,
    NONE,
    PENNY,
    PLAY,
    RAINBOW,
    ROOM,
    SPARKLE,
    TRIPLE,
    TROVE,
    WISH,
)


@apart
def habits(s: Any, out: Any, n: int, weight: Any) -> None:
    """Cards that draw are played first; a Cleaner takes Pennies while coins are left; the dearest is laid down first.

    Nothing is bought unless a plan says so."""
    for i in range(n):
        action = out[i]
        weight[i] = 1
        if action < CLEAN:
            weight[i] = 2 if action - PLAY == next_to_play(s) else 1
        elif action < DONE:
            weight[i] = 3 if action - CLEAN == PENNY and coins_owned(s) > 6 else 1
        elif action == DONE:
            weight[i] = 2
        elif LAY <= action < DRAW:
            weight[i] = 1 + s["cost"][action - LAY]


@rule
def owned(s: Any, kind: int) -> int:
    """How many cards of a kind the mover has."""
    seat = s["mover"]
    n = s["held"][kind] + s["mixed"][seat, kind]
    for i in range(ROOM):
        if s["row"][seat, i] == kind:
            n += 1
        if s["area"][i] == kind:
            n += 1
        if s["row"][seat, i] == NONE and s["area"][i] == NONE:
            break
    return n  # type: ignore[no-any-return]


@rule
def coins_owned(s: Any) -> int:
    """The coins of all cards that the mover has."""
    coins = 0
    for kind in range(KINDS):
        coins += owned(s, kind) * s["coins"][kind]
    return coins


@rule
def want(out: Any, n: int, weight: Any, kind: int, much: int) -> None:
    """A card to buy, if it can be bought."""
    for i in range(n):
        if out[i] == BUY + kind:
            weight[i] = much


@rule
def coins_first(s: Any, out: Any, n: int, weight: Any) -> None:
    """Coins until there are fourteen, then the dearest gems."""
    habits(s, out, n, weight)
    rich = coins_owned(s) >= 14
    want(out, n, weight, TROVE, 6 if rich else 3)
    want(out, n, weight, MINE, 5 if rich else 1)
    want(out, n, weight, TRIPLE, 5)
    want(out, n, weight, DOUBLE, 4 if not rich else 1)


@rule
def mine_only(s: Any, out: Any, n: int, weight: Any) -> None:
    """Mines, and Doubles for what a Mine leaves over."""
    habits(s, out, n, weight)
    want(out, n, weight, MINE, 4)
    want(out, n, weight, DOUBLE, 3)


@rule
def trove_only(s: Any, out: Any, n: int, weight: Any) -> None:
    """Troves, and coins until they can be paid."""
    habits(s, out, n, weight)
    want(out, n, weight, TROVE, 5)
    want(out, n, weight, TRIPLE, 4)
    want(out, n, weight, DOUBLE, 3)


@rule
def first(s: Any, out: Any, n: int, weight: Any, kind: int) -> None:
    """Coins for one kind as long as there is any, then Troves and Mines."""
    habits(s, out, n, weight)
    want(out, n, weight, kind, 6)
    want(out, n, weight, TROVE, 5)
    want(out, n, weight, DOUBLE, 3)
    if s["supply"][kind] == 0:
        want(out, n, weight, MINE, 4)


@rule
def rainbow_first(s: Any, out: Any, n: int, weight: Any) -> None:
    first(s, out, n, weight, RAINBOW)


@rule
def wish_first(s: Any, out: Any, n: int, weight: Any) -> None:
    first(s, out, n, weight, WISH)


@rule
def cleaner_first(s: Any, out: Any, n: int, weight: Any) -> None:
    """A Cleaner against Pennies, then few and dear cards."""
    habits(s, out, n, weight)
    want(out, n, weight, TROVE, 6)
    want(out, n, weight, TRIPLE, 5)
    want(out, n, weight, MINE, 4)
    if owned(s, PENNY) > 3 and owned(s, CLEANER) == 0:
        want(out, n, weight, CLEANER, 7)
    want(out, n, weight, DOUBLE, 3)


@rule
def helper(s: Any, out: Any, n: int, weight: Any) -> None:
    """Helpers pay for Troves, and a few Doubles for Helpers."""
    habits(s, out, n, weight)
    want(out, n, weight, TROVE, 6)
    want(out, n, weight, HELPER, 5)
    want(out, n, weight, DOUBLE if coins_owned(s) < 11 else MINE, 4)


@rule
def never_buys(s: Any, out: Any, n: int, weight: Any) -> None:
    """Lives on the first deck."""
    habits(s, out, n, weight)


@rule
def greedy(s: Any, out: Any, n: int, weight: Any) -> None:
    """Whatever gives the most gems; of equal ones, what gives the most coins."""
    habits(s, out, n, weight)
    for kind in range(KINDS):
        if s["gems"][kind] + s["coins"][kind] > 0 and kind != PENNY:
            want(out, n, weight, kind, 3 + 100 * s["gems"][kind] + s["coins"][kind])


@rule
def sparkles(s: Any, out: Any, n: int, weight: Any) -> None:
    """A playful beginner: Rainbows and Sparkles, then what has the most gems on it, then whatever is dearest."""
    habits(s, out, n, weight)
    for kind in range(KINDS):
        want(out, n, weight, kind, 3 + 100 * s["gems"][kind] + s["cost"][kind])
    want(out, n, weight, SPARKLE, 100_000)
    want(out, n, weight, RAINBOW, 1_000_000)


PLANS = {
    "coins-first": coins_first,
    "mine-only": mine_only,
    "trove-only": trove_only,
    "rainbow-first": rainbow_first,
    "wish-first": wish_first,
    "cleaner-first": cleaner_first,
    "helper": helper,
    "never-buys": never_buys,
    "greedy": greedy,
    "sparkles": sparkles,
}
LEVELS = {"beginner": "sparkles", "learner": "sparkles"}  # levels that play by a plan, where they do not slip
