"""The verb `move-store`, with a progress bar."""

from __future__ import annotations

from rich.console import Console

from asterism import store
from asterism.core.game import BadInput
from asterism.store.move import move

from .progress import progress


def move_store(console: Console, source: str, target: str) -> int:
    """Copy a store to another; returns the exit status."""
    try:
        with progress(console, "move-store") as tell:
            counts = move(source, target, lambda what, done, all: tell(done, all, what))
    except (store.BadStore, store.StoreFailed, OSError) as problem:
        raise BadInput(str(problem)) from None
    console.print(
        f"Everything is there and the same: {counts['tables']} tables, {counts['actions']} actions, "
        f"{counts['results']} results, {counts['guests']} guests, and the key. What it came from is as it was."
    )
    return 0
