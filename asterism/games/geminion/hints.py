"""What looks promising, for those who search: `sensible` leaves out what comes to the same, `hints` weighs the rest."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import cards

from . import state as S


@apart
def sensible(s: Any, out: Any) -> int:
    """Of actions whose order makes no difference, one order only."""
    if s["phase"] == S.PLAYING:
        out[0] = S.PLAY + next_to_play(s)
        return 1
    if s["phase"] == S.CLEANING:
        return sensible_cleaning(s, out)
    if s["phase"] == S.BUYING:
        return sensible_buying(s, out)
    return sensible_laying(s, out)


@rule
def next_to_play(s: Any) -> int:
    """Cards that draw, then a Cleaner, which may then give back all that is left, then the rest."""
    pick = S.NONE
    for kind in range(S.KINDS):
        if s["held"][kind] > 0:
            if s["draws"][kind] > 0:
                return kind
            if pick == S.NONE or kind == S.CLEANER:
                pick = kind
    return pick


@rule
def sensible_cleaning(s: Any, out: Any) -> int:
    """Cards of the first deck, one kind after the other."""
    last = 0
    for kind in range(S.KINDS):
        if s["cleaned"][kind] > 0:
            last = kind
    n = 0
    for kind in range(last, S.KINDS):
        if s["held"][kind] > 0 and s["start"][kind] > 0:
            out[n] = S.CLEAN + kind
            n += 1
    out[n] = S.DONE
    return n + 1


@rule
def sensible_buying(s: Any, out: Any) -> int:
    """The dearest card first."""
    cheapest = 1 << 20
    last = 0
    for kind in range(S.KINDS):
        if s["bought"][kind] > 0 and s["cost"][kind] <= cheapest:
            cheapest = s["cost"][kind]
            last = kind
    out[0] = S.DONE
    n = 1
    for kind in range(S.KINDS):
        cost = s["cost"][kind]
        in_order = cost < cheapest or (cost == cheapest and kind >= last)
        if s["supply"][kind] > 0 and cost <= s["purse"] and in_order:
            out[n] = S.BUY + kind
            n += 1
    return n


@rule
def rank(s: Any, kind: int) -> int:
    """Cards of one hand are laid down by falling rank: those that draw, then the dearest. No two kinds are alike."""
    return (1 << 20 if s["draws"][kind] > 0 else 0) + s["cost"][kind] * S.KINDS + kind  # type: ignore[no-any-return]


@apart
def sensible_laying(s: Any, out: Any) -> int:
    """Which cards will be drawn for one hand makes a difference, but not their order: it is by falling rank.

    How many cards a hand takes follows from the row, since cards are drawn as they lie."""
    row, area = s["row"][s["mover"]], s["area"]
    need = s["hand"]  # cards that the hand which the next card comes to still takes
    place = 0
    begins = 0  # where that hand begins
    while place < S.ROOM and row[place] != S.NONE:
        need += s["draws"][row[place]] - 1
        place += 1
        if need == 0:
            need = s["hand"]
            begins = place
    left = cards.length(area)
    laid = -left  # cards laid down in this turn
    for kind in range(S.KINDS):
        laid += s["bought"][kind] + (s["played"][kind] if S.GOES_BACK[kind] == S.NEVER else 0)
    highest = rank(s, row[place - 1]) if laid > 0 and place > begins else 1 << 30
    n = 0
    best = 0
    for kind in range(S.KINDS):
        there = 0
        lower = 0  # cards that may come behind it, and itself
        for i in range(left):
            there += 1 if area[i] == kind else 0
            lower += 1 if rank(s, area[i]) <= rank(s, kind) else 0
        if there > 0:
            if rank(s, kind) <= highest and lower >= min(need, left):
                out[n] = S.LAY + kind
                n += 1
            if best == 0 or rank(s, kind) > rank(s, best - S.LAY):
                best = S.LAY + kind
    if n == 0:
        out[0] = best
        n = 1
    return n


@apart
def hints(s: Any, out: Any, n: int, weight: Any) -> None:
    """What is dear is laid down first, what can be given back is, and what is worth many gems by the end is bought."""
    for i in range(n):
        weight[i] = 1
    if n == 1:
        return
    if s["phase"] == S.BUYING:
        weigh_buying(s, out, n, weight)
    elif s["phase"] == S.LAYING:
        for i in range(n):
            weight[i] = 2 + 7 * s["cost"][out[i] - S.LAY]
    elif s["phase"] == S.CLEANING:
        for i in range(n):
            weight[i] = 1 if out[i] == S.DONE else 4


# How many gems a card will bring is guessed by these numbers. They were found by hill climbing: who plays by weights
# alone, against plans, with two, three and four seats, was to win as often as possible.
GEMS_A_TURN = 5.3  # that a seat takes from now on
LAST_TURN = 1.1  # a match lasts so much longer than that
DRAWN = 0.83  # of a hand, how many cards are worth as much as one that is bought now
DRAWS_MORE = 0.83  # how much faster one comes through a deck, for every card that its cards draw
COIN = 2.1  # gems that a coin is worth, if there is time to spend it
COIN_LATE, COIN_EARLY = 6.0, 10.5  # turns before the end: a coin is worth nothing; it is worth all that
DRAW_WORTH = 0.45  # of the mean worth of a card that is owned: to draw one more
ONCE_WORTH = 1.75  # a card that goes back to its pile does not lie in the way afterwards
CLEANER_WORTH = 0.13  # gems, each time one comes through the deck
BEST = 30.0  # more gems than this are not told apart
STOP = 13  # the weight of buying no more; a card of two gems has 320


@apart
def weigh_buying(s: Any, out: Any, n: int, weight: Any) -> None:
    """The fifth power of how many gems a card may bring by the end."""
    seat = s["mover"]
    row, area = s["row"][seat], s["area"]
    gems = 0
    coins = 0
    draws = 0
    ahead = 0  # cards that come before what is bought now
    while ahead < S.ROOM and row[ahead] != S.NONE:
        gems += s["gems"][row[ahead]]
        coins += s["coins"][row[ahead]]
        draws += s["draws"][row[ahead]]
        ahead += 1
    own = ahead
    place = 0
    while place < S.ROOM and area[place] != S.NONE:
        gems += s["gems"][area[place]]
        coins += s["coins"][area[place]]
        draws += s["draws"][area[place]]
        own += 1
        place += 1
    if s["shuffle"] == 1:
        for kind in range(S.KINDS):
            count = s["mixed"][seat, kind]
            gems += s["gems"][kind] * count
            coins += s["coins"][kind] * count
            draws += s["draws"][kind] * count
            own += count
            ahead += count
    turns = LAST_TURN + s["bank"] / (GEMS_A_TURN * s["seats"])
    drawn = DRAWN * s["hand"] * turns * (1.0 + DRAWS_MORE * draws / max(own, 1))
    passes = max(0.0, (drawn - ahead) / max(own, 6))  # how often what is bought now comes back
    coin = COIN * min(1.0, max(0.0, (turns - COIN_LATE) / (COIN_EARLY - COIN_LATE)))
    mean = (gems + coin * coins) / max(own, 1)
    for i in range(n):
        if out[i] == S.DONE:
            weight[i] = STOP
            continue
        kind = out[i] - S.BUY
        gain = s["gems"][kind] + coin * s["coins"][kind] + mean * (DRAW_WORTH * s["draws"][kind] - 1.0)
        worth = gain * (passes if S.GOES_BACK[kind] == S.NEVER else ONCE_WORTH * min(passes, 1.0))
        if kind == S.CLEANER:
            worth = CLEANER_WORTH * passes
        worth = min(max(worth, 0.0), BEST)
        weight[i] = 1 + int(10.0 * worth * worth * worth * worth * worth)
