"""Bots for any game. A bot is given what its seat sees, and what it saw and heard before; never the true state."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Protocol

from asterism.core.discover import find
from asterism.core.game import Game, States
from asterism.core.match import Match
from asterism.core.played import Past
from asterism.core.rng import new_rng, random_below
from asterism.solve import best_known, is_large

from .advice import ActionValue, Adviser, Evaluation, Step
from .levels import NAMES, Level, level_named
from .plans import PREFIX, Planner, planner_of
from .search import Budget, Search, parallel_budget
from .stand_ins import PREFIX as STAND_IN
from .stand_ins import SimulatedNewcomer
from .uniform import Uniform
from .wishes import Pointed, is_at

__all__ = ["ActionValue", "Bot", "Evaluation", "advice", "bot", "is_at", "levels", "prepare"]

WARM_UP = 8  # simulations, to have the search compiled


class Bot(Protocol):
    """A player of one seat, or of several seats of one match."""

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose one of the legal actions of the seat to act, from what that seat sees now, saw and heard."""
        ...


class Player:
    """A bot of a level: exact play where the game is solved, else the plan that the game has for this level, else a
    search within the budget of the level; and now and then a slip. Threads take turns at its random numbers."""

    def __init__(self, game: Game, level: Level, seed: int, pointed: Pointed = list) -> None:
        self._game, self._pointed = game, pointed
        self._level = level
        self._rng = new_rng(seed)
        self._slip = Uniform(self._rng)
        self._plan = planner_of(game, level.name)
        self._searches: dict[Game, Search] = {}
        self._lock = threading.Lock()

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose a legal action; a search uses the past."""
        if len(legal) == 1:
            return legal[0]
        with self._lock:
            options = self._game.options_of(seen)
            known = best_known(self._game, int(seen["seats"][0]), options)
            slip = self._level.table_slip if known else self._level.slip
            if random_below(self._rng, 1_000) < round(1_000 * slip):
                return self._slip.choose(seen, legal)
            if known:
                return known.choice(seen)
            if self._plan:
                return self._plan.choose(seen, legal)
            return self._search(self._game.for_options(options)).choose(seen, legal, past)

    def _search(self, game: Game) -> Search:
        """The search of this bot for a game, or for the game as it is played without secrets."""
        if game not in self._searches:
            budget = parallel_budget(self._level.simulations)
            self._searches[game] = Search(game, budget, self._rng, self._level.weighs, pointed=self._pointed)
        return self._searches[game]


def _game(game: str | Game) -> Game:
    return find(game) if isinstance(game, str) else game


def levels(game: str | Game, seats: int) -> list[str]:
    """The names of the levels, weakest first; BadInput where the game is not played by so many."""
    _game(game).check_options(seats, {})
    return list(NAMES)


def bot(game: str | Game, level: str = "best", seed: int | None = None, pointed: Pointed = list) -> Bot:
    """A bot for a game: of a level, by one of the game's plans (`plan:NAME`), or as a newcomer (`stand-in:NAME`).

    With a seed it plays repeatably. `pointed` gives the places that people of its team point at: a bot that searches
    does what they wish if that costs little."""
    if level.startswith(PREFIX):
        return Planner(_game(game), level.removeprefix(PREFIX))
    seed = secrets.randbits(64) if seed is None else seed
    if level.startswith(STAND_IN):
        return SimulatedNewcomer(_game(game), level.removeprefix(STAND_IN), seed)
    return Player(_game(game), level_named(level), seed, pointed)


def advice(
    game: str | Game, seen: States, seat: int | None = None, past: Past | None = None, step: Step = lambda: None
) -> Evaluation | None:
    """Evaluate a position for a seat (default: the one to act), from what it sees, and its past if that is given.

    None where there is nothing to evaluate. `step` is called between pieces of the work, and may raise to end it."""
    game = _game(game)
    game = game.for_options(game.options_of(seen))
    return Adviser(game, step=step).advise(seen, int(seen["to_act"][0]) if seat is None else seat, past)


def prepare(game: str | Game, progress: Callable[[float, str], None] | None = None) -> None:
    """Solve, load or compile in advance what the bots of a game need, so that their first choice does not wait.

    `progress` is called with the part that is done, 0 to 1, and what is done next."""
    game = _game(game)
    report = progress or (lambda fraction, text: None)
    numbers = range(game.seats[0], game.seats[1] + 1)
    defaults = game.check_options(game.seats[0], {})
    for done, seats in enumerate(numbers):
        report(done / len(numbers), f"{game.name} for {seats}")
        if is_large(game, seats, defaults):
            continue  # loaded when such a match is first played
        match = Match(game, seats=seats, seed=1)
        if known := best_known(game, seats, defaults):
            known.actions(match.seen())
        else:
            Search(game, Budget(WARM_UP), new_rng(1)).choose(match.seen(), match.legal(), match.past())
    report(1.0, f"{game.name} is ready")
