"""Whoever leaves, is away too long, or does not move for long keeps nobody waiting: a bot plays for them until they
come back.

A seat stays its guest's: nobody else ever plays at it or sees what it sees. The bot is of one level, which nobody can
choose: a strong one to play one's difficult turns, or a weak one for someone who is away, would be a way to cheat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from asterism.core.match import Match
from asterism.store import Conflict, Consequences, EventRow, Lease, StoreFailed
from asterism.table.table import ASIDE, Seats, Table, changes_of
from asterism.table.timing import by_post, stored_timing

from ..house import House
from ..people.hub import Watcher
from ..settings import LEAST_THINKING, MOST_LEAVINGS
from ..wire.refusal import Refusal, not_stored


async def leave(
    house: House, table: Table, guest: str, seats: Sequence[int], asker: Watcher | None = None, id: int = 0
) -> None:
    """Leave a match that others go on with; a bot plays on."""
    async with table.lock:
        match, acting = table.running(), table.seats.acting(guest)
        leaving = list(dict.fromkeys(seats)) or list(acting)
        if not leaving or any(seat not in acting for seat in leaving):
            raise Refusal("not-your-seat", "you do not play there")
        if table.clock and table.clock.then == "lose":
            raise Refusal("not-allowed", "nobody plays on for you here: whose time runs out loses, and it runs on")
        if len(leaving) == len(table.seats.people):
            raise Refusal("not-allowed", "nobody else plays: the match waits for you, or you can break it off")
        check_leavings(table, leaving)
        await change(house, table, match, leaving, "left", stand_in_level(house, table))
        house.tell(table, match.ply, asker, id)
    house.wake(table)


async def stand_in(
    house: House, table: Table, guest: str, seat: int, asker: Watcher | None = None, id: int = 0
) -> None:
    """Let a bot play for someone who is away, or does not move, if it is time."""
    if house.others is not None:
        await house.others.look_around(table)
    async with table.lock:
        match, own = table.running(), table.seats.acting(guest)
        if not own and table.row.opener != guest:
            raise Refusal("not-your-seat", "only those who play at this table decide about it")
        if not 0 <= seat < len(table.seats):
            raise Refusal("malformed", f"there is no seat {seat}: this table has {len(table.seats)}")
        row = table.seats[seat]
        if table.seats.bot_plays(seat):
            raise Refusal("not-allowed", "a bot plays there already")
        if row.guest == guest:
            raise Refusal("not-allowed", "this is your own seat: you can leave the match")
        why_not = too_soon(house, table, row.guest, guest)
        if why_not and not is_idle(house, table, row.guest):
            raise Refusal("not-allowed", f"{row.name} {why_not}")
        theirs = table.seats.acting(row.guest)
        await change(house, table, match, theirs, "bot-plays", stand_in_level(house, table), own[0] if own else -1)
        house.tell(table, match.ply, asker, id)
    house.wake(table)


async def come_back(house: House, table: Table, guest: str, asker: Watcher | None = None, id: int = 0) -> None:
    """Take one's seats over from the bots."""
    async with table.lock:
        match = table.running()
        seats = [seat for seat in table.seats.held(guest) if table.seats[seat].stand_in]
        if not seats:
            raise Refusal("not-allowed", "no bot plays for you at this table")
        seats = [seat for seat in seats if has_time(house, table, seat)]
        if not seats:
            what = "turn" if table.clock and table.clock.per == "turn" else "match"
            raise Refusal("not-allowed", f"your time for this {what} is used up: the bot plays it")
        await change(house, table, match, seats, "came-back", "")
        for seat in seats:
            table.bots.pop(seat, None)
        house.tell(table, match.ply, asker, id)
    house.wake(table)


def has_time(house: House, table: Table, seat: int) -> bool:
    """Whether a seat has time left on the clock of its table, if there is one."""
    if table.clock is None or table.timing is None:
        return True
    return table.timing.left(table.clock, seat, house.settings.now()) > 0


def check_leavings(table: Table, seats: Sequence[int]) -> None:
    """Refuse that a seat leaves the match once more after it has left very often, which would make the record endless.

    Each seat has a limit of its own, so that nobody uses up what the others may do; coming back is always possible."""
    left = Counter(event.seat for event in table.events if event.what == "left")
    if any(left[seat] >= MOST_LEAVINGS for seat in seats):
        raise Refusal("not-allowed", "you have left this match too often: if you go away, a bot may play for you")


