"""Records: written, read back, and refused in words where they are broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import asterism
from asterism.core import fair, record
from asterism.core.game import BadInput
from asterism.core.match import Match
from asterism.core.verify import verify


@pytest.fixture
def made() -> record.Record:
    match = Match("_template", seats=2, seed=3, stars=10)
    while not match.over:
        match.play(match.legal()[-1])
    return record.make(match, ["Ada", "Bo"])


def test_a_saved_match_is_read_back_whole(tmp_path: Path):
    match = Match("noirlab-dice", seats=2, seed=3)
    while not match.over:
        match.play(match.legal()[0])
    match_file = tmp_path / "match.json"
    asterism.save(match, match_file, ["Ada", "Bo"])
    again = asterism.load(match_file)
    assert again.states.tobytes() == match.states.tobytes()
    assert record.load(match_file)["names"] == ["Ada", "Bo"]


def test_a_running_match_with_known_dice_goes_on_the_same_way():
    match = Match("noirlab-dice", seats=2, seed=3)
    match.play(0)
    again = record.replay(record.make(match, reveal=True))
    for one in (match, again):
        one.play(0)
    assert again.actions == match.actions


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"asterism": 9}, "format 9"),
        ({"asterism": []}, "format"),
        ({"actions": None}, "'actions' of this record is not a list of whole numbers"),
        ({"actions": [1.5]}, "'actions'"),
        ({"seats": "two"}, "'seats'"),
        ({"names": ["Ada"]}, "names 1 players for 2 seats"),
        ({"rolls": [[0, 99]]}, "names odds that are not there"),
        ({"rolls": [[0, -1]]}, "'rolls'"),
        (
            {"rolls": [[1, 0], [1, 0]]},
            "'rolls' of this record are no rolls of a match: the list of rolls is not in order",
        ),
        ({"rolls": [[3, 0], [1, 0]]}, "the list of rolls is not in order"),
        ({"rolls": [[1, 0], [10**6, 0]]}, "there is a roll at ply 1000000, but the match has only"),
        ({"odds": [[[1], [0]]]}, "'odds'"),
        ({"odds": [[[], []]]}, "'odds'"),
        ({"odds": [[[2**63], [1]]]}, "'odds'"),
        ({"actions": [-(2**63)]}, "'actions'"),
        ({"odds": [[[1], [2**300]]]}, "'odds'"),  # no number that is drawn would do
        ({"names": ["Ada", "\x1b[2J"]}, "'names'"),  # which would wipe the screen it is told on
        ({"names": ["Ada", "\ud800"]}, "'names'"),
        ({"names": ["Ada", "\u202eBert"]}, "'names'"),  # which would turn round what stands beside it
        ({"names": ["Ada", "B" * 10_000]}, "'names'"),
        ({"dice": {"sheets": ["{}"], "secret": None, "nonces": ["\ud800"]}}, "'dice'"),
        ({"dice": {"secret": "zz"}}, "'dice'"),
        ({"options": [1]}, "'options'"),
    ],
)
def test_a_broken_record_is_refused_in_words(made: record.Record, change: dict[str, Any], told: str):
    with pytest.raises(BadInput, match=told):
        record.read(json.dumps({**made, **change}))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"options": {"seats": 3}}, "no option 'seats'"),
        ({"options": {"seed": 1}}, "no option 'seed'"),
        ({"options": {"self": 1}}, "no option 'self'"),
        ({"dice": {"local": "\ud800", "sheets": None, "nonces": [], "secret": "00" * 32}}, "the dice of this record"),
    ],
)
def test_what_no_match_can_have_is_refused_when_it_is_played_again(
    made: record.Record, change: dict[str, Any], told: str
):
    with pytest.raises(BadInput, match=told):
        record.replay(record.read(json.dumps({**made, **change})))


@pytest.mark.parametrize("key", sorted(record.SHAPES[2]))
def test_a_missing_part_is_named(made: record.Record, key: str):
    with pytest.raises(BadInput, match=f"no '{key}'"):
        record.read(json.dumps({k: v for k, v in made.items() if k != key}))


@pytest.mark.parametrize("text", ["", "not json", "[]", "3", '{"a": 1}', "[" * 100_000])
def test_what_is_no_record_is_refused(text: str):
    with pytest.raises(BadInput, match="not a record"):
        record.read(text)


def test_what_a_record_says_is_told_without_steering_the_terminal(made: record.Record):
    told = "".join(verify({**made, "result": {"ending": "\x1b[2J"}}))
    assert "the result is given as" in told
    assert "\x1b" not in told


def test_of_a_record_that_was_made_to_be_wrong_in_everything_no_more_is_told_than_can_be_read():
    match = asterism.Match("geminos", seats=1, seed=1)
    while match.ply < 200:
        match.play(match.legal()[0])
    made = record.make(match)
    made["odds"] = [[list(range(20_000)), [1] * 20_000]]
    made["rolls"] = [[ply, 0] for ply in range(len(made["actions"]))]
    told = verify(made)
    assert len("".join(told)) < 20_000
    assert any(line.endswith(" more") for line in told)


def test_the_verifier_tells_what_is_no_number_without_steering_the_terminal():
    wipe, dice = "\x1b[2J", {"local": "a", "sheets": None, "nonces": [], "secret": fair.local("a").secret.hex()}
    for action, outcome in ((wipe, 1), (1, wipe)):
        made = {"asterism": 2, "actions": [action], "rolls": [[0, 0]], "odds": [[[outcome], [1]]], "dice": dice}
        told = "".join(fair.problems({**made, "hash": ""}))
        assert "the dice made it" in told
        assert "\x1b" not in told


def test_a_record_of_other_rules_is_refused(made: record.Record):
    with pytest.raises(BadInput, match="version 99"):
        record.replay({**made, "version": 99})


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    with pytest.raises(BadInput, match=r"nowhere\.json"):
        record.load(tmp_path / "nowhere.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not text"):
        record.load(tmp_path / "bytes")


def test_a_match_that_was_broken_off_ends_there_and_shows_its_secret():
    match = Match("noirlab-dice", seats=2, seed=3)
    match.play(0)
    match.close()
    assert (match.over, match.closed, match.result, match.legal()) == (True, True, None, [])
    for more in (lambda: match.play(0), match.undo, match.close):
        with pytest.raises(BadInput, match="nothing comes after that"):
            more()
    made = record.make(match)
    assert made["dice"]["secret"] is not None
    assert verify(made) == []
    assert record.replay(made).closed
    longer = {**made, "actions": [*made["actions"], 0]}
    longer["hash"] = fair.digest(longer)
    assert any("nothing comes after that" in line for line in verify(longer))


def test_a_match_of_the_first_protocol_is_saved_in_the_first_format():
    match = Match("noirlab-dice", seats=2, dice=fair.FirstDice(bytes(32), ("ab", "cd")))
    while not match.over:
        match.play(match.legal()[0])
    made = record.make(match)
    assert made["asterism"] == 1
    assert verify(record.read(record.write(made))) == []


@pytest.mark.parametrize("name", asterism.games())
def test_a_match_of_every_game_is_verified_with_its_edition(name: str):
    match = Match(name, seed=3)
    while not match.over and match.ply < 150:
        match.play(match.legal()[0])
    if not match.over:
        match.close()
    assert verify(record.read(record.write(record.make(match)))) == []


@pytest.mark.parametrize("protocol", [1, 2])
def test_what_was_made_without_the_rules_is_verified_where_they_are(protocol: int):
    dice = fair.FirstDice(bytes(32), ("ab", "cd")) if protocol == 1 else None
    match = Match("noirlab-dice", seats=2, seed=None if dice else 3, dice=dice)
    while not match.over:
        match.play(match.legal()[0])
    whole = record.make(match)
    bare = {**whole, "rolls": [], "unlisted": True, **({} if dice else {"odds": [], "result": None})}
    bare["hash"] = fair.digest(bare)
    assert fair.problems(bare) == [fair.UNLISTED]
    assert verify(record.read(record.write(bare))) == []
    bare["actions"] = [*bare["actions"][:-2], bare["actions"][-2], 8 + (bare["actions"][-1] - 7) % 6]
    assert verify(bare) != []
