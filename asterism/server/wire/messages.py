"""What the server says on the socket, as classes; what a client may ask is in `requests.py`.

The server answers every request: with what was asked for, or with `Refused` in words, followed by a fresh `Scene` where
there is a table. Scenes also come unasked, whenever
something happened at a table that the connection watches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from asterism.bots.advice import Kind
from asterism.core.result import Ending

from .requests import EmoteName, SeatKind, UndoSetting

PROTOCOL = 2

Phase = Literal["lobby", "drawing", "playing", "over", "closed"]  # closed: before a match began

RefusedCode = Literal[
    "malformed", "too-large", "too-fast", "no-table", "gone", "other-rules", "no-lesson", "no-game", "bad-options",
    "seat-taken", "not-your-seat", "not-your-turn", "stale", "not-legal", "table-full", "match-over", "not-started",
    "not-allowed", "store-failed", "not-known", "server-failed",
]  # fmt: skip


class Told(msgspec.Struct, kw_only=True):
    """What every message of the server has."""

    id: int = 0  # of the request this answers; 0: unasked


class Welcome(Told, tag="welcome", tag_field="type"):
    """The first message on every connection."""

    protocol: int
    guest: str  # a public number for this guest, not a secret
    name: str
    now: float = 0.0  # seconds since 1970, by the server's clock


class Pairing(Told, tag="pairing", tag_field="type"):
    """Whoever sends this secret to `POST /api/device` becomes the guest who asked for it: it works once."""

    secret: str
    seconds: int  # for which it works


class CodeWaits(Told, tag="code-waits", tag_field="type"):
    """A code that was typed by hand waits, because very many wrong ones came from the same network address. Its answer
    comes by itself; links do not wait. This is no answer."""

    code: str  # as it was asked for
    seconds: int  # that it will take, about


class Paired(Told, tag="paired", tag_field="type"):
    """The second device has come in. Told to the connection that asked for the way."""


class Opened(Told, tag="opened", tag_field="type"):
    """A table was opened (or, for a rematch or in a lesson, is there already); its `Scene` follows."""

    table: str  # its code, as in its address /t/CODE


class Unwatched(Told, tag="unwatched", tag_field="type"):
    """What happens at this table is told on this connection no longer."""

    table: str


class SeatInfo(msgspec.Struct, kw_only=True):
    """One seat of a table, from where the reader sits."""

    kind: SeatKind  # the reader's own seats are me or here, those of other people elsewhere
    name: str  # empty while nobody sits there
    taken: bool
    mine: bool  # held by the guest who reads this; if not taken: kept for them, after a rematch
    present: bool  # its guest is connected now; bots always are
    star: int  # which star stands for whoever sits here, from 0; they keep it in a rematch, where the seats move on
    level: str = ""
    stand_in: str = ""  # the level of the bot that plays for whoever has left or is away; empty: they play themselves
    away: int | None = None  # since when they are not there, seconds since 1970; only while the match goes on
    advised: bool = False  # they have looked at the chances in this match, and others play in it


class NumberInfo(msgspec.Struct, kw_only=True):
    """A number of an edition that is not the standard one's; its words are `number-NAME` and `row-ROW`."""

    row: str  # what it belongs to, a card or the like; empty: to all of the game
    name: str
    item: int  # which of several, from 1; 0: there is only one
    here: int
    standard: int


class EditionInfo(msgspec.Struct, kw_only=True):
    """The numbers that a match is played with."""

    title: str
    digest: str  # says which one it is, whatever it is called
    standard: bool
    differs: list[NumberInfo]  # from the standard one


class DiceInfo(msgspec.Struct, kw_only=True):
    """How the dice of a table are drawn; docs/FAIR.md tells what for."""

    protocol: int  # 2; 1: a match from before, whose host could have chosen the rolls; 0: chance has no part in it
    commitment: str  # the lock of the host's secret
    draws: int = 0  # sheets there have been
    sheet: str = ""  # SHA-256 of the one that holds; empty: none does
    sheets: list[str] = []  # all of them, as they were hashed; until the match begins
    lock: str = ""  # that the reader's browser has given
    waiting: list[int] = []  # seats whose browser is asked for a lock or, while drawing, for its number
    nonces: list[str] = []  # in the order of the sheet's contributors, once all are shown
    secret: str | None = None  # shown when the match is over


