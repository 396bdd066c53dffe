"""Attacks on the dice, each as its attacker would go about it. The first nine worked against the first protocol.

What a dishonest host shows to a browser is tried in `web/src/fair/keeper.test.ts`, where the browser looks at it."""

from __future__ import annotations

import asyncio
import copy
import json
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair, record
from asterism.core.fair import Dice
from asterism.core.match import Match
from asterism.core.verify import verify
from asterism.server.house import House
from asterism.server.people.guests import new_guest
from asterism.server.settings import MOST_DRAWS
from asterism.server.tables import dice_draw
from asterism.store import SeatRow, TableRow
from asterism.table import sheet

from .serving import Served
from .talking import KNOWN, Client, lock, seat
from .test_house import Ear, house_in

GAME = "noirlab-dice"
NAMES = ["Ada", "Bo"]
WISHED = [13, 13]  # the last face, twice
Record = dict[str, Any]


class Host:
    """A host that plays honestly with whatever numbers it is given, so that cheating is a choice of numbers."""

    def __init__(self) -> None:
        self.secret = secrets.token_bytes(32)
        self.nonces = [secrets.token_bytes(32), secrets.token_bytes(32)]
        self.sheet = self.write()

    def write(self) -> str:
        """A sheet with the locks of all numbers."""
        row = TableRow(
            code="ABC234", game=GAME, version=Match(GAME).game.version, options="{}", undo="free", hints=True,
            secret=self.secret, opener="",
        )  # fmt: skip
        seats = [
            SeatRow(name=name, guest=name, lock=fair.lock_nonce(nonce))
            for name, nonce in zip(NAMES, self.nonces, strict=True)
        ]
        return sheet.write_sheet(row, Match(GAME).edition, seats, [])

    @property
    def dice(self) -> Dice:
        return Dice(self.secret, fair.seal(self.sheet, self.nonces))

    @property
    def as_wished(self) -> bool:
        return [self.dice.roll(0, number, list(range(8, 14)), [1] * 6) for number in (0, 1)] == WISHED

    def play(self, undo: bool = False) -> Record:
        match = Match(GAME, seats=2, dice=self.dice)
        match.play(0)
        if undo:
            match.undo(2)
        while not match.over:
            match.play(match.legal()[0])
        drawn = {"sheets": [self.sheet], "nonces": [n.hex() for n in self.nonces], "secret": self.secret.hex()}
        return record.make(match, NAMES, drawn)


def receipt_of(made: Record, whose: int = 0) -> Record:
    """What the browser of an honest player keeps of a match."""
    heard = [[number, made["actions"][ply]] for number, (ply, _) in enumerate(made["rolls"])]
    dice = made["dice"]
    commitment = json.loads(dice["sheets"][-1])["secret"]
    revealed = [[fair.sha(dice["sheets"][-1].encode()).hex(), dice["nonces"][whose]]]
    kept = {"commitment": commitment, "sheets": dice["sheets"], "revealed": revealed}
    return {**kept, "rolled": len(heard), "heard": heard}


def hashed_anew(made: Record) -> Record:
    """Who makes up a file can hash it too."""
    return {**made, "hash": fair.digest(made)}


# The nine


@pytest.mark.parametrize("number", ["the secret", "the number of whoever sat down last"])
def test_rolls_cannot_be_chosen_by_trying_numbers(number: str) -> None:
    """The opener's number used to reach the host before it drew its secret, and the last one to sit down knew all other
    numbers. Alone against bots a host could try secrets, and with a friend in the last seat numbers, until the rolls
    were as wished; all checks passed. Now all are locked on the sheet before any is shown: who tries afterwards has
    either a number that is not the locked one, or another sheet than the others saw."""
    host = Host()
    honest = receipt_of(host.play())
    kept = host.sheet
    for rewritten in (False, True):
        tries = 0
        while not tries or not host.as_wished:  # as wished by chance is no try
            tries += 1
            if number == "the secret":
                host.secret = secrets.token_bytes(32)
            else:
                host.nonces[1] = secrets.token_bytes(32)
            host.sheet = host.write() if rewritten else kept
        made = host.play()
        assert [made["actions"][ply] for ply, _ in made["rolls"][:2]] == WISHED, f"found after {tries} tries"
        if rewritten:
            assert verify(made) == [], "as a file it is perfect"
            assert "the sheets are not those that your browser saw" in fair.receipt_problems(made, honest)
        else:
            assert any("locked before the match" in line for line in verify(made))
        host.secret = secrets.token_bytes(32)


