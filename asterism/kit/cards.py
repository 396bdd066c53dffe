"""Cards: decks nobody has looked at, hands, piles in order. All of them are arrays of a record.

A **pile of counts** says how many cards of each kind there are: a hand, a supply, a deck. A deck is never an order that
is hidden somewhere: which card comes next is chance, and each kind is as likely as there are cards of it. What is known
of a deck (cards put at its bottom) is a **row** beside it, to be drawn when the rest is used up.

A **row** is cards in order, as kinds in an array with NONE behind the last: a discard pile that is turned over, a known
bottom of a deck, cards laid out. Cards come in at its end and leave at its beginning, so a discard pile that is turned
over as it lies is simply the next deck.

Hidden hands go with the deck: for one who does not see them, their cards and the unseen ones are one pile (`hide`), of
which every way to deal the hands is equally likely (`deal`).
"""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule
from asterism.core.rng import random_below

Counts = Any  # np.ndarray: how many cards of each kind
Row = Any  # np.ndarray: kinds in order, then NONE
Array = Any

NONE = -1  # no card


# Piles of counts


@rule
def size(counts: Counts) -> int:
    """How many cards there are."""
    cards = 0
    for kind in range(counts.size):
        cards += counts[kind]
    return cards


@rule
def move(source: Counts, target: Counts, kind: int) -> None:
    """One card goes from pile to pile."""
    source[kind] -= 1
    target[kind] += 1


@rule
def move_all(source: Counts, target: Counts) -> None:
    """All cards go from pile to pile: a discard pile is shuffled into the deck, a hand is discarded."""
    for kind in range(source.size):
        target[kind] += source[kind]
        source[kind] = 0


# Drawing as chance


@rule
def draws(deck: Counts, first: int, out: Array) -> int:
    """What may be drawn, as the actions `first` + kind in rising order; returns how many kinds there are."""
    n = 0
    for kind in range(deck.size):
        out[n] = first + kind
        n += 1 if deck[kind] > 0 else 0  # without a branch: no processor could foretell it
    return n


@rule
def weigh_draws(deck: Counts, first: int, out: Array, n: int, weight: Array) -> None:
    """Each kind is as likely to be drawn as there are cards of it."""
    for i in range(n):
        weight[i] = deck[out[i] - first]


@rule
def drawn(deck: Counts, cards: int, rng: Array) -> int:
    """The kind of a card that is drawn from a deck of so many: what drawing from the two lists above gives, without
    writing them. All kinds are gone through: no processor could foretell where to stop."""
    place = random_below(rng, cards)
    kind, before = 0, 0
    for each in range(deck.size):
        before += deck[each]
        kind += 1 if before <= place else 0
    return kind


# Rows


@rule
def length(row: Row) -> int:
    """How many cards lie in a row."""
    n = 0
    while n < row.size and row[n] != NONE:
        n += 1
    return n


@rule
def clear(row: Row) -> None:
    """A row of no cards."""
    for i in range(row.size):
        row[i] = NONE


@rule
def put_last(row: Row, kind: int) -> None:
    """A card goes to the end of a row, which must have room for it."""
    row[length(row)] = kind


@rule
def take_at(row: Row, place: int) -> int:
    """A card leaves a row, and those behind it move up."""
    kind = row[place]
    while place + 1 < row.size and row[place + 1] != NONE:
        row[place] = row[place + 1]
        place += 1
    row[place] = NONE
    return kind  # type: ignore[no-any-return]


@rule
def take_first(row: Row) -> int:
    """The card at the beginning leaves; NONE if there is none."""
    return take_at(row, 0)


@rule
def take_several(row: Row, n: int, hand: Counts) -> None:
    """The first `n` cards go to a hand; there must be so many."""
    for i in range(n):
        hand[row[i]] += 1
    place = 0
    while place + n < row.size and row[place + n] != NONE:
        row[place] = row[place + n]
        place += 1
    for i in range(place, place + n):
        row[i] = NONE


@rule
def turn_over(pile: Row, deck: Row) -> None:
    """A pile becomes the deck behind what is left of it, as it lies: what was laid down first is drawn first."""
    n = length(deck)
    for i in range(length(pile)):
        deck[n + i] = pile[i]
    clear(pile)


@rule
def shuffle(row: Row, deck: Counts) -> None:
    """The cards of a row go into a deck of which nobody knows the order any more."""
    for i in range(length(row)):
        deck[row[i]] += 1
    clear(row)


# Hidden hands


@rule
def hide(hand: Counts, unseen: Counts, unknown: int) -> None:
    """For one who does not see it, the cards of a hand are among the unseen ones; the hand itself is unknown."""
    for kind in range(hand.size):
        unseen[kind] += hand[kind]
        hand[kind] = unknown


@rule
def deal(unseen: Counts, hand: Counts, cards: int, rng: Array) -> None:
    """Fill an unknown hand with so many of the unseen cards, every way equally likely."""
    for kind in range(hand.size):
        hand[kind] = 0
    left = size(unseen)
    for _ in range(cards):
        pick = random_below(rng, left)
        for kind in range(unseen.size):
            pick -= unseen[kind]
            if pick < 0:
                move(unseen, hand, kind)
                break
        left -= 1
