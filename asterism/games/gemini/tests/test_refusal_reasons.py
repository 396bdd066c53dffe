"""Why not: every reason of refusal can be met, is told in words, and is in the view where the page looks for it."""

from __future__ import annotations

import re

import pytest

from asterism.core.match import Match
from asterism.core.words import tell

from ..display.page_view import view
from ..display.refusal_reasons import reasons, tries
from ..display.seen_record import SeenRecord
from .positions import Lane, begin, do, position, why

FOUR = {"checkouts": Lane("niri"), "embers": Lane("gmos-n"), "mirror": Lane("gmos-s"), "hearts": Lane("gpi")}
SEVEN = {name: Lane() for name in ("embers", "mirror", "hearts", "sharp-eyes", "long-light", "atlas", "winds")}
OWED = {"standards": Lane("gmos-n", target="bright-any", times=["time-2"]), "embers": Lane()}
SECONDARY = {"embers": Lane("gmos-n", target="secondary-any")}


def second() -> Match:
    lanes = {"embers": Lane("gmos-n", target="lensing-cluster"), "mirror": Lane("gmos-s", target="secondary-any")}
    return do(position(role="operator", hand=["time-1", "time-1"], lanes=lanes), "time-1>embers")


def no_action() -> Match:
    return do(position(role="engineer", hand=["embers", "mirror"], lanes={"atlas": Lane("gmos-n")}), "embers>lanes")


def nothing_to_find() -> Match:
    match = position(role="scientist")
    match.states["deck"][0, :23] = 0
    return match


MET = {  # the reason: a position, and what is tried there
    "why-no-action": (no_action, "mirror>lanes"),
    "why-move-first": (lambda: do(position(hand=["time-1", "hearts"], lanes=OWED), "time-1>standards"), "hearts>lanes"),
    "why-search-first": (lambda: do(position(role="scientist", hand=["embers"]), "search"), "embers>lanes"),
    "why-empty-hand": (lambda: position(), "discard"),
    "why-nothing-to-take-back": (lambda: position(booboo=1), "booboo"),
    "why-last-reputation": (lambda: position(booboo=1, reputation=1), "booboo"),
    "why-not-scientist": (lambda: position(), "search"),
    "why-nothing-to-find": (nothing_to_find, "search"),
    "why-not-in-discards": (lambda: position(instants=1, hand=["archive"]), "archive>time-3"),
    "why-reputation-full": (lambda: position(instants=1, hand=["press"]), "press"),
    "why-lanes-full": (lambda: position(hand=["pairs"], lanes=SEVEN), "pairs>lanes"),
    "why-no-science": (lambda: position(hand=["bright-any"]), "bright-any>checkouts/plain"),
    "why-not-needed": (lambda: position(hand=["bright-any"], lanes=SECONDARY), "bright-any>embers/plain"),
    "why-no-side": (lambda: position(hand=["exoplanet"], lanes={"mirror": Lane()}), "exoplanet>mirror/plain"),
    "why-program-mode": (
        lambda: position(hand=["lensing-cluster"], lanes={"embers": Lane()}),
        "lensing-cluster>embers/ao",
    ),
    "why-sky": (lambda: position(hand=["bright-north"], lanes={"winds": Lane("gmos-s")}), "bright-north>winds/plain"),
    "why-instrument-mode": (
        lambda: position(hand=["bright-any"], lanes={"winds": Lane("gmos-s")}),
        "bright-any>winds/ao",
    ),
    "why-window": (
        lambda: position(hand=["galactic-centre"], lanes={"mirror": Lane()}),
        "galactic-centre>mirror/plain",
    ),
    "why-second": (second, "time-1>mirror"),
    "why-no-instrument": (lambda: position(hand=["time-1"]), "time-1>checkouts"),
    "why-checkouts-first": (lambda: position(hand=["time-1"], lanes=SECONDARY, checked=False), "time-1>embers"),
    "why-no-target": (lambda: position(hand=["time-1"], lanes={"embers": Lane("gmos-n")}), "time-1>embers"),
    "why-needs-altair": (
        lambda: position(hand=["time-1"], lanes={"hearts": Lane("nifs", target="bright-any", side="ao")}),
        "time-1>hearts",
    ),
    "why-weather": (lambda: position(weather="poor", hand=["time-1"], lanes=SECONDARY), "time-1>embers"),
    "why-weather-ao": (
        lambda: position(
            weather="good", hand=["time-1"], lanes={"hearts": Lane("gpi", target="bright-any", side="ao")}
        ),
        "time-1>hearts",
    ),
    "why-closed": (
        lambda: position(weather="storm", condition="good", hand=["time-1"], lanes=SECONDARY),
        "time-1>embers",
    ),
    "why-one-visitor": (
        lambda: position(visitors=3, row=["texes"], lanes={"embers": Lane("igrins"), "winds": Lane()}),
        "texes>winds",
    ),
    "why-visitor-stays": (
        lambda: position(visitors=3, lanes={"embers": Lane("texes"), "winds": Lane()}),
        "texes>winds",
    ),
    "why-most-instruments": (
        lambda: position(row=["flamingos-2"], lanes={**FOUR, "atlas": Lane()}),
        "flamingos-2>atlas",
    ),
    "why-occupied": (lambda: position(row=["gmos-s"], lanes={"embers": Lane("gmos-n")}), "gmos-s>embers"),
    "why-attach-mode": (lambda: position(row=["gpi"], lanes={"embers": Lane()}), "gpi>embers"),
    "why-capability": (lambda: position(row=["niri"], lanes={"embers": Lane()}), "niri>embers"),
    "why-in-row": (lambda: position(row=["niri"]), "niri>under"),
    "why-altair-there": (lambda: position(lanes={"hearts": Lane("nifs", altair=True)}), "altair>nifs"),
    "why-not-altair": (lambda: position(row=["altair"], lanes={"hearts": Lane("gpi")}), "altair>gpi"),
}


