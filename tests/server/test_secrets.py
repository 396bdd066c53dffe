"""Nothing leaves the server that its reader may not know: neither the secret of the dice nor another's hand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from asterism.core.game import Game
from asterism.core.header import CHANCE, NOBODY
from asterism.core.match import Match
from asterism.games.constellation.state import BEGIN, DEAL
from asterism.store import SeatRow, TableRow
from asterism.table import scenes
from asterism.table.scenes import rolls
from asterism.table.sheet import Drawing
from asterism.table.table import Seats, Table

from .serving import Served
from .talking import Client, Told

HIDDEN = "sixth-game"  # a small game in which every seat holds a star that the others cannot see
UNKNOWN = "?"


def stored_secret(served: Served, code: str) -> bytes:
    """The secret of a table, as only someone with the server's store can read it."""
    if served.databases:
        asked = f"select encode(secret, 'hex') from {{}}.tables where code = '{code}'"
        return bytes.fromhex(served.databases.sql(asked.format(served.databases.name_for(served.data))))
    store = sqlite3.connect(served.data / "tables.sqlite")
    try:
        return bytes(store.execute("select secret from tables where code = ?", (code,)).fetchone()[0])
    finally:
        store.close()


def everything(served: Served, code: str, *clients: Client) -> str:
    """All that was ever said on the sockets, and all that the addresses answer."""
    pages = [
        f"/api/tables/{code}/record",
        f"/api/tables/{code}/replay",
        "/api/mine",
        "/api/games",
        "/api/games/noirlab-dice/records",
        "/metrics",
        "/healthz",
    ]
    said = [json.dumps(client.told) for client in clients]
    answered = [served.get(page, client.cookie).text for page in pages for client in clients]
    return "\n".join(said + answered)


MOVES = 8  # that people make before everything is read


def into_the_middle(anna: Client, bert: Client, watcher: Client) -> Told:
    """Two people and a bot in the middle of a match, having asked for all there is to ask for."""
    lobby = anna.open("me", "elsewhere", "bot:easy")
    code = lobby["table"]["code"]
    watcher.watch(lobby, plain=True)
    bert.sit(code, 1)
    for _ in range(MOVES):
        scene = anna.hear_scene(lambda s: (s["table"]["code"] == code and s["to_act"] in (0, 1)) or over(s))
        if over(scene):
            return into_the_middle(anna, bert, watcher)  # so soon that there was no middle
        mover = (anna, bert)[scene["to_act"]]
        mine = mover.watch(lobby)
        mover.act(mine)
        mover.ask("rolls", table=code)
        mover.ask("advise", table=code)
        mover.ask("emote", table=code, emote="wow")
        mover.ask("undo", table=code, ply=mine["ply"])
        mover.ask("act", table=code, ply=0, action=0)
        anna.watch(lobby)
    return anna.watch(lobby)


