"""Figures, what changed, and the page: of a game whose truth is known, and of one with a flaw put into it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from asterism import cli
from asterism.core.game import BadInput
from asterism.lab import saved
from asterism.lab.arena import run, setting_of
from asterism.lab.choices import differs
from asterism.lab.compare import changes, differences
from asterism.lab.estimates import around
from asterism.lab.fairer import by_bonuses, by_points, in_order, unfairness
from asterism.lab.measure import Measured, all_alike, groups_with, measure, slipping
from asterism.lab.report import NO_LEAD, report
from asterism.terminal.lab import Setup, usual_player

GAME = "noirlab-dice"


@pytest.fixture(scope="module")
def dice() -> Measured:
    return measure(setting_of(GAME, ["best"]), 8_000, cores=2, command="asterism lab measure <dice>")


def figure(measured: Measured, name: str) -> tuple[float, float]:
    (found,) = [one for one in measured.figures if one.name == name]
    assert found.means.endswith(".")
    return found.estimate.mean, found.estimate.error


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
    assert worth["bank"].low > 0.08
    assert worth["bank"].high < 0.2, "of a half, which is all that can be lost"
    assert "bank" in groups_with(dice, "dominant")
    assert not {"roll", "pass"} & {*groups_with(dice, "dead"), *groups_with(dice, "dominant")}, (
        "no strategy does without"
    )
    for use in dice.uses:
        if use.worth:
            assert use.worth.high > -0.02, f"who plays exactly is not better off without {use.group}"


def test_what_changed_beyond_chance_is_told_and_nothing_else(dice: Measured):
    again = measure(replace(dice.setting, seed=3), 8_000, cores=2, uses=False)
    assert not [one.name for one in changes(dice, again) if one.sure], "the same game, another seed"
    weaker = measure(setting_of(GAME, ["best/slip=0.3"]), 8_000, cores=2, uses=False)
    found = [one.name for one in changes(dice, weaker) if one.sure]
    assert "turns" in found
    assert "use of bank" in found, "how often actions are used, too"
    assert not list(differences(dice, again))
    assert list(differences(dice, weaker)) == ["played by best and by best/slip=0.3"]
    more = replace(dice, setting=replace(dice.setting, seats=3, options={"x": 2}))
    assert list(differences(replace(dice, setting=replace(dice.setting, options={"x": 1})), more)) == [
        "2 seats and 3",
        "option x 1 and 2",
    ]


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
    assert "lab play noirlab-dice --seats 2 --all --matches 8000 --players" in page
    assert NO_LEAD in page, "nothing is counted in this game"
    other = replace(
        dice, setting=replace(dice.setting, seed=5), command="asterism lab measure x --edition 'my own.toml'"
    )
    asked = re.findall(r"asterism lab play[^<]*", report(other))
    assert len(asked) > 3
    assert all("--edition &#x27;my own.toml&#x27; --seed 5 --all" in one for one in asked), "the same question"


def test_what_is_fairer_is_told_for_all_seats_and_both_ways(dice: Measured):
    usual, token = dice.fairer[0], next(way for way in dice.fairer if "token" in way[0])
    assert usual[0] == "As it is."
    assert usual[1][0].covers(0.540785)
    assert [one.mean for one in usual[1]] == pytest.approx([one.mean for one in dice.seats])
    assert unfairness(token[1]) < unfairness(usual[1])
    assert "Of what was tried this is the fairest" in report(dice)
    assert unfairness([around(0.3, 0.1, 1), around(0.3, 0.1, 1), around(0.4, 0.1, 1)]) == pytest.approx(0.4 - 1 / 3)
    market = measure(setting_of("night-market", ["uniform"]), 400, uses=False)
    ways = [words for words, _ in market.fairer[1:]]
    assert any("than the one before it" in words for words in ways)
    assert any("than the one after it" in words for words in ways), "whoever begins may have too little"


def test_points_for_later_seats_are_counted_from_whoever_began():
    setting = setting_of("night-market", ["uniform"])
    rows = run(setting, 8)
    rows = rows._replace(
        score=np.array([[3, 2]] * 8), first=np.array([0, 1] * 4, np.int8), share=np.array([[1.0, 0]] * 8)
    )
    assert by_points(setting, rows, 0).tolist() == [[1, 0]] * 8
    assert by_points(setting, rows, 1).tolist() == [[0.5, 0.5], [1, 0]] * 4
    assert by_points(setting, rows, -2).tolist() == [[1, 0], [0, 1]] * 4
    assert [one.mean for one in in_order(setting, rows.share, rows.first)] == [0.5, 0.5]
    begins = rows._replace(first=np.zeros(8, np.int8), share=np.array([[1.0, 0]] * 8))
    told = [(words, shares[0].mean) for words, shares in by_bonuses(setting, begins)]
    assert told == [
        ("At the end each seat gets 1 point more than the one before it.", 0.5),
        ("At the end each seat gets 2 points more than the one before it.", 0.0),
    ], "until it gets worse, and nothing of points for the first, who has won all: they make no difference"


def test_whoever_measures_without_a_player_gets_one_who_slips_where_the_same_seat_always_wins(
    monkeypatch: pytest.MonkeyPatch,
):
    table = Setup("night-market", 2, {}, None, 1, 1)
    assert usual_player(table) == "uniform"
    alike = run(table.setting(["uniform"]), 64)
    alike.share[:] = [1.0, 0.0]
    monkeypatch.setattr("asterism.lab.measure.run", lambda setting, matches: alike)
    assert usual_player(table) == "uniform/slip=0.1", "other actions, and yet there would be nothing to measure"


def test_an_action_differs_only_beyond_what_a_search_can_tell():
    assert differs([(0.9, 1_000), (0.1, 1_000)])
    assert not differs([(0.9, 1_000), (0.895, 100_000)]), "less than one match in a hundred"
    assert not differs([(0.9, 1_000), (0.5, 3)]), "hardly looked at"


def test_the_command_tells_what_each_option_does(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["lab", "options", "geminion", "--player", "uniform", "--matches", "40", "--cores", "1"]) == 0
    told = capsys.readouterr().out
    assert "as it is" in told
    assert "shuffle" in told
    assert "sparkle" in told
    assert "bold is more than chance" in told


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
