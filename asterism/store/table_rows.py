"""The rows of a table: its settings, seats, actions, events and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRow:
    """A seat of a table."""

    holder: str = "guest"  # "guest" or "bot"
    device: str = "own"  # "own": the screen of its guest; "shared": a further person at that screen
    name: str = ""
    level: str = ""  # strength of a bot
    guest: str = ""  # id of the guest who holds it; empty: free, or a bot's
    nonce: str = ""  # the browser's number, in the first dice protocol
    lock: str = ""  # commitment (hash) to the number that its browser reveals for the dice; empty: none yet
    without: bool = False  # the dice are drawn without a number of its browser
    kept: str = ""  # id of the guest it is reserved for, in a rematch
    star: int = 0  # number of the star shown for its player, who keeps it in a rematch
    stand_in: str = ""  # level of the bot that plays in its guest's place; empty: none does
    away: int = 0  # since when its guest is disconnected, seconds since 1970; 0: connected, or not known


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRow:
    """A table: its settings, fixed when it was opened, and its phase."""

    id: int = 0  # primary key, given by the store
    code: str
    game: str
    version: int
    options: str  # JSON
    edition: str = ""  # digest of the edition's numbers; empty: the game has no editions
    title: str = ""  # title of the edition; empty: the one in `numbers`
    numbers: str = field(default="", repr=False)  # the edition as text, stored once for all tables that use it
    undo: str
    hints: bool
    unnamed: bool = False  # spectators are counted, and not named
    patience: int = 300  # seconds a player may be disconnected before the others may decide
    clock: str = ""  # JSON: the time control; empty: none
    timing: str = ""  # JSON: the time used so far
    secret: bytes = field(repr=False)  # seed of the dice
    protocol: int = 2  # of the dice: 2 commit-reveal, 1 of older tables, 0 no dice
    nonce: str = ""  # the opener's number, in the first dice protocol
    draw: int = 0  # number of the valid sheet of the dice, from 1; 0: none
    opener: str  # id of a guest
    opened_with: str = ""  # idempotency key of the request: the same request again opens no second table
    phase: str = "lobby"  # lobby, drawing (the dice), playing or over; closed: never began; gone: removed
    undo_asked: str = ""  # JSON: an undo that waits for consent
    seat_asked: str = ""  # JSON: the guest who asks for a bot's seat, and those refused
    rematch: str = ""  # code of the next table
    created: int = 0  # seconds since 1970, set by the store


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRow:
    """An event at a table that is no action of the match: a player left, came back, or is replaced by a bot."""

    ply: int  # the action of this ply comes after it
    at: int  # seconds since 1970
    what: str
    seat: int
    by: int = -1  # seat that decided it; -1: none
    level: str = ""  # of the bot that plays from then on
    name: str = ""  # of a guest who took over a bot's seat


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """The result of one seat in a finished match."""

    seat: int
    share: float
    score: int | None
    won: bool  # alone or shared; playing solo: reached the goal
    name: str
    guest: str  # empty for a bot
    bot: bool
    counts: bool = True  # in the lists of best scores
    mixed: bool = False  # a bot stood in for someone, at least for a while: such matches are tallied apart


Events = tuple[int, Sequence[EventRow]]  # the number of the first one at its table, and the events


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequences:
    """The rows written together with actions, or with a change of who plays a seat."""

    timing: str = ""  # JSON: the time used so far; empty: there is no clock
    events: Events = (0, ())  # Conflict where the table has not exactly as many as come before the first
    results: Sequence[ResultRow] | None = None  # of a match that ends with it; None: it goes on


@dataclass(frozen=True, kw_only=True, slots=True)
class Saved:
    """All stored rows of a table."""

    table: TableRow
    seats: list[SeatRow]
    actions: list[int] = field(repr=False)  # chance's actions (cards, dice) included
    times: list[int] = field(default_factory=list)  # when each action was written, seconds since 1970
    began: list[int] = field(default_factory=list)  # for each action, the ply of the first one written in the same move
    sheets: list[str] = field(default_factory=list)  # of the dice, in the order they were drawn
    nonces: dict[int, str] = field(default_factory=dict)  # revealed for the valid sheet, by place on it
    events: list[EventRow] = field(default_factory=list)
    listed: bool = False  # public: shown on the first page while it waits for players
    revision: int = 0  # rises with every write to the table except `note_away`


@dataclass(frozen=True, kw_only=True, slots=True)
class Since:
    """The actions added to a table since a revision, where nothing else was written."""

    revision: int
    actions: list[int] = field(repr=False)  # chance's actions (cards, dice) included
    times: list[int]
    began: list[int]
    timing: str