def test_the_secret_of_the_dice_never_leaves_before_the_end(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as watcher:
        scene = into_the_middle(anna, bert, watcher)
        while over(scene):
            scene = into_the_middle(anna, bert, watcher)
        code = scene["table"]["code"]
        secret = stored_secret(served, code)
        text = everything(served, code, anna, bert, watcher)
        assert scene["table"]["dice"]["commitment"] in text, "this table is among all that was read"
        assert not over(anna.watch(scene)), "it was read while the match went on"
        for form in (secret.hex(), secret.hex().upper(), json.dumps(list(secret))):
            assert form not in text
        assert len(text) > 50_000


def over(told: Told) -> bool:
    return told["type"] == "scene" and told["table"]["phase"] == "over"


def test_at_the_end_the_secret_is_shown_to_everyone(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        scene = anna.open("me")
        watcher.watch(scene)
        anna.play_on(scene)
        code = scene["table"]["code"]
        end = watcher.hear_scene(over)
        assert end["table"]["dice"]["secret"] == stored_secret(served, code).hex()
        assert served.get(f"/api/tables/{code}/record").json["dice"]["secret"] == end["table"]["dice"]["secret"]


def stars(text: str) -> list[str]:
    """What a board of the hidden game shows of each hand."""
    return [part.split(": ")[1].split()[0] for part in text.splitlines()[0].split("   ")]


def test_a_hand_is_seen_by_its_owner_only(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as watcher:
        lobby = anna.open("me", "elsewhere", game=HIDDEN)
        code = lobby["table"]["code"]
        bert.sit(code, 1)
        seen = {
            name: stars(c.watch(lobby)["text"]) for name, c in (("anna", anna), ("bert", bert), ("watcher", watcher))
        }
        assert seen["anna"][0] != UNKNOWN
        assert seen["bert"][1] != UNKNOWN
        assert seen["anna"][1] == seen["bert"][0] == UNKNOWN
        assert seen["watcher"] == [UNKNOWN, UNKNOWN]
        hands = [seen["anna"][0], seen["bert"][1]]

        def dealt(client: Client) -> dict[int, Any]:
            log = client.watch(lobby)["log"]
            return {line["args"]["who"]: line["args"]["star"] for line in log if line["words"] == "dealt"}

        assert dealt(anna) == {0: int(hands[0]), 1: 0}, "that Bert was dealt a star, but not which"
        assert dealt(bert) == {0: 0, 1: int(hands[1])}
        assert dealt(watcher) == {0: 0, 1: 0}

        replays = {
            name: served.get(f"/api/tables/{code}/replay", c.cookie).json["scenes"]
            for name, c in (("anna", anna), ("bert", bert), ("watcher", watcher))
        }
        assert stars(replays["anna"][-1]["text"])[1] == UNKNOWN
        assert stars(replays["watcher"][-1]["text"]) == [UNKNOWN, UNKNOWN]
        assert served.get(f"/api/tables/{code}/record", anna.cookie).status == 409, "its actions are the hands"

        heard = [roll["came"] for roll in anna.ask("rolls", table=code)["rolls"]]
        assert sum(heard) == 1, "only her own star"
        assert watcher.ask("rolls", table=code)["rolls"] == []


def test_around_one_screen_a_hand_is_shown_in_its_owners_turn_only(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "here", "elsewhere", game=HIDDEN)
        bert.sit(lobby["table"]["code"], 2)
        first = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert [star == UNKNOWN for star in stars(first["text"])] == [False, True, True]
        second = anna.act(first)
        assert [star == UNKNOWN for star in stars(second["text"])] == [True, False, True]
        third = anna.act(second)
        assert third["to_act"] == 2
        assert stars(third["text"]) == [UNKNOWN] * 3, "between their turns nobody's hand lies open"
        assert all(line["args"]["star"] == 0 for line in anna.watch(lobby)["log"] if line["words"] == "dealt")


def test_when_the_match_is_over_the_hands_are_open_and_the_record_can_be_had(served: Served) -> None:
    with Client(served) as anna, Client(served) as watcher:
        over = anna.play_on(anna.open("me", "bot:easy", game=HIDDEN))
        assert UNKNOWN not in stars(watcher.watch(over)["text"])
        assert served.get(f"/api/tables/{over['table']['code']}/record").status == 200


def test_keeping_reveals_nothing_and_is_taken_back_freely_changing_is_not(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "elsewhere", "elsewhere", game=HIDDEN)
        code = lobby["table"]["code"]
        bert.sit(code, 1)
        bert.sit(code, 2)
        kept = anna.act(anna.watch(lobby), 0)
        back = anna.ask("undo", table=code, ply=kept["ply"])
        assert (back["to_act"], back["undo_asked"]) == (0, None)
        changed = anna.act(back, 1)  # her star lies open now, and a new one was dealt
        assert anna.ask("undo", table=code, ply=changed["ply"])["undo_asked"]["waiting"] == [1, 2]


def test_around_one_screen_hints_are_for_the_one_whose_turn_it_is(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert:
        lobby = anna.open("me", "here", "elsewhere", game=HIDDEN)
        code = lobby["table"]["code"]
        bert.sit(code, 2)
        first = anna.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert anna.ask("advise", table=code)["type"] == "advice"
        anna.act(anna.act(first))
        assert anna.refused("advise", table=code) == "not-allowed", "it would tell something of one hand to the other"


def test_the_list_of_rolls_does_not_tell_what_others_were_dealt() -> None:
    """A goal that is missing from the outcomes of one's own deal would be the other's."""
    for seed in range(1, 9):
        match = Match("constellation", seats=2, seed=seed)
        dealt = [at for at, action in enumerate(match.actions) if DEAL <= action < BEGIN]
        for goal in range(4):
            others = list(match.actions)
            mine = 0 if match.standing()[dealt[0]].states["receiver"][0] == 0 else 1
            if others[dealt[mine]] != DEAL + goal:
                others[dealt[1 - mine]] = DEAL + goal
            assert rolls(Match.replay(match.game, 2, {}, others), 0) == rolls(match, 0)


def test_the_list_of_rolls_does_not_tell_a_card_of_which_one_heard_only_that_it_was_drawn() -> None:
    """The odds of the first card are known to all, so nothing but `hear` hides it."""
    match = Match("signal-lamps", seats=2, seed=1)
    drawn = [played for played in match.standing() if played.actor == CHANCE]
    for seat in (0, 1, NOBODY):
        heard = sum(match.game.heard(played.states, seat, played.action) == played.action for played in drawn)
        assert sum(roll.came for roll in rolls(match, seat)) <= heard


def possible(match: Match, seat: int, most: int) -> Iterator[list[list[int]]]:
    """Ply after ply, the courses a match may have taken as far as a seat knows by the rules (what it has heard, and
    what it sees of the state), the true one first."""

    def after(course: list[int]) -> Match:
        return Match.replay(match.game, match.seats, match.options, course)

    courses: list[list[int]] = [[]]
    for ply, (played, states) in enumerate(match.moments()):
        true, heard = match.actions[: ply + 1], match.game.heard(states, seat, played.action)
        seen = match.game.seen(after(true).states, seat).tobytes()
        longer = [
            [*course, action]
            for course in courses
            for action in after(course).legal()
            if match.game.heard(after(course).states, seat, action) == heard
        ]
        others = [
            course
            for course in longer
            if course != true and match.game.seen(after(course).states, seat).tobytes() == seen
        ]
        courses = [true, *others][:most]
        yield courses


def told_at(actions: list[int], game: Game, seat: int) -> bytes:
    """Every byte that a seat is sent of a match, or can ask for: the scene with the whole log, replay and rolls."""
    row = TableRow(
        code="ABC234", game=game.name, version=game.version, options=json.dumps(game.check_options(2, {})),
        undo="free", hints=True, secret=bytes(32), opener="", phase="playing", draw=1,
    )  # fmt: skip
    match = Match.replay(game, 2, {}, actions)
    seats = Seats([SeatRow(name=name, guest=name) for name in ("Ada", "Bo")])
    drawing = Drawing(("the sheet",), ("00" * 32, "11" * 32))
    table = Table(row=row, seats=seats, game=game, match=match, drawing=drawing)
    held = (seat,) if seat >= 0 else ()
    info = scenes.info(table, held, (), {}, opener=False)
    scene = scenes.draw(table, info, held, 0, True, {})
    return scenes.encoder.encode([scene, list(scenes.replay_scenes(match, seat, info, ())), rolls(match, seat)])


@pytest.mark.parametrize(("name", "choice", "plies"), [("constellation", 0, 9), ("signal-lamps", -1, 5)])
def test_every_byte_is_the_same_whatever_was_dealt_that_its_reader_does_not_know(
    name: str, choice: int, plies: int
) -> None:
    """What could have been dealt in its stead is tried: nothing a seat or a watcher is sent tells it from the truth."""
    match = Match(name, seats=2, seed=3)
    while match.ply < plies:
        match.play(match.legal()[choice])
    tried = 0
    for seat in (0, 1, NOBODY):
        for true, *others in possible(match, seat, 12):
            sent = told_at(true, match.game, seat)
            assert [course for course in others if told_at(course, match.game, seat) != sent] == []
            tried += len(others)
    assert tried > 10, "something was hidden"


def test_when_a_match_is_over_its_replay_hides_nothing(served: Served) -> None:
    with Client(served) as anna:
        over = anna.play_on(anna.open("me", "here", game=HIDDEN))
        replay = served.get(f"/api/tables/{over['table']['code']}/replay").json["scenes"]
        assert UNKNOWN not in stars(replay[-2]["text"])
        assert all(line["args"]["star"] > 0 for scene in replay for line in scene["log"] if line["words"] == "dealt")
