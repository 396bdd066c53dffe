"""What the store says, read by plain statements and held against what people sent and were told.

Nothing of the server or of its store is used here; the rules are, to play every match again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from asterism.core.discover import find
from asterism.core.edition import check
from asterism.core.game import BadInput
from asterism.core.match import Match

from .people import Memory

Statement = Any  # a function of a statement that returns its rows


@dataclass
class Found:
    """How much was looked at, and what does not fit, each in words."""

    tables: int
    actions: int
    problems: list[str]


def compare(rows: Statement, memory: Memory, only: str = "") -> Found:
    """`rows` runs a statement on the store and returns what it finds; `only` is the code of one table to look at."""
    tables = rows("select id, code, game, options, edition from tables order by id")
    tables = [table for table in tables if only in ("", table[1])]
    editions = dict(rows("select digest, numbers from editions"))
    found = Found(len(tables), 0, [])
    for id, code, game, options, edition in tables:
        actions = rows(f'select ply, action from actions where "table" = {int(id)} order by ply')
        seats = rows(f'select holder, stand_in from seats where "table" = {int(id)} order by seat')
        found.actions += len(actions)
        told = [
            *plies(actions),
            *acknowledged(code, dict(actions), memory),
            *played(game, json.loads(options), editions.get(edition), seats, actions, code, memory),
        ]
        found.problems += [f"{game} {code}: {problem}" for problem in told]
    known = {code for _, code, *_ in tables} if not only else set(memory.plies)
    found.problems += [f"{code}: told to people, but not in the store" for code in memory.plies if code not in known]
    return found


def plies(actions: list[tuple[int, int]]) -> list[str]:
    """Every ply once, none left out."""
    numbers = [ply for ply, _ in actions]
    return [] if numbers == list(range(len(numbers))) else [f"the plies are {numbers[:20]}..."]


def acknowledged(code: str, actions: dict[int, int], memory: Memory) -> list[str]:
    """Every move that was acknowledged stands, and nobody was told of a ply that is not there."""
    lost = [
        f"action {action} at ply {ply} was acknowledged, and the store has {actions.get(ply)}"
        for (table, ply), action in memory.acknowledged.items()
        if table == code and actions.get(ply) != action
    ]
    if memory.plies.get(code, 0) > len(actions):
        lost.append(f"ply {memory.plies[code]} was told, and there are {len(actions)}")
    return lost


def played(
    game: str,
    options: dict[str, int],
    numbers: str | None,
    seats: list[tuple[str, str]],
    actions: list[tuple[int, int]],
    code: str,
    memory: Memory,
) -> list[str]:
    """The rules allow all of it, and what stands at the seat of a person that person has sent."""
    rules = find(game)
    try:
        given = json.loads(numbers) if numbers else None
        edition = check(rules, given["title"], given["numbers"]) if given else None
        match = Match.replay(rules, len(seats), options, [action for _, action in actions], edition)
    except BadInput as problem:
        return [f"the rules do not allow it: {problem}"]
    return [
        f"nobody sent action {one.action} at ply {one.ply}"
        for one in match.standing()
        if one.actor >= 0
        and seats[one.actor] == ("guest", "")
        and one.action not in memory.sent.get((code, one.ply), ())
    ]


def overlooked(rows: Statement, change: Statement, take_back: Callable[[], None], memory: Memory) -> list[str]:
    """What this reading would not find: a lost move and a doubled one are planted in the store, each at a table where
    at least two moves were acknowledged, and taken back. `change` runs a statement, `take_back` undoes all changes."""
    moves: dict[str, list[int]] = {}
    for code, ply in sorted(memory.acknowledged):
        moves.setdefault(code, []).append(ply)
    code = max(moves, key=lambda code: len(moves[code]), default="")
    if len(moves.get(code, ())) < 2:
        return ["no table has two acknowledged moves, so nothing could be planted"]
    ((id,),) = rows(f"select id from tables where code = '{code}'")
    first, last = moves[code][0], moves[code][-1]
    here = f'"table" = {int(id)}'
    before = set(compare(rows, memory, code).problems)
    plants = {
        f"a lost move at ply {last}": [f"delete from actions where {here} and ply = {last}"],
        f"a doubled move at ply {first}": [
            f"update actions set ply = -1 - ply where {here} and ply > {first}",
            f"update actions set ply = -ply where {here} and ply < 0",
            f'insert into actions ("table", ply, action, at, began)'
            f" select {int(id)}, ply + 1, action, at, ply + 1 from actions where {here} and ply = {first}",
        ],
    }
    missed = []
    for what, statements in plants.items():
        for statement in statements:
            change(statement)
        found = set(compare(rows, memory, code).problems) - before
        if not any(code in problem for problem in found):
            missed.append(f"{code}: {what} was planted and not found")
        take_back()
    return missed


def logs(now: dict[tuple[str, int], list[Any]], memory: Memory) -> list[str]:
    """What anyone was told is the beginning of what they are told in the end (`now`)."""
    return [
        f"{code}: person {person} was told another story"
        for (code, person), log in memory.logs.items()
        if (code, person) in now and now[code, person][: len(log)] != log
    ]
