"""Every message on the socket, as classes. The protocol page and the browser's types are generated from this file.

A client sends requests, each with an `id` of its choosing; the server answers every one of them: with what was asked
for, or with `Refused` in words, followed by a fresh `Scene` where there is a table. Scenes also come unasked, whenever
something happened at a table that the connection watches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from asterism.bots.advice import Kind
from asterism.core.result import Ending

PROTOCOL = 2

UndoSetting = Literal["never", "free", "ask"]
SeatKind = Literal["me", "here", "elsewhere", "bot"]
Phase = Literal["lobby", "drawing", "playing", "over", "closed"]  # closed: before a match began
Change = Literal["add", "remove", "bot", "free", "start"]
EmoteName = Literal["hello", "well-played", "wow", "oops", "thinking", "thanks", "good-luck", "hurry"]

RefusedCode = Literal[
    "malformed", "too-large", "too-fast", "no-table", "gone", "other-rules", "no-lesson", "no-game", "bad-options",
    "seat-taken", "not-your-seat", "not-your-turn", "stale", "not-legal", "table-full", "match-over", "not-started",
    "not-allowed", "store-failed", "server-failed",
]  # fmt: skip


# What a client may ask


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every request has."""

    id: int = 0  # echoed in the answer


class Hello(Request, tag="hello", tag_field="type"):
    """Say one's name; answered by `Welcome`. Without it a guest is called Guest and a number."""

    name: str | None = None


