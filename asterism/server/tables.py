"""A table in memory: who sits where, the match, and what waits. All of it can be read back from the store."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from asterism.bots import Bot
from asterism.core.discover import find, names
from asterism.core.fair import Dice, commitment
from asterism.core.game import BadInput, Game
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.store import Saved, SeatRow, TableRow

from . import editions
from .messages import LogLine, Phase
from .refusal import Refusal
from .seats import BOT

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another
CODE_LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as someone typed it: in any case, with spaces and dashes."""
    return "".join(c for c in text.upper() if c not in " -")


@dataclass(frozen=True)
class Asked:
    """An undo that waits for consent."""

    by: int  # seat
    ply: int  # at which it was asked; it lapses when the match moves on
    waiting: tuple[int, ...]  # seats that have not answered yet

    def text(self) -> str:
        return json.dumps([self.by, self.ply, self.waiting])

    @staticmethod
    def read(text: str) -> Asked | None:
        if not text:
            return None
        by, ply, waiting = json.loads(text)
        return Asked(by, ply, tuple(waiting))


@dataclass(eq=False, repr=False)
class Table:
    """One table. `lock` is held while something is stored; `match` is replaced, never changed, so readers need none."""

    row: TableRow
    seats: list[SeatRow]
    game: Game
    match: Match | None = None  # set by `adopt`
    phase: Phase = "lobby"
    asked: Asked | None = None
    touched: float = 0.0  # when something last happened, seconds since 1970
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)  # when it was last asked for
    logs: dict[int, list[LogLine]] = field(default_factory=dict)  # by whose knowledge they are told
    drawn: dict[object, bytes] = field(default_factory=dict)  # scenes of this moment, encoded
    infos: dict[object, bytes] = field(default_factory=dict)  # what `TableInfo` is to each set of seats, encoded
    holders: dict[str, tuple[int, ...]] = field(default_factory=dict)
    keepers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    persons: list[int] | None = None
    bots: dict[int, Bot] = field(default_factory=dict)  # by seat, while the match goes on: what they learnt counts on
    presence_told: asyncio.TimerHandle | None = None  # comings and goings that will be told soon

    def __post_init__(self) -> None:
        self.game = self.game.for_options(self.options)
        self.edition = editions.read(self.game, self.row.numbers)

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

    @property
    def nonces(self) -> list[str]:
        """The opener's, then those of the others in the order of the seats."""
        return [self.row.nonce, *(seat.nonce for seat in self.seats if seat.nonce)]

    @property
    def dice(self) -> Dice:
        return Dice(self.row.secret, tuple(self.nonces))

    @property
    def commitment(self) -> str:
        return commitment(self.row.secret)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def free(self) -> list[int]:
        """The seats nobody has taken yet."""
        return [i for i, seat in enumerate(self.seats) if seat.kind != "bot" and not seat.guest]

    def held(self, who: str) -> tuple[int, ...]:
        """The seats of a guest or a bot."""
        found = self.holders.get(who)
        if found is None:
            found = self.holders[who] = tuple(i for i in range(len(self.seats)) if self.holder(i) == who)
        return found

    def kept(self, guest: str) -> tuple[int, ...]:
        """The free seats that wait for a guest after a rematch."""
        found = self.keepers.get(guest)
        if found is None:
            rows = enumerate(self.seats)
            found = self.keepers[guest] = tuple(i for i, seat in rows if seat.kept and seat.kept == guest)
        return found

    def holder(self, seat: int) -> str:
        """Who may act for a seat: a guest, a bot, or nobody (empty)."""
        row = self.seats[seat]
        return f"{BOT}{seat}" if row.kind == "bot" else row.guest

    def people(self) -> list[int]:
        """The seats of people; as many as there are seats where no bot plays."""
        if self.persons is None:
            self.persons = [i for i, seat in enumerate(self.seats) if seat.kind != "bot"]
        return self.persons

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
        if self.match is None:
            raise Refusal("not-started", "the match has not started: some seats are still free")
        if self.phase == "over":
            raise Refusal("match-over", "the match is over")
        return self.match

    def adopt(self, match: Match | None) -> None:
        """Take the match as it is now, and forget what was drawn of it before."""
        over = match is not None and match.over
        self.match, self.asked = match, None
        self.phase = "lobby" if match is None else "over" if over else "playing"
        self.drawn.clear()
        if over:
            self.infos.clear()  # the secret is shown now

    def reseated(self) -> None:
        """Forget who sat where, who is here, and how it was told."""
        self.drawn.clear()
        self.infos.clear()
        self.holders.clear()
        self.keepers.clear()
        self.persons = None


def listed(name: str) -> Game:
    """A game that is offered; those that are not (the template) can neither be opened nor asked about."""
    try:
        game = find(name)
    except BadInput as problem:
        raise Refusal("no-game", str(problem)) from None
    if game.name not in names():
        raise Refusal("no-game", f"there is no game {name!r}; there are: {', '.join(names())}")
    return game


def new_match(game: Game, row: TableRow, seats: list[SeatRow], dice: Dice) -> Match:
    """The match at its beginning, with what chance does before the first seat acts."""
    options: dict[str, Any] = json.loads(row.options)
    return Match(game, seats=len(seats), dice=dice, edition=editions.read(game, row.numbers), **options)


def restore(saved: Saved) -> Table:
    """A table as the store has it; the match is played again from its actions."""
    row = saved.table
    try:
        game = find(row.game)
    except BadInput:
        raise Refusal("no-game", f"this table plays {row.game}, which this server does not have") from None
    if row.version != game.version:
        raise Refusal(
            "not-allowed",
            f"this table plays version {row.version} of the rules of {row.game}; this server has {game.version}",
        )
    table = Table(row=row, seats=list(saved.seats), game=game, touched=float(max([row.created, *saved.times[-1:]])))
    if row.phase != "lobby":
        try:
            match = Match.replay(game, len(table.seats), table.options, saved.actions, table.edition)
        except BadInput as problem:
            raise Refusal("not-allowed", f"what is stored of this table does not fit the rules: {problem}") from None
        match.dice = table.dice
        table.adopt(match)
        table.asked = Asked.read(row.asked)
    return table
