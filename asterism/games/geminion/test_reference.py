"""Geminion told a second time, slowly, as a story that stops wherever somebody must choose; both must always agree.

It shares no code with the rules: cards are words in lists, a turn is a generator, the end of the match an exception.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Mapping

import pytest

from asterism.core.discover import find
from asterism.core.edition import varied
from asterism.core.header import CHANCE, OVER
from asterism.core.match import Match

from . import state as S
from .view import area_of, deck_of, discard_of, in_hand

GAME = find("geminion")
Action = tuple[str, str]  # what is done with which card
Question = tuple[int, set[Action]]  # who chooses among what
Story = Generator[Question, Action, None]
FIRST = {"play": S.PLAY, "clean": S.CLEAN, "done": S.DONE, "buy": S.BUY, "lay": S.LAY, "draw": S.DRAW}


class Over(Exception):
    """§8 The match is over."""


class Slow:
    """A match, told by `story`."""

    def __init__(self, seats: int, numbers: Mapping[str, int], shuffle: bool, sparkle: bool) -> None:
        self.numbers, self.shuffle, self.seats = numbers, shuffle, seats
        kinds = [card for card in S.CARDS if card != "sparkle" or sparkle]
        self.piles = Counter({card: numbers[f"{card}.pile.{seats - 1}"] for card in kinds})
        first = [card for card in kinds for _ in range(numbers[f"{card}.start"])]
        self.decks = [list(first) for _ in range(seats)]  # from the top; what is shuffled lies in `shuffled` instead
        self.shuffled: list[list[str]] = [[] for _ in range(seats)]
        self.discards: list[list[str]] = [[] for _ in range(seats)]  # from what was laid down first
        self.gems = [0] * seats
        self.middle = numbers["gems_each"] * seats
        self.hand: list[str] = []
        self.area: list[str] = []
        self.coins = 0

    def story(self) -> Story:
        """§1.3 Turns go round; §8.2 until nobody has taken a gem for too long."""
        quiet = turn = 0
        while quiet < self.numbers["quiet_rounds"] * self.seats:
            before = self.middle
            yield from self.turn(turn % self.seats)
            quiet = quiet + 1 if self.middle == before else 0
            turn += 1
        raise Over

    def turn(self, seat: int) -> Story:
        """§2"""
        self.coins = 0
        yield from self.draw(seat, self.numbers["hand"])
        helpers = 0
        while self.hand:
            _, card = yield seat, {("play", card) for card in self.hand}
            self.hand.remove(card)
            helpers += card == "helper"
            yield from self.play(seat, card)
        while wares := [card for card in self.piles if self.piles[card] and self.cost(card) <= self.coins]:
            verb, card = yield seat, {("buy", card) for card in wares} | {("done", "penny")}
            if verb == "done":
                break
            self.coins -= self.cost(card)
            self.piles[card] -= 1
            self.area.append(card)
        for _ in range(helpers):  # §7.1
            self.area.remove("helper")
            self.piles["helper"] += 1
        while len(set(self.area)) > 1 and not self.shuffle:  # §7.2, §9
            _, card = yield seat, {("lay", card) for card in self.area}
            self.area.remove(card)
            self.discards[seat].append(card)
        self.discards[seat] += self.area
        self.area = []

    def cost(self, card: str) -> int:
        return self.numbers[f"{card}.cost"]

    def play(self, seat: int, card: str) -> Story:
        """§5"""
        if card in ("wish", "sparkle", "cleaner"):
            self.piles[card] += 1
        else:
            self.area.append(card)
        self.coins += self.numbers[f"{card}.coins"]
        got = min(self.middle, self.numbers[f"{card}.gems"])
        self.middle -= got
        self.gems[seat] += got
        if self.middle == 0:
            raise Over
        yield from self.draw(seat, self.numbers[f"{card}.draws"])
        while card == "cleaner" and self.hand:
            verb, back = yield seat, {("clean", one) for one in self.hand} | {("done", "penny")}
            if verb == "done":
                break
            self.hand.remove(back)
            self.piles[back] += 1

    def draw(self, seat: int, count: int) -> Story:
        """§3, §9"""
        while count:
            deck, loose = self.decks[seat], self.shuffled[seat]
            if deck:
                self.hand.append(deck.pop(0))
            elif loose:
                card = loose[0]
                if len(loose) > count and len(set(loose)) > 1:
                    _, card = yield CHANCE, {("draw", one) for one in loose}
                loose.remove(card)
                self.hand.append(card)
            elif self.discards[seat]:
                (loose if self.shuffle else deck).extend(self.discards[seat])
                self.discards[seat].clear()
                continue
            else:
                return
            count -= 1


def number_of(action: Action) -> int:
    verb, card = action
    return FIRST[verb] + S.CARDS.index(card)


def assert_alike(match: Match, slow: Slow, question: Question | None) -> None:
    """Everything that lies on the table, and who may do what."""
    s = match.states[0]
    mover = int(s["mover"])
    assert match.scores == slow.gems
    assert int(s["bank"]) == slow.middle
    assert {card: int(s["supply"][kind]) for kind, card in enumerate(S.CARDS)} == {
        card: slow.piles[card] for card in S.CARDS
    }
    for seat in range(match.seats):
        assert [S.CARDS[kind] for kind in deck_of(s, seat)] == slow.decks[seat]
        assert [S.CARDS[kind] for kind in discard_of(s, seat)] == slow.discards[seat]
        assert Counter(S.CARDS[kind] for kind in in_hand(s["mixed"][seat])) == Counter(slow.shuffled[seat])
    assert Counter(S.CARDS[kind] for kind in in_hand(s["held"])) == Counter(slow.hand)
    assert [S.CARDS[kind] for kind in area_of(s)] == slow.area
    assert int(s["purse"]) == slow.coins
    if question is None:
        assert match.to_act == OVER
        return
    who, actions = question
    assert match.to_act == who
    assert who == CHANCE or mover == who
    assert match.legal() == sorted(map(number_of, actions))


def play_both(match: Match, slow: Slow, dice: random.Random) -> int:
    """A random match, compared after every action; returns how many there were."""
    story = slow.story()
    question: Question | None = next(story)
    while question is not None:
        assert_alike(match, slow, question)
        actions = sorted(question[1])
        # Who never buys, and lays down in one order, sees little of the game: most take what is offered.
        action = dice.choice([one for one in actions if one[0] != "done"] if dice.random() < 0.8 else actions)
        match.play(number_of(action))
        try:
            question = story.send(action)
        except Over:
            question = None
    assert_alike(match, slow, None)
    assert (match.shares or [])[slow.gems.index(max(slow.gems))] == 1 / slow.gems.count(max(slow.gems))
    return match.ply


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("shuffle", [0, 1], ids=["in order", "shuffled"])
def test_both_tellings_agree_in_random_matches(seats: int, shuffle: int):
    dice, played = random.Random(10 * seats + shuffle), 0
    for number in range(8):
        edition = varied(GAME, dice, changes=4 * number)
        match = Match(GAME, seats=seats, edition=edition, shuffle=shuffle, sparkle=number % 2)
        played += play_both(match, Slow(seats, edition.numbers, bool(shuffle), bool(number % 2)), dice)
    assert played > 500