def test_a_rematch_takes_no_number_before_everyone_has_seen_the_lock_of_its_secret(served: Served) -> None:
    """The wish for a rematch used to carry the number itself, and the host drew the secret of the next match when it
    had it. Now it carries a lock, and the host's own lock is on the same sheet before a number is asked for."""
    with Client(served) as anna, Client(served) as bert:
        scene = bert.sit(anna.open("me", "elsewhere")["table"]["code"], 1)
        bert.reveals = anna.reveals = False
        scenes = {anna: anna.watch(scene), bert: scene}
        while not any(s["table"]["phase"] == "over" for s in scenes.values()):
            mover = next(client for client in (anna, bert) if client.watch(scene)["choices"])
            scenes[mover] = mover.act(mover.watch(scene))
        code = anna.rematch(scene["table"]["code"])["table"]
        assert bert.rematch(scene["table"]["code"])["table"] == code
        drawn = bert.hear_scene(lambda s: s["table"]["code"] == code)["table"]
        assert (drawn["phase"], drawn["dice"]["nonces"]) == ("drawing", [])
        written = json.loads(drawn["dice"]["sheets"][-1])
        assert written["secret"] == drawn["dice"]["commitment"]
        assert len(written["contributors"]) == 2


def test_passing_and_taking_back_gives_no_other_roll() -> None:
    """Rolls used to hang on the ply. Someone to whom the host whispered could pass and take it back, which moved the
    ply on by two, until the next roll was a good one."""
    host = Host()
    came = set()
    for passes in range(6):
        match = Match(GAME, seats=2, dice=host.dice)
        match.play(0)
        for _ in range(passes):
            match.play(next(action for action in match.legal() if action != 0))
            match.undo(1)
        match.play(0)
        came.add(match.actions[-1])
    assert len(came) == 1


def test_a_match_that_was_made_up_is_not_the_one_a_browser_played() -> None:
    """No browser used to keep the lock it saw or its own number, so at the end a host could hand out any match that was
    sound in itself."""
    kept = receipt_of(Host().play())
    other = Host().play()
    assert verify(other) == []
    found = fair.receipt_problems(other, kept)
    assert "the sheets are not those that your browser saw" in found
    assert "the lock of the secret is not the one that your browser saw" in found


def test_a_match_without_rolls_that_was_made_up_is_not_passed_off_as_checked() -> None:
    """The single file took the list of rolls from the record and said that all was fair: actions out of thin air, with
    an empty list, passed. It still cannot know which actions are rolls; now it says so, and rules and receipt tell."""
    made = Host().play()
    invented = hashed_anew({**made, "rolls": [], "actions": [13 if a >= 8 else a for a in made["actions"]]})
    assert fair.problems(invented) == []
    said = " ".join(fair.verdict(invented, None))
    assert "list of rolls are the file's own, and anyone could have made such a file" in said
    assert verify(invented) != []
    assert fair.receipt_problems(invented, receipt_of(made)) != []


def test_a_roll_that_was_taken_back_is_checked_too() -> None:
    """Only rolls that stood used to be listed. A host could show another roll, have it taken back, and nothing
    looked at it again."""
    made = Host().play(undo=True)
    assert made["actions"][2] == -2
    made["actions"][1] = 13 if made["actions"][1] != 13 else 12
    assert any("roll 1, at ply 1" in line for line in fair.problems(hashed_anew(made)))


@pytest.mark.parametrize(
    ("word", "value"),
    [("names", ["Eve", "Bo"]), ("result", {"ending": "won"}), ("seats", 3), ("version", 9), ("options", {"x": 1})],
)
def test_names_scores_and_result_cannot_be_changed_unnoticed(word: str, value: Any) -> None:
    """Names, scores and result were under no hash and on no sheet: the single file and the rules passed another name,
    the single file another winner."""
    made = Host().play()
    made[word] = value
    assert "something was changed in this file: its hash does not fit" in fair.problems(made)
    assert verify(hashed_anew(made)) != []


