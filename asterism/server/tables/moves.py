"""The one move path. People, bots and programs all enter here: checked, stepped on a copy, stored, adopted, told."""

from __future__ import annotations

from collections.abc import Sequence

from asterism.core.game import BadInput
from asterism.core.header import NOBODY
from asterism.core.match import CLOSE, Match
from asterism.store import Conflict, Consequences, EventRow, Lease, ResultRow, StoreFailed
from asterism.table import scenes, undo
from asterism.table.table import Table, stored_undo
from asterism.table.timing import stored_timing

from ..house import House
from ..people.guests import BOT
from ..people.hub import Watcher
from ..settings import MOST_ACTIONS
from ..wire.messages import UndoAsked, UndoRefused
from ..wire.refusal import Refusal, not_stored
from . import leaving


def check(table: Table, who: str, ply: int) -> tuple[Match, tuple[int, ...]]:
    """The running match and the seats of whoever asks, if they sit here and look at the match as it is."""
    held = table.seats.acting(who)
    if not held and table.seats.held(who):
        raise Refusal("not-allowed", "a bot plays for you: take your seat over again first")
    if not held:
        raise Refusal("not-your-seat", "you have no seat at this table")
    match = table.running()
    if table.paused:
        raise Refusal("not-allowed", "this lesson pauses: the match goes on when whoever leads it says so")
    if ply != match.ply:
        raise Refusal("stale", f"the match has moved on: it is at ply {match.ply}, and you were looking at {ply}")
    if ply >= MOST_ACTIONS:
        raise Refusal("not-allowed", f"this match has {ply} actions, and longer than that none is played here")
    return match, held


async def act(
    house: House,
    table: Table,
    who: str,
    ply: int,
    action: int,
    then: Sequence[int] = (),
    asker: Watcher | None = None,
    id: int = 0,
) -> None:
    """Play an action, or several together, for a seat that `who` holds. Everyone is told; to the asker it is the answer
    to `id`."""
    async with table.lock:
        match, held = check(table, who, ply)
        if match.to_act not in held:
            raise Refusal("not-your-turn", "it is not your turn")
        if action < 0:  # which would be an undo
            raise Refusal("not-legal", f"action {action} is not legal here")
        try:
            after = match.after(action, *then)
        except BadInput as problem:
            raise Refusal("not-legal", str(problem)) from None
        await write(house, table, after, ply, lease=house.fence(table) if who.startswith(BOT) else None)
        if then:
            table.began.update(dict.fromkeys(range(ply + 1, ply + 1 + len(then)), ply))
        house.tell(table, ply, asker, id)
    house.wake(table)


async def take_back(house: House, table: Table, who: str, ply: int, asker: Watcher | None = None, id: int = 0) -> None:
    """Take back one's own last decision, or ask the others to agree to it."""
    async with table.lock:
        match, held = check(table, who, ply)
        if table.row.undo == "never":
            raise Refusal("not-allowed", "at this table nothing is taken back")
        plan = undo.plan(table, held)
        if plan is None:
            raise Refusal("not-allowed", undo.why_not(table, held))
        if plan.ask:
            asked = UndoAsked(by=plan.by, ply=ply, waiting=list(plan.ask))
            if table.undo_asked != asked or house.others is not None:  # where it may have been refused a moment ago
                await _remember(house, table, asked)
            house.tell(table, ply, asker, id)
            return
        await write(house, table, match.after(-plan.count), ply)
        house.tell(table, plan.since, asker, id)
    house.wake(table)


async def answer_undo(
    house: House, table: Table, who: str, ply: int, yes: bool, asker: Watcher | None = None, id: int = 0
) -> None:
    """Agree to the undo that was asked for, or not; the last one to agree makes it happen."""
    async with table.lock:
        match, held = check(table, who, ply)
        asked = table.undo_asked
        if asked is None:
            raise Refusal("not-allowed", "nobody has asked to take anything back")
        withdrawn = asked.by in held and not yes
        if not withdrawn and not set(asked.waiting) & set(held):
            raise Refusal("not-allowed", "you were not asked, or have answered already")
        waiting = [seat for seat in asked.waiting if seat not in held]
        plan = undo.plan(table, table.seats.held(table.seats.holder(asked.by)))
        since = ply
        if yes and plan is not None and not waiting:
            since = plan.since
            await write(house, table, match.after(-plan.count), ply)
        else:
            still = UndoAsked(by=asked.by, ply=ply, waiting=waiting) if yes and waiting else None
            await _remember(house, table, still)
        house.tell(table, since, asker, id)
        if not yes and not withdrawn:
            _tell_refusal(house, table, asked, next(seat for seat in asked.waiting if seat in held))
    house.wake(table)


