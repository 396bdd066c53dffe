"""The contract test on whatever is discovered, in every mode; and that it catches games that break their promises."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core import anygame, discover, golden
from asterism.core.contract import ContractBroken, check

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


@pytest.mark.parametrize("name", EVERY_GAME)
def test_200_random_matches_are_what_they_were(name: str):
    assert golden.stale_digest(discover.find(name)) == [], (
        f"raise the version of {name} if its rules changed, then: python -m asterism.core.golden --write {name}"
    )


def broken_template(
    tmp_path: Path, old: str, new: str, file: str = "rules.py", also: tuple[str, str] | None = None
) -> str:
    """What the contract test says of a copy of the template with a change, or two in one file."""
    folder = tmp_path / "broken_game"
    shutil.copytree(TEMPLATE, folder)
    source = (folder / file).read_text()
    for one, other in [(old, new), *([also] if also else [])]:
        assert one in source
        source = source.replace(one, other)
    (folder / file).write_text(source)
    code = (
        "from asterism.core.contract import check, ContractBroken\n"
        "try: check('broken-game')\n"
        "except ContractBroken as broken: print(broken)\n"
    )
    return in_mode("-c", code, ASTERISM_GAMES=str(tmp_path), ASTERISM_MODE="interpreted")


@pytest.mark.parametrize("chance", ["False", 'lambda options: options["stars"] == 8'])
def test_chance_where_a_game_says_that_there_is_none_is_named(tmp_path: Path, chance: str):
    old = "    options=(Option("
    said = broken_template(tmp_path, old, f"    chance={chance},\n{old}", "__init__.py")
    assert "chance acts only where the game says so" in said


def test_a_game_that_never_rolls_where_it_says_so_is_named():
    """Geminion as it was: dice in every match, and none that ever rolled unless cards are shuffled."""
    always = dataclasses.replace(discover.find("geminion"), chance=True)
    with pytest.raises(ContractBroken, match=r"chance acts in a match with .*'shuffle': 0"):
        check(always, matches=2)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[other] = S.UNKNOWN", "[other] = S.UNKNOWN - s[\"hand\"][other]", "seeing what was seen"),
        ("return action if s[\"to_act\"] != CHANCE or s[\"mover\"] == seat else UNHEARD", "return action",
         "hears a difference"),
        ("== seat else UNHEARD", "== seat else 99", "heard of an action is one below"),
        ("        s[\"gone\"][s[\"hand\"][seat]] = 1\n", "        s[\"ply\"] += 1\n", "the ply belongs to the middle"),
        ("out[0] = S.KEEP\n        out[1] = S.CHANGE", "out[0] = S.CHANGE\n        out[1] = S.KEEP", "rising order"),
        ("share[seat] = 1.0 if", "share[seat] = 2.0 if", "from 0 to 1"),
        ("    best = 0\n", "    best = 0\n    s[\"hand\"][0] = 1\n", "the same actions give the same state"),
    ],
    ids=["coded secret", "hearing", "hearing what is none", "ply", "order", "share", "impure"],
)  # fmt: skip
def test_a_broken_promise_is_named(tmp_path: Path, old: str, new: str, told: str):
    assert told in broken_template(tmp_path, old, new)


def test_small_numbers_in_a_record_are_refused(tmp_path: Path):
    said = broken_template(tmp_path, "np.int32", "np.int16", "state.py")
    assert "at least 32 bits" in said


def test_a_record_with_padding_is_refused(tmp_path: Path):
    said = broken_template(tmp_path, '("mover", np.int32)', '("mover", np.int64)', "state.py")
    assert "no padding" in said


def test_a_secret_that_is_not_blanked_is_caught(tmp_path: Path):
    """The door is only as good as what passes it: a hand that stays in the seen record differs between alike worlds."""
    shown = 'if other != seat and s["hand"][other] != S.NONE:\n                out["hand"][other] = S.UNKNOWN'
    kept = shown.replace("S.NONE:", "S.NONE and other > 0:")
    guessed = 'if s["hand"][other] == S.UNKNOWN:'
    said = broken_template(tmp_path, shown, kept, also=(guessed, 'if s["hand"][other] == S.UNKNOWN or other != seat:'))
    assert "is given a secret" in said


def test_the_contract_is_small_enough_to_remember():
    assert len([*anygame.ALWAYS, *anygame.OPTIONAL]) <= 13
    defaults = {name for name, word in vars(anygame).items() if callable(word) and word.__module__ == anygame.__name__}
    assert defaults == {*anygame.ALWAYS, *anygame.OPTIONAL}
