"""The verbs of hosts: `serve`, with addresses and a QR code for phones, `backup`, `restore` and `key`."""

from __future__ import annotations

import io
import sqlite3
import webbrowser
from pathlib import Path

import segno
from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from asterism import store
from asterism.core.game import BadInput
from asterism.server.run import serve
from asterism.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")


def qr_code(text: str) -> str:
    """A QR code made of characters."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def invite(console: Console, addresses: list[str]) -> None:
    """Print the addresses for other devices, with a QR code of the first."""
    if not addresses:
        console.print("[dim]No other device can reach it (see --host and --address).[/]")
        return
    first, *others = addresses
    console.print(f"For the others, on phones too: [bold]{first}[/]")
    console.print(Panel(Text.from_ansi(qr_code(first)), border_style="blue", expand=False))
    if others:
        console.print(f"or, in other networks of this machine: [bold]{'[/], [bold]'.join(others)}[/]")


def host(settings: Settings, browser: bool) -> int:
    """Serve until Ctrl-C, and print where; with `browser`, also open the page in a browser."""
    console = Console(highlight=False)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), console=console, transient=True)
    task = bar.add_task("Starting")

    def progress(done: int, all: int, name: str) -> None:
        bar.update(task, completed=done, total=all, description=f"Making {name} ready" if name else "Opening the table")

    def ready(bound: str, others: list[str]) -> None:
        bar.stop()
        here = f"http://localhost:{bound.rpartition(':')[2]}" if settings.host in EVERYWHERE else bound
        console.print(f"[bold yellow]Asterism[/] is at [bold]{here}[/]   [dim](Ctrl-C ends it; every match is kept)[/]")
        invite(console, others)
        if settings.stand:
            console.print(
                f"The stand is at [bold]{here}/stand[/]: open it full screen on the device that stands there."
            )
        if browser:
            webbrowser.open(f"{here}/stand" if settings.stand else here)

    bar.start()
    try:
        serve(settings, ready, progress)
    except store.BadStore as problem:
        raise BadInput(str(problem)) from None
    finally:
        bar.stop()
    console.print("Until next time.")
    return 0


def back_up(data: Path, database: str, to: Path) -> int:
    """Copy the store and the key to a file, even while a server uses them."""
    if database:
        raise BadInput(
            f"PostgreSQL makes backups itself, also while people play: pg_dump --format=custom --file={to} ADDRESS; "
            "the key is in it"
        )
    try:
        store.back_up(data, to)
    except (store.BadStore, OSError, sqlite3.Error) as problem:
        raise BadInput(f"no backup was made: {problem}") from None
    print(f"Everything is in {to}: every table, and the key by which guests are known. Keep it to yourself.")
    return 0


def restore(data: Path, database: str, file: Path) -> int:
    """Replace the store and the key by a backup."""
    if database:
        raise BadInput(f"PostgreSQL restores itself: stop the servers, then pg_restore --clean --dbname=ADDRESS {file}")
    try:
        aside = store.restore(file, data)
    except (store.BadStore, OSError) as problem:
        raise BadInput(f"nothing was restored: {problem}") from None
    print(f"Everything is as it was in {file}." + (f" What was there before is in {aside}." if aside else ""))
    return 0


def change_key(data: Path, database: str, days: int) -> int:
    """Make a new key for the guests' cookies, and accept the former one for so many days; with 0 days, none."""
    try:
        believed = store.rotate(database or data, days)
    except (store.BadStore, OSError, sqlite3.Error) as problem:
        raise BadInput(f"the key was not changed: {problem}") from None
    if days:
        print(
            f"There is a new key. Guests who come within {days} days keep who they are ({believed} keys are believed)."
        )
    else:
        print(
            "There is a new key, and no former one is believed: everyone who comes is a new guest, without their seats."
        )
    return 0
