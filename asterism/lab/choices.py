"""How many of the choices are real: moments of strong play, and what each action would be worth there."""

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
from .stage import LONGEST, Luck, Stage

MATCHES = 12  # that moments are taken from
MOMENTS = 8  # of each match
SIMULATIONS = 1_000  # of a search that says what actions are worth
MATTERS = 0.01  # of a match


@dataclass(frozen=True)
class Choices:
    """What was found about them."""

    a_turn: Estimate
    real: Estimate  # the part of them that matters
    how: str  # it was found


def choices_of(setting: Setting) -> Choices | None:
    """Of matches of the first player against itself; None where it cannot be told, as bots are asked."""
    stage = Stage(setting)
    if not stage.entrants[0].compiled:
        return None
    game, room = stage.game, stage.room
    known = best_known(game, setting.seats, dict(setting.options))
    real: list[float] = []
    matches: list[int] = []  # that each of them is of: moments of one match are alike
    a_turn: list[float] = []
    for number in range(MATCHES):
        luck = Luck(stage, number)
        match = Match(game, seats=setting.seats, dice=luck, edition=stage.edition, **setting.options)
        moments: list[Match] = []
        lots = new_rng(number)
        turns = own = 0
        while not match.over and len(match.actions) < LONGEST:
            seat = match.to_act
            if seat != luck.last:
                turns += 1
                luck.begin_turn(seat)
            if len(match.legal()) > 1:
                own += 1
                place = len(moments) if len(moments) < MOMENTS else int(random_below(lots, own))  # reservoir sampling
                moments[place : place + 1] = [match.copy()] if place < MOMENTS else moments[place : place + 1]
            match.play(
                int(stage.kernel.next_choice(match.states, seat, 0, stage.players, stage.group, room, stage.table))
            )
        a_turn.append(own / max(1, turns))
        matches += [number] * len(moments)
        for moment in moments:
            if known:
                values = [value for _, value in known.actions(moment.seen())]
                real.append(float(max(values) - min(values) >= MATTERS))
            else:
                found = search_once(game, moment.seen(), moment.to_act, SIMULATIONS, new_rng(1))
                real.append(float(differs([(one.value, one.visits) for one in found.actions])))
    how = "by exact values" if known else f"as far as a search of {SIMULATIONS:,} simulations can tell"
    return Choices(mean_of(np.array(a_turn)), mean_by(np.array(real), np.array(matches)), how)


def differs(tried: list[tuple[float, int]]) -> bool:
    """Whether an action is worth less than the best by more than matters, and more than two standard errors."""
    best, visits = max(tried, key=lambda one: one[1])
    return any(best - value > max(MATTERS, 2 * math.sqrt(0.25 / visits + 0.25 / count)) for value, count in tried)
