"""Playing without seeing: what a screen reader gives is enough, nothing idle is read, and panels shut out the rest."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.serving import Served
from tests.server.talking import Client

from .people import DESKTOP, DICE, PHONE, People, Person
from .test_pages import faults

CONSTELLATION = "The Gamers Constellation"
GEMINI = "The Gemini Card Game"
GEMINOS = "Geminos"
SIXTH = "Hidden Star"  # without a page of its own
SIDE = r"(?:north-|south-)?(?:east|west)"
STEP = rf"(?:{SIDE}|and one {SIDE} of tile \d)"
SHAPE = re.compile(rf"Goal (\d+): from the first of five tiles ({SIDE}(?:, {STEP}){{3}})$")
KINDS = ("four-pointed", "five-pointed", "six-pointed")
MANY_TURNS = 60


def found(pattern: str, names: list[str]) -> list[tuple[str, ...]]:
    """What a pattern finds in each of the names that begin with it."""
    return [match.groups() for name in names if (match := re.match(pattern, name))]


class Listener:
    """Someone who plays by what is read out: roles and names, and nothing else of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def names(self, where: Locator) -> list[str]:
        """The names of all buttons in a part of the page."""
        return re.findall(r"""^ *- '?button "((?:[^"\\]|\\.)*)\"""", where.aria_snapshot(), re.MULTILINE)

    def press(self, where: Locator, name: str) -> None:
        where.get_by_role("button", name=name, exact=True).press("Enter")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^The board"))

    @property
    def reserve(self) -> Locator:
        return self.page.get_by_role("group", name="Reserve", exact=True)

    @property
    def goals(self) -> Locator:
        return self.page.get_by_role("group", name="My goals")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("dialog")

    def sit_down(self, level: str) -> None:
        """From the first screen to the first move, against a bot of a level."""
        heading = self.page.get_by_role("heading", name=CONSTELLATION, exact=True)
        self.page.get_by_role("article").filter(has=heading).get_by_role("link", name="Set up a table").press("Enter")
        self.page.get_by_role("combobox", name="Level of the bot at seat 2").select_option(level)
        self.page.get_by_role("button", name="Start playing").press("Enter")
        self.board.wait_for()

    def my_turn(self) -> bool:
        """Wait until there is something to do; False: the match is over."""
        for _ in range(2_000):
            if self.result.count():
                return False
            if any("can be" in name for name in self.names(self.board)):
                return True
            self.page.wait_for_timeout(30)
        raise AssertionError("nothing to do, and no result")

    def place(self, where: str, kind: str) -> None:
        """Take a star from the reserve and put it on an empty cell, named by where it lies."""
        self.press(self.reserve, next(name for name in self.names(self.reserve) if name.startswith(kind)))
        begin = f"Empty cell, {where}: a {kind} star can be placed"
        self.press(self.board, next(name for name in self.names(self.board) if name.startswith(begin)))

    def switch(self, tile: str, kind: str) -> None:
        self.press(self.board, tile)
        self.press(self.reserve, next(name for name in self.names(self.reserve) if name.startswith(kind)))

    def left(self, kind: str) -> int:
        """How many stars of a kind the reserve has."""
        told = next(name for name in self.names(self.reserve) if name.startswith(kind))
        return int(re.findall(r"(\d+) in the reserve", told)[0])

    def act(self, first_side: str) -> str:
        """Do what the board says that the goal wants; says what it was."""
        names = self.names(self.board)
        for where, kind in found(r"Empty cell, (.*?): a star can be placed\. Wanted for goal \d+: a (\S+) star", names):
            if self.left(kind):
                self.place(where, kind)
                return "wanted"
        for tile, kind in found(r"(.*can be switched\. In the way of goal \d+: a (\S+) star.*)", names):
            if self.left(kind):
                self.switch(tile, kind)
                return "wanted"
        for tile, kind in found(r"((\S+) star .*can be switched\. One too many.*)", names):
            self.switch(tile, next(other for other in KINDS if other != kind.lower() and self.left(other)))
            return "wanted"
        kind = next(kind for kind in reversed(KINDS) if self.left(kind))
        cells = [cell for (cell,) in found(r"Empty cell, (.*?): a star can be placed", names)]
        self.place(next((cell for cell in cells if f"{first_side} of the Moon" in cell), cells[0]), kind)
        return "begun"


