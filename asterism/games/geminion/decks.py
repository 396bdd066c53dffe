"""Geminion for one alone: what is computed from is its cards and the first deck (`solve/decks`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import state as S


def deck(numbers: Mapping[str, int]) -> dict[str, Any]:
    """The piles are those of two players; there are no Sparkles."""

    def each(what: str) -> tuple[int, ...]:
        return tuple(0 if kind == S.SPARKLE else numbers[f"{card}.{what}"] for kind, card in enumerate(S.CARDS))

    return {
        "names": S.CARDS,
        "cost": each("cost"),
        "coins": each("coins"),
        "points": each("gems"),
        "draws": each("draws"),
        "leaves": tuple(back != S.NEVER for back in S.GOES_BACK.tolist()),
        "cleans": tuple(kind == S.CLEANER for kind in range(len(S.CARDS))),
        "pile": each("pile.1"),
        "first": tuple(kind for kind, count in enumerate(each("start")) for _ in range(count)),
        "hand": numbers["hand"],
    }
