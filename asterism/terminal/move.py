"""Moving everything to another store, with a bar for whoever waits."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from asterism import store
from asterism.core.game import BadInput
from asterism.store.move import move


def move_store(console: Console, source: str, target: str) -> int:
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console, transient=True)
    task = bar.add_task("looking")
    try:
        with bar:
            counts = move(
                source, target, lambda what, done, all: bar.update(task, description=what, completed=done, total=all)
            )
    except (store.BadStore, store.StoreFailed, OSError) as problem:
        raise BadInput(str(problem)) from None
    console.print(
        f"Everything is there and the same: {counts['tables']} tables, {counts['actions']} actions, "
        f"{counts['results']} results, {counts['guests']} guests, and the key. What it came from is as it was."
    )
    return 0
