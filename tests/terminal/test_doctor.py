"""The doctor: what is wrong is told with what to do about it, and what is well is not called wrong."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from asterism import cli, store
from asterism.terminal import doctor
from tests.server.serving import Served
from tests.server.talking import Client


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that has stopped, with a running match, and a backup beside it."""
    folder = tmp_path_factory.mktemp("made")
    server = Served(folder / "data", "--unlimited")
    with Client(server) as anna:
        anna.open("me", "here")
    address = server.address
    found = list(doctor.look_at_all(server.data, address, None))
    assert [one for one in found if one.how == "wrong"] == []
    assert any(f"a server is running at {address}" in one.what for one in found)
    assert sum("opens sockets" in one.what for one in found) == 2, "where it is, and where others know it"
    server.stop()
    store.back_up(server.data, folder / "copy.sqlite")
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made / "data", tmp_path / "data")
    shutil.copy2(made / "copy.sqlite", tmp_path / "copy.sqlite")
    return tmp_path / "data"


def run_sql(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def test_where_all_is_well_nothing_is_called_wrong(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--data", str(data), "--backup", str(data.parent / "copy.sqlite")]) == 0
    said = capsys.readouterr().out
    assert "Nothing is wrong." in said
    assert "the store is whole: 1 tables" in said
    assert "is whole, with 1 tables" in said
    assert "no server is running here" in said


HARM: dict[str, tuple[Callable[[Path], object], str, str, str]] = {
    "a key that is cut off": (lambda d: (d / "key").write_bytes(b"x"), "wrong", "is not whole", "restore a backup"),
    "a key for all to read": (lambda d: (d / "key").chmod(0o644), "wrong", "can read key", "chmod 600 key"),
    "a store that is none": (lambda d: (d / store.FILE).write_bytes(b"x" * 5000), "wrong", "not a", "asterism restore"),
    "a store of a newer Asterism": (
        lambda d: run_sql(d / store.FILE, "pragma user_version = 999"),
        "wrong",
        "newer Asterism",
        "update Asterism",
    ),
    "a match of other rules": (
        lambda d: run_sql(d / store.FILE, "update tables set version = 99"),
        "look",
        "1 matches play version 99 of noirlab-dice",
        "can save their records",
    ),
    "a table from long ago": (
        lambda d: run_sql(d / store.FILE, "update tables set created = 1"),
        "look",
        "at 1 tables nothing has happened for 90 days",
        "--tidy 90",
    ),
    "a backup from long ago": (
        lambda d: os.utime(d.parent / "copy.sqlite", (time.time(), time.time() - 9 * 86_400)),
        "look",
        "is whole",
        "it is older than 7 days",
    ),
    "a backup without the key": (
        lambda d: run_sql(d.parent / "copy.sqlite", "drop table beside"),
        "look",
        "but without a key",
        "would lose their seats",
    ),
    "no backup at all": (
        lambda d: (d.parent / "copy.sqlite").unlink(),
        "wrong",
        "there is no backup",
        "asterism backup",
    ),
}


@pytest.mark.parametrize("harm", HARM)
def test_what_is_wrong_is_told_with_what_to_do(data: Path, harm: str) -> None:
    do_it, how, what, do = HARM[harm]
    do_it(data)
    found = list(doctor.look_at_all(data, None, data.parent / "copy.sqlite"))
    assert [(one.how, what in one.what, do in one.do) for one in found if one.do and "running" not in one.what] == [
        (how, True, True)
    ], found


def test_a_file_in_place_of_the_folder_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert cli.main(["doctor", "--data", str(tmp_path / "file")]) == 1
    assert "file is not a folder" in capsys.readouterr().out


def test_a_full_disk_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    assert doctor.look_at_disk(data).how == "wrong"
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 << 20))
    assert doctor.look_at_disk(data).how == "look"


def test_a_server_that_was_killed_is_not_called_running(data: Path) -> None:
    (data / "holder").write_text("the server at http://127.0.0.1:9 (process 1)")
    assert any("no server is running here" in one.what for one in doctor.look_at_all(data, None, None))


@pytest.mark.parametrize(
    ("address", "what"),
    [("http://127.0.0.1:9", "does not answer"), ("http://nowhere.invalid", "there is no machine of this name")],
)
def test_an_address_that_does_not_answer_is_told(address: str, what: str) -> None:
    [found] = doctor.look_at_address(address)
    assert found.how == "wrong"
    assert what in found.what


@pytest.mark.parametrize(
    ("status", "cookie", "do"),
    [(403, "", "keep the Host header"), (400, "", "Upgrade and Connection"), (101, "a=b; Path=/", "--proxy 127.0.0.1")],
)
def test_a_proxy_that_is_not_set_up_is_told_by_what_it_does(status: int, cookie: str, do: str) -> None:
    [found] = doctor.look_at_socket("https://games.example.org", status, cookie)
    assert found.how == "wrong"
    assert do in found.do
    [well] = doctor.look_at_socket("https://games.example.org", 101, "a=b; Path=/; Secure")
    assert well.how == "well"
