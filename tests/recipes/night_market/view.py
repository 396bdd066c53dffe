"""Night Market in words, as text and as a scene."""

from __future__ import annotations

from typing import Any, TypedDict

from asterism.core.game import Said

from . import state as S


def name(card: int) -> str:
    return f"{S.COLOURS[card // S.VALUES]} {card % S.VALUES + 1}"


def say(s: Any, action: int) -> Said:
    card = action - S.DRAW if action >= S.DRAW else action - S.TAKE
    args = {"who": int(s["mover"]), "colour": S.COLOURS[card // S.VALUES], "value": card % S.VALUES + 1}
    return Said("laid-out", args) if action >= S.DRAW else Said("take", args, f"card-{card}")


def show(s: Any) -> str:
    offer = ", ".join(name(card) for card in s["stalls"].tolist() if card >= 0) or "nothing"
    rows = [f"on offer: {offer}"]
    for seat in range(int(s["seats"])):
        rows.append(f"seat {seat + 1}: {', '.join(map(name, s['taken'][seat].nonzero()[0])) or 'nothing'}")
    return "\n".join(rows)


class View(TypedDict):
    """What a page would draw."""

    offer: list[int]  # cards in the stalls
    taken: list[list[int]]  # cards, by seat


def view(s: Any) -> View:
    return {
        "offer": [card for card in s["stalls"].tolist() if card >= 0],
        "taken": [s["taken"][seat].nonzero()[0].tolist() for seat in range(int(s["seats"]))],
    }
