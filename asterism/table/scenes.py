"""What each connection is told of a table: the same moment, seen with different eyes.

Connections that hold the same seats are shown the same, so a scene is drawn once for each such set, however many watch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

import msgspec

from asterism.core.game import Game, Said, States
from asterism.core.header import CHANCE, NOBODY, OVER
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.server.settings import MOST_LOGGED, MOST_NAMED
from asterism.server.wire.messages import (
    Choice,
    DiceInfo,
    LogLine,
    Outcome,
    Roll,
    Scene,
    SeatAsked,
    SeatInfo,
    TableInfo,
)
from asterism.server.wire.requests import SeatKind, UndoSetting
from asterism.store import EventRow, SeatRow

from . import editions, seat_requests, timing, undo
from .scene_cache import AlreadyDrawn
from .sheet import lock_of, waiting
from .table import StandIns, Table

encoder = msgspec.json.Encoder()
POSSIBILITIES = 4  # that are tried to see whether they matter


def encoded(part: Any) -> Any:
    """A part of a message, encoded already: whatever it becomes a part of takes it in as it is."""
    return msgspec.Raw(encoder.encode(part))


def eye(game: Game, seat: int) -> int:
    """Where nothing is secret all see the same, and it is drawn once."""
    return seat if game.has["see"] or game.has["hear"] else NOBODY


def info(
    table: Table,
    held: tuple[int, ...],
    kept: tuple[int, ...],
    here: Mapping[str, str],
    opener: bool,
    asks: seat_requests.Asks = "",
) -> TableInfo:
    """A table as someone with these seats is told of it; `kept` are those that wait for them, `here` are the guests
    who are connected to it, with their names."""
    watching = [name for guest, name in here.items() if not table.seats.held(guest)]
    return TableInfo(
        code=table.code,
        token=table.token,
        game=table.row.game,
        version=table.row.version,
        options=table.options,
        edition=editions.told(table.game, table.edition),
        secrets=table.game.has["see"],
        phase=table.phase,
        opener=opener,
        seats=[
            SeatInfo(
                kind=seat_kind(seat, i in held or i in kept),
                name=seat.name,
                taken=seat.holder == "bot" or bool(seat.guest),
                mine=i in held or i in kept,
                present=seat.holder == "bot" or seat.guest in here,
                star=seat.star,
                level=seat.level,
                stand_in=seat.stand_in,
                advised=any(event.what == "advised" and event.seat == i for event in table.events),
                away=table.away.get(seat.guest) if table.phase == "playing" and seat.guest not in here else None,
            )
            for i, seat in enumerate(table.seats)
        ],
        undo=cast(UndoSetting, table.row.undo),
        hints=table.row.hints,
        patience=table.row.patience,
        clock=timing.told(table.clock, table.timing),
        dice=dice_info(table, held),
        rematch=table.row.rematch or None,
        watchers=len(watching),
        watching=[] if table.row.unnamed else watching[:MOST_NAMED],
        unnamed=table.row.unnamed,
        listed=table.listed,
        lesson=table.lesson,
        paused=table.paused,
        may_ask_seat=asks == "may",
        seat_asked=seat_asked(table, asks),
    )


def seat_asked(table: Table, asks: seat_requests.Asks) -> SeatAsked | None:
    """Who asks for the seat of a bot, as the one who asks and the one who answers are told."""
    asked = seat_requests.read_asking(table.row.seat_asked)
    if asks not in ("asks", "answers") or asked.seat < 0 or table.phase != "playing":
        return None
    return SeatAsked(seat=asked.seat, name=asked.name, mine=asks == "asks")


def dice_info(table: Table, held: tuple[int, ...]) -> DiceInfo:
    """How the dice of a table are drawn, as someone with these seats is told of it."""
    row, drawing, begun = table.row, table.drawing, table.match is not None
    secret = row.secret.hex() if table.phase == "over" else None
    if row.protocol == 0:
        return DiceInfo(protocol=0, commitment="")
    if row.protocol == 1:
        nonces = [row.nonce, *(seat.nonce for seat in table.seats if seat.nonce)]
        return DiceInfo(protocol=1, commitment=table.commitment, nonces=nonces, secret=secret)
    return DiceInfo(
        protocol=2,
        commitment=table.commitment,
        draws=len(drawing.sheets),
        sheet=drawing.hash if row.draw else "",
        sheets=[] if begun else list(drawing.sheets),
        lock=lock_of(table.seats, held),
        waiting=[] if begun else waiting(row, table.seats, drawing),
        nonces=list(drawing.nonces) if begun else [],
        secret=secret,
    )


def seat_kind(seat: SeatRow, mine: bool) -> SeatKind:
    """How a seat is filled, from where the reader sits."""
    if seat.holder == "bot":
        return "bot"
    if not mine:
        return "elsewhere"
    return "here" if seat.device == "shared" else "me"


def lines(
    match: Match, seat: int, since: int = 0, events: Sequence[EventRow] = (), *, truth: bool = False
) -> list[LogLine]:
    """The log of a match and of what happened at its table, as the browser gets it."""
    stand_ins = StandIns(events)
    told = [
        LogLine(
            ply=ply,
            actor=actor,
            words=said.id,
            args=said.args,
            of=said.of,
            bot=by_bot(stand_ins, ply, actor, said),
        )
        for ply, actor, said in match.lines(seat, since, truth=truth)
    ]
    if not events:
        return told
    happened = [event_line(event) for event in events if event.ply >= since]
    return sorted([*happened, *told], key=lambda line: line.ply) if happened else told


def latest_lines(match: Match, seat: int, since: int, events: Sequence[EventRow]) -> list[LogLine]:
    """The log from ply `since` on, but not of a match without end: it is drawn while everyone waits."""
    return lines(match, seat, max(since, match.ply - MOST_LOGGED), events)


def by_bot(stand_ins: StandIns, ply: int, actor: int, said: Said) -> bool:
    """Whether what is told of a seat was done by a bot that played for its guest; a result is still the guest's."""
    who = said.args.get("who")
    return said.of == "game" and actor != OVER and isinstance(who, int) and stand_ins.played(who, ply)


