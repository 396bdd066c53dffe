"""Opening a table, sitting down, standing up, and playing again."""

from __future__ import annotations

from asterism.server.people.codes import LETTERS

from .serving import Served
from .talking import Client, Told, lock, playing


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def sit(client: Client, scene: Told, seat: int, **more: object) -> Told:
    told = client.sit(code_of(scene), seat, **more)
    assert told["type"] == "scene", told
    return told


def test_the_match_starts_when_the_last_seat_is_taken(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        lobby = anna.open("me", "elsewhere", "elsewhere")
        assert (lobby["table"]["phase"], lobby["view"], lobby["to_act"]) == ("lobby", None, -2)
        assert sit(bert, lobby, 2)["table"]["phase"] == "lobby"
        begun = sit(carl, lobby, 1)
        assert (begun["table"]["phase"], begun["to_act"], begun["seat"]) == ("playing", 0, 1)
        told = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert told["choices"], "and the first to act may act"


def test_a_code_is_read_in_any_case_and_with_spaces(served: Served) -> None:
    with Client(served) as anna:
        code = code_of(anna.open("me"))
        assert len(code) == 6
        assert set(code) <= set(LETTERS)
        assert anna.ask("watch", table=f" {code[:3].lower()}-{code[3:].lower()} ")["table"]["code"] == code


def test_names_come_from_the_guest_the_plan_or_the_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        anna.ask("hello", name="Anna")
        bert.ask("hello", name="Anna")
        plan = [
            {"kind": "me"},
            {"kind": "here", "name": "Oma"},
            {"kind": "bot", "level": "easy"},
            {"kind": "elsewhere"},
        ]
        opened = anna.ask("open", game="noirlab-dice", seats=plan, commit=lock())
        begun = bert.sit(opened["table"], 3)
        assert [s["name"] for s in begun["table"]["seats"]] == ["Anna", "Oma", "Bot", "Anna 2"], "told apart"


def test_standing_up_frees_the_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        lobby = anna.open("me", "elsewhere", "elsewhere")
        sat = sit(bert, lobby, 1)
        assert sat["table"]["dice"]["lock"]
        stood = bert.ask("stand", table=code_of(lobby), seat=1)
        assert not stood["table"]["seats"][1]["taken"]
        assert sit(carl, lobby, 1)["table"]["seats"][1]["mine"]


def test_a_seat_is_told_from_where_the_reader_sits(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "here", "elsewhere", "bot:easy")
        begun = sit(bert, lobby, 2)
        assert [s["kind"] for s in begun["table"]["seats"]] == ["elsewhere", "elsewhere", "me", "bot"]
        mine = anna.watch(lobby)
        assert [s["kind"] for s in mine["table"]["seats"]] == ["me", "here", "elsewhere", "bot"]


def test_a_rematch_keeps_the_seats_of_the_same_people_and_another_begins(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as stranger:
        anna.ask("hello", name="Anna")
        bert.ask("hello", name="Bert")
        begun = sit(bert, anna.open("me", "elsewhere", "bot:best", undo="never", hints=False), 1)
        over = finish(anna, bert, begun)
        opened = anna.rematch(code_of(over))
        lobby = anna.hear_scene(lambda s: s["table"]["code"] == opened["table"])
        assert lobby["table"]["phase"] == "lobby"
        assert [s["name"] for s in lobby["table"]["seats"]] == ["Bert", "Bot", "Anna"], "who was second begins"
        assert (lobby["table"]["undo"], lobby["table"]["hints"]) == ("never", False)
        assert lobby["table"]["dice"]["commitment"] != over["table"]["dice"]["commitment"], "with fresh dice"

        told = bert.hear_scene(lambda s: s["table"]["rematch"] is not None)
        assert told["table"]["rematch"] == opened["table"]
        kept = bert.ask("watch", table=opened["table"])["table"]["seats"][0]
        assert (kept["mine"], kept["taken"]) == (True, False), "kept for Bert"
        assert stranger.refused("sit", table=opened["table"], seat=0, commit=lock()) == "seat-taken"
        again = bert.sit(opened["table"], 0)
        assert (again["table"]["phase"], again["to_act"]) == ("playing", 0)


def test_everyone_keeps_their_star_from_one_rematch_to_the_next(own: Served) -> None:
    """The seats move on, so that another begins; whoever was golden stays golden, for all who look, and for good."""

    def stars(scene: Told) -> dict[str, int]:
        return {seat["name"]: seat["star"] for seat in scene["table"]["seats"]}

    with Client(own) as anna, Client(own) as bert, Client(own) as carl:
        anna.ask("hello", name="Anna")
        bert.ask("hello", name="Bert")
        scene = sit(bert, anna.open("me", "elsewhere", "bot:best"), 1)
        first = stars(scene)
        assert sorted(first.values()) == [0, 1, 2]
        beginners = []
        for _ in range(3):
            beginners.append(scene["table"]["seats"][0]["name"])
            over = finish(anna, bert, scene)
            anna.rematch(code_of(over))
            following = bert.rematch(code_of(over))["table"]
            scene = bert.hear_scene(lambda s, code=following: s["table"]["code"] == code and playing(s))
            assert (stars(scene), stars(carl.watch(scene)), stars(anna.watch(scene))) == (first, first, first)
        assert sorted(beginners) == ["Anna", "Bert", "Bot"], "each has begun once"
        cookie = bert.cookie
    own.restart()
    with Client(own, cookie=cookie) as bert:
        assert stars(bert.watch(scene)) == first
    over_stars = own.get(f"/api/tables/{code_of(over)}/replay").json["scenes"][0]
    assert stars(over_stars) == first


def test_who_takes_the_seat_of_another_takes_their_star(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        over = finish(anna, bert, sit(bert, anna.open("me", "elsewhere"), 1))
        opened = anna.rematch(code_of(over))
        anna.ask("stand", table=opened["table"], seat=0)
        begun = carl.sit(opened["table"], 0)
        assert [seat["star"] for seat in begun["table"]["seats"]] == [1, 0]


def finish(anna: Client, bert: Client, scene: Told) -> Told:
    """Two people play the first choice each until the match is over; Anna's last scene."""
    while scene["table"]["phase"] != "over":
        for client in (anna, bert):
            scene = client.watch(scene)
            if scene["choices"]:
                scene = client.act(scene)
    return anna.watch(scene)


def test_who_asks_for_a_rematch_second_joins_the_first(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        over = finish(anna, bert, sit(bert, anna.open("me", "elsewhere"), 1))
        first = anna.rematch(code_of(over))
        second = bert.rematch(code_of(over))
        assert first["table"] == second["table"]
        begun = bert.hear_scene(lambda s: s["table"]["code"] == first["table"] and playing(s))
        assert len(begun["table"]["dice"]["nonces"]) == 2


def test_a_rematch_that_was_closed_again_keeps_nobody_from_another(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        over = finish(anna, bert, sit(bert, anna.open("me", "elsewhere"), 1))
        first = anna.rematch(code_of(over))["table"]
        anna.ask("close", table=first, ply=0)
        second = bert.rematch(code_of(over))["table"]
        assert second != first
        assert anna.rematch(code_of(over))["table"] == second
        anna.hear_scene(lambda s: s["table"]["code"] == second and playing(s))


def test_whoever_plays_beside_a_guest_does_so_in_a_rematch_that_another_opens(own: Served) -> None:
    """And what they win is not that guest's."""
    with Client(own) as anna, Client(own) as bert:
        scene = sit(bert, anna.open("me", "here", "elsewhere"), 2)
        kinds = {seat["name"]: seat["kind"] for seat in anna.watch(scene)["table"]["seats"]}
        over = finish(anna, bert, scene)
        following = bert.rematch(code_of(over))["table"]
        anna.rematch(code_of(over))
        again = anna.hear_scene(lambda s: s["table"]["code"] == following and playing(s))
        assert {seat["name"]: seat["kind"] for seat in again["table"]["seats"]} == kinds
        assert sorted(kinds.values()) == ["elsewhere", "here", "me"]
        finish(anna, bert, again)
        assert own.get("/api/games/noirlab-dice/records", anna.cookie).json["played"] == 2, "Anna's own, once a match"


def test_a_rematch_alone_starts_at_once(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:best"))
        opened = anna.rematch(code_of(over))
        begun = anna.hear_scene(lambda s: s["table"]["code"] == opened["table"] and playing(s))
        assert [s["kind"] for s in begun["table"]["seats"]] == ["bot", "me"]


def test_the_opener_may_give_away_a_kept_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        over = finish(anna, bert, sit(bert, anna.open("me", "elsewhere"), 1))
        opened = anna.rematch(code_of(over))
        assert carl.refused("stand", table=opened["table"], seat=0) == "not-your-seat"
        assert anna.ask("stand", table=opened["table"], seat=0)["type"] == "scene"
        assert carl.sit(opened["table"], 0)["table"]["phase"] == "playing"


def test_bots_alone_play_to_the_end_while_one_watches(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("bot:best", "bot:easy")
        over = anna.play_on(scene)
        assert over["outcome"] is not None
        assert over["seat"] == -3
