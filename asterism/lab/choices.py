"""How many choices matter: positions of strong play are sampled, and each legal action is evaluated there."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from asterism.bots.search import search_once
from asterism.core.match import Match
from asterism.core.rng import new_rng, random_below
from asterism.solve import best_known

from .batch import Setting
from .estimates import Estimate, mean_by, mean_of
from .simulator import LONGEST, Simulator, StreamDice

MATCHES = 12  # that positions are sampled from
POSITIONS = 8  # of each match
SIMULATIONS = 1_000  # of the search that evaluates the actions of a position
MATTERS = 0.01  # share: a choice matters where some action is worth so much less than the best


@dataclass(frozen=True)
class Choices:
    """The choices of strong play."""

    a_turn: Estimate  # positions with more than one legal action, for each turn
    real: Estimate  # the part of these that matters
    how: str  # words: how the values of actions were found


def choices_of(setting: Setting) -> Choices | None:
    """Sample the choices of the setting's first player, playing against itself; None where it is not compiled."""
    simulator = Simulator(setting)
    if not simulator.entrants[0].compiled:
        return None
    game = simulator.game
    known = best_known(game, setting.seats, dict(setting.options))
    real: list[float] = []
    matches: list[int] = []  # the match of each: positions of one match are not independent
    a_turn: list[float] = []
    for number in range(MATCHES):
        dice = StreamDice(simulator, number)
        match = Match(game, seats=setting.seats, dice=dice, edition=simulator.edition, **setting.options)
        positions: list[Match] = []
        rng = new_rng(number)
        turns = own = 0
        while not match.over and len(match.actions) < LONGEST:
            seat = match.to_act
            if seat != dice.last:
                turns += 1
                dice.begin_turn(seat)
            if len(match.legal()) > 1:
                own += 1
                # reservoir sampling
                place = len(positions) if len(positions) < POSITIONS else int(random_below(rng, own))
                positions[place : place + 1] = [match.copy()] if place < POSITIONS else positions[place : place + 1]
            match.play(simulator.next_choice(match, 0))
        a_turn.append(own / max(1, turns))
        matches += [number] * len(positions)
        for position in positions:
            if known:
                values = [value for _, value in known.actions(position.seen())]
                real.append(float(max(values) - min(values) >= MATTERS))
            else:
                found = search_once(game, position.seen(), position.to_act, SIMULATIONS, new_rng(1))
                real.append(float(differs([(one.value, one.visits) for one in found.actions])))
    how = "by exact values" if known else f"as far as a search of {SIMULATIONS:,} simulations can tell"
    return Choices(mean_of(np.array(a_turn)), mean_by(np.array(real), np.array(matches)), how)


def differs(tried: list[tuple[float, int]]) -> bool:
    """Whether some action is worth less than the most visited one by more than MATTERS and by more than two standard
    errors; `tried` has the value and the visits of each."""
    best, visits = max(tried, key=lambda one: one[1])
    return any(best - value > max(MATTERS, 2 * math.sqrt(0.25 / visits + 0.25 / count)) for value, count in tried)
