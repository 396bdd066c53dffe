"""What a client may ask on the socket, as classes; what the server says is in `messages.py`.

A client sends requests, each with an `id` of its choosing. The protocol page and the browser's types are generated from
these classes.
"""

from __future__ import annotations

from typing import Literal

import msgspec

UndoSetting = Literal["never", "free", "ask"]
SeatKind = Literal["me", "here", "elsewhere", "bot"]
Change = Literal["add", "remove", "bot", "free", "start"]
EmoteName = Literal["hello", "well-played", "wow", "oops", "thinking", "thanks", "good-luck", "hurry"]


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every request has."""

    id: int = 0  # echoed in the answer


class Hello(Request, tag="hello", tag_field="type"):
    """Say one's name; answered by `Welcome`. Without it a guest is called Guest and a number.

    It is kept from the first seat on; until then say it again when you come back."""

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
    # when it has run out: a bot plays on for the seat, the seat loses (where two play against each other), or the match
    # ends without a result
    then: Literal["bot", "lose", "end"] = "bot"


class Open(Request, tag="open", tag_field="type"):
    """Open a table; answered by `Opened`, then by a `Scene`. The opener watches it and holds the seats me and here."""

    game: str
    seats: list[SeatPlan]
    commit: str  # the lock of the number for the dice: 64 small hexadecimal digits; once more with it: the same table
    options: dict[str, int] = {}
    edition: str = ""  # one of the game's; empty: the standard one
    undo: UndoSetting = "free"
    hints: bool = True
    patience: int = 300  # seconds that someone may be away, or not move, before the others may let a bot play
    clock: Clock | None = None
    listed: bool = False  # whoever opens the first page finds it there while it waits (`GET /api/open`)


class ListTable(Request, tag="list", tag_field="type"):
    """Let a table that waits be found on the first page, or no longer; only by whoever opened it."""

    table: str
    listed: bool


class NameWatchers(Request, tag="name-watchers", tag_field="type"):
    """Let those who watch a table be named, or only counted; only by whoever opened it. Answered by a `Scene`."""

    table: str
    named: bool


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
    all others are bots, have left, have been away for the table's patience, or have let a bot play for them for so long
    (a minute at least) without coming back to play.

    Before the match begins whoever opened the table closes it so."""

    table: str
    ply: int


class Leave(Request, tag="leave", tag_field="type"):
    """Leave a match that others go on with: from now on a bot plays for one's seats, until one comes back.

    A seat leaves a match at most 40 times; leaving and coming back with nothing played between is told once."""

    table: str
    seats: list[int] = []  # which of one's own; empty: all


class StandIn(Request, tag="stand-in", tag_field="type"):
    """Let a bot play for someone who is away, or does not move, at all of their seats.

    For those who play, once the person has been away for the table's patience; for whoever opened it, at once. Also,
    whether the person is there or not, once they have been to act for that long, and for a minute at least: coming back
    to look gives them a minute more, once. Where there is a clock it decides about those who are there, and by post
    also about those who are away."""

    table: str
    seat: int


class ComeBack(Request, tag="come-back", tag_field="type"):
    """Take one's seats over again from the bots that play for oneself."""

    table: str


class AskSeat(Request, tag="ask-seat", tag_field="type"):
    """Ask to take over the seat of a bot while the match goes on, as someone who has no seat at the table; answered by
    a `Scene`. Whoever opened the table is not asked: the seat is theirs at once."""

    table: str
    seat: int
    name: str = ""


class AnswerSeat(Request, tag="answer-seat", tag_field="type"):
    """Agree that someone takes over the seat of a bot, or not; who asks may withdraw it by a no.

    Whoever opened the table answers; while they are away, those who play. A no holds for the rest of the match."""

    table: str
    seat: int
    name: str  # both as in `TableInfo.seat_asked`
    yes: bool


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

    For those who have a seat in a game of a team. A person points at one place at a time. Only what is on the board is
    a place: what the `view` names (or the `text`, where a game has no page), and the places of one's choices."""

    table: str
    place: str  # that of a choice, or a part of it (between `>` and `/`); empty: at nothing any more


class Rematch(Request, tag="rematch", tag_field="type"):
    """Open the next table with the same people; the others are told its code in `TableInfo.rematch`."""

    table: str
    commit: str


class Advise(Request, tag="advise", tag_field="type"):
    """Ask for the chances of winning; answered by `Advice`. Only where the table allows hints.

    Where other people play, everyone at the table is told the first time someone does: the log has a line `advised`,
    and so has the record."""

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
    hints: bool = False  # pupils play against each other, so nobody is advised unless whoever leads wishes it


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
    Hello | Pair | Open | ListTable | NameWatchers | Watch | Unwatch | Shape | Sit | Stand | Commit | Reveal | Redraw
    | Leave | StandIn | ComeBack | AskSeat | AnswerSeat | Act | Undo | AnswerUndo | Close | Emote | Point | Rematch
    | Advise | AskRolls | OpenLesson | AskLesson | SteerLesson | JoinLesson
)  # fmt: skip
