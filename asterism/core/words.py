"""A game's words, from the Fluent files in its folder, and those of the table; the browser reads the same files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from .game import BadInput, Game, Said


@cache
def _bundle(game: Game, locale: str) -> FluentBundle:
    return _made(game.text(f"words/{locale}.ftl"), locale)


@cache
def _table_bundle(locale: str) -> FluentBundle:
    return _made((Path(__file__).parent / f"table_words/{locale}.ftl").read_text(encoding="utf-8"), locale)


def _made(text: str, locale: str) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(FluentResource(text))
    return bundle


def word(game: Game, id: str, locale: str = "en", part: str | None = None, **args: int | str) -> str:
    """One message (or its attribute `part`) of a game's words."""
    return _word(_bundle(game, locale), game.name, id, locale, part, args)


def _word(bundle: FluentBundle, whose: str, id: str, locale: str, part: str | None, args: dict[str, int | str]) -> str:
    if not bundle.has_message(id):
        raise BadInput(f"{whose} has no words for {id!r} in {locale}")
    message = bundle.get_message(id)
    pattern = message.attributes.get(part) if part else message.value
    if pattern is None:
        raise BadInput(f"{whose} has no words for {id!r}{f' .{part}' if part else ''} in {locale}")
    text, errors = bundle.format_pattern(pattern, args)
    if errors:
        raise BadInput(f"the words {id!r} of {whose} in {locale} are broken: {errors[0]}")
    return str(text)


def tell(game: Game, said: Said, names: Sequence[str], part: str | None = None, locale: str = "en") -> str:
    """Something said, in words. The argument `who` is a seat in `said` and a name in the words, `whom` several."""
    args = dict(said.args)
    if "who" in args:
        args["who"] = names[int(args["who"])]
    if "whom" in args:
        args["whom"] = " and ".join(names[int(seat)] for seat in str(args["whom"]).split())
    if said.of == "table":
        return _word(_table_bundle(locale), "the table", said.id, locale, part, args)
    return word(game, said.id, locale, part, **args)


def gives_more(game: Game, good: Said, other: Said, points: float, names: Sequence[str], locale: str = "en") -> str:
    """How much more an action gives by the end than another, to be understood by whoever has not played it; empty where
    it is not one more."""

    def deed(said: Said) -> str:
        has_words = "gives" in _bundle(game, locale).get_message(said.id).attributes
        return tell(game, said, names, "gives" if has_words else "choice", locale)

    if round(points) < 1:
        return ""
    more = word(game, "score", locale, score=round(points))
    return tell(game, Said("gives-more", {"good": deed(good), "other": deed(other), "more": more}, of="table"), names)


def choice(game: Game, said: Said, names: Sequence[str], locale: str = "en") -> str:
    """An action as something to choose: the `choice` part of its words."""
    return tell(game, said, names, "choice", locale)


def reason(game: Game, said: Said, names: Sequence[str], locale: str = "en") -> str:
    """What speaks for an action: the `reason` part of its words; empty where the game does not say."""
    message = _bundle(game, locale).get_message(said.id)
    return tell(game, said, names, "reason", locale) if "reason" in message.attributes else ""
