"""What was measured, as a file that `compare` and `report` read again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from asterism.core.game import BadInput

from .batch import Setting
from .estimates import Estimate
from .groups import Groups
from .measure import Figure, Measured, Use

FORMAT = 1


def to_text(measured: Measured) -> str:
    """As JSON, by names."""
    return json.dumps({"format": FORMAT, **asdict(measured)}, indent=1)


def from_text(text: str, name: str) -> Measured:
    """What `to_text` wrote; BadInput where it is something else."""
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
            figures=tuple(Figure(**one) for one in given["figures"]),
            seats=tuple(Estimate(**one) for one in given["seats"]),
            ladder=tuple((who, Estimate(**one)) for who, one in given["ladder"]),
            uses=tuple(Use(**{**one, "worth": one["worth"] and Estimate(**one["worth"])}) for one in given["uses"]),
            lengths=tuple(given["lengths"]),
            command=given["command"],
        )
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{name} is not what `asterism lab measure --save` writes ({problem!r})") from None


def load(path: Path) -> Measured:
    try:
        return from_text(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"cannot read {path}: {problem}") from None


def save(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as problem:
        raise BadInput(f"cannot write {path}: {problem.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
