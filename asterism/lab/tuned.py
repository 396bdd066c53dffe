"""What a search for an edition found, as a file that `report` reads again: data, so that it is small and compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asterism.core.edition import differences, standard
from asterism.core.game import BadInput, Game

from .estimates import Estimate
from .tune import Tuned, quick

FORMAT = 2


@dataclass(frozen=True)
class Row:
    """A criterion, and what it is in every edition that strong players measured."""

    told: str
    by: str  # who played
    values: tuple[Estimate, ...]
    verdicts: tuple[str, ...]  # met, open or missed


@dataclass(frozen=True)
class Story:
    """What came of a search, in words and numbers."""

    game: str
    command: str
    matches: int  # strong ones of each meeting
    editions: tuple[dict[str, tuple[int, int]], ...]  # what differs from the standard one, which is the first
    chosen: int  # which of them
    numbers: dict[str, int]  # of that one, all of them
    rows: tuple[Row, ...]
    quick: tuple[str, ...]  # the criteria that sorted out
    tried: tuple[tuple[float, ...], ...]  # how far off each edition that was tried is, in each of those
    against: tuple[tuple[int, int, float], ...]


def story(game: Game, found: Tuned, matches: int, command: str) -> Story:
    return Story(
        game=game.name,
        command=command,
        matches=matches,
        editions=tuple(differences(one.edition, standard(game)) for one in found.candidates),
        chosen=found.candidates.index(found.chosen),
        numbers=dict(found.edition.numbers),
        rows=tuple(
            Row(
                one.told,
                ",".join(one.strong),
                tuple(candidate.values[place] for candidate in found.candidates),
                tuple(one.verdict(candidate.values[place]) for candidate in found.candidates),
            )
            for place, one in enumerate(found.criteria.criteria)
        ),
        quick=tuple(one.told for one in quick(found.criteria)),
        tried=tuple(tuple(round(miss, 4) for miss in one) for one in found.tried),
        against=tuple((first, second, round(related, 3)) for first, second, related in found.against),
    )


def counts(verdicts: Sequence[str]) -> str:
    """How many are met, open and missed, in words."""
    return ", ".join(f"{verdicts.count(one)} {one}" for one in ("met", "open", "missed"))


def to_text(told: Story) -> str:
    """As JSON, a line for each part."""
    parts: dict[str, Any] = {"tuned": FORMAT, **vars(told)}
    parts["rows"] = [{**vars(row), "values": [list(vars(one).values()) for one in row.values]} for row in told.rows]
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()) + "\n}\n"


def from_given(given: dict[str, Any], name: str) -> Story:
    """What `to_text` wrote, as JSON was read; BadInput where it is something else."""
    try:
        if given.pop("tuned") != FORMAT:
            raise BadInput(f"{name} was written by another version of the lab: tune again")
        return Story(
            game=str(given["game"]),
            command=str(given["command"]),
            matches=int(given["matches"]),
            editions=tuple({str(k): (int(a), int(b)) for k, (a, b) in one.items()} for one in given["editions"]),
            chosen=int(given["chosen"]),
            numbers={str(name): int(value) for name, value in given["numbers"].items()},
            rows=tuple(
                Row(
                    str(row["told"]),
                    str(row["by"]),
                    tuple(Estimate(float(a), float(b), float(c), int(n)) for a, b, c, n in row["values"]),
                    tuple(map(str, row["verdicts"])),
                )
                for row in given["rows"]
            ),
            quick=tuple(map(str, given["quick"])),
            tried=tuple(tuple(map(float, one)) for one in given["tried"]),
            against=tuple((int(first), int(second), float(related)) for first, second, related in given["against"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{name} is not what `asterism lab tune` writes ({problem!r})") from None
