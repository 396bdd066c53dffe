"""Dice anyone can check: the distribution is derived, every change is caught and named."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterism.core import fair, record
from asterism.core.fair import SPAN, Dice, commitment, divide
from asterism.core.match import Match

WEIGHTS = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@given(weights=WEIGHTS, span=st.integers(60, 700))
def test_every_accepted_number_is_shared_out_exactly_by_weight(weights: list[int], span: int):
    """All numbers below a small span are counted: outcome i gets weight[i] parts of the total, to the number."""
    counts = Counter(divide(number, span, weights) for number in range(span))
    rejected = counts.pop(None, 0)
    parts = span // sum(weights)
    assert [counts[i] for i in range(len(weights))] == [weight * parts for weight in weights]
    assert rejected == span % sum(weights) < sum(weights)


@given(weights=WEIGHTS)
def test_at_full_size_the_ends_of_the_accepted_numbers_are_where_they_must_be(weights: list[int]):
    total = sum(weights)
    limit = SPAN - SPAN % total
    assert divide(0, SPAN, weights) == 0
    assert divide(limit - 1, SPAN, weights) == len(weights) - 1
    assert limit == SPAN or divide(limit, SPAN, weights) is None
    assert limit % total == 0  # so every residue below `total` is there equally often


def test_a_number_in_the_uneven_rest_is_thrown_away_and_the_next_attempt_taken(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def digest(key: bytes, words: bytes, name: str) -> bytes:
        asked.append(words.decode().rpartition("\n")[2])
        return (SPAN - 1 if len(asked) == 1 else 4).to_bytes(32, "big")

    monkeypatch.setattr(fair.hmac, "digest", digest)
    assert Dice(b"s", ()).roll(0, list(range(7)), [1] * 7) == 4
    assert asked == ["attempt 0", "attempt 1"]


def test_a_roll_depends_on_secret_nonces_and_ply_and_on_nothing_else():
    faces = list(range(1000))
    roll = Dice(b"secret", ("ab", "cd")).roll(5, faces, [1] * 1000)
    assert roll == Dice(b"secret", ("ab", "cd")).roll(5, faces, [1] * 1000)
    others = [
        Dice(b"secret!", ("ab", "cd")).roll(5, faces, [1] * 1000),
        Dice(b"secret", ("ab", "ce")).roll(5, faces, [1] * 1000),
        Dice(b"secret", ("ab", "cd")).roll(6, faces, [1] * 1000),
        Dice(b"secret", ("cd", "ab")).roll(5, faces, [1] * 1000),
    ]
    assert roll not in others


@pytest.fixture(scope="module")
def finished() -> record.Record:
    match = Match("noirlab-dice", seats=2, dice=Dice(bytes(range(32)), ("aa" * 16, "bb" * 16)))
    while not match.over:
        match.play(match.legal()[0])
    return record.make(match, ["Ada", "Bo"])


def test_a_record_as_it_was_played_has_no_problems(finished: record.Record):
    assert record.verify(finished) == []


def changed(given: record.Record, change: Any) -> list[str]:
    other = copy.deepcopy(given)
    change(other)
    return record.verify(other)


def test_a_changed_secret_is_caught_and_named(finished: record.Record):
    found = changed(finished, lambda r: r["dice"].update(secret="00" * 32))
    assert found[0] == "the secret is not the one that was committed to before the match"


def test_a_changed_nonce_is_caught_and_named(finished: record.Record):
    found = changed(finished, lambda r: r["dice"]["nonces"].__setitem__(1, "cc" * 16))
    assert found[0] == "nonce 2 was changed: the trail does not fit from there on"
    assert any("the roll at ply 1" in line for line in found)


def test_every_changed_action_is_caught_and_named(finished: record.Record):
    for ply, action in enumerate(finished["actions"]):
        found = changed(finished, lambda r, ply=ply, action=action: r["actions"].__setitem__(ply, (action + 1) % 14))
        assert f"the action at ply {ply} was changed: the trail does not fit from there on" in found


def test_a_changed_roll_is_named_even_with_a_new_trail(finished: record.Record):
    def forge(r: record.Record) -> None:
        r["actions"][1] = 8 + (r["actions"][1] - 7) % 6
        r["trail"] = fair.trail(r)

    assert any("the roll at ply 1 is given as" in line for line in changed(finished, forge))


def test_weights_that_are_not_those_of_the_rules_are_named(finished: record.Record):
    found = changed(finished, lambda r: r["rolls"][0][2].__setitem__(0, 2))
    assert any("the odds at ply 1 are given as" in line for line in found)


def test_a_left_out_roll_and_an_invented_one_are_named(finished: record.Record):
    assert any("missing from the list" in line for line in changed(finished, lambda r: r["rolls"].pop(3)))
    assert any("is none by the rules" in line for line in changed(finished, lambda r: r["rolls"].append([0, [0], [1]])))


def test_a_changed_result_is_named(finished: record.Record):
    assert any("the result is given as" in line for line in changed(finished, lambda r: r.update(shares=[0.5, 0.5])))


def test_a_running_match_does_not_show_its_secret():
    match = Match("noirlab-dice", seats=2, seed=1)
    match.play(0)
    made = record.make(match)
    assert made["dice"]["secret"] is None
    assert match.dice
    assert match.dice.secret.hex() not in record.write(made)
    assert record.verify(made) == ["the match is still running: its secret is shown when it is over"]


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def run_verifier(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The one file, alone in an empty folder, with no packages to import."""
    alone = folder / "fair.py"
    alone.write_text(Path(fair.__file__).read_text())
    command = [sys.executable, "-I", "-S", str(alone), *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def test_the_single_file_verifier_needs_nothing_but_python(tmp_path: Path, finished: record.Record):
    (tmp_path / "good.json").write_text(record.write(finished))
    good = run_verifier("good.json", folder=tmp_path)
    assert good.returncode == 0
    assert "nothing was changed" in good.stdout
    tampered = {**finished, "actions": [*finished["actions"][:-1], 3]}
    (tmp_path / "bad.json").write_text(json.dumps(tampered))
    bad = run_verifier("bad.json", folder=tmp_path)
    assert bad.returncode == 1
    assert f"the action at ply {len(finished['actions']) - 1} was changed" in bad.stdout


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no", '{"dice": 3, "actions": 4}', "[" * 100_000])
def test_the_single_file_verifier_refuses_what_is_no_record(tmp_path: Path, text: str):
    (tmp_path / "x.json").write_text(text)
    done = run_verifier("x.json", folder=tmp_path)
    assert done.returncode == 2
    assert "is not a record of a match" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("weights", [[2**256, 1], [0, 0], [-1, 1], []])
def test_the_single_file_verifier_does_not_draw_for_ever(tmp_path: Path, finished: record.Record, weights: list[int]):
    ply, outcomes, _ = finished["rolls"][0]
    (tmp_path / "x.json").write_text(json.dumps({**finished, "rolls": [[ply, outcomes[:2], weights]]}))
    assert run_verifier("x.json", folder=tmp_path).returncode == 2


def test_a_trail_is_made_today_as_it_was_made_in_every_record_there_is():
    old = {"game": "g", "version": 1, "seats": 2, "options": {}, "actions": [3, -1]}
    old["dice"] = {"commitment": "ab", "nonces": ["cd"], "secret": None}
    assert fair.trail(old) == ["8c40e41c", "1f571511", "e4bf75f3", "220be766"]
    assert fair.trail({**old, "edition": {"title": "t", "digest": "d", "numbers": {}}})[0] == "736879d6"