@pytest.mark.folder
def test_an_abandoned_match_can_be_closed_and_then_shows_its_secret(own: Served) -> None:
    """A match that nobody finished never showed its secret: a host that disliked how it went let it lie, and its rolls
    could not be checked by anyone."""
    with Client(own) as anna:
        with Client(own) as bert:
            scene = bert.sit(anna.open("me", "elsewhere")["table"]["code"], 1)
            scene = anna.act(anna.watch(scene))
            code = scene["table"]["code"]
            assert anna.refused("close", table=code, ply=scene["ply"]) == "not-allowed", "he is here"
        anna.watch(scene)
        anna.hear_scene(lambda s: not s["table"]["seats"][1]["present"])
        assert anna.refused("close", table=code, ply=scene["ply"]) == "not-allowed", "he has only just left"
        cookie = anna.cookie
    own.stop()
    with closing(sqlite3.connect(own.data / "tables.sqlite")) as store, store:
        store.execute("update seats set away = unixepoch() - 86500")
    own.start()
    with Client(own, cookie) as anna:
        anna.watch(scene)
        closed = anna.ask("close", table=code, ply=scene["ply"])
        assert (closed["table"]["phase"], closed["outcome"]) == ("over", None)
        secret = bytes.fromhex(closed["table"]["dice"]["secret"])
        assert fair.lock_secret(secret) == scene["table"]["dice"]["commitment"]
        assert anna.refused("act", table=code, ply=closed["ply"], action=0) == "match-over"
        made = record.read(own.get(f"/api/tables/{code}/record").text)
        assert verify(made) == []
        longer = hashed_anew({**made, "actions": [*made["actions"], 0]})
        assert any("nothing comes after that" in line for line in verify(longer))


def test_a_record_without_dice_is_checked_by_the_rules() -> None:
    """A record without dice used to be checked by nobody: whatever it said was passed over."""
    match = Match("constellation", seats=2)
    while not match.over:
        match.play(match.legal()[0])
    made = record.make(match)
    assert verify(made) == []
    changed = copy.deepcopy(made)
    changed["actions"] = changed["actions"][:-1]
    assert any("the result is given as" in line for line in verify(hashed_anew(changed)))


# At the table


async def two_at_a_table(house: House) -> tuple[Ear, Ear, str, str]:
    """Ada and Bo sit, and the dice are being drawn; the code, and Bo's lock."""
    ada, bo, his = Ear(house), Ear(house), lock()
    code = (await ada.open_table("me", "elsewhere"))["table"]["code"]
    scene = await bo.ask(type="sit", id=1, table=code, seat=1, commit=his)
    assert scene["table"]["phase"] == "drawing"
    return ada, bo, code, his


def test_a_wish_for_a_table_that_is_sent_again_opens_no_second_one(tmp_path: Path) -> None:
    """Its answer may be lost. Across a restart too, and for another table the same lock is of no use: what is shown at
    one of them would be known at the other."""
    wish = {"type": "open", "game": GAME, "commit": lock(), "seats": [seat("me"), seat("elsewhere")]}
    guest = new_guest()

    async def story() -> None:
        codes = []
        for _ in range(2):
            async with house_in(tmp_path) as house:
                ada = Ear(house, guest)
                for id in (1, 2):
                    await ada.ask(**wish, id=id)
                    codes += [told["table"] for told in ada.told if told["type"] == "opened" and told["id"] == id]
                both = await asyncio.gather(*(Ear(house, guest).ask(**{**wish, "id": 3}) for _ in range(3)))
                codes += [scene["table"]["code"] for scene in both]
                assert (await ada.ask(**{**wish, "undo": "never"}))["code"] == "malformed"
                assert (await Ear(house).ask(**wish))["table"]["code"] not in codes, "a lock is one guest's"
        assert len(codes) == 10
        assert len(set(codes)) == 1

    asyncio.run(story())


def test_many_wishes_at_once_open_one_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            guest, mine = new_guest(), lock()
            wish = {"type": "open", "id": 1, "game": GAME, "commit": mine, "seats": [seat("elsewhere")]}
            scenes = await asyncio.gather(*(Ear(house, guest).ask(**wish) for _ in range(5)))
            assert len({scene["table"]["code"] for scene in scenes}) == 1

    asyncio.run(story())


