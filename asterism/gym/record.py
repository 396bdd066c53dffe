"""Strong self-play as columns, for those who train offline: a row for every choice, in Parquet files.

    plays-000000000.parquet   the matches from 0 on
    plays-000000016.parquet   those from 16 on

Each file is written beside its place and then moved there, so that none is ever half there; one that is there is not
played again, so that a run that was stopped goes on. Match *i* depends on the setting, the seed and *i* alone.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from asterism import __version__
from asterism.bots.advice import Adviser
from asterism.core.discover import find
from asterism.core.edition import Edition, standard
from asterism.core.game import BadInput
from asterism.core.match import Match
from asterism.solve import best_known

from . import needs
from .layout import layout, width

A_FILE = 16  # matches
NO_LIMIT = 1e9  # seconds


@dataclass(frozen=True)
class Recorded:
    """What is recorded: the match, and how it is played."""

    game: str
    seats: int
    simulations: int  # of a search, where there is no table
    slip: float  # how often an action is drawn at random in place of the best: to have more than one way to play
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    edition: Edition | None = None

    def told(self) -> dict[str, Any]:
        """As it is kept beside the rows."""
        game = find(self.game)
        own = self.edition or standard(game)
        numbers = {"title": own.title, "numbers": dict(own.numbers)} if own else None
        plain = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**plain, "options": dict(self.options), "edition": numbers, "version": game.version}

    def kind(self) -> str:
        """What values are of: chances to win, of a team its share; alone the turns it takes or the points it makes."""
        game = find(self.game)
        known = best_known(game, self.seats, game.check_options(self.seats, dict(self.options)))
        return known.kind if known else "team" if game.team else "win"


def arrow() -> Any:
    """The package that writes Parquet; BadInput where it is not installed."""
    try:
        with needs("pyarrow"):
            import pyarrow
            import pyarrow.parquet
    except ImportError as problem:
        raise BadInput(str(problem)) from None
    return pyarrow


def schema(what: Recorded) -> Any:
    """The columns, each with what it says."""
    pa, game = arrow(), find(what.game)
    columns = (
        ("match", pa.int64(), "which match, from 0"),
        ("ply", pa.int32(), "actions played before this one, those of chance included"),
        ("seat", pa.int8(), "who chose, from 0"),
        ("seen", pa.list_(pa.int32(), width(game)), "what that seat saw: the seen vector, see `layout` below"),
        ("legal", pa.list_(pa.int32()), "what was legal"),
        ("action", pa.int32(), "what was played"),
        ("best", pa.int32(), "what was thought best: another action where a slip was played"),
        ("value", pa.float32(), "what the seat could expect with the best: `kind` below says of what"),
        (
            "tried",
            pa.list_(pa.int32()),
            "the actions that were valued, the best first: all by a table, some by a search",
        ),
        ("worth", pa.list_(pa.float32()), "what each of them was worth"),
        ("share", pa.float32(), "what the seat got in the end, 0 to 1"),
        ("score", pa.int32(), "what it had scored in the end; null where nothing is counted"),
    )
    about = {
        "asterism": __version__,
        "setting": json.dumps(what.told()),
        "kind": what.kind(),
        "layout": json.dumps({one.name: [one.offset, list(one.shape)] for one in layout(game)}),
    }
    return pa.schema([pa.field(name, kind, metadata={"says": says}) for name, kind, says in columns], about)


def digest(what: Recorded) -> str:
    return hashlib.sha256(json.dumps(what.told(), sort_keys=True).encode()).hexdigest()[:12]


def folder_of(place: Path, what: Recorded) -> Path:
    return place / f"{what.game}-{what.seats}-{digest(what)}"


def play(what: Recorded, number: int) -> list[dict[str, Any]]:
    """A match, and a row for every choice in it: where there was only one action there was none."""
    own = np.random.SeedSequence([what.seed, number])  # not a sum: the next seed would play the same matches
    seed = int(own.generate_state(1, np.uint64)[0] >> np.uint64(2))
    match = Match(what.game, seats=what.seats, seed=seed, edition=what.edition, **what.options)
    adviser, dice = Adviser(match.game, what.simulations, NO_LIMIT), np.random.default_rng(own)
    rows: list[dict[str, Any]] = []
    while not match.over:
        legal = match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        seat, seen = match.to_act, match.seen()
        advice = adviser.advise(seen, seat, match.past())
        assert advice is not None  # a seat is to act
        best = advice.actions[0]
        action = legal[dice.integers(len(legal))] if dice.random() < what.slip else best.action
        rows.append(
            {
                "match": number,
                "ply": match.ply,
                "seat": seat,
                "seen": seen.view(np.int32),
                "legal": legal,
                "action": action,
                "best": best.action,
                "value": best.value,
                "tried": [one.action for one in advice.actions],
                "worth": [one.value for one in advice.actions],
            }
        )
        match.play(action)
    shares, scores = match.shares, match.scores
    assert shares is not None  # it is over
    for row in rows:
        row |= {"share": shares[row["seat"]], "score": scores[row["seat"]] if scores else None}
    return rows


def write(path: Path, what: Recorded, rows: list[dict[str, Any]]) -> None:
    pa = arrow()
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        pa.parquet.write_table(pa.Table.from_pylist(rows, schema(what)), unfinished, compression="zstd")
        unfinished.replace(path)
    except OSError as problem:
        raise BadInput(f"cannot write {path}: {problem.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def record(
    what: Recorded,
    matches: int,
    place: Path,
    cores: int | None = None,
    tell: Callable[[int, int], None] = lambda done, wanted: None,
) -> tuple[Path, int]:
    """Play so many matches, in whole files, and keep them, those of an earlier run included.

    Returns where they are kept, and how many of them were played now."""
    arrow()  # before anything is played that could not be kept
    folder = folder_of(place, what)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"cannot write to {folder}: {problem.strerror}") from None
    now = 0
    with ThreadPoolExecutor(cores or os.cpu_count() or 1) as threads:
        for first in range(0, matches, A_FILE):
            path = folder / f"plays-{first:09}.parquet"
            if not path.exists():
                played = threads.map(partial(play, what), range(first, first + A_FILE))
                write(path, what, [row for rows in played for row in rows])
                now += A_FILE
            tell(min(first + A_FILE, matches), matches)
    return folder, now
