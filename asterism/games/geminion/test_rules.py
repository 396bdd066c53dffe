"""Geminion, rule by rule. Cards lie in order and are written as words: "penny*3 stash"."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from asterism.core.discover import find
from asterism.core.edition import Edition, check, standard, varied
from asterism.core.game import BadInput
from asterism.core.header import CHANCE
from asterism.core.match import Match

from . import state as S
from .view import area_of, deck_of, discard_of, in_hand, names

GAME = find("geminion")
VERBS = {"play": S.PLAY, "clean": S.CLEAN, "buy": S.BUY, "lay": S.LAY, "draw": S.DRAW}


def kinds(words: str) -> list[int]:
    """The cards that are written "penny*3 stash"."""
    cards = []
    for word in words.split():
        card, _, count = word.partition("*")
        cards += [S.CARDS.index(card)] * int(count or 1)
    return cards


def table(hand: str, deck: str = "", discard: str = "", seats: int = 2, **more: int) -> Match:
    """A match in which seat 1 holds these cards and is to play one. More: options, or fields such as gems left."""
    options = {name: more.pop(name) for name in ("shuffle", "sparkle") if name in more}
    match = Match(GAME, seats=seats, **options)
    s = match.states[0]
    row = kinds(f"{deck} {discard}")
    s["row"][0] = S.NONE
    s["row"][0][: len(row)] = row
    s["deck"][0] = len(kinds(deck))
    s["held"] = 0
    for kind in kinds(hand):
        s["held"][kind] += 1
    for name, value in more.items():
        s[name] = value
    return match


def own(numbers: dict[str, int]) -> Edition:
    """The standard edition but for these numbers."""
    return check(GAME, "own", {**standard(GAME).numbers, **numbers})


def do(match: Match, *actions: str) -> Match:
    """Play actions written as "play wish", "buy penny" or "done"."""
    for action in actions:
        verb, _, card = action.partition(" ")
        match.play(S.DONE if verb == "done" else VERBS[verb] + S.CARDS.index(card))
    return match


def hand(match: Match) -> str:
    return names(in_hand(match.states[0]["held"]))


def area(match: Match) -> str:
    return names(area_of(match.states[0]))


def deck(match: Match, seat: int = 0) -> str:
    return names(deck_of(match.states[0], seat))


def discard(match: Match, seat: int = 0) -> str:
    return names(discard_of(match.states[0], seat))


def pile(match: Match, kind: int) -> int:
    return int(match.states[0]["supply"][kind])


def coins(match: Match) -> int:
    return int(match.states[0]["purse"])


# §1 Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_decks_gems_and_piles(seats: int):  # §1.1, §1.2, §1.3
    match = Match(GAME, seats=seats)
    assert (match.to_act, hand(match), deck(match)) == (0, "penny*4", "penny*3 stash")
    assert [deck(match, seat) for seat in range(1, seats)] == ["penny*7 stash"] * (seats - 1)
    assert int(match.states[0]["bank"]) == 40 * seats
    piles = {card: pile(match, kind) for kind, card in enumerate(S.CARDS)}
    assert piles == {
        "penny": 0, "double": 18, "triple": 9, "stash": 0, "mine": 5 + 2 * seats, "trove": 9, "rainbow": 2 * seats,
        "wish": 2 + seats, "helper": 2 * seats, "cleaner": 2 + seats, "sparkle": 0,
    }  # fmt: skip


def test_setup_sparkles_are_an_option():  # §1.4
    assert pile(Match(GAME, sparkle=1), S.CARDS.index("sparkle")) == 4


# §2 and §3 The turn, and drawing


def test_a_turn_draws_plays_buys_cleans_up_and_goes_on_to_the_next_seat():  # §2
    match = do(Match(GAME), *["play penny"] * 4)
    assert (coins(match), area(match)) == (4, "penny*4")
    do(match, "buy mine", "lay mine")
    assert (match.to_act, hand(match)) == (1, "penny*4")
    assert (deck(match), discard(match)) == ("penny*3 stash", "mine penny*4")


def test_an_empty_deck_turns_the_discard_pile_over_first_laid_first_drawn():  # §3
    match = do(table("rainbow", "", "trove mine penny"), "play rainbow")
    assert (hand(match), deck(match), discard(match)) == ("trove", "mine penny", "-")
    assert match.states[0]["turned"].tolist() == [1, 0, 0, 0]


def test_cards_in_play_are_not_turned_over():  # §3
    match = do(table("double wish", "penny", "mine"), "play double", "play wish")
    assert (hand(match), area(match), discard(match)) == ("penny mine", "double", "-")


def test_who_has_nothing_left_to_draw_has_drawn_all_there_is():  # §3
    match = do(table("wish"), "play wish")
    assert match.to_act == 1
    assert match.scores == [3, 0]


# §4 and §5 The cards, and playing them


@pytest.mark.parametrize(
    ("card", "coin", "gems", "drawn"),
    [
        ("penny", 1, 0, 0), ("double", 2, 0, 0), ("triple", 3, 0, 0),
        ("stash", 0, 1, 0), ("mine", 0, 3, 0), ("trove", 0, 6, 0),
        ("rainbow", 1, 1, 1), ("wish", 0, 3, 3), ("helper", 4, 0, 0), ("sparkle", 0, 1, 1),
    ],
)  # fmt: skip
def test_what_each_card_gives(card: str, coin: int, gems: int, drawn: int):  # §4
    match = do(table(f"{card} penny", "mine*4"), f"play {card}")
    assert (coins(match), match.scores[0], len(in_hand(match.states[0]["held"]))) == (coin, gems, 1 + drawn)


def test_every_card_of_the_hand_is_played_in_any_order():  # §2.2
    match = table("penny stash trove")
    assert match.legal() == [S.PLAY + kind for kind in kinds("penny stash trove")]
    assert area(do(match, "play trove", "play penny", "play stash")) == "trove penny stash"


def test_a_card_takes_no_more_gems_than_are_left_and_the_match_is_over_at_once():  # §5.1, §8.1
    match = do(table("trove penny", "penny*4", bank=2), "play trove")
    assert (match.scores, match.over, hand(match)) == ([2, 0], True, "penny")


def test_the_last_gems_are_taken_before_cards_are_drawn():  # §5.2, §8.1
    match = do(table("wish", "mine*3", bank=3), "play wish")
    assert (match.scores, match.over, deck(match)) == ([3, 0], True, "mine*3")


def test_drawn_cards_join_the_hand_and_are_played_in_any_order_with_the_rest():  # §5.2
    match = do(table("wish double", "rainbow penny stash mine"), "play wish")
    assert hand(match) == "penny double stash rainbow"
    assert hand(do(match, "play rainbow")) == "penny double stash mine"


def test_a_cleaner_gives_back_what_its_owner_wants_and_that_does_nothing():  # §5.3
    match = do(table("penny*2 mine cleaner"), "play cleaner")
    assert match.legal() == [S.CLEAN + S.PENNY, S.CLEAN + S.CARDS.index("mine"), S.DONE]
    do(match, "clean penny", "clean penny", "done")
    assert (pile(match, S.PENNY), coins(match), match.legal()) == (2, 0, [S.PLAY + S.CARDS.index("mine")])


def test_a_cleaner_may_take_any_card_of_the_hand():  # §5.3
    match = do(table("wish helper cleaner*2"), "play cleaner", "clean wish", "clean helper", "clean cleaner")
    assert (pile(match, S.WISH), pile(match, S.HELPER), pile(match, S.CLEANER)) == (5, 5, 6)
    assert (match.scores[0], match.to_act) == (0, 1)


def test_a_cleaner_in_hand_may_give_back_what_was_drawn_after_it():  # §11.2
    match = do(table("cleaner rainbow", "penny"), "play rainbow", "play cleaner", "clean penny")
    assert pile(match, S.PENNY) == 1


def test_a_cleaner_with_nothing_to_give_back_asks_nothing():  # §5.3
    match = do(table("penny cleaner"), "play penny", "play cleaner")
    assert match.to_act == 1


@pytest.mark.parametrize("card", ["wish", "sparkle", "cleaner"])
def test_some_cards_are_back_on_their_piles_at_once_and_can_be_bought_again(card: str):  # §5.4, §6.3
    kind = S.CARDS.index(card)
    match = table(f"{card} triple*2")
    match.states[0]["supply"][kind] = 0
    do(match, f"play {card}", "clean triple" if card == "cleaner" else "play triple")
    if card == "cleaner":
        do(match, "done")
    match.states[0]["purse"] = 5
    do(match, "play triple", f"buy {card}")
    assert (pile(match, kind), area_of(match.states[0])[-1]) == (0, kind)


# §6 Buying


def test_one_buys_as_many_as_one_can_pay_for_and_stops_at_will():  # §6.1
    match = do(table("triple*3 penny"), *["play triple"] * 3, "play penny", "buy wish", "buy double")
    assert coins(match) == 2
    assert match.legal() == [S.DONE, *(S.BUY + kind for kind in kinds("double cleaner"))]
    assert coins(do(match, "done", "lay triple")) == 2  # nobody can spend them any more
    assert all(action >= S.LAY for action in match.legal())


def test_what_was_bought_does_nothing_in_this_turn():  # §6.2
    match = do(table("triple*2"), *["play triple"] * 2, "buy rainbow")
    assert (match.scores[0], area(match)) == (0, "triple*2 rainbow")


def test_an_empty_pile_sells_nothing():  # §6.3
    match = table("triple*2")
    match.states[0]["supply"][S.WISH] = 0
    do(match, *["play triple"] * 2)
    assert S.BUY + S.WISH not in match.legal()
    assert S.BUY + S.CARDS.index("rainbow") in match.legal()


def test_a_penny_that_was_given_back_can_be_bought_at_once_by_anyone():  # §6.3, §11.3
    match = do(table("penny*2 stash cleaner double"), "play cleaner", "clean penny", "clean stash", "done")
    do(match, "play double", "play penny")
    assert {S.BUY + S.PENNY, S.BUY + S.STASH} < set(match.legal())
    do(match, "buy penny", "done", "lay double")
    do(match, *["play penny"] * 4)
    assert S.BUY + S.STASH in match.legal()
    assert S.BUY + S.PENNY not in match.legal()


# §7 Clean-up


def test_a_helper_that_was_played_goes_back_and_one_that_was_bought_stays():  # §7.1
    match = do(table("helper triple"), "play helper", "play triple", "buy helper")
    assert (area(match), pile(match, S.HELPER)) == ("helper triple helper", 3)
    do(match, "done")
    assert (area(match), pile(match, S.HELPER)) == ("triple helper", 4)


def test_the_order_of_laying_down_is_the_owners_and_the_order_of_coming_back():  # §7.2
    match = do(table("penny double stash"), "play penny", "play double", "play stash", "done")
    assert match.legal() == [S.LAY + kind for kind in kinds("penny double stash")]
    assert discard(do(match, "lay stash", "lay penny")) == "stash penny double"


def test_cards_of_one_kind_are_laid_down_by_themselves():  # §11.8
    match = do(table("stash*2"), "play stash", "play stash")
    assert (discard(match), match.to_act) == ("stash*2", 1)


# §8 The end


def test_rounds_without_gems_end_the_match():  # §8.2, §11.5
    match = Match(GAME, edition=own({"stash.start": 0}))
    while not match.over:
        match.play(S.DONE if S.DONE in match.legal() else match.legal()[0])
    assert match.states[0]["turns"].tolist() == [20, 20, 0, 0]
    assert match.shares == [0.5, 0.5]


def test_a_gem_begins_the_count_of_quiet_rounds_anew():  # §8.2
    match = table("stash", quiet=39)
    assert int(do(match, "play stash").states[0]["quiet"]) == 0
    assert do(table("penny", quiet=39, purse=-1), "play penny").over


def test_most_gems_win_and_equal_ones_share():  # §8.3, §11.6
    match = table("stash", seats=3, bank=1)
    match.states[0]["taken"][:3] = [4, 3, 5]
    assert do(match, "play stash").shares == [0.5, 0, 0.5]


# §9 Shuffling


def test_with_the_variant_a_discard_pile_becomes_a_deck_of_unknown_order():  # §9
    match = do(table("rainbow", "", "mine*2 trove", shuffle=1), "play rainbow")
    assert match.to_act == CHANCE
    assert GAME.odds(match.states) == ([S.DRAW + kind for kind in kinds("mine trove")], [2, 1])
    do(match, "draw mine")
    assert (hand(match), match.to_act) == ("mine", 0)


def test_with_the_variant_the_first_deck_lies_as_ever_and_no_order_is_asked():  # §9, §11.7
    match = do(Match(GAME, shuffle=1), *["play penny"] * 4, "buy mine")
    assert (deck(match), discard(match), match.to_act) == ("penny*3 stash", "penny*4 mine", 1)


def test_chance_is_not_asked_where_every_order_is_the_same():  # §9, §11.8
    alike = do(table("rainbow", "", "mine*3", shuffle=1), "play rainbow")
    everything = do(table("wish", "", "mine*2 trove", shuffle=1), "play wish")
    assert (hand(alike), alike.to_act) == ("mine", 0)
    assert (hand(everything), everything.to_act) == ("mine*2 trove", 0)


# §10 Editions


def test_an_edition_changes_what_cards_cost_and_give():  # §10
    match = do(
        Match(GAME, edition=own({"penny.coins": 3, "trove.cost": 12, "trove.pile.1": 1, "hand": 4, "double.start": 1})),
        *["play penny"] * 4,
    )
    assert (coins(match), deck(match)) == (12, "penny*3 double stash")
    do(match, "buy trove", "lay penny")
    assert pile(match, S.CARDS.index("trove")) == 0


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ({"penny.start": 0, "stash.start": 0}, "raise penny.start"),
        ({"double.pile.3": 40, "trove.pile.3": 40, "mine.pile.3": 40}, "room for"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_in_words(numbers: dict[str, int], told: str):  # §10
    with pytest.raises(BadInput, match=told):
        own(numbers)


# Always true


def everywhere(match: Match) -> Counter[int]:
    """All cards of a match, wherever they lie."""
    s = match.states[0]
    cards = Counter(dict(enumerate(s["supply"].tolist()))) + Counter(area_of(s)) + Counter(in_hand(s["held"]))
    for seat in range(match.seats):
        cards += Counter(deck_of(s, seat)) + Counter(discard_of(s, seat)) + Counter(in_hand(s["mixed"][seat]))
    return cards


@pytest.mark.parametrize("number", range(6))
def test_cards_and_gems_are_conserved_order_is_kept_and_a_match_ends(number: int):  # §1 to §9
    dice = random.Random(number)
    match = Match(GAME, seats=2 + number % 3, edition=varied(GAME, dice, 3 * number), shuffle=number % 2, sparkle=1)
    cards, gems = everywhere(match), int(match.states[0]["bank"])
    while not match.over:
        before = match.states.copy()[0]
        action = dice.choice(match.legal())
        match.play(action)
        s = match.states[0]
        assert everywhere(match) == cards
        assert int(s["bank"]) + sum(match.scores) == gems
        assert min(s["bank"], s["purse"], s["held"].min(), s["supply"].min()) >= 0
        if S.PLAY <= action < S.CLEAN and match.to_act == before["mover"] and not match.options["shuffle"]:
            row = [kind for kind in before["row"][match.to_act].tolist() if kind != S.NONE]
            left = [kind for kind in s["row"][match.to_act].tolist() if kind != S.NONE]
            assert (
                row[len(row) - len(left) :] == left
            )  # drawn from the front; the rest has not moved, turned over or not
    assert match.ply > 10
