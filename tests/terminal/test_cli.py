"""The command line, as a person uses it: real processes, real keys."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from asterism import cli, store
from asterism.bots.newcomers import first_of
from asterism.core import record
from asterism.core.discover import find
from asterism.core.match import Match
from asterism.server.settings import FLAGS, Settings, settings_of


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


def test_addresses_may_come_by_the_environment_where_nobody_reads_their_passwords(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("redis")
    for name in ("STORE", "NEWS", "THINK"):
        monkeypatch.setenv(f"ASTERISM_{name}", f"redis://{name}/1")
    parse = cli.build_parser().parse_args
    serve = parse(["serve"])
    assert (serve.database, serve.news, serve.think) == ("redis://STORE/1", "redis://NEWS/1", "redis://THINK/1")
    assert parse(["serve", "--store", ""]).database == "", "the command line has the last word"
    assert parse(["think"]).line == "redis://THINK/1"
    for verb, *more in (["doctor"], ["backup", "f"], ["restore", "f"], ["key", "--rotate"]):
        assert parse([verb, *more]).database == "redis://STORE/1"


def test_every_setting_that_is_given_is_set():
    words = "--host ::1 --port 8001 --data d --store s --news polling --bot-pause 0.5 --address https://a.example:443/"
    words += " --allow-host A.Lan --allow-host b.lan --stand geminion --stand-idle 9 --proxy 10.0.0.0/8 --tidy 90"
    words += " --metrics-port 9464 --open-metrics --editions . --think "
    given = settings_of(cli.build_parser().parse_args(["serve", *words.split(" ")]))
    assert given == Settings(
        host="::1",
        port=8001,
        data=Path("d"),
        database="s",
        news="polling",
        bot_pause=0.5,
        address="https://a.example",
        hosts=("a.lan", "b.lan"),
        stand="geminion",
        stand_idle=9.0,
        proxies=("10.0.0.0/8",),
        tidy_days=90,
        metrics_port=9464,
        open_metrics=True,
        editions=Path("."),
        think="",
    )
    flagless = {"origins", "bound", "door", "limits", "static", "idle_seconds", "ahead"}
    assert {*FLAGS} == {one.name for one in fields(Settings)} - flagless
    assert settings_of(cli.build_parser().parse_args(["serve"])) == Settings()


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
        (("play", "noirlab-dice", "--option", "speed=²"), "NAME=NUMBER"),
        (("play", "noirlab-dice", "--option", "speed=--1"), "NAME=NUMBER"),
        (("play", "noirlab-dice", "--option", f"speed={'1' * 5000}"), "NAME=NUMBER"),
        (("play", "noirlab-dice", "--option", "seats=1"), "has no option 'seats'"),
        (("play", "noirlab-dice", "--record", "missing/m.json"), "there is no folder missing"),
        (("play", "noirlab-dice", "--record", "."), "it is a folder"),
        (("play", ""), "there is no game ''"),
        (("think",), "Valkey or Redis is found by an address"),
        (("serve", "--think", "elsewhere"), "Valkey or Redis is found by an address"),
        (("verify", "nowhere.json"), "cannot read nowhere.json"),
        (("replay", "nowhere.json"), "cannot read nowhere.json"),
        (("serve", "--port", "99999"), "a port is a number from 1 to 65535"),
        (("serve", "--news", "redis://localhost"), "--news is for several servers on one store"),
        (("serve", "--news", "elsewhere"), "argument --news: news come by redis://HOST:PORT"),
        (("serve", "--stand", "chess"), "argument --stand: there is no game 'chess'"),
        (("serve", "--stand-idle", "0"), "argument --stand-idle: a stand is fresh again after some seconds, not 0"),
        (("serve", "--proxy", "me"), "argument --proxy: a proxy is named by its address or network"),
        (("serve", "--allow-host", "https://a.lan"), "argument --allow-host: a host is named as games.example.org"),
        (("serve", "--editions", "nowhere"), "argument --editions: there is no folder nowhere"),
        (("serve", "--tidy", "0"), "argument --tidy: the number of days is a number from 1"),
        (("serve", "--address", "games.example.org"), "an address is given as https://games.example.org"),
        (("solve", "_template"), "is not a race"),
        (("solve", "geminos", "--check", "--positions", "0"), "a number from 1 to 100000, not '0'"),
        (("solve", "geminos", "--check", "--seed", "-1"), "a seed is a number from 0 to 4294967295"),
        (("solve", "geminos", "--seed", "1"), "--positions and --seed are for --check"),
        (("solve", "geminos", "--seats", "3"), "solved for one and for two seats, not for 3"),
        (("bench", "nothing"), "invalid choice: 'nothing'"),
        (("backup", "x", "--data", "nowhere"), "no backup was made"),
        (("check", "geminos", "--matches", "0"), "the number of matches is a number from 1"),
        (("check", "geminos", "--matches", "-1"), "the number of matches is a number from 1"),
        (("serve", "--bot-pause", "nan"), "the seconds are a number from 0 to 86400, not 'nan'"),
        (("serve", "--bot-pause", "inf"), "the seconds are a number from 0 to 86400, not 'inf'"),
        (("serve", "--bot-pause", "-1"), "the seconds are a number from 0 to 86400, not '-1'"),
        (("serve", "--stand", "--stand-idle", "nan"), "the seconds are a number from 0 to 86400, not 'nan'"),
        (("serve", "--port", "1" * 5000), "a port is a number from 1 to 65535"),
        (("lab", "report", ""), "cannot read ."),
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


@pytest.mark.parametrize("name", ["[/]", "[red]Ada", "[link=https://example.org]Ada[/link]", "Ada\\"])
def test_a_name_is_told_as_it_is_and_steers_nothing(tmp_path: Path, name: str):
    match = Match("noirlab-dice", seats=1, seed=1)
    while not match.over:
        match.play(match.legal()[0])
    record.save(match, tmp_path / "m.json", [name])
    told = asterism("replay", "m.json", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[0].endswith(f", {name}")
    assert lines[-1].startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("game", "keys", "told"),
    [
        ("signal-lamps", "hint\nlog\n", "You lose together. 4 light, and 5 were needed."),
        ("night-market", "1\nhint\nlog\nu\n", "Player took back"),
    ],
)
def test_a_game_made_by_the_recipe_is_played_verified_and_told_again(tmp_path: Path, game: str, keys: str, told: str):
    keys += "1\n" * 60
    done = asterism("play", game, "--seed", "2", "--record", "m.json", keys=keys, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout
    assert "(estimated)" in done.stdout
    assert "The record is in m.json." in done.stdout
    assert asterism("verify", "m.json", cwd=tmp_path).returncode == 0
    assert asterism("replay", "m.json", cwd=tmp_path).returncode == 0


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


def test_without_a_game_the_end_of_the_input_is_told():
    done = asterism("play")
    assert done.returncode == 2
    assert "no game is named" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the input is closed as on POSIX")
@pytest.mark.parametrize(("words", "code"), [("play", 2), ("play noirlab-dice", 0)])
def test_no_input_at_all_is_told(words: str, code: int):
    command = f"{shlex.quote(sys.executable)} -m asterism.cli {words} <&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_a_record_that_cannot_be_written_in_the_end_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def at_the_end() -> str:
        raise EOFError

    monkeypatch.setattr("asterism.core.record.save", full)
    monkeypatch.setattr("builtins.input", at_the_end)
    assert cli.main(["play", "noirlab-dice", "--record", str(tmp_path / "m.json")]) == 2
    assert "m.json: No space left on device" in capsys.readouterr().err


def test_a_line_of_thoughts_at_no_address_is_refused_before_anything_is_made(tmp_path: Path):
    pytest.importorskip("redis")
    done = asterism("serve", "--think", "x", "--data", str(tmp_path / "data"), "--no-browser")
    assert done.returncode == 2
    assert "argument --think: Valkey or Redis is found by an address" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_backup_onto_nothing_that_has_a_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / store.FILE).touch()
    assert cli.main(["backup", "", "--data", str(tmp_path)]) == 2
    assert "no backup was made: . is there and is no backup" in capsys.readouterr().err


def test_check_runs_the_contract_test():
    done = asterism("check", "_template", "--matches", "4")
    assert done.returncode == 0
    assert "every promise kept" in done.stdout


def test_a_store_on_postgresql_is_moved_to_and_looked_at(tmp_path: Path, database: str):
    from asterism.store import FILE, check_store

    nothing = asterism("doctor", "--store", database)
    assert nothing.returncode == 1
    assert "has no tables of Asterism yet" in nothing.stdout
    check_store(tmp_path / FILE)
    moved = asterism("move-store", str(tmp_path), database)
    assert moved.returncode == 0, moved.stderr
    assert "Everything is there and the same: 0 tables" in moved.stdout
    found = asterism("doctor", "--store", database)
    assert "the store can be read: 0 tables" in found.stdout
    assert "fsync = off" in found.stdout, "as it is for tests, and nowhere else"
    for verb, word in (("backup", "pg_dump"), ("restore", "pg_restore")):
        told = asterism(verb, "--store", database, "copy")
        assert told.returncode == 2
        assert word in told.stderr


def test_a_match_is_a_first_match_unless_something_else_is_said():
    first = first_of(find("noirlab-dice"))
    said = asterism("play", "noirlab-dice", "--seed", "1", keys="q\n").stdout
    assert f"The bots play at the level {first.level}, fit for a first match; --level chooses another." in said
    assert f"Bot 1 ({first.level})" in said
    hard = asterism("play", "noirlab-dice", "--seed", "1", "--level", "hard", keys="q\n").stdout
    assert "fit for a first match" not in hard
    assert "Bot 1 (hard)" in hard
