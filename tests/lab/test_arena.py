"""The arena: the same rows whoever plays them, nothing lost when it is stopped, and what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asterism.core.game import BadInput
from asterism.lab import rows as on_disk
from asterism.lab.arena import question, run, setting_of, share_of
from asterism.lab.batch import NAMES, Batch, Rows, Setting, joined, seatings
from asterism.lab.players import Entrant
from asterism.lab.rows import Folder
from asterism.lab.stage import Stage, play

GAME = "noirlab-dice"  # compiled in seconds
BOTH = ["exact/slip=0.2", "uniform"]


def alike(one: Rows, other: Rows) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in NAMES)


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of(GAME, BOTH)


@pytest.fixture(scope="module")
def whole(setting: Setting) -> Rows:
    return run(setting, 10_000)


def test_rows_do_not_hang_on_who_plays_them_or_in_which_order(setting: Setting, whole: Rows):
    assert alike(run(setting, 10_000, cores=2), whole)
    backwards = [play(Batch(setting, first, 2_500)) for first in (7_500, 5_000, 2_500, 0)]
    assert alike(joined(backwards[::-1]), whole)
    assert not alike(run(setting_of(GAME, BOTH, seed=2), 10_000), whole)


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


def test_players_who_move_one_by_one_make_the_same_rows(setting: Setting, whole: Rows):
    """Those whose bots are asked go through a `Match`, as people do: there the same players do the same."""
    stage = Stage(setting)
    rows = stage.play(Batch(setting, 0, 40))
    for row in range(len(rows)):
        for name in NAMES[2:]:
            getattr(rows, name)[row] = -1 if name in ("settled", "led") else 0
        stage._play_asked(rows, row)
    first = whole.part(slice(0, 40))
    for name in NAMES:
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
    assert 0 < len(kept) < 10_000
    told: list[int] = []
    rows = run(setting, 10_000, folder=folder, tell=lambda done, wanted: told.append(done))
    assert told[0] == len(kept), "nothing is played twice"
    assert alike(rows, run(setting, 10_000))
    assert alike(folder.read(), rows)  # type: ignore[arg-type]
    assert [path.suffix for path in folder.path.iterdir()] == [".parquet"] * len(list(folder.path.iterdir()))
    assert alike(run(setting, 500, folder=folder), rows.part(slice(0, 500))), "fewer are the first of them"
    other = Folder(tmp_path, setting_of(GAME, BOTH, seed=2))
    assert other.read() is None, "another setting has rows of its own"


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


def test_it_stops_when_it_is_decided(setting: Setting, whole: Rows):
    rows = run(setting, 1_000_000, enough=lambda rows: question(setting, rows).decided(0.001))
    assert len(rows) < 10_000
    assert question(setting, rows).interval()[0] > 0.5
    shares = [share_of(setting, rows, name).mean() for name in BOTH]
    assert shares[0] > 0.6
    assert sum(shares) == pytest.approx(1)


def test_teams_play_the_same_deals_side_by_side():
    setting = setting_of("signal-lamps", ["uniform", "uniform/slip=1"], seats=2)
    rows = run(setting, 2_000)
    assert (rows.seating[::2] == 0).all()
    assert (rows.seating[1::2] == 1).all()
    asked = question(setting, rows)
    assert asked.even == 0.5
    assert asked.estimate().covers(0.5), "both are the same player in truth"


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
