"""Taking back: freely what hurts nobody, with everyone's consent what was rolled, and never from a bot."""

from __future__ import annotations

from asterism.games.constellation.goals import GOALS
from asterism.kit.hexes import Cell, moved, upright

from .serving import Served
from .talking import Client, Told

ROLL, PASS = 0, 1
IN_ONE_TAP = "geminion"  # a tap plays several cards
SECRETS = "constellation"  # goals are secret in it, unless they lie open by option
# Three different goals laid over the Moon: each cell next to one before it, all beginning with the same
SHAPES: tuple[tuple[Cell, ...], ...] = (
    ((1, 0), (0, 1), (-1, 1), (-1, 0)),
    ((1, 0), (2, 0), (3, 0), (4, -1)),
    ((1, 0), (0, 1), (-1, 0), (0, -1)),
)


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def undo(client: Client, scene: Told) -> Told:
    return client.ask("undo", table=code_of(scene), ply=scene["ply"])


def answer(client: Client, scene: Told, yes: bool) -> Told:
    return client.ask("answer", table=code_of(scene), ply=scene["ply"], yes=yes)


def two_people(anna: Client, bert: Client, setting: str) -> Told:
    lobby = anna.open("me", "elsewhere", undo=setting)
    bert.sit(code_of(lobby), 1)
    return anna.hear_scene(lambda s: s["table"]["phase"] == "playing")


def took_back(ply: int, who: int, moves: int) -> Told:
    """The line of the log that tells of an undo."""
    told = {"who": who, "moves": moves}
    return {"ply": ply, "actor": who, "words": "took-back", "args": told, "of": "table", "bot": False}


def pass_the_turn(client: Client, scene: Told) -> Told:
    """Play until this guest can pass, and pass."""
    while PASS not in [c["action"] for c in scene["choices"]]:
        assert scene["choices"], "a bust is unlikely here: the first rolls cover"
        scene = client.act(scene)
    return client.act(scene, PASS)


def test_alone_even_a_roll_is_taken_back_and_rolled_afresh(served: Served) -> None:
    with Client(served) as anna:
        start = anna.open("me")
        assert not start["may_undo"]
        rolled = anna.act(start, ROLL)
        assert rolled["may_undo"]
        back = undo(anna, rolled)
        assert back["ply"] == rolled["ply"] + 1, "an undo is an entry of the log like any other"
        assert back["view"] == start["view"]
        assert (back["since"], back["log"]) == (0, [took_back(2, 0, moves=1)])
        assert anna.act(back, ROLL)["log"][0]["ply"] == back["ply"]


def test_around_one_screen_a_roll_stands_unless_everyone_has_to_agree_anyway(served: Served) -> None:
    with Client(served) as anna:
        rolled = anna.act(anna.open("me", "here"), ROLL)
        assert not rolled["may_undo"]
        assert anna.refused("undo", table=code_of(rolled), ply=rolled["ply"]) == "not-allowed"
        passed = pass_the_turn(anna, rolled)
        assert passed["may_undo"], "a pass hurts nobody"
        assert undo(anna, passed)["to_act"] == 0
        agreed = anna.act(anna.open("me", "here", undo="ask"), ROLL)
        assert undo(anna, agreed)["to_act"] == 0


def test_a_score_with_a_roll_taken_back_counts_in_no_list(own: Served) -> None:
    with Client(own) as anna:
        scene = anna.act(anna.open("me"), ROLL)
        anna.play_on(undo(anna, scene))
        assert own.get("/api/games/noirlab-dice/records").json["alone"] == []
        anna.play_on(anna.open("me"))
        assert len(own.get("/api/games/noirlab-dice/records").json["alone"]) == 1


