"""Simple ways to play NOIRLab Dice, to measure others with: each sees what the next roll may do, and no further."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule

from . import state as S
from .rules import programs_covered

FACES = S.NOIRLAB + 1
ENOUGH = 3  # programs with which a child stops


@rule
def counts_faces(s: Any, out: Any, n: int, weight: Any) -> None:
    """Counts what each face of the next roll would cover or clear: gains are sixths of a spot."""
    covered = programs_covered(s, s["mover"])
    lost = 1 if s["tokens"][s["mover"]] > 0 else covered  # spots, by each face that is covered already
    for i in range(n):
        weight[i] = FACES if out[i] == S.BANK else 0
        if out[i] == S.ROLL:
            weight[i] = FACES - covered - covered * lost


@rule
def rolls_on(s: Any, out: Any, n: int, weight: Any) -> None:
    """Rolls until a few programs are covered, whether or not a token would save them, then stops."""
    going = s["phase"] != S.FREE or programs_covered(s, s["mover"]) < ENOUGH
    for i in range(n):
        weight[i] = 1
        if out[i] == S.ROLL:
            weight[i] = 3 if going else 0
        elif out[i] == S.PASS or out[i] == S.BANK:
            weight[i] = 2


PLANS = {"counts-faces": counts_faces, "rolls-on": rolls_on}
