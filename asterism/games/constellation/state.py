"""The Gamers Constellation: constants, the record and small tables. No functions here.

Tiles have 25 slots: stars 0 to 23 in the order they were placed, the Moon last. The board has no edge: an empty cell is
named "side d of tile i" (six sides, clockwise from the east). Where several names mean one cell, the lowest is the
legal one; with the Moon last, a cell next to any star is named by a star, and keeps that name while the Moon wanders.

          4   5        row r = -1         a star's kind is its points less four:
        ·   M   6      row r = 0          0 four points   1 five   2 six   (3 the Moon)
          ·   ·        row r = 1

How far a match can spread: the first star lies next to the Moon's first cell (0, 0). Every later one lies next to a
star, or next to the Moon, which itself lies next to a star: at most two steps further out. Stars never leave their
cells (an exchange trades cells among tiles). So no star is over 1 + 23 * 2 = 47 steps from (0, 0), and the Moon 48.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from asterism.core.header import state_dtype

from .goals import COUNT

Kind = Literal["four", "five", "six"]

KINDS: tuple[Kind, ...] = ("four", "five", "six")  # points of a star
PER_KIND = 8  # stars of each kind
STARS = PER_KIND * len(KINDS)
MOON = STARS  # the Moon's slot
TILES = STARS + 1
MOON_KIND = len(KINDS)
# The first star has six sides; every later one is at most two steps from another, so one of its sides is named already.
# Around the Moon there may be six more; the list is read in whole vectors of 32, and one further.
MOST_CELLS = 6 + (STARS - 1) * 5 + 6
ROOM_FOR_CELLS = MOST_CELLS // 32 * 32 + 32 + 8
FAR = 1000  # where a star that is not in play lies: next to nothing
MAX_SEATS = 5
MOST_GOALS = 5  # a seat may hold
ACTIONS_A_SEAT = 40  # after so many each, the match is drawn (§6.2)

NONE = -1  # no tile, no goal, no seat
UNKNOWN = -2  # a goal that the reader of the record cannot see
STALE = -3  # what a kind shows is to be looked up anew (never left in a record)

# Values of options
SHARED, PLAY_ON = 0, 1  # `several`
NO_POINTS, UNTIL_DECK = 0, 1  # `points`; from 2 on, the limit itself
MOST_POINTS = 10
DRAWN = range(6, 31, 2)  # above it, until so many goals have been drawn

# Phases
STARTING = 0  # chance: who begins
DEALING = 1  # chance: a goal for `receiver`
ACTING = 2  # the mover: change a goal, or act
CLOUDING = 3  # the mover: where the cloud goes, if there is a choice

# Actions
PLACE = 0  # + kind * 150 + tile * 6 + side (0 to 449)
NAMES_OF_CELLS = TILES * 6
SWITCH = PLACE + 3 * NAMES_OF_CELLS  # + star * 3 + new kind (450 to 521)
MOVE = SWITCH + STARS * 3  # + star * 6 + side: the Moon's new cell (522 to 665)
EXCHANGE = MOVE + STARS * 6  # + pair of tiles, as in PAIRS (666 to 965)
CLOUD = EXCHANGE + TILES * STARS // 2  # + tile (966 to 990)
CHANGE = CLOUD + TILES  # + goal that is shown and given up (991 to 1023)
DEAL = CHANGE + COUNT  # + goal: chance (1024 to 1056)
BEGIN = DEAL + COUNT  # + seat: chance (1057 to 1061)
ACTIONS = BEGIN + MAX_SEATS

PAIRS = np.array([(a, b) for a in range(TILES) for b in range(a + 1, TILES)], np.int32)

# A set of kinds is a number of three bits; these list its members (then 0) and count them.
_KINDS_OF = [[k for k in range(3) if kinds >> k & 1] for kinds in range(8)]
KIND_LIST = np.array([(members + [0] * 3)[:3] for members in _KINDS_OF], np.int32)
HOW_MANY = np.array([len(members) for members in _KINDS_OF], np.int32)
# Which bit a number has set, by the five bits it leaves at the top of a de Bruijn sequence when multiplied with it
DE_BRUIJN = 0x077CB531
SLOT_OF = np.zeros(32, np.int32)
for _slot in range(32):
    SLOT_OF[DE_BRUIJN << _slot >> 27 & 31] = _slot
# For each value of `points`: the match ends when so many goals have been drawn; 0: it does not end so
DRAWN_UNTIL = np.array([0] * (MOST_POINTS + 1) + list(DRAWN), np.int32)
ONE = np.array([1 << goal for goal in range(COUNT)], np.int64)  # a bit for each goal

STATE = state_dtype(
    [
        # Options
        ("goals", np.int32),  # each seat holds, 1 to 5
        ("change", np.int32),  # 1: Change Goal
        ("visible", np.int32),  # 1: Visible Goals
        ("open", np.int32),  # 1: Open Game
        ("points", np.int32),  # NO_POINTS, UNTIL_DECK, the limit (2 to 10), or a place in DRAWN_UNTIL (11 to 23)
        ("blocking", np.int32),  # 1: Blocking Clouds
        ("several", np.int32),  # several seats at once: SHARED or PLAY_ON
        ("row", np.int32),  # 1: the straight row is in the deck
        # The turn
        ("mover", np.int32),  # the seat whose turn it is, also while chance acts
        ("phase", np.int32),  # STARTING, DEALING, ACTING or CLOUDING
        ("receiver", np.int32),  # the seat that is dealt a goal; NONE in other phases
        ("changed", np.int32),  # 1 once the mover has changed a goal in this turn
        ("acted", np.int32),  # 1 once the mover has acted in this turn
        ("actions", np.int32),  # played so far, by all seats (changes, clouds and chance not counted)
        ("played", np.int32, (2,)),  # the tile just played, and the other one of an exchange; or NONE
        # The board
        ("stars", np.int32),  # in play, 0 to 24: the slots below it are filled
        ("reserve", np.int32, (3,)),  # stars of each kind, 0 to 8
        ("kind", np.int32, (TILES,)),  # 0 to 2, MOON_KIND; NONE where no star is yet
        ("q", np.int32, (TILES,)),  # the cell, -48 to 48; FAR where no star is yet
        ("r", np.int32, (TILES,)),  # its other coordinate, in the same way
        ("touch", np.int32, (TILES,)),  # bit j: tile j shares a side with this one
        ("of_kind", np.int32, (3,)),  # bit j: star j is of this kind
        # Of the empty cells those next to the Moon alone come last
        ("cells", np.int32, (ROOM_FOR_CELLS,)),  # names of empty cells, tile * 6 + side, in rising order; then 0
        ("by_stars", np.int32),  # how many of them lie next to a star
        ("all_cells", np.int32),  # how many they are
        ("moon_sides", np.int32),  # bit d: on side d of the Moon is an empty cell next to no star
        ("moon_cell", np.int32),  # the name of the cell under the Moon: star * 6 + side; NONE with no star
        ("cloud", np.int32, (MAX_SEATS,)),  # the tile under each seat's cloud; or NONE
        # The goals
        ("deck", np.int32),  # goals left in it, 0 to 33
        ("owed", np.int32),  # goals that seats are still to be dealt
        ("goal", np.int32, (MAX_SEATS, MOST_GOALS)),  # 0 to 32, NONE or UNKNOWN
        ("dealt", np.int32, (MAX_SEATS, MOST_GOALS)),  # `actions` when it was dealt
        ("gone", np.int32, (COUNT,)),  # 1 for each goal out of the game: shown and discarded, or never in the deck
        ("stood", np.int32, (COUNT,)),  # `actions` when it last stood on the board and nobody held it; 0: never
        ("score", np.int32, (MAX_SEATS,)),  # points
        # What the last action made
        ("formed", np.int32, (3,)),  # the goal that the Moon and the stars of each kind show; or NONE
        ("reached", np.int32, (3,)),  # the seat that held it; or NONE
        ("won", np.int32, (MAX_SEATS,)),  # 1 for each seat that shares the win, once it is over
    ]
)
