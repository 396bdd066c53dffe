"""A match looked at again: what everyone could expect at each choice, and what the choice that was made cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from asterism.core.match import Match

from . import advice


@dataclass(frozen=True)
class Reviewed:
    """One choice of a match."""

    ply: int
    seat: int
    exact: bool
    kind: Literal["win", "turns", "points"]
    seats: list[float]  # what every seat could expect before it
    action: int
    best: int  # the action with the best value
    cost: float  # what the action was worth less than the best one; 0 for the best


def review(match: Match, most: int = 400) -> list[Reviewed]:
    """The last `most` choices that stand, in order, each seen with the eyes of the seat that made it."""
    found = []
    game = match.game
    for played in [p for p in match.standing() if p.actor >= 0][-most:]:
        known = advice(game, game.seen(played.states, played.actor))
        if known is None or not known.actions:
            continue
        worth = dict(known.actions)
        best, value = known.actions[0]
        difference = value - worth.get(played.action, value)
        cost = -difference if known.kind == "turns" else difference  # fewer turns are better
        found.append(
            Reviewed(
                played.ply, played.actor, known.exact, known.kind, known.seats, played.action, best, max(0.0, cost)
            )
        )
    return found
