"""The middle, written once: a match is a game, its edition, options and actions; all else is folded from them.

An undo is an action of the middle, not of the rules: `-n` takes back the last n actions that stand. It is appended like
any other, so the list only grows, `ply` is its length and a re-roll after an undo is a fresh roll. A match that is
broken off ends with the action CLOSE; nothing can come after it, so the secret of its dice can be shown. So does one of
two against each other that one of them has lost beside the rules, by the clock: with LOSE and the seat added to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Protocol

import numpy as np

from .discover import find
from .edition import Edition, fill, standard
from .fair import FirstDice, local, reduced
from .game import BadInput, Game, Said, States
from .header import CHANCE, NOBODY, OVER
from .played import RECENT, Past, PastOf, Played, moments
from .result import Result, result_of, winning

CLOSE = -(1 << 31)  # among the actions: the match was broken off here
LOSE = CLOSE + 1  # and the seat: it has lost here


class Line(NamedTuple):
    """One line of the log, as one seat may read it."""

    ply: int  # the ply at which the action was played
    actor: int  # a seat, or CHANCE
    said: Said


@dataclass(frozen=True)
class TakenBack:
    """An undo. What it took back no longer stands and is no longer told; that it was made is told for ever."""

    ply: int  # of the undo itself
    by: int  # the seat whose decision the match went back to, or CHANCE
    moves: int  # choices of seats among what was taken back

    @property
    def said(self) -> Said:
        if self.by == CHANCE:
            return Said("roll-taken-back", of="table")
        return Said("took-back", {"who": self.by, "moves": self.moves}, of="table")


class Rolls(Protocol):
    """Whatever lets chance act: dice of a table, or of one's own machine."""

    def roll(self, ply: int, number: int, outcomes: list[int], weights: list[int]) -> int: ...


