"""NOIRLab Dice, rule by rule. A tracker is drawn as in the book: the five programs, then NOIRLab tokens.

"●●·●· ○"   CTIO, KPNO and Gemini covered, one NOIRLab token; "○○" is one and an extra; "w2" two rolls to wait
"""

from __future__ import annotations

import numpy as np
import pytest

from asterism.core.game import BadInput
from asterism.core.header import CHANCE
from asterism.core.match import Match

from . import state as S
from .view import bust_faces, view

CTIO, KPNO, CSDC, GEMINI, RUBIN, NOIRLAB = range(6)


def table(*trackers: str, phase: int = S.FREE) -> Match:
    """A match in which seat 1 is to act and the trackers are as drawn."""
    match = Match("noirlab-dice", seats=len(trackers))
    s = match.states[0]
    for seat, drawn in enumerate(trackers):
        programs, *rest = drawn.split()
        s["covered"][seat] = [mark == "●" for mark in programs]
        s["tokens"][seat] = sum(part.count("○") for part in rest)
        s["wait"][seat] = sum(int(part[1:]) for part in rest if part[0] == "w")
    s["phase"] = phase
    return match


def drawn(match: Match, seat: int = 0) -> str:
    s = match.states[0]
    programs = "".join("●" if c else "·" for c in s["covered"][seat])
    wait = f"w{s['wait'][seat]}" if s["wait"][seat] else ""
    return " ".join(part for part in (programs, "○" * s["tokens"][seat], wait) if part)


def roll(match: Match, *faces: int) -> Match:
    for face in faces:
        match.play(S.ROLL)
        match.play(S.FACE + face)
    return match


def test_setup_everyone_starts_with_nothing_covered():  # §1
    match = Match("noirlab-dice", seats=6)
    assert [drawn(match, seat) for seat in range(6)] == ["·····"] * 6
    assert match.to_act == 0


def test_setup_all_six_faces_are_equally_likely():  # §1
    match = table("·····")
    match.play(S.ROLL)
    assert match.to_act == CHANCE
    assert match.game.odds(match.states) == ([S.FACE + face for face in range(6)], [1] * 6)


def test_turn_roll_as_often_as_you_like():  # §2
    match = roll(Match("noirlab-dice", seats=2), CTIO, KPNO, CSDC)
    assert drawn(match) == "●●●··"
    assert match.to_act == 0
    assert S.ROLL in match.legal()


def test_turn_the_first_thing_is_a_roll():  # §2 §9
    assert table("●●●●· ○", "·····", phase=S.FIRST).legal() == [S.ROLL]


@pytest.mark.parametrize("face", range(5))
def test_program_not_covered_is_covered(face: int):  # §3
    match = roll(table("·····", "·····"), face)
    assert match.states["covered"][0, 0].tolist() == [int(program == face) for program in range(5)]
    assert match.to_act == 0


def test_program_covered_costs_a_noirlab_token_and_the_turn_goes_on():  # §3
    match = roll(table("●●··· ○", "·····"), KPNO)
    assert drawn(match) == "●●···"
    assert match.to_act == 0


def test_program_covered_takes_the_extra_token_first():  # §3
    match = roll(table("●●··· ○○", "·····"), KPNO)
    assert drawn(match) == "●●··· ○"


def test_program_covered_without_a_token_is_a_bust():  # §3
    match = roll(table("●●●●·", "●····"), GEMINI)
    assert drawn(match) == "·····"
    assert drawn(match, 1) == "●····"
    assert match.to_act == 1


def test_the_books_example_a_noirlab_saves_a_second_kpno():  # §3 §4
    match = roll(Match("noirlab-dice", seats=2), CSDC, GEMINI, KPNO, NOIRLAB, KPNO)
    assert drawn(match) == "·●●●·"
    assert match.to_act == 0


def test_noirlab_covers_its_own_spot_first():  # §4
    match = roll(table("●···· ", "·····"), NOIRLAB)
    assert drawn(match) == "●···· ○"
    assert match.to_act == 0


@pytest.mark.parametrize("tokens", ["○", "○○"])
def test_noirlab_with_its_spot_covered_is_wild(tokens: str):  # §4
    match = roll(table(f"●·●·· {tokens}", "·····"), NOIRLAB)
    assert match.to_act == 0
    assert match.legal() == [S.COVER + KPNO, S.COVER + GEMINI, S.COVER + RUBIN]
    match.play(S.COVER + GEMINI)
    assert drawn(match) == f"●·●●· {tokens}"
    assert match.to_act == 0


def test_pass_keeps_the_tracker():  # §5
    match = table("●●··· ○", "·····")
    match.play(S.PASS)
    assert drawn(match) == "●●··· ○"
    assert match.to_act == 1


