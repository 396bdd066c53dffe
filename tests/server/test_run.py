"""Starting the server: what it needs, what it says, and one clear line where it cannot."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core import discover
from asterism.core.compile import COMPILED
from asterism.core.game import BadInput
from asterism.server import compiling
from asterism.server.run import listen, listen_somewhere
from asterism.server.settings import Door
from asterism.store import FILE, held

from .serving import HOUSE, Served, wait_until
from .talking import Client


def start(*flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "asterism.server", *flags]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=240)


def one_line(done: subprocess.CompletedProcess[str], words: str) -> bool:
    return done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks in /proc")
def test_it_may_have_more_files_open_than_one_address_connections(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard <= 1024:
        pytest.skip("this system allows no more")
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        served = Served(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    limits = Path(f"/proc/{served.process.pid}/limits").read_text()
    served.stop()
    allowed = next(line for line in limits.splitlines() if line.startswith("Max open files")).split()[3]
    assert int(allowed) > 2 * Door.connections


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert one_line(start("--port", port), "cannot serve on")


def test_two_servers_that_start_at_the_same_time_take_two_ports() -> None:
    with listen_somewhere("127.0.0.1") as first, listen_somewhere("127.0.0.1") as second:
        assert first.getsockname() != second.getsockname()
        with pytest.raises(BadInput, match="cannot serve on"):
            listen(*first.getsockname())


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(BadInput, match="cannot serve on"):
        listen("127.0.0.1", port)


def test_a_store_of_a_newer_asterism(tmp_path: Path) -> None:
    made = sqlite3.connect(tmp_path / FILE)
    made.executescript("pragma user_version = 999; pragma application_id = 1095980114;")
    made.close()
    assert one_line(start("--port", "0", "--data", str(tmp_path)), "newer Asterism")


def test_a_key_that_is_broken(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    assert one_line(start("--port", "0", "--data", str(tmp_path)), "not a whole key")


@pytest.mark.folder
def test_the_first_start_makes_the_folder_the_key_and_the_store(own: Served) -> None:
    assert {path.name for path in own.data.iterdir()} >= {"key", FILE}
    assert own.get("/healthz").status == 200


@pytest.mark.folder
def test_one_folder_one_server(own: Served) -> None:
    second = start("--port", "0", "--data", str(own.data))
    assert one_line(second, f"is in use by the server at {own.address} (process {own.process.pid})")
    assert own.get("/healthz").status == 200
    own.kill()
    own.start()
    assert own.get("/healthz").status == 200, "the lock of a server that was killed is let go"


@pytest.mark.folder
@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX")
def test_the_folder_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / FILE).touch(0o644)
    (data / FILE).unlink()
    umask = os.umask(0o000)
    try:
        server = Served(data)
    finally:
        os.umask(umask)
    try:
        with Client(server) as anna:
            anna.act(anna.open("me"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
        assert modes.keys() >= {"key", FILE, f"{FILE}-wal"}
        assert set(modes.values()) == {0o600}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    finally:
        server.stop()


@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX")
def test_a_folder_of_other_things_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch(0o644)
    tmp_path.chmod(0o755)
    with held(tmp_path, "a test"):
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
        assert stat.S_IMODE((tmp_path / "holiday.jpg").stat().st_mode) == 0o644


@pytest.mark.parametrize(
    "content", [b"", b"Once upon a time there was a text file.", b"SQLite format 3\0" + b"\0" * 200]
)
def test_a_file_that_is_no_store_is_not_taken_for_a_new_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert one_line(start("--port", "0", "--data", str(tmp_path)), "store")
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.folder
@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process can be set there")
def test_a_full_disk_is_not_well_and_recovers(own: Served) -> None:
    """No file may grow: as on a full disk, what is there can be read and nothing more be written."""
    import resource

    with Client(own) as anna:
        scene = anna.open("me")
        assert own.get("/healthz").text == "ok\n"
        before = resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
        wait_until(lambda: own.get("/healthz").status == 503, "the server says that it is not well")
        assert "moves cannot be stored" in own.get("/healthz").text
        assert anna.ask("act", table=scene["table"]["code"], ply=0, action=0)["code"] == "store-failed"
        resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, before)
        wait_until(lambda: own.get("/healthz").status == 200, "the server is well again")
        assert anna.ask("act", table=scene["table"]["code"], ply=0, action=0)["type"] == "scene"


def test_a_proxy_that_is_none_is_refused_in_words() -> None:
    assert one_line(start("--port", "0", "--proxy", "*"), "a proxy is named by its address or network")


WHAT_IS_COMPILED_AFTER_THE_WARM_UP = """
import random
from asterism.core import discover
from asterism.core.match import Match
from asterism.server.compiling import warm_up, ways_to_play

