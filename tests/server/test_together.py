"""Several server processes on one store: it does not matter which one somebody comes to, and one may die any time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from asterism.core import discover
from tests.engines import Postgres
from tests.valkey import Valkey

from .company import Company, clients, freeze, play_to_the_end, wake
from .serving import Served, wait_until
from .talking import GAME, KNOWN, Client, Told, lock, playing

FIRST_ROLL = 0
LATE = "the store is away, play pauses: it does not answer\nthe store is back, play goes on\n"  # on a busy machine
THINKING = ("--bot-pause", "1.5")  # so long that a process dies or freezes while its bots think


@pytest.fixture(scope="module")
def company(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """Two processes that hear of each other by PostgreSQL."""
    company = Company(postgres, tmp_path_factory.mktemp("company"))
    yield company
    assert [said.replace(LATE, "") for said in company.stop()] == ["", ""], "they complained"


@contextmanager
def one_more(company: Company, *flags: str) -> Iterator[Served]:
    """One more process, which is gone afterwards however the test ends."""
    server = Served(company.data, *company.flags, *flags)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    if not server.killed:
        server.process.terminate()
        assert server.process.communicate(timeout=120)[1].replace(LATE, "") == "", "it complained"


def code_of(scene: Told) -> str:
    return str(scene["table"]["code"])


def begun(anna: Client, bert: Client, *more: str, **fields: object) -> tuple[str, Told]:
    """The code of a table that Anna has opened and where Bert has sat down, and Anna's first scene of the match."""
    code = code_of(anna.open("me", *more, "elsewhere", **fields))
    told = bert.ask("watch", table=code)
    assert told["type"] == "scene", told
    bert.sit(code, 1 + len(more))
    return code, anna.hear_scene(lambda scene: code_of(scene) == code and playing(scene))


