"""Where matches of a setting are played: compiled players in one kernel, others move by move through a `Match`."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from asterism.bots import Bot
from asterism.bots.plans import plans
from asterism.core.discover import find
from asterism.core.edition import Edition, check, fill, standard
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.core.rng import random_below
from asterism.solve import compiled

from .batch import Batch, Rows, Setting, blank, seeds
from .kernels import arena, nothing
from .marks import marker_of, names_of
from .players import Entrant, entrant
from .starts import start_named

LONGEST = 20_000  # actions of one match, chance included
LINE = 64  # bytes of a cache line
MOST_ROUNDS = 4_096  # after which nobody notes any more who led
NOTED = 4  # of so many deals between compiled players, one has it noted who led: it takes as long as all else


@cache
def kernel_of(game: Game, plain: bool, plays_plans: bool, looks_up: Any) -> ModuleType:
    """The arena bound to a game, to its plans if there are any who play them, and to a table if someone reads it."""
    weigh = nothing.no_plan
    if plays_plans:
        for number, plan in enumerate(plans(game).values()):
            link = game.bound("asterism.lab.kernels.plan_chain", NUMBER=number, plan=plan, before=weigh)
            weigh = link.weigh_by_plan
    return game.bound(
        "asterism.lab.kernels.arena",
        weigh_by_plan=weigh,
        choose_by_table=looks_up or nothing.no_table,
        mark=marker_of(game),
        MARKS=bool(names_of(game)),
        PLAIN=plain,
        LEADS=game.has["score"] and not game.team and game.best == "most",
    )


class Stage:
    """All that the matches of a setting need, made once; one thread at a time."""

    def __init__(self, setting: Setting) -> None:
        game, self.setting = find(setting.game), setting
        self.game = game.for_options(setting.options)
        self.edition = edition_of(game, setting)
        self.start = self.game.new(setting.seats, setting.options, lambda s: fill(game, s, self.edition))
        if setting.start:
            start_named(game, setting.start)[1](self.start[0])
        self.entrants = [entrant(game, name, setting.seats, setting.options) for name in setting.players]
        ways = {one.way for one in self.entrants}
        table = compiled(self.game, setting.seats, setting.options) if arena.TABLED in ways else None
        plain = all(one.plain for one in self.entrants)
        self.kernel = kernel_of(self.game, plain, arena.PLANNED in ways, table.choose if table else None)
        self.table = table.tables if table else 0
        self.players = players_of(game, setting, self.entrants)
        self.group = setting.groups.array
        self.room = room_of(self.game, setting.seats)

    def play(self, rows: Rows) -> None:
        """Play the matches of blank rows, and fill them."""
        if all(one.compiled for one in self.entrants):
            self._play_compiled(rows)
        else:
            for row in range(len(rows)):
                self._play_asked(rows, row)

    def _play_compiled(self, rows: Rows) -> None:
        self.kernel.play_matches(
            self.start,
            *seeds(self.setting, rows.match),
            rows.seating,
            self.players,
            self.group,
            kept(rows),
            self.room,
            self.table,
            LONGEST,
            (rows.match // self.setting.rotations % NOTED == 0).astype(np.int8),
        )

    def _play_asked(self, rows: Rows, row: int) -> None:
        """One match, move by move; those who are compiled choose as they do in the kernel."""
        setting, seats, kernel, room = self.setting, self.setting.seats, self.kernel, self.room
        luck = Luck(self, int(rows.match[row]))
        match = Match(self.game, seats=seats, dice=luck, edition=self.edition, **setting.options)
        sitting = rows.seating[row].tolist()
        bots = [
            None if one.compiled else one.bot(self.game, seed_from(room.minds[seat : seat + 1]))
            for seat, one in enumerate(self.entrants[number] for number in sitting)
        ]
        length = turns = rounds = 0
        first = -1
        while not match.over and len(match.actions) < LONGEST:
            seat = match.to_act
            if seat != luck.last:
                if seat == first:
                    if rounds < MOST_ROUNDS:
                        room.leaders[rounds] = kernel.who_leads(match.states)
                    rounds += 1
                first = seat if first < 0 else first
                turns += 1
                luck.begin_turn(seat)
            bot = bots[seat]
            if bot is None:
                action = int(
                    kernel.next_choice(match.states, seat, sitting[seat], self.players, self.group, room, self.table)
                )
            else:
                action = self._asked(bot, match, sitting[seat])
            kernel.note_marks(match.states, kept(rows), row)
            rows.used[row, seat, self.group[action]] += 1
            match.play(action)
            length += 1
        counts = (length, len(match.actions) - length, turns, rounds, first)
        kernel.note_end(match.states, kept(rows), row, room, counts)

    def _asked(self, bot: Bot, match: Match, player: int) -> int:
        """What a bot chooses of what it may, unless it slips."""
        legal, slip = match.legal(), self.players.slip[player]
        allowed = [action for action in legal if not self.players.barred[player, self.group[action]]] or legal
        stream = self.room.minds[match.to_act : match.to_act + 1]
        if slip and random_below(stream, arena.SLIPS) < slip:
            return allowed[int(random_below(stream, len(allowed)))]
        return bot.choose(match.seen(), allowed, match.past())


class Luck:
    """Lets chance act in the match of a number by the streams of the arena: each seat and turn has luck of its own."""

    def __init__(self, stage: Stage, number: int) -> None:
        self._kernel, self._room, self.last = stage.kernel, stage.room, -1
        stage.kernel.begin(*seeds(stage.setting, np.array([number])), stage.room, stage.setting.seats)

    def begin_turn(self, seat: int) -> None:
        self._kernel.turn(self._room, seat)
        self.last = seat

    def roll(self, ply: int, number: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        lot = int(random_below(self._room.luck, sum(weights)))
        for outcome, weight in zip(outcomes, weights, strict=True):
            lot -= weight
            if lot < 0:
                return outcome
        raise AssertionError("a lot is below the sum of all weights")


def seed_from(stream: Any) -> int:
    """A seed for a bot, from the stream of its seat's choices."""
    return int(random_below(stream, 1 << 30)) << 30 | int(random_below(stream, 1 << 30))


