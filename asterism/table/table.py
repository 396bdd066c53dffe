"""A table in memory: who sits where, the match, and what waits. All of it can be read back from the store."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from asterism.bots import Bot
from asterism.core.discover import find, names
from asterism.core.edition import Edition
from asterism.core.fair import Dice, FirstDice, lock_secret, sha
from asterism.core.game import BadInput, Game
from asterism.core.header import NOBODY, OVER
from asterism.core.match import Match
from asterism.core.played import Played
from asterism.server.people.codes import LETTERS, is_token, token_of
from asterism.server.people.guests import BOT
from asterism.server.settings import LEAST_THINKING
from asterism.server.wire.messages import Phase, UndoAsked
from asterism.server.wire.refusal import Refusal
from asterism.server.wire.requests import Clock
from asterism.store import EventRow, Saved, SeatRow, Since, TableRow

from . import editions, timing
from .pointing import Pointing, still
from .scene_cache import Drawn
from .sheet import Drawing, dice_of, read_options
from .timing import Timing, read_clock, read_timing

CODE_LENGTH = 6
ASIDE = ("advised", "ended")  # events that change nothing about who plays at a seat
MOST_VISITORS = 200  # of a table who are known again without its link
Eyes = tuple[tuple[int, ...], tuple[int, ...], bool]  # the seats one holds, those kept for one, whether one opened it


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def stored_undo(asked: UndoAsked | None) -> str:
    """An undo that waits for consent, as the store keeps it."""
    return json.dumps([asked.by, asked.ply, asked.waiting]) if asked else ""


def read_undo(text: str) -> UndoAsked | None:
    if not text:
        return None
    by, ply, waiting = json.loads(text)
    return UndoAsked(by=by, ply=ply, waiting=waiting)


class Seats(tuple[SeatRow, ...]):
    """Who sits where. It is replaced, never changed, so what was found out about it stays true."""

    @cached_property
    def _held(self) -> dict[str, tuple[int, ...]]:
        return grouped(row.guest for row in self)

    @cached_property
    def _acting(self) -> dict[str, tuple[int, ...]]:
        return grouped(self.holder(seat) for seat in range(len(self)))

    @cached_property
    def _kept(self) -> dict[str, tuple[int, ...]]:
        return grouped(row.kept for row in self)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats where people play; as many as there are seats where no bot plays."""
        return tuple(i for i in range(len(self)) if not self.bot_plays(i))

    @property
    def free(self) -> list[int]:
        """The seats nobody has taken yet."""
        return [i for i, row in enumerate(self) if row.holder != "bot" and not row.guest]

    def holder(self, seat: int) -> str:
        """Who may act for a seat: a guest, a bot, or nobody (empty)."""
        return f"{BOT}{seat}" if self.bot_plays(seat) else self[seat].guest

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot plays at a seat: its own, or for someone who has left or is away."""
        return self[seat].holder == "bot" or bool(self[seat].stand_in)

    def held(self, guest: str) -> tuple[int, ...]:
        """The seats of a guest, those too where a bot plays for them."""
        return self._held.get(guest, ())

    def acting(self, who: str) -> tuple[int, ...]:
        """The seats for which a guest or a bot may act."""
        return self._acting.get(who, ())

    def kept(self, guest: str) -> tuple[int, ...]:
        """The free seats that wait for a guest after a rematch."""
        return self._kept.get(guest, ())

    def with_row(self, seat: int, row: SeatRow) -> Seats:
        return Seats((*self[:seat], row, *self[seat + 1 :]))


def grouped(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Where each name stands; empty ones are none."""
    found: dict[str, tuple[int, ...]] = {}
    for place, name in enumerate(names):
        if name:
            found[name] = (*found.get(name, ()), place)
    return found


