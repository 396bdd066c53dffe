"""Dice that a browser checks for itself: what is said of an honest host, and how a dishonest one is found out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect

from asterism.core import fair
from asterism.server.http import lan_address
from tests.server.serving import HOUSE, Served
from tests.server.talking import Client, lock

from .people import People, Person
from .test_reconnecting import free_port


def fairness(person: Person) -> Locator:
    """The drawer on fairness, in the panel beside the match, once the result is put away."""
    if person.over:
        person.page.get_by_role("button", name="Look at the board").click()
    person.page.get_by_role("tab", name="Fairness").click()
    return person.page.locator("aside .panel")


@pytest.fixture(scope="module")
def in_the_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that others in the network reach, on plain http."""
    server = Served(tmp_path_factory.mktemp("house"), "--unlimited", "--host", "0.0.0.0")
    yield server
    server.stop()


@pytest.mark.skipif(not lan_address.addresses("0.0.0.0", 80), reason="this machine is in no network")
def test_on_plain_http_the_browser_computes_all_rolls_and_saves_a_receipt(
    people: People, in_the_house: Served, tmp_path: Path
):
    ada = people.come("Ada")
    ada.address = lan_address.addresses("0.0.0.0", int(in_the_house.address.rpartition(":")[2]))[0]
    ada.play_now()
    assert ada.page.evaluate("window.crypto.subtle === undefined"), "the page must not need it"
    expect(fairness(ada)).to_contain_text("Every browser named here locked a number before any was shown")
    people.play_out(ada)
    expect(fairness(ada).locator(".verdict.fits")).to_contain_text("they fit. It took part in drawing them.")
    page = ada.page
    for role, name, file in (
        ("button", "Save your receipt", "receipt.json"),
        ("link", "Download the record", "match.json"),
        ("link", "Download fair.py", "fair.py"),
    ):
        with page.expect_download() as downloading:
            page.locator("aside").get_by_role(role, name=name).click()  # type: ignore[arg-type]
        downloading.value.save_as(tmp_path / file)
    alone = [sys.executable, "-I", "fair.py", "match.json", "receipt.json"]
    ours = [
        sys.executable,
        "-m",
        "asterism.cli",
        "verify",
        *(str(tmp_path / f) for f in ("match.json", "receipt.json")),
    ]
    checked = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True)
    assert "the match your browser took part in" in checked.stdout, checked.stdout + checked.stderr
    checked = subprocess.run(ours, cwd=HOUSE, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_record_with_another_roll_is_found_out_and_the_roll_is_named(people: People):
    ada = people.come("Ada")
    ada.play_now()

    def cheat(route: Route) -> None:
        record: dict[str, Any] = route.fetch().json()
        ply, which = record["rolls"][1]
        faces = record["odds"][which][0]
        record["actions"][ply] = next(face for face in faces if face != record["actions"][ply])
        route.fulfill(json=record)

    ada.page.route("**/api/tables/*/record", cheat)
    people.play_out(ada)
    found = fairness(ada).locator(".verdict.broken")
    expect(found).to_contain_text("Roll 2 is not what the dice made it.")
    expect(found).to_contain_text("Roll 2 is not the one that your browser heard.")


def test_a_host_that_says_there_were_no_dice_is_called_that_and_nothing_is_promised_beside_it(people: People):
    ada = people.come("Ada")
    ada.play_now()
    expect(fairness(ada)).to_contain_text("Nobody could choose or change their numbers")
    ada.page.route("**/api/tables/*/record", lambda route: route.fulfill(json={**route.fetch().json(), "dice": None}))
    people.play_out(ada)
    panel = fairness(ada)
    expect(panel.locator(".verdict.broken")).to_contain_text("The host says that there were no dice")
    expect(panel).not_to_contain_text("Nobody could choose or change their numbers")


@pytest.mark.parametrize("lie", ["closed", "lobby", "over", "no-table"])
def test_a_host_that_ends_a_match_without_its_secret_is_called_that(people: People, lie: str):
    """After four rolls the host used to need one frame only: the page said that the table was closed before the match
    began, and nothing of dice."""
    ada = people.come("Ada")
    lying = False

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def told(message: str | bytes) -> None:
            news = json.loads(message)
            if lying and news["type"] == "scene":
                if lie == "no-table":
                    news = {"type": "refused", "id": news["id"], "code": "no-table", "text": "there is no such table"}
                else:
                    news["table"]["phase"] = lie
                    news["table"]["dice"]["secret"] = None
            page.send(json.dumps(news))

        server.on_message(told)
        page.on_message(server.send)

    ada.page.route_web_socket("**/ws", between)
    ada.play_now()
    kept = f"JSON.parse(localStorage.getItem('asterism-dice-{ada.code}')).rolled"
    while ada.page.evaluate(kept) < 4:
        ada.act()
    lying = True
    ada.page.reload()
    page = ada.page
    if lie == "over":
        page.get_by_role("tab", name="Fairness").click()
    found = page.locator(".verdict.broken")
    expect(found).to_contain_text("The host did not show its secret, so nothing can be computed again.")
    if lie != "over":
        rolls = page.evaluate(kept)
        expect(found).to_contain_text(f"{rolls} rolls so far")
        expect(page.locator("main")).not_to_contain_text("closed before the match began")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save your receipt").click()
        receipt = json.loads(saved.value.path().read_text())
        assert (receipt["rolled"], len(receipt["heard"])) == (rolls, rolls)


def test_a_record_that_cannot_be_read_is_read_again(people: People):
    ada = people.come("Ada")
    ada.play_now()
    ada.page.route("**/api/tables/*/record", lambda route: route.fulfill(body="<html>gone</html>"))
    people.play_out(ada)
    panel = fairness(ada)
    expect(panel.locator(".verdict.cannot")).to_contain_text("The record could not be read")
    ada.page.unroute("**/api/tables/*/record")
    panel.get_by_role("button", name="Try again").click()
    expect(panel.locator(".verdict.fits")).to_be_visible()


def test_a_lock_of_an_earlier_table_gets_no_number_and_the_person_reads_why(people: People):
    """A host that knows a number from one table names its lock at the next, where it could try secrets until the rolls
    suit it."""
    ada = people.come("Ada")
    sent: list[str] = []
    locks: list[str] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def told(message: str | bytes) -> None:
            news = json.loads(message)
            dice = news["table"]["dice"] if news["type"] == "scene" else {"sheets": []}
            if dice["sheets"]:
                locks.append(dice["lock"])
                dice["sheets"] = [dice["sheets"][0].replace(dice["lock"], locks[0])]
                dice["sheet"], dice["lock"] = fair.sha(dice["sheets"][0].encode()).hex(), locks[0]
            page.send(json.dumps(news))

        def asked(message: str | bytes) -> None:
            sent.append(json.loads(message)["type"])
            server.send(message)

        server.on_message(told)
        page.on_message(asked)

    ada.page.route_web_socket("**/ws", between)
    ada.play_now()
    assert sent.count("reveal") == 1
    ada.go("/")
    ada.card().get_by_role("button", name="Play now").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("not one that your browser gave for this table")
    assert (len(set(locks)), sent.count("reveal")) == (2, 1)


def test_a_sheet_with_other_settings_gets_no_number_and_the_person_reads_why(people: People):
    ada = people.come("Ada")
    sent: list[str] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def told(message: str | bytes) -> None:
            news = json.loads(message)
            dice = news["table"]["dice"] if news["type"] == "scene" else {"sheets": []}
            if dice["sheets"]:
                sheet = {**json.loads(dice["sheets"][-1]), "undo": "never"}
                dice["sheets"] = [json.dumps(sheet)]
                dice["sheet"] = fair.sha(dice["sheets"][0].encode()).hex()
            page.send(json.dumps(news))

        def asked(message: str | bytes) -> None:
            sent.append(json.loads(message)["type"])
            server.send(message)

        server.on_message(told)
        page.on_message(asked)

    ada.page.route_web_socket("**/ws", between)
    ada.go("/")
    ada.card().get_by_role("button", name="Play now").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("settings on the sheet are not those that you asked for")
    assert "open" in sent
    assert "reveal" not in sent


def test_a_second_draw_is_seen_and_a_further_number_is_shown_only_on_purpose(people: People, served: Served):
    ada = people.come("Ada")
    code = ada.invite()
    with Client(served, reveals=False) as bert:
        bert.ask("sit", table=code, seat=1, commit=lock())
        expect(ada.page.locator("main")).to_contain_text("to look in once, so that the match can begin.")
    ada.page.get_by_role("button", name="Draw without").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("drawn once more, for the second time")
    ada.page.get_by_role("button", name="Show my number").click()
    ada.see_board()
    panel = fairness(ada)
    expect(panel).to_contain_text("drawn 2 times")
    expect(panel).to_contain_text("without a part in it")


def test_a_backup_that_was_set_back_is_noticed_by_the_browser_that_heard_more_rolls(
    browser: Browser, tmp_path: Path, with_a_sixth_game: dict[str, str]
):
    """The host lets a match go on, dislikes it, and restores the backup of before: the same rolls come again, but now
    somebody knows them."""
    data = tmp_path / "data"
    server = Served(data, "--unlimited", "--port", str(free_port()), env=with_a_sixth_game)
    people = People(browser, server.address)

    def host(*words: str) -> None:
        command = [sys.executable, "-m", "asterism.cli", *words, "--data", str(data)]
        subprocess.run(command, cwd=HOUSE, check=True, capture_output=True)

    try:
        ada = people.come("Ada")
        ada.play_now()
        ada.choose("die")
        ada.page.locator(".bar button[data-place=pass]:enabled").wait_for()
        host("backup", str(tmp_path / "before.tar"))
        ada.choose("die")
        ada.page.locator(".bar button:enabled").first.wait_for()
        server.stop()
        host("restore", str(tmp_path / "before.tar"))
        server.start()
        expect(ada.page.locator("p.offline")).to_be_hidden()
        ada.page.reload()
        ada.see_board()
        people.play_out(ada)
        expect(fairness(ada).locator(".verdict.broken")).to_contain_text("The host set this table back from")
        ada.forgive_absence()
        people.leave()
    finally:
        server.stop()
