"""A whole match over real sockets, and what everyone at the table is told of it."""

from __future__ import annotations

from asterism.core import fair

from .serving import Served
from .talking import Client


def test_a_person_plays_a_bot_to_the_end(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot:easy")
        assert scene["table"]["phase"] == "playing"
        over = anna.play_on(scene)
        assert over["outcome"]["shares"] in ([1.0, 0.0], [0.0, 1.0])
        assert over["to_act"] == -2
        assert over["choices"] == []


def test_every_connection_is_told_every_move(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        scene = anna.open("me")
        watcher.watch(scene)
        first = anna.act(scene)
        seen = watcher.hear_scene(lambda s: s["ply"] == first["ply"])
        assert seen["log"] == first["log"]
        assert seen["view"] == first["view"]
        assert seen["choices"] == []
        assert seen["seat"] == -3


def test_a_move_is_answered_by_a_scene_with_its_id_and_the_others_get_it_unasked(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        scene = anna.open("me")
        watcher.watch(scene)
        answer = anna.act(scene)
        assert answer["id"] == anna.id
        assert watcher.hear_scene(lambda s: s["ply"] == answer["ply"])["id"] == 0


def test_the_log_grows_by_what_happened_since_the_last_scene(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        log: list[object] = []
        for _ in range(6):
            scene = anna.act(scene)
            log = [line for line in log if line["ply"] < scene["since"]] + scene["log"]  # type: ignore[index]
        assert log == anna.watch(scene)["log"]


def test_the_commitment_stands_from_the_beginning_and_the_secret_fits_it_at_the_end(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot:beginner")
        assert scene["table"]["dice"]["secret"] is None
        table = anna.play_on(scene)["table"]
        assert fair.lock_secret(bytes.fromhex(table["dice"]["secret"])) == table["dice"]["commitment"]
        assert table["dice"]["commitment"] == scene["table"]["dice"]["commitment"]


def test_the_record_of_a_finished_match_passes_the_verifier(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:beginner"))
        record = served.get(f"/api/tables/{over['table']['code']}/record").json
        assert fair.problems(record) == []
        assert record["dice"]["nonces"] == over["table"]["dice"]["nonces"]


def test_a_board_as_text_is_sent_to_those_who_ask(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        assert scene["text"] is None
        assert "seat" in anna.watch(scene, plain=True)["text"]


def test_people_around_one_screen_hold_their_seats_together(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "here", "here")
        assert [s["mine"] for s in scene["table"]["seats"]] == [True, True, True]
        movers: set[int] = set()
        while len(movers) < 3:
            movers.add(scene["to_act"])
            assert scene["seat"] == scene["to_act"]
            scene = anna.act(scene, scene["choices"][-1]["action"])
        assert movers == {0, 1, 2}


def test_rolls_are_told_against_what_was_to_be_expected(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        for _ in range(3):
            scene = anna.act(scene, scene["choices"][0]["action"])
        told = anna.ask("rolls", table=scene["table"]["code"])
        came = sum(roll["came"] for roll in told["rolls"])
        assert told["type"] == "rolled"
        assert came >= 1
        assert abs(sum(roll["expected"] for roll in told["rolls"]) - came) < 1e-9


def test_an_emote_reaches_the_others_with_the_name_of_the_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        anna.ask("hello", name="Anna")
        scene = anna.open("me")
        watcher.watch(scene)
        mine = anna.ask("emote", table=scene["table"]["code"], emote="wow")
        theirs = watcher.hear_until(lambda told: told["type"] == "emoted")
        assert (mine["seat"], mine["name"], mine["emote"]) == (0, "Anna", "wow")
        assert {**theirs, "id": mine["id"]} == mine


def test_spectators_are_counted_and_people_are_present_while_they_are_connected(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "elsewhere")
        with Client(served) as bert:
            bert.watch(scene)
            assert anna.hear_scene(lambda s: s["table"]["watchers"] == 1)
            bert.sit(scene["table"]["code"], 1)
            here = anna.hear_scene(lambda s: s["table"]["seats"][1]["present"])
            assert here["table"]["watchers"] == 0
        gone = anna.hear_scene(lambda s: s["table"]["seats"][1]["taken"] and not s["table"]["seats"][1]["present"])
        assert gone["table"]["seats"][0]["present"]


def test_several_actions_in_one_message_are_one_move_or_none(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        scene = anna.open("me", "here", game="constellation", options={"blocking": 1, "visible": 1})
        code = scene["table"]["code"]
        watcher.watch(scene)
        place = scene["choices"][0]["action"]
        probe = anna.act(scene, place)
        cloud = probe["choices"][0]["action"]
        back = anna.ask("undo", table=code, ply=probe["ply"])
        heard = len(watcher.told)
        for bad in ([cloud, place], [place, 99_999], [place, -1], [place, cloud, place]):
            told = anna.ask("act", table=code, ply=back["ply"], action=bad[0], then=bad[1:])
            assert told["code"] == "not-legal", bad
        assert anna.watch(scene)["ply"] == back["ply"], "nothing of it was played"
        done = anna.ask("act", table=code, ply=back["ply"], action=place, then=[cloud])
        assert done["ply"] == back["ply"] + 2
        told = watcher.hear_scene(lambda s: s["ply"] == done["ply"])
        assert [line["ply"] for line in told["log"]] == [back["ply"], back["ply"] + 1]
        scenes = [t for t in watcher.told[heard:] if t["type"] == "scene" and t["ply"] > back["ply"]]
        assert len(scenes) == 1, "one move, one scene"


def test_whoever_watches_no_longer_is_told_nothing_and_stays_connected(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.open("me", "here")
        bert.watch(scene)
        code = scene["table"]["code"]
        assert anna.hear_scene(lambda s: s["table"]["watchers"] == 1)
        for _ in range(2):  # twice is no mistake
            assert bert.ask("unwatch", table=code) == {"type": "unwatched", "id": bert.id, "table": code}
        seen = anna.hear_scene(lambda s: s["table"]["watchers"] == 0)
        told = len(bert.told)
        anna.act(seen)
        bert.ask("hello")
        assert len(bert.told) == told + 1, "the answer alone"
        assert bert.watch(scene)["ply"] > scene["ply"], "it can be watched again"
        assert bert.refused("unwatch", table="ZZZZZZ") == "no-table"


def test_a_player_who_watches_no_longer_is_away(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        scene = anna.open("me", "elsewhere")
        bert.sit(scene["table"]["code"], 1)
        assert anna.hear_scene(lambda s: s["table"]["seats"][1]["present"])
        bert.ask("unwatch", table=scene["table"]["code"])
        assert anna.hear_scene(lambda s: not s["table"]["seats"][1]["present"])
