"""Hidden Star in words and as text. With no `view`, the browser shows the text and the choices as buttons."""

from __future__ import annotations

from typing import Any

from asterism.core.game import Said

from . import state as S


def say(s: Any, action: int) -> Said:
    who = int(s["mover"])
    if action == S.KEEP:
        return Said("keep", {"who": who})
    if action == S.CHANGE:
        return Said("change", {"who": who, "star": int(s["hand"][who])})
    return Said("dealt", {"who": who, "star": max(0, action - S.STAR)})


def show(s: Any) -> str:
    marks = {S.NONE: "-", S.UNKNOWN: "?"}
    hands = [f"seat {seat + 1}: {marks.get(int(star), int(star))}" for seat, star in enumerate(s["hand"][: s["seats"]])]
    gone = ", ".join(str(star) for star in s["gone"].nonzero()[0]) or "none"
    return f"{'   '.join(hands)}\nopen: {gone}"
