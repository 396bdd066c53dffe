"""Help between people is off by default; where a table allows it, everyone sees who looks at the chances."""

from __future__ import annotations

from asterism.server.tables.leaving import folded
from asterism.store import EventRow

from .serving import Served
from .talking import Client
from .test_leaving import code_of, seated, words


def test_the_others_see_who_looks_before_the_advice_comes_and_the_record_says_it(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        begun = seated(anna, bert)
        code = code_of(begun)
        asked = bert.send("advise", table=code)
        bert.hear_scene(lambda scene: scene["table"]["seats"][1]["advised"])  # before the advice, which would be missed
        assert bert.hear_until(lambda told: told.get("id") == asked)["type"] == "advice"
        seen = anna.hear_scene(lambda scene: scene["table"]["seats"][1]["advised"])
        assert words(seen) == ["advised"]
        assert bert.ask("advise", table=code)["type"] == "advice"
        assert words(anna.watch(begun)) == ["advised"], "it is said once a match"
        bert.ask("leave", table=code)
        anna.ask("advise", table=code)
        assert anna.watch(begun)["table"]["seats"][1]["stand_in"] == "medium"
        own.restart()
    with Client(own, anna.cookie) as anna:
        scene = anna.watch(begun)
        assert [seat["advised"] for seat in scene["table"]["seats"]] == [True, True], "over a restart too"
        ended = anna.ask("close", table=code, ply=scene["ply"])
        assert ended["table"]["phase"] == "over", "to look does not hide that he has left"
        record = own.get(f"/api/tables/{code}/record").json
        assert [(event["what"], event["seat"]) for event in record["events"]] == [
            ("advised", 1), ("left", 1), ("advised", 0), ("ended", 0),
        ]  # fmt: skip


def test_alone_with_bots_nothing_is_said_of_advice(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot")
        assert anna.ask("advise", table=code_of(scene))["type"] == "advice"
        assert words(anna.watch(scene)) == []


def test_pupils_are_not_advised_unless_whoever_leads_wishes_it(served: Served) -> None:
    with Client(served) as teacher, Client(served) as pupil:
        opened = teacher.ask("open-lesson", game="geminion", tables=1, seats=2)
        asked = teacher.ask("lesson", lesson=opened["lesson"], secret=opened["secret"])
        table = pupil.ask("watch", table=asked["tables"][0]["table"])
        assert table["table"]["hints"] is False


def test_coming_and_going_does_not_drop_that_someone_has_looked() -> None:
    told = [("left", "medium"), ("came-back", ""), ("advised", "")]
    events = tuple(EventRow(ply=7, at=1, what=what, seat=1, level=level) for what, level in told)
    after = folded(events, EventRow(ply=7, at=2, what="left", seat=1, level="medium"))
    assert [event.what for event in after] == ["advised", "left"]
