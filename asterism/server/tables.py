"""A table in memory: who sits where, the match, and what waits. All of it can be read back from the store."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from asterism.bots import Bot
from asterism.core.discover import find, names
from asterism.core.fair import Dice, FirstDice, lock_secret, sha
from asterism.core.game import BadInput, Game
from asterism.core.header import NOBODY, OVER
from asterism.core.match import Match
from asterism.store import Saved, SeatRow, TableRow

from . import editions
from .drawn import Drawn
from .messages import Phase, UndoAsked
from .pointing import Pointing, still
from .refusal import Refusal
from .seats import BOT
from .sheet import Drawing, dice_of

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another
CODE_LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as someone typed it: in any case, with spaces and dashes."""
    return "".join(c for c in text.upper() if c not in " -")


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
        return grouped(self.holder(seat) for seat in range(len(self)))

    @cached_property
    def _kept(self) -> dict[str, tuple[int, ...]]:
        return grouped(row.kept for row in self)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people; as many as there are seats where no bot plays."""
        return tuple(i for i, row in enumerate(self) if row.holder != "bot")

    @property
    def free(self) -> list[int]:
        """The seats nobody has taken yet."""
        return [i for i, row in enumerate(self) if row.holder != "bot" and not row.guest]

    def holder(self, seat: int) -> str:
        """Who may act for a seat: a guest, a bot, or nobody (empty)."""
        return f"{BOT}{seat}" if self[seat].holder == "bot" else self[seat].guest

    def held(self, who: str) -> tuple[int, ...]:
        """The seats of a guest or a bot."""
        return self._held.get(who, ())

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


@dataclass(eq=False, repr=False)
class Table:
    """One table. `lock` is held while something is stored.

    What it shows hangs on `row`, `seats`, `match`, `drawing`, `undo_asked` and `pointed`. Each is replaced, never
    changed: readers need no lock, and what was drawn is known to be old."""

    row: TableRow
    seats: Seats
    game: Game
    match: Match | None = None
    began: dict[int, int] = field(default_factory=dict)  # by ply, if it was played in one go with others: the first
    undo_asked: UndoAsked | None = None  # it lapses when the match moves on
    drawing: Drawing = field(default_factory=Drawing)
    pointed: tuple[Pointing, ...] = ()  # where people point; it is not stored
    listed: bool = False  # it can be found on the first page while it waits
    lesson: str = ""  # the code of the lesson it belongs to
    paused: bool = False  # by whoever leads that lesson
    touched: float = 0.0  # when something last happened, seconds since 1970
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)  # when it was last asked for
    infos: Drawn = field(default_factory=Drawn)  # the table and its people, as each of them is told
    scenes: Drawn = field(default_factory=Drawn)  # the match at this moment, as each of them sees it
    bots: dict[int, Bot] = field(default_factory=dict)  # by seat, while the match goes on: what they learnt counts on
    presence_told: asyncio.TimerHandle | None = None  # comings and goings that will be told soon

    def __post_init__(self) -> None:
        self.game = self.game.for_options(self.options)
        self.edition = editions.read(self.game, self.row.numbers)

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
    def options(self) -> dict[str, int]:
        options: dict[str, int] = json.loads(self.row.options)
        return options

    @cached_property
    def commitment(self) -> str:
        """What is shown of the secret before it is."""
        return lock_secret(self.row.secret) if self.row.protocol == 2 else sha(self.row.secret).hex()

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def bot_to_act(self) -> int | None:
        """The seat of the bot whose turn it is, if it is one's."""
        seat = self.match.to_act if self.match else OVER
        return seat if seat >= 0 and self.seats[seat].holder == "bot" else None

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
        if self.phase == "closed":
            raise Refusal("match-over", "this table was closed")
        if self.match is None:
            raise Refusal("not-started", "the match has not started: some seats are still free")
        if self.phase == "over":
            raise Refusal("match-over", "the match is over")
        return self.match

    def adopt(self, match: Match) -> None:
        """Take the match as it is now; an undo that was asked for before has lapsed."""
        if self.match is not None and self.pointed:
            self.pointed = still(self.pointed, self.match, match)
        self.match, self.undo_asked = match, None


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
    options: dict[str, Any] = json.loads(row.options)
    return Match(game, seats=len(seats), dice=dice, edition=editions.read(game, row.numbers), **options)


def cannot_go_on(row: TableRow) -> str:
    """In words, why a table cannot be played on this server: its rules are not here; empty where they are."""
    try:
        here = find(row.game).version
    except BadInput:
        return f"this table plays {row.game}, which this server does not have: the match cannot go on here"
    if row.version == here:
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
    if row.draw or saved.sheets:
        places = len(json.loads(saved.sheets[-1])["contributors"])
        table.drawing = Drawing(tuple(saved.sheets), tuple(saved.nonces.get(place, "") for place in range(places)))
    if row.phase in ("playing", "over"):
        try:
            match = Match.replay(game, len(table.seats), table.options, saved.actions, table.edition)
        except BadInput as problem:
            raise Refusal("not-allowed", f"what is stored of this table does not fit the rules: {problem}") from None
        match.dice = dice_of(row, table.seats, table.drawing) if game.chance else None
        table.adopt(match)
        asked = read_undo(row.undo_asked)
        table.undo_asked = asked if asked and asked.ply == match.ply else None
    table.began = dict(enumerate(saved.began))
    return table
