"""NOIRLab Dice: constants and the record. No functions here.

spots     0 CTIO   1 KPNO   2 CSDC   3 Gemini   4 Rubin   | NOIRLab (covered while tokens > 0)
a face    0        1        2        3          4           5
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from asterism.core.header import state_dtype

Program = Literal["ctio", "kpno", "csdc", "gemini", "rubin"]
Face = Program | Literal["noirlab"]

PROGRAMS: tuple[Program, ...] = ("ctio", "kpno", "csdc", "gemini", "rubin")
NOIRLAB = len(PROGRAMS)  # the sixth face, and the sixth spot
FACES: tuple[Face, ...] = (*PROGRAMS, "noirlab")
MAX_SEATS = 6

# Phases of a turn
FIRST = 0  # the turn has just begun: roll
FREE = 1  # at least one roll made: roll on, pass, or pass and bank
ROLLING = 2  # chance is to act
WILD = 3  # NOIRLab came up with its spot covered: choose a program to cover

# Actions
ROLL = 0
PASS = 1
BANK = 2  # pass, and bank a NOIRLab token
COVER = 3  # + program: what a wild NOIRLab covers (3 to 7)
FACE = 8  # + face: chance (8 to 13)
ACTIONS = 14

SPOTS_TO_BANK = 3
MOST_TOKENS = 2
ROLLS_BETWEEN_BANKS = 3

STATE = state_dtype(
    [
        ("mover", np.int32),  # the seat whose turn it is, also while chance acts
        ("phase", np.int32),  # FIRST, FREE, ROLLING or WILD
        ("rolls", np.int32),  # made in this turn, from 0
        ("face", np.int32),  # the last face rolled in the match, 0 to 5; -1 before the first roll
        ("covered", np.int32, (MAX_SEATS, NOIRLAB)),  # 1 where a program is covered
        ("tokens", np.int32, (MAX_SEATS,)),  # NOIRLab tokens in reserve, 0 to 2; the first covers the NOIRLab spot
        ("wait", np.int32, (MAX_SEATS,)),  # rolls to go before this seat may bank again, 0 to 3
        ("turns", np.int32, (MAX_SEATS,)),  # turns begun, from 0
    ]
)