@pytest.mark.parametrize("tracker", ["●●···", "●···· ○", "·····", "····· ○"])
def test_pass_with_two_spots_or_fewer_just_ends_the_turn(tracker: str):  # §5
    assert table(tracker, "·····").legal() == [S.ROLL, S.PASS]


def test_pass_is_not_allowed_with_two_tokens():  # §5
    match = table("●●●·· ○○", "·····")
    assert match.legal() == [S.ROLL]
    with pytest.raises(BadInput, match="action 1 is not legal here"):
        match.play(S.PASS)


@pytest.mark.parametrize(("tracker", "after"), [("●●●··", "●●●·· ○ w3"), ("●●··· ○", "●●··· ○○ w3")])
def test_bank_with_three_spots(tracker: str, after: str):  # §6
    match = table(tracker, "·····")
    assert match.legal() == [S.ROLL, S.PASS, S.BANK]
    match.play(S.BANK)
    assert drawn(match) == after
    assert match.to_act == 1


def test_bank_is_a_may():  # §6
    match = table("●●●●·", "·····")
    match.play(S.PASS)
    assert drawn(match) == "●●●●·"


def test_bank_again_only_after_three_more_rolls_counted_over_turns():  # §6
    match = table("●●●··")  # alone, so the next turn is one's own
    match.play(S.BANK)
    roll(match, CTIO)
    assert drawn(match) == "●●●·· w2"
    assert match.legal() == [S.ROLL, S.PASS]
    match.play(S.PASS)
    roll(match, GEMINI)
    assert drawn(match) == "●●●●· w1"
    assert match.legal() == [S.ROLL, S.PASS]
    match.play(S.PASS)
    roll(match, NOIRLAB)
    assert drawn(match) == "●●●●· ○"
    assert match.legal() == [S.ROLL, S.PASS, S.BANK]


def test_bank_never_covers_the_last_spot():  # §6 §9
    match = table("●●●●●", "·····")
    assert match.legal() == [S.ROLL, S.PASS]
    match.play(S.PASS)
    assert not match.over
    assert match.to_act == 1


@pytest.mark.parametrize(("tracker", "face"), [("●●●●· ○", RUBIN), ("●●●●●", NOIRLAB), ("●●●●· ○○", RUBIN)])
def test_win_the_moment_a_roll_covers_the_last_spot(tracker: str, face: int):  # §7
    match = roll(table(tracker, "●●●●●"), face)
    assert match.over
    assert match.shares == [1.0, 0.0]


def test_win_with_a_wild_noirlab():  # §7
    match = roll(table("●●●●· ○", "·····"), NOIRLAB)
    assert not match.over
    assert match.legal() == [S.COVER + RUBIN]
    match.play(S.COVER + RUBIN)
    assert match.over


def test_win_needs_the_noirlab_spot():  # §7
    assert not roll(table("●●●●·", "·····"), RUBIN).over


def test_nothing_can_be_played_once_it_is_won():  # §7
    match = roll(table("●●●●· ○", "·····"), RUBIN)
    with pytest.raises(BadInput, match="the match is over"):
        match.play(S.ROLL)


def test_alone_the_score_is_the_number_of_turns():  # §8
    match = Match("noirlab-dice", seats=1)
    roll(match, CTIO, CTIO)  # a bust
    roll(match, CTIO, KPNO)
    match.play(S.PASS)
    roll(match, CSDC, GEMINI, RUBIN, NOIRLAB)
    assert match.over
    assert match.scores == [3]
    assert match.shares == [1.0]


def test_each_seat_has_the_turns_it_took_itself():  # §8
    match = Match("noirlab-dice", seats=2)
    roll(match, CTIO)
    match.play(S.PASS)
    assert match.scores == [1, 1]
    roll(match, CTIO, CTIO)  # a bust
    assert match.scores == [2, 1]
    roll(match, CTIO)  # a bust
    assert match.scores == [2, 2]


def test_a_match_begins_before_any_roll():  # §1
    s = Match("noirlab-dice", seats=3).states[0]
    assert (s["face"], s["rolls"], s["mover"], s["phase"]) == (-1, 0, 0, S.FIRST)
    assert s["turns"].tolist()[:3] == [1, 0, 0]


def test_the_last_face_is_kept_and_rolls_are_counted_turn_by_turn():  # §2
    match = Match("noirlab-dice", seats=2)
    for number, face in enumerate((KPNO, RUBIN, NOIRLAB), 1):
        roll(match, face)
        assert (match.states["face"][0], match.states["rolls"][0]) == (face, number)
    match.play(S.PASS)
    assert (match.states["face"][0], match.states["rolls"][0]) == (NOIRLAB, 0)


