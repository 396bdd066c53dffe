"""Dice anyone can check: the distribution is derived, nobody has a choice, and every change is caught and named."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterism.core import fair, record
from asterism.core.fair import MOST_WEIGHT, SPAN, Dice, FirstDice, Unfair, check_odds, local, pick
from asterism.core.match import Match
from asterism.core.verify import shown, verify
from tests.server.attacks import same_odds_in_order

WEIGHTS = st.lists(st.integers(1, 9), min_size=1, max_size=6)
SECRET = bytes(range(32))
NONCES = [bytes([1]) * 32, bytes([2]) * 32]


# The numbers


@given(weights=WEIGHTS, span=st.integers(60, 700))
def test_every_accepted_number_is_shared_out_exactly_by_weight(weights: list[int], span: int):
    """All numbers below a small span are counted: outcome i gets weight[i] parts of the total, to the number."""
    counts = Counter(pick(number, span, list(accumulate(weights))) for number in range(span))
    rejected = counts.pop(None, 0)
    parts = span // sum(weights)
    assert [counts[i] for i in range(len(weights))] == [weight * parts for weight in weights]
    assert rejected == span % sum(weights)


def test_the_numbers_are_those_that_any_other_program_computes():
    """Vectors made by another program; the page's own code is held against the same file."""
    given = json.loads((Path(__file__).parent / "dice_vectors.json").read_text())
    secret, nonces = bytes.fromhex(given["secret"]), [bytes.fromhex(nonce) for nonce in given["nonces"]]
    assert fair.lock_secret(secret) == given["lock_of_secret"]
    assert [fair.lock_nonce(nonce) for nonce in nonces] == given["locks"]
    for drawn in given["seals"]:
        sealed = fair.seal(drawn["sheet"], nonces)
        assert (fair.sha(drawn["sheet"].encode()).hex(), sealed.hex()) == (drawn["hash"], drawn["seal"])
        for rolls in drawn["rolls"]:
            for number, outcome in rolls["came"]:
                assert Dice(secret, sealed).roll(0, number, rolls["outcomes"], rolls["weights"]) == outcome
    for outcomes, weights in given["refused_odds"]:
        with pytest.raises(Unfair):
            check_odds(outcomes, weights)
    for text in given["refused_numbers"]:
        with pytest.raises(Unfair):
            fair.read_hex(text)


