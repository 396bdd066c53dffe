"""Playing matches on a Ray cluster: ranges of matches go to free workers, and again to another if a worker is lost.

Every machine of the cluster needs this version of Asterism; a worker with other sources refuses to play.
"""

from __future__ import annotations

from typing import Any

from asterism.core.game import BadInput

from . import simulator
from .batch import MatchRange, Rows
from .rows import sources

RAY = "ray"
INSTALL = '--on ray needs Ray, which is not installed: pip install "asterism[lab,ray]"'
MOST_LOST = 20  # workers that may be lost while they play one range


def ray_itself() -> Any:
    """The package `ray`; BadInput where it is not installed."""
    try:
        import ray
    except ImportError:
        raise BadInput(INSTALL) from None
    return ray


class Cluster:
    """A connection to a Ray cluster: a running one, by its address, or one on this machine. `count` is its cores."""

    def __init__(self, address: str = "", cores: int | None = None) -> None:
        ray = ray_itself()
        if not ray.is_initialized():
            how: dict[str, Any] = {"address": address} if address else {"num_cpus": cores, "include_dashboard": False}
            try:
                ray.init(**how, log_to_driver=False, logging_level="ERROR")
            except (ConnectionError, ValueError, RuntimeError) as problem:
                where = address or "this machine"
                raise BadInput(f"no Ray cluster at {where}: {str(problem).splitlines()[0]}") from None
        self.count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._play = ray.remote(max_retries=MOST_LOST, num_cpus=1)(play)

    def submit(self, work: MatchRange, rows: Rows) -> PendingRows:
        """Have a range of matches played by a worker; `rows` are not used, since memory is not shared."""
        return PendingRows(self._play.remote(work, sources(work.setting.game)))


class PendingRows:
    """The rows of a range of matches that a worker is playing; like a `Future`."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def result(self) -> Rows:
        """Wait for the rows; BadInput where the worker could not play."""
        ray = ray_itself()
        try:
            rows: Rows = ray.get(self._reference)
        except ray.exceptions.RayTaskError as problem:
            if isinstance(problem.cause, BadInput):
                raise problem.cause from None
            raise
        except ray.exceptions.RayError as problem:
            raise BadInput(f"the Ray cluster lost a batch: {str(problem).splitlines()[0]}") from None
        return rows

    def cancel(self) -> None:
        ray_itself().cancel(self._reference)


def play(work: MatchRange, wanted: str) -> Rows:
    """Play a range of matches on a worker; BadInput where the digest of its sources is not `wanted`."""
    if sources(work.setting.game) != wanted:
        raise BadInput("a worker of the Ray cluster has another version of Asterism or of this game: install the same")
    return simulator.play(work)


def cluster_named(on: str, cores: int) -> Cluster:
    """The cluster that `--on` names: ray, or ray:ADDRESS (host:port, or auto)."""
    kind, _, address = on.partition(":")
    if kind != RAY:
        raise BadInput(f"--on goes with ray or ray:ADDRESS, not {on!r}")
    return Cluster(address, cores)
