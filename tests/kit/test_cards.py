"""Rules of cards, as people know them."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterism.core.rng import new_rng
from asterism.kit import cards
from asterism.kit.cards import NONE

HEARTS, SPADES, STARS = 0, 1, 2


def pile(*counts: int) -> np.ndarray:
    return np.array(counts, np.int32)


def row(*kinds: int, room: int = 8) -> np.ndarray:
    return np.array([*kinds, *[NONE] * (room - len(kinds))], np.int32)


def told(cards: np.ndarray) -> list[int]:
    return [int(kind) for kind in cards if kind != NONE]


def test_a_card_that_moves_is_in_one_place() -> None:
    hand, table = pile(2, 1, 0), pile(0, 0, 0)
    cards.move(hand, table, HEARTS)
    assert (hand.tolist(), table.tolist()) == ([1, 1, 0], [1, 0, 0])


def test_a_discard_pile_shuffled_into_the_deck_leaves_nothing_behind() -> None:
    deck, discard = pile(0, 1, 0), pile(3, 0, 2)
    cards.move_all(discard, deck)
    assert (deck.tolist(), cards.size(discard)) == ([3, 1, 2], 0)


def test_what_is_drawn_is_as_likely_as_there_are_cards_of_it() -> None:
    deck, out, weight = pile(3, 0, 2), np.zeros(3, np.int32), np.zeros(3, np.int64)
    n = cards.draws(deck, 10, out)
    cards.weigh_draws(deck, 10, out, n, weight)
    assert dict(zip(out[:n].tolist(), weight[:n].tolist(), strict=True)) == {10 + HEARTS: 3, 10 + STARS: 2}


def test_an_empty_deck_has_nothing_to_draw() -> None:
    assert cards.draws(pile(0, 0), 10, np.zeros(2, np.int32)) == 0


def test_a_pile_that_is_turned_over_keeps_its_order() -> None:
    deck, discard = row(), row()
    for kind in (STARS, HEARTS, SPADES, HEARTS):  # laid down in this order
        cards.put_last(discard, kind)
    cards.turn_over(discard, deck)
    assert told(discard) == []
    assert [cards.take_first(deck) for _ in range(4)] == [STARS, HEARTS, SPADES, HEARTS]
    assert cards.take_first(deck) == NONE


def test_a_pile_turned_over_early_goes_behind_what_is_left() -> None:
    deck, discard = row(SPADES), row(HEARTS, STARS)
    cards.turn_over(discard, deck)
    assert told(deck) == [SPADES, HEARTS, STARS]


def test_a_card_taken_from_the_middle_closes_the_gap() -> None:
    laid_out = row(HEARTS, SPADES, STARS)
    assert cards.take_at(laid_out, 1) == SPADES
    assert told(laid_out) == [HEARTS, STARS]


@pytest.mark.parametrize("n", range(6))
def test_several_cards_drawn_from_a_known_deck_are_its_first(n: int) -> None:
    deck, hand = row(STARS, HEARTS, STARS, SPADES, HEARTS, room=5), pile(0, 0, 1)
    cards.take_several(deck, n, hand)
    first = (STARS, HEARTS, STARS, SPADES, HEARTS)[:n]
    assert hand.tolist() == [first.count(HEARTS), first.count(SPADES), first.count(STARS) + 1]
    assert told(deck) == [STARS, HEARTS, STARS, SPADES, HEARTS][n:]
    assert deck.tolist()[5 - n :] == [NONE] * n


def test_a_row_can_be_filled_to_its_last_place() -> None:
    full = row(room=3)
    for kind in (STARS, STARS, HEARTS):
        cards.put_last(full, kind)
    assert cards.length(full) == 3
    assert cards.take_at(full, 2) == HEARTS
    assert told(full) == [STARS, STARS]


def test_a_shuffled_row_is_a_deck_nobody_knows_the_order_of() -> None:
    bottom, deck = row(STARS, STARS, HEARTS), pile(1, 0, 0)
    cards.shuffle(bottom, deck)
    assert (deck.tolist(), told(bottom)) == ([2, 0, 2], [])


def test_a_hidden_hand_is_among_the_unseen_cards() -> None:
    hand, deck = pile(1, 2, 0), pile(0, 1, 4)
    cards.hide(hand, deck, NONE)
    assert (hand.tolist(), deck.tolist()) == ([NONE] * 3, [1, 3, 4])


def test_every_way_to_deal_a_hidden_hand_is_equally_likely() -> None:
    """Two cards out of three hearts and two spades: by counting, 3 ways for two hearts, 6 for one each, 1 for none."""
    seen: Counter[int] = Counter()
    rng = new_rng(1)
    for _ in range(20_000):
        unseen, hand = pile(3, 2), pile(NONE, NONE)
        cards.deal(unseen, hand, 2, rng)
        assert (hand + unseen).tolist() == [3, 2]
        seen[int(hand[HEARTS])] += 1
    for hearts in (0, 1, 2):
        likely = comb(3, hearts) * comb(2, 2 - hearts) / comb(5, 2)
        assert seen[hearts] / 20_000 == pytest.approx(likely, abs=0.015)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.data())
def test_no_card_is_lost_whatever_is_done(counts: list[int], data: st.DataObject) -> None:
    deck, hand, table = pile(*counts), pile(*[0] * len(counts)), row(room=sum(counts) + 1)
    for _ in range(data.draw(st.integers(0, 12))):
        what = data.draw(st.sampled_from(["draw", "lay", "turn", "shuffle"]))
        drawable = np.flatnonzero(deck).tolist()
        held = np.flatnonzero(hand).tolist()
        if what == "draw" and drawable:
            cards.move(deck, hand, data.draw(st.sampled_from(drawable)))
        elif what == "lay" and held:
            kind = data.draw(st.sampled_from(held))
            hand[kind] -= 1
            cards.put_last(table, kind)
        elif what == "shuffle":
            cards.shuffle(table, deck)
        where = deck + hand + np.array([told(table).count(kind) for kind in range(len(counts))])
        assert where.tolist() == counts