def compiled(match):
    return {name: len(door.signatures) for name, door in vars(match.game.doors).items() if hasattr(door, "signatures")}

for game in discover.games():
    warm_up(game)
    for options in ways_to_play(game):
        match = Match(game, seed=2, **options)
        before, rng = compiled(match), random.Random(2)
        while not match.over:
            match.play(rng.choice(match.legal()))
            match.seen(0), match.scores
            if rng.random() < 0.02:
                match.undo()
        match.result
        late = {name for name, many in compiled(match).items() if many != before[name]}
        assert not late, f"{game.name} {options}: {late}"
"""


def test_nothing_is_left_to_compile_once_a_server_serves() -> None:
    """Compiled in the event loop it would stop everyone, for as long as a search is compiled beside it."""
    command = [sys.executable, "-c", WHAT_IS_COMPILED_AFTER_THE_WARM_UP]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr


ON_A_COLD_CACHE = """
import sys
from asterism.core import discover
from asterism.server import compiling

game = discover.find("noirlab-dice")
assert compiling.missing([game], "rules") == [game]
compiling.make_ready([game], lambda done, all, name: print("making ready", name))
assert compiling.missing([game], "rules") == []
asked = [door.stats for door in vars(game.doors).values() if hasattr(door, "stats")]
print(sum(sum(stats.cache_hits.values()) for stats in asked), sum(sum(stats.cache_misses.values()) for stats in asked))
"""


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="interpreted, nothing is compiled")
def test_on_a_cold_cache_the_serving_process_compiles_nothing_itself(tmp_path: Path) -> None:
    """What a compiler needs would stay with it for as long as it runs: a gigabyte, with all games."""
    done = subprocess.run(
        [sys.executable, "-c", ON_A_COLD_CACHE],
        cwd=HOUSE,
        env={**os.environ, "ASTERISM_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    hits, misses = map(int, last.split())
    assert first == "making ready noirlab-dice"
    assert hits > 0
    assert misses == 0


def test_a_server_starts_where_no_process_can_compile_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """That process fails, or there can be none: the rules are then compiled by the server itself."""
    game = discover.find("noirlab-dice")
    monkeypatch.setattr(compiling, "missing", lambda games, what: list(games))
    monkeypatch.setattr(compiling, "command", lambda what, games: [sys.executable, "-c", "raise SystemExit(1)"])
    told: list[str] = []
    compiling.make_ready([game], lambda done, all, name: told.append(name))
    assert told == [game.name, ""]
    asyncio.run(compiling.prepare_apart(game))


@pytest.mark.skipif(not COMPILED, reason="interpreted, nothing is compiled")
def test_a_process_that_compiles_ends_with_its_server(tmp_path: Path) -> None:
    command = compiling.command("rules", discover.games())
    env = {**os.environ, "ASTERISM_CACHE": str(tmp_path)}
    apart = subprocess.Popen(command, cwd=HOUSE, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert apart.stdin is not None
    apart.stdin.close()  # as when a server is killed
    assert apart.wait(timeout=60) == 1, "it did not go on to compile everything"
