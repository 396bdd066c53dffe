"""The result of a search for an edition as JSON: small, comparable, and read by `report_tuned`."""

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
class CriterionRow:
    """A criterion with its figure in every edition that strong players judged."""

    told: str  # the criterion as text
    by: str  # the players, with commas between them
    values: tuple[Estimate, ...]  # one for each edition
    verdicts: tuple[str, ...]  # met, open or missed


@dataclass(frozen=True)
class TuningSummary:
    """The result of a search, in words and numbers; its fields are the keys of the file."""

    game: str
    command: str
    matches: int  # of strong players, for each meeting
    editions: tuple[dict[str, tuple[int, int]], ...]  # numbers that differ from the standard edition, which is first
    chosen: int  # index of the chosen edition
    numbers: dict[str, int]  # all numbers of the chosen edition
    rows: tuple[CriterionRow, ...]
    quick: tuple[str, ...]  # the criteria that quick players judged, as text
    tried: tuple[tuple[float, ...], ...]  # [edition, quick criterion] how far it is missed
    against: tuple[tuple[int, int, float], ...]  # two quick criteria in conflict, and their correlation


def summarize(game: Game, found: Tuned, matches: int, command: str) -> TuningSummary:
    """The summary of a search; `matches` are those of strong players."""
    return TuningSummary(
        game=game.name,
        command=command,
        matches=matches,
        editions=tuple(differences(one.edition, standard(game)) for one in found.candidates),
        chosen=found.candidates.index(found.chosen),
        numbers=dict(found.edition.numbers),
        rows=tuple(
            CriterionRow(
                one.text,
                ",".join(one.strong),
                tuple(candidate.values[place] for candidate in found.candidates),
                tuple(one.verdict(candidate.values[place]) for candidate in found.candidates),
            )
            for place, one in enumerate(found.criteria.criteria)
        ),
        quick=tuple(one.text for one in quick(found.criteria)),
        tried=tuple(tuple(round(miss, 4) for miss in one) for one in found.tried),
        against=tuple((first, second, round(related, 3)) for first, second, related in found.against),
    )


def counts(verdicts: Sequence[str]) -> str:
    """How many verdicts are met, open and missed, in words."""
    return ", ".join(f"{verdicts.count(one)} {one}" for one in ("met", "open", "missed"))


def to_text(summary: TuningSummary) -> str:
    """The summary as JSON, a line for each field."""
    parts: dict[str, Any] = {"tuned": FORMAT, **vars(summary)}
    parts["rows"] = [{**vars(row), "values": [list(vars(one).values()) for one in row.values]} for row in summary.rows]
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()) + "\n}\n"


def from_json(given: dict[str, Any], name: str) -> TuningSummary:
    """The summary that `to_text` wrote, from decoded JSON; BadInput, with the name of the file, where it is none."""
    try:
        if given.pop("tuned") != FORMAT:
            raise BadInput(f"{name} was written by another version of the lab: tune again")
        return TuningSummary(
            game=str(given["game"]),
            command=str(given["command"]),
            matches=int(given["matches"]),
            editions=tuple({str(k): (int(a), int(b)) for k, (a, b) in one.items()} for one in given["editions"]),
            chosen=int(given["chosen"]),
            numbers={str(name): int(value) for name, value in given["numbers"].items()},
            rows=tuple(
                CriterionRow(
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