def test_every_reason_that_has_words_can_be_met():
    told = re.findall(r"^(why-[\w-]+) =", position().game.text("words/en.ftl"), re.MULTILINE)
    assert sorted(told) == sorted(MET)


@pytest.mark.parametrize("reason", MET)
def test_each_reason_is_met_told_in_words_and_shown(reason: str):
    make, place = MET[reason]
    match = make()
    assert reason in why(match, place)
    item, _, there = place.partition(">")
    shown = view(match.states[0])
    numbers = shown["why"][item][there]
    assert reason in [shown["reasons"][number]["words"] for number in numbers]
    for said in reasons(match.states[0])[item][there]:
        sentence = tell(match.game, said, ["A", "B", "C", "D"])
        assert sentence.endswith(".")
        assert "why-" not in sentence


def legal_places(match: Match) -> set[str]:
    """As `tries` names them: an exchange is one action and two places."""
    found = set()
    for action in match.legal():
        said = match.game.say(match.states[0], action)
        found.add(said.place)
        if said.id == "exchange":
            found.add(f"{said.args['other']}>{said.args['back']}")
    return {place for place in found if not place.startswith(("take>", "role>"))}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_has_no_reason_against_it_is_legal_and_the_other_way_round(seats: int):
    options = {"booboo": 1, "visitors": 2, "instants": 1} if seats != 3 else {}
    looked_at = 0
    for seed in range(3):  # a semester may end early
        looked_at += compared(Match("gemini", seats=seats, seed=seed, **options))
    assert looked_at > 100


def compared(match: Match) -> int:
    """How often what is possible by the reasons was compared with what is legal, in a match played in one way."""
    begin(match)
    looked_at = 0
    while not match.over and looked_at < 100:
        possible = {
            f"{item}>{place}" if place else item
            for item, place, against in tries(SeenRecord(match.states[0]))
            if not against
        }
        assert possible == legal_places(match)
        looked_at += 1
        legal = match.legal()
        match.play(legal[(7 * match.ply + 3) % len(legal)])
    return looked_at
