"""The invitation: in the default set-up, from the link on one screen to the match on another device."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import hatch_build
from asterism.server.http import lan_address
from tests.server.serving import HOUSE, Served

from .people import PHONE, People, Person, shows

QR_ROWS = """import { generate } from 'lean-qr';
const code = generate(process.argv[1]);
const line = (y) => Array.from({ length: code.size }, (_, x) => code.get(x, y));
console.log(JSON.stringify(Array.from({ length: code.size }, (_, y) => line(y))));"""


class Hosted(Served):
    """`asterism serve` as a host types it, except that no browser is opened."""

    def start(self) -> None:
        self.killed = False
        command = [sys.executable, "-m", "asterism.cli", "serve", "--no-browser", "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, *self.flags], cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        said = ""
        while not (found := re.search(r"Asterism is at (\S+)", said)):
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {self.process.communicate(timeout=10)[1]}"
            said += line
        self.address = found[1]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The default set-up."""
    server = Hosted(tmp_path_factory.mktemp("hosted"))
    yield server
    server.stop()


@pytest.fixture
def around(browser: Browser, hosted: Served) -> Iterator[People]:
    everyone = People(browser, hosted.address)
    yield everyone
    everyone.leave()


def link_of(person: Person) -> str:
    field = person.page.get_by_label("Link", exact=True)
    expect(field).to_be_visible()
    return field.input_value()


def leads_to(link: str, code: str, address: str = r"http://[^/]+") -> bool:
    """Whether a link leads to a table, and has a token, which cannot be guessed."""
    return re.fullmatch(rf"{address}/t/{code}-[2-9A-Z]{{16}}", link) is not None


def drawn(person: Person) -> list[list[bool]]:
    """The QR code on the page, dot by dot."""
    path = person.page.get_by_role("img", name="QR code of the link to this table").locator("path")
    dots = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path.get_attribute("d") or "")}
    size = 1 + max(x for x, _ in dots)
    return [[(x, y) in dots for x in range(size)] for y in range(size)]


def qr_of(text: str) -> list[list[bool]]:
    """The QR code of a text."""
    folder, _ = hatch_build.node_tools()
    done = subprocess.run(
        [f"{folder}/node", "--input-type=module", "-e", QR_ROWS, text],
        cwd=HOUSE / "web",
        capture_output=True,
        text=True,
        check=True,
    )
    rows: list[list[bool]] = json.loads(done.stdout)
    return rows


@pytest.mark.skipif(not lan_address.addresses("0.0.0.0", 80), reason="this machine is in no network")
def test_a_phone_follows_the_link_that_a_page_at_localhost_shows(around: People):
    ada, bea = around.come("Ada"), around.come("Bea", PHONE)
    assert "localhost" in ada.address
    code = ada.invite()
    link = link_of(ada)
    assert leads_to(link, code)
    assert not re.search(r"localhost|127\.|\[::1\]", link), link
    assert drawn(ada) == qr_of(link)
    assert drawn(ada) != qr_of(f"{ada.address}/t/{code}")

    bea.page.goto(link)
    bea.page.get_by_role("button", name="Sit here").tap()
    ada.see_board()
    bea.see_board()
    expect(bea.page.locator(".others .name")).to_have_text("Ada")
    assert link_origin(bea.page.url) == link_origin(link)
    around.play_out(ada, bea)


def link_origin(link: str) -> str:
    return "/".join(link.split("/")[:3])


@pytest.mark.skipif(not lan_address.addresses("0.0.0.0", 80), reason="this machine is in no network")
def test_whoever_came_by_an_address_passes_that_one_on(around: People):
    ada = around.come("Ada")
    port = ada.address.rpartition(":")[2]
    ada.address = lan_address.addresses("0.0.0.0", int(port))[0]
    code = ada.invite()
    assert leads_to(link_of(ada), code, ada.address)


def told(person: Person, public: str | None, *addresses: str) -> None:
    """What the server will say about its addresses."""
    answer = json.dumps({"public": public, "addresses": addresses})
    person.page.route("**/api/here", lambda route: route.fulfill(body=answer, content_type="application/json"))


def test_of_several_addresses_one_is_chosen(people: People):
    ada = people.come("Ada")
    told(ada, None, "http://192.168.1.5:8000", "http://10.1.2.3:8000")
    code = ada.invite()
    assert leads_to(link_of(ada), code, "http://192.168.1.5:8000")
    ada.page.get_by_role("radio", name="10.1.2.3:8000").check()
    assert leads_to(link_of(ada), code, "http://10.1.2.3:8000")
    assert drawn(ada) == qr_of(link_of(ada))


def test_the_address_that_the_host_has_set_comes_before_all_others(people: People):
    ada = people.come("Ada", PHONE)
    told(ada, "https://games.example.org", "http://192.168.1.5:8000")
    code = ada.invite()
    assert leads_to(link_of(ada), code, "https://games.example.org")
    assert drawn(ada) == qr_of(link_of(ada))
    expect(ada.page.get_by_role("radio")).to_have_count(0)


def test_where_no_other_device_can_come_that_is_said_and_no_link_is_shown(people: People):
    """The server of these tests is bound to 127.0.0.1; on the same device the code still works."""
    ada, bea = people.come("Ada"), people.come("Bea")
    code = ada.invite()
    shows(ada, "No other device can reach this table yet.")
    expect(ada.page.get_by_label("Link", exact=True)).to_have_count(0)
    expect(ada.page.get_by_role("img", name="QR code")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Copy the link")).to_have_count(0)
    bea.go("/")
    bea.page.get_by_label("Have a code?").fill(code)
    bea.page.get_by_role("button", name="Join").click()
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
