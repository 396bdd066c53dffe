"""Choosing at the terminal: few choices by first letters, many by words; and nothing secret is left to scroll up to."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from rich.console import Console

from asterism.core.discover import find
from asterism.core.match import Match
from asterism.terminal import choices
from asterism.terminal.play import Quit, Sitting, seat_players

KINDS, SIDES, PLACES = ("four", "five", "six"), ("east", "north-east", "west"), ("star a", "star b", "the Moon")
MANY = [f"Place a {kind}-pointed star {side} of {place}" for kind in KINDS for side in SIDES for place in PLACES]
MANY += [f"Move the Moon {side} of {place}" for side in SIDES for place in PLACES[:2]]


def found(answer: str) -> list[str]:
    return [MANY[n] for n in choices.narrow(answer, MANY)]


def test_few_choices_are_picked_by_number_or_first_letters():
    labels = ["Pass and bank", "Pass", "Roll"]
    assert [choices.pick(answer, labels) for answer in ("1", "pass", "PASS A", "r")] == [0, 1, 0, 2]
    assert [choices.pick(answer, labels) for answer in ("", "0", "4", "²", "x")] == [None] * 5


def test_a_number_of_any_length_is_no_choice():
    assert choices.pick("1" * 5000, ["roll", "stop"]) is None


def test_words_narrow_many_choices():
    assert found("six north-east b") == ["Place a six-pointed star north-east of star b"]
    assert found("b six north-east") == found("six north-east b")  # in any order, if there are none in this order
    assert found("mo east a") == ["Move the Moon east of star a"]  # "a" is star a here, not the article before it
    assert len(found("east")) == 11  # not north-east
    assert found("") == MANY
    assert found("seven") == []


def test_what_fits_is_listed_without_the_words_all_share():
    shown = choices.narrow("place six", MANY)
    assert choices.overview(MANY, shown, width=90, rows=4) == [
        "Place a six-pointed star …",
        "19 east of star a           22 north-east of star a     25 west of star a",
        "20 east of star b           23 north-east of star b     26 west of star b",
        "21 east of the Moon         24 north-east of the Moon   27 west of the Moon",
    ]


def test_what_does_not_fit_is_gathered_by_its_first_words():
    assert choices.overview(MANY, range(len(MANY)), width=45, rows=10) == [
        "Place a four-pointed star … (9 choices)",
        "Place a five-pointed star … (9 choices)",
        "Place a six-pointed star … (9 choices)",
        "Move the Moon east of star … (2 choices)",
        "Move the Moon north-east of star … (2 choices)",
        "Move the Moon west of star … (2 choices)",
    ]


def sitting(monkeypatch: pytest.MonkeyPatch, game: str, people: str, keys: Iterable[str], **size: int) -> Sitting:
    """A sitting at a terminal that types these answers and then quits."""
    console = Console(file=io.StringIO(), force_terminal=True, highlight=False, **size)
    names = people.split(",")
    made = Sitting(console, Match(find(game), seats=len(names), seed=3), seat_players(game, names, 0, "easy", 1))
    answers = iter(keys)

    def read(prompt: str) -> str:
        console.print(prompt, end="")
        answer = next(answers, None)
        if answer is None:
            raise Quit
        return answer

    monkeypatch.setattr(made, "read", read)
    with pytest.raises(Quit):
        made.run()
    return made


def written(made: Sitting) -> str:
    assert isinstance(made.console.file, io.StringIO)
    return made.console.file.getvalue()


def test_the_scrollback_is_wiped_before_the_next_person_looks(monkeypatch: pytest.MonkeyPatch):
    text = written(sitting(monkeypatch, "_template", "Ada,Bo,Cy", ["1"]))
    before, _, after = text.partition("\x1b[H\x1b[2J\x1b[3J")
    assert "Keep" in before
    assert "Hand the keyboard to" in after
    assert "Hand the keyboard to" not in before


def test_the_board_comes_last_and_stays_on_the_screen_with_many_choices(monkeypatch: pytest.MonkeyPatch):
    game, keys = "constellation", ["1", ""] * 9
    made = sitting(monkeypatch, game, "Ada,Bo", keys, width=80, height=24)
    labels = made.labels()
    assert len(labels) > 40
    screen = written(made).rpartition("Hand the keyboard to")[2].splitlines()
    assert len(screen) <= 24
    assert any("choices)" in line for line in screen[:8])
    assert f"{len(labels)} choices" in screen[-3]


def test_one_choice_left_is_shown_and_played_by_enter(monkeypatch: pytest.MonkeyPatch):
    keys = ["1", ""] * 9
    made = sitting(monkeypatch, "constellation", "Ada,Bo", keys, width=80, height=24)
    wanted = made.labels()[20]
    again = sitting(monkeypatch, "constellation", "Ada,Bo", [*keys, wanted, ""], width=80, height=24)
    assert f"21 {wanted}" in written(again)
    assert again.match.standing()[-1].action == made.match.legal()[20]