class SeatPlan(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How a seat will be filled."""

    kind: SeatKind
    name: str = ""  # of someone here (on this device)
    level: str = ""  # of a bot


class Clock(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A clock for the people of a table, each in their own turns; bots need none."""

    per: Literal["turn", "match"]  # so much for each turn, or for all turns of a seat together
    seconds: int  # for play by post: days of them
    then: Literal["bot", "end"] = "bot"  # when it has run out: a bot plays on for the seat, or the match ends


class Open(Request, tag="open", tag_field="type"):
    """Open a table; answered by `Opened`, then by a `Scene`. The opener watches it and holds the seats me and here."""

    game: str
    seats: list[SeatPlan]
    commit: str  # the lock of the number for the dice: 64 small hexadecimal digits; once more with it: the same table
    options: dict[str, int] = {}
    edition: str = ""  # one of the game's; empty: the standard one
    undo: UndoSetting = "free"
    hints: bool = True
    patience: int = 300  # seconds that someone may be away before the others may let a bot play, or end the match
    clock: Clock | None = None
    listed: bool = False  # whoever opens the first page finds it there while it waits (`GET /api/open`)


class ListTable(Request, tag="list", tag_field="type"):
    """Let a table that waits be found on the first page, or no longer; only by whoever opened it."""

    table: str
    listed: bool


class Watch(Request, tag="watch", tag_field="type"):
    """Follow a table; answered by a `Scene` with the whole log. Sent again after a reconnection."""

    table: str
    plain: bool = False  # also send the board as text, for games without a page


class Unwatch(Request, tag="unwatch", tag_field="type"):
    """Follow a table no longer; answered by `Unwatched`. To whoever does not follow it, it changes nothing."""

    table: str


class Shape(Request, tag="shape", tag_field="type"):
    """Change the seats of a table in the lobby, as whoever opened it may; answered by a `Scene`.

    `add` a free seat; `remove` one where nobody sits; put a `bot` there; make one `free` again, a bot's or a person's;
    or `start` now, with bots in all free seats. Where every seat is taken then, the dice are drawn."""

    table: str
    change: Change
    seat: int = -1  # which one; with `add` and `start`: none
    level: str = ""  # of the bots, with `bot` and `start`
    names: list[str] = []  # for the bots, in order; without: Bot


class Sit(Request, tag="sit", tag_field="type"):
    """Take a free seat at a table in the lobby; with the last one the dice are drawn. Once more: changes nothing.

    Whoever sits already takes another one for someone beside them, on the same device."""

    table: str
    seat: int
    commit: str
    name: str = ""


class Stand(Request, tag="stand", tag_field="type"):
    """Give a seat up before the match begins; the opener may also free one that is kept for someone."""

    table: str
    seat: int


class Commit(Request, tag="commit", tag_field="type"):
    """Give a lock anew, for the next sheet: where one is missing, or where the number behind it was lost."""

    table: str
    commit: str


class Reveal(Request, tag="reveal", tag_field="type"):
    """Show the number behind one's lock, having read the sheet. With the last one the match begins."""

    table: str
    sheet: str  # its SHA-256
    nonce: str  # 64 small hexadecimal digits


class Redraw(Request, tag="redraw", tag_field="type"):
    """Make this draw void, and draw without the browsers of these seats: of people who are away, or do not answer."""

    table: str
    draw: int
    without: list[int]


class Close(Request, tag="close", tag_field="type"):
    """Break a match off: it has no result, and the secret of its dice is shown. Only where no one else waits for it:
    all others are bots, have left, or have been away for the table's patience.

    Before the match begins whoever opened the table closes it so."""

    table: str
    ply: int


class Leave(Request, tag="leave", tag_field="type"):
    """Leave a match that others go on with: from now on a bot plays for one's seats, until one comes back."""

    table: str
    seats: list[int] = []  # which of one's own; empty: all


class StandIn(Request, tag="stand-in", tag_field="type"):
    """Let a bot play for someone who is away, at all of their seats.

    For those who play, once the person has been away for the table's patience; for whoever opened it, at once."""

    table: str
    seat: int


class ComeBack(Request, tag="come-back", tag_field="type"):
    """Take one's seats over again from the bots that play for oneself."""

    table: str


class Act(Request, tag="act", tag_field="type"):
    """Play an action, looking at the match as it was at `ply`; or several of one seat, all of them or none."""

    table: str
    ply: int
    action: int
    then: list[int] = []  # what the same seat plays after it; not beyond chance, nor beyond what tells a secret


class Undo(Request, tag="undo", tag_field="type"):
    """Take back one's last `Act` (`free`: if nothing was rolled, revealed or learnt since; else others are asked)."""

    table: str
    ply: int


class AnswerUndo(Request, tag="answer", tag_field="type"):
    """Agree or not to the undo that was asked for at this ply; who asked may withdraw it by a no."""

    table: str
    ply: int
    yes: bool


class Emote(Request, tag="emote", tag_field="type"):
    """One of a fixed set: there is no free text."""

    table: str
    emote: EmoteName


class Point(Request, tag="point", tag_field="type"):
    """Point at a place of the board, for one's team to see ("shall we?"); answered by a `Scene`.

    For those who have a seat in a game of a team. A person points at one place at a time."""

    table: str
    place: str  # that of a choice, or a part of it (between `>` and `/`); empty: at nothing any more


class Rematch(Request, tag="rematch", tag_field="type"):
    """Open the next table with the same people; the others are told its code in `TableInfo.rematch`."""

    table: str
    commit: str


class Advise(Request, tag="advise", tag_field="type"):
    """Ask for the chances of winning; answered by `Advice`. Only where the table allows hints."""

    table: str


class AskRolls(Request, tag="rolls", tag_field="type"):
    """Ask how often each outcome of chance came and how often it was to be expected; answered by `Rolls`."""

    table: str


class Pair(Request, tag="pair", tag_field="type"):
    """Ask for a way in for a second device of one's own; answered by `Pairing`. The one asked for before is void."""


class OpenLesson(Request, tag="open-lesson", tag_field="type"):
    """Open many tables of a game under one code; answered by `LessonOpened`."""

    game: str
    tables: int
    seats: int  # at each of them, all free
    options: dict[str, int] = {}
    edition: str = ""
    undo: UndoSetting = "free"
    hints: bool = True


class AskLesson(Request, tag="lesson", tag_field="type"):
    """How far the tables of a lesson are; answered by `LessonScene`, to whoever has its secret."""

    lesson: str
    secret: str


class SteerLesson(Request, tag="steer-lesson", tag_field="type"):
    """Do something with the tables of a lesson; answered by `LessonScene`, to whoever has its secret.

    `pause` them (nobody moves there) or `go-on`; `fill` free seats with bots where someone waits; `add` a table;
    `close` them, which breaks off what is played. Closed without naming tables, the lesson is over."""

    lesson: str
    secret: str
    do: Literal["pause", "go-on", "fill", "add", "close"]
    tables: list[str] = []  # which; none: all
    level: str = ""  # of the bots
    names: list[str] = []  # for the bots of a table, in order


class JoinLesson(Request, tag="join-lesson", tag_field="type"):
    """Be led to a free seat of a lesson, or back to the one that one has; answered by `Opened`, then by a `Scene`."""

    lesson: str
    commit: str
    name: str = ""


Asked = (
    Hello | Pair | Open | ListTable | Watch | Unwatch | Shape | Sit | Stand | Commit | Reveal | Redraw | Leave | StandIn
    | ComeBack | Act | Undo | AnswerUndo | Close | Emote | Point | Rematch | Advise | AskRolls | OpenLesson | AskLesson
    | SteerLesson | JoinLesson
)  # fmt: skip


# What the server says


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
    then: Literal["bot", "end"]
    running: int  # the seat whose time runs; -1: nobody's
    since: float  # from when on, seconds since 1970
    left: list[float]  # seconds that each seat had left then; empty before the match begins


class TableInfo(msgspec.Struct, kw_only=True):
    """A table, its settings and who sits there."""

    code: str
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
    patience: int = 300  # seconds after which the others decide about someone who is away
    clock: ClockInfo | None = None
    dice: DiceInfo
    rematch: str | None = None  # the code of the next table
    watchers: int = 0  # spectators connected now
    watching: list[str] = []  # the names of some of them
    listed: bool = False  # it can be found on the first page while it waits
    lesson: str = ""  # the code of the lesson it belongs to
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
    `time-up-bot` of the clock."""

    ply: int
    actor: int  # a seat, or -1: chance
    words: str  # a message of the game's Fluent files, or one of the table's
    args: Mapping[str, int | str]
    of: Literal["game", "table"] = "game"  # whose words they are


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
    log: list[LogLine]
    may_undo: bool
    undo_asked: UndoAsked | None
    pointed: list[Pointed]  # where people of a team point
    outcome: Outcome | None  # once the match is over; None also if it was broken off
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


class LessonOpened(Told, tag="lesson-opened", tag_field="type"):
    """All tables of a lesson are open."""

    lesson: str  # its code, for everyone; as in its address /lesson/CODE
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
    game: str
    over: bool  # nobody can come any more
    tables: list[LessonTable]


Answered = (
    Welcome | Pairing | Paired | Opened | Unwatched | Scene | UndoRefused | Emoted | Advice | Rolls | LessonOpened
    | LessonScene | Refused
)  # fmt: skip
