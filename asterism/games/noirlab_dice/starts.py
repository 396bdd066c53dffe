"""Starts that the lab tries, to see what would be fair to those who do not begin."""

from __future__ import annotations

from typing import Any


def token(s: Any) -> None:
    s["tokens"][1 : s["seats"]] = 1


def program(s: Any) -> None:
    s["covered"][1 : s["seats"], 0] = 1


STARTS = {
    "token": ("Everyone but the first begins with a NOIRLab token.", token),
    "program": ("Everyone but the first begins with one program covered.", program),
}
