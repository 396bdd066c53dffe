"""Groups of actions, by their words: rows count how often a group is used, and restricted play forbids one.

The words of an action, given by `say`, are a message with arguments. Arguments that depend on the action alone (which
card is bought) make groups of their own; arguments that vary with the state (where on the board, who) do not, nor do
numbers, since these are the edition's, and all editions are to have the same groups.
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

SAMPLES = 3  # of the words of an action, each from another match
MATCHES = 200  # random ones, at most, in which actions are sampled
STALE = 10  # matches without a new sample, after which sampling ends
MOST_GROUPS = 24  # of one message: an argument with more values makes no groups
OTHER = "other"  # the group of actions that no sample has
WHO = "who"  # the argument that is a seat


@dataclass(frozen=True)
class Groups:
    """The groups of a game's actions."""

    names: tuple[str, ...]
    of: tuple[int, ...] = field(repr=False)  # [action] the number of its group

    @cached_property
    def array(self) -> np.ndarray[Any, Any]:
        """[action] the number of its group, for kernels."""
        return np.array(self.of, np.int32)

    def find(self, game: Game, name: str) -> list[int]:
        """The numbers of all groups of a message that have the given arguments; BadInput where there are none."""
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


Arguments = Mapping[str, int | str]
Samples = dict[int, list[tuple[str, Arguments]]]  # of each action: messages and their arguments


def groups_of(game: Game, start: States, seed: int = 1) -> Groups:
    """The groups of a game, found in random matches from a state, with a fixed seed."""
    samples: Samples = defaultdict(list)
    rng, stale = new_rng(seed), 0
    for _ in range(MATCHES):
        stale = 0 if _sample(game, start.copy(), samples, rng) else stale + 1
        if stale == STALE:
            break
    return _grouped(game.actions, samples)


def _sample(game: Game, states: States, samples: Samples, rng: Rng) -> bool:
    """Play one random match, and sample the words of every legal action once; False if all had SAMPLES before."""
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    sampled: set[int] = set()
    while (mover := int(states["to_act"][0])) != OVER:
        if mover == CHANCE:
            game.doors.step(states, game.doors.sample_outcome(states, out, weight, rng))
            continue
        legal = game.legal(states)
        new = [a for a in legal if a not in sampled and len(samples[a]) < SAMPLES]
        if new:
            for action, said in zip(new, game.said(game.seen(states, mover)[0], new), strict=True):
                samples[action].append((said.id, said.args))
        sampled.update(new)
        game.doors.step(states, legal[int(random_below(rng, len(legal)))])
    return bool(sampled)


def _grouped(actions: int, samples: Mapping[int, list[tuple[str, Arguments]]]) -> Groups:
    """Group actions by their messages, and by the arguments that are the same in all samples of an action."""
    message = {a: "+".join(sorted({id for id, _ in ways})) for a, ways in samples.items() if ways}
    fixed: dict[str, set[str]] = {}  # of each message: the arguments that belong to the number of an action
    for action, name in message.items():
        own = {
            key
            for key in samples[action][0][1]
            if key != WHO
            and isinstance(samples[action][0][1][key], str)
            and len({args.get(key) for _, args in samples[action]}) == 1
        }
        fixed[name] = fixed.get(name, own) & own
    for name, keys in fixed.items():
        of = [a for a, own in message.items() if own == name]
        values = {key: {samples[a][0][1][key] for a in of} for key in keys}
        keys -= {key for key in keys if len(values[key]) == 1}
        while keys and len({_values(samples[a][0][1], keys) for a in of}) > MOST_GROUPS:
            keys.discard(max(sorted(keys), key=lambda key: len(values[key])))
    name_of = {a: _name(message[a], samples[a][0][1], fixed[message[a]]) for a in message}
    names = list(dict.fromkeys(name_of[a] for a in sorted(name_of)))
    if len(name_of) < actions:
        names.append(OTHER)
    place = {name: number for number, name in enumerate(names)}
    return Groups(tuple(names), tuple(place[name_of.get(a, OTHER)] for a in range(actions)))


def _values(args: Arguments, keys: set[str]) -> tuple[int | str, ...]:
    return tuple(args[key] for key in sorted(keys))


def _name(message: str, args: Arguments, keys: set[str]) -> str:
    return " ".join([message, *(f"{key}={args[key]}" for key in sorted(keys))])
