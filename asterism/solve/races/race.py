"""A game as a stochastic game of seats that play apart: the situations of one seat, and where each lies in a table."""

from __future__ import annotations

from collections.abc import Mapping

from asterism.core.game import BadInput, Game, States
from asterism.core.header import OVER

from .explore import Key, NotARace, explore, is_race, key_of, seat_in_turn
from .minimise import minimise


class Race:
    """A game with its options, seen as a race."""

    def __init__(self, game: Game, options: Mapping[str, int]) -> None:
        self.game = game
        self.options = dict(options)
        self.situations = explore(game, options)
        self.graph = minimise(self.situations)

    def bytes_for(self, seats: int) -> int:
        """The memory that the table for so many seats takes."""
        return int(8 * seats * self.graph.standings**seats)

    def rivals(self, states: States, seat: int) -> tuple[int, ...]:
        """The standings of the others, in the order in which they come to move after this seat."""
        seats = int(states["seats"][0])
        return tuple(self._standing(key_of(self.game, states, (seat + i) % seats)) for i in range(1, seats))

    def place(self, key: Key) -> int:
        """Where a situation of the seat in turn lies among the values of a turn."""
        if key not in self.graph.place:
            raise BadInput(f"this state cannot come up in a match of {self.game.name}")
        return self.graph.place[key]

    def place_after(self, states: States, seat: int, action: int) -> int:
        """Where an action leads to: an index among the values of this turn (a standing, WIN or a node)."""
        after = states.copy()
        self.game.doors.step(after, action)
        if int(after["to_act"][0]) == OVER:
            return self.graph.standings
        key = key_of(self.game, after, seat)
        if int(states["seats"][0]) > 1:
            ended = seat_in_turn(self.game, after) != seat
        else:  # alone, the next turn is one's own: only the graph can tell where one ended
            ended = self._ends_turn(key_of(self.game, states, seat), key)
        return self._standing(key) if ended else self.place(key)

    def _standing(self, key: Key) -> int:
        if key not in self.graph.standing:
            raise BadInput(f"this state cannot come up in a match of {self.game.name}")
        return self.graph.standing[key]

    def _ends_turn(self, key: Key, after: Key) -> bool:
        self.place(key)
        ways = {edge.ends_turn for edge in self.situations.nodes[key].edges if edge.key == after}
        if len(ways) != 1:
            raise NotARace(f"{self.game.name}: alone, it cannot be told whether a turn has ended")
        return ways.pop()


_races: dict[tuple[str, int, tuple[tuple[str, int], ...]], Race] = {}


def race_of(game: Game, options: Mapping[str, int]) -> Race:
    """The race that a game is; NotARace, in words, where it is none."""
    if not is_race(game):
        raise NotARace(f"{game.name} is not a race: it cannot be solved this way")
    chosen = game.check_options(max(2, game.seats[0]), options)
    key = (game.module, game.version, tuple(sorted(chosen.items())))
    if key not in _races:
        _races[key] = Race(game, chosen)
    return _races[key]
