"""The editions that tables can be opened with: those of the games, and those in a folder of the host's own."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from asterism.core import edition
from asterism.core.edition import STANDARD, Edition
from asterism.core.game import BadInput, Game
from asterism.store import TableRow

from ..wire.messages import EditionInfo, NumberInfo
from ..wire.refusal import Refusal

SHARED = 64  # editions that all tables with the same numbers share: each is some 20 KB of a game of cards


def own_files(folder: Path | None, game: Game) -> dict[str, Path]:
    """The host's own editions of a game, in FOLDER/GAME/NAME.toml; read anew each time, so that a new one is there."""
    if folder is None or not game.numbers:
        return {}
    return {path.stem: path for path in sorted((folder / game.name).glob("*.toml"))}


def offered(folder: Path | None, game: Game) -> dict[str, str]:
    """The titles of the editions by their names, the standard one first; one that cannot be read is left out."""
    found = {}
    for name in [*edition.shipped(game), *own_files(folder, game)]:
        try:
            found[name] = named(folder, game, name).title
        except Refusal:
            continue
    return found


def named(folder: Path | None, game: Game, name: str) -> Edition:
    """An edition by its name; a Refusal, in words, where there is none or where it cannot be played."""
    own = own_files(folder, game)
    try:
        if name in own:
            return edition.load(game, own[name])
        if not name or name == STANDARD:
            return edition.standard(game)
        if name in edition.shipped(game):
            return edition.read(game, game.text(f"editions/{name}.toml"), name)
    except BadInput as problem:
        raise Refusal("bad-options", str(problem)) from None
    there = ", ".join([*edition.shipped(game), *own]) or "none"
    raise Refusal("bad-options", f"there is no edition {name[:40]!r} of {game.name}; there are: {there}")


@lru_cache(SHARED)
def stored(made: Edition) -> str:
    """An edition as the store keeps it: one text for all tables that are opened with it."""
    return json.dumps({"title": made.title, "numbers": dict(made.numbers)}) if made.numbers else ""


def read(game: Game, row: TableRow) -> Edition:
    """The edition of a table as the store kept it, checked as any other."""
    return _read(game, row.title, row.numbers) if row.numbers else edition.standard(game)


@lru_cache(SHARED)
def _read(game: Game, title: str, numbers: str) -> Edition:
    given = json.loads(numbers)
    return edition.check(game, title or given["title"], given["numbers"])


def told(game: Game, made: Edition) -> EditionInfo | None:
    """An edition as everyone at the table is told of it."""
    if not game.numbers:
        return None
    usual = edition.standard(game)
    places = {
        name: place
        for numbers in game.numbers
        for name, place in zip(edition.names_of(numbers), edition.places_of(numbers), strict=True)
    }
    differs = []
    for name, (here, there) in edition.differences(made, usual).items():
        row, own, item = places[name]
        differs.append(NumberInfo(row=row, name=own, item=item, here=here, standard=there))
    return EditionInfo(title=made.title, digest=made.digest, standard=made.digest == usual.digest, differs=differs)
