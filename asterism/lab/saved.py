"""A measurement as a JSON file, which `compare` and `report` read."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from asterism.core.game import BadInput

from . import report, report_tuned, tuned
from .batch import Setting
from .estimates import Estimate
from .groups import Groups
from .measure import Figure, Marked, Measured, Use

FORMAT = 3


def to_text(measured: Measured) -> str:
    """A measurement as JSON, a line for each field."""
    parts = {"format": FORMAT, **asdict(measured)}
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()) + "\n}\n"


def page_of(text: str, name: str) -> str:
    """The HTML report of a file that `measure --save` or `tune` wrote; BadInput where it is neither."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{name} is not what the lab writes: {problem}") from None
    try:
        if isinstance(given, dict) and "tuned" in given:
            return report_tuned.report(tuned.from_json(given, name))
        return report.report(from_text(text, name))
    except (LookupError, ArithmeticError, TypeError) as problem:
        raise BadInput(f"{name} is not what the lab writes: {problem!r}") from None


def from_text(text: str, name: str) -> Measured:
    """The measurement that `to_text` wrote; BadInput, with the name of the file, where it is none."""
    try:
        given: dict[str, Any] = json.loads(text)
        if given.pop("format") != FORMAT:
            raise BadInput(f"{name} was written by another version of the lab: measure it again")
        setting = given.pop("setting")
        groups = setting.pop("groups")
        return Measured(
            setting=Setting(
                **{**setting, "players": tuple(setting["players"])},
                groups=Groups(tuple(groups["names"]), tuple(groups["of"])),
            ),
            player=given["player"],
            matches=given["matches"],
            figures=tuple(Figure(**{**one, "estimate": Estimate(**one["estimate"])}) for one in given["figures"]),
            seats=tuple(Estimate(**one) for one in given["seats"]),
            ladder=tuple((who, Estimate(**one)) for who, one in given["ladder"]),
            uses=tuple(
                Use(**{**one, **{key: one[key] and Estimate(**one[key]) for key in ("matches", "worth")}})
                for one in given["uses"]
            ),
            marks=tuple(
                Marked(one["mark"], Estimate(**one["matches"]), one["gap"] and Estimate(**one["gap"]))
                for one in given["marks"]
            ),
            fairer=tuple((words, tuple(Estimate(**one) for one in seats)) for words, seats in given["fairer"]),
            lengths=tuple(given["lengths"]),
            command=given["command"],
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{name} is not what `asterism lab measure --save` writes ({problem!r})") from None


def load(path: Path) -> Measured:
    """Read a measurement from a file."""
    return from_text(read(path), str(path))


def read(path: Path) -> str:
    """The text of a file; BadInput where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"cannot read {path}: {problem}") from None


def place_for(path: Path) -> None:
    """Raise BadInput where a file could not be written, before hours of work and not after."""
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"cannot write {path}: that is not allowed here")


def save(path: Path, text: str) -> None:
    """Write a file atomically: as a whole or not at all."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as problem:
        raise BadInput(f"cannot write {path}: {problem.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