def test_a_whole_match_of_the_constellation_by_roles_and_names_alone(people: People):
    person = people.come("Ada")
    person.go("/")
    ada = Listener(person.page)
    ada.sit_down("beginner")

    assert ada.my_turn()
    [goal] = ada.names(ada.goals)
    shape = SHAPE.match(goal)
    assert shape, f"the goal is no shape in words: {goal}"
    first_side = re.findall(SIDE, shape[2])[0]
    ada.press(ada.goals, goal)  # its cells now say what they are to it
    expect(ada.goals.get_by_role("button", name=goal, pressed=True)).to_be_visible()

    done: list[str] = []
    progress: list[int] = []
    while len(done) < MANY_TURNS and ada.my_turn():
        told = person.page.get_by_role("status").all_inner_texts()
        progress += [int(n) for text in told for n in re.findall(rf"Goal {shape[1]} with .*: (\d) of 5 in place", text)]
        done.append(ada.act(first_side))
    assert "wanted" in done, f"the board did not say where the goal wants its stars: {done}"
    assert max(progress) >= 2, f"nothing came of it: {progress}"

    # who won is read out: the panel is named after it, has the focus, and it was announced
    outcome = ada.result.get_by_role("heading", level=2)
    expect(outcome).to_have_text(re.compile("^(You win!|Vega wins!|A draw)$"))
    expect(outcome).to_be_focused()
    who_won = outcome.inner_text()
    expect(ada.result).to_have_accessible_name(who_won)
    expect(ada.result).to_have_accessible_description(re.compile("completed (goal|their goals)|All stars|used up"))
    ada.press(ada.result, "Look at the board")
    announced = who_won.replace("!", ".")  # as it stands in the log
    expect(person.page.get_by_role("log", name="What is happening")).to_contain_text(announced)


# Only what is known is told


def test_a_secret_goal_is_told_to_the_one_who_holds_it_and_to_nobody_else(people: People):
    ada = people.come("Ada")
    ada.play_now(CONSTELLATION)
    listener = Listener(ada.page)
    assert listener.my_turn()
    [mine] = listener.names(listener.goals)
    ada.page.keyboard.press("t")
    expect(ada.page.get_by_role("dialog", name="The board in words").get_by_text(mine)).to_be_visible()
    told = " ".join(name for _, name in ada.readable())
    ada.page.keyboard.press("Escape")
    told += " ".join(name for _, name in ada.readable())
    assert "One secret goal" in told
    assert set(re.findall(r"(Goal \d+): from the first", told)) == {mine.split(":")[0]}

    watcher = people.come("Bea")
    watcher.go(f"/t/{ada.code}")
    watcher.see_board()
    watcher.page.keyboard.press("t")
    expect(watcher.page.get_by_role("dialog", name="The board in words").get_by_text("One secret goal")).to_have_count(
        2
    )
    assert not any("from the first" in name for _, name in watcher.readable())


# Decoration is hidden


def loose(person: Person) -> list[tuple[str, str]]:
    """What is read and says nothing: numbers that nothing introduces, pictures without a name."""
    return [
        (role, name)
        for (_, before), (role, name) in pairwise(person.readable())
        if (role == "StaticText" and re.fullmatch(r"[\d\s×/]+", name) and before != "Total")
        or (role == "image" and not name)
    ]


@pytest.mark.parametrize("title", [GEMINOS, DICE, CONSTELLATION, GEMINI])
def test_nothing_is_read_that_is_there_for_the_eye_only(people: People, title: str):
    ada = people.come("Ada", PHONE)
    ada.play_now(title)
    todo = ada.page.get_by_role("group", name="What you can do now")
    expect(todo).not_to_contain_text("thinking")
    assert loose(ada) == [], "before the first roll"
    if title == GEMINI:
        ada.page.get_by_role("list", name="Roles").get_by_role("button").first.press("Enter")  # one, of three seats
        expect(todo.get_by_role("button", name="End the turn")).to_be_visible()
        assert loose(ada) == [], "in a turn"
    elif title != CONSTELLATION:
        assert [name for _, name in ada.readable()].count("Roll") == 2, "one button and its text"
        todo.get_by_role("button", name="Roll").press("Enter")
        expect(ada.page.get_by_role("img", name=re.compile("^The di(e shows|ce show) "))).to_be_visible()
        assert loose(ada) == [], "after it"