@pytest.mark.parametrize(
    ("others", "own", "face", "after"),
    [
        ("·····", "●●··· ○", KPNO, "●●···"),  # §3: the own token is given up
        ("····· ○", "●●···", KPNO, "·····"),  # §3: another's token does not save from a bust
        ("····· ○", "●●···", NOIRLAB, "●●··· ○"),  # §4: the own spot is covered
        ("●●···", "·····", KPNO, "·●···"),  # §3: the own program is covered
        ("····· w3", "●●··· w2", CSDC, "●●●·· w1"),  # §6: the own wait goes down
        ("····· w3", "●●···", CSDC, "●●●··"),
    ],
)
def test_a_roll_changes_the_tracker_of_the_seat_that_rolls_and_no_other(others: str, own: str, face: int, after: str):
    match = table(others, own)
    match.play(S.PASS)
    roll(match, face)
    assert drawn(match, 1) == after
    assert drawn(match, 0) == others


def test_a_wild_noirlab_covers_what_its_own_seat_lacks():  # §4
    match = table("●●···", "··●·· ○")
    match.play(S.PASS)
    roll(match, NOIRLAB)
    assert match.legal() == [S.COVER + CTIO, S.COVER + KPNO, S.COVER + GEMINI, S.COVER + RUBIN]


@pytest.mark.parametrize(
    ("others", "own", "may"),
    [
        ("····· ○○ w3", "●●●··", [S.ROLL, S.PASS, S.BANK]),
        ("●●●··", "●●···", [S.ROLL, S.PASS]),
        ("●●●··", "●●●·· w1", [S.ROLL, S.PASS]),
        ("●●●··", "●●●·· ○○", [S.ROLL]),
        ("●●●·· ○", "●●●●●", [S.ROLL, S.PASS]),
    ],
)
def test_what_a_seat_may_do_hangs_on_its_own_tracker(others: str, own: str, may: list[int]):  # §5 §6
    match = table(others, own)
    s = match.states[0]
    s["mover"] = s["to_act"] = 1
    assert match.legal() == may


def test_ruling_while_waiting_to_bank_you_may_still_pass():  # §9
    assert table("●●●·· w2", "·····").legal() == [S.ROLL, S.PASS]


def test_ruling_a_bust_leaves_the_wait_as_it_is():  # §9
    match = roll(table("●●●·· w3", "·····"), CTIO)
    assert drawn(match) == "····· w2"


def test_credits_name_the_source():  # §10
    assert "NSF NOIRLab" in Match("noirlab-dice").game.text("RULES.md")


@pytest.mark.parametrize(("tracker", "faces"), [("·····", 0), ("●●···", 2), ("●●●●●", 5), ("●●●·· ○", 0)])
def test_the_page_shows_how_many_faces_bust(tracker: str, faces: int):
    match = table(tracker, "·····")
    assert bust_faces(match.states[0], 0) == faces
    assert view(match.states[0])["bust"] == (faces, 6)


def test_alone_is_the_race_of_one_seat_and_nothing_else():
    """What `alone` makes of the second seat, written over a record that holds something else."""
    match = table("●···· ○ w1", "●·●·· ○○ w2", "●●●●●")
    s, out = match.states[0], np.full(1, -9, np.int32).repeat(match.game.state.itemsize // 4).view(match.game.state)

    def told() -> dict[str, object]:
        match.game.doors.go_alone(match.states, 1, out)
        own = {name: int(out[name][0]) for name in ("seats", "ply", "mover", "to_act", "phase", "rolls", "face")}
        return own | {name: out[name][0][0].tolist() for name in ("covered", "tokens", "wait", "turns")}

    s["rolls"], s["face"], s["turns"][1], s["ply"] = 4, 2, 3, 9
    waits = {"seats": 1, "ply": 0, "mover": 0, "to_act": 0, "phase": S.FIRST, "rolls": 0, "face": -1}
    waits |= {"covered": [1, 1, 0, 0, 0], "tokens": 2, "wait": 2, "turns": 0}
    assert told() == waits, "another seat's turn: it is before its own"
    s["mover"] = s["to_act"] = 1
    assert told() == waits | {"phase": S.FREE}
    s["to_act"] = CHANCE
    assert told() == waits | {"phase": S.FREE, "to_act": CHANCE}
    s["mover"] = 0
    assert told() == waits


def test_alone_differs_only_by_how_many_programs_are_covered():
    def key(tracker: str) -> bytes:
        match, out = table(tracker, "·····"), np.zeros(1, Match("noirlab-dice").game.state)
        match.game.doors.go_alone(match.states, 0, out)
        return out.tobytes()

    assert key("●●··· ○") == key("··●·● ○")
    assert len({key("●●··· ○"), key("●●···"), key("●●●·· ○"), key("●●··· ○ w1")}) == 4
