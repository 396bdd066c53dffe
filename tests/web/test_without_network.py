"""Where there is no network the page still opens, says so in its own words, and comes back by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.server.serving import Served, wait_until

from .people import DICE, PHONE, People, Person
from .test_calls import LOOK_ELSEWHERE
from .test_reconnecting import free_port

SORRY = "Clouds over the observatory"
OLDER = "/assets/index-older123.js"
SCRIPT = "document.querySelector('script[type=module]')?.getAttribute('src')"
# What is kept becomes the page of an earlier version: the same in all but name.
MAKE_OLDER = """async () => {
  const cache = await caches.open('asterism');
  const frame = await (await cache.match('/')).text();
  const now = document.querySelector('script[type=module]').getAttribute('src');
  await cache.put('OLDER', await cache.match(now));
  const headers = { 'content-type': 'text/html; charset=utf-8', etag: 'older' };
  await cache.put('/', new Response(frame.replaceAll(now, 'OLDER'), { headers }));
  await cache.delete(now);
}""".replace("OLDER", OLDER)
CALLS = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data]);
}"""
KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return paths.sort();
}"""


@pytest.fixture
def server(tmp_path: Path, with_a_sixth_game: dict[str, str]) -> Iterator[Served]:
    """One that can go away. The same games as on the shared server, so that they are compiled already."""
    served = Served(tmp_path, "--unlimited", "--port", str(free_port()), env=with_a_sixth_game)
    yield served
    served.stop()


@pytest.fixture
def visitors(browser: Browser, server: Served) -> Iterator[People]:
    everyone = People(browser, server.address)
    yield everyone
    for person in everyone.persons:
        person.forgive_absence()
    everyone.leave()


def kept(person: Person) -> list[str]:
    paths: list[str] = person.page.evaluate(KEPT)
    return paths


def come_with_worker(visitors: People, **more: Any) -> Person:
    """Someone whose browser has kept the page."""
    person = visitors.come("Ada", PHONE, service_workers="allow", **more)
    person.go("/")
    wait_until(lambda: "/" in kept(person), "the page is kept")
    return person


def test_a_page_that_is_refused_for_its_cookies_says_so_in_words(visitors: People, server: Served):
    ada = come_with_worker(visitors)
    many = [{"name": f"other{n}", "value": "x" * 3000, "url": server.address} for n in range(30)]
    ada.page.context.add_cookies(many)
    ada.page.goto(server.address)
    expect(ada.page.get_by_text("delete the cookies of this site")).to_be_visible()
    ada.page.context.clear_cookies(name=re.compile("other"))
    ada.page.reload()
    expect(ada.page.get_by_text("delete the cookies of this site")).to_be_hidden()
    ada.complaints[:] = [text for text in ada.complaints if "431" not in text]


def test_the_page_opens_without_a_server_and_comes_back_with_it(visitors: People, server: Served):
    ada = come_with_worker(visitors)
    page = ada.page
    server.kill()
    for path in ("/", "/t/ABC234"):
        page.goto(server.address + path)
        expect(page.get_by_role("heading", name=SORRY)).to_be_visible()
        expect(page.get_by_text("The server of your tables does not answer.")).to_be_visible()
    page.goto(server.address + "/settings")
    expect(page.get_by_label("Your name")).to_be_visible()
    page.goto(server.address)
    expect(page.get_by_role("heading", name=SORRY)).to_be_visible()

    server.start()
    expect(ada.card()).to_be_visible()
    expect(page.get_by_role("heading", name=SORRY)).to_have_count(0)


def test_a_match_is_kept_by_nobody_but_the_server(visitors: People):
    ada = come_with_worker(visitors)
    ada.play_now()
    ada.go("/")
    expect(ada.card()).to_be_visible()
    paths = kept(ada)
    assert {"/", "/theme.js", "/stars.svg", "/favicon.svg"} < set(paths)
    others = [path for path in paths if path not in ("/", "/theme.js", "/stars.svg", "/favicon.svg")]
    assert all(re.fullmatch(r"/assets/[\w.-]+-[\w-]{8}\.(js|css|woff2)", path) for path in others), others
    headers = ada.page.evaluate("async () => [...(await caches.match('/')).headers.keys()]")
    assert "set-cookie" not in headers
    assert "content-security-policy" in headers, "what is kept is as guarded as what is sent"


def test_the_page_can_be_installed(visitors: People):
    ada = come_with_worker(visitors)
    session = ada.page.context.new_cdp_session(ada.page)
    problems = [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in problems if one != "in-incognito"] == []


def test_the_call_comes_from_the_worker_and_leads_to_the_table(visitors: People):
    ada = come_with_worker(visitors, permissions=["notifications"])
    page = ada.page
    page.evaluate("localStorage.asterism = JSON.stringify({ ...JSON.parse(localStorage.asterism), calls: true })")
    ada.play_now()
    ada.choose("die")
    page.evaluate(LOOK_ELSEWHERE)
    ada.choose("pass")
    wait_until(lambda: page.evaluate(CALLS) != [], "the call")
    assert page.evaluate(CALLS) == [["Your turn", DICE, f"/t/{ada.code}"]]


def test_whoever_was_away_during_an_upgrade_gets_the_new_page(visitors: People, server: Served):
    ada = come_with_worker(visitors)
    page = ada.page
    page.evaluate(MAKE_OLDER)
    server.kill()
    page.goto(server.address)
    expect(page.get_by_role("heading", name=SORRY)).to_be_visible()
    assert page.evaluate(SCRIPT) == OLDER, "all there is without a network"
    server.start()
    # asked in a way that outlives the loading of the page, which may be going on just now
    expect(page.locator("script[type=module]").first).not_to_have_attribute("src", OLDER)
    expect(ada.card()).to_be_visible()
    page.wait_for_url(server.address)
    wait_until(lambda: OLDER not in kept(ada), "the older one is forgotten")


def test_a_page_that_is_older_than_its_server_is_loaded_anew_once(visitors: People, server: Served):
    ada = visitors.come("Ada", PHONE)
    page = ada.page
    ada.play_now()
    loads: list[str] = []

    def newer(route: Route, request: Request) -> None:
        """The server after an upgrade, as far as the page can tell; to the page itself it gives the old one again."""
        if request.is_navigation_request():
            loads.append(request.url)
            route.continue_()
        else:
            answer = route.fetch()
            route.fulfill(
                response=answer, body=re.sub(r"/assets/index-[\w-]{8}\.js", "/assets/index-newer123.js", answer.text())
            )

    for pattern in (server.address + "/", server.address + "/t/*"):
        page.route(pattern, newer)
    for loaded_anew in (True, False):
        server.kill()
        expect(page.get_by_text("No connection. Your match is safe").first).to_be_visible()
        with page.expect_navigation() if loaded_anew else nullcontext():
            server.start()
        expect(page.locator("p.offline")).to_have_count(0)
        page.locator(".bar button:enabled").first.wait_for()
    expect(page).to_have_title(re.compile(DICE))
    assert loads == [f"{server.address}/t/{ada.code}"], "into the same match, and not again and again"
