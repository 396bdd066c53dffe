"""What the server asks of a store, on one page. A store knows integers, bytes and text, and has never heard of rules.

Every write is one transaction and is durable when it returns; a write that raises has changed nothing, but for one that
raises Unknown: its connection was lost before the answer came, and what became of it nobody could be asked. SQLite is
the store that needs nothing installed (`sqlite.py`); any other need only offer these methods.

Where several processes share a store, each says which revision of a table it goes by: a write with a `revision` is a
Conflict unless the table still has that one, and returns the one it has now (0 where none was given). Every write to a
table raises it by one, but `note_away` not at all; every action raises it by one more, and an `append` that does not
end the match by nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class StoreFailed(Exception):
    """The write or the reading did not happen, for a reason of the machine (a full disk, a file taken away).

    Its words may be told to anyone; those for the log also say where the store is."""

    def __init__(self, words: str = "", log: str = "") -> None:
        super().__init__(words)
        self.log = log or words


class Unknown(StoreFailed):
    """Whether the write happened is not known, and it may still happen. Read the table again."""


class Conflict(StoreFailed):
    """Someone else was first: this ply, this seat or this code is taken. Read the table again."""


class BadStore(Exception):
    """The file cannot be used as a store at all, told in one plain sentence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRow:
    """One seat of a table."""

    holder: str = "guest"  # what acts for it: a guest or a bot
    device: str = "own"  # whose screen it is played at: its own guest's or, shared, as someone else beside that guest
    name: str = ""
    level: str = ""  # of a bot
    guest: str = ""  # which guest holds it; empty: none, it is free or a bot's
    nonce: str = ""  # what its browser gave for dice of the first protocol
    lock: str = ""  # of the number that its browser will show for the dice; empty: none yet
    without: bool = False  # the dice are drawn without its browser
    kept: str = ""  # the guest it is kept for, after a rematch
    star: int = 0  # which star stands for whoever sits here; theirs in a rematch too
    stand_in: str = ""  # the level of a bot that plays for its guest; empty: they play themselves
    away: int = 0  # since when its guest is not there, seconds since 1970; 0: they are, or it is not known


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRow:
    """A table as it was opened, and how far it has come."""

    id: int = 0  # given by the store
    code: str
    game: str
    version: int
    options: str  # JSON
    edition: str = ""  # the digest of its numbers; empty: the game has none
    title: str = ""  # of its edition; empty: that in `numbers`
    numbers: str = field(default="", repr=False)  # of the edition, as text; kept once for all tables that have it
    undo: str
    hints: bool
    unnamed: bool = False  # those who watch are counted, and not named
    patience: int = 300  # seconds someone may be away before the others decide
    clock: str = ""  # JSON: so much time for people; empty: there is none
    timing: str = ""  # JSON: how far the clock has come
    secret: bytes = field(repr=False)  # of the dice
    protocol: int = 2  # of the dice; 1: of a table from before, 0: there are none
    nonce: str = ""  # of the opener, in the first protocol
    draw: int = 0  # the number of the sheet that holds, from 1; 0: none does
    opener: str  # a guest
    opened_with: str = ""  # the lock in the wish for this table: the same wish once more is not a second table
    phase: str = "lobby"  # lobby, drawing, playing or over; closed, if it never began; gone: removed since
    undo_asked: str = ""  # JSON: an undo that waits for consent
    seat_asked: str = ""  # JSON: who asks for the seat of a bot, and who was refused
    rematch: str = ""  # the code of the next table
    created: int = 0  # seconds since 1970, set by the store


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRow:
    """Something that happened at a table and is no action: who left, for whom a bot plays, who came back."""

    ply: int  # before the action of this ply
    at: int  # seconds since 1970
    what: str
    seat: int
    by: int = -1  # the seat that decided it; -1: none
    level: str = ""  # of the bot that plays from now on
    name: str = ""  # of a guest who has taken over the seat of a bot


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """What one seat got from a finished match."""

    seat: int
    share: float
    score: int | None
    won: bool  # alone or with others; by oneself: reached the end
    name: str
    guest: str  # empty for a bot
    bot: bool
    counts: bool = True  # for the lists of best scores
    mixed: bool = False  # for someone at the table a bot played, for a time at least: such matches are counted apart


