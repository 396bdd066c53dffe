"""Alone with a deck that is never shuffled: ways that are found can be played, and what is ruled out cannot be done."""

from __future__ import annotations

import random

import pytest

from asterism.core.discover import find
from asterism.core.match import Match
from asterism.games.geminion.state import BUY, CLEAN, DONE, LAY, NONE, PLAY
from asterism.solve.decks import Deck, Found, deck_of, find_way, prove
from asterism.solve.decks.bound import most
from asterism.solve.decks.turns import Position, beginning, turns_of

GAME = find("geminion")
DECK = deck_of(GAME)
CLEANS = Deck(  # hands of two, and a cleaner in the first deck: small enough to try everything
    names=("coin", "gem", "spark", "cleaner"),
    cost=(1, 2, 2, 1),
    coins=(1, 0, 0, 0),
    points=(0, 2, 1, 0),
    draws=(0, 0, 1, 0),
    leaves=(False, False, True, True),
    cleans=(False, False, False, True),
    pile=(2, 2, 2, 1),
    first=(0, 0, 3, 0, 1),
    hand=2,
)


def replayed(found: Found) -> Match:
    """The way as actions of a real match in which the others have no cards, so that their turns pass by themselves."""
    match = Match(GAME)
    match.states["row"][0, 1] = NONE
    match.states["deck"][0, 1] = 0
    first = {"play": PLAY, "clean": CLEAN}
    for number, (turn, laid) in enumerate(zip(found.turns, found.laid, strict=True), 1):
        actions = [(first[verb] + kind) for verb, kind in turn.done] + [BUY + kind for kind in turn.bought]
        actions += [LAY + kind for kind in laid]
        for action in actions:
            if action not in match.legal() and DONE in match.legal():
                match.play(DONE)  # no more cleaning, or no more buying
            if match.states["turns"][0, 0] == number and match.scores[0] < found.points:
                if action >= LAY and action not in match.legal():
                    break  # cards of one kind are laid down by themselves
                match.play(action)
    return match


def test_the_way_to_20_can_be_played_in_7_turns():
    found = find_way(DECK, 20, width=100)
    assert found is not None
    match = replayed(found)
    assert (len(found.turns), int(match.states["turns"][0, 0])) == (7, 7)
    assert match.scores[0] == found.points >= 20


def test_20_gems_in_fewer_than_7_turns_are_ruled_out():
    assert prove(DECK, 20, 6)


@pytest.mark.parametrize("deck", [DECK, CLEANS], ids=["geminion", "small"])
def test_what_can_be_done_is_not_ruled_out(deck: Deck):
    goal = 5 if deck is DECK else 6
    found = find_way(deck, goal, width=20)
    assert found is not None
    assert not prove(deck, goal, len(found.turns))


def best_of_all(deck: Deck, position: Position, turns: int) -> int:
    """The most points that can be made in so many turns, by trying everything."""
    after = {new for new, _ in turns_of(deck, position)}
    if turns == 1:
        return max(new.points for new in after)
    return max(best_of_all(deck, new, turns - 1) for new in after)


def test_the_bound_is_never_below_what_can_be_done():
    dice, informed = random.Random(1), 0
    for deck, turns, walks in ((DECK, 2, 6), (CLEANS, 2, 40), (CLEANS, 3, 10)):
        for _ in range(walks):
            position = beginning(deck)
            for _ in range(dice.randint(0, 5)):
                position = dice.choice([new for new, _ in turns_of(deck, position)])
            bound = position.points + most(deck, position.groups, turns)
            assert bound >= best_of_all(deck, position, turns)
            informed += bound < 100
    assert informed > 5
