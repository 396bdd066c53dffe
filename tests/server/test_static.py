"""The built page: kept for ever where its name says what is in it, the page itself for every address of its router."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from asterism.server.http.app import build
from asterism.server.settings import Settings

from .inside import Browser, browsing

PAGE = "<!doctype html><title>Asterism</title>" + "<p>stars</p>" * 50
SCRIPT = "console.log('stars');" * 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(PAGE)
    (built / "assets" / "index-Ab12Cd34.js").write_text(SCRIPT)
    (built / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not for you")
    return built


@pytest.fixture
def browser(folder: Path, tmp_path: Path) -> Iterator[Browser]:
    with browsing(build(Settings(data=tmp_path / "data", static=folder))) as browser:
        yield browser


def test_every_address_of_the_router_gets_the_page(browser: Browser) -> None:
    for path in ("/", "/new/any-game", "/t/ABCDEF", "/replay", "/records", "/settings", "/rules/any-game"):
        got = browser.get(path)
        assert (got.status, got.text) == (200, PAGE)
        assert got.headers["cache-control"] == "no-cache"


def test_files_named_by_their_content_are_kept_for_ever(browser: Browser) -> None:
    got = browser.get("/assets/index-Ab12Cd34.js")
    assert got.text == SCRIPT
    assert got.headers["content-type"].startswith("text/javascript")
    assert "immutable" in got.headers["cache-control"]
    assert browser.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_files_are_sent_compressed_to_those_who_can_read_it(browser: Browser) -> None:
    got = browser.get("/assets/index-Ab12Cd34.js", {"accept-encoding": "gzip"})
    assert gzip.decompress(got.body).decode() == SCRIPT
    assert "content-encoding" not in browser.get("/", {"accept-encoding": "identity"}).headers


def test_what_the_browser_has_already_is_not_sent_again(browser: Browser) -> None:
    mark = browser.get("/").headers["etag"]
    assert browser.get("/", {"if-none-match": mark}).status == 304


def test_a_missing_file_is_not_the_page(browser: Browser) -> None:
    assert browser.get("/assets/gone-12345678.js").status == 404


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//secret.txt"])
def test_nothing_outside_the_folder_is_served(browser: Browser, path: str) -> None:
    assert "not for you" not in browser.get(path).text


def test_a_page_that_is_built_anew_is_served_without_a_restart(browser: Browser, folder: Path) -> None:
    (folder / "index.html").write_text("<p>new</p>")
    assert browser.get("/").text == "<p>new</p>"


def test_loading_the_page_makes_one_a_guest(browser: Browser) -> None:
    first = browser.get("/")
    assert "asterism_guest=" in first.headers["set-cookie"]
    cookie = first.headers["set-cookie"].partition(";")[0]
    assert "set-cookie" not in browser.get("/", {"cookie": cookie}).headers, "and the next time one is known"


def test_a_page_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with browsing(build(Settings(data=tmp_path / "data", static=tmp_path / "nowhere"))) as browser:
        got = browser.get("/")
        assert got.status == 503
        assert "not built" in got.text
