"""Night Market: the rules, in the order of RULES.md."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER
from asterism.kit import cards
from asterism.kit.seats import next_seat

from . import state as S


@rule
def setup(s: Any) -> None:
    """§1 Three cards are laid out."""
    for card in range(S.CARDS):
        s["deck"][card] = 1
    cards.clear(s["stalls"])
    s["to_act"] = CHANCE


@rule
def legal(s: Any, out: Any) -> int:
    if s["to_act"] == CHANCE:
        return cards.draws(s["deck"], S.DRAW, out)
    n = 0
    for card in range(S.CARDS):
        for place in range(S.STALLS):
            if s["stalls"][place] == card:
                out[n] = S.TAKE + card
                n += 1
    return n


@rule
def play(s: Any, action: int) -> None:
    if action >= S.DRAW:  # §1 and §2: each card is one of a kind, so all are equally likely
        s["deck"][action - S.DRAW] = 0
        cards.put_last(s["stalls"], action - S.DRAW)
        s["to_act"] = s["mover"] if cards.length(s["stalls"]) == S.STALLS else CHANCE
    else:  # §2
        for place in range(S.STALLS):
            if s["stalls"][place] == action - S.TAKE:
                s["taken"][s["mover"], cards.take_at(s["stalls"], place)] = 1
                break
        s["mover"] = next_seat(s, s["mover"])
        s["to_act"] = CHANCE if cards.size(s["taken"][s["mover"]]) < S.EACH else OVER  # §4


@rule
def score(s: Any, seat: int) -> int:
    """§3 The values, and the bonus for each pair of one colour."""
    points = 0
    for first in range(S.CARDS):
        if s["taken"][seat, first] == 1:
            points += first % S.VALUES + 1
            for second in range(first + 1, S.CARDS):
                if s["taken"][seat, second] == 1 and first // S.VALUES == second // S.VALUES:
                    points += s["bonus"]
    return points


@rule
def result(s: Any, share: Any) -> None:
    """§4 Most points win; equal ones share the win."""
    best = -1
    winners = 0
    for seat in range(S.MAX_SEATS):
        if seat < s["seats"]:
            points = score(s, seat)
            if points > best:
                best = points
                winners = 0
            if points == best:
                winners += 1
    for seat in range(s["seats"]):
        share[seat] = 1.0 / winners if score(s, seat) == best else 0.0
