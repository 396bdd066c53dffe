"""The cards: the rules page tells those of the standard edition, and an edition that cannot be played is refused."""

from __future__ import annotations

import re

import pytest

from asterism.core.discover import find
from asterism.core.edition import check, standard
from asterism.core.game import BadInput
from asterism.core.words import word

from .. import decks as D
from ..display.seen_record import METHODS, MODES, SITES

GAME = find("gemini")
NUMBERS = standard(GAME).numbers
TYPES = ("Primary", "Secondary", "Bright")


def rows_of(first: str) -> list[list[str]]:
    """The rows of the table on the rules page that begins with this head."""
    table = GAME.text("RULES.md").split(f"\n| {first} |")[1].split("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]


def name(card: str) -> str:
    return word(GAME, f"row-{card}")


def number(card: str, field: str) -> int:
    return NUMBERS[f"{card}.{field}"]


def test_the_rules_page_tells_the_programs():  # §16
    modes = {"plain": "plain", "ao": "AO", "either": "either"}
    for row, card in zip(rows_of("program"), D.PROGRAMS, strict=True):
        need = [f"{number(card, f'targets.{i + 1}')} {type}" for i, type in enumerate(TYPES)]
        told = [
            name(card),
            str(number(card, "band")),
            modes[MODES[number(card, "mode")]],
            METHODS[number(card, "method")],
        ]
        told.append(", ".join(one for one in need if one[0] != "0"))
        assert row == [*told, *(str(number(card, field) or "-") for field in ("full", "partial", "lost"))]


def test_the_rules_page_tells_the_targets():  # §16
    for row, card in zip(rows_of("target"), D.TARGETS, strict=True):
        hours = [f"{number(card, side)} h" if number(card, side) else "-" for side in ("plain", "ao")]
        red = "complete by the end of the next round" if number(card, "urgent") == 1 else "-"
        if number(card, "closes"):
            red = f"rounds {number(card, 'opens')} to {number(card, 'closes')}"
        site = SITES[number(card, "sky")]
        told = [
            name(card),
            str(number(card, "count")),
            TYPES[number(card, "type")],
            site if site == "both" else site.title(),
        ]
        assert row == [*told, *hours, red]


def test_the_rules_page_tells_the_instruments():  # §16
    optics = ("no", "with Altair", "always")
    for row, card in zip(rows_of("instrument"), D.INSTRUMENTS, strict=True):
        site, capability = SITES[number(card, "site")], METHODS[number(card, "capability")]
        assert row[0].removesuffix(" (visitor)") == name(card)
        assert row[1:] == [
            site if site == "both" else site.title(),
            "imaging, spectroscopy" if capability == "both" else capability,
            optics[number(card, "optics")],
        ]


def test_the_rules_page_tells_times_and_weather():  # §16
    times = ", ".join(f"{number(time, 'count')} of {number(time, 'hours')} h" for time in D.TIMES)
    weather = ", ".join(f"{number(card, 'cards')} {name(card)}" for card in D.CONDITIONS)
    assert f"Times: {times} (red). Weather: {weather}; one each of Storm" in GAME.text("RULES.md")
    assert {number(card, "cards") for card in D.SPECIALS} == {1}


def test_every_card_has_two_or_three_sentences_on_its_back():
    """Instruments, targets and programs; of the others one is enough."""
    for card in (*D.PROGRAMS, *D.TARGETS, *D.INSTRUMENT_DECK):
        note = word(GAME, f"row-{card}", part="note")
        sentences = re.split(r"(?<=[.?!]) ", note)
        assert 2 <= len(sentences) <= 3, card
        assert all(one[0].isupper() or one[0].isdigit() for one in sentences), card
        assert len(note) < 420, card
    for card in (*D.WEATHER, "checkouts", "poor-weather"):
        assert word(GAME, f"row-{card}", part="note")


def test_what_the_bands_mean_is_told_on_a_program_of_each():
    for band in (1, 2, 3):
        told = [word(GAME, f"row-{card}", part="note") for card in D.PROGRAMS if number(card, "band") == band]
        assert sum(f"Band {band} programs" in note for note in told) == 1


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"embers.count": 2}, "one lane"),
        ({"embers.targets.1": 0, "embers.targets.2": 0}, "requires 1 to 3 targets"),
        ({"exoplanet.ao": 0}, "no side"),
        ({"quasar.opens": 9}, "before it opens"),
        ({"good.cards": 2}, "condition cards"),
        ({"rated-good.threshold": 100}, "lower than"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(changes: dict[str, int], problem: str):
    with pytest.raises(BadInput, match=problem):
        check(GAME, "own", {**NUMBERS, **changes})
