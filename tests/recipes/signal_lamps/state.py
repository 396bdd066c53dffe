"""Signal Lamps: constants and the record. No functions here."""

from __future__ import annotations

import numpy as np

from asterism.core.game import Numbers
from asterism.core.header import state_dtype

MAX_SEATS = 3
LAMPS = ("dim", "plain", "bright")
KINDS = len(LAMPS)
MOST_OF_A_KIND = 20
MOST_LIGHT = 100
UNKNOWN = -1  # a hand that the reader of the record cannot see

# Actions
KEEP = 0
SWAP = 1
DEAL = 2  # + kind: chance
SOME_LAMP = DEAL + KINDS  # what others hear of a lamp that is dealt: never played
ACTIONS = SOME_LAMP + 1

NUMBERS = (
    Numbers(name="count", low=0, high=MOST_OF_A_KIND, each=LAMPS),
    Numbers(name="light", low=0, high=MOST_LIGHT, each=LAMPS),
    Numbers(name="needed", low=1, high=MAX_SEATS * MOST_LIGHT),
)

STATE = state_dtype(
    [
        # The edition
        ("count", np.int32, (KINDS,)),  # lamps of each kind
        ("light", np.int32, (KINDS,)),  # what a lamp of each kind gives
        ("needed", np.int32),  # light that wins
        # The match
        ("mover", np.int32),  # the seat that is dealt to, or that decides
        ("deck", np.int32, (KINDS,)),  # lamps nobody has looked at; to a seat, the hidden ones too
        ("shown", np.int32, (KINDS,)),  # lamps put aside
        ("hand", np.int32, (MAX_SEATS, KINDS)),  # what each seat holds, as counts; UNKNOWN to the others
        ("decided", np.int32, (MAX_SEATS,)),  # 1 once a seat has kept or swapped
    ]
)
