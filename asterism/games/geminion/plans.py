"""Named plans: simple ways to play, to measure players with. Each weighs the legal actions; the heaviest is played.

They share how they play a hand, clean and lay down (`habits`), and differ in what they buy."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule

from . import state as S
from .hints import next_to_play


@apart
def habits(s: Any, out: Any, n: int, weight: Any) -> None:
    """Cards that draw are played first; a Cleaner takes Pennies while coins are left; the dearest is laid down first.

    Nothing is bought unless a plan says so."""
    for i in range(n):
        action = out[i]
        weight[i] = 1
        if action < S.CLEAN:
            weight[i] = 2 if action - S.PLAY == next_to_play(s) else 1
        elif action < S.DONE:
            weight[i] = 3 if action - S.CLEAN == S.PENNY and coins_owned(s) > 6 else 1
        elif action == S.DONE:
            weight[i] = 2
        elif S.LAY <= action < S.DRAW:
            weight[i] = 1 + s["cost"][action - S.LAY]


@rule
def owned(s: Any, kind: int) -> int:
    """How many cards of a kind the mover has."""
    seat = s["mover"]
    n = s["held"][kind] + s["mixed"][seat, kind]
    for i in range(S.ROOM):
        if s["row"][seat, i] == kind:
            n += 1
        if s["area"][i] == kind:
            n += 1
        if s["row"][seat, i] == S.NONE and s["area"][i] == S.NONE:
            break
    return n  # type: ignore[no-any-return]


@rule
def coins_owned(s: Any) -> int:
    """The coins of all cards that the mover has."""
    coins = 0
    for kind in range(S.KINDS):
        coins += owned(s, kind) * s["coins"][kind]
    return coins


@rule
def want(out: Any, n: int, weight: Any, kind: int, much: int) -> None:
    """A card to buy, if it can be bought."""
    for i in range(n):
        if out[i] == S.BUY + kind:
            weight[i] = much


@rule
def coins_first(s: Any, out: Any, n: int, weight: Any) -> None:
    """Coins until there are fourteen, then the dearest gems."""
    habits(s, out, n, weight)
    rich = coins_owned(s) >= 14
    want(out, n, weight, S.TROVE, 6 if rich else 3)
    want(out, n, weight, S.MINE, 5 if rich else 1)
    want(out, n, weight, S.TRIPLE, 5)
    want(out, n, weight, S.DOUBLE, 4 if not rich else 1)


@rule
def mine_only(s: Any, out: Any, n: int, weight: Any) -> None:
    """Mines, and Doubles for what a Mine leaves over."""
    habits(s, out, n, weight)
    want(out, n, weight, S.MINE, 4)
    want(out, n, weight, S.DOUBLE, 3)


@rule
def trove_only(s: Any, out: Any, n: int, weight: Any) -> None:
    """Troves, and coins until they can be paid."""
    habits(s, out, n, weight)
    want(out, n, weight, S.TROVE, 5)
    want(out, n, weight, S.TRIPLE, 4)
    want(out, n, weight, S.DOUBLE, 3)


@rule
def first(s: Any, out: Any, n: int, weight: Any, kind: int) -> None:
    """Coins for one kind as long as there is any, then Troves and Mines."""
    habits(s, out, n, weight)
    want(out, n, weight, kind, 6)
    want(out, n, weight, S.TROVE, 5)
    want(out, n, weight, S.DOUBLE, 3)
    if s["supply"][kind] == 0:
        want(out, n, weight, S.MINE, 4)


@rule
def rainbow_first(s: Any, out: Any, n: int, weight: Any) -> None:
    first(s, out, n, weight, S.RAINBOW)


@rule
def wish_first(s: Any, out: Any, n: int, weight: Any) -> None:
    first(s, out, n, weight, S.WISH)


@rule
def cleaner_first(s: Any, out: Any, n: int, weight: Any) -> None:
    """A Cleaner against Pennies, then few and dear cards."""
    habits(s, out, n, weight)
    want(out, n, weight, S.TROVE, 6)
    want(out, n, weight, S.TRIPLE, 5)
    want(out, n, weight, S.MINE, 4)
    if owned(s, S.PENNY) > 3 and owned(s, S.CLEANER) == 0:
        want(out, n, weight, S.CLEANER, 7)
    want(out, n, weight, S.DOUBLE, 3)


@rule
def helper(s: Any, out: Any, n: int, weight: Any) -> None:
    """Helpers pay for Troves, and a few Doubles for Helpers."""
    habits(s, out, n, weight)
    want(out, n, weight, S.TROVE, 6)
    want(out, n, weight, S.HELPER, 5)
    want(out, n, weight, S.DOUBLE if coins_owned(s) < 11 else S.MINE, 4)


@rule
def never_buys(s: Any, out: Any, n: int, weight: Any) -> None:
    """Lives on the first deck."""
    habits(s, out, n, weight)


@rule
def greedy(s: Any, out: Any, n: int, weight: Any) -> None:
    """Whatever gives the most gems; of equal ones, what gives the most coins."""
    habits(s, out, n, weight)
    for kind in range(S.KINDS):
        if s["gems"][kind] + s["coins"][kind] > 0 and kind != S.PENNY:
            want(out, n, weight, kind, 3 + 100 * s["gems"][kind] + s["coins"][kind])


@rule
def sparkles(s: Any, out: Any, n: int, weight: Any) -> None:
    """A playful beginner: Rainbows and Sparkles, then what has the most gems on it, then whatever is dearest."""
    habits(s, out, n, weight)
    for kind in range(S.KINDS):
        want(out, n, weight, kind, 3 + 100 * s["gems"][kind] + s["cost"][kind])
    want(out, n, weight, S.SPARKLE, 100_000)
    want(out, n, weight, S.RAINBOW, 1_000_000)


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