# The board in words


@pytest.mark.parametrize(
    ("title", "said"),
    [
        (DICE, "The die has not been rolled yet"),
        (GEMINOS, "Conjunction empty"),
        (CONSTELLATION, "The Moon"),
        ("Geminion", "No gems taken in this turn"),
        (GEMINI, "Nothing red is due"),
        (SIXTH, "seat 1"),
    ],
)
def test_in_every_game_the_board_in_words_is_one_key_away(people: People, title: str, said: str):
    ada = people.come("Ada", DESKTOP)
    page = ada.page
    ada.play_now(title)
    page.get_by_role("group", name="What you can do now").wait_for()
    page.keyboard.press("t")
    sheet = page.get_by_role("dialog", name="The board in words")
    expect(sheet.get_by_role("listitem").filter(has_text=said).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.get_by_role("tab", name="Text").click()
    expect(page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=said).first).to_be_visible()

    ada.resize(PHONE)
    opener = page.get_by_role("button", name="Text")
    opener.click()
    expect(sheet.get_by_role("listitem").filter(has_text=said).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_a_replay_has_the_board_in_words_too(people: People, finished: str):
    ada = people.come("Ada", PHONE)
    ada.go(f"/replay/{finished}")
    ada.page.get_by_role("slider").wait_for()
    ada.page.keyboard.press("t")
    sheet = ada.page.get_by_role("dialog", name="The board in words")
    expect(sheet.get_by_text("0 of 6 covered")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="To the end").click()
    ada.page.get_by_role("button", name="The board in words").click()
    expect(sheet.get_by_text("6 of 6 covered")).to_be_visible()


def test_the_board_in_words_keeps_up_with_the_match_and_what_happens_is_still_heard(people: People, served: Served):
    with Client(served) as bea:
        lobby = bea.open("me", "elsewhere", game="constellation")
        ada = people.come("Ada")
        ada.go(f"/t/{lobby['table']['code']}")
        ada.page.get_by_role("button", name="Sit here").click()
        ada.see_board()
        scene = bea.hear_scene(lambda s: s["table"]["phase"] == "playing")
        before = scene["to_act"]  # stars that lie there: whoever begins places one
        if before:
            listener = Listener(ada.page)
            listener.my_turn()
            listener.place("west of the Moon", "four-pointed")
            scene = bea.hear_scene(lambda s: s["to_act"] == 0)
        ada.page.keyboard.press("t")
        sheet = ada.page.get_by_role("dialog", name="The board in words")
        stars = sheet.get_by_role("listitem").filter(has_text=re.compile("-pointed star [ab], "))
        expect(stars).to_have_count(before)
        east = next(c for c in scene["choices"] if c["place"] == "cell:1,0" and c["args"]["kind"] == "five")
        bea.act(scene, east["action"])
        expect(stars).to_have_count(before + 1)
        told = r"Five-pointed star [ab], east of the Moon, under the cloud of .*\. Beside it: the Moon to the west\."
        expect(stars.last).to_have_text(re.compile(told))
        expect(sheet.get_by_role("log")).to_contain_text("places a five-pointed star east of the Moon.")


# Panels keep the rest out of reach


# The focus is in a panel; or on nothing, when it goes round by way of the browser's own buttons.
WITHIN = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"


def assert_alone(person: Person, panel: Locator) -> None:
    """Nothing but the panel can be read, and Tab does not leave it."""
    expect(panel).to_be_visible()
    read = person.readable()
    assert read[0][0] == "dialog", f"something is read before the panel: {read[0]}"
    assert ("main", "") not in read
    assert ("banner", "") not in read
    for _ in range(12):
        person.page.keyboard.press("Tab")
        assert person.page.evaluate(WITHIN)
    expect(panel).to_be_visible()


@pytest.fixture
def around_one_screen(people: People) -> Person:
    """Two people and one device, before the first move of a match with secrets."""
    ada = people.come("Ada", PHONE, bypass_csp=True)
    ada.go("/new/constellation")
    page = ada.page
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Bea")
    page.get_by_role("button", name="Start playing").click()
    page.get_by_role("dialog").wait_for()
    return ada


def test_the_curtain_between_two_turns_keeps_the_rest_out_of_reach(around_one_screen: Person):
    ada, page = around_one_screen, around_one_screen.page
    curtain = page.get_by_role("dialog", name=re.compile("^(Ada|Bea), it is your turn$"))
    expect(curtain).to_have_accessible_description("Take the device. The others look away.")
    expect(curtain.get_by_role("button").first).to_be_focused()
    assert_alone(ada, curtain)
    assert not any("from the first" in name for _, name in ada.readable())
    for _ in range(3):
        page.keyboard.press("Escape")
    page.mouse.click(5, 5)
    for key in ("Escape", "Escape", "t", "l"):
        page.keyboard.press(key)
    assert_alone(ada, curtain)
    curtain.get_by_role("button", name="I am").click()
    expect(curtain).to_have_count(0)
    assert any("from the first" in name for _, name in ada.readable())
    assert page.evaluate("document.activeElement.tagName") == "MAIN", "the focus is where the match is"


def test_the_result_keeps_the_rest_out_of_reach_until_it_is_closed(people: People, served: Served):
    ada = people.come("Ada")
    with Client(served) as quick:
        over = quick.play_on(quick.open("me", "here"))
        ada.become(quick)
    ada.go(f"/t/{over['table']['code']}")
    panel = ada.page.get_by_role("dialog", name=re.compile("wins?!$"))
    assert_alone(ada, panel)
    ada.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(ada.page.get_by_role("main")).to_be_focused()
    ada.page.get_by_role("button", name="Show the result").click()
    assert_alone(ada, panel)
    panel.get_by_role("button", name="Look at the board").click()
    expect(ada.page.get_by_role("main")).to_be_focused()


def test_in_the_lobby_it_is_told_who_comes_and_whoever_comes_keeps_the_focus(people: People):
    ada, bea = people.come("Ada"), people.come("Bea")
    code = ada.invite()
    ada.page.get_by_role("button", name="Add a seat").press("Enter")
    expect(ada.page.get_by_role("status")).to_contain_text("Waiting for 2 more players")
    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").first.press("Enter")
    expect(bea.page.get_by_role("button", name="Stand up")).to_be_visible()
    expect(bea.page.get_by_role("main")).to_be_focused()
    expect(ada.page.locator("#announcer")).to_contain_text("Bea sits down")


def test_a_page_of_which_a_part_is_still_loading_begins_at_its_beginning_too(people: People):
    ada = people.come("Ada")
    ada.go("/")
    ada.page.get_by_role("link", name="Play with a class").press("Enter")
    ada.page.get_by_role("heading", name="A game for the whole class").wait_for()
    expect(ada.page.get_by_role("main")).to_be_focused()


def test_every_sheet_keeps_the_rest_out_of_reach_and_gives_the_focus_back(people: People):
    ada = people.come("Ada", PHONE)
    ada.play_now(CONSTELLATION)
    for name in ("Log", "Text", "Rules", "Fairness", "Say", re.compile("goals in the deck")):
        opener = ada.page.get_by_role("button", name=name)
        opener.click()
        panel = ada.page.get_by_role("dialog")
        assert_alone(ada, panel)
        ada.page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        expect(opener).to_be_focused()


@pytest.mark.parametrize(("day", "size"), [(False, DESKTOP), (True, PHONE)], ids=["night-desktop", "day-phone"])
def test_axe_finds_nothing_in_lobby_hand_over_and_the_board_in_words(people: People, day: bool, size: dict[str, int]):
    ada = people.come("Ada", size, day=day, bypass_csp=True)
    page = ada.page
    ada.invite(CONSTELLATION)
    assert faults(ada) == [], "the lobby"
    ada.go("/new/constellation")
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Bea")
    page.get_by_role("button", name="Start playing").click()
    curtain = page.get_by_role("dialog")
    curtain.wait_for()
    assert faults(ada) == [], "the hand-over"
    curtain.get_by_role("button").first.click()
    listener = Listener(page)
    listener.press(listener.goals, listener.names(listener.goals)[0])
    assert faults(ada) == [], "a goal is shown"
    listener.place("east of the Moon", "six-pointed")
    curtain.wait_for()
    assert faults(ada) == [], "the hand-over with a move to take back"
    curtain.get_by_role("button").first.click()
    page.keyboard.press("t")
    assert faults(ada) == [], "the board in words"
