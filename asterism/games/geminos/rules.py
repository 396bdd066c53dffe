"""Geminos: the rules, in the order of RULES.md. Sections are cited as §."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_below
from asterism.kit.seats import next_seat

from . import state as S


@rule
def setup(s: Any) -> None:
    """§1 Empty score cards; the first seat begins."""
    s["roll"] = -1
    s["roller"] = -1
    s["entered"] = -1
    begin_turn(s, 0)


@rule
def begin_turn(s: Any, seat: int) -> None:
    """§2 A turn is one roll of both dice."""
    s["mover"] = seat
    s["to_act"] = seat
    s["phase"] = S.FIRST
    s["turns"][seat] += 1


@rule
def legal(s: Any, out: Any) -> int:
    """§2 to §4 Roll; then, if the signs share several affinities, choose one of them."""
    if s["phase"] == S.ROLLING:  # §2 all 144 rolls are equally likely
        for roll in range(S.ROLLS):
            out[roll] = S.DICE + roll
        return S.ROLLS
    if s["phase"] == S.CHOOSING:  # §4.2
        n = S.HOW_MANY[s["roll"]]
        for i in range(n):
            out[i] = S.ENTER + S.WHICH[s["roll"], i]
        return n  # type: ignore[no-any-return]
    out[0] = S.ROLL
    return 1


@rule
def outcome(s: Any, out: Any, rng: Any) -> int:
    """§2 A roll, each as likely."""
    return S.DICE + random_below(rng, S.ROLLS)


@rule
def play(s: Any, action: int) -> None:
    if action == S.ROLL:  # §2
        s["phase"] = S.ROLLING
        s["to_act"] = CHANCE
    elif action >= S.DICE:
        take_roll(s, action - S.DICE)
    else:  # §4.2
        enter(s, action - S.ENTER)


@rule
def take_roll(s: Any, roll: int) -> None:
    """§3 and §4 What two signs do depends on the affinities they share."""
    s["roll"] = roll
    s["roller"] = s["mover"]
    s["entered"] = -1
    s["before"] = 0
    if S.HOW_MANY[roll] == 0:  # §4.4
        begin_turn(s, next_seat(s, s["mover"]))
    elif S.HOW_MANY[roll] == 1:  # §4.1, without asking (§8.1)
        enter(s, S.WHICH[roll, 0])
    else:
        s["phase"] = S.CHOOSING
        s["to_act"] = s["mover"]


@rule
def enter(s: Any, kind: int) -> None:
    """§4 Write the sum under an affinity, over whatever is there (§4.3); §5 a full card ends the match at once."""
    seat = s["mover"]
    s["entered"] = kind
    s["before"] = s["scores"][seat, kind]
    s["scores"][seat, kind] = S.SUM[s["roll"]]
    if s["before"] == 0 and is_full(s, seat):  # only a place that was empty can be the last
        s["to_act"] = OVER
    else:
        begin_turn(s, next_seat(s, seat))


@rule
def is_full(s: Any, seat: int) -> bool:
    """§5 All five affinities have a score."""
    empty = 0
    for kind in range(S.KINDS):
        if s["scores"][seat, kind] == 0:
            empty += 1
    return empty == 0


@rule
def score(s: Any, seat: int) -> int:
    """§6 §7 The sum of the card; an empty affinity counts 0."""
    points = 0
    for kind in range(S.KINDS):
        points += s["scores"][seat, kind]
    return points


@rule
def result(s: Any, share: Any) -> None:
    """§6 The highest total wins, whoever ended the match; equal highest totals share the win (§8.2)."""
    best = 0
    for seat in range(s["seats"]):
        best = max(best, score(s, seat))
    winners = 0
    for seat in range(s["seats"]):
        winners += score(s, seat) == best
    for seat in range(s["seats"]):
        share[seat] = 1.0 / winners if score(s, seat) == best else 0.0
