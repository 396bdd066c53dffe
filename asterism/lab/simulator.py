"""Playing the matches of a setting: compiled players in one kernel, bots move by move through a `Match`."""

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
from asterism.core.edition import check, fill, standard
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.core.rng import random_below, sample_weighted
from asterism.solve import compiled

from .batch import MatchRange, Rows, Setting, blank, seeds
from .kernels import matches, nothing
from .marks import marker_of, names_of
from .players import Entrant, entrant
from .starts import start_named

LONGEST = 20_000  # actions of one match, chance included
LINE = 64  # bytes of a cache line
MOST_ROUNDS = 4_096  # after which nobody notes any more who led
NOTED = 4  # who leads is noted in one of so many deals of compiled players: it takes as long as playing


@cache
def kernel_of(game: Game, plain: bool, plays_plans: bool, looks_up: Any) -> ModuleType:
    """The kernel `matches` bound to a game, to its plans if players play them, and to the lookup of a solved table."""
    weigh = nothing.no_plan
    if plays_plans:
        for number, plan in enumerate(plans(game).values()):
            link = game.bound("asterism.lab.kernels.plan_chain", NUMBER=number, plan=plan, before=weigh)
            weigh = link.weigh_by_plan
    return game.bound(
        "asterism.lab.kernels.matches",
        weigh_by_plan=weigh,
        choose_by_table=looks_up or nothing.no_table,
        mark=marker_of(game),
        MARKS=bool(names_of(game)),
        PLAIN=plain,
        LEADS=game.has["score"] and not game.team and game.best == "most",
    )


