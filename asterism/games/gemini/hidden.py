"""§14.7 Hidden hands: what a seat cannot know is what others hold, but for what everyone has seen of it."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER
from asterism.core.rng import random_below
from asterism.kit import cards

from . import decks as D
from . import state as S
from .piles import note_hand


@apart
def see(s: Any, seat: int, out: Any) -> None:
    """Hidden cards are among those of the deck; to whoever searches the deck they are not: they are elsewhere."""
    if s["hidden"] == 0 or s["to_act"] == OVER:
        return
    searching = s["phase"] == S.SEARCHING and s["mover"] == seat
    for other in range(s["seats"]):
        if other == seat:
            continue
        for kind in range(D.KINDS):
            secret = s["held"][other, kind] - s["shown"][other, kind]
            out["held"][other, kind] -= secret
            if searching:
                out["elsewhere"][kind] += secret
            else:
                out["deck"][kind] += secret
        note_hand(out, other)
    if seat != s["mover"]:
        for kind in range(D.KINDS):
            if kind != D.RED_CARD:
                out["drawn"][kind] = 0


@rule
def hear(s: Any, seat: int, action: int) -> int:
    """Everyone hears that a card is drawn; which one, only whoever draws it, unless it is red."""
    if s["hidden"] == 0 or s["phase"] != S.DEALING or s["receiver"] == seat or action == S.DRAW + D.RED_CARD:
        return action
    return S.SOME_CARD


@apart
def guess(s: Any, seat: int, rng: Any) -> None:
    """Fill the hands of others with unseen cards, every way equally likely. None of these is red: those lie open."""
    elsewhere = cards.size(s["elsewhere"])
    for other in range(s["seats"]):
        new = s["drawn_size"] - cards.size(s["drawn"]) if other == s["mover"] else 0
        for i in range(s["hand_size"][other] - cards.size(s["held"][other])):
            kind = pick(s["elsewhere"], rng) if elsewhere > 0 else pick(s["deck"], rng)
            s["held"][other, kind] += 1
            if i < new:
                s["drawn"][kind] += 1
        note_hand(s, other)


@rule
def pick(pile: Any, rng: Any) -> int:
    """Any card of a pile that is not red; it leaves the pile."""
    left = random_below(rng, cards.size(pile) - pile[D.RED_CARD])
    for kind in range(D.KINDS):
        if kind != D.RED_CARD:
            left -= pile[kind]
            if left < 0:
                pile[kind] -= 1
                return kind
    return 0