def test_a_pass_is_taken_back_freely_until_the_next_has_acted(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        passed = pass_the_turn(anna, two_people(anna, bert, "free"))
        assert passed["to_act"] == 1
        back = undo(anna, passed)
        assert (back["type"], back["to_act"], back["undo_asked"]) == ("scene", 0, None)
        passed = anna.act(back, PASS)
        bert.act(bert.watch(passed), ROLL)
        asked = undo(anna, anna.watch(passed))
        assert asked["undo_asked"]["waiting"] == [1], "now Bert is asked"


def test_a_roll_is_taken_back_when_everyone_agrees(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        rolled = anna.act(two_people(anna, bert, "free"), ROLL)
        asked = undo(anna, rolled)
        assert asked["undo_asked"] == {"by": 0, "ply": rolled["ply"], "waiting": [1]}
        assert asked["ply"] == rolled["ply"], "nothing has happened yet"
        told = bert.hear_scene(lambda s: s["undo_asked"] is not None)
        agreed = answer(bert, told, True)
        assert (agreed["undo_asked"], agreed["to_act"]) == (None, 0)
        assert agreed["log"] == [took_back(rolled["ply"], 0, moves=1)]
        assert anna.hear_scene(lambda s: s["ply"] == agreed["ply"])["choices"]


def test_a_no_or_a_withdrawal_ends_the_asking(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        rolled = anna.act(two_people(anna, bert, "ask"), ROLL)
        undo(anna, rolled)
        refused = answer(bert, rolled, False)
        assert (refused["undo_asked"], refused["ply"]) == (None, rolled["ply"])
        undo(anna, rolled)
        assert anna.refused("answer", table=code_of(rolled), ply=rolled["ply"], yes=True) == "not-allowed"
        assert answer(anna, rolled, False)["undo_asked"] is None


def test_who_said_no_is_told_to_everyone_who_was_asked_or_asks(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as carl, Client(served) as watching:
        lobby = anna.open("me", "elsewhere", "elsewhere", undo="ask")
        for seat, client in ((1, bert), (2, carl)):
            client.sit(code_of(lobby), seat)
        watching.watch(lobby)
        rolled = anna.act(anna.hear_scene(lambda s: s["table"]["phase"] == "playing"), ROLL)
        undo(anna, rolled)
        answer(carl, rolled, False)
        refusal = {
            "type": "undo-refused", "table": code_of(lobby), "ply": rolled["ply"], "by": 0, "who": 2, "id": 0,
        }  # fmt: skip
        for client in (anna, bert, carl):
            assert client.hear_until(lambda told: told["type"] == "undo-refused") == refusal
        undo(anna, rolled)
        answer(anna, rolled, False)  # withdrawn: that is no refusal
        moved = anna.act(rolled)
        for client in (anna, bert, carl, watching):
            client.hear_scene(lambda s: s["ply"] == moved["ply"])
        told = [[m["type"] for m in client.told].count("undo-refused") for client in (anna, bert, carl, watching)]
        assert told == [1, 1, 1, 0], "and those who watch were not asked"


def test_an_undo_in_the_middle_is_told_in_its_place_also_to_those_who_come_later(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        passed = pass_the_turn(anna, two_people(anna, bert, "free"))
        back = undo(anna, passed)
        passed = anna.act(back, PASS)
        whole = bert.watch(passed)["log"]
        assert whole[-2:] == [took_back(back["ply"] - 1, 0, moves=1), {**whole[-1], "ply": back["ply"], "of": "game"}]
        assert [line["ply"] for line in whole] == sorted(line["ply"] for line in whole)
        replayed = served.get(f"/api/tables/{code_of(passed)}/replay").json["scenes"]
        assert [line["of"] for scene in replayed for line in scene["log"]] == [line["of"] for line in whole]
        assert all(scene["log"][0]["of"] == "game" for scene in replayed[1:]), "each scene begins with its action"


def play_all(client: Client, scene: Told) -> Told:
    """What one tap plays: the whole hand, or laying everything down as it lies."""
    first, *then = scene["view"]["at_once"]
    assert then, "there is more than one card"
    return client.ask("act", table=code_of(scene), ply=scene["ply"], action=first, then=then)


def test_what_one_tap_played_is_taken_back_in_one_go(served: Served) -> None:
    with Client(served) as anna:
        start = anna.open("me", "here", game=IN_ONE_TAP)
        played = play_all(anna, start)
        bought = anna.act(played, next(c["action"] for c in played["choices"] if c["words"] == "buy"))
        assert bought["view"]["coins"] < played["view"]["coins"]
        back = undo(anna, bought)
        assert back["view"] == played["view"], "what was bought by itself is taken back by itself"
        back = undo(anna, back)
        assert back["view"] == start["view"], "the whole hand is back"
        assert back["log"][-1] == took_back(back["ply"] - 1, 0, moves=4)
        assert not back["may_undo"]


def test_a_whole_order_of_laying_down_is_taken_back_in_one_go_also_after_a_restart(own: Served) -> None:
    with Client(own) as anna:
        played = play_all(anna, anna.open("me", "here", game=IN_ONE_TAP))
        scene = anna.act(played, next(c["action"] for c in played["choices"] if c["args"].get("card") == "double"))
        laying = scene if scene["view"]["phase"] == "laying" else anna.act(scene, scene["choices"][0]["action"])
        assert laying["view"]["phase"] == "laying"
        laid = play_all(anna, laying)
        assert laid["to_act"] == 1
        cookie = anna.cookie
    own.restart()
    with Client(own, cookie=cookie) as anna:
        back = undo(anna, anna.watch(laid))
        assert back["view"] == laying["view"]


def test_moving_on_ends_the_asking(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        rolled = anna.act(two_people(anna, bert, "ask"), ROLL)
        undo(anna, rolled)
        moved = anna.act(rolled)
        assert moved["undo_asked"] is None
        assert bert.refused("answer", table=code_of(moved), ply=moved["ply"], yes=True) == "not-allowed"


def test_where_one_has_to_ask_even_a_pass_is_asked_for(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        passed = pass_the_turn(anna, two_people(anna, bert, "ask"))
        assert undo(anna, passed)["undo_asked"]["waiting"] == [1]
        assert answer(bert, passed, True)["to_act"] == 0


def test_a_bot_agrees_to_nothing_that_was_rolled(served: Served) -> None:
    with Client(served) as anna:
        rolled = anna.act(anna.open("me", "bot:easy"), ROLL)
        if rolled["to_act"] == 0:
            assert not rolled["may_undo"]
        assert anna.refused("undo", table=code_of(rolled), ply=anna.watch(rolled)["ply"]) in ("not-allowed", "stale")


def test_what_was_asked_survives_a_restart(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        rolled = anna.act(two_people(anna, bert, "ask"), ROLL)
        undo(anna, rolled)
        cookie = bert.cookie
    own.restart()
    with Client(own, cookie=cookie) as bert:
        scene = bert.watch(rolled)
        assert scene["undo_asked"]["waiting"] == [1]
        assert answer(bert, scene, True)["log"] == [took_back(scene["ply"], 0, moves=1)]


def place(client: Client, scene: Told, cell: Cell) -> Told:
    """Place a six-pointed star on a cell."""
    where = f"cell:{cell[0]},{cell[1]}"
    found = [c["action"] for c in scene["choices"] if c["place"] == where and c["args"].get("kind") == "six"]
    return client.act(scene, found[0])


def goal_of(scene: Told) -> int:
    """The goal of whoever is to act, as they read it in their turn."""
    return int(scene["view"]["seats"][scene["to_act"]]["goals"][0]["goal"])


def nobodys(*held: int) -> tuple[Cell, ...]:
    """A shape around the Moon that is none of these goals."""
    return next(shape for shape in SHAPES if GOALS.index(upright(moved([(0, 0), *shape]))) + 1 not in held)


def test_a_shape_that_nobody_claims_has_taught_something_and_stands(served: Served) -> None:
    with Client(served) as anna:
        first = anna.open("me", "here", game=SECRETS)
        second = place(anna, first, SHAPES[0][0])
        _, *shape, last = nobodys(goal_of(first), goal_of(second))
        scene = second
        for cell in shape:
            scene = place(anna, scene, cell)
            assert scene["may_undo"], "a star that completes nothing tells nothing"
        back = undo(anna, scene)
        assert back["to_act"] != scene["to_act"]
        completed = place(anna, place(anna, back, shape[-1]), last)
        assert not completed["may_undo"], "now all know that nobody has this goal"
        refused = undo(anna, completed)
        assert refused["code"] == "not-allowed"
        assert "learnt" in refused["text"]


def test_with_people_elsewhere_what_has_taught_something_is_asked_for(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "elsewhere", game=SECRETS)
        bert.sit(code_of(lobby), 1)
        people = {0: anna, 1: bert}

        def turn() -> tuple[Client, Told]:
            client = people[anna.watch(lobby)["to_act"]]
            return client, client.watch(lobby)

        client, first = turn()
        place(client, first, SHAPES[0][0])
        client, scene = turn()
        for cell in nobodys(goal_of(first), goal_of(scene))[1:]:
            client, scene = turn()
            scene = place(client, scene, cell)
        assert scene["may_undo"]
        asked = undo(client, scene)
        assert len(asked["undo_asked"]["waiting"]) == 1, "completing it told what the other does not hold"


def test_where_goals_are_secret_a_bots_answer_is_not_taken_back(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot:beginner", game=SECRETS)
        mine = anna.hear_scene(lambda s: s["to_act"] == 0)
        assert mine["table"]["code"] == code_of(scene)
        played = anna.act(mine)
        answered = anna.hear_scene(lambda s: s["to_act"] == 0 and s["ply"] > played["ply"])
        assert not answered["may_undo"], "its choice tells something of its goal"
        assert "learnt" in undo(anna, answered)["text"]


def test_where_nothing_is_secret_a_bots_answer_may_be_taken_back(served: Served) -> None:
    with Client(served) as anna:
        anna.open("me", "bot:beginner", game=SECRETS, options={"visible": 1})
        mine = anna.hear_scene(lambda s: s["to_act"] == 0)
        played = anna.act(mine)
        answered = anna.hear_scene(lambda s: s["to_act"] == 0 and s["ply"] > played["ply"])
        assert answered["may_undo"]
        assert undo(anna, answered)["view"]["tiles"] == mine["view"]["tiles"]
