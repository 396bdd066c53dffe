"""Ray does the work: batches go to whoever is free in a cluster, and are played again where a worker was lost.

Every machine of the cluster needs this version of Asterism; a worker with other sources says so instead of playing.
"""

from __future__ import annotations

from typing import Any

from asterism.core.game import BadInput

from . import stage
from .batch import Batch, Rows
from .rows import sources

RAY = "ray"
INSTALL = '--on ray needs Ray, which is not installed: pip install "asterism[lab,ray]"'
MOST_LOST = 20  # workers that may be lost over one batch


def ray_itself() -> Any:
    """The package; BadInput where it is not installed."""
    try:
        import ray
    except ImportError:
        raise BadInput(INSTALL) from None
    return ray


class Cluster:
    """A running cluster, by its address, or one on this machine."""

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

    def submit(self, batch: Batch, rows: Rows) -> Work:
        return Work(self._play.remote(batch, sources(batch.setting.game)))


class Work:
    """A batch that someone plays."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def result(self) -> Rows:
        """Its rows, once they are there; BadInput where whoever played it could not."""
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


def play(batch: Batch, wanted: str) -> Rows:
    """The rows of a batch, by whoever has the same sources."""
    if sources(batch.setting.game) != wanted:
        raise BadInput("a worker of the Ray cluster has another version of Asterism or of this game: install the same")
    return stage.play(batch)


def cluster_named(on: str, cores: int) -> Cluster:
    """The cluster that `--on` names: ray, or ray:ADDRESS (host:port, or auto)."""
    kind, _, address = on.partition(":")
    if kind != RAY:
        raise BadInput(f"--on goes with ray or ray:ADDRESS, not {on!r}")
    return Cluster(address, cores)
