"""The mutation test of the rules: which faults it plants, and that those of a rule with a test are found."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LISTED = """
import json, tomllib
from tests import mutants as m
listed = tomllib.loads((m.HERE / "equivalent_mutants.toml").read_text())
made = {
    game: [
        (mutant.path.name, mutant.where, mutant.was, mutant.becomes)
        for path in m.rule_files(m.GAMES / game.replace("-", "_")) for mutant in m.mutants(path)
    ]
    for game in listed
}
print(json.dumps([listed, made]))
"""


def in_a_process(*words: str) -> str:
    """What Python prints in another process: the command sets the interpreted mode for the whole of its own."""
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_faults_are_planted_and_every_one_that_is_called_equivalent_is_among_them():
    listed, made = json.loads(in_a_process("-c", LISTED))
    faults = {tuple(fault) for fault in made["noirlab-dice"]}
    scored = 'return s["turns"][seat]  # type: ignore[no-any-return]'
    assert ("rules.py", "score", scored, scored.replace("[seat]", "[0]")) in faults
    assert ("rules.py", "cover", 's["covered"][seat, program] = 1', "pass") in faults
    assert ("state.py", "constants", "SPOTS_TO_BANK = 3", "SPOTS_TO_BANK = (4)") in faults
    assert ("rules.py", "take_face", 'if s["wait"][seat] > 0:', "if s['wait'][seat] >= 0:") in faults
    for game, equivalents in listed.items():
        for one in equivalents:
            assert one["why"]
            assert [one[key] for key in ("file", "function", "was", "becomes")] in made[game], one


@pytest.mark.long
def test_a_fault_in_a_rule_that_has_a_test_does_not_survive():
    assert "2 tests, 0 fingerprint, 0 contract, 0 equivalent, 0 survivors" in in_a_process(
        "-m", "tests.mutants", "noirlab-dice", "--only", "score"
    )
