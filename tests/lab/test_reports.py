"""The reports that come with Asterism speak of the games as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asterism import cli
from asterism.core.discover import find, names
from asterism.core.edition import standard
from asterism.lab import criteria as wanted
from asterism.lab import tuned
from asterism.lab.saved import from_text
from asterism.server.http.reports import shipped

TUNED = "-tuned"


@pytest.mark.parametrize("name", [name for name in shipped() if not name.endswith(TUNED)])
def test_a_report_is_of_the_standard_edition(name: str):
    found = from_text(shipped()[name].read_text(), name)
    game = find(found.setting.game)
    assert name == f"{game.name}-{found.setting.seats}"
    assert dict(found.setting.edition) == dict(standard(game).numbers if game.numbers else {})
    assert f"lab measure {game.name}" in found.command


@pytest.mark.parametrize("name", [name for name in shipped() if name.endswith(TUNED)])
def test_what_was_found_by_tuning_is_the_standard_edition(name: str):
    found = tuned.from_json(json.loads(shipped()[name].read_text()), name)
    game = find(found.game)
    assert name == f"{game.name}{TUNED}"
    assert found.numbers == dict(standard(game).numbers)
    own = wanted.own_criteria(game).criteria
    assert [(row.told, row.by) for row in found.rows] == [(one.text, ",".join(one.strong)) for one in own]
    for row, criterion in zip(found.rows, own, strict=True):
        assert list(row.verdicts) == [criterion.verdict(value) for value in row.values]


def test_every_game_has_a_report_and_those_with_criteria_for_all_numbers_of_players():
    for name in set(names()) & {"constellation", "gemini", "geminion", "geminos", "noirlab-dice"}:
        game = find(name)
        assert f"{name}-2" in shipped()
        if "criteria.toml" in game.files("."):
            assert {f"{name}-{seats}" for seats in (2, 3, 4)} | {f"{name}{TUNED}"} <= set(shipped())


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": 3, "setting": []}'], ids=["nested", "a list"])
def test_what_the_lab_did_not_write_is_not_compared(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text(text)
    assert cli.main(["lab", "compare", str(tmp_path / "file"), str(tmp_path / "file")]) == 2
    assert "is not what `asterism lab measure --save` writes" in capsys.readouterr().err
