"""The Gemini Card Game: actions, phases and the record. No functions here; the cards are in `decks`.

A **lane** is where a program is active: one for each program, and the last for Checkouts (later Poor Weather). So an
action names cards, never places in a hand or on the table, and means the same whatever was drawn before it. A lane is a
row of numbers in the record, its columns are below.

Decks nobody has looked at are counts: the player deck of each kind, the weather deck of each kind. Of the instrument
deck it is known where each card is (`where`), and of those that were put under it, in which order (`under`).

What the last turn changed is kept beside it (`before_...`), to be taken back by a booboo (§14.3). The player deck is
not: it is what is nowhere else. So nothing that is kept tells more than everyone has seen.
"""

from __future__ import annotations

import numpy as np

from asterism.core.header import state_dtype

from . import decks as D

NONE = -1  # no card, no lane, no seat

# Phases
PICKING = 0  # a seat: a role
ROLE_DEALING = 1  # chance: a role for `receiver`
VISITING = 2  # chance: a visitor for the instrument deck
BEGINNING = 3  # chance: who goes first
LAYING = 4  # chance: an instrument card for the row
DEALING = 5  # chance: a card for the hand of `receiver`
TURNING = 6  # chance: the weather
ACTING = 7  # the mover: whatever a turn allows
SEARCHING = 8  # the mover: what to take out of the player deck
MOVING = 9  # the mover: where the instrument of a complete program goes

# Actions of seats
END = 0
BOOBOO = 1
DISCARD = 2
SEARCH = 3
ACTIVATE = 4  # + program
PLAY_TARGET = ACTIVATE + len(D.PROGRAMS)  # + (target * 11 + program) * 2 + side
PLAY_TIME = PLAY_TARGET + len(D.TARGETS) * len(D.PROGRAMS) * 2  # + time * 12 + lane
MOVE = PLAY_TIME + len(D.TIMES) * D.LANES  # + instrument * 12 + lane: attach, move, or exchange with what is there
STOW = MOVE + len(D.INSTRUMENTS) * D.LANES  # + instrument, or ALTAIR: under the deck
ATTACH_ALTAIR = STOW + len(D.INSTRUMENT_DECK)  # + instrument
TAKE = ATTACH_ALTAIR + len(D.INSTRUMENTS)  # + program or target: out of the deck that is searched
INSTANT = TAKE + D.FIRST_TIME  # + instant, but for the archive
FETCH = INSTANT + len(D.INSTANTS)  # + time: the archive, and what is taken by it
PICK = FETCH + len(D.TIMES)  # + role; also dealt by chance
# Actions of chance
VISIT = PICK + len(D.ROLES)  # + visitor
BEGIN = VISIT + len(D.VISITORS)  # + seat
LAY = BEGIN + D.MAX_SEATS  # + instrument card
DRAW = LAY + len(D.INSTRUMENT_DECK)  # + card
TURN_UP = DRAW + D.KINDS  # + weather
SOME_CARD = TURN_UP + len(D.WEATHER)  # what others hear of a card that is drawn for a hidden hand: never played
ACTIONS = SOME_CARD + 1

# Columns of a lane
AT = 0  # the instrument that is attached, or NONE
LACKING = 1  # targets that are still required, in 4 bits for each type; 0 where no program is active
TARGET = 2  # the unfinished target, or NONE
SIDE = 3  # the side it was played on: 0 plain, 1 AO
HOURS = 4  # on it so far; on Checkouts, or on Poor Weather all together
DEADLINE = 5  # the round at whose end it must be complete; 0: none
FINISHED = 6  # two columns: complete targets, target * 2 + side, or NONE
SPENT = 8  # time cards on the unfinished target (or on Checkouts, Poor Weather), in 8 bits for each kind
USED = 9  # time cards on its complete targets, in the same way
OPENED = 10  # the round in which the program was activated; 0: never
COMPLETED = 11  # the round in which it was completed; 0: not yet
COLUMNS = 12
TYPE_BITS, TYPE_MASK = 4, 15
TIME_BITS, TIME_MASK = 8, 255
assert D.MOST_TARGETS <= 3  # two are complete while a third is lacking