class Simulator:
    """Plays the matches of one setting; for one thread at a time."""

    def __init__(self, setting: Setting) -> None:
        game, self.setting = find(setting.game), setting
        self.game = game.for_options(setting.options)
        self.edition = check(game, "measured", setting.edition) if setting.edition else standard(game)
        self.start = self.game.new(setting.seats, setting.options, lambda s: fill(game, s, self.edition))
        if setting.start:
            start_named(game, setting.start)[1](self.start[0])
        self.entrants = [entrant(game, name, setting.seats, setting.options) for name in setting.players]
        ways = {one.way for one in self.entrants}
        table = compiled(self.game, setting.seats, setting.options) if matches.TABLED in ways else None
        plain = all(one.plain for one in self.entrants)
        self.kernel = kernel_of(self.game, plain, matches.PLANNED in ways, table.choose if table else None)
        self.table = table.tables if table else 0
        self.players = players_of(game, setting, self.entrants)
        self.buffers = new_buffers(self.game, setting.seats)

    def play(self, rows: Rows) -> None:
        """Play the matches of blank rows, and fill the rows."""
        if all(one.compiled for one in self.entrants):
            noted = (rows.match // self.setting.rotations % NOTED == 0).astype(np.int8)
            streams = matches.Streams(*seeds(self.setting, rows.match))
            self.kernel.play_matches(self.start, streams, self.players, rows, self.buffers, self.table, LONGEST, noted)
        else:
            for row in range(rows.size):
                self._play_with_bots(rows, row)

    def next_choice(self, match: Match, player: int) -> int:
        """The action of a compiled player in a match, as the kernel chooses it."""
        seat = match.to_act
        return int(self.kernel.next_choice(match.states, seat, player, self.players, self.buffers, self.table))

    def _play_with_bots(self, rows: Rows, row: int) -> None:
        """Play one match move by move, and fill its row; compiled players choose as they do in the kernel."""
        seats, kernel, buffers = self.setting.seats, self.kernel, self.buffers
        dice = StreamDice(self, int(rows.match[row]))
        match = Match(self.game, seats=seats, dice=dice, edition=self.edition, **self.setting.options)
        sitting = rows.seating[row].tolist()
        bots = [
            None if one.compiled else one.bot(self.game, seed_from(buffers.minds[seat : seat + 1]))
            for seat, one in enumerate(self.entrants[number] for number in sitting)
        ]
        length = turns = rounds = 0
        first = -1
        while not match.over and len(match.actions) < LONGEST:
            seat = match.to_act
            if seat != dice.last:
                if seat == first:
                    if rounds < MOST_ROUNDS:
                        buffers.leaders[rounds] = kernel.who_leads(match.states)
                    rounds += 1
                first = seat if first < 0 else first
                turns += 1
                dice.begin_turn(seat)
            bot, player = bots[seat], sitting[seat]
            action = self.next_choice(match, player) if bot is None else self._ask(bot, match, player)
            kernel.note_marks(match.states, rows, row)
            rows.used[row, seat, self.players.group[action]] += 1
            match.play(action)
            length += 1
        counts = (length, len(match.actions) - length, turns, rounds, first)
        kernel.note_end(match.states, rows, row, buffers, counts)

    def _ask(self, bot: Bot, match: Match, player: int) -> int:
        """The choice of a bot among actions that are not barred, or a slip."""
        legal, slip = match.legal(), self.players.slip[player]
        barred = self.players.barred[player]
        allowed = [action for action in legal if not barred[self.players.group[action]]] or legal
        stream = self.buffers.minds[match.to_act : match.to_act + 1]
        if slip and random_below(stream, matches.SLIPS) < slip:
            return allowed[int(random_below(stream, len(allowed)))]
        return bot.choose(match.seen(), allowed, match.past())


class StreamDice:
    """The dice of a `Match` that has the luck of a numbered match of the kernel: a stream for each seat and turn."""

    def __init__(self, simulator: Simulator, number: int) -> None:
        self._kernel, self._buffers, self.last = simulator.kernel, simulator.buffers, -1
        streams = matches.Streams(*seeds(simulator.setting, np.array([number])))
        self._kernel.begin_match(streams, self._buffers, simulator.setting.seats)

    def begin_turn(self, seat: int) -> None:
        """From now on, roll from the stream of a new turn of this seat."""
        self._kernel.begin_turn(self._buffers, seat)
        self.last = seat

    def roll(self, ply: int, number: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """One of the outcomes, by its weight."""
        return outcomes[int(sample_weighted(self._buffers.luck, np.array(weights), len(weights)))]


def seed_from(stream: Any) -> int:
    """A seed of 60 bits for a bot, from the stream of its seat's choices."""
    return int(random_below(stream, 1 << 30)) << 30 | int(random_below(stream, 1 << 30))


def players_of(game: Game, setting: Setting, entrants: Sequence[Entrant]) -> matches.Players:
    """The players of a setting as the kernel reads them."""
    count = len(entrants)
    barred = np.zeros((count, len(setting.groups.names)), np.int8)
    for number, one in enumerate(entrants):
        for name in one.without:
            barred[number, setting.groups.find(game, name)] = 1
    return matches.Players(
        way=np.array([one.way for one in entrants], np.int32),
        plan=np.array([one.plan for one in entrants], np.int32),
        slip=np.array([round(matches.SLIPS * one.slip) for one in entrants], np.int32),
        barred=barred,
        bars=barred.any(1).astype(np.int8),
        group=setting.groups.array,
    )


def new_buffers(game: Game, seats: int) -> matches.MatchBuffers:
    """The scratch memory of a match, in one piece, each array at the beginning of a cache line.

    Where NumPy happened to place the arrays, the listed actions and the state could agree in the last 12 bits of their
    addresses (4K aliasing), and the lightest games took up to a fifth longer."""
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
    return matches.MatchBuffers(**in_one_piece(parts))


def in_one_piece(parts: Mapping[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """Arrays of these shapes and dtypes, one after the other, each at the beginning of a cache line."""
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in parts.values()]
    ends = np.cumsum([-(-size // LINE) * LINE for size in sizes]).tolist()
    piece = np.zeros(ends[-1] + LINE, np.uint8)
    piece = piece[-piece.ctypes.data % LINE :]
    begins = [0, *ends]
    return {
        name: piece[begin : begin + size].view(kind).reshape(shape)
        for (name, (shape, kind)), size, begin in zip(parts.items(), sizes, begins, strict=False)
    }


_simulators = threading.local()  # `last`: the simulator that this thread used last


def fill_rows(work: MatchRange, rows: Rows) -> Rows:
    """Play the matches of a range into its blank rows, in the thread that calls."""
    simulator: Simulator | None = getattr(_simulators, "last", None)
    if simulator is None or simulator.setting != work.setting:
        simulator = _simulators.last = Simulator(work.setting)
    simulator.play(rows)
    return rows


def play(work: MatchRange) -> Rows:
    """The rows of a range of matches, played in the process that calls."""
    return fill_rows(work, blank(work.setting, np.arange(work.first, work.first + work.count)))
