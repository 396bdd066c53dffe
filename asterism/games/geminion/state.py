"""Geminion: constants and the record. No functions here.

A deck and its discard pile lie in one row: the deck from its top on, then the discard pile from the card that was laid
down first. Cards leave at the front and come in at the end, so turning the discard pile over moves nothing: it only
makes the deck as long as the row.

    row   [ stash  penny  penny  double  mine  penny  NONE  NONE ... ]
            <-- deck: 3 -------> <-- discard pile ->
"""

from __future__ import annotations

import numpy as np

from asterism.core.game import Numbers
from asterism.core.header import state_dtype

MIN_SEATS = 2
MAX_SEATS = 4
TABLES = MAX_SEATS - MIN_SEATS + 1  # numbers of seats for which an edition says how large the piles are

CARDS = (
    "penny",
    "double",
    "triple",
    "stash",
    "mine",
    "trove",
    "rainbow",
    "wish",
    "helper",
    "cleaner",
    "sparkle",
)
KINDS = len(CARDS)
PENNY, DOUBLE, TRIPLE, STASH, MINE, TROVE, RAINBOW, WISH, HELPER, CLEANER, SPARKLE = range(KINDS)
NONE = -1  # no card

# §4 When a card that was played goes back to its pile: for each kind
NEVER, AT_ONCE, AT_CLEAN_UP = 0, 1, 2
GOES_BACK = np.full(KINDS, NEVER, np.int32)
GOES_BACK[[WISH, CLEANER, SPARKLE]] = AT_ONCE
GOES_BACK[HELPER] = AT_CLEAN_UP

ROOM = 160  # cards of a whole match: one seat might have them all

# Phases of a turn
PLAYING = 0  # cards of the hand are played
CLEANING = 1  # a Cleaner was played: cards of the hand may be given back
BUYING = 2
LAYING = 3  # the play area goes on the discard pile

# Actions
PLAY = 0  # + card of the hand (0 to 10)
CLEAN = PLAY + KINDS  # + card of the hand: give it back (11 to 21)
DONE = CLEAN + KINDS  # no more cleaning, or no more buying (22)
BUY = DONE + 1  # + card (23 to 33)
LAY = BUY + KINDS  # + card of the play area: it is laid down next (34 to 44)
DRAW = LAY + KINDS  # + card: chance, with the option `shuffle` (45 to 55)
ACTIONS = DRAW + KINDS

NUMBERS = (
    Numbers(name="cost", low=0, high=60, each=CARDS),
    Numbers(name="coins", low=0, high=20, each=CARDS),
    Numbers(name="gems", low=0, high=50, each=CARDS),
    Numbers(name="draws", low=0, high=5, each=CARDS),
    Numbers(name="start", low=0, high=20, each=CARDS),
    Numbers(name="pile", low=0, high=40, each=CARDS, items=TABLES),
    Numbers(name="hand", low=1, high=10),
    Numbers(name="gems_each", low=1, high=80),
    Numbers(name="quiet_rounds", low=1, high=20),
)

STATE = state_dtype(
    [
        # The edition
        ("cost", np.int32, (KINDS,)),  # coins that a card costs
        ("coins", np.int32, (KINDS,)),  # coins that it gives
        ("gems", np.int32, (KINDS,)),  # gems that it takes
        ("draws", np.int32, (KINDS,)),  # cards that it draws
        ("start", np.int32, (KINDS,)),  # cards of it in the first deck of a seat
        ("pile", np.int32, (KINDS, TABLES)),  # cards of it to buy, for 2, 3 and 4 seats
        ("hand", np.int32),  # cards drawn for a turn
        ("gems_each", np.int32),  # gems in the middle, for each seat
        ("quiet_rounds", np.int32),  # rounds without gems that end the match
        # The options
        ("shuffle", np.int32),  # 1: the discard pile is shuffled when it becomes the deck
        ("sparkle", np.int32),  # 1: there are Sparkles
        # The match
        ("mover", np.int32),  # the seat whose turn it is, also while chance draws; at the end, who had the last turn
        ("phase", np.int32),  # PLAYING to LAYING
        ("bank", np.int32),  # gems in the middle, from 0
        ("taken", np.int32, (MAX_SEATS,)),  # gems of each seat
        ("supply", np.int32, (KINDS,)),  # cards in each pile
        ("row", np.int32, (MAX_SEATS, ROOM)),  # of each seat: its deck from the top, its discard pile, then NONE
        ("deck", np.int32, (MAX_SEATS,)),  # how many of them are the deck
        ("mixed", np.int32, (MAX_SEATS, KINDS)),  # a shuffled deck, as counts: all of it; its seat's `deck` is 0 then
        ("held", np.int32, (KINDS,)),  # the hand of the mover, as counts
        ("to_draw", np.int32),  # cards that the mover has yet to draw: not 0 only while chance is to act
        ("area", np.int32, (ROOM,)),  # the mover's play area, in the order in which cards came there; then NONE
        ("purse", np.int32),  # coins of the mover that are not spent yet
        # What the mover has done in this turn
        ("played", np.int32, (KINDS,)),  # cards played, as counts; those that went back too
        ("cleaned", np.int32, (KINDS,)),  # cards given back by a Cleaner, as counts
        ("bought", np.int32, (KINDS,)),  # cards bought, as counts
        ("gained", np.int32),  # gems taken
        ("quiet", np.int32),  # turns in a row, before this one, in which nobody took a gem
        ("turns", np.int32, (MAX_SEATS,)),  # turns begun by each seat
        # The last action, for those who draw it
        ("last", np.int32),  # the action; NONE at the start
        ("last_seat", np.int32),  # whose turn it was then
        ("last_gems", np.int32),  # gems that it took
        ("turned", np.int32, (MAX_SEATS,)),  # 1: it made the discard pile of this seat the deck
    ]
)
