"""Opening a table, sitting down, standing up, and playing again."""

from __future__ import annotations

from asterism.server.tables import LETTERS

from .serving import Served
from .talking import Client, Told, nonce


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def sit(client: Client, scene: Told, seat: int, **more: object) -> Told:
    told = client.ask("sit", table=code_of(scene), seat=seat, nonce=nonce(), **more)
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


def test_every_player_adds_a_nonce_before_the_first_roll(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        mine, theirs = nonce(), nonce()
        opened = anna.ask("open", game="noirlab-dice", seats=[{"kind": "me"}, {"kind": "elsewhere"}], nonce=mine)
        begun = bert.ask("sit", table=opened["table"], seat=1, nonce=theirs.upper())
        assert begun["table"]["nonces"] == [mine, theirs]
        assert begun["ply"] == 0


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
        opened = anna.ask("open", game="noirlab-dice", seats=plan, nonce=nonce())
        begun = bert.ask("sit", table=opened["table"], seat=3, nonce=nonce())
        assert [s["name"] for s in begun["table"]["seats"]] == ["Anna", "Oma", "Bot", "Anna 2"], "told apart"


def test_standing_up_frees_the_seat_and_takes_the_nonce_back(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        lobby = anna.open("me", "elsewhere", "elsewhere")
        sat = sit(bert, lobby, 1)
        assert len(sat["table"]["nonces"]) == 2
        stood = bert.ask("stand", table=code_of(lobby), seat=1)
        assert not stood["table"]["seats"][1]["taken"]
        assert len(stood["table"]["nonces"]) == 1
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
        opened = anna.ask("rematch", table=code_of(over), nonce=nonce())
        lobby = anna.hear_scene(lambda s: s["table"]["code"] == opened["table"])
        assert lobby["table"]["phase"] == "lobby"
        assert [s["name"] for s in lobby["table"]["seats"]] == ["Bert", "Bot", "Anna"], "who was second begins"
        assert (lobby["table"]["undo"], lobby["table"]["hints"]) == ("never", False)
        assert lobby["table"]["commitment"] != over["table"]["commitment"], "with fresh dice"

        told = bert.hear_scene(lambda s: s["table"]["rematch"] is not None)
        assert told["table"]["rematch"] == opened["table"]
        kept = bert.ask("watch", table=opened["table"])["table"]["seats"][0]
        assert (kept["mine"], kept["taken"]) == (True, False), "kept for Bert"
        assert stranger.refused("sit", table=opened["table"], seat=0, nonce=nonce()) == "seat-taken"
        again = bert.ask("sit", table=opened["table"], seat=0, nonce=nonce())
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
            anna.ask("rematch", table=code_of(over), nonce=nonce())
            scene = bert.ask("watch", table=bert.ask("rematch", table=code_of(over), nonce=nonce())["table"])
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
        opened = anna.ask("rematch", table=code_of(over), nonce=nonce())
        anna.ask("stand", table=opened["table"], seat=0)
        begun = carl.ask("sit", table=opened["table"], seat=0, nonce=nonce())
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
        first = anna.ask("rematch", table=code_of(over), nonce=nonce())
        second = bert.ask("rematch", table=code_of(over), nonce=nonce())
        assert first["table"] == second["table"]
        begun = bert.hear_scene(lambda s: s["table"]["code"] == first["table"])
        assert begun["table"]["phase"] == "playing"
        assert len(begun["table"]["nonces"]) == 2


def test_whoever_plays_beside_a_guest_does_so_in_a_rematch_that_another_opens(own: Served) -> None:
    """And what they win is not that guest's."""
    with Client(own) as anna, Client(own) as bert:
        scene = sit(bert, anna.open("me", "here", "elsewhere"), 2)
        kinds = {seat["name"]: seat["kind"] for seat in anna.watch(scene)["table"]["seats"]}
        over = finish(anna, bert, scene)
        following = bert.ask("rematch", table=code_of(over), nonce=nonce())["table"]
        anna.ask("rematch", table=code_of(over), nonce=nonce())
        again = anna.ask("watch", table=following)
        assert {seat["name"]: seat["kind"] for seat in again["table"]["seats"]} == kinds
        assert sorted(kinds.values()) == ["elsewhere", "here", "me"]
        finish(anna, bert, again)
        assert own.get("/api/games/noirlab-dice/records", anna.cookie).json["played"] == 2, "Anna's own, once a match"


def test_a_rematch_alone_starts_at_once(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "bot:best"))
        opened = anna.ask("rematch", table=code_of(over), nonce=nonce())
        begun = anna.hear_scene(lambda s: s["table"]["code"] == opened["table"])
        assert begun["table"]["phase"] == "playing"
        assert [s["kind"] for s in begun["table"]["seats"]] == ["bot", "me"]


def test_the_opener_may_give_away_a_kept_seat(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl:
        over = finish(anna, bert, sit(bert, anna.open("me", "elsewhere"), 1))
        opened = anna.ask("rematch", table=code_of(over), nonce=nonce())
        assert carl.refused("stand", table=opened["table"], seat=0) == "not-your-seat"
        assert anna.ask("stand", table=opened["table"], seat=0)["type"] == "scene"
        assert carl.ask("sit", table=opened["table"], seat=0, nonce=nonce())["table"]["phase"] == "playing"


def test_bots_alone_play_to_the_end_while_one_watches(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("bot:best", "bot:easy")
        over = anna.play_on(scene)
        assert over["outcome"] is not None
        assert over["seat"] == -3