def event_line(event: EventRow) -> LogLine:
    """What happened at a table, as the log tells it: before what is played at the same ply."""
    args: dict[str, int | str] = {"who": event.seat}
    if event.by >= 0:
        args["whom"] = str(event.by)
    words = "let-bot-play" if event.what == "bot-plays" and event.by >= 0 else event.what
    if event.name:
        args["name"] = event.name
    words = "time-up-bot" if event.what == "time-up" and event.level else words
    return LogLine(ply=event.ply, actor=event.seat, words=words, args=args, of="table")


def choices(game: Game, record: Any, legal: list[int]) -> list[Choice]:
    return [
        Choice(action=action, words=said.id, args=said.args, place=said.place)
        for action, said in zip(legal, game.said(record, legal), strict=True)
    ]


class Shared(NamedTuple):
    """What everyone is shown alike who knows and reads the same."""

    view: Mapping[str, Any] | None
    text: str | None
    log: list[LogLine]
    heard: list[tuple[int, int]]


def draw_shared(table: Table, match: Match, record: Any, reader: int, since: int, plain: bool) -> Shared:
    game = table.game
    return Shared(
        view=game.view(record) if game.view else None,
        text=game.show(record) if plain or game.view is None else None,
        log=latest_lines(match, reader, since, table.events),
        heard=heard(match, reader, since),
    )


def draw(
    table: Table, table_info: TableInfo, held: tuple[int, ...], since: int, plain: bool, shared: AlreadyDrawn
) -> Scene:
    """A table as someone with these seats may see it now, with the log from ply `since` on. `shared` is
    what was drawn already of this moment of the match."""
    match = table.match
    seat = table.knows(held)
    if match is None:
        return Scene(
            table=table_info, ply=0, to_act=OVER, seat=seat, view=None, text=None, choices=[], since=0, log=[],
            may_undo=False, undo_asked=None, pointed=[], outcome=None,
        )  # fmt: skip
    game, to_act = table.game, match.to_act
    people = table.seats.people
    acting = held if len(people) == len(table.seats) else tuple(seat for seat in held if seat in people)
    knowing = eye(game, seat)
    record = match.look(match.states, knowing)
    # around one screen the log is told to all of them, so it tells what everyone knows
    reader = knowing if len(held) == 1 else NOBODY
    key = (knowing, reader, since, plain)
    parts: Shared | None = shared.get(key)
    if parts is None:
        parts = shared[key] = draw_shared(table, match, record, reader, since, plain)
    return Scene(
        table=table_info,
        ply=match.ply,
        to_act=to_act,
        seat=seat,
        view=parts.view,
        text=parts.text,
        choices=choices(game, record, match.legal()) if to_act in acting and not table.paused else [],
        since=since,
        log=parts.log,
        may_undo=bool(acting) and undo.may(table, acting),
        undo_asked=table.undo_asked,
        pointed=[one.told for one in table.pointed],
        outcome=outcome(match) if match.over else None,
        overdue=int(table.overdue),
        rolled=match.rolled,
        heard=parts.heard,
    )