# Where a card of the instrument deck is: a lane (for Altair the instrument, in `altair_on`), or
IN_ROW = D.LANES
IN_DECK = D.LANES + 1  # nobody knows where in it
UNDER = D.LANES + 2
OWED = D.LANES + 3  # its program is complete: it is to be moved
OUT = D.LANES + 4  # of the game
IN_USE = D.LANES + 5  # Altair: on an instrument

# What the story of Reputation tells: (round, cause, kind of card or NONE)
LATE_TARGET, REMOVED_TARGET, LATE_TIME, IDLE_BEST, MADE_BOOBOO, GOOD_PRESS = range(6)
CAUSES = ("late-target", "removed-target", "late-time", "idle-best", "booboo", "press")
MOST_EVENTS = D.MOST_REPUTATION + 3  # each costs one, but for good press, once

# How it ended
RUNNING, NO_REPUTATION, NO_FUNDING, WON = 0, 1, 2, 3

# Which types each condition allows (bits), whether AO is possible, and the sides an instrument of each optics has
ALLOWED = np.array([7, 7, 6, 4], np.int32)
SHARP = np.array([1, 1, 0, 0], np.int32)
USABLE = np.array([1, 3, 2], np.int32)

STATE = state_dtype(
    [
        # Options
        ("roles", np.int32),  # 0: picked by the seats in turn; 1: dealt
        ("random_first", np.int32),  # 1: chance says who goes first, Engineer or not
        ("gentle", np.int32),  # 1: missing programs cost less
        ("booboo", np.int32),  # 1: a turn may be taken back
        ("starting", np.int32),  # 1: round 1 has Good weather
        ("visitors", np.int32),  # how many are in the instrument deck, 0 to 3
        ("instants", np.int32),  # 1: they are in the player deck
        ("hidden", np.int32),  # 1: hands are hidden from the others
        # The edition (bounds in `decks`)
        ("count", np.int32, (D.KINDS,)),  # of each card in the player deck; instants only by the option
        ("band", np.int32, (len(D.PROGRAMS),)),  # 1 to 3
        ("mode", np.int32, (len(D.PROGRAMS),)),  # bits: plain, AO
        ("method", np.int32, (len(D.PROGRAMS),)),  # bits: the capability that is wanted
        ("targets", np.int32, (len(D.PROGRAMS), len(D.TYPES))),  # required, of each type
        ("full", np.int32, (len(D.PROGRAMS),)),  # points when complete
        ("partial", np.int32, (len(D.PROGRAMS),)),  # points with a complete target
        ("lost", np.int32, (len(D.PROGRAMS),)),  # points lost without
        ("type", np.int32, (len(D.TARGETS),)),  # a place in TYPES
        ("sky", np.int32, (len(D.TARGETS),)),  # bits: the sites it can be seen from
        ("plain", np.int32, (len(D.TARGETS),)),  # hours; 0: it has no such side
        ("ao", np.int32, (len(D.TARGETS),)),  # hours; 0: it has no such side
        ("urgent", np.int32, (len(D.TARGETS),)),  # red: complete so many rounds after it is played; 0: not red
        ("opens", np.int32, (len(D.TARGETS),)),  # the first round in which it can be played
        ("closes", np.int32, (len(D.TARGETS),)),  # red: the last such round, at whose end it is due; 0: no window
        ("hours", np.int32, (len(D.TIMES),)),  # of each time card
        ("site", np.int32, (len(D.INSTRUMENTS),)),  # bits
        ("capability", np.int32, (len(D.INSTRUMENTS),)),  # bits
        ("optics", np.int32, (len(D.INSTRUMENTS),)),  # NO_AO, WITH_ALTAIR, ALWAYS_AO
        ("cards", np.int32, (len(D.WEATHER),)),  # of each kind in the weather deck
        ("threshold", np.int32, (len(D.RATINGS),)),  # points for a rating, with 2 or 4 players
        ("threshold_of_three", np.int32, (len(D.RATINGS),)),  # the same with 3
        ("rounds", np.int32),  # of a semester
        ("hand", np.int32),  # limit with 2 or 4 players
        ("hand_of_three", np.int32),  # the same with 3
        ("coordinator_more", np.int32),  # by how much the Coordinator raises the limit
        ("face_up", np.int32),  # cards in the row
        ("most_programs", np.int32),  # active at a time
        ("most_instruments", np.int32),  # in play at a time, visitors not counted
        ("most_reputation", np.int32),  # which is also what the team begins with
        ("goal", np.int32),  # Band 1 programs, with 2 or 4 players
        ("goal_of_three", np.int32),  # the same with 3
        ("missing", np.int32),  # Reputation lost for each that is missing
        ("missing_gently", np.int32),  # the same with the option `gentle`
        ("checkouts", np.int32),  # hours it needs
        ("poor_weather", np.int32),  # points an hour
        # What follows from the edition, worked out once (`find_matches`)
        ("homes", np.int32, (len(D.INSTRUMENTS),)),  # the lanes that each instrument may be attached to, a bit each
        ("with_altair", np.int32),  # the instruments that can use Altair, a bit each
        ("faces", np.int32, (len(D.TARGETS),)),  # the sides that each target has, the same two bits for every lane
        # Seats and roles
        ("seat_of", np.int32, (len(D.ROLES),)),  # the seat of each role, or NONE
        ("order", np.int32, (len(D.ROLES),)),  # the role of each turn of a round, or NONE
        ("turns", np.int32),  # in a round: 3 or 4
        ("first", np.int32),  # the seat that goes first, or NONE
        ("limit", np.int32, (D.MAX_SEATS,)),  # of each hand
        # The turn
        ("phase", np.int32),  # PICKING to MOVING
        ("round", np.int32),  # from 1; 0 until the first weather
        ("turn", np.int32),  # of the round, from 0
        ("mover", np.int32),  # the seat whose turn it is, also while chance acts
        ("role", np.int32),  # of this turn
        ("receiver", np.int32),  # the seat that is dealt a card or a role, or NONE
        ("drawing", np.int32),  # 1 while the mover is still to draw
        ("acted", np.int32),  # 1 once the mover has done anything in this turn
        ("left", np.int32),  # actions
        ("free_moves", np.int32),  # of instruments: the Engineer's, the crew's
        ("second", np.int32),  # the lane for the Operator's second time card, or NONE
        ("clear", np.int32),  # 1: the next time card is played as under Great
        ("owed", np.int32),  # the instrument of the program just completed, to be moved; or NONE
        ("in_season", np.int32),  # the targets that can be played in this round, a bit each
        ("timed", np.int32),  # 1 once a time card was played in this round
        # The player deck
        ("deck", np.int32, (D.KINDS,)),  # unseen, of each kind; to a seat, what it cannot see in other hands too
        ("deck_size", np.int32),  # how many cards are in it
        ("elsewhere", np.int32, (D.KINDS,)),  # to whoever searches the deck: what must be in hidden hands; else 0
        ("discards", np.int32, (D.KINDS,)),  # of each kind
        ("held", np.int32, (D.MAX_SEATS, D.KINDS)),  # what each seat holds; to others, what they have seen of it
        ("shown", np.int32, (D.MAX_SEATS, D.KINDS)),  # of these, what everyone has seen; kept with hidden hands only
        ("kinds", np.int32, (D.MAX_SEATS,)),  # the kinds of cards that each seat holds (`held`), a bit each
        ("hand_size", np.int32, (D.MAX_SEATS,)),  # how many cards each seat holds
        ("due", np.int32, (D.MAX_SEATS,)),  # red time cards in hand that were drawn in the round before
        ("drawn", np.int32, (D.KINDS,)),  # cards the mover has drawn in this turn, until it acts
        ("drawn_size", np.int32),  # how many they are
        ("gone", np.int32),  # instants out of the game, a bit each
        # The instrument deck
        ("where", np.int32, (len(D.INSTRUMENT_DECK),)),  # of each card: a lane, or IN_ROW to IN_USE
        ("row", np.int32, (D.MOST_IN_ROW,)),  # face up, in order, then NONE
        ("under", np.int32, (len(D.INSTRUMENT_DECK),)),  # under the deck, the topmost first, then NONE
        ("altair_on", np.int32),  # the instrument that has it, or NONE
        # The lanes
        ("lane", np.int32, (D.LANES, COLUMNS)),  # the columns above, AT to COMPLETED
        ("lanes", np.int32, (D.MOST_LANES + 1,)),  # those in use, in rising order, Checkouts last; then NONE
        ("in_use", np.int32),  # how many
        ("checked", np.int32),  # 1 once Checkouts is complete
        # What follows from the lanes, kept beside them (`note_lanes`)
        ("in_play", np.int32),  # the instruments that are attached, a bit each
        ("exchanges", np.int32, (len(D.OWN),)),  # the lanes whose later instruments may change places with each of ours
        ("free", np.int32),  # the lanes in use without an instrument, a bit each
        ("aimed", np.int32),  # the lanes of programs with an instrument and a target, a bit each
        ("lacks", np.int32, (len(D.TYPES),)),  # the lanes that require a target of each type, two bits each
        ("sees", np.int32, (4,)),  # the lanes where a target of each sky (bits: sites) may be seen, two bits each
        ("sides", np.int32),  # the sides that a target may be played on, two bits for each lane
        # The weather
        ("weather_deck", np.int32, (len(D.WEATHER),)),  # unseen, of each kind
        ("calendar", np.int32, (D.MOST_ROUNDS,)),  # the card of each round, or NONE
        ("announced", np.int32, (D.MOST_ROUNDS,)),  # sites (bits) that a Shutdown of that round closes in the next
        ("condition", np.int32),  # the last condition card
        ("closed", np.int32),  # sites (bits) that take no time in this round
        # Reputation and the end
        ("reputation", np.int32),  # 0 to `most_reputation`
        ("story", np.int32, (MOST_EVENTS, 3)),  # what changed it: round, cause, card; then NONE
        ("events", np.int32),  # how many
        ("ending", np.int32),  # RUNNING, NO_REPUTATION, NO_FUNDING or WON
        ("observed", np.int32, (3, 4)),  # hours of time cards: North, South, Checkouts and Poor Weather; by condition
        # What the last turn changed (§14.3); kept with the option only
        ("kept", np.int32),  # 1: there is a turn that may be taken back
        ("before_turn", np.int32),  # which one of this round
        ("before_lane", np.int32, (D.LANES, COLUMNS)),  # `lane` before it
        ("before_where", np.int32, (len(D.INSTRUMENT_DECK),)),  # `where` before it
        ("before_row", np.int32, (D.MOST_IN_ROW,)),  # `row` before it
        ("before_under", np.int32, (len(D.INSTRUMENT_DECK),)),  # `under` before it
        ("before_altair_on", np.int32),  # `altair_on` before it
        ("before_checked", np.int32),  # `checked` before it
        ("before_discards", np.int32, (D.KINDS,)),  # `discards` before it
        ("before_due", np.int32),  # `due` of its mover before it
        ("before_gone", np.int32),  # `gone` before it
        ("before_timed", np.int32),  # `timed` before it
        ("before_reputation", np.int32),  # `reputation` before it
        ("before_events", np.int32),  # `events` before it
        ("before_observed", np.int32, (3, 4)),  # `observed` before it
        ("played", np.int32, (D.KINDS,)),  # cards the mover's hand has lost in that turn, less those it took
    ]
)
assert len(D.INSTRUMENTS) == D.ALTAIR
assert len(D.PROGRAMS) == D.FIRST_TARGET
assert D.KINDS < 32  # a bit each in one number
