"""Players for any game. A bot is given what its seat knows (what it sees, what it saw and heard), and nothing else."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Protocol

from asterism.core.discover import find
from asterism.core.game import Game, States
from asterism.core.match import Match
from asterism.core.played import Past
from asterism.core.rng import draw, new_rng
from asterism.solve import best_known, is_large

from .advice import Advice, Adviser, Step, Valued
from .levels import NAMES, Level, level_named
from .plans import PREFIX, Planner, planner_of
from .search import Budget, Search, parallel
from .stand_ins import PREFIX as STAND_IN
from .stand_ins import StandIn
from .uniform import Uniform
from .wishes import Pointed, is_at

__all__ = ["Advice", "Bot", "Valued", "advice", "bot", "is_at", "levels", "prepare"]

WARM_UP = 8  # simulations: enough to compile the search


class Bot(Protocol):
    """Whoever can choose."""

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """One of the legal actions of the seat to act, from what that seat sees and (if it is told) how it came."""
        ...


class Player:
    """A bot at a level: the best it knows within its budget, the plan that a game has for this level, or a slip. One
    stream of numbers, one thread at a time."""

    def __init__(self, game: Game, level: Level, seed: int, pointed: Pointed = list) -> None:
        self._game, self._pointed = game, pointed
        self._level = level
        self._rng = new_rng(seed)
        self._slip = Uniform(self._rng)
        self._plan = planner_of(game, level.name)
        self._searches: dict[Game, Search] = {}
        self._lock = threading.Lock()

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        if len(legal) == 1:
            return legal[0]
        with self._lock:
            options = self._game.options_of(seen)
            known = best_known(self._game, int(seen["seats"][0]), options)
            slip = self._level.table_slip if known else self._level.slip
            if draw(self._rng, 1_000) < round(1_000 * slip):
                return self._slip.choose(seen, legal)
            if known:
                return known.choice(seen)
            if self._plan:
                return self._plan.choose(seen, legal)
            return self._search(self._game.for_options(options)).choose(seen, legal, past)

    def _search(self, game: Game) -> Search:
        """The search of this bot; it is another one for matches without secrets."""
        if game not in self._searches:
            budget = parallel(self._level.simulations)
            self._searches[game] = Search(game, budget, self._rng, self._level.weighs, pointed=self._pointed)
        return self._searches[game]


def _game(game: str | Game) -> Game:
    return find(game) if isinstance(game, str) else game


def levels(game: str | Game, seats: int) -> list[str]:
    """The names of the levels that can be played, weakest first."""
    _game(game).check_options(seats, {})
    return list(NAMES)


def bot(game: str | Game, level: str = "best", seed: int | None = None, pointed: Pointed = list) -> Bot:
    """A player of a game at a level, by one of its plans (`plan:NAME`), or as somebody who is new to the game
    (`stand-in:NAME`); with a seed it plays the same every time.

    It follows where people of its team point (at the places of choices) if that costs little."""
    if level.startswith(PREFIX):
        return Planner(_game(game), level.removeprefix(PREFIX))
    seed = secrets.randbits(64) if seed is None else seed
    if level.startswith(STAND_IN):
        return StandIn(_game(game), level.removeprefix(STAND_IN), seed)
    return Player(_game(game), level_named(level), seed, pointed)


def advice(
    game: str | Game, seen: States, seat: int | None = None, past: Past | None = None, step: Step = lambda: None
) -> Advice | None:
    """What a seat (default: the one to act) can expect, from what it sees and, if it is told, how it came to this.

    `step` is called now and then, and may raise to end it."""
    game = _game(game)
    game = game.for_options(game.options_of(seen))
    return Adviser(game, step=step).advise(seen, int(seen["to_act"][0]) if seat is None else seat, past)


def prepare(game: str | Game, progress: Callable[[float, str], None] | None = None) -> None:
    """Solve or load in advance what the bots of a game need, so that the first choice does not wait."""
    game = _game(game)
    told = progress or (lambda fraction, text: None)
    numbers = range(game.seats[0], game.seats[1] + 1)
    defaults = game.check_options(game.seats[0], {})
    for done, seats in enumerate(numbers):
        told(done / len(numbers), f"{game.name} for {seats}")
        if is_large(game, seats, defaults):
            continue  # it is loaded when somebody sits down to such a match
        match = Match(game, seats=seats, seed=1)
        if known := best_known(game, seats, defaults):
            known.actions(match.seen())
        else:
            Search(game, Budget(WARM_UP), new_rng(1)).choose(match.seen(), match.legal(), match.past())
    told(1.0, f"{game.name} is ready")
