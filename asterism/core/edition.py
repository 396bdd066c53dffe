"""Editions: the numbers of a game that a designer may change (costs, points, counts), as data.

They stand in `editions/NAME.toml` of a game's folder, `standard` among them, and are copied into the record when a
match is set up: rules read them there, and nothing is compiled anew. What an edition is called does not matter; its
digest, over every number, says which one it is. Numbers that come from strangers reach compiled code that does not
check bounds, so whatever the way they come (a file, a table, a record) they pass `check`.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .game import BadInput, Game, Numbers

STANDARD = "standard"
LARGEST_FILE = 64 * 1024  # bytes
LONGEST_TITLE = 60  # characters


@dataclass(frozen=True)
class Edition:
    """Every number of a game, by its name: `gems`, or `trove.cost` where there is one for each card."""

    title: str
    numbers: Mapping[str, int] = field(hash=False)
    digest: str = ""  # of the numbers, the game and the version of its rules; set by `check`


def names_of(numbers: Numbers) -> Iterator[str]:
    """The names of the single numbers of a field, in the order of its array."""
    return (".".join(str(part) for part in place if part) for place in places_of(numbers))


def places_of(numbers: Numbers) -> Iterator[tuple[str, str, int]]:
    """What each single number of a field belongs to: (card or the like, field, number in the list from 1), or 0."""
    for row in numbers.each or ("",):
        for item in range(numbers.items):
            yield row, numbers.name, item + 1 if numbers.items > 1 else 0


@cache
def bounds_of(game: Game) -> dict[str, tuple[int, int]]:
    """How low and how high each number of a game may be."""
    return {name: (field.low, field.high) for field in game.numbers for name in names_of(field)}


def check(game: Game, title: str, numbers: Mapping[str, Any]) -> Edition:
    """An edition of these numbers; BadInput, naming the number, where they cannot be one."""
    bounds = bounds_of(game)
    if not isinstance(title, str) or not title.isprintable() or not 0 < len(title) <= LONGEST_TITLE:
        raise BadInput(f"the title of an edition is one line of at most {LONGEST_TITLE} characters")
    for name, value in numbers.items():
        if name not in bounds:
            close = get_close_matches(str(name), bounds, 1)
            raise BadInput(f"{game.name} has no number {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        low, high = bounds[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadInput(f"{name} goes from {low} to {high}, not {value!r}")
    missing = [name for name in bounds if name not in numbers]
    if missing:
        raise BadInput(f"{missing[0]} is missing from this edition of {game.name}")
    whole = {name: int(numbers[name]) for name in bounds}
    if game.sound:
        game.sound(whole)
    lines = "".join(f"{name}={value}\n" for name, value in sorted(whole.items()))
    digest = hashlib.sha256(f"{game.name} {game.version}\n{lines}".encode()).hexdigest()[:16]
    return Edition(title, whole, digest)


@cache
def standard(game: Game) -> Edition:
    """The edition that is played where no other is named; that of a game without numbers is empty."""
    if not game.numbers:
        return Edition("", {}, "")
    return read(game, game.text(f"editions/{STANDARD}.toml"), STANDARD, {})


def read(game: Game, text: str, name: str, otherwise: Mapping[str, int] | None = None) -> Edition:
    """An edition from the text of its file; BadInput names the line. What it does not say is as in the standard one."""
    if not game.numbers:
        raise BadInput(f"{game.name} has no editions: its numbers are those of its rules")
    if len(text) > LARGEST_FILE:
        raise BadInput(f"{name}: an edition has at most {LARGEST_FILE} characters")
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"{name}: {problem}") from None
    title = given.pop("title", name)
    numbers = dict(standard(game).numbers if otherwise is None else otherwise)
    for key, value in flat(given):
        numbers[key] = value
    try:
        return check(game, title, numbers)
    except BadInput as problem:
        line = line_of(text, str(problem))
        raise BadInput(f"{name}{f', line {line}' if line else ''}: {problem}") from None


def flat(given: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of nested tables and lists, by their names with dots."""
    for key, value in given.items():
        name = f"{before}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{name}.")
        elif isinstance(value, list):
            yield from flat({str(number): item for number, item in enumerate(value, 1)}, f"{name}.")
        else:
            yield name, value


def line_of(text: str, problem: str) -> int:
    """The line of a file that says the first number a message is about; 0 if there is none."""
    places: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[([^\[\]]+)\]", line):
            section = f"{found[1].strip()}."
            places.setdefault(section[:-1], number)
        elif found := re.match(r"\s*([\w.\-\"]+)\s*=", line):
            key = f"{section}{found[1]}".replace('"', "")
            places[key] = number
            places.update({f"{key}.{item}": number for item in range(1, 100)})
    about = [name for name in re.findall(r"[\w.\-]+", problem) if name.strip(".") in places]
    return places[about[0].strip(".")] if about else 0


def load(game: Game, path: str | Path) -> Edition:
    """An edition from a file of one's own."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not an edition: it is not text") from None
    except OSError as problem:
        raise BadInput(f"cannot read {path}: {problem.strerror}") from None
    return read(game, text, path.stem)


def shipped(game: Game) -> list[str]:
    """The names of the editions in the game's folder, the standard one first."""
    if not game.numbers:
        return []
    others = sorted(name.removesuffix(".toml") for name in game.files("editions") if name.endswith(".toml"))
    return [STANDARD, *(name for name in others if name != STANDARD)]


def differences(edition: Edition, other: Edition) -> dict[str, tuple[int, int]]:
    """The numbers of an edition that are not those of another: (here, there)."""
    return {
        name: (value, other.numbers[name]) for name, value in edition.numbers.items() if value != other.numbers[name]
    }


def fill(game: Game, states: np.ndarray[Any, Any], edition: Edition) -> None:
    """Copy the numbers into a record."""
    for numbers in game.numbers:
        room = states[numbers.name]
        room[...] = np.array([edition.numbers[name] for name in names_of(numbers)], np.int32).reshape(room.shape)


def varied(game: Game, pick: Any, changes: int) -> Edition:
    """The standard edition with some numbers drawn anew within their bounds, as far as they make sense together.

    `pick` is a `random.Random`; for tests, and for whoever looks for better numbers."""
    numbers = dict(standard(game).numbers)
    bounds = bounds_of(game)
    for name in pick.choices(list(bounds), k=changes):
        before = numbers[name]
        numbers[name] = pick.choice([bounds[name][0], bounds[name][1], pick.randint(*bounds[name])])
        try:
            check(game, "varied", numbers)
        except BadInput:
            numbers[name] = before
    return check(game, "varied", numbers)