def test_a_whole_match_is_played_by_people_at_two_processes_and_a_bot(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, _ = begun(anna, bert, "bot:easy")
        over = play_to_the_end(code, [anna, bert])
        assert [scene["outcome"] for scene in over] == [over[0]["outcome"]] * 2
        company.check(code, anna, bert)


def test_where_no_news_are_heard_at_all_play_is_only_slower(company: Company) -> None:
    with one_more(company, "--news", "polling") as deaf, clients(deaf, company.servers[0]) as (anna, bert):
        code, start = begun(anna, bert, undo="ask")
        rolled = anna.act(start, FIRST_ROLL)
        assert anna.ask("undo", table=code, ply=rolled["ply"])["type"] == "scene"
        asked = bert.hear_scene(lambda scene: scene["undo_asked"] is not None)
        bert.ask("answer", table=code, ply=asked["ply"], yes=False)
        anna.hear_scene(lambda scene: scene["undo_asked"] is None)
        code, _ = begun(anna, bert, "bot:easy")
        play_to_the_end(code, [anna, bert])
        company.check(code, anna, bert)


@pytest.mark.long
@pytest.mark.parametrize("game", discover.names())
def test_every_game_is_played_by_people_at_two_processes(game: str, company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, _ = begun(anna, bert, game=game)
        play_to_the_end(code, [anna, bert])
        company.check(code, anna, bert)


def test_an_undo_is_asked_for_at_one_process_and_answered_at_the_other(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, start = begun(anna, bert, undo="ask")
        rolled = anna.act(start, FIRST_ROLL)
        for yes in (False, True):
            asked = anna.ask("undo", table=code, ply=rolled["ply"])
            assert asked["undo_asked"]["waiting"] == [1]
            told = bert.hear_scene(lambda scene: scene["undo_asked"] is not None)
            answered = bert.ask("answer", table=code, ply=told["ply"], yes=yes)
            assert answered["undo_asked"] is None
            if not yes:
                assert anna.hear_until(lambda told: told["type"] == "undo-refused")["who"] == 1
                anna.hear_scene(lambda scene: scene["undo_asked"] is None)
        back = anna.hear_scene(lambda scene: scene["ply"] == answered["ply"])
        assert back["since"] == answered["since"], "what no longer stands is told anew at both"
        assert back["log"] == answered["log"]
        play_to_the_end(code, [anna, bert])
        company.check(code, anna, bert)


def test_seats_are_shaped_left_and_taken_again_from_different_processes(company: Company) -> None:
    with clients(*company.servers, company.servers[1]) as (anna, bert, carl):
        code = code_of(anna.open("me", "elsewhere"))
        for guest in (bert, carl):
            guest.ask("watch", table=code)
        anna.ask("shape", table=code, change="add")
        assert bert.sit(code, 2)["type"] == "scene", "a seat that was made at the other process"
        bert.ask("stand", table=code, seat=2)
        bert.sit(code, 1)
        carl.sit(code, 2)
        scene = anna.hear_scene(playing)
        assert [seat["taken"] for seat in scene["table"]["seats"]] == [True] * 3
        left = bert.ask("leave", table=code)
        assert left["table"]["seats"][1]["stand_in"], left
        anna.hear_scene(lambda scene: bool(scene["table"]["seats"][1]["stand_in"]))
        anna.act(anna.watch(scene))
        assert bert.ask("come-back", table=code)["table"]["seats"][1]["stand_in"] == ""
        play_to_the_end(code, [anna, bert, carl])
        company.check(code, anna, bert, carl)
        opened = anna.rematch(code)["table"]
        told = bert.hear_scene(lambda scene: code_of(scene) == code and bool(scene["table"]["rematch"]))
        assert told["table"]["rematch"] == opened == bert.rematch(code)["table"] == carl.rematch(code)["table"]
        anna.hear_scene(lambda scene: code_of(scene) == opened and playing(scene))


def test_who_sits_down_last_at_either_process_begins_the_match(company: Company) -> None:
    """Two who sit down at the same moment, at two processes: each sees the other, and the dice are drawn once."""
    with clients(*company.servers, *company.servers) as (anna, bert, carl, dora):
        for _ in range(5):
            code = code_of(anna.open("me", "elsewhere", "elsewhere", "elsewhere"))
            for seat, guest in enumerate((bert, carl, dora), 1):
                guest.send("sit", table=code, seat=seat, commit=lock())
            for guest in (anna, bert, carl, dora):
                guest.hear_scene(lambda scene, code=code: code_of(scene) == code and playing(scene))
            sheets = company.sql(f"select count(*) from sheets s join tables t on t.id = s.table where code = '{code}'")
            assert sheets == "1\n"


def test_a_number_and_a_wish_to_draw_anew_at_two_processes_are_settled_one_way(company: Company) -> None:
    """Bert's computer shows the last number while his telephone, at the other process, asks for fresh ones: the match
    begins or the draw is void, for everyone alike."""
    first, second = company.servers
    with (
        Client(first, reveals=False) as anna,
        Client(first, reveals=False) as bert,
        Client(second, cookie=bert.cookie, reveals=False) as telephone,
    ):
        for turn in range(8):
            mine, code = lock(), code_of(anna.open("me", "elsewhere"))
            sheet = bert.ask("sit", table=code, seat=1, commit=mine)["table"]["dice"]["sheet"]
            hers = KNOWN[anna.ask("watch", table=code)["table"]["dice"]["lock"]]
            assert anna.ask("reveal", table=code, sheet=sheet, nonce=hers)["type"] == "scene"
            telephone.ask("watch", table=code)
            if turn % 2:
                shown = bert.send("reveal", table=code, sheet=sheet, nonce=KNOWN[mine])
                anew = telephone.send("redraw", table=code, draw=1, without=[])
            else:
                anew = telephone.send("redraw", table=code, draw=1, without=[])
                shown = bert.send("reveal", table=code, sheet=sheet, nonce=KNOWN[mine])
            answers = [
                client.hear_until(lambda told, id=id: told["id"] == id)["type"]
                for client, id in ((bert, shown), (telephone, anew))
            ]
            phase = "playing" if answers == ["scene", "refused"] else "lobby"
            assert phase == "playing" or answers == ["refused", "scene"], "one of them, and not both"
            seen = [one.ask("watch", table=code)["table"] for one in (anna, bert, telephone)]
            nonces = [hers, KNOWN[mine]] if phase == "playing" else []
            assert [(table["phase"], table["dice"]["nonces"]) for table in seen] == [(phase, nonces)] * 3


def test_people_see_each_other_and_their_gestures_over_processes(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        anna.ask("hello", name="Anna")
        code = code_of(anna.open("me", "elsewhere", listed=True))
        there = company.servers[1]
        wait_until(lambda: code in there.get("/api/open").text, "a table is found that waits at another process")
        bert.ask("hello", name="Bert")
        bert.ask("watch", table=code)
        anna.hear_scene(lambda scene: scene["table"]["watching"] == ["Bert"])
        assert bert.ask("watch", table=code)["table"]["seats"][0]["present"]
        bert.ask("emote", table=code, emote="hello")
        assert anna.hear_until(lambda told: told["type"] == "emoted")["name"] == "Bert"
        bert.ask("unwatch", table=code)
        anna.hear_scene(lambda scene: scene["table"]["watching"] == [])


def test_nobody_is_played_for_who_has_just_come_back_at_another_process(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, _ = begun(anna, bert, "bot:easy", patience=0)
        bert.ask("unwatch", table=code)
        anna.hear_scene(lambda scene: not scene["table"]["seats"][2]["present"])
        bert.ask("watch", table=code)
        assert anna.refused("stand-in", table=code, seat=2) == "not-allowed"


def test_a_second_device_comes_in_by_another_process_and_is_signed_out_at_all(company: Company) -> None:
    one, two = company.servers
    with clients(one) as (anna,):
        secret = anna.ask("pair")["secret"]
        wish, from_page = json.dumps({"secret": secret}).encode(), {"origin": two.address}
        phone = two.ask("/api/device", wish, from_page).headers["set-cookie"].partition(";")[0]
        assert anna.hear_until(lambda told: told["type"] == "paired")
        assert two.ask("/api/device", wish, from_page).status == 403
        with Client(one, phone) as there:
            assert there.welcome["guest"] == anna.welcome["guest"]
            _, other = two.get("/api/devices", anna.cookie).json["devices"]
            sign_out = json.dumps({"sign_out": other["id"]}).encode()
            assert two.ask("/api/devices", sign_out, {**from_page, "cookie": anna.cookie}).status == 200
            assert there.closed() == 1008, "at the process where it is connected"
        wait_until(lambda: one.get("/api/devices", phone).status == 403, "its cookie is believed nowhere")


def test_a_lesson_is_led_from_one_process_and_played_at_the_other(company: Company) -> None:
    with clients(company.servers[0], *company.servers, company.servers[1]) as (teacher, *pupils):
        opened = teacher.ask("open-lesson", game=GAME, tables=2, seats=2)
        code, secret = opened["lesson"], opened["secret"]
        codes = []
        for pupil in pupils:
            joined = pupil.ask("join-lesson", lesson=code, commit=lock())
            assert joined["type"] == "opened", joined
            codes.append(joined["table"])
        assert codes[0] == codes[1] != codes[2]
        scene = pupils[1].hear_scene(playing)
        steer = {"lesson": code, "secret": secret}
        teacher.ask("steer-lesson", do="pause", **steer)
        pupils[1].hear_scene(lambda scene: scene["table"]["paused"])
        first = pupils[0].watch(scene)
        assert pupils[0].refused("act", table=codes[0], ply=first["ply"], action=FIRST_ROLL) == "not-allowed"
        teacher.ask("steer-lesson", do="go-on", **steer)
        pupils[1].hear_scene(lambda scene: not scene["table"]["paused"])
        seen = teacher.ask("steer-lesson", do="fill", **steer)
        assert [table["phase"] in ("drawing", "playing") for table in seen["tables"]] == [True, True]
        pupils[2].hear_scene(playing)
        seen = teacher.ask("steer-lesson", do="close", **steer)
        assert seen["over"], seen
        pupils[1].hear_scene(lambda scene: scene["table"]["phase"] == "over")


def test_a_clock_runs_out_once_however_many_processes_look_at_it(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, start = begun(anna, bert, clock={"per": "turn", "seconds": 5})
        told = bert.hear_scene(lambda scene: code_of(scene) == code and playing(scene))
        assert told["table"]["clock"]["running"] == start["table"]["clock"]["running"] == 0
        for guest in (anna, bert):
            guest.hear_scene(lambda scene: bool(scene["table"]["seats"][0]["stand_in"]))
        happened = f"select what from events e join tables t on t.id = e.table where code = '{code}' and seat = 0"
        assert company.sql(happened) == "time-up\n"


def test_a_draw_is_made_void_at_one_process_and_drawn_anew_at_both(company: Company) -> None:
    one, other = company.servers
    with Client(one) as anna, Client(other, reveals=False) as bert:
        code = code_of(anna.open("me", "elsewhere"))
        bert.ask("watch", table=code)
        first = bert.sit(code, 1)["table"]["dice"]
        anna.hear_scene(lambda scene: scene["table"]["dice"]["sheet"] == first["sheet"])
        void = bert.ask("redraw", table=code, draw=1, without=[])
        assert void["table"]["phase"] == "lobby", void
        bert.reveals = True  # from now on his browser does as browsers do
        bert.ask("commit", table=code, commit=lock())
        for guest in (anna, bert):
            scene = guest.hear_scene(playing)
            assert scene["table"]["dice"]["draws"] == 2
        play_to_the_end(code, [anna, bert])
        company.check(code, anna, bert)
        reviews = [server.get(f"/api/tables/{code}/review").json for server in company.servers]
        assert reviews[0] == reviews[1], "and it is reviewed wherever one asks"
        assert reviews[0]["choices"]


def test_where_someone_points_is_seen_at_the_other_process(company: Company) -> None:
    with clients(*company.servers) as (anna, bert):
        code, _ = begun(anna, bert, game="gemini", options={"roles": 1})
        anna.ask("point", table=code, place="embers")
        seen = bert.hear_scene(lambda scene: bool(scene["pointed"]))
        assert [(one["seat"], one["place"]) for one in seen["pointed"]] == [(0, "embers")]
        anna.ask("point", table=code, place="")
        bert.hear_scene(lambda scene: not scene["pointed"])


# One of them dies, freezes, or stops


def test_bots_are_taken_over_from_a_process_that_freezes_and_from_one_that_is_killed(company: Company) -> None:
    assert any(taken_over(company) for _ in range(5)), "the bot has won each time before it was Bert's turn"


def taken_over(company: Company) -> bool:
    """Whether the match went on for long enough to tell: a lucky bot wins in its first turn."""
    with one_more(company, *THINKING) as victim, clients(victim, company.servers[0]) as (anna, bert):
        code, scene = begun(anna, bert, "bot:easy")
        scene = anna.hand_on(scene)
        freeze(victim)  # for longer than its lease
        scene = after_the_bot(bert, scene)
        scene = bert.hand_on(scene)
        wake(victim)  # with a move of the bot in hand that was made by another one since
        if scene["outcome"]:
            return False
        scene = anna.hear_scene(lambda told: told["ply"] >= scene["ply"] and told["to_act"] == 0)
        scene = anna.hand_on(scene)
        victim.kill()
        scene = after_the_bot(bert, scene)
        bert.hear_scene(lambda told: not told["table"]["seats"][0]["present"])
        with Client(company.servers[1], anna.cookie) as back:
            if not scene["outcome"]:
                play_to_the_end(code, [back, bert])
            company.check(code, bert, *([] if scene["outcome"] else [back]))
    return True


def after_the_bot(client: Client, scene: Told) -> Told:
    """The first scene in which the bot at seat 1 has done what it had to do after this one."""
    return client.hear_scene(lambda told: told["ply"] > scene["ply"] and told["to_act"] != 1)


def test_a_process_that_is_asked_to_stop_sends_its_people_to_the_others(company: Company) -> None:
    with one_more(company) as leaving, clients(leaving, company.servers[0]) as (anna, bert):
        code, scene = begun(anna, bert, "bot:easy")
        leaving.process.terminate()
        wait_until(lambda: leaving.get("/healthz").text == "leaving\n", "a proxy is told")
        scene = anna.act(scene) if scene["choices"] else scene
        assert scene["type"] == "scene", "whoever is still there plays on"
        assert anna.closed() == 1012
        with Client(company.servers[1], anna.cookie) as back:
            play_to_the_end(code, [back, bert])
            company.check(code, bert, back)


def test_play_goes_on_by_itself_after_the_news_and_the_store_were_away(tmp_path: Path) -> None:
    with ExitStack() as end:
        postgres, valkey = Postgres(durable=True).start(), Valkey().start()
        end.callback(postgres.stop)
        end.callback(valkey.stop)
        company = Company(postgres, tmp_path, valkey.url)
        with clients(*company.servers) as (anna, bert):
            code, scene = begun(anna, bert, "bot:easy")
            valkey.kill()
            scene = anna.act(scene)
            bert.hear_scene(lambda told: told["ply"] == scene["ply"])
            valkey.start()

            postgres.kill()
            for guest in (anna, bert):
                assert guest.hear_until(lambda told: told["type"] == "trouble")["why"] == "store-away"
            assert anna.refused("act", table=code, ply=scene["ply"], action=FIRST_ROLL) == "store-failed"
            assert company.servers[0].get("/healthz").status == 503
            postgres.start()
            for guest in (anna, bert):
                guest.hear_until(lambda told: told["type"] == "trouble" and not told["why"])
            play_to_the_end(code, [anna, bert])
            company.check(code, anna, bert)
        said = company.stop()
    for complaint in said:
        lines = complaint.splitlines()
        store = [line.partition(",")[0] for line in lines if line.startswith("the store is")]
        news = ["are away" in line for line in lines if line.startswith("news by Valkey or Redis")]
        assert store[:2] == ["the store is away", "the store is back"], complaint
        assert store == store[:2] * (len(store) // 2), "once each time"
        assert news == [True, False], complaint
        assert len(lines) == len(store) + len(news), "and nothing else"


def test_where_postgresql_hangs_that_is_told_and_no_clock_runs_meanwhile(tmp_path: Path) -> None:
    with ExitStack() as end:
        postgres = Postgres().start()
        end.callback(postgres.stop)
        company = Company(postgres, tmp_path)
        with clients(*company.servers) as (anna, bert):
            _, start = begun(anna, bert, clock={"per": "turn", "seconds": 120})
            postgres.freeze()
            try:
                for guest in (anna, bert):
                    assert guest.hear_until(lambda told: told["type"] == "trouble")["why"] == "store-away"
                health = company.servers[0].get("/healthz")
                assert (health.status, "does not answer" in health.text) == (503, True)
                time.sleep(4)  # by then nobody was there for more than a moment
            finally:
                postgres.thaw()
            for guest in (anna, bert):
                later = guest.hear_scene(
                    lambda scene: scene["table"]["clock"]["since"] > start["table"]["clock"]["since"] + 4
                )
                assert later["table"]["clock"]["left"][0] > 120 - 10, "what had passed before it"
            assert company.sql("select count(*) from breaks where began > 0") == "1\n"
            scene = anna.watch(start)
            scene = anna.hand_on(scene)
            assert bert.hear_scene(lambda told: told["ply"] == scene["ply"])
        company.stop()


def test_a_late_comer_at_one_process_is_let_in_at_another_to_the_seat_of_a_bot(company: Company) -> None:
    with clients(company.servers[0], company.servers[1]) as (anna, mia):
        begun = anna.open("me", "bot")
        code = begun["table"]["code"]
        mia.watch(begun)
        mia.ask("ask-seat", table=code, seat=1, name="Mia")
        anna.hear_scene(lambda scene: scene["table"]["seat_asked"])
        anna.ask("answer-seat", table=code, seat=1, name="Mia", yes=True)
        scene = mia.hear_scene(lambda scene: scene["table"]["seats"][1]["mine"])
        assert (scene["table"]["seats"][1]["kind"], scene["table"]["may_ask_seat"]) == ("me", False)
        anna.ask("leave", table=code)
        mia.act(mia.hear_scene(lambda scene: scene["choices"]))
