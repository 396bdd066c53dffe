"""Is everything well with a server? Looks at disk, folder, key, store, backup and address, and says what to do."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import time
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from asterism import store
from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.core.places import cache_folder
from asterism.server.house import LEAST_FREE
from asterism.server.http.hosts import MISDIRECTED
from asterism.store.examine import Examined, examine, examine_database

COMFORTABLE = 1 << 30  # bytes that should be free
KEY_BYTES = 32
OLD_DAYS = 90
OLD_BACKUP_DAYS = 7
PATIENCE = 10.0  # seconds for an answer
MARKS = {"well": ("well ", "green"), "look": ("look ", "yellow"), "wrong": ("wrong", "bold red")}


class Found(NamedTuple):
    """One thing that was looked at: how it is, and what to do about it."""

    how: str  # well, look (it works, but) or wrong
    what: str
    do: str = ""


def doctor(console: Console, folder: Path, database: str, address: str | None, backup: Path | None) -> int:
    """Tell everything that was found; 1 if something is wrong."""
    wrong = 0
    for found in look_at_database(database, address) if database else look_at_all(folder, address, backup):
        wrong += found.how == "wrong"
        console.print(Text.assemble(MARKS[found.how], "  ", found.what), soft_wrap=True)
        if found.do:
            console.print(Text.assemble("       ", ("→", "dim"), " ", found.do), soft_wrap=True)
    console.print("Something is wrong: see above." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


def look_at_all(folder: Path, address: str | None, backup: Path | None) -> Iterator[Found]:
    yield look_at_page()
    yield look_at_cache(cache_folder())
    if folder.exists() and not folder.is_dir():
        yield Found("wrong", f"{folder} is not a folder", "--data names the folder with the matches")
    elif not folder.is_dir():
        yield Found("look", f"there is no folder {folder} yet", "it is made by: asterism serve (--data names another)")
    else:
        yield look_at_disk(folder)
        yield look_at_folder(folder)
        yield look_at_key(folder / store.KEY)
        yield from look_at_store(folder)
    yield look_at_backup(backup)
    running = address_of(store.holder(folder)) if folder.is_dir() else None
    yield Found("well", f"a server is running at {running}") if running else Found("look", "no server is running here")
    for place in filter(None, (running, address)):
        yield from look_at_address(place)


def look_at_database(database: str, address: str | None) -> Iterator[Found]:
    """As `look`, where the store is on PostgreSQL."""
    yield look_at_page()
    yield look_at_cache(cache_folder())
    try:
        found, settings = examine_database(database, int(time.time()) - OLD_DAYS * 86_400)
    except store.BadStore as problem:
        do = "asterism serve --store makes its tables, if PostgreSQL lets it in (docs/HOSTING.md)"
        yield Found("wrong", str(problem), do)
    else:
        yield Found("well", f"the store can be read: {found.tables} tables, and the key by which guests are known")
        for name, value in settings.items():
            if value != "on":
                do = "a power cut may cost matches: turn it on"
                yield Found("wrong", f"PostgreSQL runs with {name} = {value}", do)
        yield from look_at_contents(found)
    do = "pg_dump makes one, pg_restore brings it back (docs/HOSTING.md)"
    yield Found("look", "PostgreSQL makes its own backups", do)
    if address:
        yield from look_at_address(address)


def look_at_page() -> Found:
    if files("asterism").joinpath("static/index.html").is_file():
        return Found("well", "the page for browsers is there")
    return Found("wrong", "the page for browsers is missing", "install Asterism anew, or run: python3 dev.py setup")


def look_at_cache(folder: Path) -> Found:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if os.access(there, os.W_OK):
        return Found("well", f"compiled rules are kept in {folder}")
    do = "name another folder with ASTERISM_CACHE; without one every start compiles all rules anew"
    return Found("look", f"{folder} cannot be written to", do)


def look_at_disk(folder: Path) -> Found:
    free = shutil.disk_usage(folder).free
    text = f"{free / (1 << 30):.1f} GiB are free on the disk of {folder}"
    if free < LEAST_FREE:
        return Found("wrong", text, "moves can no longer be stored: make room on this disk")
    if free < COMFORTABLE:
        return Found("look", text, "make room soon; asterism serve --tidy DAYS removes old tables")
    return Found("well", text)


def look_at_folder(folder: Path) -> Found:
    if not os.access(folder, os.W_OK | os.X_OK):
        return Found("wrong", f"{folder} cannot be written to", "run this as the user that the server runs as")
    open_to = [path.name for path in (folder / store.FILE, folder / store.KEY) if is_open(path)]
    if open_to:
        do = f"the secrets of dice and guests are in there: chmod 600 {' '.join(open_to)}"
        return Found("wrong", f"others on this machine can read {', '.join(open_to)} in {folder}", do)
    return Found("well", f"only its owner can read what is in {folder}")


def is_open(path: Path) -> bool:
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & 0o077)


def look_at_key(path: Path) -> Found:
    if not path.exists():
        return Found("look", "there is no key yet", "the first start makes one; a restored store should have its own")
    try:
        length = len(path.read_bytes())
    except OSError as problem:
        return Found("wrong", f"the key cannot be read: {problem.strerror}", "run this as the server's user")
    if length < KEY_BYTES:
        do = "restore a backup; or delete it, and a new one is made: guests then lose their seats"
        return Found("wrong", f"the key {path} is not whole", do)
    return Found("well", "the key by which guests are known is there")


def look_at_store(folder: Path) -> Iterator[Found]:
    path = folder / store.FILE
    if not path.exists():
        yield Found("look", "there are no tables yet", "the first start makes the store")
        return
    try:
        found = examine(path, int(time.time()) - OLD_DAYS * 86_400)
    except store.BadStore as problem:
        newer = "newer Asterism" in str(problem)
        do = "update Asterism" if newer else "stop the server and run: asterism restore BACKUP"
        yield Found("wrong", str(problem), do)
        return
    size = path.stat().st_size / (1 << 20)
    yield Found("well", f"the store is whole: {found.tables} tables, {size:.1f} MiB")
    yield from look_at_contents(found)


def look_at_contents(found: Examined) -> Iterator[Found]:
    if not found.newest:
        yield Found(
            "look", f"the store has schema {found.schema}", "the next start brings it up to date: back it up now"
        )
    yield from look_at_rules(found)
    if found.untouched:
        do = f"asterism serve --tidy {OLD_DAYS} breaks them off and, as much later, removes them"
        yield Found("look", f"at {found.untouched} tables nothing has happened for {OLD_DAYS} days", do)


def look_at_rules(found: Examined) -> Iterator[Found]:
    """Matches that run by rules which this program does not have."""
    for (game, version), count in sorted(found.running.items()):
        try:
            here = find(game).version
        except BadInput:
            here = None
        if version != here:
            other = f"this program has version {here}" if here else "this program does not have that game"
            do = "those who play them can save their records; to play on, run the version of Asterism they began with"
            yield Found("look", f"{count} matches play version {version} of {game}; {other}", do)


def look_at_backup(backup: Path | None) -> Found:
    if backup is None:
        do = "asterism backup FILE makes one, also while people play; asterism doctor --backup FILE looks at it"
        return Found("look", "no backup was named", do)
    found = [path for path in backup.iterdir() if path.is_file()] if backup.is_dir() else [backup]
    if not found or not all(path.exists() for path in found):
        return Found("wrong", f"there is no backup at {backup}", f"asterism backup {backup}")
    newest = max(found, key=lambda path: path.stat().st_mtime)
    made = datetime.fromtimestamp(newest.stat().st_mtime)
    try:
        examined = examine(newest, 0)
    except store.BadStore as problem:
        return Found("wrong", str(problem), "make another one: asterism backup FILE")
    text = f"the backup {newest} of {made:%Y-%m-%d %H:%M} is whole, with {examined.tables} tables"
    if not examined.has_key:
        return Found("look", f"{text}, but without a key", "restored from it, guests would lose their seats")
    if time.time() - newest.stat().st_mtime > OLD_BACKUP_DAYS * 86_400:
        return Found("look", text, f"it is older than {OLD_BACKUP_DAYS} days: let a timer make one every day")
    return Found("well", text)


def address_of(holder: str) -> str | None:
    """Where a running server is reached from this machine, by what it wrote into its folder."""
    found = re.search(r"http://\S+", holder)
    return found[0].replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:") if found else None


def look_at_address(address: str) -> Iterator[Found]:
    """Whether the page, the health and the socket answer there, and whether the server believes its proxy."""
    try:
        status, _ = ask(address, "/healthz", {})
        yield healthy(address, status)
        upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        key = {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "origin": address}
        status, cookie = ask(address, "/ws", {**upgrade, **key})
    except ssl.SSLCertVerificationError as problem:
        do = "the proxy needs a certificate for this name that browsers trust (docs/HOSTING.md)"
        yield Found("wrong", f"{address}: {problem.verify_message}", do)
    except socket.gaierror:
        yield Found("wrong", f"{address}: there is no machine of this name", "let its name point to this machine (DNS)")
    except (OSError, http.client.HTTPException) as problem:
        do = "is the server or its proxy running, and does a firewall let it through? A router may hide it from inside"
        yield Found("wrong", f"{address} does not answer: {problem}", do)
    else:
        yield from look_at_socket(address, status, cookie)


def healthy(address: str, status: int) -> Found:
    if status == 200:
        return Found("well", f"{address} answers, and moves can be stored")
    if status == 503:
        return Found("wrong", f"{address} answers, but moves cannot be stored", "is the disk full? See /healthz")
    return Found("wrong", f"{address}/healthz answers {status}", "this is not Asterism, or its proxy keeps it back")


def look_at_socket(address: str, status: int, cookie: str) -> Iterator[Found]:
    if status == MISDIRECTED:
        do = f"start the server with --address {address}, or with --allow-host {urlsplit(address).hostname}"
        yield Found("wrong", f"the server at {address} does not answer to its own name there", do)
    elif status == 403:
        do = f"let the proxy keep the Host header, or start the server with --address {address}"
        yield Found("wrong", f"{address} refuses its own page", do)
    elif status != 101:
        do = "the proxy must hand /ws on as a WebSocket: Upgrade and Connection (docs/HOSTING.md)"
        yield Found("wrong", f"{address}/ws opens no socket (it answers {status})", do)
    elif address.startswith("https:") and "secure" not in cookie.lower():
        do = "start the server with --proxy and the proxy's address, as --proxy 127.0.0.1; and the proxy must send "
        do += "X-Forwarded-For and X-Forwarded-Proto. Until then all who come through it share one visitor's limits"
        yield Found("wrong", f"the server does not believe the proxy at {address}", do)
    else:
        yield Found("well", f"{address} opens sockets")


def ask(address: str, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status of an answer, and the cookie that came with it."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.getheader("set-cookie", "")
    finally:
        connection.close()
