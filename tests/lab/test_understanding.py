"""What the lab says where its players do not understand an edition, or where there are too few matches to tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterism import cli
from asterism.core.discover import find
from asterism.core.edition import check, standard
from asterism.lab import criteria as wanted
from asterism.lab import labels, saved, understanding
from asterism.lab.arena import setting_of
from asterism.lab.estimates import TOO_FEW, Estimate, around, format_estimate
from asterism.lab.measure import FIGURES, judge_use
from asterism.lab.plots import whiskers
from asterism.lab.report import report
from asterism.lab.understanding import misunderstood
from asterism.server.http.reports import shipped

GEMINION = find("geminion")
FEW_GEMS = {**standard(GEMINION).numbers, "gems_each": 25}
WARNING = "These players do not understand this edition"


@pytest.fixture(scope="module")
def few_gems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The standard edition of Geminion with 25 gems for each player in place of 40."""
    text = GEMINION.text("editions/standard.toml")
    assert "gems_each = 40" in text
    file = tmp_path_factory.mktemp("editions") / "few-gems.toml"
    file.write_text(text.replace("gems_each = 40", "gems_each = 25"))
    return file


def ladder(*shares: float, error: float = 0.02) -> list[tuple[str, Estimate]]:
    return [(f"slip={number}", around(share, error, 100)) for number, share in enumerate(shares, 1)]


def test_a_ladder_is_the_wrong_way_round_only_beyond_chance():
    even = around(0.5, 0.0, 100)
    assert misunderstood("greedy", ladder(0.55, 0.7, 0.9), even, team=False) is None
    assert misunderstood("greedy", ladder(0.48, 0.7, 0.9), even, team=False) is None, "chance"
    found = misunderstood("greedy", ladder(0.4, 0.55, 0.9), even, team=False)
    assert found is not None
    assert (found.better, found.worse) == ("slip=1", "greedy")
    found = misunderstood("greedy", ladder(0.7, 0.55, 0.9), even, team=False)
    assert found is not None, "each loses to greedy, but the one that slips more loses less"
    assert (found.better, found.worse) == ("slip=2", "slip=1")
    assert misunderstood("greedy", ladder(0.3, 0.2, 0.0), around(0.5, 0.02, 100), team=True) is None
    assert misunderstood("greedy", ladder(0.6, 0.2, 0.0), around(0.5, 0.02, 100), team=True) is not None


def test_the_players_of_every_report_that_comes_with_asterism_understand_it():
    read = [saved.from_text(path.read_text(), name) for name, path in shipped().items() if not name.endswith("-tuned")]
    assert len(read) > 10
    assert not [one.command for one in read if understanding.warning(one)]


