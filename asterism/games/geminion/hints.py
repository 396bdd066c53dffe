"""What looks promising, for those who search: `sensible` leaves out what comes to the same, `hints` weighs the rest."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import cards

from .state import (
    BUY,
    BUYING,
    CLEAN,
    CLEANER,
    CLEANING,
    DONE,
    GOES_BACK,
    KINDS,
    LAY,
    LAYING,
    NEVER,
    NONE,
    PLAY,
    PLAYING,
    ROOM,
)


@apart
def sensible(s: Any, out: Any) -> int:
    """Of actions whose order makes no difference, one order only."""
    if s["phase"] == PLAYING:
        out[0] = PLAY + next_to_play(s)
        return 1
    if s["phase"] == CLEANING:
        return sensible_cleaning(s, out)
    if s["phase"] == BUYING:
        return sensible_buying(s, out)
    return sensible_laying(s, out)


@rule
def next_to_play(s: Any) -> int:
    """Cards that draw, then a Cleaner, which may then give back all that is left, then the rest."""
    pick = NONE
    for kind in range(KINDS):
        if s["held"][kind] > 0:
            if s["draws"][kind] > 0:
                return kind
            if pick == NONE or kind == CLEANER:
                pick = kind
    return pick


@rule
def sensible_cleaning(s: Any, out: Any) -> int:
    """Cards of the first deck, one kind after the other."""
    last = 0
    for kind in range(KINDS):
        if s["cleaned"][kind] > 0:
            last = kind
    n = 0
    for kind in range(last, KINDS):
        if s["held"][kind] > 0 and s["start"][kind] > 0:
            out[n] = CLEAN + kind
            n += 1
    out[n] = DONE
    return n + 1


@rule
def sensible_buying(s: Any, out: Any) -> int:
    """The dearest card first."""
    cheapest = 1 << 20
    last = 0
    for kind in range(KINDS):
        if s["bought"][kind] > 0 and s["cost"][kind] <= cheapest:
            cheapest = s["cost"][kind]
            last = kind
    out[0] = DONE
    n = 1
    for kind in range(KINDS):
        cost = s["cost"][kind]
        in_order = cost < cheapest or (cost == cheapest and kind >= last)
        if s["supply"][kind] > 0 and cost <= s["purse"] and in_order:
            out[n] = BUY + kind
            n += 1
    return n


@rule
def rank(s: Any, kind: int) -> int:
    """Cards of one hand are laid down by falling rank: those that draw, then the dearest. No two kinds are alike."""
    return (1 << 20 if s["draws"][kind] > 0 else 0) + s["cost"][kind] * KINDS + kind  # type: ignore[no-any-return]


@apart
def sensible_laying(s: Any, out: Any) -> int:
    """Which cards will be drawn for one hand makes a difference, but not their order: it is by falling rank.

    How many cards a hand takes follows from the row, since cards are drawn as they lie."""
    row, area = s["row"][s["mover"]], s["area"]
    need = s["hand"]  # cards that the hand which the next card comes to still takes
    place = 0
    begins = 0  # where that hand begins
    while place < ROOM and row[place] != NONE:
        need += s["draws"][row[place]] - 1
        place += 1
        if need == 0:
            need = s["hand"]
            begins = place
    left = cards.length(area)
    laid = -left  # cards laid down in this turn
    for kind in range(KINDS):
        laid += s["bought"][kind] + (s["played"][kind] if GOES_BACK[kind] == NEVER else 0)
    highest = rank(s, row[place - 1]) if laid > 0 and place > begins else 1 << 30
    n = 0
    best = 0
    for kind in range(KINDS):
        there = 0
        lower = 0  # cards that may come behind it, and itself
        for i in range(left):
            there += 1 if area[i] == kind else 0
            lower += 1 if rank(s, area[i]) <= rank(s, kind) else 0
        if there > 0:
            if rank(s, kind) <= highest and lower >= min(need, left):
                out[n] = LAY + kind
                n += 1
            if best == 0 or rank(s, kind) > rank(s, best - LAY):
                best = LAY + kind
    if n == 0:
        out[0] = best
        n = 1
    return n


@apart
def hints(s: Any, out: Any, n: int, weight: Any) -> None:
    for i in range(n):
        weight[i] = 1
    if n == 1:
        return
    if s["phase"] == BUYING:
        weigh_buying(s, out, n, weight)
    elif s["phase"] == LAYING:
        for i in range(n):
            weight[i] = 1 + s["cost"][out[i] - LAY]
    elif s["phase"] == CLEANING:
        for i in range(n):
            weight[i] = 2


@apart
def weigh_buying(s: Any, out: Any, n: int, weight: Any) -> None:
    seat = s["mover"]
    row, area = s["row"][seat], s["area"]
    ahead = 0
    gems = 0
    coins = 0
    own = 0
    while ahead < ROOM and row[ahead] != NONE:
        gems += s["gems"][row[ahead]]
        coins += s["coins"][row[ahead]]
        ahead += 1
    own = ahead
    i = 0
    while i < ROOM and area[i] != NONE:
        gems += s["gems"][area[i]]
        coins += s["coins"][area[i]]
        own += 1
        i += 1
    for kind in range(KINDS):
        if s["mixed"][seat, kind] > 0:
            gems += s["gems"][kind] * s["mixed"][seat, kind]
            coins += s["coins"][kind] * s["mixed"][seat, kind]
            own += s["mixed"][seat, kind]
            ahead += s["mixed"][seat, kind]
    turns = 1.0 + s["bank"] / (5.0 * s["seats"])
    drawn = 1.2 * s["hand"] * turns
    passes = max(0.0, (drawn - ahead) / max(own, 6))
    coin = 0.8 * min(1.0, max(0.0, turns - 3.0) / 4.0)
    mean = (gems + coin * coins) / max(own, 1)
    for i in range(n):
        if out[i] == DONE:
            weight[i] = 4
        else:
            kind = out[i] - BUY
            gain = s["gems"][kind] + coin * s["coins"][kind] + mean * (s["draws"][kind] - 1)
            times = min(passes, 1.0) if GOES_BACK[kind] != NEVER else passes
            worth = gain * times
            weight[i] = 1 + int(worth * worth * 2.0) if worth > 0 else 1