@dataclass(eq=False, repr=False, slots=True, weakref_slot=True)
class Table:
    """One table. `lock` is held while something is stored.

    What it shows hangs on `row`, `seats`, `match`, `drawing`, `undo_asked`, `pointed`, `events`, `timing` and `away`.
    Each is replaced, never changed: readers need no lock, and what was drawn is known to be old."""

    row: TableRow
    seats: Seats
    game: Game
    edition: Edition = field(init=False)
    clock: Clock | None = field(init=False)
    match: Match | None = None
    began: dict[int, int] = field(default_factory=dict)  # by ply, if a seat played it in one go after others: the first
    undo_asked: UndoAsked | None = None  # it lapses when the match moves on
    drawing: Drawing = field(default_factory=Drawing)
    pointed: tuple[Pointing, ...] = ()  # where people point; it is not stored
    events: tuple[EventRow, ...] = ()  # who left, for whom a bot plays, who came back
    timing: Timing | None = None  # of its clock, once the match goes on
    away: Mapping[str, int] = field(default_factory=dict)  # guests who are not there, and since when
    listed: bool = False  # it can be found on the first page while it waits
    lesson: str = ""  # the code of the lesson it belongs to
    paused: bool = False  # by whoever leads that lesson
    touched: float = 0.0  # when something last happened, seconds since 1970
    revision: int = 0  # of what is known of it; counted only where several processes share a store
    said: int = 0  # the revision of which the other processes were told
    came: float = 0.0  # when the table was loaded, a pause ended, or whoever is to act took over from a bot; not stored
    looked: float = 0.0  # when whoever is to act came back to look, once at a ply; not stored
    welcomed: int = -1  # the ply at which one of the two happened last
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)  # when it was last asked for
    visitors: dict[str, None] = field(default_factory=dict)  # guests who were let in, the one who came last at the end
    infos: Drawn = field(default_factory=Drawn)  # the table and its people, as each of them is told
    bots: dict[int, Bot] = field(default_factory=dict)  # by seat, while the match goes on: what they learnt counts on
    presence_told: asyncio.TimerHandle | None = None  # comings and goings that will be told soon
    clock_handle: asyncio.TimerHandle | None = None  # looks again when someone's time will have run out
    presence_heard: bool = False  # and there was someone else to hear of them

    def __post_init__(self) -> None:
        self.game = self.game.for_options(self.options)
        self.edition = editions.read(self.game, self.row)
        self.clock = read_clock(self.row.clock)

    @property
    def phase(self) -> Phase:
        if self.match is None:
            return "closed" if self.row.phase == "closed" else "drawing" if self.row.draw else "lobby"
        return "over" if self.match.over else "playing"

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def token(self) -> str:
        """The part of the links to the table that cannot be guessed."""
        return token_of(self.row.secret, self.code)

    def knows_guest(self, guest: str, token: str = "") -> bool:
        """Whether a guest may come without having tried its code: by a seat, as its opener, as one who was let in
        before, or with the token of its links."""
        if guest and (guest == self.row.opener or guest in self.visitors):
            return True
        if self.seats.held(guest) or self.seats.kept(guest):
            return True
        return is_token(token, self.row.secret, self.code)

    def let_in(self, guest: str) -> None:
        """Know a guest when they come again."""
        if guest:
            self.visitors.pop(guest, None)
            self.visitors[guest] = None
            if len(self.visitors) > MOST_VISITORS:
                del self.visitors[next(iter(self.visitors))]

    @property
    def options(self) -> dict[str, int]:
        return read_options(self.row.options)

    @property
    def commitment(self) -> str:
        """What is shown of the secret before it is."""
        return lock_secret(self.row.secret) if self.row.protocol == 2 else sha(self.row.secret).hex()

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def bot_to_act(self) -> int | None:
        """The seat of the bot whose turn it is, if it is one's."""
        seat = self.match.to_act if self.match else OVER
        return seat if seat >= 0 and self.seats.bot_plays(seat) else None

    def bot_played(self, played: Played) -> bool:
        """Whether a bot has played this action of a seat, its own or for a guest."""
        if self.seats[played.actor].holder == "bot":
            return True
        return bool(self.events) and StandIns(self.events).played(played.actor, played.ply)

    @property
    def overdue(self) -> float:
        """From when on the others may let a bot play for whoever is to act and there, seconds since 1970.

        0: never. Where there is a clock it decides that; in a pause nobody does."""
        if self.clock or self.paused or self.match is None or self.match.over:
            return 0.0
        moved = max(self.touched, self.came) + max(self.row.patience, LEAST_THINKING)
        return max(moved, self.looked + LEAST_THINKING)

    def welcome(self, looks: float, plays: float = 0.0) -> None:
        """Give whoever is to act time once more, since they came back: LEAST_THINKING seconds where they look again, as
        many as everyone where they take over from a bot. Once at a ply, or nobody who comes and goes ever had to play.
        """
        if self.match is not None and self.welcomed != self.match.ply:
            self.welcomed, self.looked, self.came = self.match.ply, looks, max(self.came, plays)

    def eyes(self, guest: str) -> Eyes:
        """How a guest looks at the table; all who look alike are shown the same."""
        return self.seats.held(guest), self.seats.kept(guest), guest == self.row.opener

    def knows(self, held: tuple[int, ...]) -> int:
        """Whose knowledge someone with these seats is shown.

        Several people around one screen see what the seat to act knows in its turn, and between their turns what
        everyone knows, so that nobody reads another's hand."""
        if len(held) == 1:
            return held[0]
        if self.match is not None and self.match.to_act in held:
            return self.match.to_act
        return NOBODY

    def running(self) -> Match:
        """The match, if it goes on."""
        if self.match is not None and not self.match.over:
            return self.match
        if self.phase == "closed":
            raise Refusal("match-over", "this table was closed")
        if self.phase == "over":
            raise Refusal("match-over", "the match is over")
        raise Refusal("not-started", "the match has not started: some seats are still free")

    def timing_with(self, to_act: int, seats: Seats, now: float) -> Timing | None:
        """The clock once this seat is to act at these seats."""
        if self.clock is None:
            return None
        plays = [not seats.bot_plays(seat) for seat in range(len(seats))]
        return timing.after(self.clock, self.timing or timing.begun(len(seats), now), to_act, plays, now)

    def not_after(self, now: float) -> None:
        """Let nothing that was stored lie in the future, which it may where a clock was set back since then."""
        self.touched = min(self.touched, now)
        self.away = {guest: min(since, int(now)) for guest, since in self.away.items()}
        if self.timing is not None and self.timing.since > now:
            self.timing = replace(self.timing, since=now)

    def adopt(self, match: Match) -> None:
        """Take the match as it is now; an undo that was asked for before has lapsed."""
        if self.match is not None and self.pointed:
            self.pointed = still(self.pointed, self.match, match)
        self.match, self.undo_asked = match, None

    def advance(self, since: Since, now: float) -> None:
        """Take what another process has played."""
        assert self.match is not None, "only a match that goes on is played"
        ply = self.match.ply
        self.adopt(self.match.replayed(since.actions))
        self.began.update(enumerate(since.began, ply))
        self.timing, self.revision = read_timing(since.timing), since.revision
        self.touched = min(now, float(max([int(self.touched), *since.times[-1:]])))

    def become(self, fresh: Table, now: float) -> None:
        """Take everything from a table that was read again."""
        if self.match is not None and fresh.match is not None and self.pointed:
            self.pointed = still(self.pointed, self.match, fresh.match)
        if self.seats != fresh.seats:
            self.bots.clear()
        to_act = fresh.match.to_act if fresh.match is not None else OVER
        back = to_act >= 0 and self.seats.bot_plays(to_act) and not fresh.seats.bot_plays(to_act)
        self.row, self.seats, self.undo_asked = fresh.row, fresh.seats, fresh.undo_asked
        self.match, self.began, self.drawing = fresh.match, fresh.began, fresh.drawing
        self.events, self.timing, self.listed = fresh.events, fresh.timing, fresh.listed
        self.touched, self.revision = fresh.touched, fresh.revision
        if back:
            self.welcome(now, now)


