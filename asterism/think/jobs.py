"""The jobs of worker processes: a bot's choice, advice, the review of a match.

A job carries the match as its actions, so that any process with the same rules can do it; a bot is then given what its
seat sees and has seen and heard, and the legal actions, nothing else, as everywhere.
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
from asterism.bots.advice import Evaluation
from asterism.bots.review import MatchReview, review
from asterism.core import edition
from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.core.match import Match

BOTS_KEPT = 256  # in a process, since bots use what they learnt in earlier turns


class MatchPosition(msgspec.Struct, kw_only=True, frozen=True):
    """A match as its actions so far."""

    game: str
    version: int
    seats: int
    options: dict[str, int]
    title: str  # of the edition
    numbers: dict[str, int]
    actions: list[int]


class ChooseJob(msgspec.Struct, kw_only=True, frozen=True, tag="choose"):
    """A bot's choice; the answer is an action."""

    position: MatchPosition
    bot: str  # id of the bot, by which a worker keeps it for its next turn
    seat: int
    level: str
    pointed: list[str]  # where people of its team point on the board


class AdviseJob(msgspec.Struct, kw_only=True, frozen=True, tag="advise"):
    """Advice for a seat; the answer is null where the game has none."""

    position: MatchPosition
    seat: int


class ReviewJob(msgspec.Struct, kw_only=True, frozen=True, tag="judge"):
    """The review of a match: which choices cost most."""

    position: MatchPosition


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The answer to a job that failed; the server then does it itself."""

    why: str


Job = ChooseJob | AdviseJob | ReviewJob
Rank = Literal["bots", "people", "alone"]  # a bot that people wait for; a question of people; a table of bots alone
encode = msgspec.json.encode
read_job: Callable[[bytes], Job] = msgspec.json.Decoder(Job).decode
read_action: Callable[[bytes], int] = msgspec.json.Decoder(int).decode
read_advice: Callable[[bytes], Evaluation | None] = msgspec.json.Decoder(Evaluation | None).decode
read_review: Callable[[bytes], MatchReview] = msgspec.json.Decoder(MatchReview).decode


class NoWorkers(Exception):
    """No worker process is there: the caller must do the job itself."""


class Busy(Exception):
    """The queue is full."""


class WorkerPool(Protocol):
    """The worker processes, as a server uses them."""

    async def ask(self, job: Job, rank: Rank, owner: str) -> bytes:
        """The answer to a job, charged to `owner`; raises NoWorkers or Busy."""
        ...

    def wait_for(self, job: Job, rank: Rank, owner: str, step: Callable[[], None]) -> bytes:
        """The answer to a job, for a thread; `step` is called now and then, and may raise to cancel the job."""
        ...

    async def counts(self) -> tuple[float, float]:
        """The number of waiting jobs, and of worker processes."""
        ...

    async def close(self) -> None: ...


def position_of(match: Match) -> MatchPosition:
    """A match for a job; `match_of` is the inverse."""
    return MatchPosition(
        game=match.game.name,
        version=match.game.version,
        seats=match.seats,
        options=dict(match.options),
        title=match.edition.title,
        numbers=dict(match.edition.numbers),
        actions=list(match.actions),
    )


def match_of(position: MatchPosition) -> Match:
    """The match, replayed; BadInput where this process has another version of the rules."""
    game = find(position.game)
    if game.version != position.version:
        raise BadInput(f"here are the rules of {game.name} in version {game.version}, not {position.version}")
    made = edition.check(game, position.title, position.numbers) if position.numbers else None
    return Match.replay(game, position.seats, position.options, position.actions, made)


@dataclass(frozen=True)
class KeptBot:
    """A bot with a lock, so that a job that was taken twice does not enter it twice."""

    bot: Bot
    pointed: list[str]
    turn: Lock = field(default_factory=Lock)


class JobRunner:
    """Does jobs, on any number of threads."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str], KeptBot] = OrderedDict()
        self._lock = Lock()

    def do(self, job: Job, step: Callable[[], None] = lambda: None) -> bytes:
        """The answer to a job; `step` is called now and then, and may raise to cancel it."""
        match = match_of(job.position)
        if isinstance(job, ChooseJob):
            return encode(self._choose(job, match))
        if isinstance(job, AdviseJob):
            return encode(bots.advice(match.game, match.seen(job.seat), job.seat, match.past(job.seat), step))
        return encode(review(match, step=step))

    def _choose(self, job: ChooseJob, match: Match) -> int:
        kept = self._kept(job, match)
        with kept.turn:
            kept.pointed[:] = job.pointed
            return int(kept.bot.choose(match.seen(job.seat), match.legal(), match.past(job.seat)))

    def _kept(self, job: ChooseJob, match: Match) -> KeptBot:
        with self._lock:
            key = (job.bot, job.level)
            if key not in self._bots:
                pointed: list[str] = []
                self._bots[key] = KeptBot(bots.bot(match.game, job.level, None, lambda: pointed), pointed)
            self._bots.move_to_end(key)
            if len(self._bots) > BOTS_KEPT:
                self._bots.popitem(last=False)
            return self._bots[key]
