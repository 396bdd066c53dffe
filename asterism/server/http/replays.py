"""Replays: a match scene by scene, of a table here or of a record file that somebody sends."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator

from starlette.requests import Request
from starlette.responses import Response

from asterism.core import record
from asterism.core.game import BadInput
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.core.verify import shown, verify
from asterism.store import EventRow
from asterism.table import editions, scenes

from ..house import House
from ..settings import LARGEST_RECORD, LARGEST_REPLAY, MOST_ACTIONS
from ..thinking.studies import Step
from ..wire import answers
from ..wire.messages import DiceInfo, Scene, SeatInfo, TableInfo
from .pages import body, guest, page, problem, studied, table_of


@page
async def table_replay(house: House, request: Request) -> Response:
    table = await table_of(house, request)
    match = table.match
    if match is None:
        return problem("the match has not started: there is nothing to replay", 409)
    if match.ply > MOST_ACTIONS:
        return problem(too_long(match.ply), 409)
    who = guest(house, request)
    held = table.seats.held(who)
    seat = held[0] if len(held) == 1 else NOBODY
    info = house.info(table, house.eyes(table, who))
    return await studied(
        house,
        house.replays,
        request,
        ("replay", table.code, match.ply, seat, bytes(info)),
        lambda step: replay_parts(scenes.replay_scenes(match, seat, info, table.events), [], []),
    )


@page
async def replay(house: House, request: Request) -> Response:
    async with asyncio.timeout(house.settings.door.patience):
        text = await body(request, LARGEST_RECORD)
    key = ("upload", hashlib.sha256(text).digest())
    return await studied(house, house.uploads, request, key, lambda step: replay_record(text, step))


def too_long(actions: int) -> str:
    return f"this match has {actions} actions; at most {MOST_ACTIONS} are replayed here"


def replay_parts(drawn: Iterable[Scene], problems: list[str], shown: list[str]) -> Iterator[bytes]:
    """A `Replay` as JSON, scene by scene, so that it is nowhere as a whole."""
    before, scenes_key, after = scenes.encoder.encode(
        answers.Replay(scenes=[], problems=problems, shown=shown)
    ).partition(b'"scenes":[')
    yield before + scenes_key
    for number, scene in enumerate(drawn):
        yield (b"," if number else b"") + scenes.encoder.encode(scene)
    yield after


def replay_record(text: bytes, step: Step) -> Iterator[bytes]:
    """The replay of a record file, and what does not fit in it, as JSON. `step` is called between pieces of work."""
    try:
        read = record.read(text.decode())
    except UnicodeDecodeError:
        raise BadInput("this is not a record: it is not text") from None
    if len(read["actions"]) > MOST_ACTIONS:
        raise BadInput(too_long(len(read["actions"])))
    match = record.replay(read, step)
    info = scenes.encoded(record_info(read, match))
    if len(bytes(info)) * len(match.standing()) > LARGEST_REPLAY:  # it is a part of every scene
        raise BadInput("this record says too much about its seats and dice for a match of this length")
    events = [EventRow(**event) for event in read.get("events", [])]
    found = verify(read, match, step)
    said = [] if found else shown(read, match, step)
    return replay_parts(scenes.replay_scenes(match, NOBODY, info, events), found, said)


def record_info(read: record.Record, match: Match) -> TableInfo:
    """A record as a table that nobody can sit at."""
    seats = [
        SeatInfo(kind="elsewhere", name=name, taken=True, mine=False, present=False, star=i)
        for i, name in enumerate(read["names"])
    ]
    return TableInfo(
        code="",
        game=match.game.name,
        version=match.game.version,
        options=match.options,
        edition=editions.told(match.game, match.edition),
        secrets=match.game.has["see"],
        phase="over" if match.over else "playing",
        seats=seats,
        undo="never",
        hints=False,
        dice=record_dice(read),
    )


def record_dice(read: record.Record) -> DiceInfo:
    """The dice of a record, as far as it tells of any that people drew."""
    dice = read["dice"]
    if dice is None or dice.get("sheets", True) is None:
        return DiceInfo(protocol=0, commitment="")
    if read["asterism"] == 1:
        return DiceInfo(protocol=1, commitment=dice["commitment"], nonces=dice["nonces"], secret=dice["secret"])
    drawn = len(dice["sheets"])
    return DiceInfo(protocol=2, commitment="", draws=drawn, nonces=dice["nonces"], secret=dice["secret"])
