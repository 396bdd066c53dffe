"""Actions by what they are called: the groups that rows count, and that restricted play leaves out.

An action is told by `say` as a message with arguments. Arguments that belong to the number of an action whatever the
state is (which card is bought) make groups of their own; those that vary (where on the board, who) do not, nor do
numbers: they are the edition's, and groups are to be the same in all editions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import Rng, new_rng, random_below

SAMPLES = 3  # of how an action is told, each in another match
MATCHES = 200  # that are looked through for actions
STALE = 10  # matches in which nothing new was told: enough
MOST_GROUPS = 24  # of one message: an argument with more values makes no groups
OTHER = "other"  # what was not seen in the sample
WHO = "who"


@dataclass(frozen=True)
class Groups:
    """A number for every action, and the names of the groups."""

    names: tuple[str, ...]
    of: tuple[int, ...] = field(repr=False)  # for each action its group

    @cached_property
    def array(self) -> np.ndarray[Any, Any]:
        return np.array(self.of, np.int32)

    def named(self, game: Game, name: str) -> list[int]:
        """The groups that a name means: a message, and any arguments that it must have; BadInput where it is none."""
        message, *args = name.split() or [""]
        found = [
            number
            for number, (own, *its) in enumerate(group.split() for group in self.names)
            if own == message and set(args) <= set(its)
        ]
        if not found:
            known = sorted({*self.names, *(own.partition(" ")[0] for own in self.names)} - {OTHER})
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise BadInput(f"{game.name} has no actions {name!r}; {hint}it has: {', '.join(known)}")
        return found


Told = Mapping[str, int | str]


def groups_of(game: Game, start: States, seed: int = 1) -> Groups:
    """The groups of a game, found by playing at random from a state; the same ones every time."""
    told: dict[int, list[tuple[str, Told]]] = defaultdict(list)
    rng, stale = new_rng(seed), 0
    for _ in range(MATCHES):
        stale = 0 if _listen(game, start.copy(), told, rng) else stale + 1
        if stale == STALE:
            break
    return _grouped(game.actions, told)


def _listen(game: Game, states: States, told: dict[int, list[tuple[str, Told]]], rng: Rng) -> bool:
    """Play one match at random, and have every action told once; False if all had been told often enough."""
    heard: set[int] = set()
    while (mover := int(states["to_act"][0])) != OVER:
        if mover == CHANCE:
            outcomes, weights = game.odds(states)
            at = np.searchsorted(np.cumsum(weights), random_below(rng, sum(weights)), "right")
            game.doors.step(states, outcomes[int(at)])
            continue
        legal = game.legal(states)
        new = [a for a in legal if a not in heard and len(told[a]) < SAMPLES]
        if new:
            for action, said in zip(new, game.said(game.seen(states, mover)[0], new), strict=True):
                told[action].append((said.id, said.args))
        heard.update(new)
        game.doors.step(states, legal[int(random_below(rng, len(legal)))])
    return bool(heard)


def _grouped(actions: int, told: Mapping[int, list[tuple[str, Told]]]) -> Groups:
    message = {a: "+".join(sorted({id for id, _ in ways})) for a, ways in told.items() if ways}
    fixed: dict[str, set[str]] = {}  # of each message: the arguments that belong to the number of an action
    for action, name in message.items():
        own = {
            key
            for key in told[action][0][1]
            if key != WHO
            and isinstance(told[action][0][1][key], str)
            and len({args.get(key) for _, args in told[action]}) == 1
        }
        fixed[name] = fixed.get(name, own) & own
    for name, keys in fixed.items():
        of = [a for a, own in message.items() if own == name]
        values = {key: {told[a][0][1][key] for a in of} for key in keys}
        keys -= {key for key in keys if len(values[key]) == 1}
        while keys and len({_values(told[a][0][1], keys) for a in of}) > MOST_GROUPS:
            keys.discard(max(sorted(keys), key=lambda key: len(values[key])))
    name_of = {a: _name(message[a], told[a][0][1], fixed[message[a]]) for a in message}
    names = list(dict.fromkeys(name_of[a] for a in sorted(name_of)))
    if len(name_of) < actions:
        names.append(OTHER)
    place = {name: number for number, name in enumerate(names)}
    return Groups(tuple(names), tuple(place[name_of.get(a, OTHER)] for a in range(actions)))


def _values(args: Told, keys: set[str]) -> tuple[int | str, ...]:
    return tuple(args[key] for key in sorted(keys))


def _name(message: str, args: Told, keys: set[str]) -> str:
    return " ".join([message, *(f"{key}={args[key]}" for key in sorted(keys))])
