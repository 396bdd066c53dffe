"""Criteria for an edition, from a TOML file: which numbers may move, and in which ranges figures must lie.

title = "Calibrated"            # of the edition that is searched for
rising = ["mine.pile"]          # lists of numbers that must not decrease

[move]                          # the numbers of the edition that may change, with their bounds
"trove.cost" = [6, 9]
"mine.pile.3" = [9, 13]

[[criterion]]
figure = "turns"                # one of `measure`; "share": of the first player; "used ACTIONS": matches in which
                                # anyone uses them; "marked MARK": matches with the mark; "gap MARK": how much
                                # more often a team wins with the mark than without
players = "hints"               # quick players (default: hints, or uniform); left out beside `strong`: none
seats = [2, 3]                  # default: the fewest
options = { shuffle = 1 }       # of the game, where they differ from the defaults
low = 8                         # either bound may be left out
high = 16
strong = "search:100"           # the players that confirm it in the end (default: the quick ones)
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
from .marks import number_of
from .measure import FIGURES, STRICTER

OWN = "criteria.toml"
SHARE, USED, MARKED, GAP = "share", "used ", "marked ", "gap "
KEYS = ("figure", "players", "seats", "options", "low", "high", "strong")


@dataclass(frozen=True)
class Criterion:
    """A figure and the range in which it must lie."""

    figure: str
    players: tuple[str, ...]  # quick players; none: only strong players judge it
    strong: tuple[str, ...]
    seats: int
    options: tuple[tuple[str, int], ...]
    low: float
    high: float

    def miss(self, value: float) -> float:
        """How far a value is outside the range, divided by the width of the range (or by its one bound); 0 inside."""
        off = max(0.0, self.low - value, value - self.high)
        wide = self.high - self.low
        scale = wide if wide < float("inf") else max(abs(self.low if self.low > float("-inf") else self.high), 0.1)
        return off / max(scale, 1e-3)

    def holds(self, estimate: Estimate) -> bool:
        """Whether the whole interval of an estimate is in the range."""
        return self.low <= estimate.low and estimate.high <= self.high

    def may_hold(self, estimate: Estimate) -> bool:
        """Whether the interval of three standard errors touches the range: there are many criteria, so 1.96 are too few
        to call one missed."""
        low, high = strict_interval(estimate)
        return low <= self.high and high >= self.low

    def verdict(self, estimate: Estimate) -> str:
        """ "met" or "missed" beyond chance, or "open" where the matches are too few to tell."""
        return "met" if self.holds(estimate) else "open" if self.may_hold(estimate) else "missed"

    def sure_miss(self, estimate: Estimate) -> float:
        """The miss beyond chance: that of the nearer end of the interval of three standard errors."""
        return 0.0 if self.may_hold(estimate) else min(map(self.miss, strict_interval(estimate)))

    @property
    def text(self) -> str:
        """The criterion as text, as in `turns at most 16, 2 seats`."""
        ends = {True: f"at most {self.high:g}", False: f"at least {self.low:g}"}
        both = f"{self.low:g} to {self.high:g}"
        where = ends[self.low == float("-inf")] if float("inf") in (self.high, -self.low) else both
        return f"{self.figure} {where}, {self.seats} seats"


def strict_interval(estimate: Estimate) -> tuple[float, float]:
    """Three standard errors to either side."""
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    return estimate.mean - STRICTER * below, estimate.mean + STRICTER * above


@dataclass(frozen=True)
class Criteria:
    """The contents of a file of criteria."""

    title: str
    move: Mapping[str, tuple[int, int]]  # numbers that may change, with their bounds
    rising: tuple[str, ...]  # lists of numbers that must not decrease
    criteria: tuple[Criterion, ...]


def load(game: Game, path: Path) -> Criteria:
    """Read criteria from a file; BadInput names the place that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"cannot read {path}: {problem}") from None
    return read(game, text, path.name)


def own_criteria(game: Game) -> Criteria:
    """The criteria in the folder of a game; BadInput where there are none."""
    if OWN not in game.files("."):
        raise BadInput(f"{game.name} has no criteria of its own: name a file")
    return read(game, game.text(OWN), OWN)


def read(game: Game, text: str, name: str) -> Criteria:
    """Read criteria from the text of a file; `name` is for messages."""
    if not game.numbers:
        raise BadInput(f"{game.name} has no editions: there are no numbers to tune")
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"{name}: {problem}") from None
    for key in given:
        if key not in ("title", "rising", "move", "criterion"):
            raise BadInput(f"{name}: {key!r} is neither title, rising, [move] nor [[criterion]]")
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
    return Criteria(title, moves, _rising(game, given.get("rising", []), name), tuple(found))


def _rising(game: Game, given: Any, name: str) -> tuple[str, ...]:
    """Check the entry `rising`."""
    lists = sorted({one.rpartition(".")[0] for one in bounds_of(game) if one.rpartition(".")[2].isdecimal()})
    for one in given if isinstance(given, list) else [given]:
        if one not in lists:
            there = ", ".join(lists) or "none"
            raise BadInput(f"{name}, rising: {game.name} has no list of numbers {one!r}; it has: {there}")
    return tuple(given)


def _moves(game: Game, given: Any, name: str) -> dict[str, tuple[int, int]]:
    """Check the section `[move]`."""
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
    """Check one `[[criterion]]`, and make one for each number of seats."""
    if not isinstance(given, dict):
        raise BadInput(f"it is told as [[criterion]] with lines below it, not {given!r}")
    for key in given:
        if key not in KEYS:
            raise BadInput(f"{key!r} is none of {', '.join(KEYS)}")
    figure = given.get("figure")
    known = [*FIGURES, SHARE]
    if not isinstance(figure, str) or not (figure in known or figure.startswith((USED, MARKED, GAP))):
        close = get_close_matches(str(figure), known, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        there = ", ".join((*known, "used ACTIONS", "marked MARK", "gap MARK"))
        raise BadInput(f"there is no figure {figure!r}; {hint}there are: {there}")
    if figure.startswith((MARKED, GAP)):
        number_of(game, figure.partition(" ")[2])
    low, high = given.get("low", float("-inf")), given.get("high", float("inf"))
    numbers = all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high))
    if not numbers or not low <= high or (low, high) == (float("-inf"), float("inf")):
        raise BadInput("give low, high or both, as numbers, low not above high")
    usual = "hints" if game.has["hints"] else "uniform"
    strong = given.get("strong", given.get("players", usual))
    players = given.get("players", "" if "strong" in given else usual)
    seats = given.get("seats", max(2, game.seats[0]))
    counts = seats if isinstance(seats, list) else [seats]
    if not counts or not all(type(count) is int for count in counts):
        raise BadInput(f"seats are a number or a list of numbers, as [2, 3], not {seats!r}")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise BadInput(f"options are told as {{ NAME = NUMBER }}, not {options!r}")
    made = []
    for count in counts:
        both = []
        for named in (players, strong):
            if not isinstance(named, str):
                raise BadInput(f"players are named with commas between them, not {named!r}")
            names = tuple(one.strip() for one in named.split(",") if one.strip())
            both.append(names)
            if not names and named is players and "strong" in given:
                continue
            setting = setting_of(game.name, names, count, options)  # raises BadInput
            if figure.startswith(USED):
                setting.groups.find(game, figure.removeprefix(USED))
        made.append(Criterion(figure, both[0], both[1], count, tuple(options.items()), float(low), float(high)))
    return made
