"""What can be asked of those who think: a bot's choice, advice, the review of a match.

A job carries the match as its actions, so that any process with the same rules can think about it; a bot is then given
what its seat sees and has seen and heard, the legal actions, nothing else, as everywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, Protocol

import msgspec

from asterism import bots
from asterism.bots import Bot
from asterism.bots.advice import Advice
from asterism.bots.review import Review, review
from asterism.core import edition
from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.core.match import Match

BOTS_KEPT = 256  # in a process: what they learnt in earlier turns counts on


class Position(msgspec.Struct, kw_only=True, frozen=True):
    """A match, as far as it has come."""

    game: str
    version: int
    seats: int
    options: dict[str, int]
    title: str  # of the edition
    numbers: dict[str, int]
    actions: list[int]


class Choose(msgspec.Struct, kw_only=True, frozen=True, tag="choose"):
    """What a bot does; answered by an action."""

    position: Position
    bot: str  # which one, of all that there are
    seat: int
    level: str
    pointed: list[str]  # where people of its team point


class Advise(msgspec.Struct, kw_only=True, frozen=True, tag="advise"):
    """What a seat can expect; answered by an advice, or by none where there is none for the game."""

    position: Position
    seat: int


class Judge(msgspec.Struct, kw_only=True, frozen=True, tag="judge"):
    """Which choices of a match cost most; answered by a review."""

    position: Position


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The answer to a job that cannot be done; whoever asked thinks themselves then."""

    why: str


Job = Choose | Advise | Judge
Rank = Literal["bots", "people", "alone"]  # a bot that people wait for, what people asked, bots among themselves
encode = msgspec.json.encode
read_job: Callable[[bytes], Job] = msgspec.json.Decoder(Job).decode
read_action: Callable[[bytes], int] = msgspec.json.Decoder(int).decode
read_advice: Callable[[bytes], Advice | None] = msgspec.json.Decoder(Advice | None).decode
read_review: Callable[[bytes], Review] = msgspec.json.Decoder(Review).decode


class NoWorkers(Exception):
    """Nobody thinks elsewhere just now: whoever asked must do it."""


class Busy(Exception):
    """So much waits to be thought about that no more is taken."""


class Elsewhere(Protocol):
    """Where jobs can be left."""

    async def ask(self, job: Job, rank: Rank, who: str) -> bytes:
        """The answer to a job of `who`; NoWorkers or Busy if there is none."""
        ...

    def wait_for(self, job: Job, rank: Rank, who: str, step: Callable[[], None]) -> bytes:
        """The same on a thread; `step` is called now and then, and may raise to end it."""
        ...

    async def counts(self) -> tuple[float, float]:
        """How many jobs wait, and how many processes are there to think."""
        ...

    async def close(self) -> None: ...


def position_of(match: Match) -> Position:
    return Position(
        game=match.game.name,
        version=match.game.version,
        seats=match.seats,
        options=dict(match.options),
        title=match.edition.title,
        numbers=dict(match.edition.numbers),
        actions=list(match.actions),
    )


def match_of(position: Position) -> Match:
    """The match played again; BadInput where this process has other rules."""
    game = find(position.game)
    if game.version != position.version:
        raise BadInput(f"here are the rules of {game.name} in version {game.version}, not {position.version}")
    made = edition.check(game, position.title, position.numbers) if position.numbers else None
    return Match.replay(game, position.seats, position.options, position.actions, made)


@dataclass(frozen=True)
class Kept:
    """A bot that thinks about one thing at a time: a job that was given away twice would find it in the middle."""

    bot: Bot
    pointed: list[str]
    turn: Lock = field(default_factory=Lock)


class Mind:
    """Does jobs, on any number of threads."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._lock = Lock()

    def do(self, job: Job, step: Callable[[], None] = lambda: None) -> bytes:
        """The answer; `step` is called now and then, and may raise to end it."""
        match = match_of(job.position)
        if isinstance(job, Choose):
            return encode(self._choose(job, match))
        if isinstance(job, Advise):
            return encode(bots.advice(match.game, match.seen(job.seat), job.seat, match.past(job.seat), step))
        return encode(review(match, step=step))

    def _choose(self, job: Choose, match: Match) -> int:
        kept = self._kept(job, match)
        with kept.turn:
            kept.pointed[:] = job.pointed
            return int(kept.bot.choose(match.seen(job.seat), match.legal(), match.past(job.seat)))

    def _kept(self, job: Choose, match: Match) -> Kept:
        with self._lock:
            key = (job.bot, job.level)
            if key not in self._bots:
                pointed: list[str] = []
                self._bots[key] = Kept(bots.bot(match.game, job.level, None, lambda: pointed), pointed)
            self._bots.move_to_end(key)
            if len(self._bots) > BOTS_KEPT:
                self._bots.popitem(last=False)
            return self._bots[key]
