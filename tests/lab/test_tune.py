"""An edition is looked for, found, written as a whole, and what is wrong with criteria is named."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from asterism import cli
from asterism.core.discover import find
from asterism.core.edition import Edition, check, load, standard
from asterism.core.game import BadInput
from asterism.lab import criteria as wanted
from asterism.lab import tune as tuning
from asterism.lab.estimates import around, mean_of
from asterism.lab.saved import page_of
from asterism.lab.tune import Candidate, TuningBudget, changes, chosen, edition_with, opposed, to_toml, tune
from asterism.lab.tuned import from_json, summarize, to_text

GAME = "night-market"  # its edition is one number: points for a pair of cards
DONE = '"state":1,'  # as a study writes it of each edition that was tried to the end
TEXT = """
title = "Even"
[move]
bonus = [0, 40]
[[criterion]]
figure = "lead_changes"
high = 0.8
[[criterion]]
figure = "first_seat"
low = 0.3
high = 0.7
"""


def test_an_edition_is_found_kept_and_read_again(tmp_path: Path):
    game = find(GAME)
    asked = wanted.read(game, TEXT, "criteria.toml")
    study = tmp_path / "even.study"
    told: list[int] = []
    tune(game, asked, TuningBudget(3, 200, 200), study, tell=lambda done, all, what: told.append(done))
    found = tune(game, asked, TuningBudget(6, 200, 200), study, tell=lambda done, all, what: told.append(done))
    assert told[:4] == [0, 1, 2, 3]
    assert told[told.index(7) + 1 :] == [3, 4, 5, 6, 7, 8, 9, 10], (
        "what was tried is not tried again; then strong ones play"
    )
    assert len(found.tried) == 6
    assert found.candidates[0].edition.digest == standard(game).digest, "it is measured too"
    assert 0 <= found.edition.numbers["bonus"] <= 40
    assert [criterion.figure for criterion, _ in found.table] == ["lead_changes", "first_seat"]
    file = tmp_path / "even.toml"
    file.write_text(to_toml(game, found.edition))
    assert load(game, file).digest == found.edition.digest


def test_a_list_of_numbers_is_written_as_one(tmp_path: Path):
    game = find("geminion")
    text = "title = 'Piles'\n[mine]\npile = [9, 10, 11]\ncost = 5\n"
    (tmp_path / "one.toml").write_text(text)
    edition = load(game, tmp_path / "one.toml")
    (tmp_path / "two.toml").write_text(to_toml(game, edition))
    assert load(game, tmp_path / "two.toml") == edition
    assert "pile = [9, 10, 11]" in (tmp_path / "two.toml").read_text()
    assert "trove" not in (tmp_path / "two.toml").read_text(), "only what differs"


def test_criteria_that_pull_against_each_other_are_named():
    assert opposed([(x, 10 - x) for x in range(10)]) == ((0, 1, pytest.approx(-1)),)
    assert not opposed([(x, x) for x in range(10)])


def test_the_standard_edition_stays_unless_another_is_better_beyond_chance():
    game = find(GAME)
    asked = wanted.read(game, TEXT, "criteria.toml")  # at most 0.8, and 0.3 to 0.7
    other = check(game, "Other", {"bonus": 1})

    def candidate(edition: Edition, changes: float, error: float) -> Candidate:
        return Candidate(edition, (around(changes, error, 100), around(0.5, 0.01, 100)))

    usual = candidate(standard(game), 0.9, 0.1)
    assert chosen(asked, [usual, candidate(other, 0.5, 0.01)]) is usual, "it may be met"
    usual = candidate(standard(game), 1.2, 0.1)
    better = candidate(other, 0.5, 0.01)
    assert chosen(asked, [usual, better]) is better
    assert chosen(asked, [usual, candidate(other, 1.3, 0.01)]) is usual


def test_a_criterion_is_met_or_missed_only_beyond_chance():
    low, between = wanted.read(find(GAME), TEXT, "criteria.toml").criteria  # at most 0.8, and 0.3 to 0.7
    assert low.verdict(around(0.7, 0.05, 100)) == "met"
    assert low.verdict(around(0.7, 0.2, 100)) == "open", "that the mean lies there is not enough"
    assert low.verdict(around(0.9, 0.2, 100)) == "open"
    assert low.verdict(around(0.9, 0.01, 100)) == "missed"
    assert between.verdict(around(0.0, 1.0, 0)) == "open", "nothing to compare"
    assert between.verdict(mean_of(np.array([1.0, 0, 1, 0]))) == "open", "four matches tell nothing"
    assert between.verdict(mean_of(np.array([1.0, 0] * 200))) == "met"


def test_lists_that_must_rise_do_and_few_changes_are_preferred():
    game = find("geminion")
    text = 'rising = ["mine.pile"]\n[move]\n"mine.pile.2" = [9, 13]\n"mine.pile.3" = [9, 13]\n' + (
        '[[criterion]]\nfigure = "turns"\nlow = 1'
    )
    asked = wanted.read(game, text, "criteria.toml")
    edition = edition_with(game, asked, {"mine.pile.2": 12, "mine.pile.3": 10})
    assert edition
    assert [edition.numbers[f"mine.pile.{number}"] for number in (1, 2, 3)] == [
        standard(game).numbers["mine.pile.1"],
        12,
        12,
    ]
    assert changes(edition, standard(game)) == 2
    for wrong in ('["mine.pil"]', '"mine.cost"', "[3]"):
        with pytest.raises(BadInput, match="rising: geminion has no list of numbers"):
            wanted.read(game, text.replace('["mine.pile"]', wrong), "criteria.toml")


def test_what_was_tried_from_other_numbers_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = find(GAME)
    asked = wanted.read(game, TEXT, "criteria.toml")
    budget, study = TuningBudget(2, 50, 50, confirm=0), tmp_path / "even.study"
    tune(game, asked, budget, study)
    told: list[int] = []
    other = check(game, "Standard", {"bonus": standard(game).numbers["bonus"] + 1})
    monkeypatch.setattr(tuning, "standard", lambda game: other)
    tune(game, asked, budget, study, tell=lambda done, all, what: told.append(done))
    assert told[:2] == [0, 1], "it is looked for anew"


def test_what_was_found_is_kept_as_data_and_drawn_as_a_page(tmp_path: Path):
    game = find(GAME)
    asked = wanted.read(game, TEXT, "criteria.toml")
    found = tune(game, asked, TuningBudget(8, 100, 100, confirm=1), tmp_path / "even.study")
    told = summarize(game, found, 100, "asterism lab tune <x>")
    assert from_json(json.loads(to_text(told)), "even.json") == told
    page = page_of(to_text(told), "even.json")
    assert "changes of the lead at most 0.8, 2 seats" in page
    assert "&lt;x&gt;" in page
    for text in ("", "[]", '{"tuned": 0}', '{"tuned": 1}', to_text(told)[:-40]):
        with pytest.raises(BadInput, match=r"even\.json"):
            page_of(text, "even.json")


def test_a_criterion_may_be_left_to_the_strong_ones_and_speak_of_marks_and_options():
    game = find("gemini")
    asked = wanted.own_criteria(game)
    left = [one for one in asked.criteria if not one.players]
    assert {one.strong for one in left} == {("search:2000",)}
    assert {one.figure for one in left} >= {"won", "marked rated epic", "marked completed pairs"}
    assert all(one.options == (("roles", 1),) for one in asked.criteria)
    with pytest.raises(BadInput, match="did you mean 'rated epic'"):
        wanted.read(game, 'move = { goal = [3, 4] }\n[[criterion]]\nfigure = "marked rated epik"\nlow = 1', "x")
    with pytest.raises(BadInput, match="has no option 'rols'"):
        wanted.read(
            game, 'move = { goal = [3, 4] }\n[[criterion]]\nfigure = "won"\nlow = 1\noptions = { rols = 1 }', "x"
        )


def test_whoever_is_killed_while_looking_goes_on_and_has_left_no_edition(tmp_path: Path):
    criteria, to = tmp_path / "criteria.toml", tmp_path / "even.toml"
    criteria.write_text(TEXT)
    words = [*("lab", "tune", GAME, str(criteria), "--to", str(to), "--matches", "200", "--strong-matches", "100")]
    begun = [sys.executable, "-m", "asterism.cli", *words, "--cores", "1", "--trials", "100000"]
    with subprocess.Popen(begun, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        study = to.with_suffix(".study")
        while running.poll() is None and not (study.exists() and study.read_text().count("misses") > 3):
            time.sleep(0.05)
        assert running.poll() is None, "it was still looking"
        running.kill()
    assert not to.exists()
    assert not to.with_suffix(".json").exists()
    before = study.read_text().count(DONE)
    assert cli.main([*words, "--cores", "1", "--trials", str(before + 2), "--confirm", "1"]) in (0, 1)
    assert load(find(GAME), to)
    assert study.read_text().count(DONE) == before + 2, "what was tried is not tried again"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("bonus = [0, 40]", "bonuss = [0, 40]", r"\[move\]: .*has no number 'bonuss'; did you mean 'bonus'"),
        ("bonus = [0, 40]", "bonus = [0, 4000]", "bonus goes from 0 to 1000"),
        ("bonus = [0, 40]", "", "names no number"),
        ("lead_changes", "lead_chances", "criterion 1: .*did you mean 'lead_changes'"),
        ("high = 0.7", "high = 0.1", "criterion 2: give low, high or both"),
        ("high = 0.7", "tall = 0.1", "criterion 2: 'tall' is none of"),
        ("high = 0.7", "players = 'bets'", "criterion 2: there is no player 'bets'"),
        ("high = 0.7", "seats = 9", "criterion 2: .*is played by"),
        ("high = 0.7", "high = ", "line 11"),
        ('title = "Even"', "title = 3", "the title of an edition"),
        ('figure = "first_seat"', 'figure = "used grab"', "criterion 2: .*has no actions 'grab'"),
    ],
)
def test_what_is_wrong_with_criteria_is_named(old: str, new: str, named: str):
    assert old in TEXT
    with pytest.raises(BadInput, match=named):
        wanted.read(find(GAME), TEXT.replace(old, new), "criteria.toml")


def test_wrong_criteria_leave_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    criteria, to = tmp_path / "criteria.toml", tmp_path / "edition.toml"
    criteria.write_text(TEXT.replace('figure = "first_seat"', 'figure = "won"'))  # told of teams only
    assert cli.main(["lab", "tune", GAME, str(criteria), "--to", str(to), "--cores", "1"]) == 2
    assert "has no figure 'won'" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["criteria.toml"]
    criteria.write_text(TEXT)
    assert cli.main(["lab", "check", GAME, str(criteria), "--matches", "200", "--cores", "1"]) == 0
    assert "1 met, 1 open, 0 missed. Open: so few matches cannot tell" in capsys.readouterr().out
    assert cli.main(["lab", "check", GAME, str(criteria), "--matches", "40000", "--cores", "1"]) == 0
    assert "2 met, 0 open, 0 missed." in capsys.readouterr().out
    criteria.write_text(TEXT.replace("high = 0.7", "high = 0.31"))
    assert cli.main(["lab", "check", GAME, str(criteria), "--matches", "2000", "--cores", "1"]) == 1
    assert "missed" in capsys.readouterr().out
    assert cli.main(["lab", "tune", "geminos", str(criteria), "--to", str(to), "--cores", "1"]) == 2
    assert "has no editions" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["geminion", "gemini"])
def test_the_criteria_of_our_own_games_can_be_read(game: str):
    asked = wanted.own_criteria(find(game))
    assert len(asked.criteria) >= 9
    assert {criterion.seats for criterion in asked.criteria} == {2, 3, 4}