def edition_of(game: Game, setting: Setting) -> Edition:
    return check(game, "measured", setting.edition) if setting.edition else standard(game)


def players_of(game: Game, setting: Setting, entrants: Sequence[Entrant]) -> arena.Players:
    """Who plays, as the kernel reads it."""
    count = len(entrants)
    barred = np.zeros((count, len(setting.groups.names)), np.int8)
    for number, one in enumerate(entrants):
        for name in one.without:
            barred[number, setting.groups.named(game, name)] = 1
    return arena.Players(
        way=np.array([one.way for one in entrants], np.int32),
        plan=np.array([one.plan for one in entrants], np.int32),
        slip=np.array([round(arena.SLIPS * one.slip) for one in entrants], np.int32),
        barred=barred,
        bars=barred.any(1).astype(np.int8),
    )


def room_of(game: Game, seats: int) -> arena.Room:
    """In one piece, each part at the beginning of a cache line. Where NumPy happened to put them apart, a list of
    actions was written as if to where the state is read (they were alike in the last 12 bits of their addresses), and
    the lightest games took up to a fifth longer."""
    parts = {
        "work": ((1,), game.state),
        "luck": ((1,), np.uint64),
        "lucks": ((seats,), np.uint64),
        "ahead": ((seats,), np.uint64),
        "minds": ((seats,), np.uint64),
        "share": ((game.seats[1],), np.float64),
        "out": ((game.actions,), np.int32),
        "leaders": ((MOST_ROUNDS,), np.int8),
        "weight": ((game.actions,), np.int64),
        "kept": ((game.actions,), np.int32),
        "seen": ((1,), game.state),
    }
    return arena.Room(**in_one_piece(parts))


def in_one_piece(parts: Mapping[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """Arrays of these shapes and kinds one after the other, each at the beginning of a cache line."""
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in parts.values()]
    ends = np.cumsum([-(-size // LINE) * LINE for size in sizes]).tolist()
    piece = np.zeros(ends[-1] + LINE, np.uint8)
    piece = piece[-piece.ctypes.data % LINE :]
    begins = [0, *ends]
    return {
        name: piece[begin : begin + size].view(kind).reshape(shape)
        for (name, (shape, kind)), size, begin in zip(parts.items(), sizes, begins, strict=False)
    }


def kept(rows: Rows) -> arena.Rows:
    """The rows as the kernel writes them."""
    return arena.Rows(**{name: getattr(rows, name) for name in arena.Rows._fields})


_stages = threading.local()  # the last one of each thread


def fill_rows(batch: Batch, rows: Rows) -> Rows:
    """Play a batch into the blank rows of its matches, in whatever thread this is."""
    stage: Stage | None = getattr(_stages, "last", None)
    if stage is None or stage.setting != batch.setting:
        stage = _stages.last = Stage(batch.setting)
    stage.play(rows)
    return rows


def play(batch: Batch) -> Rows:
    """The rows of a batch, in whatever process this is."""
    return fill_rows(batch, blank(batch.setting, np.arange(batch.first, batch.first + batch.count)))
