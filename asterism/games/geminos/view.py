"""Geminos in words, as text and as the scene that the browser draws. Everything here reads a seen record."""

from __future__ import annotations

from math import gcd
from typing import Any, Literal, TypedDict

from asterism.core.game import Said
from asterism.core.header import OVER
from asterism.kit.plain import plain

from . import state as S

Phase = Literal["first", "rolling", "choosing"]
PHASES: dict[int, Phase] = {S.FIRST: "first", S.ROLLING: "rolling", S.CHOOSING: "choosing"}


class Sign(TypedDict):
    """A sign of the zodiac."""

    name: str
    value: int  # its hour on the clock face: 12 at the top


class Affinity(TypedDict):
    """One line of the scoring table."""

    affinity: str
    steps: list[int]  # how far apart two signs with it are on the circle
    chance: tuple[int, int]  # of rolling it, as a fraction
    most: int  # the highest score


class Tables(TypedDict):
    """What is the same in every match."""

    signs: list[Sign]
    table: list[Affinity]
    apart: list[list[str]]  # the affinities of two signs that are 0 to 6 steps apart


class Entry(TypedDict):
    """What entering a sum makes of a card."""

    affinity: str
    sum: int
    before: int  # the score that is replaced; 0: none
    total: int
    ends: bool  # the card is full then, and the match over


class Roll(TypedDict):
    """The last roll of the match, and the entry it led to."""

    seat: int  # who made it
    signs: tuple[str, str]
    sum: int
    shared: list[str]  # affinities
    entered: str | None
    before: int  # the score that was replaced; 0: none


class ScoreCard(TypedDict):
    """What a seat has written down."""

    scores: dict[str, int]  # by affinity; 0: empty
    total: int
    turns: int


class View(Tables):
    """What the page draws."""

    mover: int
    phase: Phase
    roll: Roll | None
    choices: list[Entry]  # what each choice makes of the card of the mover; empty unless there is a choice
    cards: list[ScoreCard]


def chance(kind: int) -> tuple[int, int]:
    """§3 How likely a roll has this affinity, as a fraction in lowest terms, by counting rolls."""
    count = sum(kind in shared for shared in S.SHARED)
    common = gcd(count, S.ROLLS)
    return count // common, S.ROLLS // common


def most(kind: int) -> int:
    """§3 The highest score this affinity can have, by looking at every roll."""
    return max(int(S.SUM[roll]) for roll in range(S.ROLLS) if kind in S.SHARED[roll])


def _static_tables() -> Tables:
    return {
        "signs": [{"name": name, "value": value} for name, value in zip(S.SIGNS, S.VALUES, strict=True)],
        "table": [
            {"affinity": S.AFFINITIES[kind], "steps": list(S.STEPS[kind]), "chance": chance(kind), "most": most(kind)}
            for kind in range(S.KINDS)
        ],
        "apart": [[S.AFFINITIES[kind] for kind in range(S.KINDS) if apart in S.STEPS[kind]] for apart in range(7)],
    }


TABLES = _static_tables()


def entry(s: Any, seat: int, kind: int, points: int) -> Entry:
    """What entering a sum would make of a card."""
    scores = s["scores"][seat].tolist()
    before, scores[kind] = scores[kind], points
    return {
        "affinity": S.AFFINITIES[kind],
        "sum": points,
        "before": before,
        "total": sum(scores),
        "ends": 0 not in scores,
    }


def say(s: Any, action: int) -> Said:
    """An action about to be played, with what it does."""
    who = int(s["mover"])
    if action == S.ROLL:
        return Said("roll", {"who": who}, "dice")
    if action < S.DICE:
        made = entry(s, who, action - S.ENTER, int(S.SUM[s["roll"]]))
        return Said("enter", {"who": who, **_told(made)}, f"cell-{who}-{made['affinity']}")
    roll = action - S.DICE
    first, second = (S.SIGNS[sign] for sign in S.PAIRS[roll])
    args: dict[str, int | str] = {
        "who": who,
        "first": first,
        "second": second,
        "effect": "none",
        "sum": int(S.SUM[roll]),
    }
    if len(S.SHARED[roll]) == 1:
        args |= {"effect": "enters", **_told(entry(s, who, S.SHARED[roll][0], int(S.SUM[roll])))}
    elif S.SHARED[roll]:
        args |= {"effect": "choose", "count": len(S.SHARED[roll])}
    return Said("rolled", args, "dice")


def _told(made: Entry) -> dict[str, Any]:
    return {**made, "ends": "yes" if made["ends"] else "no"}


def show(s: Any) -> str:
    """The last roll, then a line a seat: the five affinities and the total; an arrow at the seat whose turn it is."""
    rows = []
    if s["roll"] >= 0:
        first, second = (S.SIGNS[sign].title() for sign in S.PAIRS[s["roll"]])
        shared = ", ".join(S.AFFINITIES[kind] for kind in S.SHARED[s["roll"]]) or "no affinity"
        rows.append(f"   {first} + {second} = {S.SUM[s['roll']]} ({shared})")
    rows.append("   seat  " + "  ".join(S.AFFINITIES) + "  total")
    for seat in range(int(s["seats"])):
        scores = [int(x) for x in s["scores"][seat]]
        cells = "  ".join(f"{x or '·':>{len(name)}}" for x, name in zip(scores, S.AFFINITIES, strict=True))
        arrow = ">" if seat == s["mover"] else " "
        rows.append(f" {arrow} {seat + 1:>4}  {cells}  {sum(scores):>5}")
    return "\n".join(rows)


def end(s: Any) -> Said:
    """§5 §6 Whoever fills their card ends the match; the highest total wins it."""
    totals = [int(total) for total in s["scores"].sum(axis=1)[: int(s["seats"])]]
    return Said("end", {"who": int(s["mover"]), "total": max(totals), "seats": len(totals)})


def view(record: Any) -> View:
    s = plain(record)
    mover, roll = s["mover"], s["roll"]
    choosing = s["phase"] == S.CHOOSING and s["to_act"] != OVER
    scores, turns = s["scores"].tolist(), s["turns"].tolist()
    return {
        "mover": mover,
        "phase": PHASES[s["phase"]],
        "roll": _roll(s) if roll >= 0 else None,
        "choices": [entry(s, mover, kind, int(S.SUM[roll])) for kind in S.SHARED[roll]] if choosing else [],
        "cards": [
            {
                "scores": dict(zip(S.AFFINITIES, scores[seat], strict=True)),
                "total": sum(scores[seat]),
                "turns": turns[seat],
            }
            for seat in range(s["seats"])
        ],
        **TABLES,
    }


def _roll(s: dict[str, Any]) -> Roll:
    roll, kind, roller = s["roll"], s["entered"], s["roller"]
    first, second = S.PAIRS[roll]
    return {
        "seat": roller,
        "signs": (S.SIGNS[first], S.SIGNS[second]),
        "sum": int(S.SUM[roll]),
        "shared": [S.AFFINITIES[kind] for kind in S.SHARED[roll]],
        "entered": S.AFFINITIES[kind] if kind >= 0 else None,
        "before": s["before"],
    }