def heard(match: Match, seat: int, since: int) -> list[tuple[int, int]]:
    """The rolls from ply `since` on that a seat has heard: their numbers and outcomes. None is left out, however long
    the match is: they are checked at the end."""
    game = match.game
    if not game.has["hear"]:
        return [(p.rolled, p.action) for p in match.standing(since) if p.actor == CHANCE]
    return [
        (p.rolled, p.action)
        for p, states in match.moments(since)
        if p.actor == CHANCE and game.heard(states, seat, p.action) == p.action
    ]


def outcome(match: Match) -> Outcome | None:
    result = match.result
    if result is None:
        return None
    said = result.said
    return Outcome(
        ending=result.ending,
        winners=list(result.winners),
        shares=result.shares,
        scores=result.scores,
        words=said.id if said else "",
        args=dict(said.args) if said else {},
        of=said.of if said else "game",
    )


def replay_scenes(match: Match, seat: int, table_info: TableInfo, events: Sequence[EventRow]) -> Iterator[Scene]:
    """The match after each action that stands, as `seat` may see it; all of it once the match is over. Each scene is
    drawn when it is asked for: thousands of them at once would fill memory."""
    game = match.game
    steps: list[list[LogLine]] = [[]]
    for line in lines(match, seat, 0, events, truth=match.over):
        if line.of == "game" and line.actor != OVER:
            steps.append([])
        steps[-1].append(line)
    moments = ((states, False) for _, states in match.moments())
    for number, (states, last) in enumerate(chain(moments, [(match.states, True)])):
        record = states[0] if match.over else match.look(states, seat)
        yield Scene(
            table=table_info,
            ply=int(record["ply"]),
            to_act=int(record["to_act"]),
            seat=seat,
            view=game.view(record) if game.view else None,
            text=game.show(record),
            choices=[],
            since=steps[number][0].ply if number else 0,
            log=steps[number],
            may_undo=False,
            undo_asked=None,
            pointed=[],
            outcome=outcome(match) if last else None,
        )


def odds_for(game: Game, states: States, seat: int) -> tuple[list[int], list[int]] | None:
    """The odds of a roll as a seat can work them out; None if they hang on what it cannot know.

    The truth is not asked: where one possibility makes other odds than the next, even a list of outcomes would tell.
    """
    if not game.has["see"]:
        return game.odds(states)
    found = []
    for number in range(POSSIBILITIES):
        possible = game.seen(states, seat)
        game.doors.fill_in(possible, seat, new_rng(number))
        found.append(game.odds(possible))
    return found[0] if all(odds == found[0] for odds in found) else None


def rolls(match: Match, seat: int, step: Callable[[], None] = lambda: None) -> list[Roll]:
    """How often each outcome of chance came and was to be expected, of the rolls `seat` has heard and can judge.
    `step` is called before each, and may raise to end the work."""
    came: dict[int, int] = {}
    expected: dict[int, float] = {}
    said: dict[int, Said] = {}
    game = match.game
    for played, states in match.moments():
        step()
        if played.actor != CHANCE or game.heard(states, seat, played.action) != played.action:
            continue  # not heard, or only that something of its kind came
        odds = odds_for(game, states, seat)
        if odds is None or played.action not in odds[0]:
            continue
        outcomes, weights = odds
        total = sum(weights)
        record = match.look(states, seat)
        for one, weight in zip(outcomes, weights, strict=True):
            expected[one] = expected.get(one, 0.0) + weight / total
            said[one] = game.say(record, one)
        came[played.action] = came.get(played.action, 0) + 1
    return [
        Roll(words=said[one].id, args=dict(said[one].args), came=came.get(one, 0), expected=expected[one])
        for one in sorted(expected)
    ]
