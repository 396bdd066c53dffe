"""Figures, what changed, and the page: of a game whose truth is known, and of one with a flaw put into it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from asterism import cli
from asterism.core.game import BadInput
from asterism.lab import saved
from asterism.lab.arena import run, setting_of
from asterism.lab.compare import changes
from asterism.lab.measure import Measured, all_alike, measure, named, slipping
from asterism.lab.report import report

GAME = "noirlab-dice"


@pytest.fixture(scope="module")
def dice() -> Measured:
    return measure(setting_of(GAME, ["best"]), 8_000, cores=2, command="asterism lab measure <dice>")


def figure(measured: Measured, name: str) -> tuple[float, float]:
    (found,) = [one for one in measured.figures if one.name == name]
    assert found.means.endswith(".")
    return found.value, found.error or 0.0


def test_the_figures_of_a_solved_game_are_its_own(dice: Measured):
    first, error = figure(dice, "first_seat")
    assert abs(first - 0.540785) < 1.5 * error
    assert 0 < figure(dice, "luck")[0] < 1
    assert figure(dice, "choices")[0] > 1
    assert figure(dice, "turns_low")[0] <= figure(dice, "turns")[0] <= figure(dice, "turns_high")[0]
    shares = [estimate.mean for _, estimate in dice.ladder]
    assert shares == sorted(shares), "the weaker the other, the more one gets"
    assert shares[-1] > 0.7
    assert sum(dice.lengths) == dice.matches


def test_what_an_action_is_worth_is_what_is_lost_without_it(dice: Measured):
    worth = {use.group: use.worth for use in dice.uses}
    assert worth["bank"] is not None
    assert worth["bank"].low > 0.1
    assert "bank" in named(dice, "dominant")
    assert "pass" in named(dice, "dead")
    for use in dice.uses:
        if use.worth:
            assert use.worth.high > -0.02, f"who plays exactly is not better off without {use.group}"


def test_what_changed_beyond_chance_is_told_and_nothing_else(dice: Measured):
    again = measure(replace(dice.setting, seed=2), 8_000, cores=2, uses=False)
    assert not [one.name for one in changes(dice, again) if one.sure], "the same game, another seed"
    weaker = measure(setting_of(GAME, ["best/slip=0.3"]), 8_000, cores=2, uses=False)
    assert "turns" in [one.name for one in changes(dice, weaker) if one.sure]


def test_a_measurement_is_read_back_as_it_was_and_what_is_none_is_refused(dice: Measured, tmp_path: Path):
    file = tmp_path / "dice.json"
    saved.save(file, saved.to_text(dice))
    assert saved.load(file) == dice
    for text in ("", "[]", "{}", '{"format": 0}', saved.to_text(dice)[:-40]):
        file.write_text(text)
        with pytest.raises(BadInput, match=r"dice\.json"):
            saved.load(file)
    with pytest.raises(BadInput, match="cannot write"):
        saved.save(tmp_path / "no" / "dice.json", "")


def test_the_page_needs_no_other_file_and_shows_every_figure(dice: Measured):
    page = report(dice)
    assert not re.search(r'(src|href)="', page)
    assert "&lt;dice&gt;" in page, "text is escaped"
    assert page.count("<svg") == 4
    for one in dice.figures:
        assert one.means.replace("'", "&#x27;") in page
    for use in dice.uses:
        assert use.group.replace("face=", "") in page
    assert "lab play noirlab-dice --seats 2 --all --players" in page


def test_a_player_who_always_plays_the_same_match_must_slip():
    """Where neither rules nor players leave anything to chance, a thousand matches tell as much as one."""
    rows = run(setting_of(GAME, ["best"]), 8)
    assert not all_alike(rows)
    assert all_alike(rows.part([3] * 8))
    assert slipping("greedy/slip=0.1/without=buy", 0.5) == "greedy/without=buy/slip=0.5"


def test_the_command_measures_compares_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "dice.json"
    measured = ["lab", "measure", GAME, "--matches", "400", "--cores", "1", "--no-worth", "--save", str(file)]
    assert cli.main(measured) == 0
    assert "first seat" in capsys.readouterr().out
    assert cli.main(["lab", "compare", str(file), str(file)]) == 0
    assert "0 of" in capsys.readouterr().out
    assert cli.main(["lab", "report", str(file)]) == 0
    page = file.with_suffix(".html").read_text()
    assert page.startswith("<!doctype html>")
    assert f"asterism {' '.join(measured)}" in page, "the command that made it"


def test_the_command_lets_players_meet_and_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rows = ["--rows", str(tmp_path / "rows"), "--cores", "1"]
    assert cli.main(["lab", "play", GAME, "--players", "exact,uniform", "--matches", "4000", *rows]) == 0
    told = capsys.readouterr().out
    assert "Decided after" in told
    wrong = [
        (["--players", "exact", "--matches", "0"], "the number of matches goes from 1"),
        (["--players", "exact", "--edition", "none.toml"], "none.toml"),
        (["--players", "exact", "--option", "x=1"], "has no option 'x'"),
        (["--players", "exact", "--seats", "9"], "is played by 1 to 6, not by 9"),
    ]
    for words, named_ in wrong:
        assert cli.main(["lab", "play", GAME, *words, *rows]) == 2
        assert named_ in capsys.readouterr().err
    assert len(list((tmp_path / "rows").iterdir())) == 1, "what is wrong leaves nothing behind"