class ClockInfo(msgspec.Struct, kw_only=True):
    """The clock of a table, and how far it has come."""

    per: Literal["turn", "match"]
    seconds: int
    then: Literal["bot", "lose", "end"]
    running: int  # the seat whose time runs; -1: nobody's
    since: float  # from when on, seconds since 1970
    left: list[float]  # seconds that each seat had left then; empty before the match begins


class SeatAsked(msgspec.Struct, kw_only=True):
    """Someone without a seat would like to take over the seat of a bot."""

    seat: int
    name: str
    mine: bool  # the reader asks; else the reader answers


class TableInfo(msgspec.Struct, kw_only=True):
    """A table, its settings and who sits there."""

    code: str
    token: str = ""  # links lead to `/t/CODE-TOKEN`: the part that cannot be guessed; empty in a replay of a record
    game: str
    version: int
    options: dict[str, int]
    edition: EditionInfo | None  # of games that have editions
    secrets: bool  # the seats do not all see the same
    phase: Phase
    opener: bool = False  # the reader opened this table, and may shape it
    seats: list[SeatInfo]
    undo: UndoSetting
    hints: bool
    patience: int = 300  # seconds after which the others decide about someone who is away, or does not move
    clock: ClockInfo | None = None
    dice: DiceInfo
    rematch: str | None = None  # the code of the next table
    watchers: int = 0  # spectators connected now
    watching: list[str] = []  # the names of some of them
    unnamed: bool = False  # whoever opened the table has them counted, and not named
    listed: bool = False  # it can be found on the first page while it waits
    lesson: str = ""  # the code of the lesson it belongs to
    may_ask_seat: bool = False  # the reader may ask for the seat of a bot
    seat_asked: SeatAsked | None = None  # told to the one who asks and to those who answer
    paused: bool = False  # nobody moves, until whoever leads the lesson lets them


class Choice(msgspec.Struct, kw_only=True):
    """A legal action: its words in the game's Fluent files (part `choice`) and the place to click."""

    action: int
    words: str
    args: Mapping[str, int | str]
    place: str


class LogLine(msgspec.Struct, kw_only=True):
    """What happened at a ply, in the game or at the table; the argument `who` is a seat.

    Lines of the table: `took-back` (who, moves), which stays when the moves it took back are gone; `left`, `bot-plays`,
    `let-bot-play` (whom: those who decided it), `came-back` and `ended` tell of comings and goings, `time-up` and
    `time-up-bot` of the clock, `advised` that someone looks at the chances,
    `took-over` (name) that someone has the seat of a bot from then on."""

    ply: int
    actor: int  # a seat, or -1: chance
    words: str  # a message of the game's Fluent files, or one of the table's
    args: Mapping[str, int | str]
    of: Literal["game", "table"] = "game"  # whose words they are
    bot: bool = False  # what `who` did was done by a bot that played for them


class UndoAsked(msgspec.Struct, kw_only=True):
    """Someone would like to take something back and waits for the others; the next action ends the waiting."""

    by: int  # seat
    ply: int  # at which it was asked
    waiting: list[int]  # seats that have not answered yet


class Pointed(msgspec.Struct, frozen=True, kw_only=True):
    """Where someone of a team points: in this turn and the next, until something is done there or they take it back.

    A turn ends when another seat is to act."""

    seat: int
    place: str


class Outcome(msgspec.Struct, kw_only=True):
    """How a match ended."""

    ending: Ending  # alone, won by one, shared by several, drawn, lost by all; or won or lost by the team
    winners: list[int]  # seats
    shares: list[float]  # what each seat got, 0 to 1
    scores: list[int] | None  # for games that keep best scores
    words: str  # how it came, in the game's Fluent files; empty: the game does not say
    args: dict[str, int | str]
    of: Literal["game", "table"] = "game"  # whose words they are


