"""Signal Lamps: the rules, in the order of RULES.md."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER
from asterism.kit import cards
from asterism.kit.seats import next_seat

from . import state as S


@rule
def setup(s: Any) -> None:
    """§1 The lamps are shuffled, and every seat is dealt one in turn."""
    for kind in range(S.KINDS):
        s["deck"][kind] = s["count"][kind]
    s["to_act"] = CHANCE


@rule
def legal(s: Any, out: Any) -> int:
    if s["to_act"] == CHANCE:
        return cards.draws(s["deck"], S.DEAL, out)
    out[0] = S.KEEP
    out[1] = S.SWAP
    return 2


@rule
def odds(s: Any, out: Any, n: int, weight: Any) -> None:
    cards.weigh_draws(s["deck"], S.DEAL, out, n, weight)


@rule
def play(s: Any, action: int) -> None:
    seat = s["mover"]
    if action == S.KEEP:  # §2
        s["decided"][seat] = 1
        go_on(s, seat)
    elif action == S.SWAP:  # §2 the old lamp is shown
        cards.move_all(s["hand"][seat], s["shown"])
        s["decided"][seat] = 1
        s["to_act"] = CHANCE
    else:  # §1 and §2
        cards.move(s["deck"], s["hand"][seat], action - S.DEAL)
        go_on(s, seat)


@rule
def go_on(s: Any, seat: int) -> None:
    """§1 The next seat is dealt to; §2 or decides; §3 after the last one the lamps are lit."""
    s["mover"] = next_seat(s, seat)
    if cards.size(s["hand"][s["mover"]]) == 0:
        s["to_act"] = CHANCE
    else:
        s["to_act"] = OVER if s["decided"][s["mover"]] == 1 else s["mover"]


@rule
def score(s: Any, seat: int) -> int:
    """§3 All the light there is."""
    light = 0
    for other in range(s["seats"]):
        for kind in range(S.KINDS):
            light += s["hand"][other, kind] * s["light"][kind]
    return light


@rule
def result(s: Any, share: Any) -> None:
    """§3 Enough light wins, and more is better."""
    best = 1
    for kind in range(S.KINDS):
        best = max(best, s["light"][kind] * s["seats"])
    light = score(s, 0)
    for seat in range(s["seats"]):
        share[seat] = 0.5 + 0.5 * light / best if light >= s["needed"] else 0.0


@rule
def see(s: Any, seat: int, out: Any) -> None:
    """§4 Only your own lamp, until they are lit."""
    if s["to_act"] != OVER:
        for other in range(s["seats"]):
            if other != seat and s["hand"][other, 0] != S.UNKNOWN and cards.size(s["hand"][other]) > 0:
                cards.hide(out["hand"][other], out["deck"], S.UNKNOWN)


@rule
def hear(s: Any, seat: int, action: int) -> int:
    """§4 Everyone hears that a lamp is dealt; which one, only its owner."""
    return action if action < S.DEAL or s["mover"] == seat else S.SOME_LAMP


@rule
def guess(s: Any, seat: int, rng: Any) -> None:
    for other in range(s["seats"]):
        if s["hand"][other, 0] == S.UNKNOWN:
            cards.deal(s["deck"], s["hand"][other], 1, rng)
