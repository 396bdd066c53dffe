"""A whole house under every kind of request, in every phase: nothing fails, nothing is told too early, the store knows
all of it, and the dice of every match fit."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asterism.core import fair, record
from asterism.core.verify import verify
from asterism.server.house import House
from asterism.server.http import pages
from asterism.server.lessons import teaching
from asterism.server.people.guests import new_guest
from asterism.server.tables import clocks
from asterism.server.wire import requests
from asterism.server.wire.messages import UndoAsked
from asterism.table.table import Table, restore

from .test_house import Ear, house_in

GAMES = ("noirlab-dice", "geminos", "constellation", "gemini", "chess")
LEVELS = ("", "beginner", "easy", "godlike")
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # where no disk is waited for
KNOWN: dict[str, str] = {}  # the numbers behind all locks that were made here
NAMES = ("", "Anna", "Bot", "A\u202eb", "\u0301" * 30, "x" * 100)


def lock() -> str:
    number = secrets.token_bytes(32)
    made = fair.lock_nonce(number)
    KNOWN[made] = number.hex()
    return made


class Anyone(Ear):
    """Someone whose every message is kept as it was sent."""

    def __init__(self, house: House, guest: str) -> None:
        super().__init__(house, guest)
        self.unread: list[str] = []

    def send_at_once(self, text: bytes) -> bool:
        self.unread.append(text.decode())
        return super().send_at_once(text)


class WholeHouse:
    """Three people, one of them at two devices, and a server that is sometimes started anew.

    What happens next is drawn from what is there, by a number for each step: so a list of numbers is a whole story, and
    a shorter one is a story too."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(dir=IN_MEMORY)
        self.runner = asyncio.Runner()
        self.guests = [new_guest() for _ in range(3)]
        self.codes: list[str] = []
        self.lessons: list[tuple[str, str]] = []
        self.whispered: dict[str, str] = {}  # secrets that one guest was told, by secret
        self.checked: set[str] = set()  # codes of tables whose dice were
        self.answers: Counter[tuple[str, str]] = Counter()  # to each kind of request
        self.complaints = Complaints()
        self.ahead = 0.0
        self.id = 0
        self.runner.get_loop().set_exception_handler(lambda _, context: self.complaints.heard.append(str(context)))
        logging.getLogger("asterism").addHandler(self.complaints)
        self.begin()

    def begin(self) -> None:
        self.life = house_in(Path(self.folder.name), ahead=self.ahead)
        self.house = self.runner.run(self.life.__aenter__())
        self.run(teaching.load(self.house))
        self.ears = self.run(self.connect())

    async def connect(self) -> list[Anyone]:
        return [Anyone(self.house, guest) for guest in (*self.guests, self.guests[0])]

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def end(self) -> None:
        self.run(self.life.__aexit__(None, None, None))
        self.runner.close()
        self.folder.cleanup()
        logging.getLogger("asterism").removeHandler(self.complaints)

    def step(self, number: int) -> None:
        """One thing happens; then all that must hold is looked at."""
        draw = Random(number)
        more: list[Callable[[Random], None]] = [
            self.open, self.learn, self.sit, self.finish_drawing, self.meet, self.meet, self.meet, self.play, self.play,
            self.play, self.think_again, self.time_passes, self.reconnect, self.start_anew,
        ]  # fmt: skip
        draw.choice([self.anything] * len(more) + more)(draw)
        assert self.complaints.heard == []
        self.check_nothing_is_told_too_early()
        self.check_dice()

    # What is asked

    def ask(self, ear: Anyone, **message: Any) -> None:
        """Ask, and be answered."""
        self.id += 1
        before = len(ear.told)

        async def asked() -> None:
            await ear.connection.hear(json.dumps({**message, "id": self.id}))
            if ear.connection.advising is not None:
                await asyncio.wait([ear.connection.advising])
            await asyncio.sleep(0)

        self.run(asked())
        told = ear.told[before:]
        answers = [one for one in told if one["id"] == self.id]
        assert answers, (message, told)
        assert all(one.get("code") != "server-failed" for one in told), (message, told)
        self.note(ear, answers[0])
        self.answers[message["type"], answers[0]["type"]] += 1

    def note(self, ear: Anyone, answer: dict[str, Any]) -> None:
        if answer["type"] == "opened" and answer["table"] not in self.codes:
            self.codes.append(answer["table"])
        if answer["type"] == "lesson-opened":
            self.lessons.append((answer["lesson"], answer["secret"]))
        if answer["type"] == "lesson-scene":
            self.codes += [table["table"] for table in answer["tables"] if table["table"] not in self.codes]
        if answer["type"] in ("lesson-opened", "pairing"):
            self.whispered[answer["secret"]] = ear.connection.guest

    def anything(self, draw: Random) -> None:
        """Any request, with fields that fit, or do not."""
        cls = draw.choice(get_args(requests.Asked))
        begun = [table.code for table in self.house.tables.values() if table.phase in ("drawing", "playing", "over")]
        code = draw.choice([*(draw.choice([begun, self.codes]) or self.codes), "222222"])
        lesson, secret = draw.choice([*self.lessons, *self.lessons, ("22222", "")])
        table = self.house.tables.get(code)
        match = table.match if table else None
        seats = {"OpenLesson": draw.randint(1, 3), "Leave": draw.choice([[], [], [draw.randrange(4)]])}
        fits: dict[str, Any] = {
            "table": code,
            "lesson": lesson,
            "secret": secret,
            "ply": match.ply if match else 0,
            "action": draw.choice(match.legal() or [0]) if match else 0,
            "then": draw.sample(range(20), draw.choice([0, 0, 0, 2])),
            "seat": draw.randint(0, 3),
            "seats": seats.get(cls.__name__, [planned(draw) for _ in range(draw.randint(1, 4))]),
            "commit": lock(),
            "sheet": table.drawing.hash if table else "",
            "nonce": draw.choice([*KNOWN.values(), "0" * 64]),
            "draw": table.row.draw if table else 0,
            "without": draw.sample(range(4), draw.choice([0, 1, 2])),
            "change": draw.choice(get_args(requests.Change)),
            "level": draw.choice(LEVELS),
            "names": draw.sample(NAMES, 2),
            "name": draw.choice(NAMES),
            "yes": draw.random() < 0.5,
            "listed": draw.random() < 0.5,
            "named": draw.random() < 0.5,
            "plain": draw.random() < 0.5,
            "emote": draw.choice(get_args(requests.EmoteName)),
            "place": draw.choice(["", "dice", "a>b/c", "x" * 65]),
            "game": draw.choice(GAMES),
            "options": draw.choice([{}, {}, {"x": 1}]),
            "edition": draw.choice(["", "standard", "none"]),
            "undo": draw.choice(get_args(requests.UndoSetting)),
            "hints": draw.random() < 0.8,
            "patience": draw.choice([0, 60, -1, 10**9]),
            "clock": draw.choice([None, *({"per": "match", "seconds": n, "then": "end"} for n in (1, 5, 10**12))]),
            "tables": draw.randint(0, 3) if cls is requests.OpenLesson else draw.choice([[], [code]]),
            "do": draw.choice(["pause", "go-on", "fill", "add", "close"]),
        }
        fields = {name: fits[name] for name in cls.__struct_fields__ if name != "id"}
        if fields and draw.random() < 0.1:
            fields[draw.choice(sorted(fields))] = draw.choice([2**31, -(2**31), 2**63, 10**30, "", "xyz", None, [], {}])
        sitting = [ear for ear in self.ears if table and table.seats.held(ear.connection.guest)]
        self.ask(draw.choice([*sitting, *sitting, *self.ears]), type=cls.__struct_config__.tag, **fields)

    # What leads further

    def one_of(self, draw: Random, *phases: str) -> Table | None:
        found = [table for table in self.house.tables.values() if table.phase in phases]
        return draw.choice(found) if found else None

    def open(self, draw: Random) -> None:
        kinds = draw.choices(["me", "here", "elsewhere", "elsewhere"], k=draw.choice([2, 2, 3]))
        seats = [{"kind": kind} for kind in kinds]
        self.ask(draw.choice(self.ears), type="open", seats=seats, commit=lock(), **wished(draw))

    def meet(self, draw: Random) -> None:
        """Two or three of them begin a match."""
        people = draw.sample(self.ears[:3], draw.choice([2, 3]))
        seats = [{"kind": "me"}, *[{"kind": "elsewhere"}] * (len(people) - 1)]
        self.ask(people[0], type="open", seats=seats, commit=lock(), **wished(draw))
        table = self.house.tables[self.codes[-1]]
        for seat, ear in enumerate(people[1:], 1):
            self.ask(ear, type="sit", table=table.code, seat=seat, commit=lock())
        if draw.random() < 0.2:  # one has lost their number
            self.ask(people[0], type="redraw", table=table.code, draw=table.row.draw, without=[])
            return
        for seat, ear in enumerate(people):
            number = KNOWN[table.seats[seat].lock]
            self.ask(ear, type="reveal", table=table.code, sheet=table.drawing.hash, nonce=number)
        assert table.phase == "playing"

    def learn(self, draw: Random) -> None:
        self.ask(draw.choice(self.ears), type="open-lesson", game=GAMES[0], tables=2, seats=2)

    def sit(self, draw: Random) -> None:
        table = self.one_of(draw, "lobby")
        if table is None:
            return
        for seat in table.seats.free[:1]:
            self.ask(draw.choice(self.ears), type="sit", table=table.code, seat=seat, commit=lock())

    def finish_drawing(self, draw: Random) -> None:
        """Everyone at a table does what browsers do by themselves."""
        table = self.one_of(draw, "drawing", "lobby")
        if table is None:
            return
        for ear in self.ears[:3]:
            held = table.seats.held(ear.connection.guest)
            mine = [table.seats[seat].lock for seat in held]
            if table.phase == "lobby" and held and not any(mine):
                self.ask(ear, type="commit", table=table.code, commit=lock())
            elif table.phase == "drawing" and held:
                number = KNOWN[next(filter(None, mine))] if any(mine) else "0" * 64
                self.ask(ear, type="reveal", table=table.code, sheet=table.drawing.hash, nonce=number)

    def play(self, draw: Random) -> None:
        """Whoever is to act does, for a while."""
        table = self.one_of(draw, "playing")
        if table is None:
            return
        for _ in range(draw.choice([1, 5, 40])):
            for ear in self.ears[:3]:
                match = table.match
                if match and match.to_act in table.seats.acting(ear.connection.guest):
                    action = draw.choice(match.legal())
                    self.ask(ear, type="act", table=table.code, ply=match.ply, action=action)

    def think_again(self, draw: Random) -> None:
        """Someone would like to take something back, and the others answer."""
        table = self.one_of(draw, "playing")
        if table is None or table.match is None:
            return
        for number, ear in enumerate(draw.sample(self.ears[:3], 3)):
            if table.seats.held(ear.connection.guest):
                more = {"yes": draw.random() < 0.7} if number else {}
                self.ask(ear, type="answer" if number else "undo", table=table.code, ply=table.match.ply, **more)

    def time_passes(self, draw: Random) -> None:
        self.ahead += draw.choice([3.0, 70.0, 90_000.0])
        object.__setattr__(self.house.settings, "ahead", self.ahead)
        for table in list(self.house.tables.values()):
            self.run(clocks.time_up(self.house, table))

    def reconnect(self, draw: Random) -> None:
        who = draw.randrange(4)
        gone = self.ears[who].connection

        async def back() -> Anyone:
            gone.leave()
            self.house.hub.disconnect(gone)
            await asyncio.sleep(draw.choice([0.0, 0.06]))  # before the others are told of it, or after
            return Anyone(self.house, gone.guest)

        self.ears[who] = self.run(back())

    def start_anew(self, draw: Random) -> None:
        """What the store says is what memory said, but of bots that move while the server stops."""
        tables = [table for table in self.house.tables.values() if not self.house.desk.thinking(table)]
        self.run(self.life.__aexit__(None, None, None))
        self.begin()
        for table in tables:
            saved = self.run(self.house.store.load(table.code))
            stored, known = remembered(restore(saved)), remembered(table)
            assert {name: stored[name] for name in stored if stored[name] != known[name]} == {}, known
            self.run(self.house.find(table.code))

    # What must hold

    def check_nothing_is_told_too_early(self) -> None:
        hidden = []
        for table in self.house.tables.values():
            if table.phase != "over":
                hidden.append(table.row.secret.hex())
            if table.phase == "drawing":
                hidden += [nonce for nonce in table.drawing.nonces if nonce]
        for ear in self.ears:
            others = [secret for secret, guest in self.whispered.items() if guest != ear.connection.guest]
            for text in ear.unread:
                assert not any(secret in text for secret in (*hidden, *others))
            ear.unread.clear()

    def check_dice(self) -> None:
        for table in self.house.tables.values():
            if table.match and table.phase == "over" and table.code not in self.checked:
                self.checked.add(table.code)
                drawing, events = pages.drawing_of(table), pages.events_of(table)
                made = record.make(table.match, table.names, drawing, reveal=True, events=events)
                assert verify(record.read(record.write(made))) == []


