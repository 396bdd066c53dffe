"""Reports of the lab, for those who host: what comes with Asterism, and what lies in `reports` of the data folder.

A report is kept as the figures that `asterism lab` wrote, and the page is made from them here: nothing that lies there
is sent as it is. Pages have no script, and a policy that allows their one style sheet alone.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import importlib.resources
import re
from functools import cache, lru_cache
from html import escape
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from asterism.core import discover
from asterism.core import words as core_words
from asterism.core.game import BadInput

from ..house import House
from .pages import page, problem

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
LARGEST = 1024 * 1024  # bytes of a file of figures
MOST = 200  # reports of the data folder
FOLDER = "reports"


@cache
def shipped() -> dict[str, Traversable]:
    """The reports that come with Asterism, by name."""
    return _found(importlib.resources.files("asterism.lab").joinpath(FOLDER))


def own(house: House) -> dict[str, Traversable]:
    """The reports of this host, by name."""
    return _found(house.settings.data / FOLDER)


def _found(folder: Traversable) -> dict[str, Traversable]:
    """The files of figures in a folder, by name; a name is looked up here and never made into a path."""
    if not folder.is_dir():
        return {}
    files = {file.name.removesuffix(".json"): file for file in folder.iterdir() if file.name.endswith(".json")}
    return {name: files[name] for name in sorted(files)[:MOST] if NAME.fullmatch(name)}


@page
async def listing(house: House, request: Request) -> Response:
    """A page with links to all reports."""
    return _answer(await asyncio.to_thread(lambda: listing_page(tuple(own(house)))))


@page
async def one(house: House, request: Request) -> Response:
    """The page of one report: that of this host, where both have the name."""
    html = await asyncio.to_thread(report_page, house, request.path_params["name"])
    return problem("there is no such report", 404) if html is None else _answer(html)


def report_page(house: House, name: str) -> str | None:
    file = own(house).get(name) or shipped().get(name)
    if file is None:
        return None
    with file.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadInput(f"{file.name} is larger than a report may be")
    return _made(content, file.name)


@lru_cache(32)
def _made(content: bytes, name: str) -> str:
    """The page of a report, kept by the file's content."""
    from asterism.lab.saved import page_of  # late: most servers are never asked

    return page_of(content.decode("utf-8", "replace"), name)


@lru_cache(8)
def listing_page(hosted: tuple[str, ...]) -> str:
    """The page of links, kept by the names of this host's reports: nothing else in it changes while a server runs."""
    from asterism.lab.report import html_page

    parts = ["<h1>Reports of the lab</h1><p>What matches by the thousand say about the games, for those who host.</p>"]
    for title, found in (("Of this host", hosted), ("With Asterism", shipped())):
        if found:
            links = "".join(
                f'<li><a href="/api/reports/{escape(name)}">{escape(words(name))}</a></li>' for name in found
            )
            parts.append(f"<h2>{title}</h2><ul>{links}</ul>")
    parts.append(
        "<h2>Make your own</h2><p><code>asterism lab measure GAME --save DATA/reports/NAME.json</code>, with the data "
        "folder of this server as DATA; what it measures stands here at once.</p>"
    )
    return html_page("Reports of the lab", "".join(parts))


def words(name: str) -> str:
    """What a report is called: one that begins with the name of a game has its title."""
    game = max((own for own in discover.names() if f"{name}-".startswith(f"{own}-")), key=len, default="")
    rest = name.removeprefix(game).strip("-").replace("-", " ")
    title = core_words.word(discover.find(game), "title") if game else ""
    many = f"{rest} players" if game and rest.isdecimal() else rest
    return ": ".join(part for part in (title, many) if part)


def _answer(html: str) -> Response:
    return HTMLResponse(html, headers={"content-security-policy": _policy(), "cache-control": "no-store"})


@lru_cache(1)
def _policy() -> str:
    """Nothing but the one style sheet that all reports have."""
    from asterism.lab.report import STYLE

    mark = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{mark}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
