"""The designer's guide does what it says: its six commands, one after the other, with few matches."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from asterism import cli
from asterism.core.discover import find
from asterism.core.edition import load, standard

GUIDE = (Path(__file__).parents[2] / "docs" / "LAB.md").read_text()
FEW = {
    "measure": ["--matches", "40", "--cores", "1", "--player", "uniform"],
    "play": ["--matches", "40", "--cores", "1"],
    "tune": ["--trials", "2", "--matches", "8", "--strong-matches", "1", "--confirm", "1", "--cores", "1"],
}


def blocks(kind: str, title: str) -> list[str]:
    """The blocks of a kind in a section of the guide."""
    section = re.split(r"^## ", GUIDE.partition(f"## {title}")[2], flags=re.MULTILINE)[0]
    return re.findall(rf"```{kind}\n(.*?)```", section, re.DOTALL)


def test_the_guide_leads_from_a_feeling_to_a_changed_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    (criteria,) = blocks("toml", "Criteria")
    (tmp_path / "criteria.toml").write_text(criteria.replace('strong = "search:100"', 'strong = "search:2"'))
    lines = [line for block in blocks("sh", 'From "my game') for line in block.strip().splitlines()]
    assert len(lines) == 6
    for line in lines:
        _, *words = shlex.split(line)
        assert cli.main([*words, *FEW.get(words[1], [])]) in ((0, 1) if words[1] == "tune" else (0,)), line
    assert "figures differ by more than three standard errors" in capsys.readouterr().out
    assert (tmp_path / "before.html").read_text().startswith("<!doctype html>")
    game = find("geminion")
    assert load(game, tmp_path / "calmer.toml").numbers.keys() == standard(game).numbers.keys()
