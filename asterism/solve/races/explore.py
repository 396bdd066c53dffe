"""The Markov decision process of one seat, its state space explored breadth first by playing real matches.

In a race no seat touches another's things, so all that matters of a seat is the one-seat match that the rule `alone`
makes of it. Between turns that is the seat's *standing*; in its turn it is a *node* where the seat or chance acts.
Everything here is found by playing from the start, and every promise of a race is checked on the way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.header import CHANCE, OVER

Key = bytes  # a one-seat record; equal situations are equal bytes

MOST_NODES = 100_000  # more than this is not a game to solve by a table


class NotARace(BadInput):
    """A game that this room cannot solve, with the reason in words."""


@dataclass(frozen=True)
class Edge:
    """Where one action or outcome leads."""

    key: Key | None  # the next node; the standing left behind if the turn ends; None: the seat has finished, and won
    ends_turn: bool
    weight: int  # of an outcome of chance; 1 for an action of the seat


@dataclass(frozen=True)
class Node:
    """A situation of the seat whose turn it is."""

    chance: bool  # chance acts, not the seat
    edges: tuple[Edge, ...]  # in the order of the actions


@dataclass(frozen=True)
class Situations:
    """Every situation a seat can be in. A standing is also the node its next turn begins with."""

    first: Key  # the standing of every seat at the start
    nodes: dict[Key, Node]
    standings: tuple[Key, ...]


def is_race(game: Game) -> bool:
    """Whether a game offers itself to be solved as a race."""
    fixed = not game.numbers  # tables are kept by options; each edition would need its own
    return game.has["alone"] and not game.has["see"] and game.seats[1] > 1 and fixed


def side(game: Game, states: States, seat: int) -> States:
    """The one-seat match that a seat is playing inside this one."""
    out = np.zeros(1, game.state)
    for option in game.options:
        out[option.name] = states[option.name]
    game.doors.go_alone(states, seat, out)
    return out


def key_of(game: Game, states: States, seat: int) -> Key:
    return side(game, states, seat).tobytes()


def seat_in_turn(game: Game, states: States) -> int:
    """Whose turn it is. When chance acts, it acts for the one seat whose own race is waiting for it."""
    to_act = int(states["to_act"][0])
    if to_act != CHANCE:
        return to_act
    seats = range(int(states["seats"][0]))
    waiting = [seat for seat in seats if int(side(game, states, seat)["to_act"][0]) == CHANCE]
    if len(waiting) != 1:
        raise NotARace(f"{game.name} cannot be solved as a race: chance acts for {len(waiting)} seats at once")
    return waiting[0]


def explore(game: Game, options: Mapping[str, int]) -> Situations:
    """Every node and standing that can be reached, by playing each of them once in a real match."""
    start = game.new(max(2, game.seats[0]), options)
    seat = seat_in_turn(game, start)
    first = key_of(game, start, seat)
    nodes: dict[Key, Node] = {}
    standings = {first: None}  # a dict keeps the order in which they were found
    to_do = deque([(first, start, seat)])
    known = {first}
    while to_do:
        key, states, seat = to_do.popleft()
        edges = []
        for action, weight in branches(game, states):
            edge, after = follow(game, states, seat, action, weight)
            edges.append(edge)
            if edge.key is None:
                continue
            if edge.ends_turn:
                standings[edge.key] = None
            if edge.key not in known:
                known.add(edge.key)
                if edge.ends_turn:
                    after = come_round(game, after, seat)
                    check(game, key_of(game, after, seat) == edge.key, "a seat's things change while others play")
                to_do.append((edge.key, after, seat))
        nodes[key] = Node(int(states["to_act"][0]) == CHANCE, tuple(edges))
        check(game, len(known) <= MOST_NODES, f"a seat can be in more than {MOST_NODES} situations")
    return Situations(first, nodes, tuple(standings))


def branches(game: Game, states: States) -> list[tuple[int, int]]:
    """The actions that may be played, each with its weight (1 for those of a seat)."""
    if int(states["to_act"][0]) == CHANCE:
        return list(zip(*game.odds(states), strict=True))
    return [(action, 1) for action in game.legal(states)]


def follow(game: Game, states: States, seat: int, action: int, weight: int) -> tuple[Edge, States]:
    """One action of a seat's turn, and the state after it; checks that it touches nobody else."""
    after = states.copy()
    game.doors.step(after, action)
    seats = int(states["seats"][0])
    if int(after["to_act"][0]) == OVER:
        won = [1.0 if other == seat else 0.0 for other in range(seats)]
        check(game, game.shares(after) == won, "a match ends otherwise than by the seat in turn winning it all")
        return Edge(None, True, weight), after
    for other in range(seats):
        same = other == seat or key_of(game, after, other) == key_of(game, states, other)
        check(game, same, f"action {action} of one seat changes another's things")
    in_turn = seat_in_turn(game, after)
    check(game, in_turn in (seat, (seat + 1) % seats), "turns are not taken in order")
    return Edge(key_of(game, after, seat), in_turn != seat, weight), after


def come_round(game: Game, states: States, seat: int) -> States:
    """The others take a turn each, by the fewest actions, until it is this seat's turn again."""
    while (other := seat_in_turn(game, states)) != seat:
        states = end_turn(game, states, other)
    return states


def end_turn(game: Game, states: States, seat: int) -> States:
    """A state in which this seat has ended its turn without finishing."""
    to_do = deque([states])
    known = {key_of(game, states, seat)}
    while to_do:
        states = to_do.popleft()
        for action, weight in branches(game, states):
            edge, after = follow(game, states, seat, action, weight)
            if edge.key is None:
                continue
            if edge.ends_turn:
                return after
            if edge.key not in known:
                known.add(edge.key)
                to_do.append(after)
    raise NotARace(f"{game.name} cannot be solved as a race: a turn cannot end before the match does")


def check(game: Game, kept: bool, otherwise: str) -> None:
    if not kept:
        raise NotARace(f"{game.name} cannot be solved as a race: {otherwise}")
