"""Hidden Star: constants and the record. No functions here.

A small whole game to copy: it has chance, a secret and an option, and nothing that is not needed.
"""

from __future__ import annotations

import numpy as np

from asterism.core.header import state_dtype

MAX_SEATS = 4
MOST_STARS = 12
NONE = 0  # no star: not dealt yet
UNKNOWN = -1  # a star that the reader of the record cannot see

# Actions
KEEP = 0
CHANGE = 1
STAR = 1  # + star: chance deals it (2 to 13)
ACTIONS = STAR + MOST_STARS + 1

STATE = state_dtype(
    [
        ("stars", np.int32),  # option: the deck has stars 1 to this, 8 to 12
        ("mover", np.int32),  # the seat that is dealt to, or that decides
        ("hand", np.int32, (MAX_SEATS,)),  # the star each seat holds: 1 to 12, NONE or UNKNOWN
        ("gone", np.int32, (MOST_STARS + 1,)),  # 1 for each star that was changed and lies open
        ("decided", np.int32, (MAX_SEATS,)),  # 1 once a seat has kept or changed
    ]
)