async def close(house: House, table: Table, who: str, ply: int, asker: Watcher | None = None, id: int = 0) -> None:
    """Break a match off, if nobody else waits for its end: bots do not, nor those who have left or are long away."""
    if house.others is not None:
        await house.others.look_around(table)
    async with table.lock:
        match, held = check(table, who, ply)
        waits = leaving.someone_waits(house, table, who)
        if waits:
            raise Refusal("not-allowed", f"{waits} plays too: a match is broken off when the others are long away")
        event = EventRow(ply=ply, at=int(house.settings.now()), what="ended", seat=held[0])
        await write(house, table, match.after(CLOSE), ply, event)
        house.tell(table, ply, asker, id)


async def break_off(house: House, table: Table) -> None:
    """End a match that goes on without a result, as whoever leads its lesson may."""
    async with table.lock:
        match = table.match
        if match is not None and not match.over:
            await write(house, table, match.after(CLOSE), match.ply)
            house.tell(table, match.ply)


def _tell_refusal(house: House, table: Table, asked: UndoAsked, who: int) -> None:
    """Tell those who sit at the table who said no; spectators were not asked."""
    told = scenes.encoder.encode(UndoRefused(table=table.code, ply=asked.ply, by=asked.by, who=who))
    house.tell_watchers(table, told, seated=True)


async def write(
    house: House, table: Table, after: Match, ply: int, *events: EventRow, lease: Lease | None = None
) -> None:
    """Store what was added from `ply` on, and what happened with it, then adopt it."""
    added = after.actions[ply:]
    results = results_of(table, after) if after.over else None
    timing = None
    if table.clock:
        await house.after_trouble(table)
        timing = table.timing_with(after.to_act, table.seats, house.settings.now())
    try:
        table.revision = await house.store.append(
            table.id,
            ply,
            added,
            Consequences(timing=stored_timing(timing), events=(len(table.events), events), results=results),
            house.known(table),
            lease,
        )
    except Conflict:  # another process was faster
        await house.read_again(table)
        raise Refusal("stale", "someone else was faster; the match has moved on") from None
    except StoreFailed as problem:
        raise not_stored(problem, "the move could not be stored, so it was not made") from None
    table.adopt(after)
    table.timing = timing
    if events:
        table.events = (*table.events, *events)
    table.touched = house.settings.now()
    house.metrics.moves += 1
    house.metrics.entries += len(added)


async def _remember(house: House, table: Table, asked: UndoAsked | None) -> None:
    try:
        table.revision = await house.store.ask_undo(table.id, stored_undo(asked), house.known(table))
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile: look again") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
    table.undo_asked = asked


def results_of(table: Table, match: Match) -> Sequence[ResultRow]:
    result = match.result
    if result is None:
        return []  # it was broken off
    # someone playing along on another's device is not that guest, and who has several seats has played one match
    guests = [seat.guest if seat.device == "own" else "" for seat in table.seats]
    again = [bool(guest) and guest in guests[:i] for i, guest in enumerate(guests)]
    # a bot has played there for someone, or before someone came
    helped = {event.seat for event in table.events if event.level or event.what == "took-over"}
    return [
        ResultRow(
            seat=i,
            share=share,
            score=result.scores[i] if result.scores else None,
            won=i in result.winners,
            name=seat.name,
            guest="" if again[i] else guests[i],
            bot=seat.holder == "bot",
            counts=match.lost == NOBODY and not match.unrolled and not again[i] and i not in helped,
            mixed=bool(helped),
        )
        for i, (seat, share) in enumerate(zip(table.seats, result.shares, strict=True))
    ]
