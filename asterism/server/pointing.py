"""Pointing at the board in a game of a team: "shall we?" It is kept with the table in memory, and never stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from asterism.bots import is_at
from asterism.core.header import NOBODY
from asterism.core.match import Match

from .messages import Pointed
from .refusal import Refusal
from .settings import LONGEST_PLACE

TURNS = 2  # this one and the next: long enough to be answered, and nobody has to clear the table


@dataclass(frozen=True)
class Pointing:
    told: Pointed
    turns: int = TURNS  # it still lasts, this one counted


def after(pointed: tuple[Pointing, ...], held: tuple[int, ...], to_act: int, place: str) -> tuple[Pointing, ...]:
    """Where everyone points once whoever holds these seats points at a place, or with an empty one at nothing."""
    if len(place) > LONGEST_PLACE:
        raise Refusal("malformed", f"the name of a place has at most {LONGEST_PLACE} characters")
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
