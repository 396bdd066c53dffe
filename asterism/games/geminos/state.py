"""Geminos: constants and the record. No functions here.

The zodiac is a circle, numbered like a clock face and read counter-clockwise (§1):

                 Aries 12
        Taurus 11         Pisces 1
     Gemini 10               Aquarius 2
    Cancer 9                   Capricorn 3
       Leo 8                 Sagittarius 4
          Virgo 7         Scorpio 5
                  Libra 6
"""

from __future__ import annotations

import numpy as np

from asterism.core.header import state_dtype

SIGNS = (
    "aries",
    "taurus",
    "gemini",
    "cancer",
    "leo",
    "virgo",
    "libra",
    "scorpio",
    "sagittarius",
    "capricorn",
    "aquarius",
    "pisces",
)
FACES = len(SIGNS)
VALUES = tuple(FACES - sign for sign in range(FACES))  # what a sign adds: Aries 12 down to Pisces 1

AFFINITIES = ("conjunction", "syzygy", "quadrature", "triangulation", "opposition")
STEPS = ((1,), (2, 4, 6), (3, 6), (4,), (6,))  # how far apart two signs with this affinity are on the circle (§3)
KINDS = len(AFFINITIES)
MAX_SEATS = 5

# Phases of a turn
FIRST = 0  # the turn has just begun: roll
ROLLING = 1  # chance is to act
CHOOSING = 2  # the two signs share several affinities: choose one

# Actions
ROLL = 0
ENTER = 1  # + affinity: where the sum goes (1 to 5)
DICE = 1 + KINDS  # + roll: chance (6 to 149); a roll is 12 * first sign + second sign
ROLLS = FACES * FACES
ACTIONS = DICE + ROLLS

# Every roll, worked out once: its two signs, its sum and the affinities they share
PAIRS = tuple((first, second) for first in range(FACES) for second in range(FACES))
APART = tuple(min((first - second) % FACES, (second - first) % FACES) for first, second in PAIRS)
SHARED = tuple(tuple(kind for kind in range(KINDS) if apart in STEPS[kind]) for apart in APART)
SUM = np.array([VALUES[first] + VALUES[second] for first, second in PAIRS], np.int32)
HOW_MANY = np.array([len(kinds) for kinds in SHARED], np.int32)
WHICH = np.array([[*kinds, -1, -1, -1][:3] for kinds in SHARED], np.int32)  # in rising order, then -1

STATE = state_dtype(
    [
        ("mover", np.int32),  # the seat whose turn it is, also while chance acts; at the end, who ended the match
        ("phase", np.int32),  # FIRST, ROLLING or CHOOSING
        ("roll", np.int32),  # the last roll of the match, 0 to 143; -1 before the first
        ("roller", np.int32),  # the seat that made it; -1 before the first
        ("entered", np.int32),  # the affinity it was entered under, 0 to 4; -1: none, or not chosen yet
        ("before", np.int32),  # the score which that entry replaced; 0: none was there
        ("scores", np.int32, (MAX_SEATS, KINDS)),  # the score cards: 3 to 23; 0: still empty
        ("turns", np.int32, (MAX_SEATS,)),  # turns begun, from 0
    ]
)
