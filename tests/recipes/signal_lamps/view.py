"""Signal Lamps in words and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from asterism.core.game import BadInput, Said

from . import state as S


def say(s: Any, action: int) -> Said:
    who = int(s["mover"])
    if action == S.KEEP:
        return Said("keep", {"who": who})
    if action == S.SWAP:
        return Said("swap", {"who": who, "lamp": held(s, who)})
    lamp = "unknown" if action == S.SOME_LAMP else S.LAMPS[action - S.DEAL]
    return Said("dealt", {"who": who, "lamp": lamp})


def held(s: Any, seat: int) -> str:
    hand = s["hand"][seat].tolist()
    return "unknown" if S.UNKNOWN in hand else next((S.LAMPS[kind] for kind, n in enumerate(hand) if n), "none")


def show(s: Any) -> str:
    hands = [f"seat {seat + 1}: {held(s, seat)}" for seat in range(int(s["seats"]))]
    aside = ", ".join(f"{n} {lamp}" for lamp, n in zip(S.LAMPS, s["shown"].tolist(), strict=True) if n) or "none"
    return f"{'   '.join(hands)}\naside: {aside}   needed: {int(s['needed'])}"


def end(s: Any) -> Said:
    light = sum(int(s["hand"][seat, kind] * s["light"][kind]) for seat in range(int(s["seats"])) for kind in range(3))
    rating = "lost" if light < s["needed"] else "bright" if light > s["needed"] else "just"
    return Said("lit", {"light": light, "needed": int(s["needed"]), "rating": rating})


def sound(numbers: Mapping[str, int]) -> None:
    """Every seat may swap once."""
    lamps = sum(numbers[f"{lamp}.count"] for lamp in S.LAMPS)
    if lamps < 2 * S.MAX_SEATS:
        raise BadInput(f"there are {lamps} lamps, but {2 * S.MAX_SEATS} may be needed: raise dim.count, say")
