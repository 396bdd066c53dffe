"""The editions that tables can be opened with: those of the games, and those in a folder of the host's own."""

from __future__ import annotations

from pathlib import Path

from asterism.core import edition
from asterism.core.edition import STANDARD, Edition
from asterism.core.game import BadInput, Game

from ..wire.refusal import Refusal


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
