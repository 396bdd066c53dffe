"""Simple ways to play Geminos, to measure others with: each sees what a score adds to the card, and no further."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule

from . import state as S
from .rules import score

LOSES = -100  # less than any score changes a total


@rule
def added(s: Any, kind: int) -> int:
    """By how much the total of the mover changes if the sum is entered under an affinity."""
    return S.SUM[s["roll"]] - s["scores"][s["mover"], kind]  # type: ignore[no-any-return]


@rule
def would_lose(s: Any, kind: int) -> bool:
    """Whether entering the sum under an affinity ends the match with a total below that of another seat."""
    seat = s["mover"]
    empty = 0
    for own in range(S.KINDS):
        empty += s["scores"][seat, own] == 0
    if empty != 1 or s["scores"][seat, kind] != 0:
        return False
    total = score(s, seat) + added(s, kind)
    ahead = 0
    for other in range(s["seats"]):
        ahead += score(s, other) > total
    return ahead > 0


@rule
def greedy(s: Any, out: Any, n: int, weight: Any) -> None:
    """The largest total now, but no last place that ends the match behind another."""
    for i in range(n):
        weight[i] = 0
        if out[i] != S.ROLL:
            kind = out[i] - S.ENTER
            weight[i] = LOSES if would_lose(s, kind) else added(s, kind)


@rule
def fills(s: Any, out: Any, n: int, weight: Any) -> None:
    """An empty place if there is one, whatever it brings; else the largest total now."""
    for i in range(n):
        weight[i] = 0
        if out[i] != S.ROLL:
            kind = out[i] - S.ENTER
            weight[i] = -LOSES if s["scores"][s["mover"], kind] == 0 else added(s, kind)


PLANS = {"greedy": greedy, "fills": fills}