def test_a_browser_that_is_here_has_ten_seconds_before_the_others_may_draw_without_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            ada, bo, code, his = await two_at_a_table(house)
            wish = {"type": "redraw", "table": code, "draw": 1, "without": [1]}
            ada.told.clear()
            await ada.ask(**wish)
            assert ada.told[0]["code"] == "too-fast"
            house.tables[code].touched -= dice_draw.PATIENCE
            assert (await ada.ask(**wish))["table"]["phase"] == "lobby"
            late = await bo.ask(type="reveal", id=9, table=code, sheet="00" * 32, nonce=KNOWN[his])
            assert late["table"]["dice"]["lock"] == "", "what he shows now is for no draw"
            back = await bo.ask(type="commit", id=10, table=code, commit=lock())
            assert back["table"]["dice"]["lock"] != "", "but he may come back"

    asyncio.run(story())


def test_those_who_withhold_their_numbers_together_get_one_other_draw_and_no_choice_among_many(tmp_path: Path) -> None:
    """With what was shown alone, two who withhold could have chosen among four draws: both numbers, one, or none. The
    draw is whole or void, and the next one has fresh numbers of everyone who is left."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            ears = [Ear(house) for _ in range(4)]
            plan = [seat("me"), *(seat("elsewhere") for _ in range(3))]
            opened = await ears[0].ask(type="open", id=0, game=GAME, seats=plan, commit=lock())
            code = opened["table"]["code"]
            table = house.tables[code]
            for place in (1, 2, 3):
                await ears[place].ask(type="sit", id=place, table=code, seat=place, commit=lock())
            first = table.drawing.sheets[0]
            locks = [row.lock for row in table.seats]
            for ear, mine in zip(ears[:2], locks, strict=False):
                scene = await ear.ask(type="reveal", id=9, table=code, sheet=table.drawing.hash, nonce=KNOWN[mine])
                assert scene["table"]["dice"]["nonces"] == [], "nobody sees a number before all were shown"
            table.touched -= dice_draw.PATIENCE
            await ears[0].ask(type="redraw", id=10, table=code, draw=1, without=[2, 3])
            for ear, mine in zip(ears[2:], locks[2:], strict=True):
                ear.told.clear()
                sheet = fair.sha(first.encode()).hex()
                await ear.ask(type="reveal", id=11, table=code, sheet=sheet, nonce=KNOWN[mine])
                assert [told["code"] for told in ear.told if told["type"] == "refused"] == ["not-your-seat"]
            for ear in ears[:2]:
                await ear.ask(type="commit", id=12, table=code, commit=lock())
            written = json.loads(table.drawing.sheets[-1])
            assert (written["draw"], len(table.drawing.sheets)) == (2, 2)
            assert [one["seats"] for one in written["contributors"]] == [[0], [1]]
            assert not {one["lock"] for one in written["contributors"]} & set(locks)
            assert [one["seats"] for one in written["without"]] == [[2], [3]]

    asyncio.run(story())


def test_a_table_whose_dice_are_never_finished_does_not_grow_for_ever(tmp_path: Path) -> None:
    """Someone sits down and stands up a hundred thousand times: each time there is a sheet, which everyone is shown."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            ada, bo, code, _ = await two_at_a_table(house)
            for _ in range(2 * MOST_DRAWS):
                await bo.ask(type="stand", id=2, table=code, seat=1)
                for ear in (ada, bo):
                    await ear.ask(type="commit", id=3, table=code, commit=lock())
                await bo.ask(type="sit", id=4, table=code, seat=1, commit=lock())
            assert len(house.tables[code].drawing.sheets) == MOST_DRAWS
            refusals = {told["code"] for told in bo.told if told["type"] == "refused" and told["id"] == 4}
            assert refusals == {"not-allowed"}

    asyncio.run(story())


def test_what_is_sent_a_thousand_times_counts_once_and_what_is_shown_stays_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            _, bo, code, his = await two_at_a_table(house)
            sheet = house.tables[code].drawing.hash
            for number in [KNOWN[his]] * 300 + ["00" * 32] * 300:
                await bo.ask(type="reveal", id=5, table=code, sheet=sheet, nonce=number)
            assert house.tables[code].drawing.nonces == ("", KNOWN[his])
            await bo.ask(type="redraw", id=6, table=code, draw=1, without=[])
            assert [told["code"] for told in bo.told if told["id"] == 6] == ["not-allowed"], "he has shown his"
            assert house.tables[code].phase == "drawing"

    asyncio.run(story())