def test_a_number_in_the_uneven_rest_is_thrown_away_and_the_next_attempt_taken(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def digest(key: bytes, words: bytes, name: str) -> bytes:
        asked.append(int.from_bytes(words[-4:], "big"))
        return (0 if len(asked) == 1 else SPAN - 1).to_bytes(32, "big")

    monkeypatch.setattr(fair.hmac, "digest", digest)
    assert Dice(SECRET, bytes(32)).roll(0, 0, list(range(7)), [1] * 7) == 6
    assert asked == [0, 1]


def test_a_roll_hangs_on_secret_seal_and_its_number_and_on_nothing_else():
    faces = list(range(1000))

    def roll(secret: bytes, sealed: bytes, ply: int, number: int) -> int:
        return Dice(secret, sealed).roll(ply, number, faces, [1] * 1000)

    found = roll(SECRET, bytes(32), 5, 7)
    assert found == roll(SECRET, bytes(32), 99, 7), "moving the ply on by passing and taking back changes no roll"
    assert found not in (roll(b"x" * 32, bytes(32), 5, 7), roll(SECRET, b"x" * 32, 5, 7), roll(SECRET, bytes(32), 5, 8))


@pytest.mark.parametrize(
    ("outcomes", "weights"),
    [
        ([], []),
        ([1, 2], [1]),
        ([2, 1], [1, 1]),
        ([1, 1], [1, 1]),
        ([1, 2], [0, 1]),
        ([1, 2], [-1, 2]),
        ([1, 2], [2, 2]),
        ([1, 2], [MOST_WEIGHT, 1]),
        ([1, 2], [10**400, 1]),
    ],
    ids=["none", "too few", "permuted", "twice", "zero", "negative", "scaled", "large", "huge"],
)
def test_odds_that_could_be_stated_otherwise_are_refused_at_once(outcomes: list[int], weights: list[int]):
    with pytest.raises(Unfair):
        check_odds(outcomes, weights)
    with pytest.raises(Unfair):
        Dice(SECRET, bytes(32)).roll(0, 0, outcomes, weights)


@pytest.mark.parametrize(
    "text", ["0" * 62, "0" * 63, "0" * 65, "0" * 66, "A" * 64, "0" * 63 + "\n", "0" * 64 + "\n", "g" * 64, "", None, 7]
)
def test_a_number_has_one_way_to_be_written(text: Any):
    with pytest.raises(Unfair):
        fair.read_hex(text)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_secret_or_a_nonce_of_another_length_is_refused(length: int):
    for lock in (fair.lock_secret, fair.lock_nonce, lambda value: fair.seal("", [value])):
        with pytest.raises(Unfair):
            lock(bytes(length))


# A record


def sheet_of(match: Match, names: list[str], secret: bytes, nonces: list[bytes], **more: Any) -> str:
    plain = {
        "dice": 2,
        "game": match.game.name,
        "version": match.game.version,
        "edition": match.edition.digest,
        "options": match.options,
        "seats": [{"name": name} for name in names],
        "secret": fair.lock_secret(secret),
        "draw": 1,
        "before": "",
        "contributors": [{"lock": fair.lock_nonce(nonce)} for nonce in nonces],
    }
    return json.dumps({**plain, **more})


def play(names: list[str], undo: bool = True) -> record.Record:
    """A whole match with dice that two browsers and a host have drawn, and a roll that was taken back."""
    sheet = sheet_of(Match("noirlab-dice", seats=2), names, SECRET, NONCES)
    match = Match("noirlab-dice", seats=2, dice=Dice(SECRET, fair.seal(sheet, NONCES)))
    match.play(0)
    if undo:
        match.undo(2)
    while not match.over:
        match.play(match.legal()[0])
    drawing = {"sheets": [sheet], "nonces": [nonce.hex() for nonce in NONCES], "secret": SECRET.hex()}
    return record.make(match, names, drawing)


@pytest.fixture(scope="module")
def finished() -> record.Record:
    return play(["Ada", "Bo"])


def test_a_record_as_it_was_played_has_no_problems(finished: record.Record):
    assert fair.problems(finished) == []
    assert verify(finished) == []
    said = " ".join(shown(finished))
    assert "those that were taken back too" in said
    assert "Anyone could have made such a file" in said, "no more is promised than is shown"


def test_odds_are_kept_once_and_every_roll_is_listed_one_that_was_taken_back_too(finished: record.Record):
    assert len(finished["odds"]) == 1
    chance = [ply for ply, _ in finished["rolls"]]
    assert 1 in chance, "the roll that was taken back"
    assert finished["actions"][2] == -2


def set_at(place: list[Any], value: Any) -> Callable[[record.Record], None]:
    def change(made: record.Record) -> None:
        part = made
        for key in place[:-1]:
            part = part[key]
        part[place[-1]] = value

    return change


def flip(made: record.Record) -> None:
    ply = made["rolls"][3][0]
    made["actions"][ply] = 8 if made["actions"][ply] != 8 else 9


CHANGES: dict[str, tuple[Callable[[record.Record], None], str]] = {
    "a roll": (flip, "but the dice made it"),
    "a roll that was taken back": (set_at(["actions", 1], 99), "but the dice made it"),
    "the secret": (set_at(["dice", "secret"], "ab" * 32), "the secret is not the one that was locked"),
    "a nonce": (set_at(["dice", "nonces", 0], "ab" * 32), "not those that were locked"),
    "a name": (set_at(["names", 0], "Eve"), "the names in this file are not those on the sheet"),
    "an option": (set_at(["options"], {"speed": 1}), "the options of this file is not the one on the sheet"),
    "the version": (set_at(["version"], 99), "the version of this file is not the one on the sheet"),
    "the odds": (set_at(["odds", 0, 1, 0], 2), "the odds at ply"),
    "no rolls at all": (set_at(["rolls"], []), "is missing from the list of rolls"),
    "the result": (set_at(["result", "winners"], [0, 1]), "the result is given as"),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("careful", [False, True], ids=["as it is", "with a new hash"])
def test_what_is_changed_is_named(finished: record.Record, name: str, careful: bool):
    change, told = CHANGES[name]
    other = copy.deepcopy(finished)
    change(other)
    if careful:  # who makes up a file can hash it too
        other["hash"] = fair.digest(other)
    found = verify(other)
    assert any(told in line for line in found), found
    assert careful or "something was changed in this file: its hash does not fit" in found


def test_an_invented_match_without_rolls_passes_the_file_check_but_not_the_rules(finished: record.Record):
    """The single file cannot know which actions are rolls, and says so; the rules do."""
    other = copy.deepcopy(finished)
    other["rolls"] = []
    other["hash"] = fair.digest(other)
    assert fair.problems(other) == []
    assert "Odds and list of rolls are the file's own" in " ".join(fair.verdict(other, None))
    assert verify(other) != []


def test_false_but_well_formed_odds_pass_the_file_check_but_not_the_rules():
    """A host that states odds of its own: what the browsers compute fits, and only the rules tell."""
    names = ["Ada", "Bo"]
    sheet = sheet_of(Match("noirlab-dice", seats=2), names, SECRET, NONCES)
    dice, match = Dice(SECRET, fair.seal(sheet, NONCES)), Match("noirlab-dice", seats=2)
    odds, rolls = [[8, 9, 10, 11, 12, 13], [1, 1, 1, 1, 1, 95]], []
    while not match.over:
        if match.to_act == -1:
            rolls.append([match.ply, 0])
            match.play(dice.roll(match.ply, len(rolls) - 1, *odds))
        else:
            match.play(match.legal()[0])
    drawing = {"sheets": [sheet], "nonces": [nonce.hex() for nonce in NONCES], "secret": SECRET.hex()}
    made = {**record.make(match, names, drawing), "odds": [odds], "rolls": rolls}
    made["hash"] = fair.digest(made)
    assert fair.problems(made) == []
    assert any("the odds at ply" in line for line in verify(made))


def test_two_sheets_follow_each_other(finished: record.Record):
    other = copy.deepcopy(finished)
    first = other["dice"]["sheets"][0]
    second = json.dumps({**json.loads(first), "draw": 2, "before": fair.sha(first.encode()).hex()})
    for sheets in ([first, first], [second], [second, first]):
        other["dice"]["sheets"] = sheets
        assert any("does not follow the one before it" in line for line in fair.problems(other))


def test_a_running_match_does_not_show_its_secret():
    match = Match("noirlab-dice", seats=2, seed=4)
    match.play(0)
    made = record.make(match)
    assert made["dice"]["secret"] is None
    assert verify(made) == ["the match is still running: its secret is shown when it is over"]


# A receipt


def receipt_of(made: record.Record) -> dict[str, Any]:
    heard = [[number, made["actions"][ply]] for number, (ply, _) in enumerate(made["rolls"])]
    return {
        "commitment": fair.lock_secret(SECRET),
        "sheets": made["dice"]["sheets"],
        "revealed": [[fair.sha(made["dice"]["sheets"][-1].encode()).hex(), NONCES[0].hex()]],
        "rolled": len(heard),
        "heard": heard,
    }


def test_a_receipt_shows_that_it_is_the_match_the_browser_took_part_in(finished: record.Record):
    receipt = receipt_of(finished)
    assert fair.receipt_problems(finished, receipt) == []
    other = play(["Ada", "Cy"])
    assert "the sheets are not those that your browser saw" in fair.receipt_problems(other, receipt)
    for kept, told in [
        ({"heard": [[3, 99]]}, "roll 4 is not the one that your browser heard"),
        ({"revealed": [["ab" * 32, "cd" * 32]]}, "showed a number for a draw that is not listed"),
        ({"revealed": [[receipt["revealed"][0][0], "cd" * 32]]}, "is not among those of this match"),
        ({"revealed": 2}, "showed a number 2 times: draws are missing"),
        ({"commitment": "ab" * 32}, "the lock of the secret is not the one that your browser saw"),
        ({"rolled": 9999}, "your browser knows of 9999 rolls"),
    ]:
        [problem] = fair.receipt_problems(finished, {**receipt, **kept})
        assert told in problem


@pytest.mark.parametrize(
    "kept",
    [{"revealed": []}, {"revealed": [], "sheets": []}, {"nonce": NONCES[0].hex(), "revealed": 1}],
    ids=["watched", "came late", "has an older receipt"],
)
def test_a_browser_without_a_part_in_the_draw_accuses_nobody_and_vouches_for_nothing(
    finished: record.Record, kept: dict[str, Any]
):
    receipt = {**receipt_of(finished), **kept}
    assert fair.receipt_problems(finished, receipt) == []
    assert "the match your browser took part in; the dice were drawn 1 time." in fair.vouched(
        finished, receipt_of(finished)
    )
    assert "the match your browser saw" in fair.vouched(finished, receipt)
    assert "cannot" in fair.vouched(finished, receipt)


def drawn_again(secret: bytes, nonces: list[bytes]) -> tuple[record.Record, str]:
    """A match whose dice were drawn a second time, with these numbers; and the first sheet, with `NONCES`."""
    plain = Match("noirlab-dice", seats=2)
    first = sheet_of(plain, ["Ada", "Bo"], secret, NONCES)
    again = sheet_of(plain, ["Ada", "Bo"], secret, nonces, draw=2, before=fair.sha(first.encode()).hex())
    match = Match("noirlab-dice", seats=2, dice=Dice(secret, fair.seal(again, nonces)))
    while not match.over:
        match.play(match.legal()[0])
    drawing = {"sheets": [first, again], "nonces": [nonce.hex() for nonce in nonces], "secret": secret.hex()}
    return record.make(match, ["Ada", "Bo"], drawing), first


def test_a_number_under_a_sheet_that_its_browser_never_saw_is_not_vouched_for_but_named():
    """The host knows Ada's number from a draw that was given up, and writes a second sheet with it, which her browser
    never sees: with a friend's fresh number it then has all rolls as it likes. The receipt used to say that it was the
    match she took part in."""
    made, first = drawn_again(SECRET, [NONCES[0], bytes([7]) * 32])
    assert verify(made) == [], "as a file it is perfect"
    shown_for = [fair.sha(first.encode()).hex(), NONCES[0].hex()]
    receipt = {**receipt_of(made), "sheets": [first], "revealed": [shown_for]}
    assert fair.receipt_problems(made, receipt) == [
        "a number of your browser was used for a sheet for which it was not shown"
    ]
    for older in ({"nonce": NONCES[0].hex(), "revealed": 1}, {"revealed": []}):
        assert "took part in" not in fair.vouched(made, {**receipt, **older})


def test_how_often_was_drawn_has_one_meaning_in_every_verdict():
    made, first = drawn_again(SECRET, [bytes([7]) * 32, bytes([8]) * 32])
    first, last = (fair.sha(text.encode()).hex() for text in made["dice"]["sheets"])
    receipt = {**receipt_of(made), "revealed": [[first, NONCES[0].hex()], [last, (bytes([7]) * 32).hex()]]}
    assert fair.receipt_problems(made, receipt) == []
    assert "drawn 2 times; it showed a number for 2 of these draws" in fair.vouched(made, receipt)
    once = {**receipt, "revealed": receipt["revealed"][1:]}
    assert "drawn 2 times; it showed a number for 1 of these draws" in fair.vouched(made, once)
    assert "drawn 2 times" in " ".join(shown(made))


def test_a_roll_is_at_a_ply_and_has_odds(finished: record.Record):
    """Python would count a negative place from the end."""
    for roll, words in (([-1, 0], "there is a roll at ply -1, before the match"), ([1, -1], "roll 1 has no odds")):
        other = {**finished, "rolls": [roll]}
        assert words in fair.problems(other)


@pytest.mark.parametrize("rolls", [[[3, 0], [3, 0]], [[4, 0], [3, 0]], [[3, 0], [10**6, 0]]])
def test_rolls_out_of_order_are_refused_before_any_is_computed(
    finished: record.Record, rolls: list[list[int]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fair, "check_odds", lambda *_: pytest.fail("odds were looked at"))
    found = fair.problems({**finished, "rolls": rolls})
    assert any("not in order" in line or "has only" in line for line in found)


def test_odds_are_checked_once_however_many_rolls_use_them(monkeypatch: pytest.MonkeyPatch):
    """A file of 256 KiB with one list of 18,000 outcomes and 21,459 rolls took 23 seconds."""
    looked: list[int] = []
    check = fair.check_odds

    def counted(outcomes: list[int], weights: list[int]) -> None:
        looked.append(len(outcomes))
        check(outcomes, weights)

    made = same_odds_in_order(outcomes=100, rolls=200)
    monkeypatch.setattr(fair, "check_odds", counted)
    assert sum("but the dice made it" in line for line in fair.problems(made)) > 150
    assert looked == [100]


def test_the_numbers_of_the_first_protocol_are_hashed_once_however_many_rolls_there_are(
    monkeypatch: pytest.MonkeyPatch,
):
    hashed: list[int] = []

    class Nonces(tuple[str, ...]):
        def __iter__(self) -> Iterator[str]:
            hashed.append(1)
            return super().__iter__()

    dice = FirstDice(bytes(32), Nonces(["ab", "cd"]))
    again = FirstDice(bytes(32), ("ab", "cd"))
    faces = [list(range(6)), [1] * 6]
    assert [dice.roll(ply, 0, *faces) for ply in range(9)] == [again.roll(ply, 0, *faces) for ply in range(9)]
    assert len(hashed) == 1


# Of one machine, and of the first protocol


def test_dice_of_one_machine_are_repeatable_and_told_as_such():
    one, two = (Match("noirlab-dice", seats=2, seed=7) for _ in range(2))
    for match in (one, two):
        while not match.over:
            match.play(match.legal()[0])
    assert one.actions == two.actions
    made = record.make(one)
    assert verify(made) == []
    assert "the dice of one machine" in " ".join(shown(made))
    assert local("seed 7") != local("seed 8")


FIRST = Path(__file__).parent / "first_protocol.json"


def test_a_record_of_the_first_protocol_is_read_and_told_as_what_it_is():
    made = record.load(FIRST)
    assert verify(made) == []
    assert any("the host could have chosen these rolls" in line for line in shown(made))
    match = record.replay(made)
    assert isinstance(match.dice, FirstDice)
    broken = copy.deepcopy(made)
    broken["rolls"][0][0] += 1
    assert verify(broken) != []


@pytest.mark.parametrize(("shuffle", "said"), [(0, True), (1, False)])
def test_where_chance_has_no_part_a_record_says_so_and_has_no_dice(shuffle: int, said: bool):
    match = Match("geminion", seats=2, seed=7, shuffle=shuffle)
    while not match.over:
        match.play(match.legal()[-1])
    made = record.make(match)
    assert (made["dice"] is None, verify(made)) == (said, [])
    assert ("nothing is ever rolled" in " ".join(shown(made))) == said


def test_a_record_of_a_match_that_had_dice_without_need_is_still_verified():
    made = record.load(Path(__file__).parent / "geminion_with_dice.json")
    assert made["dice"]["nonces"]
    assert verify(made) == []
    assert "nothing is ever rolled" in " ".join(shown(made))
    assert record.replay(made).over


def test_where_there_are_no_dice_the_rules_are_checked_all_the_same():
    match = Match("constellation", seats=2)
    while not match.over:
        match.play(match.legal()[0])
    made = record.make(match)
    assert made["dice"] is None
    assert verify(made) == []
    assert "nothing was computed, and anyone could have chosen them" in " ".join(shown(made))
    made["result"]["winners"] = [1]
    made["hash"] = fair.digest(made)
    assert any("the result is given as" in line for line in verify(made))


def test_rolls_out_of_thin_air_are_not_said_to_be_computed(finished: record.Record):
    """A record that names no dice used to pass with "All 42 rolls are what the secret and the numbers make them"."""
    invented = copy.deepcopy(finished)
    invented["dice"] = None
    for ply, _ in invented["rolls"]:
        invented["actions"][ply] = 13
    invented["hash"] = fair.digest(invented)
    assert fair.problems(invented) == []
    said = " ".join(fair.verdict(invented, None))
    assert "came without dice: nothing was computed, and anyone could have chosen them" in said
    assert "make them" not in said
    assert "no rolls: nothing was computed" in " ".join(fair.verdict({**invented, "rolls": []}, None))
    old = {**record.load(FIRST), "dice": None}
    assert fair.problems(old) == []
    assert "nothing was computed" in " ".join(fair.verdict(old, None))


def test_who_could_have_chosen_the_rolls_is_said_in_every_verdict():
    local_match = Match("noirlab-dice", seats=2, seed=7)
    alone = sheet_of(Match("noirlab-dice", seats=2), ["Ada", "Bo"], SECRET, [])
    bots = Match("noirlab-dice", seats=2, dice=Dice(SECRET, fair.seal(alone, [])))
    for match in (local_match, bots):
        while not match.over:
            match.play(match.legal()[0])
    for made, told in (
        (record.make(local_match), "whoever chose the words they begin with could have chosen them"),
        (
            record.make(bots, ["Ada", "Bo"], {"sheets": [alone], "nonces": [], "secret": SECRET.hex()}),
            "No browser took part in drawing these dice: the host could have chosen them.",
        ),
        (record.load(FIRST), "the host could have chosen these rolls"),
    ):
        assert verify(made) == []
        for said in (fair.verdict(made, None), shown(made)):
            assert told in " ".join(said)
            assert "nyone could have made such a file" in " ".join(said)
            assert "the secret and the numbers" not in " ".join(said)


# The single file


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    alone = folder / "fair.py"
    alone.write_text(Path(fair.__file__).read_text())
    return subprocess.run([sys.executable, "-I", alone, *words], capture_output=True, text=True, cwd=folder)


def test_the_single_file_checks_a_record_with_nothing_but_python(tmp_path: Path, finished: record.Record):
    (tmp_path / "match.json").write_text(record.write(finished))
    (tmp_path / "receipt.json").write_text(json.dumps(receipt_of(finished)))
    done = run(tmp_path, "match.json")
    assert done.returncode == 0, done.stderr
    assert "anyone could have made such a file" in done.stdout
    done = run(tmp_path, "match.json", "receipt.json")
    assert done.returncode == 0
    assert "the match your browser took part in" in done.stdout
    broken = copy.deepcopy(finished)
    flip(broken)
    (tmp_path / "match.json").write_text(record.write(broken))
    done = run(tmp_path, "match.json")
    assert done.returncode == 1
    assert "but the dice made it" in done.stdout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"asterism": 2}', '{"asterism": 3, "dice": null}', "null"])
def test_the_single_file_refuses_what_is_no_record_in_one_line(tmp_path: Path, text: str):
    (tmp_path / "match.json").write_text(text)
    done = run(tmp_path, "match.json")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_trail_is_made_today_as_it_was_made_in_every_record_there_is():
    old: dict[str, Any] = {"game": "g", "version": 1, "seats": 2, "options": {}, "actions": [3, -1]}
    old["dice"] = {"commitment": "ab", "nonces": ["cd"], "secret": None}
    assert fair.first_trail(old) == ["8c40e41c", "1f571511", "e4bf75f3", "220be766"]
    assert fair.first_trail({**old, "edition": {"title": "t", "digest": "d", "numbers": {}}})[0] == "736879d6"


@pytest.mark.parametrize("weights", [[2**256, 1], [0, 0], [-1, 1], []])
def test_the_single_file_does_not_draw_for_ever_over_a_record_of_before(tmp_path: Path, weights: list[int]):
    made = record.load(FIRST)
    ply, outcomes, _ = made["rolls"][0]
    (tmp_path / "match.json").write_text(json.dumps({**made, "rolls": [[ply, outcomes[:2], weights]]}))
    ended = run(tmp_path, "match.json")
    assert (ended.returncode, ended.stdout) == (1, f"the weights at ply {ply} are no odds\n")
