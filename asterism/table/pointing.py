"""Pointing at the board in a game of a team: "shall we?" It is kept with the table in memory, and never stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from asterism.bots import is_at
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.server.settings import LONGEST_PLACE
from asterism.server.wire.messages import Pointed
from asterism.server.wire.refusal import Refusal

MOST_PARTS = 3  # of a place: ITEM>WHERE/HOW
TURNS = 2  # this one and the next: long enough to be answered, and nobody has to clear the table


@dataclass(frozen=True)
class Pointing:
    told: Pointed
    turns: int = TURNS  # it still lasts, this one counted


def check(match: Match, seat: int, acts: bool, place: str) -> None:
    """Refuse what is no place of the board as `seat` sees it (`acts`: and may act now): free text would be a chat."""
    parts = re.split("[>/]", place)
    if len(place) > LONGEST_PLACE or len(parts) > MOST_PARTS:
        raise Refusal(
            "malformed", f"the name of a place has at most {MOST_PARTS} parts, and {LONGEST_PLACE} characters"
        )
    if place and not places(match, seat, acts).issuperset(parts):
        raise Refusal("malformed", f"there is no place {place!r} on the board now")


def places(match: Match, seat: int, acts: bool) -> set[str]:
    """The parts of all places of the board, as `seat` is shown it: every name in what the page draws
    (or in the board as text, where a game has no page), and in the places of the choices. Nothing secret is in them."""
    game, record = match.game, match.look(match.states, seat)
    found = set[str]()
    if game.view is None:
        found.update(re.findall(r"[\w-]+", game.show(record)))
    else:
        found.update(names_in(game.view(record)))
    if acts:
        for said in game.said(record, match.legal()):
            found.update(re.split("[>/]", said.place))
    return found - {""}


def names_in(part: Any) -> Iterator[str]:
    """Every text in what a page draws, also what its parts are called."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for name, inner in part.items():
            yield str(name)
            yield from names_in(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from names_in(inner)


def after(pointed: tuple[Pointing, ...], held: tuple[int, ...], to_act: int, place: str) -> tuple[Pointing, ...]:
    """Where everyone points once whoever holds these seats points at a place, or with an empty one at nothing."""
    others = tuple(one for one in pointed if one.told.seat not in held)
    seat = to_act if to_act in held else held[0]
    return (*others, Pointing(Pointed(seat=seat, place=place))) if place else others


def still(pointed: tuple[Pointing, ...], before: Match, now: Match) -> tuple[Pointing, ...]:
    """What is left of it when the match has moved on: not where something was done, and not beyond the next turn.

    What was done is read as everyone may read it, so that nothing secret shows by what is left."""
    done = [line.said.place for line in now.lines(NOBODY, before.ply) if line.actor >= 0]
    seats = [before.to_act, *(played.actor for played in now.standing(before.ply)), now.to_act]
    turns = sum(one != other for one, other in pairwise([seat for seat in seats if seat >= 0]))
    if now.over:
        return ()
    return tuple(
        replace(one, turns=one.turns - turns)
        for one in pointed
        if one.turns > turns and not any(is_at(place, one.told.place) for place in done)
    )
