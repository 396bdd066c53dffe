"""The contract test on whatever is discovered, in every mode; and that it catches games that break their promises."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core import contract, discover
from asterism.core.contract import ContractBroken, check, random_match
from asterism.core.match import Match

EVERY_GAME = [*discover.names(), "_template"]
TEMPLATE = Path(discover.__file__).parent.parent / "games" / "_template"


def in_mode(*words: str, **environment: str) -> str:
    """Run Python in another process, where the mode can differ."""
    done = subprocess.run([sys.executable, *words], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_keeps_the_contract(name: str):
    assert check(name) > 100


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize(
    "mode", [{"ASTERISM_MODE": "interpreted"}, {"ASTERISM_BOUNDS": "1"}], ids=["interpreted", "bounds"]
)
def test_every_game_keeps_the_contract_in_other_modes(name: str, mode: dict[str, str]):
    code = f"from asterism.core.contract import check; print(check({name!r}, matches=8))"
    assert int(in_mode("-W", "error", "-c", code, **mode)) > 20


@pytest.mark.parametrize("name", EVERY_GAME)
def test_200_random_matches_are_the_same_in_both_modes(name: str):
    words = ("-m", "asterism.core.golden", "--digest", "200", name)
    assert in_mode(*words, ASTERISM_MODE="interpreted") == in_mode(*words, ASTERISM_MODE="compiled")


def broken_template(tmp_path: Path, old: str, new: str, file: str = "rules.py") -> str:
    """What the contract test says of a copy of the template with one change."""
    folder = tmp_path / "broken_game"
    shutil.copytree(TEMPLATE, folder)
    source = (folder / file).read_text()
    assert old in source
    (folder / file).write_text(source.replace(old, new))
    code = (
        "from asterism.core.contract import check, ContractBroken\n"
        "try: check('broken-game')\n"
        "except ContractBroken as broken: print(broken)\n"
    )
    return in_mode("-c", code, ASTERISM_GAMES=str(tmp_path), ASTERISM_MODE="interpreted")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[other] = UNKNOWN", "[other] = UNKNOWN - s[\"hand\"][other]", "seeing what was seen"),
        ("return action if s[\"to_act\"] != CHANCE or s[\"mover\"] == seat else UNHEARD", "return action",
         "hears a difference"),
        ("        s[\"gone\"][s[\"hand\"][seat]] = 1\n", "        s[\"ply\"] += 1\n", "the ply belongs to the middle"),
        ("out[0] = KEEP\n        out[1] = CHANGE", "out[0] = CHANGE\n        out[1] = KEEP", "rising order"),
        ("share[seat] = 1.0 if", "share[seat] = 2.0 if", "from 0 to 1"),
        ("    best = 0\n", "    best = 0\n    s[\"hand\"][0] = 1\n", "the same actions give the same state"),
    ],
    ids=["coded secret", "hearing", "ply", "order", "share", "impure"],
)  # fmt: skip
def test_a_broken_promise_is_named(tmp_path: Path, old: str, new: str, told: str):
    assert told in broken_template(tmp_path, old, new)


def test_a_record_with_padding_is_refused(tmp_path: Path):
    said = broken_template(tmp_path, "np.int32", "np.int16", "state.py")
    assert "at least 32 bits" in said


def check_often(match: Match, dice: random.Random) -> None:
    for _ in range(20):
        contract.check_secrets(match, dice)


def test_a_game_that_shows_a_secret_in_its_text_is_caught(monkeypatch: pytest.MonkeyPatch):
    """The door is only as good as what passes it: a `show` that reads the truth would differ between alike worlds."""
    game = discover.find("_template")
    dice = random.Random(3)
    for match in random_match(game, 2, {"stars": 8}, dice):
        if match.to_act == 0:
            break
    truth = match.states.copy()
    monkeypatch.setattr(contract, "given", lambda game, states, seat: (states.tobytes(),))
    with pytest.raises(ContractBroken, match="is given a secret"):
        check_often(match, dice)
    assert match.states.tobytes() == truth.tobytes()


def test_the_contract_is_small_enough_to_remember():
    assert len(contract.RULE_WORDS) <= 10
