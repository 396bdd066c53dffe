"""Geminos, rule by rule. A card is drawn as its five scores, conjunction to opposition, with a dot where it is empty:

"23 · 15 · 18"   conjunction 23, quadrature 15, opposition 18
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from asterism.core.game import BadInput
from asterism.core.header import CHANCE
from asterism.core.match import Match
from asterism.core.words import choice, tell

from . import state as S
from .view import chance, most, view

CONJUNCTION, SYZYGY, QUADRATURE, TRIANGULATION, OPPOSITION = range(5)


def table(*cards: str) -> Match:
    """A match in which seat 1 is to roll and the cards are as drawn."""
    match = Match("geminos", seats=len(cards))
    for seat, drawn_card in enumerate(cards):
        match.states["scores"][0, seat] = [0 if mark == "·" else int(mark) for mark in drawn_card.split()]
    return match


def drawn(match: Match, seat: int = 0) -> str:
    return " ".join(str(score or "·") for score in match.states["scores"][0, seat])


def roll(match: Match, *rolls: str) -> Match:
    """Roll pairs of signs, such as "aries libra"."""
    for signs in rolls:
        first, second = (S.SIGNS.index(sign) for sign in signs.split())
        match.play(S.ROLL)
        match.play(S.DICE + S.FACES * first + second)
    return match


# §1 Set-up


def test_setup_every_card_is_empty_and_the_first_seat_begins():  # §1
    match = Match("geminos", seats=5)
    assert [drawn(match, seat) for seat in range(5)] == ["· · · · ·"] * 5
    assert match.to_act == 0


def test_setup_the_signs_are_worth_the_hours_of_a_clock():  # §1
    named = dict(zip(S.SIGNS, S.VALUES, strict=True))
    assert named == {
        "aries": 12,
        "taurus": 11,
        "gemini": 10,
        "cancer": 9,
        "leo": 8,
        "virgo": 7,
        "libra": 6,
        "scorpio": 5,
        "sagittarius": 4,
        "capricorn": 3,
        "aquarius": 2,
        "pisces": 1,
    }


def test_setup_nothing_was_rolled_or_entered_and_no_seat_has_had_a_turn_but_the_first():  # §1
    s = Match("geminos", seats=3).states[0]
    assert (s["roll"], s["roller"], s["entered"], s["before"]) == (-1, -1, -1, 0)
    assert s["turns"].tolist()[:3] == [1, 0, 0]


# §2 The turn


def test_turn_the_last_roll_is_kept_with_its_seat_and_what_it_replaced():  # §2 §4
    match = table("23 · · · ·", "7 · · · ·")

    def kept(*signs: str) -> tuple[list[int], list[int]]:
        s = roll(match, *signs).states[0]
        return [int(s[name]) for name in ("roll", "roller", "entered", "before")], s["turns"].tolist()[:2]

    def number(first: str, second: str) -> int:
        return S.FACES * S.SIGNS.index(first) + S.SIGNS.index(second)

    assert kept("aquarius pisces") == ([number("aquarius", "pisces"), 0, CONJUNCTION, 23], [1, 1])
    assert kept("leo leo") == ([number("leo", "leo"), 1, -1, 0], [2, 1]), "no affinity: nothing is entered"
    assert kept("aries leo") == ([number("aries", "leo"), 0, -1, 0], [2, 1]), "two affinities: none is chosen yet"
    match.play(S.ENTER + TRIANGULATION)
    assert kept("aquarius pisces") == ([number("aquarius", "pisces"), 1, CONJUNCTION, 7], [3, 2])


def test_turn_all_144_rolls_are_equally_likely():  # §2
    match = Match("geminos", seats=2)
    assert match.legal() == [S.ROLL]
    match.play(S.ROLL)
    assert match.to_act == CHANCE
    assert match.game.odds(match.states) == ([S.DICE + i for i in range(144)], [1] * 144)


def test_turn_the_values_of_the_two_signs_are_added():  # §2
    taurus, libra = S.SIGNS.index("taurus"), S.SIGNS.index("libra")
    assert S.SUM[S.FACES * taurus + libra] == 17


def test_turn_is_one_roll_and_goes_round():  # §2
    match = roll(table("· · · · ·", "· · · · ·", "· · · · ·"), "aries taurus", "aries cancer")
    assert match.to_act == 2
    roll(match, "leo leo")
    assert match.to_act == 0
    assert match.states["turns"][0].tolist() == [2, 1, 1, 0, 0]


# §3 The affinities: the ten figures of the book, and its examples


@pytest.mark.parametrize(
    ("kind", "likely", "highest"),
    [
        (CONJUNCTION, Fraction(1, 6), 23),
        (SYZYGY, Fraction(5, 12), 22),
        (QUADRATURE, Fraction(1, 4), 21),
        (TRIANGULATION, Fraction(1, 6), 20),
        (OPPOSITION, Fraction(1, 12), 18),
    ],
    ids=S.AFFINITIES,
)
def test_affinity_chance_and_maximum_follow_from_the_rolls(kind: int, likely: Fraction, highest: int):  # §3
    having = []
    for first, second in S.PAIRS:
        match = Match("geminos", seats=1)
        match.play(S.ROLL)
        match.play(S.DICE + S.FACES * first + second)
        offered = [action - S.ENTER for action in match.legal() if S.ENTER <= action < S.DICE]
        entered = [int(match.states["entered"][0])] if match.states["entered"][0] >= 0 else []
        if kind in offered + entered:
            having.append(S.VALUES[first] + S.VALUES[second])
    assert Fraction(len(having), S.ROLLS) == likely
    assert max(having) == highest
    assert (Fraction(*chance(kind)), most(kind)) == (likely, highest)


def test_affinity_three_rolls_in_four_have_one():  # §3
    assert Fraction(sum(bool(shared) for shared in S.SHARED), S.ROLLS) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("signs", "shared"),
    [
        ("aries libra", "syzygy quadrature opposition"),
        ("cancer capricorn", "syzygy quadrature opposition"),
        ("aries taurus", "conjunction"),
        ("aries pisces", "conjunction"),
        ("sagittarius scorpio", "conjunction"),
        ("aries leo", "syzygy triangulation"),
        ("aries sagittarius", "syzygy triangulation"),
        ("aries cancer", "quadrature"),
        ("aries capricorn", "quadrature"),
        ("aries gemini", "syzygy"),
        ("aries aquarius", "syzygy"),
        ("aries aries", ""),
        ("aries virgo", ""),
        ("aries scorpio", ""),
    ],
)
def test_affinity_examples_of_the_book(signs: str, shared: str):  # §3
    first, second = (S.SIGNS.index(sign) for sign in signs.split())
    for pair in ((first, second), (second, first)):
        assert [S.AFFINITIES[kind] for kind in S.SHARED[S.PAIRS.index(pair)]] == shared.split()


def test_affinity_every_roll_shares_none_one_two_or_three():  # §3
    assert Counter(len(shared) for shared in S.SHARED) == {0: 36, 1: 72, 2: 24, 3: 12}


# §4 Entering the sum


def test_entering_with_one_affinity_happens_without_asking():  # §4 §8
    match = roll(table("· · · · ·", "· · · · ·"), "aries taurus")
    assert drawn(match) == "23 · · · ·"
    assert match.to_act == 1


def test_entering_a_forced_score_replaces_a_higher_one():  # §4
    match = roll(table("23 · · 20 ·", "· · · · ·"), "aquarius pisces")
    assert drawn(match) == "3 · · 20 ·"
    assert int(match.states["before"][0]) == 23


@pytest.mark.parametrize(
    ("signs", "kinds"),
    [("aries leo", [SYZYGY, TRIANGULATION]), ("gemini sagittarius", [SYZYGY, QUADRATURE, OPPOSITION])],
)
def test_entering_with_several_affinities_is_a_choice(signs: str, kinds: list[int]):  # §4
    match = roll(table("· 10 · · ·", "· · · · ·"), signs)
    assert match.to_act == 0
    assert match.legal() == [S.ENTER + kind for kind in kinds]
    points = int(S.SUM[match.states["roll"][0]])
    for kind in kinds:
        after = match.after(S.ENTER + kind)
        wanted = ["·", "10", "·", "·", "·"]
        wanted[kind] = str(points)
        assert drawn(after) == " ".join(wanted)
        assert after.to_act == 1


def test_entering_elsewhere_than_under_a_shared_affinity_is_refused():  # §4
    match = roll(table("· · · · ·", "· · · · ·"), "aries leo")
    with pytest.raises(BadInput, match="action 1 is not legal here"):
        match.play(S.ENTER + CONJUNCTION)
    assert drawn(match) == "· · · · ·"


@pytest.mark.parametrize("signs", ["leo leo", "taurus libra"])
def test_entering_nothing_without_an_affinity_passes_the_turn(signs: str):  # §4
    match = roll(table("23 · · · ·", "· · · · ·"), signs)
    assert drawn(match) == "23 · · · ·"
    assert match.to_act == 1


# §5 The end


def test_end_comes_at_once_with_the_fifth_affinity():  # §5
    match = roll(table("23 22 21 20 ·", "· · · · ·"), "aries libra")
    match.play(S.ENTER + OPPOSITION)
    assert match.over
    assert match.legal() == []


def test_end_can_be_put_off_by_another_choice():  # §5
    match = roll(table("23 22 21 20 ·", "· · · · ·"), "aries libra")
    match.play(S.ENTER + SYZYGY)
    assert not match.over
    assert drawn(match) == "23 18 21 20 ·"


def test_end_can_be_forced_by_a_roll():  # §5
    match = roll(table("· 4 5 6 8", "23 22 · · ·"), "aquarius pisces")
    assert match.over


# §6 Winning


def test_winning_is_for_the_highest_total_not_for_who_ended_it():  # §6
    match = roll(table("· 4 5 6 8", "23 22 · · ·"), "aquarius pisces")
    assert match.scores == [26, 45]
    assert match.shares == [0.0, 1.0]


def test_winning_counts_an_empty_affinity_as_nothing():  # §6
    match = roll(table("· 4 5 6 8", "· · · · ·", "· · · 20 ·"), "aquarius pisces")
    assert match.scores == [26, 0, 20]
    assert match.shares == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("others", "shares"),
    [
        (["· 10 16 · ·"], [0.5, 0.5]),
        (["· 10 16 · ·", "13 · 13 · ·"], [1 / 3, 1 / 3, 1 / 3]),
        (["23 · · · ·", "13 · 13 · ·"], [0.5, 0, 0.5]),
        (["23 4 · · ·", "23 · · 6 ·"], [0, 0, 1]),
    ],
)
def test_winning_is_shared_by_equal_highest_totals(others: list[str], shares: list[float]):  # §6 §8
    match = roll(table("· 4 5 6 8", *others), "aquarius pisces")
    assert match.shares == shares


# §7 Alone


def test_alone_the_score_is_the_final_total():  # §7
    match = roll(table("23 22 21 20 ·"), "aries libra")
    match.play(S.ENTER + OPPOSITION)
    assert match.over
    assert match.scores == [104]
    assert match.shares == [1.0]


def test_alone_turns_follow_each_other():  # §7
    match = roll(table("· · · · ·"), "aries taurus", "leo leo", "aries cancer")
    assert match.to_act == 0
    assert drawn(match) == "23 · 21 · ·"


# What the page and the log are told


def test_the_scene_tells_what_each_choice_would_make_of_the_card():
    match = roll(table("23 10 · 20 12", "· · · · ·"), "gemini sagittarius")
    scene = view(match.seen()[0])
    assert scene["phase"] == "choosing"
    assert scene["choices"] == [
        {"affinity": "syzygy", "sum": 14, "before": 10, "total": 69, "ends": False},
        {"affinity": "quadrature", "sum": 14, "before": 0, "total": 79, "ends": True},
        {"affinity": "opposition", "sum": 14, "before": 12, "total": 67, "ends": False},
    ]
    assert scene["roll"]["shared"] == ["syzygy", "quadrature", "opposition"]


def test_the_scene_keeps_the_last_roll_and_what_it_replaced():
    match = roll(table("23 · · · ·", "· · · · ·"), "aquarius pisces")
    assert view(match.seen()[0])["roll"] == {
        "seat": 0,
        "signs": ("aquarius", "pisces"),
        "sum": 3,
        "shared": ["conjunction"],
        "entered": "conjunction",
        "before": 23,
    }


def test_the_log_tells_rolls_and_entries_in_words():
    match = roll(table("23 4 5 · 8", "· · · · ·"), "aquarius pisces", "leo leo", "aries leo")
    names = ["Ann", "Bob"]
    told = [tell(match.game, line.said, names) for line in match.lines(0)]
    assert told[1::2] == [
        "Aquarius and Pisces: Ann enters 3 under conjunction in place of 23 and has 20.",
        "Leo and Leo: no affinity, so Bob enters nothing.",
        "Aries and Leo: 20, and Ann chooses one of 2 affinities.",
    ]
    last = match.game.say(match.seen()[0], S.ENTER + TRIANGULATION)
    assert tell(match.game, last, names).endswith(
        "enters 20 under triangulation and has 40. The card is full: the match is over."
    )
    assert choice(match.game, last, names) == "20 under triangulation, total 40"
