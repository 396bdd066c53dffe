"""Night Market: constants and the record. No functions here."""

from __future__ import annotations

import numpy as np

from asterism.core.game import Numbers
from asterism.core.header import state_dtype

MAX_SEATS = 4
COLOURS = ("red", "green", "blue", "gold")
VALUES = 10
CARDS = len(COLOURS) * VALUES  # a card is colour * 10 + value - 1
STALLS = 3
EACH = 5  # cards a seat takes

# Actions
TAKE = 0  # + card
DRAW = CARDS  # + card: chance
ACTIONS = DRAW + CARDS

NUMBERS = (Numbers(name="bonus", low=0, high=1000),)  # for each pair of cards of one colour

STATE = state_dtype(
    [
        ("bonus", np.int32),  # the edition: points for each pair of cards of one colour
        ("mover", np.int32),  # the seat whose turn it is, also while chance acts
        ("deck", np.int32, (CARDS,)),  # 1 for each card nobody has seen
        ("stalls", np.int32, (STALLS,)),  # the cards on offer, in the order they came; then NONE
        ("taken", np.int32, (MAX_SEATS, CARDS)),  # 1 for each card of a seat
    ]
)
