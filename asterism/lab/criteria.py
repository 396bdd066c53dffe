"""What an edition must fulfil, as a file: which numbers may move, and which figures must lie where.

title = "Calibrated"            # of the edition that is looked for

[move]                          # numbers of the edition, and how far each may go
"trove.cost" = [6, 9]

[[criterion]]
figure = "turns"                # one of `measure`; "share" of the first player; "used ACTIONS" by anyone
players = "hints"               # who plays (default: hints, or uniform)
seats = [2, 3]                  # default: the fewest
low = 8                         # one of them may be left out
high = 16
strong = "search:100"           # by whom it is confirmed in the end (default: the same)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from asterism.core.edition import bounds_of, check, standard
from asterism.core.game import BadInput, Game

from .arena import setting_of
from .estimates import Estimate
from .measure import FIGURES

OWN = "criteria.toml"
SHARE, USED = "share", "used "
KEYS = ("figure", "players", "seats", "low", "high", "strong")


@dataclass(frozen=True)
class Criterion:
    """A figure, and where it must lie."""

    figure: str
    players: tuple[str, ...]
    strong: tuple[str, ...]
    seats: int
    low: float
    high: float

    def miss(self, value: float) -> float:
        """How far off a value is: 0 if it is where it must be; 1 is much, whatever the figure."""
        off = max(0.0, self.low - value, value - self.high)
        wide = self.high - self.low
        scale = wide if wide < float("inf") else max(abs(self.low if self.low > float("-inf") else self.high), 0.1)
        return off / max(scale, 1e-3)

    def holds(self, estimate: Estimate) -> bool:
        return self.low <= estimate.mean <= self.high

    def may_hold(self, estimate: Estimate) -> bool:
        """Whether more matches might still show that it holds."""
        return estimate.low <= self.high and estimate.high >= self.low

    @property
    def told(self) -> str:
        ends = {True: f"at most {self.high:g}", False: f"at least {self.low:g}"}
        both = f"{self.low:g} to {self.high:g}"
        where = ends[self.low == float("-inf")] if float("inf") in (self.high, -self.low) else both
        return f"{self.figure} {where}, {self.seats} seats"


@dataclass(frozen=True)
class Criteria:
    """The whole file."""

    title: str
    move: Mapping[str, tuple[int, int]]
    criteria: tuple[Criterion, ...]


def load(game: Game, path: Path) -> Criteria:
    """Criteria from a file; BadInput names the place where they are none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"cannot read {path}: {problem}") from None
    return read(game, text, path.name)


def own(game: Game) -> Criteria:
    """The criteria in the folder of a game."""
    if OWN not in game.files("."):
        raise BadInput(f"{game.name} has no criteria of its own: name a file")
    return read(game, game.text(OWN), OWN)


def read(game: Game, text: str, name: str) -> Criteria:
    """Criteria from the text of a file."""
    if not game.numbers:
        raise BadInput(f"{game.name} has no editions: there are no numbers to tune")
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"{name}: {problem}") from None
    for key in given:
        if key not in ("title", "move", "criterion"):
            raise BadInput(f"{name}: {key!r} is neither title, [move] nor [[criterion]]")
    title = given.get("title", "Tuned")
    try:
        check(game, title, standard(game).numbers)
    except BadInput as problem:
        raise BadInput(f"{name}: {problem}") from None
    moves = _moves(game, given.get("move"), name)
    listed = given.get("criterion")
    if not isinstance(listed, list) or not listed:
        raise BadInput(f"{name}: there is no [[criterion]]")
    found: list[Criterion] = []
    for number, one in enumerate(listed, 1):
        try:
            found += _criterion(game, one)
        except BadInput as problem:
            raise BadInput(f"{name}, criterion {number}: {problem}") from None
    return Criteria(title, moves, tuple(found))


def _moves(game: Game, given: Any, name: str) -> dict[str, tuple[int, int]]:
    if not isinstance(given, dict) or not given:
        raise BadInput(f"{name}: [move] names no number of the edition that may move")
    bounds = bounds_of(game)
    found = {}
    for number, span in given.items():
        if number not in bounds:
            close = get_close_matches(number, bounds, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise BadInput(f"{name}, [move]: {game.name} has no number {number!r}{hint}")
        low, high = bounds[number]
        whole = isinstance(span, list) and len(span) == 2 and all(type(end) is int for end in span)
        if not whole or not low <= span[0] <= span[1] <= high:
            raise BadInput(f"{name}, [move]: {number} goes from {low} to {high}: give [lowest, highest], not {span!r}")
        found[number] = (span[0], span[1])
    return found


def _criterion(game: Game, given: Any) -> list[Criterion]:
    """One for each number of seats."""
    for key in given:
        if key not in KEYS:
            raise BadInput(f"{key!r} is none of {', '.join(KEYS)}")
    figure = given.get("figure")
    known = [*FIGURES, SHARE]
    if not isinstance(figure, str) or not (figure in known or figure.startswith(USED)):
        close = get_close_matches(str(figure), known, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise BadInput(f"there is no figure {figure!r}; {hint}there are: {', '.join(known)}, used ACTIONS")
    low, high = given.get("low", float("-inf")), given.get("high", float("inf"))
    numbers = all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high))
    if not numbers or not low <= high or (low, high) == (float("-inf"), float("inf")):
        raise BadInput("give low, high or both, as numbers, low not above high")
    players = given.get("players", "hints" if game.has["hints"] else "uniform")
    strong = given.get("strong", players)
    seats = given.get("seats", max(2, game.seats[0]))
    made = []
    for count in seats if isinstance(seats, list) else [seats]:
        both = []
        for named in (players, strong):
            if not isinstance(named, str):
                raise BadInput(f"players are named with commas between them, not {named!r}")
            names = tuple(one.strip() for one in named.split(",") if one.strip())
            setting = setting_of(game.name, names, count)  # whatever is wrong with them is said here
            if figure.startswith(USED):
                setting.groups.named(game, figure.removeprefix(USED))
            both.append(names)
        made.append(Criterion(figure, both[0], both[1], count, float(low), float(high)))
    return made
