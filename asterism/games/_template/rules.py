"""Hidden Star: the rules, in the order of RULES.md."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER, UNHEARD
from asterism.core.rng import random_below
from asterism.kit.seats import next_seat

from . import state as S


@rule
def setup(s: Any) -> None:
    """§1 Every seat is dealt a star in turn."""
    s["mover"] = 0
    s["to_act"] = CHANCE


@rule
def in_deck(s: Any, star: int) -> bool:
    if s["gone"][star] == 1:
        return False
    for seat in range(s["seats"]):  # noqa: SIM110  (a plain loop compiles fastest)
        if s["hand"][seat] == star:
            return False
    return True


@rule
def legal(s: Any, out: Any) -> int:
    n = 0
    if s["to_act"] == CHANCE:  # §1 and §2: any star still in the deck, each as likely
        for star in range(1, s["stars"] + 1):
            if in_deck(s, star):
                out[n] = S.STAR + star
                n += 1
    else:
        out[0] = S.KEEP
        out[1] = S.CHANGE
        n = 2
    return n


@rule
def play(s: Any, action: int) -> None:
    seat = s["mover"]
    if action == S.KEEP:  # §2
        decide(s, seat)
    elif action == S.CHANGE:  # §2: the old star lies open, a new one is dealt
        s["gone"][s["hand"][seat]] = 1
        s["hand"][seat] = S.NONE
        s["decided"][seat] = 1
        s["to_act"] = CHANCE
    else:  # §1: a star is dealt
        s["hand"][seat] = action - S.STAR
        if s["decided"][seat] == 1:
            decide(s, seat)
        else:
            s["mover"] = next_seat(s, seat)
            s["to_act"] = CHANCE if s["hand"][s["mover"]] == S.NONE else s["mover"]


@rule
def decide(s: Any, seat: int) -> None:
    """§2 The seat is done; §3 after the last one the match is over."""
    s["decided"][seat] = 1
    s["mover"] = next_seat(s, seat)
    s["to_act"] = OVER if s["decided"][s["mover"]] == 1 else s["mover"]


@rule
def result(s: Any, share: Any) -> None:
    """§3 The brightest star wins."""
    best = 0
    for seat in range(s["seats"]):
        best = max(best, s["hand"][seat])
    for seat in range(s["seats"]):
        share[seat] = 1.0 if s["hand"][seat] == best else 0.0


@rule
def see(s: Any, seat: int, out: Any) -> None:
    """§4 Until the end, only your own star."""
    if s["to_act"] != OVER:
        for other in range(s["seats"]):
            if other != seat and s["hand"][other] != S.NONE:
                out["hand"][other] = S.UNKNOWN


@rule
def hear(s: Any, seat: int, action: int) -> int:
    """§4 Everyone hears that a star is dealt; only its owner hears which."""
    return action if s["to_act"] != CHANCE or s["mover"] == seat else UNHEARD


@rule
def guess(s: Any, seat: int, rng: Any) -> None:
    """Each unknown hand is any star that is left, equally likely."""
    for other in range(s["seats"]):
        if s["hand"][other] == S.UNKNOWN:
            left = 0
            for star in range(1, s["stars"] + 1):
                left += in_deck(s, star)
            pick = random_below(rng, left)
            for star in range(1, s["stars"] + 1):
                if in_deck(s, star):
                    if pick == 0:
                        s["hand"][other] = star
                        break
                    pick -= 1
