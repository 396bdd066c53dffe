"""The command line, as a person uses it: real processes, real keys."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def asterism(*words: str, keys: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "asterism.cli", *words],
        input=keys,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "120"},
    )


def test_games_lists_every_game():
    done = asterism("games")
    assert done.returncode == 0
    assert "noirlab-dice" in done.stdout
    assert "1 to 6" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "the following arguments are required: VERB"),
        (("dance",), "invalid choice: 'dance'"),
        (("play", "chess"), "there is no game 'chess'"),
        (("play", "noirlab-dice", "--level", "expert"), "there is no level 'expert'"),
        (("play", "noirlab-dice", "--bots", "9"), "played by 1 to 6, not by 10"),
        (("play", "noirlab-dice", "--option", "speed"), "NAME=NUMBER"),
        (("play", "noirlab-dice", "--option", "speed=1"), "has no option 'speed'"),
        (("verify", "nowhere.json"), "cannot read nowhere.json"),
        (("replay", "nowhere.json"), "cannot read nowhere.json"),
        (("serve", "--port", "99999"), "a port is a number from 1 to 65535"),
        (("serve", "--address", "games.example.org"), "an address is given as https://games.example.org"),
        (("solve", "_template"), "is not a race"),
        (("solve", "geminos", "--check", "--positions", "0"), "a number from 1 to 100000, not '0'"),
        (("solve", "geminos", "--check", "--seed", "-1"), "a seed is a number from 0 to 4294967295"),
        (("solve", "geminos", "--seed", "1"), "--positions and --seed are for --check"),
        (("solve", "geminos", "--seats", "3"), "solved for one and for two seats, not for 3"),
        (("bench", "nothing"), "invalid choice: 'nothing'"),
        (("backup", "x", "--data", "nowhere"), "no backup was made"),
    ],
)
def test_wrong_use_gets_one_clear_line_and_exit_code_2(words: tuple[str, ...], told: str, tmp_path: Path):
    done = asterism(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "verb", ["", "games", "serve", "play", "verify", "replay", "solve", "check", "backup", "bench"]
)
def test_every_verb_has_help(verb: str):
    done = asterism(*([verb] if verb else []), "--help")
    assert done.returncode == 0
    assert "usage: asterism" in done.stdout


def test_a_whole_match_is_played_recorded_verified_and_told_again(tmp_path: Path):
    keys = "1\n" * 400  # the first choice every time: roll on, or the first program
    played = asterism(
        "play", "noirlab-dice", "--seed", "4", "--level", "beginner", "--record", "m.json", keys=keys, cwd=tmp_path
    )
    assert played.returncode == 0, played.stderr
    assert "wins!" in played.stdout
    assert "Player rolls the die." in played.stdout
    verified = asterism("verify", "m.json", cwd=tmp_path)
    assert verified.returncode == 0
    assert "plays it again: every action, all odds, the result." in verified.stdout
    told = asterism("replay", "m.json", cwd=tmp_path)
    assert "wins!" in told.stdout
    half_way = asterism("replay", "m.json", "--at", "4", cwd=tmp_path)
    assert "wins!" not in half_way.stdout
    record = json.loads((tmp_path / "m.json").read_text())
    record["actions"][1] = 8 + (record["actions"][1] - 7) % 6
    (tmp_path / "m.json").write_text(json.dumps(record))
    tampered = asterism("verify", "m.json", cwd=tmp_path)
    assert tampered.returncode == 1
    assert "something was changed in this file: its hash does not fit" in tampered.stdout
    assert "roll 1, at ply 1, is given as" in tampered.stdout


def test_at_the_prompt_there_is_help_rules_hint_log_and_undo():
    done = asterism("play", "noirlab-dice", "--seed", "3", keys="roll\n?\nrules\nhint\nlog\nu\nnonsense\nq\n")
    assert done.returncode == 0
    assert "first letters plays" in done.stdout
    assert "push" in done.stdout.lower()
    assert "to win" in done.stdout
    assert "Player took back a move." in done.stdout
    assert "'nonsense' is none of the choices" in done.stdout
    assert "Until next time." in done.stdout


def test_a_hint_shows_no_more_digits_than_hold():
    def hints(*seats: str) -> str:
        return asterism("play", "geminos", *seats, "--seed", "3", keys="hint\nq\n").stdout

    assert re.search(r"Roll: \d+\.\d points$", hints("--people", "Ada", "--bots", "0"), re.MULTILINE)
    assert re.search(r"Roll: \d+\.\d% to win$", hints("--people", "Ada,Bo", "--bots", "0"), re.MULTILINE)
    estimated = hints("--people", "Ada,Bo,Cy", "--bots", "0")
    assert re.search(r"Roll: \d+% to win \(estimated\)$", estimated, re.MULTILINE)


def test_what_was_taken_back_is_told_in_the_log_and_in_the_record(tmp_path: Path):
    keys = "roll\nu\nroll\nlog\nq\n"
    done = asterism("play", "noirlab-dice", "--seed", "3", "--record", "m.json", keys=keys, cwd=tmp_path)
    told = "Player took back a move."
    assert done.stdout.count(told) == 2, "when it happened, and in the log"
    log = done.stdout[done.stdout.rindex(told) :]
    assert "Player rolls the die." in log, "what came after stands after it"
    for words in ((), ("--boards",)):
        replayed = asterism("replay", "m.json", *words, cwd=tmp_path)
        assert replayed.returncode == 0, replayed.stderr
        assert replayed.stdout.count(told) == 1


def test_friends_at_one_keyboard_do_not_see_each_others_secrets():
    """Three people play a game with secrets: the screen is handed over before each of them decides."""
    done = asterism("play", "_template", "--people", "Ada,Bo,Cy", "--bots", "0", "--seed", "1", keys="\nkeep\n" * 3)
    assert done.returncode == 0, done.stderr
    assert "Hand the keyboard to Bo" in done.stdout
    assert "wins!" in done.stdout


def test_the_end_of_the_input_is_a_goodbye():
    assert "Until next time." in asterism("play", "noirlab-dice").stdout


def test_check_runs_the_contract_test():
    done = asterism("check", "_template", "--matches", "4")
    assert done.returncode == 0
    assert "every promise kept" in done.stdout
