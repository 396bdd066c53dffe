"""A game's words, from the Fluent files in its folder; the browser reads the same files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fluent.runtime import FluentBundle, FluentResource

from .game import BadInput, Game, Said


@cache
def _bundle(game: Game, locale: str) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(FluentResource(game.text(f"words/{locale}.ftl")))
    return bundle


def word(game: Game, id: str, locale: str = "en", part: str | None = None, **args: int | str) -> str:
    """One message (or its attribute `part`) of a game's words."""
    bundle = _bundle(game, locale)
    if not bundle.has_message(id):
        raise BadInput(f"{game.name} has no words for {id!r} in {locale}")
    message = bundle.get_message(id)
    pattern = message.attributes.get(part) if part else message.value
    if pattern is None:
        raise BadInput(f"{game.name} has no words for {id!r}{f' .{part}' if part else ''} in {locale}")
    text, errors = bundle.format_pattern(pattern, args)
    if errors:
        raise BadInput(f"the words {id!r} of {game.name} in {locale} are broken: {errors[0]}")
    return str(text)


def tell(game: Game, said: Said, names: Sequence[str], part: str | None = None, locale: str = "en") -> str:
    """An action in words. The argument `who` is a seat in `said` and a name in the words."""
    args = {key: names[int(value)] if key == "who" else value for key, value in said.args.items()}
    return word(game, said.id, locale, part, **args)


def choice(game: Game, said: Said, names: Sequence[str], locale: str = "en") -> str:
    """An action as something to choose: the `choice` part of its words."""
    return tell(game, said, names, "choice", locale)