Events = tuple[int, Sequence[EventRow]]  # the number of the first of them, and what happened


@dataclass(frozen=True, kw_only=True, slots=True)
class Saved:
    """Everything there is about a table."""

    table: TableRow
    seats: list[SeatRow]
    actions: list[int] = field(repr=False)  # what was dealt is among them
    times: list[int] = field(default_factory=list)  # when each action was written, seconds since 1970
    began: list[int] = field(default_factory=list)  # for each, the ply of the first that was written together with it
    sheets: list[str] = field(default_factory=list)  # of the dice, in the order they were drawn
    nonces: dict[int, str] = field(default_factory=dict)  # that were shown for the sheet that holds, by place
    events: list[EventRow] = field(default_factory=list)
    listed: bool = False  # it can be found on the first page while it waits
    revision: int = 0  # rises with every write to the table but `note_away`


@dataclass(frozen=True, kw_only=True, slots=True)
class Since:
    """What a table has come to by actions alone."""

    revision: int
    actions: list[int] = field(repr=False)  # what was dealt is among them
    times: list[int]
    began: list[int]
    timing: str


Lease = tuple[str, int]  # who holds it, and the number it was given


@dataclass(frozen=True, kw_only=True, slots=True)
class LessonRow:
    """Many tables under one code."""

    code: str
    mark: bytes = field(repr=False)  # of the secret of whoever leads it
    opener: str  # a guest
    content: str  # JSON: its tables, and what else the server wants to know
    created: int  # seconds since 1970


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceRow:
    """A device of a guest who has more than one."""

    guest: str
    device: str  # its number in the signed cookie; empty: that of a cookie from before devices had numbers
    kind: str  # of browser and system, as "Firefox/Android"; empty: not known
    since: int  # when it was first noted, seconds since 1970
    seen: int  # when it last connected, to an hour or so
    signed_out: int = 0  # when it was signed out, seconds since 1970; 0: it was not


FormerKey = tuple[bytes, int]  # a key that signed cookies before, and until when it is believed, seconds since 1970

Break = tuple[float, float]  # from when to when, seconds since 1970
REMEMBERED = 7 * 86_400.0  # seconds for which a break is told


@dataclass(frozen=True, kw_only=True, slots=True)
class Pulse:
    """That a process is there, as a store has noted it."""

    now: float  # by the store's own clock, seconds since 1970; it never goes back
    breaks: tuple[Break, ...] = ()  # when no process was there, or none could write; the oldest first


@dataclass(frozen=True, kw_only=True, slots=True)
class Untouched:
    """A table where nothing has happened for long."""

    id: int
    code: str
    phase: str
    ply: int  # how many actions it has
    revision: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Best:
    """A line in a list of best scores."""

    name: str
    score: int
    seats: int
    code: str
    secret: bytes = field(repr=False)  # of the table, which its links are made with; empty: it was removed
    ended: int


