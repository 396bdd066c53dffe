"""An edition is looked for, found, written as a whole, and what is wrong with criteria is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterism import cli
from asterism.core.discover import find
from asterism.core.edition import load
from asterism.core.game import BadInput
from asterism.lab import criteria as wanted
from asterism.lab.tune import opposed, to_toml, tune

GAME = "night-market"  # its edition is one number: points for a pair of cards
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
    how = {"matches": 200, "strong_matches": 200, "study": tmp_path / "even.study"}
    told: list[int] = []
    tune(game, asked, trials=3, **how, tell=lambda done, all: told.append(done))  # type: ignore[arg-type]
    found = tune(game, asked, trials=6, **how, tell=lambda done, all: told.append(done))  # type: ignore[arg-type]
    assert told == [0, 1, 2, 3, 3, 4, 5, 6], "what was tried is not tried again"
    assert found.tried == 6
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
    class Trial:
        def __init__(self, *misses: float) -> None:
            self.user_attrs = {"misses": list(misses)}

    asked = wanted.read(find(GAME), TEXT, "criteria.toml")
    pulls = opposed(asked, [Trial(x, 10 - x) for x in range(10)])
    assert [pair[2] for pair in pulls] == [pytest.approx(-1)]
    assert not opposed(asked, [Trial(x, x) for x in range(10)])


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
    assert "met" in capsys.readouterr().out
    criteria.write_text(TEXT.replace("high = 0.7", "high = 0.31"))
    assert cli.main(["lab", "check", GAME, str(criteria), "--matches", "2000", "--cores", "1"]) == 1
    assert "missed" in capsys.readouterr().out
    assert cli.main(["lab", "tune", "geminos", str(criteria), "--to", str(to), "--cores", "1"]) == 2
    assert "has no editions" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["geminion", "gemini"])
def test_the_criteria_of_our_own_games_can_be_read(game: str):
    asked = wanted.own(find(game))
    assert len(asked.criteria) >= 9
    assert {criterion.seats for criterion in asked.criteria} == {2, 3, 4}
