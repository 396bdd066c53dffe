"""A progress bar for work that reports how much of it is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class ReportProgress(Protocol):
    """A callback that takes the work done, the whole work, and what is done now."""

    def __call__(self, done: int, wanted: int, now: str = "") -> None: ...


@contextmanager
def progress(console: Console, what: str) -> Iterator[ReportProgress]:
    """A progress bar with an upper estimate of the time left; none where the output is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what)

        def tell(done: int, wanted: int, now: str = "") -> None:
            bar.update(task, completed=done, total=wanted, description=f"{what}: {now}" if now else what)

        yield tell
