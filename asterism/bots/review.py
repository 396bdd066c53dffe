"""A match looked at again: what everyone could expect at each choice, and what the choice that was made cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from asterism.core.match import Match, Past, Played

from .advice import Advice, Adviser


@dataclass(frozen=True)
class Reviewed:
    """One choice of a match."""

    ply: int
    seat: int
    exact: bool
    kind: Literal["win", "turns", "points"]
    seats: list[float]  # what every seat could expect before it; with secrets, had everyone known them
    action: int
    best: int  # the action with the best value
    cost: float  # what the action was worth less than the best one; 0 for the best


def review(match: Match, most: int = 400, step: Callable[[], None] = lambda: None) -> list[Reviewed]:
    """The last `most` choices that stand, in order, each seen with the eyes of the seat that made it.

    `step` is called before each of them, and may raise to end it."""
    game, adviser = match.game, Adviser(match.game)
    standing = match.standing()
    choices = [played.ply for played in standing if played.actor >= 0]
    first = choices[-most:][0] if choices else 0
    pasts: list[Past] = [[] for _ in range(match.seats)]
    found = []
    for played in standing:
        seat = played.actor
        if seat >= 0 and played.ply >= first:
            step()
            seen = game.seen(played.states, seat)
            known = adviser.advise(seen, seat, pasts[seat])
            if known and known.actions:
                cost = cost_of(match, played, known, adviser, pasts[seat])
                best = known.actions[0][0]
                # What each believed does not make a line: everyone thinks more of what they hold. The truth does.
                seats = adviser.stands(played.states) if known.searched and game.has["see"] else known.seats
                found.append(Reviewed(played.ply, seat, known.exact, known.kind, seats, played.action, best, cost))
        for other, past in enumerate(pasts):
            past.append((game.seen(played.states, other), game.heard(played.states, other, played.action)))
    return found


def cost_of(match: Match, played: Played, known: Advice, adviser: Adviser, past: Past) -> float:
    """What an action was worth less than the best one.

    A search has tried a poor action a few times only, and hardly knows what it is worth: what follows from it and from
    the best one is searched again, each as long.
    """
    best, value = known.actions[0]
    if played.action == best:
        return 0.0
    if not known.searched:
        difference = value - dict(known.actions)[played.action]
        return max(0.0, -difference if known.kind == "turns" else difference)  # fewer turns are better
    game, seat = match.game, played.actor
    here = game.seen(played.states, seat)

    def worth(action: int) -> float:
        after = played.states.copy()
        game.doors.step(after, action)
        return adviser.worth(game.seen(after, seat), seat, [*past, (here, action)])

    return max(0.0, worth(best) - worth(played.action))