def folded(events: Sequence[EventRow], new: EventRow) -> tuple[EventRow, ...]:
    """The events of a table with a new one. Where the same has happened to this seat at this ply before (it left, came
    back, and leaves once more before anything was played), that and who played at this seat after it is dropped: so a
    seat has at most one event of each kind at one ply, however often somebody leaves and comes back."""
    for number, event in enumerate(events):
        if (event.ply, event.seat, event.what, event.by) == (new.ply, new.seat, new.what, new.by):
            kept = (later for later in events[number:] if later.seat != new.seat or later.what in ASIDE)
            return (*events[:number], *kept, new)
    return (*events, new)


def stand_in_level(house: House, table: Table) -> str:
    """In the middle of the ladder; in a team the best, which keeps it going."""
    levels = house.desk.levels(table.game, len(table.seats))
    return levels[-1] if table.game.team else levels[len(levels) // 2]


def too_soon(house: House, table: Table, guest: str, asker: str) -> str:
    """In words, why nobody may decide yet about a guest; empty: this asker may."""
    if guest in house.hub.guests(table.code):
        return "is here, and may think"
    if house.others is not None and house.others.deaf:
        return "may be here: this server cannot see just now who is at the others"
    if by_post(table.clock) and table.seats.acting(guest):
        return "plays by post, and has the time of the clock"
    away = house.settings.now() - table.away.get(guest, house.settings.now())
    if away < table.row.patience and table.row.opener != asker:
        return f"is away since {away:.0f} seconds; at this table the others wait {table.row.patience}"
    return ""


def is_idle(house: House, table: Table, guest: str) -> bool:
    """Whether a guest is to act, and has not for so long that the others need not wait, whether they are there or not:
    coming back to look is not playing."""
    if table.match is None or table.match.to_act not in table.seats.acting(guest):
        return False
    return 0 < table.overdue <= house.settings.now()


def someone_waits(house: House, table: Table, asker: str) -> str:
    """The name of someone else who waits for the end of a match; empty: nobody does, and it may be broken off.

    Not even whoever opened the table may do it sooner: what a bot plays is given back, a match that is over is not."""
    for seat, row in enumerate(table.seats):
        changes = changes_of(table.events, seat)
        if not row.guest or row.guest == asker or (changes and has_given_up(house, table, changes[-1])):
            continue
        if too_soon(house, table, row.guest, ""):
            return row.name
    return ""


def has_given_up(house: House, table: Table, last: EventRow) -> bool:
    """Whether the guest of a seat no longer waits for the end of the match, by the last event of that seat: they left,
    or a bot has played for them for the patience of the table (a minute at least) and they have not come back to play,
    even if they look on."""
    if last.what == "left" or not table.seats[last.seat].stand_in:
        return last.what == "left"
    return house.settings.now() - last.at >= max(table.row.patience, LEAST_THINKING)


async def change(
    house: House,
    table: Table,
    match: Match,
    seats: Sequence[int],
    what: str,
    level: str,
    by: int = -1,
    lease: Lease | None = None,
) -> None:
    """Store that bots of this level play at these seats (empty: their guests do again), then adopt it."""
    await house.after_trouble(table)
    now = house.settings.now()
    events = table.events
    for seat in seats:
        events = folded(events, EventRow(ply=match.ply, at=int(now), what=what, seat=seat, by=by, level=level))
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(table.events, events, strict=False)))
    rows = Seats(replace(row, stand_in=level) if seat in seats else row for seat, row in enumerate(table.seats))
    timing = table.timing_with(match.to_act, rows, now)
    levels = dict.fromkeys(seats, level)
    try:
        table.revision = await house.store.stand_in(
            table.id,
            levels,
            Consequences(timing=stored_timing(timing), events=(kept, events[kept:])),
            house.known(table),
            lease,
            len(table.events),
        )
    except Conflict:
        await house.read_again(table)
        raise Refusal("stale", "the table has moved on meanwhile: look again") from None
    except StoreFailed as problem:
        raise not_stored(problem) from None
    table.seats, table.events, table.undo_asked, table.timing = rows, events, None, timing
    if what == "came-back" and match.to_act in seats:
        table.welcome(now, now)
