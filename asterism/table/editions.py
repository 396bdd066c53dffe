"""The edition of a table: as it is stored, read again, and told to everyone there."""

from __future__ import annotations

import json
from functools import lru_cache

from asterism.core import edition
from asterism.core.edition import Edition
from asterism.core.game import Game
from asterism.server.wire.messages import EditionInfo, NumberInfo
from asterism.store import TableRow

SHARED = 64  # editions that all tables with the same numbers share: each is some 20 KB of a game of cards


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
