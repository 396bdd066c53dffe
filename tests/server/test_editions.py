"""Tables with numbers of one's own: everyone sees which, they survive a restart, and nothing impossible gets in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from asterism.core import record
from asterism.core.verify import verify

from .serving import Served
from .talking import Client, lock, seat

LAMPS = "signal-lamps"


@pytest.fixture
def own_editions(tmp_path: Path) -> Iterator[Served]:
    folder = tmp_path / "editions" / LAMPS
    folder.mkdir(parents=True)
    (folder / "glaring.toml").write_text('title = "Glaring"\nneeded = 12\n[bright]\nlight = 9\n')
    (folder / "broken.toml").write_text("needed = 999999\n")
    server = Served(tmp_path / "data", "--unlimited", "--editions", str(tmp_path / "editions"))
    yield server
    server.stop()


def test_the_standard_edition_is_told_as_such(served: Served) -> None:
    with Client(served) as anna:
        told = anna.open("me", "here", game=LAMPS)["table"]["edition"]
        assert (told["title"], told["standard"], told["differs"]) == ("Standard", True, [])
        assert anna.open("me")["table"]["edition"] is None, "a game without editions has none"


def test_an_edition_of_ones_own_is_told_to_everyone_with_what_differs(own_editions: Served) -> None:
    games = {game["name"]: game for game in own_editions.get("/api/games").json["games"]}
    assert games[LAMPS]["editions"] == {"standard": "Standard", "glaring": "Glaring"}, "a broken one is not offered"
    with Client(own_editions) as anna, Client(own_editions) as watcher:
        scene = anna.open("me", "here", game=LAMPS, edition="glaring")
        for told in (scene, watcher.watch(scene)):
            edition = told["table"]["edition"]
            assert (edition["title"], edition["standard"]) == ("Glaring", False)
            assert edition["differs"] == [
                {"row": "bright", "name": "light", "item": 0, "here": 9, "standard": 4},
                {"row": "", "name": "needed", "item": 0, "here": 12, "standard": 5},
            ]


def test_an_edition_that_is_not_there_or_cannot_be_is_refused_in_words(own_editions: Served) -> None:
    with Client(own_editions) as anna:
        plan = [seat("me"), seat("here")]
        for name, words in (("mild", "there are: standard, glaring"), ("broken", "line 1"), ("../key", "no edition")):
            told = anna.ask("open", game=LAMPS, seats=plan, commit=lock(), edition=name)
            assert told["code"] == "bad-options"
            assert words in told["text"] or name == "mild"
        assert anna.refused("open", game="noirlab-dice", seats=plan, commit=lock(), edition="x") == "bad-options"


def test_a_table_keeps_its_numbers_though_the_file_is_gone(own_editions: Served, tmp_path: Path) -> None:
    with Client(own_editions) as anna:
        scene = anna.open("me", "here", game=LAMPS, edition="glaring")
        (tmp_path / "editions" / LAMPS / "glaring.toml").unlink()
        own_editions.restart()
    with Client(own_editions, cookie=anna.cookie) as anna:
        again = anna.watch(scene)
        assert again["table"]["edition"] == scene["table"]["edition"]
        over = anna.play_on(again)
        assert over["outcome"]["ending"] in ("team-won", "team-lost")
        with Client(own_editions, cookie=anna.cookie) as bert:
            following = bert.rematch(over["table"]["code"])
            assert bert.hear_scene(lambda s: s["table"]["code"] == following["table"])["table"]["edition"]["title"] == (
                "Glaring"
            ), "a rematch is played with the same numbers"
        text = own_editions.get(f"/api/tables/{over['table']['code']}/record").text
        kept = record.read(text)
        assert kept["edition"]["numbers"]["bright.light"] == 9
        assert verify(kept) == []
        replay = own_editions.post("/api/replay", text.encode())
        assert replay.json["problems"] == []
        assert replay.json["scenes"][0]["table"]["edition"]["title"] == "Glaring"


def test_two_editions_of_the_same_numbers_keep_their_titles(own_editions: Served, tmp_path: Path) -> None:
    glaring = (tmp_path / "editions" / LAMPS / "glaring.toml").read_text()
    (tmp_path / "editions" / LAMPS / "dazzling.toml").write_text(glaring.replace("Glaring", "Dazzling"))
    with Client(own_editions) as anna:
        opened = [anna.open("me", "here", game=LAMPS, edition=name) for name in ("glaring", "dazzling")]
        assert [told["table"]["edition"]["title"] for told in opened] == ["Glaring", "Dazzling"]
        own_editions.restart()
    with Client(own_editions, cookie=anna.cookie) as anna:
        assert [anna.watch(told)["table"]["edition"]["title"] for told in opened] == ["Glaring", "Dazzling"]
        over = anna.play_on(anna.watch(opened[1]))
        kept = record.read(own_editions.get(f"/api/tables/{over['table']['code']}/record").text)
        assert (kept["edition"]["title"], verify(kept)) == ("Dazzling", [])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"numbers": {"needed": 12}}, "is missing from this edition"),
        ({"digest": "0" * 16}, "are not those of its digest"),
        ({"title": "x" * 999}, "the title of an edition"),
        ({"numbers": []}, "'edition' of this record is not"),
    ],
)
def test_numbers_in_an_uploaded_record_are_checked_as_those_of_a_file(
    served: Served, change: dict[str, object], told: str
) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "here", game=LAMPS))
        kept = served.get(f"/api/tables/{over['table']['code']}/record").json
    kept["edition"] = {**kept["edition"], **change}
    answer = served.post("/api/replay", json.dumps(kept).encode())
    assert answer.status == 400
    assert told in answer.json["error"]


def test_numbers_out_of_bounds_never_reach_the_rules(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "here", game=LAMPS))
        kept = served.get(f"/api/tables/{over['table']['code']}/record").json
    for value in (-1, 21, 2**31, 2**70, 1.5, None, True, "4"):
        numbers = {**kept["edition"]["numbers"], "dim.count": value}
        changed = {**kept, "edition": {**kept["edition"], "numbers": numbers}}
        assert served.post("/api/replay", json.dumps(changed).encode()).status == 400
