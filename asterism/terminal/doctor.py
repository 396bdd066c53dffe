"""The verb `doctor`: health checks of disk, folder, key, store, backup and address, with what to do."""

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
from asterism.store.sqlite import KEY_BYTES

COMFORTABLE = 1 << 30  # bytes that should be free
OLD_DAYS = 90
OLD_BACKUP_DAYS = 7
PATIENCE = 10.0  # seconds for an answer
MARKS = {"well": ("well ", "green"), "look": ("look ", "yellow"), "wrong": ("wrong", "bold red")}


class Finding(NamedTuple):
    """The result of one check, and what to do about it."""

    how: str  # "well", "look" (a warning) or "wrong"
    what: str
    do: str = ""


def doctor(console: Console, folder: Path, database: str, address: str | None, backup: Path | None) -> int:
    """Print all findings; returns 1 if something is wrong, else 0."""
    wrong = 0
    for found in look_at_database(database, address) if database else look_at_all(folder, address, backup):
        wrong += found.how == "wrong"
        console.print(Text.assemble(MARKS[found.how], "  ", found.what), soft_wrap=True)
        if found.do:
            console.print(Text.assemble("       ", ("→", "dim"), " ", found.do), soft_wrap=True)
    console.print("Something is wrong: see above." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


def look_at_all(folder: Path, address: str | None, backup: Path | None) -> Iterator[Finding]:
    """The findings about a server with a data folder."""
    yield look_at_page()
    yield look_at_cache(cache_folder())
    if folder.exists() and not folder.is_dir():
        yield Finding("wrong", f"{folder} is not a folder", "--data names the folder with the matches")
    elif not folder.is_dir():
        yield Finding(
            "look", f"there is no folder {folder} yet", "it is made by: asterism serve (--data names another)"
        )
    else:
        yield look_at_disk(folder)
        yield look_at_folder(folder)
        yield look_at_key(folder / store.KEY)
        yield from look_at_store(folder)
    yield look_at_backup(backup)
    running = address_of(store.holder(folder)) if folder.is_dir() else None
    yield (
        Finding("well", f"a server is running at {running}")
        if running
        else Finding("look", "no server is running here")
    )
    for place in filter(None, (running, address)):
        yield from look_at_address(place)


def look_at_database(database: str, address: str | None) -> Iterator[Finding]:
    """The findings about a server with a store on PostgreSQL."""
    yield look_at_page()
    yield look_at_cache(cache_folder())
    try:
        found, settings = examine_database(database, int(time.time()) - OLD_DAYS * 86_400)
    except store.BadStore as problem:
        do = "asterism serve --store makes its tables, if PostgreSQL lets it in (docs/HOSTING.md)"
        yield Finding("wrong", str(problem), do)
    else:
        yield Finding("well", f"the store can be read: {found.tables} tables, and the key by which guests are known")
        for name, value in settings.items():
            if value != "on":
                do = "a power cut may cost matches: turn it on"
                yield Finding("wrong", f"PostgreSQL runs with {name} = {value}", do)
        yield from look_at_contents(found)
    do = "pg_dump makes one, pg_restore brings it back (docs/HOSTING.md)"
    yield Finding("look", "PostgreSQL makes its own backups", do)
    if address:
        yield from look_at_address(address)


def look_at_page() -> Finding:
    """Whether the built page is installed."""
    if files("asterism").joinpath("static/index.html").is_file():
        return Finding("well", "the page for browsers is there")
    return Finding("wrong", "the page for browsers is missing", "install Asterism anew, or run: python3 dev.py setup")


def look_at_cache(folder: Path) -> Finding:
    """Whether the cache can be written."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if os.access(there, os.W_OK):
        return Finding("well", f"compiled rules are kept in {folder}")
    do = "name another folder with ASTERISM_CACHE; without one every start compiles all rules anew"
    return Finding("look", f"{folder} cannot be written to", do)


def look_at_disk(folder: Path) -> Finding:
    """Whether there is room on the disk."""
    free = shutil.disk_usage(folder).free
    text = f"{free / (1 << 30):.1f} GiB are free on the disk of {folder}"
    if free < LEAST_FREE:
        return Finding("wrong", text, "moves can no longer be stored: make room on this disk")
    if free < COMFORTABLE:
        return Finding("look", text, "make room soon; asterism serve --tidy DAYS removes old tables")
    return Finding("well", text)


def look_at_folder(folder: Path) -> Finding:
    """Whether the folder can be written, and read by its owner only."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding("wrong", f"{folder} cannot be written to", "run this as the user that the server runs as")
    open_to = [path.name for path in (folder / store.FILE, folder / store.KEY) if is_open(path)]
    if open_to:
        do = f"the secrets of dice and guests are in there: chmod 600 {' '.join(open_to)}"
        return Finding("wrong", f"others on this machine can read {', '.join(open_to)} in {folder}", do)
    return Finding("well", f"only its owner can read what is in {folder}")


def is_open(path: Path) -> bool:
    """Whether other users can read a file."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & 0o077)


def look_at_key(path: Path) -> Finding:
    """Whether there is a whole key."""
    if not path.exists():
        return Finding("look", "there is no key yet", "the first start makes one; a restored store should have its own")
    try:
        length = len(path.read_bytes())
    except OSError as problem:
        return Finding("wrong", f"the key cannot be read: {problem.strerror}", "run this as the server's user")
    if length < KEY_BYTES:
        do = "restore a backup; or delete it, and a new one is made: guests then lose their seats"
        return Finding("wrong", f"the key {path} is not whole", do)
    return Finding("well", "the key by which guests are known is there")


def look_at_store(folder: Path) -> Iterator[Finding]:
    """Whether the store can be read, and what is in it."""
    path = folder / store.FILE
    if not path.exists():
        yield Finding("look", "there are no tables yet", "the first start makes the store")
        return
    try:
        found = examine(path, int(time.time()) - OLD_DAYS * 86_400)
    except store.BadStore as problem:
        newer = "newer Asterism" in str(problem)
        do = "update Asterism" if newer else "stop the server and run: asterism restore BACKUP"
        yield Finding("wrong", str(problem), do)
        return
    size = path.stat().st_size / (1 << 20)
    yield Finding("well", f"the store is whole: {found.tables} tables, {size:.1f} MiB")
    yield from look_at_contents(found)


def look_at_contents(found: Examined) -> Iterator[Finding]:
    """Findings about the contents of a readable store."""
    if not found.newest:
        yield Finding(
            "look", f"the store has schema {found.schema}", "the next start brings it up to date: back it up now"
        )
    yield from look_at_rules(found)
    if found.untouched:
        do = f"asterism serve --tidy {OLD_DAYS} breaks them off and, as much later, removes them"
        yield Finding("look", f"at {found.untouched} tables nothing has happened for {OLD_DAYS} days", do)


def look_at_rules(found: Examined) -> Iterator[Finding]:
    """Findings about matches whose version of the rules this program does not have."""
    for (game, version), count in sorted(found.running.items()):
        try:
            here = find(game).version
        except BadInput:
            here = None
        if version != here:
            other = f"this program has version {here}" if here else "this program does not have that game"
            do = "those who play them can save their records; to play on, run the version of Asterism they began with"
            yield Finding("look", f"{count} matches play version {version} of {game}; {other}", do)


def look_at_backup(backup: Path | None) -> Finding:
    """Whether a backup, or the newest in a folder, is whole and recent."""
    if backup is None:
        do = "asterism backup FILE makes one, also while people play; asterism doctor --backup FILE looks at it"
        return Finding("look", "no backup was named", do)
    found = [path for path in backup.iterdir() if path.is_file()] if backup.is_dir() else [backup]
    if not found or not all(path.exists() for path in found):
        return Finding("wrong", f"there is no backup at {backup}", f"asterism backup {backup}")
    newest = max(found, key=lambda path: path.stat().st_mtime)
    made = datetime.fromtimestamp(newest.stat().st_mtime)
    try:
        examined = examine(newest, 0)
    except store.BadStore as problem:
        return Finding("wrong", str(problem), "make another one: asterism backup FILE")
    text = f"the backup {newest} of {made:%Y-%m-%d %H:%M} is whole, with {examined.tables} tables"
    if not examined.has_key:
        return Finding("look", f"{text}, but without a key", "restored from it, guests would lose their seats")
    if time.time() - newest.stat().st_mtime > OLD_BACKUP_DAYS * 86_400:
        return Finding("look", text, f"it is older than {OLD_BACKUP_DAYS} days: let a timer make one every day")
    return Finding("well", text)


def address_of(holder: str) -> str | None:
    """The local address of a running server, by what it wrote into its folder; None if there is none."""
    found = re.search(r"http://\S+", holder)
    return found[0].replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:") if found else None


def look_at_address(address: str) -> Iterator[Finding]:
    """Findings about an address: whether page and socket answer there, and whether the server trusts its proxy."""
    try:
        status, _ = ask(address, "/healthz", {})
        yield healthy(address, status)
        upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        key = {"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "origin": address}
        status, cookie = ask(address, "/ws", {**upgrade, **key})
    except ssl.SSLCertVerificationError as problem:
        do = "the proxy needs a certificate for this name that browsers trust (docs/HOSTING.md)"
        yield Finding("wrong", f"{address}: {problem.verify_message}", do)
    except socket.gaierror:
        yield Finding(
            "wrong", f"{address}: there is no machine of this name", "let its name point to this machine (DNS)"
        )
    except (OSError, http.client.HTTPException) as problem:
        do = "is the server or its proxy running, and does a firewall let it through? A router may hide it from inside"
        yield Finding("wrong", f"{address} does not answer: {problem}", do)
    else:
        yield from look_at_socket(address, status, cookie)


def healthy(address: str, status: int) -> Finding:
    """The finding for the status of /healthz."""
    if status == 200:
        return Finding("well", f"{address} answers, and moves can be stored")
    if status == 503:
        return Finding("wrong", f"{address} answers, but moves cannot be stored", "is the disk full? See /healthz")
    return Finding("wrong", f"{address}/healthz answers {status}", "this is not Asterism, or its proxy keeps it back")


def look_at_socket(address: str, status: int, cookie: str) -> Iterator[Finding]:
    """The finding for the status of /ws, and for the cookie that came with it."""
    if status == MISDIRECTED:
        do = f"start the server with --address {address}, or with --allow-host {urlsplit(address).hostname}"
        yield Finding("wrong", f"the server at {address} does not answer to its own name there", do)
    elif status == 403:
        do = f"let the proxy keep the Host header, or start the server with --address {address}"
        yield Finding("wrong", f"{address} refuses its own page", do)
    elif status != 101:
        do = "the proxy must hand /ws on as a WebSocket: Upgrade and Connection (docs/HOSTING.md)"
        yield Finding("wrong", f"{address}/ws opens no socket (it answers {status})", do)
    elif address.startswith("https:") and "secure" not in cookie.lower():
        do = "start the server with --proxy and the proxy's address, as --proxy 127.0.0.1; and the proxy must send "
        do += "X-Forwarded-For and X-Forwarded-Proto. Until then all who come through it share one visitor's limits"
        yield Finding("wrong", f"the server does not believe the proxy at {address}", do)
    else:
        yield Finding("well", f"{address} opens sockets")


def ask(address: str, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status of the answer to a GET request, and its cookie."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.getheader("set-cookie", "")
    finally:
        connection.close()
