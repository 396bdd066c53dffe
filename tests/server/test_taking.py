"""A late-comer takes over the seat of a bot, if the table agrees; nobody else's seat, and without touching the dice."""

from __future__ import annotations

import pytest

from asterism.core.record import read
from asterism.core.verify import verify

from .serving import Served
from .talking import Client, Told, lock
from .test_leaving import code_of, words

SECRET_GAME = "constellation"


def asked_of(scene: Told) -> Told | None:
    asked: Told | None = scene["table"]["seat_asked"]
    return asked


def agree(opener: Client, code: str, yes: bool = True) -> Told:
    """The opener answers whoever asks."""
    asked = asked_of(opener.hear_scene(asked_of))
    assert asked
    return opener.ask("answer-seat", table=code, seat=asked["seat"], name=asked["name"], yes=yes)


def test_a_late_comer_asks_the_opener_agrees_and_the_dice_stay_as_drawn(own: Served) -> None:
    with Client(own) as anna, Client(own) as mia, Client(own) as eve:
        begun = anna.open("me", "bot")
        code, dice = code_of(begun), begun["table"]["dice"]
        looking = mia.watch(begun)
        assert (looking["table"]["may_ask_seat"], asked_of(looking)) == (True, None)
        mia.ask("ask-seat", table=code, seat=1, name="Mia")
        assert asked_of(eve.watch(begun)) is None, "it is between the one who asks and the one who answers"
        assert mia.refused("answer-seat", table=code, seat=1, name="Mia", yes=True) == "not-allowed"
        assert eve.refused("answer-seat", table=code, seat=1, name="Mia", yes=True) == "not-allowed"
        assert asked_of(mia.watch(begun)) == {"seat": 1, "name": "Mia", "mine": True}
        own.restart()
    with Client(own, anna.cookie) as anna, Client(own, mia.cookie) as mia:
        mia.watch(begun)
        asked = asked_of(anna.watch(begun))
        assert asked == {"seat": 1, "name": "Mia", "mine": False}, "over a restart too"
        done = anna.ask("answer-seat", table=code, seat=1, name="Mia", yes=True)
        taken = done["table"]["seats"][1]
        assert (taken["kind"], taken["name"], taken["level"]) == ("elsewhere", "Mia", "")
        assert done["table"]["dice"] == dice
        scene = mia.watch(begun)
        assert scene["table"]["seats"][1]["mine"]
        assert words(scene)[-1] == "took-over"
        anna.ask("leave", table=code)
        mia.act(mia.hear_scene(lambda scene: scene["choices"]))
        ended = mia.ask("close", table=code, ply=mia.watch(begun)["ply"])
        assert ended["table"]["phase"] == "over"
        record = read(own.get(f"/api/tables/{code}/record").text)
        assert [(event["what"], event.get("name")) for event in record["events"]][:1] == [("took-over", "Mia")]
        assert record["names"][1] != "Mia", "the sheet of the dice names who sat there when they were drawn"
        assert verify(record) == []


def test_a_no_is_for_the_whole_match_and_only_bots_seats_can_be_taken(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as mia:
        lobby = anna.open("me", "elsewhere", "bot")
        begun = bert.sit(code_of(lobby), 1)
        code = code_of(begun)
        mia.watch(begun)
        assert mia.refused("ask-seat", table=code, seat=1) == "seat-taken"
        assert bert.refused("ask-seat", table=code, seat=2) == "not-allowed", "who has a seat gets no second one"
        bert.ask("leave", table=code)
        assert mia.refused("ask-seat", table=code, seat=1) == "seat-taken", "it stays Bert's"
        mia.ask("ask-seat", table=code, seat=2, name="Mia")
        agree(anna, code, yes=False)
        told = mia.hear_scene(lambda scene: asked_of(scene) is None and not scene["table"]["may_ask_seat"])
        assert told["table"]["seats"][2]["kind"] == "bot"
        assert mia.refused("ask-seat", table=code, seat=2) == "not-allowed"


def test_while_the_opener_is_away_those_who_play_answer(served: Served) -> None:
    with Client(served) as bert, Client(served) as mia:
        with Client(served) as anna:
            begun = bert.sit(code_of(anna.open("me", "elsewhere", "bot")), 1)
        code = code_of(begun)
        mia.watch(begun)
        bert.hear_scene(lambda scene: not scene["table"]["seats"][0]["present"])
        mia.ask("ask-seat", table=code, seat=2, name="Mia")
        assert agree(bert, code)["table"]["seats"][2]["name"] == "Mia"


def test_who_takes_over_sees_what_the_seat_sees_keeps_it_and_is_kept_for_the_rematch(served: Served) -> None:
    with Client(served) as anna, Client(served) as mia:
        begun = anna.open("me", "bot", game=SECRET_GAME)
        code = code_of(begun)
        goals = mia.watch(begun)["view"]["seats"][1]["goals"]
        assert [goal["goal"] for goal in goals] == [None], "whoever watches sees no secret"
        mia.ask("ask-seat", table=code, seat=1, name="Mia")
        agree(anna, code)
        scene = mia.hear_scene(lambda scene: scene["table"]["seats"][1]["mine"])
        assert [goal["goal"] for goal in scene["view"]["seats"][1]["goals"]] != [None]
        assert [goal["goal"] for goal in scene["view"]["seats"][0]["goals"]] == [None]
        mia.ask("leave", table=code)
        anna.ask("close", table=code, ply=anna.watch(begun)["ply"])
        following = anna.ask("rematch", table=code, commit=lock())
        next_one = anna.hear_scene(lambda scene: scene["table"]["code"] == following["table"])
        assert sorted(seat["name"] for seat in next_one["table"]["seats"])[-1] == "Mia"
        assert mia.ask("watch", table=following["table"])["table"]["seats"][0]["mine"]


@pytest.mark.parametrize("what", ["ask-seat", "answer-seat"])
def test_bad_wishes_change_nothing(served: Served, what: str) -> None:
    with Client(served) as anna, Client(served) as mia:
        begun = anna.open("me", "bot")
        more = {"yes": True, "name": "x"} if what == "answer-seat" else {}
        for seat in (-1, 0, 7):
            assert mia.refused(what, table=code_of(begun), seat=seat, **more) in ("malformed", "seat-taken", "stale")
        assert words(anna.watch(begun)) == []
