"""NOIRLab Dice in words, as text and as the scene that the browser draws. Everything here reads a seen record."""

from __future__ import annotations

from itertools import compress
from typing import Any, Literal, TypedDict

from asterism.core.game import Said
from asterism.kit.plain import plain

from . import state as S

Phase = Literal["first", "free", "rolling", "wild"]
PHASES: dict[int, Phase] = {S.FIRST: "first", S.FREE: "free", S.ROLLING: "rolling", S.WILD: "wild"}


def say(s: Any, action: int) -> Said:
    """An action about to be played, with what it does."""
    who = int(s["mover"])
    if action == S.ROLL:
        return Said("roll", {"who": who}, "die")
    if action == S.PASS:
        return Said("pass", {"who": who}, "pass")
    if action == S.BANK:
        return Said("bank", {"who": who}, "bank")
    if action < S.FACE:
        program = S.PROGRAMS[action - S.COVER]
        effect = "wins" if sum(s["covered"][who].tolist()) == S.NOIRLAB - 1 else "covers"
        return Said("cover", {"who": who, "face": program, "effect": effect}, f"spot-{program}")
    face, tokens, covered = action - S.FACE, int(s["tokens"][who]), s["covered"][who].tolist()
    if face == S.NOIRLAB:
        effect = "covers" if tokens == 0 else "wild"
    elif covered[face] == 0:
        effect = "covers"
    else:
        effect = "saved" if tokens else "bust"
    wins = effect == "covers" and sum(covered) + (tokens > 0) == len(S.FACES) - 1
    return Said("rolled", {"who": who, "face": S.FACES[face], "effect": "wins" if wins else effect}, "die")


def end(s: Any) -> Said:
    """§7 The last roll covered the sixth spot."""
    return Said("end", {"who": int(s["mover"])})


def bust_faces(s: Any, seat: int) -> int:
    """How many of the six faces would bust this seat now."""
    return 0 if s["tokens"][seat] else sum(s["covered"][seat].tolist())


def show(s: Any) -> str:
    """A line a seat: the six spots, the reserve, the wait; an arrow at the seat whose turn it is."""
    rows = ["   seat  CTIO  KPNO  CSDC  Gemini  Rubin  NOIRLab  bank in  turns"]
    for seat in range(int(s["seats"])):
        marks = ["●" if c else "·" for c in s["covered"][seat]]
        tokens = "●" * int(s["tokens"][seat]) or "·"
        arrow = ">" if seat == s["mover"] else " "
        wait = int(s["wait"][seat])
        rows.append(
            f" {arrow} {seat + 1:>4}  {marks[0]:^4}  {marks[1]:^4}  {marks[2]:^4}  {marks[3]:^6}  {marks[4]:^5}"
            f"  {tokens:^7}  {wait or '-':^7}  {int(s['turns'][seat]):>5}"
        )
    return "\n".join(row.rstrip() for row in rows)


class Tracker(TypedDict):
    """What lies in front of a seat."""

    covered: list[S.Program]
    tokens: int  # NOIRLab tokens in reserve, 0 to 2; the first covers the NOIRLab spot
    wait: int  # rolls to go before banking again
    turns: int


class View(TypedDict):
    """What the page draws."""

    mover: int
    phase: Phase
    rolls: int  # in this turn
    face: S.Face | None  # that the die shows
    bust: tuple[int, int]  # the chance that the next roll busts: so many faces of so many
    trackers: list[Tracker]


def view(record: Any) -> View:
    s = plain(record)
    mover = s["mover"]
    covered, tokens = s["covered"].tolist(), s["tokens"].tolist()
    wait, turns = s["wait"].tolist(), s["turns"].tolist()
    return {
        "mover": mover,
        "phase": PHASES[s["phase"]],
        "rolls": s["rolls"],
        "face": S.FACES[s["face"]] if s["face"] >= 0 else None,
        "bust": (bust_faces(s, mover), len(S.FACES)),
        "trackers": [
            {
                "covered": list(compress(S.PROGRAMS, covered[seat])),
                "tokens": tokens[seat],
                "wait": wait[seat],
                "turns": turns[seat],
            }
            for seat in range(s["seats"])
        ],
    }
