"""A real Ray cluster of two nodes plays the same rows as this process, whatever becomes of its workers.

Ray is large, so it is not among what tests need: `python3 dev.py ray` gets it and runs these.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asterism import cli
from asterism.lab import cluster
from asterism.lab.arena import run, setting_of
from asterism.lab.cluster import Cluster
from asterism.lab.rows import Folder

from .test_arena import BOTH, GAME, alike

ASKED = ["search:20", "uniform"]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    pytest.importorskip("ray", reason="python3 dev.py ray")
    from ray.cluster_utils import Cluster as Nodes

    small = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}
    made = Nodes(initialize_head=True, head_node_args=small)
    made.add_node(**{key: value for key, value in small.items() if key != "include_dashboard"})
    yield made
    import ray

    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def ray(nodes: Any) -> Cluster:
    made = Cluster(nodes.address)
    assert made.count == 2, "one core of each node"
    return made


def workers_of(nodes: Any) -> list[int]:
    """The processes of the cluster that play: children of its raylets."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in nodes.list_all_nodes()}
    found = []
    for place in Path("/proc").iterdir():
        try:
            words = (place / "cmdline").read_bytes()
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent in raylets and words.startswith(b"ray::play"):
            found.append(int(place.name))
    return found


def test_a_cluster_plays_the_same_rows(ray: Cluster):
    setting = setting_of(GAME, BOTH)
    assert alike(run(setting, 10_000, cores=ray), run(setting, 10_000))


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(ray: Cluster, nodes: Any):
    setting = setting_of(GAME, ASKED)
    killed: list[int] = []

    def kill_one(done: int, wanted: int) -> None:
        if done >= 4 and not killed:
            playing = workers_of(nodes)  # for a moment it may be that nobody is
            for worker in playing[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    rows = run(setting, 48, cores=ray, tell=kill_one)
    assert killed, "someone was playing"
    assert alike(rows, run(setting, 48))


def test_the_driver_is_stopped_and_goes_on(ray: Cluster, tmp_path: Path):
    setting = setting_of(GAME, ASKED, seed=3)
    folder = Folder(tmp_path, setting)

    def stop(done: int, wanted: int) -> None:
        if done >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(setting, 16, cores=ray, folder=folder, tell=stop)
    kept = folder.read()
    assert kept is not None
    assert 6 <= kept.size < 16
    assert alike(run(setting, 16, cores=ray, folder=folder), run(setting, 16))


def test_a_worker_with_other_sources_says_so(ray: Cluster, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cluster, "sources", lambda game: "another version")
    with pytest.raises(cluster.BadInput, match="another version of Asterism"):
        run(setting_of(GAME, BOTH), 10_000, cores=ray)


def test_without_ray_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    play = ["lab", "play", GAME, "--players", "exact", "--matches", "10"]
    assert cli.main([*play, "--on", "ray"]) == 2
    assert capsys.readouterr().err.strip().endswith('pip install "asterism[lab,ray]"')
    assert cli.main([*play, "--on", "rya"]) == 2
    assert "not 'rya'" in capsys.readouterr().err