def wished(draw: Random) -> dict[str, Any]:
    """The settings of a table, as people choose them."""
    clock = draw.choice([None, None, {"per": "turn", "seconds": 60}])
    undo, patience = draw.choice(["ask", "free"]), draw.choice([0, 300])
    return {"game": draw.choice(GAMES[:-1]), "undo": undo, "patience": patience, "clock": clock}


def planned(draw: Random) -> dict[str, str]:
    """A seat, as someone may plan it."""
    kind = draw.choice(["me", "here", "elsewhere", "elsewhere", "bot"])
    return {"kind": kind, "name": draw.choice(NAMES), "level": draw.choice(LEVELS)}


class Complaints(logging.Handler):
    """Keeps what the server logs as its own mistake."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, said: logging.LogRecord) -> None:
        self.heard.append(logging.Formatter().format(said))


def remembered(table: Table) -> dict[str, Any]:
    """What of a table must be the same after a start."""
    undo: UndoAsked | None = table.undo_asked
    choices = [played for played in table.match.standing() if played.actor >= 0] if table.match else []
    return {
        "phase": table.phase,
        "row": replace(table.row, phase="", created=0, undo_asked="", timing=""),
        "seats": [replace(row, away=0) for row in table.seats],
        "began": [table.began.get(played.ply, played.ply) for played in choices],
        "actions": table.match.actions if table.match else None,
        "undo": (undo.by, undo.ply, undo.waiting) if undo else None,
        "sheets": table.drawing.sheets,
        "nonces": table.drawing.nonces if table.row.draw else (),
        "events": table.events,
        # not since when: in memory the clock has stood still while the server was away, as on a slow machine it was
        "timing": (table.timing.turn, table.timing.running) if table.timing else None,
        "listed": table.listed,
    }


STORIES = st.lists(st.integers(0, 2**32 - 1), min_size=30, max_size=90)
TOLD: Counter[tuple[str, str]] = Counter()  # kinds of answers to each kind of request, in all stories


def tell(story: list[int]) -> None:
    house = WholeHouse()
    try:
        for number in story:
            house.step(number)
    finally:
        house.end()
        TOLD.update(house.answers)


@settings(max_examples=4, deadline=None)
@given(story=STORIES)
def test_a_whole_house_under_every_kind_of_request(story: list[int]) -> None:
    tell(story)


@pytest.mark.long
@settings(max_examples=600, deadline=None)
@given(story=STORIES)
def test_a_whole_house_for_long(story: list[int]) -> None:
    tell(story)
