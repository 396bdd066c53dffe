"""Rows on disk, as Parquet files, which pandas, Polars, DuckDB, R and others read. A run is a folder.

    rows-000000000.parquet   the matches from 0 on
    rows-000008192.parquet   those from 8192 on

Each file is written under another name and then renamed, so that none is ever there in part.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from asterism import __version__
from asterism.core.compile_cache import HOUSE, owner
from asterism.core.discover import find
from asterism.core.game import BadInput

from .batch import DECILES, NOT_NOTED, Array, Rows, Setting, concatenate
from .marks import names_of

ABANDONED = 600  # seconds after which an unfinished file was left by a process that was killed
SINGLE = ("length", "chances", "turns", "lead_changes", "settled", "cut")  # one column each
NULLABLE = ("lead_changes", "settled")  # -1 in memory, null on disk
INSTALL = 'the lab keeps its rows with pyarrow, which is not installed: pip install "asterism[lab]"'


def arrow() -> Any:
    """The package that reads and writes Parquet; BadInput where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadInput(INSTALL) from None
    return pyarrow


def can_keep() -> bool:
    """Whether pyarrow is installed."""
    return importlib.util.find_spec("pyarrow") is not None


def digest(setting: Setting) -> str:
    """The identity of a run: a digest of the setting and of all sources that play it."""
    text = json.dumps(asdict(setting), sort_keys=True) + sources(setting.game)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def sources(name: str) -> str:
    """A digest of all sources that play a game: its own and those of the rooms that play it."""
    seen = hashlib.sha256()
    game = owner(Path(str(find(name).rules.__file__)).resolve())
    for room in (*(HOUSE / name for name in ("core", "kit", "solve", "bots", "lab")), game):
        for path in sorted(room.rglob("*.py")):
            if not path.name.startswith("test_"):
                seen.update(path.name.encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()


class Folder:
    """The folder of a run."""

    def __init__(self, place: Path, setting: Setting) -> None:
        self.setting = setting
        self.path = place / f"{setting.game}-{setting.seats}-{digest(setting)}"

    def read(self) -> Rows | None:
        """All rows from the first match on, up to a gap; None where there are none."""
        parts, wanted = [], 0
        for file in sorted(self.path.glob("rows-*.parquet")):
            if int(file.stem.removeprefix("rows-")) == wanted:
                parts.append(self._read(file))
                wanted += parts[-1].size
        return concatenate(parts) if parts else None

    def write(self, rows: Rows) -> None:
        """Write rows to a new file."""
        pyarrow = arrow()
        self.make()
        self._remove_abandoned()
        about = {"asterism": __version__, "setting": json.dumps(asdict(self.setting) | {"groups": None})}
        table = pyarrow.table(dict(columns(self.setting, rows))).replace_schema_metadata(about)
        file = self.path / f"rows-{int(rows.match[0]):09}.parquet"
        unfinished = file.with_suffix(f".{os.getpid()}")
        try:
            pyarrow.parquet.write_table(table, unfinished, compression="zstd")
            unfinished.replace(file)
        except OSError as problem:
            raise BadInput(f"cannot write {file}: {problem.strerror or problem}") from None
        finally:
            unfinished.unlink(missing_ok=True)

    def make(self) -> None:
        """Create the folder; BadInput where that fails, before hours of work and not after."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadInput(f"cannot write rows to {self.path}: {problem.strerror}") from None

    def _remove_abandoned(self) -> None:
        """Delete unfinished files of processes that were killed; those of processes that still write are younger."""
        for file in self.path.glob("rows-*"):
            if file.suffix != ".parquet" and time.time() - file.stat().st_mtime > ABANDONED:
                file.unlink(missing_ok=True)

    def _read(self, file: Path) -> Rows:
        try:
            table = arrow().parquet.read_table(file)
        except (OSError, arrow().ArrowException) as problem:
            raise BadInput(f"cannot read {file}: {problem}; without it, its matches are played again") from None
        found = {name: _values(table[name]) for name in table.column_names if not name.startswith("player_")}
        seats, groups = self.setting.seats, self.setting.groups.names
        marked = [found[f"marked {mark}"] for mark in names_of(find(self.setting.game))]
        return Rows(
            match=found["match"],
            seating=_stacked(found, "seating", seats),
            share=_stacked(found, "share", seats),
            score=_stacked(found, "score", seats),
            used=np.stack([_stacked(found, name, seats) for name in groups], 2),
            first=(found["first"] - 1).astype(np.int8),
            led=_stacked(found, "led", DECILES) - np.int8(1),  # what is null is -1, which becomes NOT_NOTED
            marked=np.stack(marked, 1) if marked else np.zeros((table.num_rows, 0), np.int8),
            **{name: found[name] for name in SINGLE},
        )


def _values(column: Any) -> Array:
    """A column as an array, with -1 for null."""
    values: Array = (column.fill_null(-1) if column.null_count else column).to_numpy()
    return values


def _stacked(found: dict[str, Array], name: str, count: int) -> Array:
    """The columns NAME_1 to NAME_COUNT as one array of two dimensions."""
    return np.stack([found[f"{name}_{number}"] for number in range(1, count + 1)], 1)


def _with_nulls(values: Array, unknown: int) -> Any:
    """A column with null in place of the number that stands for "not known"."""
    return arrow().array(values, mask=values == unknown)


def columns(setting: Setting, rows: Rows) -> Iterator[tuple[str, Any]]:
    """The columns of the table. Seats are counted from 1; 0 is nobody, null is not known."""
    yield "match", rows.match
    for seat in range(setting.seats):
        yield (
            f"player_{seat + 1}",
            arrow().array([setting.players[player] for player in rows.seating[:, seat]]).dictionary_encode(),
        )
        yield f"seating_{seat + 1}", rows.seating[:, seat]
        yield f"share_{seat + 1}", rows.share[:, seat]
        yield f"score_{seat + 1}", rows.score[:, seat]
    yield "first", rows.first + np.int8(1)
    for name in SINGLE:
        yield name, _with_nulls(getattr(rows, name), -1) if name in NULLABLE else getattr(rows, name)
    for decile in range(DECILES):
        yield f"led_{decile + 1}", _with_nulls(rows.led[:, decile] + np.int8(1), NOT_NOTED + 1)
    for number, group in enumerate(setting.groups.names):
        for seat in range(setting.seats):
            yield f"{group}_{seat + 1}", rows.used[:, seat, number]
    for number, mark in enumerate(names_of(find(setting.game))):
        yield f"marked {mark}", rows.marked[:, number]
