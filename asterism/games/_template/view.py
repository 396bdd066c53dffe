"""Hidden Star in words and as text. With no `view`, the browser shows the text and the choices as buttons."""

from __future__ import annotations

from typing import Any

from asterism.core.game import Said

from .state import CHANGE, KEEP, NONE, STAR, UNKNOWN


def say(s: Any, action: int) -> Said:
    who = int(s["mover"])
    if action == KEEP:
        return Said("keep", {"who": who})
    if action == CHANGE:
        return Said("change", {"who": who, "star": int(s["hand"][who])})
    return Said("dealt", {"who": who, "star": max(0, action - STAR)})


def show(s: Any) -> str:
    marks = {NONE: "-", UNKNOWN: "?"}
    hands = [f"seat {seat + 1}: {marks.get(int(star), int(star))}" for seat, star in enumerate(s["hand"][: s["seats"]])]
    gone = ", ".join(str(star) for star in s["gone"].nonzero()[0]) or "none"
    return f"{'   '.join(hands)}\nopen: {gone}"