class Store(Protocol):
    """The narrow door between the server and whatever keeps its tables."""

    async def open_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        actions: Sequence[int] = (),
        after: int | None = None,
        sheet: str = "",
    ) -> int:
        """Write a new table (already playing: with the actions of its beginning) and return its id.

        With `after`, also make it the rematch of that table; Conflict if that has one, if the code is taken, or if its
        opener has opened a table with this lock."""
        ...

    async def opened(self, opener: str, lock: str) -> str:
        """The code of the table that a guest has opened with this lock; empty if there is none."""
        ...

    async def sit(
        self,
        table: int,
        seat: int,
        row: SeatRow,
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        """Fill a free seat; with `start`, begin the match with these actions; with `sheet` (its number and text), begin
        to draw the dice. Conflict if the seat is not free, or if there is a sheet of this number."""
        ...

    async def commit(
        self,
        table: int,
        guest: str,
        lock: str,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        """Write the lock of a guest to their seats while the table is in the lobby; with `sheet`, begin to draw."""
        ...

    async def reveal(
        self,
        table: int,
        draw: int,
        place: int,
        nonce: str,
        shown: int,
        start: Sequence[int] | None = None,
        revision: int | None = None,
    ) -> int:
        """Write the number that a browser shows; with `start`, begin the match with these actions. Conflict if this
        draw no longer holds, if the number was shown already, or if not just `shown` others were shown before."""
        ...

    async def void(self, table: int, draw: int, without: Sequence[int] = (), revision: int | None = None) -> int:
        """A draw does not hold: back to the lobby, and all locks are gone. The next goes without these seats."""
        ...

    async def stand(self, table: int, seat: int, guest: str, row: SeatRow, revision: int | None = None) -> int:
        """Empty a seat that `guest` holds in the lobby or while the dice are drawn, which makes that draw void;
        Conflict otherwise."""
        ...

    async def reshape(
        self,
        table: int,
        before: Sequence[SeatRow],
        after: Sequence[SeatRow],
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        """Write all seats of a table in the lobby anew, with `start` and `sheet` as in `sit`; Conflict if they are not
        taken as `before` says."""
        ...

    async def close_table(self, table: int, revision: int | None = None) -> int:
        """A table will never begin; Conflict if it has, or was closed already."""
        ...

    async def append(
        self,
        table: int,
        ply: int,
        actions: Sequence[int],
        results: Sequence[ResultRow] | None = None,
        events: Events = (0, ()),
        timing: str = "",
        revision: int | None = None,
        lease: Lease | None = None,
    ) -> int:
        """Write actions from `ply` on, with the results and the events if they end the match, and with how far the
        clock has come if there is one; Conflict if that ply is taken, or if the lease is not held any more."""
        ...

    async def stand_in(
        self,
        table: int,
        levels: Mapping[int, str],
        events: Events,
        timing: str = "",
        revision: int | None = None,
        lease: Lease | None = None,
        known: int | None = None,
    ) -> int:
        """Write, by seat, the bots that play for their guests (empty: they play themselves) and what happened; an undo
        that was asked for lapses. With `known`, how many events there are, those from the number given on are replaced.
        Conflict if the match does not go on, if other events were written first, or if the lease is not held any more.
        """
        ...

    async def ask_seat(self, table: int, seat_asked: str, revision: int | None = None) -> int:
        """Remember who asks for the seat of a bot, and who was refused. Conflict if the match does not go on."""
        ...

    async def take_over(
        self, table: int, seat: int, row: SeatRow, asked: str, events: Events, timing: str, revision: int | None = None
    ) -> int:
        """Write that a guest has the seat of a bot from now on, and what happened; an undo that was asked for lapses.
        Conflict if the match does not go on, if the seat is no bot's, or if other events were written first."""
        ...

    async def note_events(self, table: int, events: Events, revision: int | None = None) -> int:
        """Write what happened, where nothing else changes with it. Conflict if other events were written first."""
        ...

    async def set_timing(self, table: int, timing: str, revision: int | None = None) -> int:
        """Write how far the clock of a table has come, where that is all there is to write."""
        ...

    async def note_away(self, table: int, since: Mapping[str, int]) -> None:
        """Write since when guests of a table are away; 0: they are there."""
        ...

    async def ask_undo(self, table: int, undo_asked: str, revision: int | None = None) -> int:
        """Remember the undo that was asked for (or, if empty, that none is)."""
        ...

    async def name_watchers(self, table: int, named: bool, revision: int | None = None) -> int:
        """Remember whether those who watch a table are named, or only counted."""
        ...

    async def list_table(self, table: int, listed: bool, revision: int | None = None) -> int:
        """Remember that a table can be found on the first page, or no longer."""
        ...

    async def to_be_found(self, limit: int) -> list[str]:
        """The codes of the tables that wait in the lobby and can be found on the first page, the oldest first."""
        ...

    async def save_lesson(self, lesson: LessonRow, before: str | None = None) -> None:
        """Write a lesson, in the place of what was known of it; Conflict if its content is not as it was `before`
        (empty: if there is one already)."""
        ...

    async def lesson(self, code: str) -> LessonRow | None: ...

    async def lessons(self, since: int) -> list[LessonRow]:
        """The lessons that were opened since then."""
        ...

    async def pulse(self, lightly: bool = False) -> Pulse:
        """Note that a process is there; StoreFailed if a move could not be written now.

        With `lightly` nothing need be written where the store knows without that. Its clock never goes back."""
        ...

    async def name_guest(self, guest: str, name: str) -> None: ...

    async def forget_guests(self, limit: int) -> int:
        """Delete the names of at most so many guests of whom nothing else is kept: no seat, table, lesson or result.
        Returns how many there were."""
        ...

    async def guest_name(self, guest: str) -> str | None: ...

    async def load(self, code: str) -> Saved | None:
        """A table with its seats and actions; None where there is none of this code."""
        ...

    async def since(self, table: int, revision: int, ply: int) -> Since | None:
        """The actions from `ply` on, for whoever knows the table as of this revision; None if something else was
        written too, or the table is gone: then it must be loaded anew."""
        ...

    async def revisions(self, tables: Sequence[int]) -> dict[int, int]:
        """The revisions of these tables; those that are no more are left out."""
        ...

    async def take_lease(self, table: int, holder: str, seconds: float) -> int:
        """Let a process act for the bots and the clock of a table, or go on to, for so long by the store's own clock.

        Returns the number of the lease, which rises whenever it comes to another holder; 0 if another one holds it."""
        ...

    async def drop_leases(self, holder: str, table: int | None = None) -> None:
        """Let go of the lease on a table, or of all this process holds."""
        ...

    async def key(self) -> bytes:
        """What signs the guests' cookies, the same for every process; made when it is first asked for."""
        ...

    async def former_keys(self) -> list[FormerKey]:
        """The keys that signed the guests' cookies before the one that does now."""
        ...

    async def note_device(self, device: DeviceRow) -> None:
        """Write a device; where it is known already, only its kind and when it was seen."""
        ...

    async def devices(self, guest: str) -> list[DeviceRow]:
        """The devices that were noted of a guest, the first one first; those too that were signed out."""
        ...

    async def sign_out(self, guest: str, devices: Sequence[str], at: int) -> None:
        """Remember that these devices of a guest are signed out, whether they were noted or not."""
        ...

    async def signed_out(self, since: int) -> list[tuple[str, str]]:
        """The guest and the device of each that was signed out since then."""
        ...

    async def running(self, guest: str, limit: int = 50) -> list[str]:
        """The codes of a guest's tables that are not over, the one touched last first."""
        ...

    async def untouched(self, since: int, limit: int) -> list[Untouched]:
        """Tables where nothing has happened since then (seconds since 1970), the oldest first."""
        ...

    async def remove(self, table: int, revision: int | None = None) -> None:
        """Remove a table with all that was played; Conflict if something has happened there since this revision. One
        that came to an end leaves its code and its results behind, so that nobody else gets the code and the lists of
        best scores stay as they are; its phase is `gone` then."""
        ...

    async def best_alone(self, game: str, fewest: bool, limit: int = 10) -> list[Best]:
        """The best scores of people who played alone, best first."""
        ...

    async def best_wins(self, game: str, fewest: bool, limit: int = 3) -> list[Best]:
        """For each number of seats from 2 on, the best scores with which people won, best first."""
        ...

    async def wins(self, guest: str, game: str) -> tuple[int, int, int]:
        """How many matches against others a guest has finished, how many of them won, and how many more there were in
        which a bot played for someone."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        ...
