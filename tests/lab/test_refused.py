"""What cannot be done is said at once and by name: before anything is played, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterism import cli
from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.lab import criteria as wanted
from asterism.lab import measure as figures
from asterism.lab import simulator
from asterism.lab.arena import run, setting_of
from asterism.lab.measure import measure, weaker_than
from asterism.terminal.lab import Question, verdict

DICE = "noirlab-dice"
MARKET = "night-market"
CRITERIA = """
[move]
bonus = [0, 40]
[[criterion]]
figure = "first_seat"
low = 0.3
"""


@pytest.fixture
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("this is said before a match is played")

    monkeypatch.setattr(simulator, "fill_rows", never)


@pytest.mark.usefixtures("nothing_played")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["measure", DICE, "--save", "missing/x.json"], "cannot write missing/x.json: there is no folder missing"),
        (["measure", DICE, "--save", "."], "it is a folder"),
        (["tune", MARKET, "criteria.toml", "--to", "missing/x.toml"], "there is no folder missing"),
        (["tune", MARKET, "criteria.toml", "--to", "x.json"], "as a .toml file, not x.json"),
        (["tune", MARKET, "criteria.toml", "--to", "x.toml", "--strong-matches", "0"], "from 1 to 100,000,000, not 0"),
        (["tune", MARKET, "criteria.toml", "--to", "x.toml", "--confirm", "-1"], "0 editions or more, not -1"),
        (["play", "gemini", "--players", ","], "no player is named"),
        (["play", DICE, "--players", "exact", "--within", "nan"], "--within goes from 0 to 50"),
        (["play", DICE, "--players", "exact", "--within", "-1"], "--within goes from 0 to 50"),
        (["play", DICE, "--players", "exact", "--rows", "criteria.toml"], "cannot write rows to criteria.toml/"),
    ],
)
def test_what_cannot_be_done_is_said_before_it_is_begun(
    words: list[str], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "criteria.toml").write_text(CRITERIA)
    assert cli.main(["lab", *words, "--cores", "1"]) == 2
    assert named in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["criteria.toml"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("criterion = [1]\nmove = { bonus = [0, 40] }", r"criterion 1: it is told as \[\[criterion\]\]"),
        (CRITERIA.replace("first_seat", "used "), "criterion 1: .*has no actions ''"),
        (f"{CRITERIA}seats = []", r"criterion 1: seats are a number or a list of numbers"),
        (f'{CRITERIA}seats = "2"', r"criterion 1: seats are a number .*not '2'"),
        (f"{CRITERIA}seats = [2, true]", "criterion 1: seats are a number"),
    ],
)
def test_criteria_that_are_none_are_named(text: str, named: str):
    with pytest.raises(BadInput, match=named):
        wanted.read(find(MARKET), text, "criteria.toml")


def test_a_level_that_slips_by_itself_is_measured_too(monkeypatch: pytest.MonkeyPatch):
    """Whoever is weaker than it is the best one with more slips."""
    setting = setting_of(DICE, ["medium"])
    assert weaker_than(setting, "best/slip=0.1") == ["best/slip=0.2", "best/slip=0.5"]
    assert all(name.startswith("best/slip=") for name in weaker_than(setting, "medium"))
    monkeypatch.setattr(figures, "choices_of", lambda base: None)
    found = measure(setting, 400, uses=False)
    assert len(found.ladder) > 1


def test_what_is_known_well_enough_is_not_called_open():
    setting = setting_of(DICE, ["best"])
    values = run(setting, 400).share[:, 0]
    asked = Question("the first seat", 0.5, values)
    assert verdict(setting, asked, 400, 400, 0.4).startswith("Even to within 40 points after 400 matches")
    assert verdict(setting, asked, 400, 400, 0.001).startswith("Not decided after 400 matches")
