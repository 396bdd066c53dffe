"""The actions of a match that stand, each with the state it was played in, and the past as one seat knows it."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload
from weakref import ref

import numpy as np

from .game import Game, States

AT_HAND = 256  # actions, of all matches together, whose states were made last: every move asks for some of its own
CHECKPOINT = 32  # of the other actions of a match, every so many-th keeps its state, packed
RECENT = 4  # actions, of which each is asked for its own state rather than making it from the one before

Moment = tuple[States, int]  # what a seat saw before an action, and the action as the seat heard of it
Past = Sequence[Moment]  # of every action that stands


@dataclass(eq=False, slots=True, weakref_slot=True)
class Played:
    """One action that stands, with the state it was played in.

    Each knows the one before it, so that a match and its copies share all they have in common. A state is kept as its
    bytes: an array around them is twice as large. A server has thousands of matches in memory, and few of them are
    moved in at a time: so the states made last are at hand, whichever match they are of, and of all others one in 32 is
    kept, packed to a tenth, and the rest are played again from there."""

    ply: int
    actor: int  # a seat, or CHANCE
    action: int = field(repr=False)  # a secret, perhaps
    game: Game = field(repr=False)
    rolled: int  # how often chance had acted before it, what was taken back included
    before: Played | None = field(repr=False)
    _kept: bytes | None = field(repr=False)  # packed, if shorter than the record
    number: int = 0  # of those that stand before it

    def __post_init__(self) -> None:
        if self.before is not None:
            self.number = self.before.number + 1
        _at_hand.append(ref(self))
        if len(_at_hand) > AT_HAND:
            oldest = _at_hand.popleft()()
            if oldest is not None:
                oldest.put_away()

    def put_away(self) -> None:
        """Keep the state packed if it is a checkpoint, else not at all: it can be made again."""
        kept = self._kept
        if kept is not None:
            self._kept = None if self.number % CHECKPOINT else min(kept, zlib.compress(kept, 1), key=len)

    def bytes_kept(self) -> bytes | None:
        """The bytes of the state; None where they are not kept."""
        kept = self._kept
        return kept if kept is None or len(kept) == self.game.state.itemsize else zlib.decompress(kept)

    @property
    def states(self) -> States:
        """The state it was played in, as a 1-element array of one's own."""
        kept = self.bytes_kept()
        if kept is not None:
            return np.frombuffer(bytearray(kept), self.game.state)
        assert self.before is not None, "the first is kept"
        states = self.before.states
        self.step_from(self.before, states)
        return states

    @property
    def record(self) -> Any:
        """The record of that state, only to be read."""
        kept = self.bytes_kept()
        return self.states[0] if kept is None else np.frombuffer(kept, self.game.state)[0]

    def step_from(self, before: Played, states: States) -> None:
        """Make the state in which the action before was played the one in which this was."""
        self.game.doors.step(states, before.action)
        states["ply"] = self.ply  # more than one further on, where something was taken back in between


_at_hand: deque[ref[Played]] = deque()


def moments(standing: Iterable[Played]) -> Iterator[tuple[Played, States]]:
    """Consecutive actions, each with the state it was played in, to be read before the next is asked for. A state is
    made from the one before: to ask every `Played` for its own would play up to 31 actions again for each."""
    before: Played | None = None
    states: States
    for played in standing:
        if before is None:
            states = played.states
        else:
            played.step_from(before, states)
        yield played, states
        before = played


class PastOf(Sequence[Moment]):
    """The past of a seat at one moment of a match, computed when it is first read: most players never read it.

    `read` has the pasts of this match that were computed before. What the past of this seat has in common with the
    earlier one is taken from there, so a player that reads the past at every choice pays for new actions only.
    """

    __slots__ = ("_game", "_known", "_last", "_plays", "_read", "_seat")

    def __init__(self, game: Game, seat: int, last: Played | None, read: dict[int, PastOf]) -> None:
        self._game, self._seat, self._last, self._read = game, seat, last, read
        self._known: list[Moment] | None = None
        self._plays: list[Played] = []  # the action of each of the known moments

    def __len__(self) -> int:
        return 0 if self._last is None else self._last.number + 1

    @overload
    def __getitem__(self, at: int) -> Moment: ...

    @overload
    def __getitem__(self, at: slice) -> list[Moment]: ...

    def __getitem__(self, at: int | slice) -> Moment | list[Moment]:
        return self._all()[at]

    def __iter__(self) -> Iterator[Moment]:
        return iter(self._all())

    def _all(self) -> list[Moment]:
        if self._known is None:
            self._known = self._computed()
            self._read[self._seat] = self
        return self._known

    def _computed(self) -> list[Moment]:
        """Every moment; those up to the last action that the earlier past has, too, are the same objects."""
        earlier = self._read.get(self._seat)
        plays, known = ([], None) if earlier is None else (earlier._plays, earlier._known)
        new: list[Played] = []
        played = self._last
        while played is not None and not (played.number < len(plays) and plays[played.number] is played):
            new.append(played)
            played = played.before
        new.reverse()
        same = len(self) - len(new)
        self._plays = plays[:same] + new
        game, seat = self._game, self._seat
        told = [(game.seen(states, seat), game.heard(states, seat, one.action)) for one, states in moments(new)]
        return (known or [])[:same] + told