def first_change(before: Match | None, after: Match | None) -> int:
    """The first ply from which on the log of a match is another than it was before."""
    if before is None or after is None:
        return 0
    if all(action >= 0 for action in after.actions[before.ply :]):
        return before.ply
    stands = {played.ply for played in after.standing()}
    return min((played.ply for played in before.standing() if played.ply not in stands), default=before.ply)


def changes_of(events: Sequence[EventRow], seat: int) -> list[EventRow]:
    """The events that say who plays at a seat from then on, in order."""
    return [event for event in events if event.seat == seat and event.what not in ASIDE]


class StandIns:
    """For which seats bots played, and when, from the events of a table; asked for every line of a log."""

    def __init__(self, events: Sequence[EventRow]) -> None:
        self._of_seat: dict[int, tuple[list[int], list[str]]] = {}
        changes = (event for event in events if event.what not in ASIDE)
        for event in sorted(changes, key=lambda event: event.ply):
            until: tuple[list[int], list[str]] = (
                ([-1], ["bot"]) if event.what == "took-over" else ([], [])
            )  # until then a bot had the seat
            plies, levels = self._of_seat.setdefault(event.seat, until)
            plies.append(event.ply)
            levels.append(event.level)

    def played(self, seat: int, ply: int) -> bool:
        """Whether at this ply a bot played at the seat of a guest."""
        plies, levels = self._of_seat.get(seat, ([], []))
        last = bisect_right(plies, ply) - 1
        return last >= 0 and levels[last] != ""