def test_where_sloppier_players_do_better_this_is_said_first(
    few_gems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("asterism.lab.measure.choices_of", lambda setting: None)  # its searches take most of the time
    file = tmp_path / "few.json"
    words = ["lab", "measure", "geminion", "--edition", str(few_gems), "--matches", "4000", "--cores", "1"]
    assert cli.main([*words, "--no-worth", "--save", str(file)]) == 0
    told = capsys.readouterr().out
    first = told.splitlines()[0]
    assert first.startswith(WARNING)
    instead = f"measure geminion --edition {few_gems} --cores 1 --no-worth --player search:100 --matches 200"
    assert first.endswith(f": asterism lab {instead}")
    assert "dead" not in told, "cards that such players leave may be what others win with"
    assert "card=" not in told
    assert "turns_low" not in told
    measured = saved.load(file)
    assert any(use.verdict == "dead" for use in measured.uses)
    page = report(measured)
    assert page.index(WARNING) < page.index("<h2>")
    assert "an edition in which gems for each player is 25, not 40" in page
    assert "hardly ever used" not in page
    assert cli.main(["lab", "compare", str(file), str(file)]) == 0
    assert WARNING in capsys.readouterr().out.splitlines()[0]


def test_criteria_judged_by_players_who_do_not_understand_an_edition_are_told_so(monkeypatch: pytest.MonkeyPatch):
    text = '[move]\n"gems_each" = [20, 60]\n[[criterion]]\nfigure = "turns"\nhigh = 30\nplayers = "%s"\n'
    edition = check(GEMINION, "few gems", FEW_GEMS)
    quick = wanted.read(GEMINION, text % "greedy/slip=0.1", "criteria.toml").criteria
    found = understanding.of_criteria(GEMINION, quick, edition)
    assert found is not None
    assert found.worse == "greedy/slip=0.1"

    def never(*_: object) -> None:
        raise AssertionError("nothing is played")

    monkeypatch.setattr(understanding, "against", never)
    assert understanding.of_criteria(GEMINION, quick, standard(GEMINION)) is None, "what hints were fitted to"
    for others in ("search:100", "plan:mine-only"):
        asked = wanted.read(GEMINION, text % others, "criteria.toml").criteria
        assert understanding.of_criteria(GEMINION, asked, edition) is None


def test_a_search_that_does_not_understand_is_to_search_further():
    assert understanding.searching("greedy/slip=0.1") == "search:100"
    assert understanding.searching("search:100/slip=0.1") == "search:400"


def test_an_interval_as_wide_as_all_shares_is_told_as_too_few_matches():
    assert format_estimate(around(0.5, 1.0, 2), 100, unit=" %") == TOO_FEW
    assert format_estimate(around(0.5, 0.1, 90), 100, unit=" %") == "50.0 % ± 10.0"
    assert format_estimate(Estimate(float("nan"), -float("inf"), float("inf"), 0)) == TOO_FEW
    assert format_estimate(around(20.0, 3.0, 9)) == "20.0 ± 3.0", "turns are no share"
    drawn = whiskers([("a", around(0.5, 1.0, 2)), ("b", around(0.5, 0.1, 90))], 0.5, "share")
    assert drawn.count("<circle") == 1
    assert TOO_FEW in drawn
    assert TOO_FEW in whiskers([("a", around(0.5, 1.0, 2))], None, "share")


def test_two_matches_tell_nothing_of_shares_and_no_action_is_dead(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["lab", "measure", "noirlab-dice", "--matches", "2", "--cores", "1", "--no-worth"]) == 0
    told = capsys.readouterr().out
    assert TOO_FEW in told
    assert "± 100" not in told
    assert "dead" not in told


@pytest.mark.parametrize("group", ["roll", "pass", "end", "enough"])
def test_what_every_turn_is_made_of_is_neither_dominant_nor_dead(group: str):
    base = setting_of("noirlab-dice", ["best"])
    assert judge_use(group, around(0.0, 0.001, 9), 0.0, None, 1.0, base).verdict == ""
    assert judge_use(group, around(1.0, 0.0, 9), 5.0, around(0.4, 0.01, 9), 0.0, base).verdict == ""
    assert judge_use("bank", around(1.0, 0.0, 9), 5.0, around(0.4, 0.01, 9), 0.0, base).verdict == "dominant"
    assert judge_use("bank", around(1.0, 0.0, 9), 5.0, around(0.4, 0.01, 9), 0.6, base).verdict == "forced"


def test_figures_and_actions_have_words():
    assert {*FIGURES, "choices", "real_choices", "luck", "share"} == set(labels.FIGURES)
    assert labels.criterion("turns_high at most 16, 2 seats") == "turns in a long match at most 16, 2 seats"
    assert labels.criterion("used buy card=mine at least 0.1, 2 seats") == "used buy card=mine at least 0.1, 2 seats"
    assert labels.action(GEMINION, "buy card=mine") == "buy Gem Mine"
    assert labels.number(GEMINION, "gems_each") == "gems for each player"
    assert labels.number(GEMINION, "mine.pile.3") == "Gem Mine: to buy, for two, three and four players, number 3"
    assert labels.action(find("gemini"), "attach+move instrument=gmos-n").startswith("attach or move ")
    assert "=" not in labels.action(find("constellation"), "place kind=four side=south-east")
