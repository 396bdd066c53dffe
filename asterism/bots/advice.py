"""What a seat can expect, and what its actions are worth: for hints, for the graph of chances, and for the review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from asterism.core.game import Game, States
from asterism.core.header import OVER
from asterism.core.match import Past
from asterism.core.rng import new_rng
from asterism.solve.turns import options_of

from .belief import Belief, learns
from .exact import answers
from .search import Found, look

SIMULATIONS = 4_000


@dataclass(frozen=True)
class Advice:
    """What a seat can expect, and what each of its actions is worth to it."""

    exact: bool  # computed, not estimated
    kind: Literal["win", "turns", "points"]  # chances of winning; alone, the turns it takes or the points it makes
    seats: list[float]  # for every seat
    actions: list[tuple[int, float]]  # for the seat to act, best first; empty when chance is to act
    searched: bool = False  # by a search, which tries poor actions a few times only


def with_best(shares: list[float], seat: int, actions: list[tuple[int, float]]) -> list[float]:
    """What everyone can expect if the seat to act does what is best.

    The mean of a search is less than that: it counts all that was tried. What the seat gains, the others lose, each in
    proportion to what they had."""
    if not actions:
        return shares
    best, rest = actions[0][1], sum(shares) - shares[seat]
    left = max(0.0, sum(shares) - best)
    others = len(shares) - 1
    return [
        best if one == seat else share * left / rest if rest > 0 else left / others for one, share in enumerate(shares)
    ]


class Adviser:
    """Advises the seats of one match; what each concluded from the choices of others is kept as the match goes on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._beliefs: dict[int, Belief] = {}

    def advise(self, seen: States, seat: int, past: Past | None = None) -> Advice | None:
        """What everyone can expect, from what a seat sees and (if it is told) how it came; None where nobody knows."""
        to_act = int(seen["to_act"][0])
        if to_act == OVER:
            return None
        known = answers(self._game, int(seen["seats"][0]), options_of(self._game, seen))
        if known:
            return Advice(known.exact, known.kind, known.value(seen), known.actions(seen))
        if seat < 0 and self._game.has["see"]:
            return None  # nobody's secrets are known here
        found = self._search(seen, seat, past, self._belief(seat) if past else None)
        actions = [(action, value) for action, _, value in found.actions] if to_act >= 0 else []
        open_to_all = not self._game.has["see"]
        shares = with_best(found.shares, to_act, actions) if seat == to_act or open_to_all else found.shares
        return Advice(False, "win", shares, actions, searched=True)

    def worth(self, seen: States, seat: int, past: Past) -> float:
        """A seat's chance of winning in what may come next, by a search of its own: so two ways to go on compare."""
        belief = self._beliefs.get(seat)
        return self._search(seen, seat, past, belief.fork() if belief else None).shares[seat]

    def stands(self, states: States) -> list[float]:
        """The chances of all seats, of a state of which everything is known."""
        to_act = int(states["to_act"][0])
        found = self._search(states, to_act, None, None)
        return with_best(found.shares, to_act, [(action, value) for action, _, value in found.actions])

    def _search(self, seen: States, seat: int, past: Past | None, belief: Belief | None) -> Found:
        if belief and past:
            belief.follow(past, seen, seat)
        return look(self._game, seen, seat, SIMULATIONS, new_rng(1), belief)

    def _belief(self, seat: int) -> Belief | None:
        if learns(self._game) and seat not in self._beliefs:
            self._beliefs[seat] = Belief(self._game, new_rng(1 + seat))
        return self._beliefs.get(seat)
