"""What the lab notes of a match of Geminion: which piles were missed by someone who could have paid for a card."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import OVER

from . import state as S

MARKS = (*(f"sold-out {card}" for card in S.CARDS), "sold-out any")
ANY = S.KINDS  # of all piles but Rainbows', which are meant to run out


@rule
def mark(s: Any, out: Any) -> None:
    """Someone can pay for a card, and its pile, which had some at the start, is empty."""
    if s["to_act"] == OVER or s["phase"] != S.BUYING:
        return
    for kind in range(S.KINDS):
        sold = s["pile"][kind, s["seats"] - S.MIN_SEATS] > 0 and (kind != S.SPARKLE or s["sparkle"] == 1)
        if sold and s["supply"][kind] == 0 and s["cost"][kind] <= s["purse"]:
            out[kind] = 1
            if kind != S.RAINBOW:
                out[ANY] = 1