class Scene(Told, tag="scene", tag_field="type"):
    """The whole of a table as one connection may see it."""

    table: TableInfo
    ply: int
    to_act: int  # a seat; -1 chance; -2 over (and in the lobby)
    seat: int  # whose knowledge this is; -3: a spectator's
    view: Mapping[str, Any] | None  # what the game's page draws; None in the lobby
    text: str | None  # the board as text, if `Watch.plain`
    choices: list[Choice]  # of the seat to act, if this guest holds it
    since: int  # the log below is everything from this ply on; a client that has less asks again with `Watch`
    log: list[LogLine]  # of a very long match: of its last plies
    may_undo: bool
    undo_asked: UndoAsked | None
    pointed: list[Pointed]  # where people of a team point
    outcome: Outcome | None  # once the match is over; None also if it was broken off
    overdue: int = 0  # from when on the others may let a bot play for the seat to act, though they are there; 0: never
    rolled: int = 0  # how often chance has acted so far, what was taken back included
    heard: list[tuple[int, int]] = []  # (number of the roll, outcome), of those from `since` on that the reader heard


class UndoRefused(Told, tag="undo-refused", tag_field="type"):
    """Someone did not agree to what an undo would take back: it stands. Told to everyone who has a seat."""

    table: str
    ply: int  # at which it was asked
    by: int  # the seat that had asked
    who: int  # the seat that said no


class Emoted(Told, tag="emoted", tag_field="type"):
    """Someone at a table made a gesture."""

    table: str
    seat: int  # -3: a spectator
    name: str
    emote: EmoteName


class ActionAdvice(msgspec.Struct, kw_only=True):
    """What one legal action is worth."""

    action: int
    value: float  # the chance of winning after it; alone, the turns or points to expect; of a team, its share
    points: float | None  # what the seat (or the team) will have scored at the end, where that is counted


class Advice(Told, tag="advice", tag_field="type"):
    """Chances as the strongest bot knows them, for the seat that asks."""

    table: str
    ply: int
    exact: bool
    kind: Kind  # what the values are: chances, each seat's or the team's; alone, turns to take or points to make
    seats: list[float]  # for each seat, if the one to act does what is best
    points: list[float] | None  # what each seat will have scored at the end, where that is counted
    actions: list[ActionAdvice]  # best first; empty if it is not this guest's turn


class Roll(msgspec.Struct, kw_only=True):
    """One outcome of chance: its words in the game's Fluent files, and how often it came."""

    words: str
    args: dict[str, int | str]
    came: int
    expected: float  # how often it was to be expected


class Rolls(Told, tag="rolled", tag_field="type"):
    """What came and what was to be expected, of the rolls that the reader has heard and can know the odds of."""

    table: str
    rolls: list[Roll]


class Refused(Told, tag="refused", tag_field="type"):
    """A request that was not carried out, and why. Nothing was changed."""

    code: RefusedCode
    text: str


class Trouble(Told, tag="trouble", tag_field="type"):
    """Play pauses for everyone, and goes on by itself: whoever is told so need do nothing. It is not an answer."""

    why: Literal["", "store-away"]  # empty: it is over


class BotsBusy(Told, tag="bots-busy", tag_field="type"):
    """The bot to act waits before it can think, because very many do. It moves as soon as it can: this is no answer."""

    table: str
    ply: int


class LessonOpened(Told, tag="lesson-opened", tag_field="type"):
    """All tables of a lesson are open."""

    lesson: str  # its code, for everyone; as in its address /lesson/CODE
    token: str  # links lead to `/lesson/CODE-TOKEN`: the part that cannot be guessed
    secret: str  # for whoever leads it, and nobody else; it is told only here


class LessonSeat(msgspec.Struct, kw_only=True):
    """A seat at a table of a lesson."""

    name: str  # empty while nobody sits there
    bot: bool
    taken: bool
    present: bool  # connected to the table now; bots always are
    star: int
    score: int | None  # so far, where that is counted and no secret


class LessonTable(msgspec.Struct, kw_only=True):
    """A table of a lesson, at a glance."""

    table: str
    token: str  # of its links
    phase: Phase
    paused: bool
    seats: list[LessonSeat]
    to_act: int  # a seat; -2 if none is
    ply: int
    last: LogLine | None  # what happened last, while the match goes on
    winners: list[int]  # seats, once it is over
    quiet: int  # seconds since anything happened


class LessonScene(Told, tag="lesson-scene", tag_field="type"):
    """All tables of a lesson as they are now."""

    lesson: str
    token: str  # of its links
    game: str
    over: bool  # nobody can come any more
    tables: list[LessonTable]


Answered = (
    Welcome | Pairing | Paired | Opened | Unwatched | Scene | UndoRefused | Emoted | Advice | Rolls | Trouble
    | BotsBusy | CodeWaits | LessonOpened | LessonScene | Refused
)  # fmt: skip
