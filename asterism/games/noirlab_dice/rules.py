"""NOIRLab Dice: the rules, in the order of RULES.md. Sections are cited as §."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_below
from asterism.kit.seats import next_seat

from . import state as S


@rule
def setup(s: Any) -> None:
    """§1 Empty trackers, an empty reserve; the first seat begins."""
    s["face"] = -1
    begin_turn(s, 0)


@rule
def begin_turn(s: Any, seat: int) -> None:
    """§2 A turn begins: the seat must roll at least once (§9.1)."""
    s["mover"] = seat
    s["to_act"] = seat
    s["phase"] = S.FIRST
    s["rolls"] = 0
    s["turns"][seat] += 1


@rule
def programs_covered(s: Any, seat: int) -> int:
    count = 0
    for program in range(S.NOIRLAB):
        count += s["covered"][seat, program]
    return count


@rule
def may_bank(s: Any, seat: int) -> bool:
    """§6 Three spots or more, a place for the token, the wait over, and never the token that would win (§6.4)."""
    programs = programs_covered(s, seat)
    tokens = s["tokens"][seat]
    spots = programs + min(tokens, 1)
    would_win = programs == S.NOIRLAB and tokens == 0
    return bool(spots >= S.SPOTS_TO_BANK and tokens < S.MOST_TOKENS and s["wait"][seat] == 0 and not would_win)


@rule
def legal(s: Any, out: Any) -> int:
    """§2 to §6 What may be done now."""
    seat = s["mover"]
    if s["phase"] == S.ROLLING:
        for face in range(S.NOIRLAB + 1):
            out[face] = S.FACE + face
        return S.NOIRLAB + 1
    n = 0
    if s["phase"] == S.WILD:  # §4.2
        for program in range(S.NOIRLAB):
            if s["covered"][seat, program] == 0:
                out[n] = S.COVER + program
                n += 1
        return n
    out[0] = S.ROLL
    n = 1
    if s["phase"] == S.FREE and s["tokens"][seat] < S.MOST_TOKENS:  # §5.3 two tokens: no passing
        out[n] = S.PASS
        n += 1
        if may_bank(s, seat):
            out[n] = S.BANK
            n += 1
    return n


@rule
def outcome(s: Any, out: Any, rng: Any) -> int:
    """§3 A face, each as likely."""
    return S.FACE + random_below(rng, S.NOIRLAB + 1)


@rule
def play(s: Any, action: int) -> None:
    seat = s["mover"]
    if action == S.ROLL:
        s["phase"] = S.ROLLING
        s["to_act"] = CHANCE
    elif action == S.PASS:  # §5
        begin_turn(s, next_seat(s, seat))
    elif action == S.BANK:  # §6
        s["tokens"][seat] += 1
        s["wait"][seat] = S.ROLLS_BETWEEN_BANKS
        begin_turn(s, next_seat(s, seat))
    elif action >= S.FACE:
        take_face(s, seat, action - S.FACE)
    else:
        cover(s, seat, action - S.COVER)


@rule
def take_face(s: Any, seat: int, face: int) -> None:
    """§3 and §4 What a rolled face does."""
    s["face"] = face
    s["rolls"] += 1
    if s["wait"][seat] > 0:
        s["wait"][seat] -= 1
    if face == S.NOIRLAB:
        if s["tokens"][seat] == 0:  # §4.1
            s["tokens"][seat] = 1
            go_on(s, seat)
        else:  # §4.2
            s["phase"] = S.WILD
            s["to_act"] = seat
    elif s["covered"][seat, face] == 0:  # §3.1
        cover(s, seat, face)
    elif s["tokens"][seat] > 0:  # §3.2
        s["tokens"][seat] -= 1
        go_on(s, seat)
    else:  # §3.3 bust; the wait goes on (§9.4)
        for program in range(S.NOIRLAB):
            s["covered"][seat, program] = 0
        begin_turn(s, next_seat(s, seat))


@rule
def cover(s: Any, seat: int, program: int) -> None:
    s["covered"][seat, program] = 1
    go_on(s, seat)


@rule
def go_on(s: Any, seat: int) -> None:
    """§7 All six covered by a roll wins at once; otherwise the turn goes on."""
    if s["tokens"][seat] > 0 and programs_covered(s, seat) == S.NOIRLAB:
        s["to_act"] = OVER
    else:
        s["phase"] = S.FREE
        s["to_act"] = seat


@rule
def result(s: Any, share: Any) -> None:
    """§7 The winner takes all; §8 alone, the score is the number of turns."""
    for seat in range(s["seats"]):
        share[seat] = 1.0 if seat == s["mover"] else 0.0


@rule
def score(s: Any, seat: int) -> int:
    """§8 The turns a seat took."""
    return s["turns"][seat]  # type: ignore[no-any-return]


@rule
def alone(s: Any, seat: int, out: Any) -> None:
    """This seat's own race. Programs differ by name only, so how many are covered is all that counts."""
    mine = s["mover"] == seat
    out["seats"] = 1
    out["ply"] = 0
    out["mover"] = 0
    out["to_act"] = 0
    if mine and s["to_act"] != seat:
        out["to_act"] = s["to_act"]
    out["phase"] = s["phase"] if mine else S.FIRST
    out["rolls"] = 0
    out["face"] = -1
    covered = programs_covered(s, seat)
    for program in range(S.NOIRLAB):
        out["covered"][0, program] = 1 if program < covered else 0
    out["tokens"][0] = s["tokens"][seat]
    out["wait"][0] = s["wait"][seat]
    out["turns"][0] = 0
