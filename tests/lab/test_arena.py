"""The arena: the same rows whoever plays them, nothing lost when it is stopped, and what is wrong is named."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from asterism.core.game import BadInput
from asterism.lab import rows as on_disk
from asterism.lab.arena import COMPILED_BATCH, batches, looks, question, run, setting_of, share_of
from asterism.lab.batch import MatchRange, Rows, Setting, blank, concatenate, seatings
from asterism.lab.groups import _grouped
from asterism.lab.players import Entrant
from asterism.lab.rows import Folder
from asterism.lab.simulator import Simulator, StreamDice, play

GAME = "noirlab-dice"  # compiled in seconds
BOTH = ["exact/slip=0.2", "uniform"]


def alike(one: Rows, other: Rows) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Rows._fields)


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of(GAME, BOTH)


@pytest.fixture(scope="module")
def whole(setting: Setting) -> Rows:
    return run(setting, 10_000)


def test_rows_do_not_hang_on_who_plays_them_or_in_which_order(setting: Setting, whole: Rows):
    assert alike(run(setting, 10_000, cores=2), whole)
    backwards = [play(MatchRange(setting, first, 2_500)) for first in (7_500, 5_000, 2_500, 0)]
    assert alike(concatenate(backwards[::-1]), whole)
    assert not alike(run(setting_of(GAME, BOTH, seed=2), 10_000), whole)


@pytest.mark.parametrize(
    ("matches", "count", "sizes"),
    [
        (COMPILED_BATCH, 1, [4_096]),
        (COMPILED_BATCH, 2, [2_048] * 2),
        (10_000, 2, [2_500] * 4),
        (10_000, 1, [3_334, 3_334, 3_332]),
        (1_000, 64, [256, 256, 256, 232]),
    ],
)
def test_no_worker_waits_for_the_only_batch_of_another(setting: Setting, matches: int, count: int, sizes: list[int]):
    cut = list(batches(setting, blank(setting, np.arange(matches)), COMPILED_BATCH, count))
    assert [rows.size for _, rows in cut] == [batch.count for batch, _ in cut] == sizes
    assert [batch.first for batch, _ in cut] == np.cumsum([0, *sizes[:-1]]).tolist()
    assert all(size % setting.rotations == 0 for size in sizes), "whole deals"


def test_everyone_sits_in_every_seat_equally_often_with_the_same_luck():
    setting = setting_of(GAME, ["exact", "uniform", "uniform/slip=0.5"], seats=3)
    sitting = seatings(setting, np.arange(3_000)).reshape(1_000, 3, 3)
    assert (np.sort(sitting, axis=1) == np.arange(3)[None, :, None]).all(), "in a deal, in each seat once"
    follows = (sitting[:, :, 0] + 1) % 3 == sitting[:, :, 1]
    assert 0.4 < follows[:, 0].mean() < 0.6, "who follows whom is drawn"
    same = setting_of(GAME, ["exact"])
    twice = Setting(**{**vars(same), "replays": 2})
    rows = run(twice, 200)
    assert np.array_equal(rows.share[::2], rows.share[1::2]), "who never draws lots plays alike with the same luck"


@pytest.mark.parametrize(("game", "digest"), [("noirlab-dice", "048721783c34"), ("geminos", "ec4c0d647ee7")])
def test_seeds_make_the_rows_that_they_always_made(game: str, digest: str):
    """What was measured, and editions that were tuned, can be had again: these change with the rules alone."""
    rows, seen = run(setting_of(game, ["uniform"], seats=3), 400), hashlib.sha256()
    for name in Rows._fields:
        seen.update(np.ascontiguousarray(getattr(rows, name)).tobytes())
    assert seen.hexdigest()[:12] == digest


def test_players_who_move_one_by_one_make_the_same_rows(setting: Setting, whole: Rows):
    """Those whose bots are asked go through a `Match`, as people do: there the same players do the same."""
    stage = Simulator(setting)
    rows = blank(setting, np.arange(40))
    for row in range(rows.size):
        stage._play_with_bots(rows, row)
    first = whole.part(slice(0, 40))
    for name in Rows._fields:
        assert np.array_equal(getattr(rows, name), getattr(first, name)), name


def test_an_asked_bot_meets_a_compiled_player_and_what_it_may_not_do_it_does_not():
    setting = setting_of(GAME, ["search:5/without=bank", "uniform"])
    rows = run(setting, 8)
    barred = [setting.groups.names.index("bank")]
    assert rows.share.sum() == pytest.approx(8)
    searched = rows.seating == 0
    others = rows.used[~searched][:, barred].sum()
    assert rows.used[searched][:, barred].sum() == 0 < others, "it can always roll instead"


def test_an_asked_bot_slips_as_often_as_it_is_said_to(monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []

    class Asked:
        def choose(self, seen: object, legal: list[int], past: object = None) -> int:
            asked.append(len(legal))
            return legal[0]

    monkeypatch.setattr(Entrant, "bot", lambda self, game, seed: Asked())
    counts = []
    for slip in ("", "/slip=0.5", "/slip=1"):
        setting = setting_of(GAME, [f"search:5{slip}"])
        asked.clear()
        played = int(run(setting, 8).length.sum())
        counts.append(len(asked) / played)
    assert counts[0] == 1
    assert 0.4 < counts[1] < 0.6
    assert counts[2] == 0


def test_what_was_played_is_kept_when_it_is_stopped_and_the_same_command_goes_on(setting: Setting, tmp_path: Path):
    folder = Folder(tmp_path, setting)

    def stop(done: int, wanted: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(setting, 10_000, folder=folder, tell=stop)
    kept = folder.read()
    assert kept is not None
    assert 0 < kept.size < 10_000
    told: list[int] = []
    rows = run(setting, 10_000, folder=folder, tell=lambda done, wanted: told.append(done))
    assert told[0] == kept.size, "nothing is played twice"
    assert alike(rows, run(setting, 10_000))
    assert alike(folder.read(), rows)  # type: ignore[arg-type]
    assert [path.suffix for path in folder.path.iterdir()] == [".parquet"] * len(list(folder.path.iterdir()))
    assert alike(run(setting, 500, folder=folder), rows.part(slice(0, 500))), "fewer are the first of them"
    other = Folder(tmp_path, setting_of(GAME, BOTH, seed=2))
    assert other.read() is None, "another setting has rows of its own"


def test_whoever_is_killed_in_the_middle_has_left_whole_files_and_goes_on(setting: Setting, tmp_path: Path):
    folder = Folder(tmp_path, setting)
    words = ["lab", "play", GAME, "--players", ",".join(BOTH), "--all", "--matches", "50000000", "--cores", "1"]
    code = f"from asterism.lab import arena; from asterism import cli; arena.KEEP_EVERY = 0; cli.main({words!r})"
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        place = tmp_path / "asterism-lab" / folder.path.name
        while running.poll() is None and len(list(place.glob("rows-*.parquet"))) < 3:
            time.sleep(0.02)
        assert running.poll() is None, "it was still playing"
        running.kill()
    (place / "rows-000000000.77").write_bytes(b"half")
    os.utime(place / "rows-000000000.77", (0, 0))
    there = Folder(tmp_path / "asterism-lab", setting)
    kept = there.read()
    assert kept is not None
    assert kept.size >= 3 * 4096
    assert alike(kept.part(slice(0, 10_000)), run(setting, 10_000))
    run(setting, kept.size + 4096, folder=there)
    assert {file.suffix for file in place.iterdir() if file.stat().st_mtime < 1} == set(), "what was left is swept"


def test_workers_end_with_whoever_asked_them_even_if_that_one_was_killed():
    code = "import os, time; from asterism.lab.workers import _processes; " + (
        "print(_processes(2).submit(os.getpid).result(), flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        worker = int(running.stdout.readline())
        os.kill(worker, 0)
        running.kill()
    for _ in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("it waits for ever")


def test_other_tools_read_the_rows(setting: Setting, whole: Rows, tmp_path: Path):
    import pyarrow.parquet

    folder = Folder(tmp_path, setting)
    folder.write(whole.part(slice(0, 100)))
    table = pyarrow.parquet.read_table(folder.path)
    assert table.num_rows == 100
    assert set(table["player_1"].to_pylist()) == set(BOTH)
    shares = [one + two for one, two in zip(table["share_1"].to_pylist(), table["share_2"].to_pylist(), strict=True)]
    assert shares == [1.0] * 100
    assert sum(table["bank_1"].to_pylist()) > 0
    assert set(table["led_5"].to_pylist()) == {None}, "nothing is counted in this game: that is not nobody"


def test_rows_that_cannot_be_written_or_read_are_named(
    setting: Setting, whole: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    import pyarrow.parquet

    def full(table: object, where: Path, **_: object) -> None:
        where.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    folder = Folder(tmp_path, setting)
    with monkeypatch.context() as disk:
        disk.setattr(pyarrow.parquet, "write_table", full)
        with pytest.raises(BadInput, match=r"rows-0*\.parquet: No space left"):
            folder.write(whole.part(slice(0, 100)))
    assert not list(folder.path.iterdir()), "nothing half-written is left"
    folder.write(whole.part(slice(0, 100)))
    (file,) = folder.path.iterdir()
    file.write_bytes(file.read_bytes()[:-50])
    with pytest.raises(BadInput, match="without it, its matches are played again"):
        folder.read()


def test_who_led_is_null_where_it_was_not_noted(tmp_path: Path):
    import pyarrow.parquet

    market = setting_of("night-market", ["uniform"])
    rows = run(market, 400)
    folder = Folder(tmp_path, market)
    folder.write(rows)
    table = pyarrow.parquet.read_table(folder.path)
    for name in ("led_1", "led_10", "lead_changes"):
        known = [value is not None for value in table[name].to_pylist()]
        assert known == [True, False, False, False] * 100, f"{name}: one deal of four"
    assert set(table["led_10"].to_pylist()) <= {None, 0, 1, 2}
    assert None not in table["length"].to_pylist()
    assert alike(folder.read(), rows)  # type: ignore[arg-type]


def test_it_stops_when_it_is_decided(setting: Setting, whole: Rows):
    rows = run(setting, 1_000_000, within=0.001)
    assert rows.size < 10_000
    assert question(setting, rows).interval()[0] > 0.5
    shares = [share_of(setting, rows, name).mean() for name in BOTH]
    assert shares[0] > 0.6
    assert sum(shares) == pytest.approx(1)


def test_where_it_stops_does_not_hang_on_how_often_it_was_broken_off(tmp_path: Path):
    """It is asked at fixed numbers of matches, ever further apart, whether it is decided."""
    setting = setting_of(GAME, ["exact/slip=0.3", "exact/slip=0.32"])
    rows = run(setting, 400_000, within=0.005)
    assert 3 * COMPILED_BATCH < rows.size < 400_000
    folder = Folder(tmp_path, setting)

    def stop(done: int, wanted: int) -> None:
        if done > first:
            raise KeyboardInterrupt

    first = 0
    while first < rows.size - COMPILED_BATCH:
        with pytest.raises(KeyboardInterrupt):
            run(setting, 400_000, within=0.005, folder=folder, tell=stop)
        kept = folder.read()
        first = 0 if kept is None else kept.size
    assert alike(run(setting, 400_000, within=0.005, folder=folder), rows)
    assert len(list(looks(10_000_000, 4_096))) < 70, "looking is not to take longer than playing"


def test_rows_that_were_kept_for_another_question_do_not_move_where_it_stops(setting: Setting, tmp_path: Path):
    """Neither more of them than it needs, nor so many that the next batch would begin elsewhere."""
    alone = run(setting, 100_000, within=0.001)
    for kept in (20_000, 1_000, 5_002):
        folder = Folder(tmp_path / str(kept), setting)
        run(setting, kept, folder=folder)
        assert alike(run(setting, 100_000, within=0.001, folder=folder), alone), kept


def test_what_a_seat_rolls_in_a_turn_does_not_hang_on_the_turns_before(setting: Setting):
    """Whoever has slipped and rolled more often has the same luck in the next turn all the same."""
    stage, lucks = Simulator(setting), []
    for rolls in (0, 3):
        luck = StreamDice(stage, 5)
        for seat in (0, 1, 0):
            luck.begin_turn(seat)
            for _ in range(rolls):
                luck.roll(0, 0, range(6), [1] * 6)
        luck.begin_turn(1)
        lucks.append([luck.roll(0, 0, range(6), [1] * 6) for _ in range(20)])
    assert lucks[0] == lucks[1]
    assert len(set(lucks[0])) > 1


def test_teams_play_the_same_deals_side_by_side():
    setting = setting_of("signal-lamps", ["uniform", "uniform/slip=1"], seats=2)
    rows = run(setting, 2_000)
    assert (rows.seating[::2] == 0).all()
    assert (rows.seating[1::2] == 1).all()
    asked = question(setting, rows)
    assert asked.even == 0.5
    assert asked.estimate().covers(0.5), "both are the same player in truth"


def test_what_an_action_is_called_can_be_forbidden_whatever_it_is_called():
    """A slash would end the name of a player, a comma divide two."""
    draws = {1: [("draw", {"card": "one"})], 2: [("draw", {"card": "two"})]}
    names = _grouped(3, {0: [("time-checkouts", {}), ("time-poor", {})], **draws}).names
    assert names == ("time-checkouts+time-poor", "draw card=one", "draw card=two")


@pytest.mark.parametrize(
    ("players", "more", "named"),
    [
        (["bets"], {}, "did you mean best"),
        (["plan:trove"], {}, "has no plan 'trove'"),
        (["search:0"], {}, "search:2000"),
        (["search:0.1s"], {}, "a number of simulations"),
        (["uniform/slip=2"], {}, "a share from 0 to 1, not '2'"),
        (["uniform/without=bnak"], {}, "did you mean 'bank'"),
        (["uniform/fast"], {}, "not 'fast'"),
        (["uniform"] * 3, {}, "3 players are named for 2 seats"),
        (["exact"], {"seats": 6}, "is not solved for 6 seats"),
        (["best/without=bank"], {"seats": 6}, "nothing can be left out"),
        (["hints"], {}, "has no hints"),
        (["uniform"], {"options": {"no": 1}}, "has no option 'no'"),
    ],
)
def test_what_is_wrong_is_named(players: list[str], more: dict[str, object], named: str):
    with pytest.raises(BadInput, match=named):
        setting_of(GAME, players, **more)  # type: ignore[arg-type]


def test_without_pyarrow_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r'pip install "asterism\[lab\]"'):
        on_disk.arrow()
