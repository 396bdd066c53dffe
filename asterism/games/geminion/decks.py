"""Geminion for one alone: what is computed from is its cards and the first deck (`solve/decks`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .state import CARDS, CLEANER, GOES_BACK, NEVER, SPARKLE


def deck(numbers: Mapping[str, int]) -> dict[str, Any]:
    """The piles are those of two players; there are no Sparkles."""

    def each(what: str) -> tuple[int, ...]:
        return tuple(0 if kind == SPARKLE else numbers[f"{card}.{what}"] for kind, card in enumerate(CARDS))

    return {
        "names": CARDS,
        "cost": each("cost"),
        "coins": each("coins"),
        "points": each("gems"),
        "draws": each("draws"),
        "leaves": tuple(back != NEVER for back in GOES_BACK.tolist()),
        "cleans": tuple(kind == CLEANER for kind in range(len(CARDS))),
        "pile": each("pile.1"),
        "first": tuple(kind for kind, count in enumerate(each("start")) for _ in range(count)),
        "hand": numbers["hand"],
    }
