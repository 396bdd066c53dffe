"""Documentation that cannot drift: the README's match is played, every verb and contract word is written about."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from asterism import cli
from asterism.core import anygame
from asterism.core.contract_words import table
from asterism.server.settings import flags_table
from asterism.store import Store

ROOT = Path(cli.__file__).parent.parent


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_readme_plays_a_whole_match():
    code = blocks((ROOT / "README.md").read_text(), "python")[0]
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "1.0" in done.stdout


def test_every_verb_of_the_command_is_in_the_docs():
    actions = cli.build_parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    text = (ROOT / "docs/COMMANDS.md").read_text()
    for verb in actions:  # type: ignore[union-attr]
        assert f"## asterism {verb}" in text, verb


def test_the_settings_of_a_server_are_in_the_docs_as_they_are_declared():
    text = (ROOT / "docs/COMMANDS.md").read_text()
    assert flags_table() in text, "docs/COMMANDS.md: put in what python -m asterism.server.settings prints"


def test_every_word_of_the_contract_is_in_the_docs():
    text = (ROOT / "docs/CONTRACT.md").read_text()
    assert table() in text, "docs/CONTRACT.md: put in what python -m asterism.core.contract_words prints"
    for word in [*anygame.ALWAYS, *anygame.OPTIONAL, "say", "show", "view", "end"]:
        assert f"`{word}" in text, word


def test_every_dependency_has_its_reason_in_the_docs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = [re.split(r"[^A-Za-z0-9_.-]", wanted)[0] for wanted in project["dependencies"]]
    text = (ROOT / "docs/DEPENDENCIES.md").read_text()
    assert listed
    for name in listed:
        assert f"**{name}**" in text, name


def test_the_rules_say_how_many_of_the_best_scores_are_listed():
    """By how many the store gives of each list."""
    text = (ROOT / "asterism/games/geminos/RULES.md").read_text()
    told = {3: "three", 10: "ten"}
    alone, wins = (inspect.signature(ask).parameters["limit"].default for ask in (Store.best_alone, Store.best_wins))
    assert f"The {told[alone]} best of everyone" in text
    assert f"the {told[wins]} best winning totals of everyone" in text


DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(document: Path):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


@pytest.mark.parametrize(("page", "room"), [("EXACT.md", "solve/races"), ("GEMINOS.md", "solve/score_cards")])
def test_the_pages_on_exact_play_name_the_files_that_are_there(page: str, room: str):
    named = set(re.findall(r"`(\w+\.py)`", (ROOT / "docs" / page).read_text()))
    there = {path.name for path in (ROOT / "asterism" / room).glob("*.py")}
    assert len(named) > 4
    assert named <= there


def test_the_example_of_exact_play_tells_what_it_says():
    (code,) = blocks((ROOT / "docs/EXACT.md").read_text(), "python")
    told = r"assert all(abs(a - b) < 1e-9 for a, b in zip(\1, \2))"
    code, count = re.subn(r"^(solution\.value\(start\)).*# (.*)$", told, code, flags=re.MULTILINE)
    assert count == 1
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_every_example_of_the_gym_runs():
    pytest.importorskip("pyspiel")
    examples = blocks((ROOT / "docs/GYM.md").read_text(), "python")
    # that of value iteration takes long: tests/gym/test_openspiel.py runs it and looks at what it finds
    code = "\n".join(example for example in examples if "value_iteration" not in example)
    assert code.count("import") > 5
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
