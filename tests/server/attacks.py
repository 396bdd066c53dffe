"""Records made to cost a server as much work as they can, for tests and for `python -m tests.server.attack_replays`."""

from __future__ import annotations

import json
from typing import Any

from asterism.core import fair, record
from asterism.core.match import Match
from asterism.server.settings import LARGEST_RECORD, MOST_ACTIONS

Made = dict[str, Any]


def text_of(made: Made) -> bytes:
    """A record as short as JSON allows, with a hash that fits; at most as long as a server reads."""
    if made["asterism"] == 2:
        made = {**made, "hash": fair.digest(made)}
    text = json.dumps(made, separators=(",", ":")).encode()
    assert len(text) <= LARGEST_RECORD, f"{len(text)} bytes are refused unread"
    return text


def seeded(game: str = "geminos", actions: int = 2) -> Made:
    """The record of the beginning of a match with the dice of one machine."""
    match = Match(game, seats=2, seed=1)
    while match.ply < actions and not match.over:
        match.play(match.legal()[0])
    return record.make(match, reveal=True)


def same_odds_for_every_roll(outcomes: int = 18_000, rolls: int = 21_459, uneven: bool = False) -> Made:
    """One list of odds, used by thousands of rolls at the same ply."""
    weights = [1] * (outcomes - 1) + [2 if uneven else 1]
    return {**seeded(), "odds": [[list(range(outcomes)), weights]], "rolls": [[0, 0]] * rolls}


def same_odds_in_order(outcomes: int = 13_000, rolls: int = 6_000) -> Made:
    """The same with actions that the rules allow, and each roll at a ply of its own."""
    made = same_odds_for_every_roll(outcomes, 0, uneven=True)
    return {**made, "actions": seeded(actions=rolls)["actions"], "rolls": [[ply, 0] for ply in range(rolls)]}


def endless_outcomes(outcomes: int = 12, rolls: int = 9_000) -> Made:
    """Odds that are wrong at every roll, with outcomes of thousands of digits, which a verdict would write out."""
    made = seeded(actions=rolls)
    numbers = [10**4295 + number for number in range(outcomes)]
    return {**made, "odds": [[numbers, [1] * outcomes]], "rolls": [[ply, 0] for ply in range(len(made["actions"]))]}


def many_nonces(nonces: int = 43_000, rolls: int = 9_000) -> Made:
    """A record of the first protocol, in which every roll is computed from all nonces."""
    secret = "00" * 32
    made = {key: value for key, value in seeded().items() if key not in ("odds", "hash", "result", "events")}
    made |= {"asterism": 1, "trail": [], "rolls": [[0, [0], [1]]] * rolls}
    return made | {"dice": {"commitment": "00", "nonces": [""] * nonces, "secret": secret}}


def undos(last: int = MOST_ACTIONS) -> Made:
    """A long match, and then one action taken back and played again to the end of what is allowed."""
    match = Match("geminos", seats=2, seed=1)
    while match.ply < last // 2:
        match.play(match.legal()[0])
    while match.ply < last - 2:
        match.undo(1)
        match.play(match.legal()[0])
    return record.make(match, reveal=True)


def many_events(events: int = 3_000, actions: int = 6_000) -> Made:
    """A bot that plays for one who left, thousands of times, so that every line of the log asks for all of it."""
    made = seeded("geminos", actions)
    event = {"ply": 0, "at": 0, "what": "left", "seat": 0, "by": -1, "level": ""}
    return {**made, "events": [event] * events}


def long_match(game: str, actions: int = MOST_ACTIONS - 10) -> Made:
    """A match that goes on by choosing at random what was seldom chosen, as long as the rules allow."""
    best: Match | None = None
    for seed in range(3):
        match = Match(game, seats=2, seed=seed)
        while match.ply < actions and not match.over:
            match.play(match.legal()[match.ply % len(match.legal())])
        if not match.over:
            best = match
            break
        if best is None or match.ply > best.ply:
            best = match
    assert best is not None
    while best.ply < actions:  # to and fro at the end
        legal_before = len(best.standing())
        best.undo(min(40, legal_before))
        while best.ply < actions and not best.over:
            best.play(best.legal()[(best.ply * 7) % len(best.legal())])
    return record.make(best, reveal=True)
