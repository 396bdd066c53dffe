"""Many matches at once are the same matches as one at a time, and tell a seat no more than `see` does."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from asterism.core.contract import imagine
from asterism.core.discover import find, names
from asterism.core.game import BadInput
from asterism.core.header import CHANCE, OVER
from asterism.core.match import Match
from asterism.gym.batch import Batch
from asterism.gym.digests import digests, some_legal
from asterism.gym.layout import layout, record_of, width

WITH_SECRETS = {"constellation": {}, "gemini": {"hidden": 1}, "signal-lamps": {}}


def seats_of(name: str) -> int:
    return max(2, find(name).seats[0])


@pytest.mark.parametrize("name", names())
def test_a_batch_plays_the_matches_that_the_middle_plays(name: str) -> None:
    """Chance left to the caller, every seat played: state, sight, mask, odds and rewards are those of a `Match`."""
    matches = [Match(name, seats=seats_of(name)) for _ in range(6)]
    batch = Batch(name, len(matches), seats=seats_of(name), chance="left", again=False)
    game = batch.game
    ended = 0
    for step in range(400):
        assert not batch.illegal.any()
        for i, match in enumerate(matches):
            assert batch.states()[i].tobytes() == match.states.tobytes()
            assert batch.to_act[i] == match.to_act
            assert np.flatnonzero(batch.mask[i]).tolist() == match.legal()
            if match.to_act >= 0:
                assert batch.seen[i].tobytes() == match.seen().tobytes()
            if match.to_act == CHANCE:
                outcomes, weights = game.odds(match.states)
                assert batch.odds[i][outcomes].tolist() == weights
                assert batch.odds[i].sum() == sum(weights)
        actions = some_legal(batch.mask, step)
        over_before = batch.to_act == OVER
        batch.step(actions)
        for i, match in enumerate(matches):
            if over_before[i]:
                assert not batch.done[i]
                continue
            match.play(int(actions[i]))
            assert bool(batch.done[i]) == match.over
            if match.over:
                ended += 1
                assert batch.rewards[i].tolist() == np.float32(match.shares).tolist()
                assert match.scores is None or batch.scores[i].tolist() == match.scores
    assert ended or name in ("geminion", "gemini", "night-market"), "some of them came to their end"


@pytest.mark.parametrize("name", ["noirlab-dice", "constellation"])
def test_a_match_depends_on_its_seed_alone(name: str) -> None:
    """Not on the other matches, on how many there are, or on how many cores play them."""
    many = Batch(name, 700, seats=2, seed=10, cores=3)
    few = Batch(name, 2, seats=2, seeds=[10 + 650, 10 + 3])
    for step in range(150):
        actions = some_legal(many.mask, step)
        many.step(actions)
        few.step(actions[[650, 3]])
        assert few.seen.tobytes() == many.seen[[650, 3]].tobytes()
        assert few.rewards.tobytes() == many.rewards[[650, 3]].tobytes()
    assert len({row.tobytes() for row in many.seen}) > 100


def test_the_same_seeds_give_the_same_numbers_again() -> None:
    batch = Batch("geminos", 50, seats=3, seed=5)
    first = list(digests(batch, 40))
    batch.reset()
    assert list(digests(batch, 40)) == first
    batch.reset(seeds=range(100, 150))
    assert list(digests(batch, 1))[1] != first[1]


def test_a_match_that_ends_is_followed_by_a_new_one_with_other_dice() -> None:
    batch = Batch("noirlab-dice", 40, seats=2, seed=3)
    ended = np.zeros(40, int)
    for step in range(300):
        batch.step(some_legal(batch.mask, step))
        assert (batch.to_act >= 0).all()
        over = batch.done > 0
        ended += over
        assert (batch.rewards[over].sum(1) == 1).all()
        assert (batch.rewards[~over] == 0).all()
    assert (ended >= 2).all()


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    batch = Batch("geminos", 4, seats=2, seed=1)
    before, mask = batch.states(), batch.mask.copy()
    batch.step(np.array([-1, 10**6, int(np.flatnonzero(mask[2] == 0)[0]), int(np.flatnonzero(mask[3])[0])]))
    assert batch.illegal.tolist() == [1, 1, 1, 0]
    assert batch.states()[:3].tobytes() == before[:3].tobytes()
    assert batch.states()[3].tobytes() != before[3].tobytes()
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0, 0] = 1
    with pytest.raises(BadInput, match="one whole number for each of 4 matches"):
        batch.step([1.0, 2.0, 3.0, 4.0])


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.int16])
def test_a_number_too_large_does_not_become_a_legal_action(dtype: type) -> None:
    batch = Batch("geminos", 4, seats=2, seed=1)
    before, legal = batch.digest(), int(np.flatnonzero(batch.mask[0])[0])
    for number in (legal + 2**16, legal + 2**32, legal + 2**63, legal - 2**32, 32_767, -1):
        if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max:
            batch.step(np.full(4, number, dtype))
            assert batch.illegal.all()
            assert batch.states().tobytes() == Batch("geminos", 4, seats=2, seed=1).states().tobytes()
    batch.reset()
    assert batch.digest() == before
    batch.step(np.full(4, legal, dtype))
    assert not batch.illegal.any()


def test_one_plays_a_seat_of_ones_own_while_others_play_at_random_or_by_hints() -> None:
    """Those who play by their hints win more often than those who do not."""
    lost = {}
    for others in ("uniform", "hints"):
        batch = Batch("constellation", 300, seats=2, seed=1, mine=np.arange(300) % 2, others=others)
        mine = np.zeros(2)
        for step in range(200):
            assert (batch.to_act == np.arange(300) % 2).all()
            batch.step(some_legal(batch.mask, step))
            theirs = batch.rewards[np.arange(300), 1 - np.arange(300) % 2].sum()
            mine += batch.rewards.sum() - theirs, theirs
        lost[others] = mine[1] / mine.sum()
    assert lost["hints"] > lost["uniform"] + 0.2


def test_a_mask_of_bits_says_what_a_mask_of_bytes_says() -> None:
    in_bytes, in_bits = (Batch("constellation", 20, seats=2, seed=1, mask=kind) for kind in ("bytes", "bits"))
    for step in range(40):
        bits = np.unpackbits(in_bits.mask.astype("<u4").view(np.uint8), axis=1, bitorder="little")
        assert bits[:, : in_bytes.mask.shape[1]].tobytes() == in_bytes.mask.tobytes()
        assert not bits[:, in_bytes.mask.shape[1] :].any()
        actions = some_legal(in_bytes.mask, step)
        in_bytes.step(actions)
        in_bits.step(actions)
        assert not in_bits.illegal.any()


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_what_a_seat_cannot_know_changes_no_byte_it_is_given(name: str) -> None:
    options = WITH_SECRETS[name]
    batch = Batch(name, 64, seats=seats_of(name), seed=1, **options)
    other = Batch(name, 64, seats=seats_of(name), seed=99, **options)
    dice, changed = random.Random(1), 0
    for step in range(30):
        truth = batch.states()
        guessed = truth.copy()
        for i in range(64):
            guessed[i] = imagine(batch.game, record_of(batch.game, batch.seen[i]), int(batch.to_act[i]), dice)[0]
        changed += sum(a.tobytes() != b.tobytes() for a, b in zip(truth, guessed, strict=True))
        other.put(guessed)
        assert other.seen.tobytes() == batch.seen.tobytes()
        assert other.mask.tobytes() == batch.mask.tobytes()
        assert other.to_act.tobytes() == batch.to_act.tobytes()
        assert other.rewards.tobytes() == np.zeros_like(batch.rewards).tobytes()
        batch.step(some_legal(batch.mask, step))
    assert changed > 500


def test_a_step_writes_where_the_step_before_wrote() -> None:
    batch = Batch("noirlab-dice", 2000, seats=2)
    arrays = (batch.seen, batch.mask, batch.to_act, batch.rewards, batch.done, batch.scores, batch.illegal)
    places = [array.ctypes.data for array in arrays]
    kept = batch.seen.copy()
    batch.step(some_legal(batch.mask, 0))
    assert places == [
        array.ctypes.data
        for array in (batch.seen, batch.mask, batch.to_act, batch.rewards, batch.done, batch.scores, batch.illegal)
    ]
    assert kept.tobytes() != batch.seen.tobytes()


@pytest.mark.parametrize("name", names())
def test_compiled_code_is_given_records_of_the_very_same_kind(name: str) -> None:
    """Of an equal one every field is compared in every step: that took longer than all the rest of it."""
    batch = Batch(name, 2, seats=seats_of(name))
    records = [array for array in batch._engine._arrays if array.dtype.names]
    assert len(records) >= 4
    assert all(array.dtype is batch.game.state for array in records)


def test_playouts_leave_the_states_alone_and_give_what_the_matches_give() -> None:
    batch = Batch("noirlab-dice", 1000, seats=2, seed=4)
    before = batch.digest()
    sums, actions = batch.play_out(20)
    assert batch.digest() == before
    assert (sums.sum(1) == 20).all()
    assert actions > 1000 * 20 * 10
    first = sums[:, 0].mean() / 20
    assert 0.5 < first < 0.6, "who begins has a small advantage"


def test_the_layout_names_every_number_of_the_vector() -> None:
    for name in names():
        game = find(name)
        fields = layout(game)
        assert fields[0].name == "to_act"
        assert [field.offset for field in fields] == np.cumsum([0, *(field.size for field in fields[:-1])]).tolist()
        assert fields[-1].offset + fields[-1].size == width(game)
        assert fields[0].says == "a seat from 0, CHANCE or OVER"
        assert not [field.name for field in fields if not field.says]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"matches": 0}, "at least one match"),
        ({"seeds": [1, 2]}, "one seed for each"),
        ({"mine": 2}, "seats 0 to 1"),
        ({"others": "hints"}, "has no hints"),
        ({"chance": "none"}, "'played' or 'left'"),
        ({"reward": "money"}, "'share' or 'score'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Batch("noirlab-dice", **{"matches": 8, "seats": 2, **wrong})


def test_interpreted_rules_give_the_same_numbers() -> None:
    command = [
        sys.executable,
        "-m",
        "asterism.gym.digests",
        "--steps",
        "25",
        "--matches",
        "3",
        "noirlab-dice",
        "geminos",
    ]
    told = [
        subprocess.run(
            command,
            env={**os.environ, "ASTERISM_MODE": mode},
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for mode in ("compiled", "interpreted")
    ]
    assert told[0] == told[1]
    assert told[0].count("chance") == 4
