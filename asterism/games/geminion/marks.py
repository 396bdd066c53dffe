"""What the lab notes of a match of Geminion: which piles were missed by someone who could have paid for a card."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import OVER

from .state import BUYING, CARDS, KINDS, MIN_SEATS, RAINBOW, SPARKLE

MARKS = (*(f"sold-out {card}" for card in CARDS), "sold-out any")
ANY = KINDS  # of all piles but Rainbows', which are meant to run out


@rule
def mark(s: Any, out: Any) -> None:
    """Someone can pay for a card, and its pile, which had some at the start, is empty."""
    if s["to_act"] == OVER or s["phase"] != BUYING:
        return
    for kind in range(KINDS):
        sold = s["pile"][kind, s["seats"] - MIN_SEATS] > 0 and (kind != SPARKLE or s["sparkle"] == 1)
        if sold and s["supply"][kind] == 0 and s["cost"][kind] <= s["purse"]:
            out[kind] = 1
            if kind != RAINBOW:
                out[ANY] = 1