class Match:
    """One play of a game. With `seed` or `dice`, chance acts by itself; without, it is played like any action."""

    to_act: int  # a seat, CHANCE or OVER. Asked for many times a move: attributes of which only a match itself sets any
    over: bool
    _states: States
    _legal: array[int] | None  # None until someone asks; as a list, a hundred actions are 4 KB

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        dice: Rolls | None = None,
        edition: Edition | None = None,
        **options: Any,
    ) -> None:
        game = find(game) if isinstance(game, str) else game
        seats = game.seats[0] if seats is None else seats
        self.options = game.check_options(seats, options)
        self.game = game.for_options(self.options)
        self.edition = edition or standard(game)
        self.words = "" if seed is None else f"seed {seed}"  # that dice of one's own machine are made from
        self.dice: Rolls | None = local(self.words) if self.words else dice
        self.actions: list[int] = []  # everything that was played, undos included
        self.rolled = 0  # how often chance has acted, what was taken back included
        self.unrolled = False  # whether an outcome of chance was ever taken back
        self.closed = False  # whether it was broken off
        self.lost = NOBODY  # the seat that has lost beside the rules
        self._last: Played | None = None  # the last action that no undo has taken back
        self._undos: list[TakenBack] = []
        self._pasts: dict[int, PastOf] = {}  # for each seat, its past as it was last read
        self._settle(self.game.new(seats, self.options, lambda states: fill(self.game, states, self.edition)))
        self._let_chance_act()

    # What is the case

    @property
    def states(self) -> States:
        """The whole truth, as a 1-element array. For the middle only: everyone else is given `seen`."""
        return self._states

    @property
    def seats(self) -> int:
        return int(self._states["seats"][0])

    @property
    def ply(self) -> int:
        return len(self.actions)

    @property
    def result(self) -> Result | None:
        """How it ended; None while the match goes on, or if it was broken off."""
        return result_of(self.game, self._states, self.lost) if self.over and not self.closed else None

    @property
    def shares(self) -> list[float] | None:
        """What each seat got, 0 to 1; None while the match goes on, or if it was broken off."""
        return self.result.shares if self.result else None

    @property
    def scores(self) -> list[int] | None:
        """What each seat has reached so far; None where nothing is counted."""
        return self.game.scores(self._states)

    def legal(self) -> list[int]:
        """The legal actions of whoever is to act; none once the match is over."""
        if self._legal is None:
            self._legal = array("i", [] if self.over else self.game.legal(self._states))
        return self._legal.tolist()

    def seen(self, seat: int | None = None) -> States:
        """What a seat knows (default: the seat to act)."""
        return self.game.seen(self._states, self.to_act if seat is None else seat)

    def show(self, seat: int = NOBODY) -> str:
        """The board as text, as a seat sees it (default: as a spectator does)."""
        return self.game.show(self.seen(seat)[0])

    def standing(self, since: int = 0) -> list[Played]:
        """Every action from ply `since` on that no undo has taken back."""
        found = []
        played = self._last
        while played is not None and played.ply >= since:
            found.append(played)
            played = played.before
        found.reverse()
        return found

    def moments(self, since: int = 0) -> Iterator[tuple[Played, States]]:
        """The same, each with the state it was played in, to be read before the next is asked for."""
        return moments(self.standing(since))

    def backwards(self) -> Iterator[Played]:
        """Every action that stands, the last one first."""
        played = self._last
        while played is not None:
            yield played
            played = played.before

    def past(self, seat: int | None = None) -> Past:
        """What a seat (default: the seat to act) has seen and heard in this match until now. Nothing is computed before
        the past is read, and then only what has been played since the past of this seat was last read."""
        return PastOf(self.game, self.to_act if seat is None else seat, self._last, self._pasts)

    # What happens

    def play(self, action: int) -> None:
        """Play a legal action of the seat to act, then let chance act if this match has dice."""
        self._play(action)
        self._let_chance_act()

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` actions that stand, chance included."""
        if count < 1:
            raise BadInput(f"cannot take back {count} actions")
        self._play(-count)
        self._let_chance_act()

    def close(self) -> None:
        """Break the match off: it is over without a result, and nothing can be played or taken back any more."""
        self._play(CLOSE)

    def lose(self, seat: int) -> None:
        """End a match of two against each other: this seat has lost, whatever the rules would have made of it."""
        self._play(LOSE + seat)

    def after(self, action: int, *then: int) -> Match:
        """The match one action, or several of one seat, and what chance makes of the last of them further on; this one
        is left as it is. All are played or none: BadInput if one is not legal, is another's, or if chance or something
        learnt is in between: what it brings is seen before anything is chosen after it, and only by playing."""
        other, before = self.copy(), self.states
        other.play(action) if action >= 0 else other.undo(-action)
        for number, one in enumerate(then, 1):
            ends = action < 0 or other.to_act != self.to_act or other.ply != self.ply + number
            if one < 0 or ends or self.game.tells(before, other.actions[-1], self.to_act):
                raise BadInput(f"only {number} of these {len(then) + 1} actions can be played in one go")
            before = other.states
            other.play(one)
        return other

    def begin_here(self) -> None:
        """Let the match begin with the state as it is now, which was made by hand: what came before would not lead to
        it, and states that are not kept are found by playing again."""
        self._last, self._undos, self._pasts = None, [], {}
        self._settle(self._states)

    def replayed(self, actions: Iterable[int]) -> Match:
        """The match once these actions, chance and undos included, were played too; this one is left as it is."""
        other = self.copy()
        for action in actions:
            other._play(action)
        return other

    def copy(self) -> Match:
        other = object.__new__(Match)
        other.game, other.options, other.edition, other.dice = self.game, self.options, self.edition, self.dice
        other.actions, other._last, other._undos = self.actions[:], self._last, self._undos[:]
        other.rolled, other.unrolled, other.words = self.rolled, self.unrolled, self.words
        other.closed, other.lost = self.closed, self.lost
        other._pasts = {}  # not shared: a server copies a match at every move, and a past of cards is a megabyte
        other.to_act, other.over, other._states, other._legal = self.to_act, self.over, self._states, self._legal
        return other

    def _settle(self, states: States) -> None:
        """Be in this state now. It is never changed again, so that copies may share it."""
        self._states = states
        self.to_act = int(states["to_act"][0])
        self.over = self.to_act == OVER
        self._legal = None

    def _play(self, action: int) -> None:
        if isinstance(action, bool) or not isinstance(action, int):
            raise BadInput(f"an action is a whole number, not {action!r}")
        if self.closed:
            raise BadInput("the match was broken off: nothing comes after that")
        if self.lost != NOBODY:
            raise BadInput("the match was lost: nothing comes after that")
        if action < 0:
            self._end(action) if CLOSE <= action < LOSE + self.seats else self._take_back(-action)
            return
        if self.over:
            raise BadInput("the match is over")
        if action not in self.legal():
            raise BadInput(f"action {action} is not legal here; legal are {', '.join(map(str, self.legal()))}")
        self._step(action)

    def _step(self, action: int) -> None:
        """Play what is known to be legal."""
        game, kept = self.game, self._states.tobytes()
        self._last = Played(len(self.actions), self.to_act, action, game, self.rolled, self._last, kept)
        states = np.frombuffer(bytearray(kept), game.state)
        game.doors.step(states, action)
        if self.to_act == CHANCE:
            self.rolled += 1
        self.actions.append(action)
        self._settle(states)

    def _end(self, how: int) -> None:
        """Break it off, or let a seat lose it."""
        if self.over:
            raise BadInput("the match is over")
        if how == CLOSE:
            self.closed = True
        elif self.game.team or self.seats != 2:
            raise BadInput("only one of two who play against each other can lose beside the rules")
        else:
            self.lost = how - LOSE
        self.actions.append(how)
        self.to_act, self.over, self._legal = OVER, True, None

    def _take_back(self, count: int) -> None:
        back = list(
            islice(self.backwards(), count)
        )  # only those: a file may take back one of thousands, again and again
        if count > len(back):
            raise BadInput(f"cannot take back {count} actions: only {len(back)} stand")
        first = back[-1]
        moves = sum(played.actor != CHANCE for played in back)
        self._undos.append(TakenBack(self.ply, first.actor, moves))
        self.unrolled = self.unrolled or moves < len(back)
        states = first.states
        states["ply"] = self.ply + 1
        self.actions.append(-count)
        self._last = first.before
        self._settle(states)

    def _let_chance_act(self) -> None:
        while self.dice is not None and self.to_act == CHANCE:
            outcomes, weights = self.game.odds(self._states)
            if not isinstance(self.dice, FirstDice):
                weights = reduced(weights)
            self._step(self.dice.roll(self.ply, self.rolled, outcomes, weights))

    # What is told

    def lines(self, seat: int, since: int = 0, *, truth: bool = False) -> list[Line]:
        """The log from ply `since` on, as `seat` may read it (each action told from what the seat knew then) or, with
        `truth`, as it was; and what happened at the table."""
        game = self.game
        if not game.has["see"] and self.ply - since <= RECENT:  # as with every move
            told = [Line(p.ply, p.actor, game.say(p.record, p.action)) for p in self.standing(since)]
        else:
            told = []
            for p, states in self.moments(since):
                if truth:
                    said = game.say(states[0], p.action)
                else:
                    said = game.say(self.look(states, seat), game.heard(states, seat, p.action))
                told.append(Line(p.ply, p.actor, said))
        if not self._undos and not self.over:  # nothing but actions
            return told
        return sorted([*told, *self.table_lines(since)], key=lambda line: line.ply)

    def table_lines(self, since: int = 0) -> list[Line]:
        """What the log tells of the table and of the end, and not of an action: everyone may read it."""
        told = [Line(undo.ply, undo.by, undo.said) for undo in self._undos if undo.ply >= since]
        if self.closed:
            told.append(Line(self.ply, OVER, Said("match-closed", of="table")))
        result = self.result
        if result is not None:
            told.append(Line(self.ply, OVER, winning(result)))
            if result.said:
                told.append(Line(self.ply, OVER, result.said))
        return told

    def look(self, states: States, seat: int) -> Any:
        """The record as `seat` sees it. Only to be read: where nothing is secret it is the record itself."""
        return self.game.seen(states, seat)[0] if self.game.has["see"] else states[0]

    @classmethod
    def replay(
        cls,
        game: str | Game,
        seats: int,
        options: Mapping[str, Any],
        actions: Iterable[int],
        edition: Edition | None = None,
    ) -> Match:
        """The match that these actions, chance and undos included, add up to; BadInput where they do not."""
        game = find(game) if isinstance(game, str) else game
        game.check_options(seats, options)  # before they are keywords: one of a file may be called "seed"
        match = cls(game, seats=seats, edition=edition, **options)
        for action in actions:
            try:
                match._play(action)
            except BadInput as problem:
                raise BadInput(f"at ply {match.ply}: {problem}") from None
        return match
