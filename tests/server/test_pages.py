"""What is asked over plain HTTP, and the headers it comes with."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair, record
from asterism.core.match import Match
from asterism.server.http import pages, replays
from asterism.server.http.app import build
from asterism.server.settings import Settings
from asterism.server.tables.lobby import open_table
from asterism.server.wire.requests import Open, SeatPlan

from .inside import browsing
from .serving import Served, wait_until
from .talking import GAME, Client


def test_the_games_with_their_facts(served: Served) -> None:
    games = {game["name"]: game for game in served.get("/api/games").json["games"]}
    facts = games[GAME]
    assert facts["title"] == "NOIRLab Dice"
    assert facts["seats"] == [1, 6]
    assert facts["best"] == "fewest"
    assert facts["levels"]["2"][0] == "beginner"
    assert facts["levels"]["2"][-1] == "best"
    assert "en" in facts["locales"]
    assert "_template" not in games


def test_the_words_and_the_rules_of_a_game(served: Served) -> None:
    assert "roll" in served.get(f"/api/games/{GAME}/words/en.ftl").text
    rules = served.get(f"/api/games/{GAME}/rules")
    assert rules.status == 200
    assert "<h1>" in rules.text
    assert "<script" not in rules.text


def test_unknown_games_words_and_addresses_are_told_in_words(served: Served) -> None:
    for path, status in {
        "/api/games/chess/rules": 404,
        "/api/games/chess/records": 404,
        f"/api/games/{GAME}/words/tlh.ftl": 404,
        f"/api/games/{GAME}/words/..%2F..%2FRULES.ftl": 404,
        "/api/tables/222222/record": 404,
        "/api/tables/222222/replay": 404,
        "/api/nonsense": 404,
    }.items():
        told = served.get(path)
        assert told.status == status, path
        assert told.json["error"]


def test_my_tables_the_last_touched_first_and_whose_turn_it_is(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        assert served.get("/api/mine").json["tables"] == []
        waiting = anna.open("me", "elsewhere")
        playing = anna.open("me", "elsewhere")
        bert.sit(playing["table"]["code"], 1)
        mine = served.get("/api/mine", anna.cookie).json["tables"]
        assert [(t["table"], t["phase"], t["mine"]) for t in mine] == [
            (playing["table"]["code"], "playing", True),
            (waiting["table"]["code"], "lobby", False),
        ]
        theirs = served.get("/api/mine", bert.cookie).json["tables"]
        assert [(t["table"], t["mine"]) for t in theirs] == [(playing["table"]["code"], False)]
        anna.play_on(anna.open("me"))
        assert len(served.get("/api/mine", anna.cookie).json["tables"]) == 2, "what is over is not running"


def test_my_tables_say_which_seats_are_mine_and_who_is_away(served: Served) -> None:
    with Client(served) as anna:
        table = anna.open("me", "here", "elsewhere", "bot:easy")["table"]["code"]
        with Client(served) as bert:
            bert.sit(table, 2)
            (mine,) = served.get("/api/mine", anna.cookie).json["tables"]
            assert (mine["own"], mine["away"]) == ([0], []), "whoever plays along on my device is another person"
            (theirs,) = served.get("/api/mine", bert.cookie).json["tables"]
            assert (theirs["own"], theirs["away"]) == ([2], [])
        wait_until(lambda: served.get("/api/mine", anna.cookie).json["tables"][0]["away"] == [2], "Bert is away")


def test_records_of_people_alone_and_against_others(own: Served) -> None:
    with Client(own) as anna:
        anna.ask("hello", name="Anna")
        alone = anna.play_on(anna.open("me"))
        against = anna.play_on(anna.open("me", "bot:beginner"))
        records = own.get(f"/api/games/{GAME}/records", anna.cookie).json
        assert records["alone"] == [
            {
                "name": "Anna",
                "score": alone["outcome"]["scores"][0],
                "table": alone["table"]["code"],
                "token": alone["table"]["token"],
                "ended": records["alone"][0]["ended"],
            }
        ]
        won = against["outcome"]["shares"][0] == 1.0
        assert (records["played"], records["won"]) == (1, int(won))
        best = [line["score"] for group in records["wins"] for line in group["best"]]
        assert best == ([against["outcome"]["scores"][0]] if won else []), "bots are in no list"
        assert own.get(f"/api/games/{GAME}/records").json["played"] == 0, "a stranger has played nothing"


def test_a_replay_has_a_scene_for_every_action_that_stands(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.act(anna.open("me"))
        scene = anna.ask("undo", table=scene["table"]["code"], ply=scene["ply"])
        over = anna.play_on(scene)
        scenes = served.get(f"/api/tables/{over['table']['code']}/replay", anna.cookie).json["scenes"]
        undone, *log, last, won, why = anna.watch(over)["log"]
        assert undone["words"] == "took-back"
        assert [s["log"] for s in scenes] == [[undone], *([line] for line in log), [last, won, why]]
        assert scenes[0]["view"]["rolls"] == 0
        assert scenes[-1]["view"] == over["view"]
        assert scenes[-1]["outcome"] == over["outcome"]
        assert all(s["outcome"] is None and s["choices"] == [] for s in scenes[:-1])


def test_an_uploaded_record_is_replayed_and_checked(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:easy"))
        code = over["table"]["code"]
        record = served.get(f"/api/tables/{code}/record")
        assert record.headers["content-disposition"] == f'attachment; filename="{GAME}-{code}.json"'
        replayed = served.post("/api/replay", record.body).json
        theirs = served.get(f"/api/tables/{code}/replay").json
        assert replayed["problems"] == []
        assert [s["view"] for s in replayed["scenes"]] == [s["view"] for s in theirs["scenes"]]
        forged = {**record.json, "names": ["Mallory", "Bot"], "dice": {**record.json["dice"], "secret": "00" * 32}}
        found = served.post("/api/replay", json.dumps(forged).encode()).json
        assert found["problems"]
        assert found["shown"] == []


def test_of_an_uploaded_record_no_more_is_said_than_its_dice_show(served: Served) -> None:
    """A record of the first protocol, and one without dice, used to be called checked like any other."""
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:easy"))
        made = served.get(f"/api/tables/{over['table']['code']}/record").json
    undiced = {**made, "dice": None}
    undiced["hash"] = fair.digest(undiced)
    first = json.loads((Path(__file__).parents[1] / "core/first_protocol.json").read_text(encoding="utf-8"))
    for uploaded, told in (
        (made, "are what the secret and the numbers of 1 browser(s) make them"),
        (undiced, "nothing was computed, and anyone could have chosen them"),
        (first, "the host could have chosen these rolls"),
    ):
        replayed = served.post("/api/replay", json.dumps(uploaded).encode()).json
        assert replayed["problems"] == []
        assert told in " ".join(replayed["shown"])
        assert "Anyone could have made such a file." in replayed["shown"]


def test_a_broken_upload_is_told_in_words(served: Served) -> None:
    good = {"asterism": 1, "game": GAME, "version": 1, "seats": 1, "options": {}, "names": ["A"], "actions": []}
    good = {**good, "rolls": [], "dice": None, "trail": []}
    for body in (
        b"",
        b"\xff\xfe\x00",
        b"[]",
        b'{"asterism": 99}',
        json.dumps({**good, "actions": [99]}).encode(),
        json.dumps({**good, "actions": [-5]}).encode(),
        json.dumps({**good, "actions": [0.5]}).encode(),
        json.dumps({**good, "actions": [10**30]}).encode(),
        json.dumps({**good, "seats": 900}).encode(),
        json.dumps({**good, "options": {"speed": "high"}}).encode(),
        json.dumps({**good, "game": "chess"}).encode(),
        json.dumps({**good, "game": "../../etc"}).encode(),
        json.dumps({**good, "rolls": [[0, [8], [2**300]]]}).encode(),
        b"[" * 100_000,
    ):
        told = served.post("/api/replay", body)
        assert told.status == 400, body[:80]
        assert told.json["error"]
    assert served.post("/api/replay", b"x" * 400_000).status == 413
    assert served.post("/api/replay", json.dumps(good).encode()).status == 200


@pytest.mark.parametrize("nonces", [["ab" * 40_000], ["ab" * 32] * 1000])
def test_an_upload_is_not_answered_by_a_thousand_times_as_much(served: Served, nonces: list[str]) -> None:
    """What a record says about its dice is a part of every scene."""
    match = Match("geminos", seats=1, seed=1)
    while match.ply < 1000:  # each score overwrites the one before
        match.play(match.legal()[0])
    made = {**record.make(match), "dice": {"sheets": ["{}"], "nonces": nonces, "secret": None}}
    told = served.post("/api/replay", json.dumps(made).encode())
    assert told.status == 400
    assert "says too much" in told.json["error"]


def test_a_page_of_another_host_breaks_no_match_off(served: Served) -> None:
    with Client(served) as anna:
        path = f"/api/tables/{anna.open('me')['table']['code']}/record"
        theirs = served.ask(path, b"", {"cookie": anna.cookie, "origin": "http://127.0.0.1:1"})
        assert theirs.status == 403
        assert served.ask(path, b"", {"cookie": anna.cookie, "origin": served.address}).status == 409


def test_the_record_of_a_running_match_has_no_secret(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.act(anna.open("me"))
        record = served.get(f"/api/tables/{scene['table']['code']}/record").json
        assert record["dice"]["secret"] is None
        assert fair.problems(record) == ["the match is still running: its secret is shown when it is over"]
        lobby = anna.open("me", "elsewhere")
        for what in ("record", "replay"):
            assert served.get(f"/api/tables/{lobby['table']['code']}/{what}").status == 409


def test_the_verifier_is_one_file_to_download(served: Served) -> None:
    file = served.get("/fair.py")
    assert file.body == Path(fair.__file__).read_bytes()
    assert "attachment" in file.headers["content-disposition"]


def test_the_metrics_count_what_happens(own: Served) -> None:
    def value(name: str) -> float:
        lines = own.get("/metrics").text.splitlines()
        return float(next(line.split()[-1] for line in lines if line.startswith(f"asterism_{name} ")))

    assert value("moves_total") == 0
    with Client(own) as anna:
        scene = anna.open("me")
        anna.act(scene)
        anna.refused("act", table=scene["table"]["code"], ply=99, action=0)
        assert (value("moves_total"), value("entries_total"), value("connections")) == (1, 2, 1)
        assert value("tables") == 1
        assert value("memory_bytes") > 1e6
        assert 'asterism_refused_total{code="stale"} 1' in own.get("/metrics").text
        assert value("batch_size_count") >= 2


def test_the_metrics_are_for_this_machine_only(served: Served) -> None:
    far = {"x-forwarded-for": "203.0.113.9"}  # as a proxy on this machine says whom it speaks for
    assert served.get("/metrics", headers=far).status == 403
    assert served.get("/metrics").status == 200


def test_every_answer_has_the_headers_that_keep_a_page_safe(served: Served) -> None:
    for path in ("/", "/api/games", "/healthz", "/nothing.js", "/fair.py", "/t/ABCDEF"):
        headers = served.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["permissions-policy"]
        assert "server" not in headers


def test_long_answers_are_compressed(served: Served) -> None:
    plain = served.get(f"/api/games/{GAME}/rules")
    zipped = served.get(f"/api/games/{GAME}/rules", headers={"accept-encoding": "gzip"})
    assert gzip.decompress(zipped.body) == plain.body
    assert len(zipped.body) < len(plain.body)


def test_what_takes_long_is_written_and_compressed_away_from_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replay may have 20 MB: writing it where everyone is served held them up for half a second."""
    compress, threads = pages.zipped, []

    def watched(*args: Any, **kwargs: Any) -> bytes:
        threads.append(threading.current_thread())
        return compress(*args, **kwargs)

    monkeypatch.setattr(pages, "zipped", watched)
    monkeypatch.setattr(pages, "PIECE", 500)
    with browsing(build(Settings(data=tmp_path))) as browser:
        wish = Open(game=GAME, seats=[SeatPlan(kind="bot")], commit="0" * 64)  # a match that begins at once
        table = browser.run(lambda house: open_table(house, "0" * 16, "A", wish))
        threads.clear()
        for page in ("replay", "record"):
            path = f"/api/tables/{table.code}/{page}"
            got = browser.get(path, {"accept-encoding": "gzip"})
            assert got.headers.get("content-encoding") == "gzip", got
            plain = browser.get(path)
            assert gzip.decompress(got.body) == plain.body
            assert int(plain.headers["content-length"]) == len(plain.body)
            assert got.largest <= 500 >= plain.largest, "no faster than it is read, or it would all lie in memory"
        assert threads
        assert threading.main_thread() not in threads
        monkeypatch.setattr(replays, "MOST_ACTIONS", table.match.ply - 1 if table.match else 0)
        assert browser.get(f"/api/tables/{table.code}/replay").status == 409, "a match may have no end"


def test_it_is_alive(served: Served) -> None:
    assert served.get("/healthz").text == "ok\n"
