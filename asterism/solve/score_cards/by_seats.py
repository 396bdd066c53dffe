"""What is known about matches of score cards: by value iteration for one and two seats, from rollouts for more."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from asterism.core.game import Game, States
from asterism.core.header import OVER

from . import playouts
from .one_ply import look_ahead, weigh
from .shipped import duel_of, score_cards_of, table_of

Floats = npt.NDArray[np.floating[Any]]

PLAYOUTS = 4_000  # for each choice among three or more: they are right to a per cent or so


class BySeats:
    """For matches with so many seats: what every seat can expect, and what each action is worth (a `solve.Known`)."""

    exact = True  # computed, not estimated
    kind: Literal["win", "points"] = "win"

    def __init__(self, game: Game) -> None:
        self.game, self.cards, self.duel, self.table = game, score_cards_of(game), duel_of(game), table_of(game)

    def before_roll(self, mover: int, cards: list[int]) -> Floats:
        """What each seat can expect when `mover` is about to roll."""
        raise NotImplementedError

    def after_choice(self, mover: int, cards: list[int], options: list[int]) -> Floats:
        """[option, seat] what each seat can expect when `mover` has taken one of the next cards."""
        raise NotImplementedError

    def order(self, mover: int, cards: list[int], options: list[int], values: Floats) -> list[int]:
        """The options, best first."""
        return sorted(range(len(options)), key=lambda i: -values[i, mover])

    def value(self, seen: States) -> list[float]:
        """What every seat can expect, whoever is to act."""
        if int(seen["to_act"][0]) == OVER:
            return self.game.shares(seen)
        mover, cards = self.cards.read(seen[0])
        options = [card for _, card in self.choices(seen)]
        if not options:
            return [float(x) for x in self.before_roll(mover, cards)]
        values = self.after_choice(mover, cards, options)
        return [float(x) for x in values[self.order(mover, cards, options, values)[0]]]

    def actions(self, seen: States) -> list[tuple[int, float]]:
        """What each legal action of the seat to act is worth to it, best first; nothing when chance is to act."""
        if int(seen["to_act"][0]) < 0:
            return []
        mover, cards = self.cards.read(seen[0])
        choices = self.choices(seen)
        if not choices:
            return [(self.game.legal(seen)[0], float(self.before_roll(mover, cards)[mover]))]
        options = [card for _, card in choices]
        values = self.after_choice(mover, cards, options)
        return [(choices[i][0], float(values[i, mover])) for i in self.order(mover, cards, options, values)]

    def choice(self, seen: States) -> int:
        """The best action of the seat to act."""
        return self.actions(seen)[0][0]

    def choices(self, seen: States) -> list[tuple[int, int]]:
        """At a choice: each action and the card it makes. Empty before a roll, where there is but one action."""
        legal = self.game.legal(seen)
        mover = int(seen["to_act"][0])
        if mover < 0 or len(legal) == 1:
            return []
        found = []
        for action in legal:
            states = seen.copy()
            self.game.doors.step(states, action)
            found.append((action, self.cards.read(states[0])[1][mover]))
        return found


class ForOne(BySeats):
    """Alone: the final total, less a price for each turn still to come (see `alone`)."""

    kind = "points"

    def before_roll(self, mover: int, cards: list[int]) -> Floats:
        worth: Floats = self.table.alone[cards]
        return worth

    def after_choice(self, mover: int, cards: list[int], options: list[int]) -> Floats:
        full = [card >= self.duel.open for card in options]
        worth = self.table.alone[[0 if ends else card for card, ends in zip(options, full, strict=True)]]
        return np.where(full, self.duel.total[options], worth)[:, None]


class ForTwo(BySeats):
    """The solved duel, one turn ahead of the table."""

    def before_roll(self, mover: int, cards: list[int]) -> Floats:
        mine, theirs = np.array([cards[mover]]), np.array([cards[1 - mover]])
        chances: Floats = self._by_seat(mover, look_ahead(self.duel, self.table, mine, theirs))[0]
        return chances

    def after_choice(self, mover: int, cards: list[int], options: list[int]) -> Floats:
        theirs = np.array([cards[1 - mover]])
        return self._by_seat(mover, weigh(self.duel, self.table, np.array([options]), theirs)[0])

    def _by_seat(self, mover: int, value: Floats) -> Floats:
        return np.stack([value, 1 - value] if mover == 0 else [1 - value, value], 1)


class ForMany(BySeats):
    """Three or more: chances from playouts, always the same ones, in which everyone plays sensibly."""

    exact = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.board = playouts.board_of(self.duel, self.table)

    def before_roll(self, mover: int, cards: list[int]) -> Floats:
        return playouts.expect(self.board, cards, mover, PLAYOUTS, seed=1)

    def after_choice(self, mover: int, cards: list[int], options: list[int]) -> Floats:
        then = (mover + 1) % len(cards)
        return np.stack([playouts.expect(self.board, _with(cards, mover, o), then, PLAYOUTS, seed=1) for o in options])

    def order(self, mover: int, cards: list[int], options: list[int], values: Floats) -> list[int]:
        """By playouts, but where these do not tell two options apart, the choice of the quick player comes first."""
        found = super().order(mover, cards, options, values)
        quick = self._quick(mover, cards, options)
        noise = 2 * np.sqrt(0.5 / PLAYOUTS)
        if values[found[0], mover] - values[quick, mover] < noise:
            found.remove(quick)
            found.insert(0, quick)
        return found

    def choice(self, seen: States) -> int:
        """The choice of the quick player: playouts improve on it by less than they can measure."""
        mover, cards = self.cards.read(seen[0])
        choices = self.choices(seen)
        if not choices:
            return self.game.legal(seen)[0]
        return choices[self._quick(mover, cards, [card for _, card in choices])][0]

    def _quick(self, mover: int, cards: list[int], options: list[int]) -> int:
        hand, after = np.array(cards, np.int32), np.array(options, np.int32)
        return int(playouts.pick(self.board, hand, mover, playouts.PAIRS, after, len(options)))


def _with(cards: list[int], seat: int, card: int) -> list[int]:
    return [*cards[:seat], card, *cards[seat + 1 :]]


@cache
def known_of(game: Game, seats: int) -> BySeats:
    """What is known about matches of this game with so many seats."""
    return ForOne(game) if seats == 1 else ForTwo(game) if seats == 2 else ForMany(game)