def listed(name: str) -> Game:
    """A game that is offered; those that are not (the template) can neither be opened nor asked about."""
    try:
        game = find(name)
    except BadInput as problem:
        raise Refusal("no-game", str(problem)) from None
    if game.name not in names():
        raise Refusal("no-game", f"there is no game {name!r}; there are: {', '.join(names())}")
    return game


def new_match(game: Game, row: TableRow, seats: Sequence[SeatRow], dice: Dice | FirstDice | None) -> Match:
    """The match at its beginning, with what chance does before the first seat acts."""
    options = read_options(row.options)
    return Match(game, seats=len(seats), dice=dice, edition=editions.read(game, row), **options)


def cannot_go_on(row: TableRow) -> str:
    """In words, why a table cannot be played on this server: its rules are not here; empty where they are."""
    try:
        game = find(row.game)
    except BadInput:
        return f"this table plays {row.game}, which this server does not have: the match cannot go on here"
    here = game.version
    if row.version == here:
        try:
            editions.read(game, row)
        except BadInput as problem:
            return f"this table plays {row.game} with an edition that this server does not allow: {problem}"
        return ""
    return (
        f"this table plays version {row.version} of the rules of {row.game}, and this server has version {here} now: "
        "the match cannot go on here"
    )


def restore(saved: Saved) -> Table:
    """A table as the store has it; the match is played again from its actions."""
    row = saved.table
    if why := cannot_go_on(row):
        raise Refusal("other-rules", why)
    game = find(row.game)
    touched = float(max([row.created, *saved.times[-1:]]))
    table = Table(row=row, seats=Seats(saved.seats), game=game, listed=saved.listed, touched=touched)
    table.revision = table.said = saved.revision
    if row.draw or saved.sheets:
        places = len(json.loads(saved.sheets[-1])["contributors"])
        table.drawing = Drawing(tuple(saved.sheets), tuple(saved.nonces.get(place, "") for place in range(places)))
    if row.phase in ("playing", "over"):
        try:
            match = Match.replay(game, len(table.seats), table.options, saved.actions, table.edition)
        except BadInput as problem:
            raise Refusal("not-allowed", f"what is stored of this table does not fit the rules: {problem}") from None
        match.dice = dice_of(row, table.seats, table.drawing) if row.protocol != 0 else None
        table.adopt(match)
        asked = read_undo(row.undo_asked)
        table.undo_asked = asked if asked and asked.ply == match.ply else None
    table.timing = read_timing(row.timing)
    table.began = {ply: first for ply, first in enumerate(saved.began) if first != ply}
    table.events = tuple(saved.events)
    table.away = {seat.guest: seat.away for seat in saved.seats if seat.away}
    return table
