"""Whole matches, as people play them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .people import DICE, DICE_NAME, PHONE, People, Person, shows

# Which key to press: that of a wild spot or of a button, as the page itself shows them; passing when it is risky.
KEY = """() => {
  const risky = /[345] in 6/.test(document.querySelector('.risk .unseen')?.textContent ?? '');
  const at = (place) => document.querySelector(`.bar button[data-place="${place}"]:enabled .key`);
  const shown = document.querySelector('.choose .key') ?? at('bank') ?? (risky ? at('pass') : null) ?? at('die');
  return shown?.textContent.toLowerCase() ?? null;
}"""

# What a tap would hit at the moment the result appears, in the middle of each of its buttons.
HIT_AT_ONCE = """() => {
  new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('.veil .button')];
    if (window.hit || buttons.length === 0) return;
    window.hit = buttons.map((button) => {
      const box = button.getBoundingClientRect();
      const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return under.closest('.button')?.textContent ?? '';
    });
  }).observe(document.body, { childList: true, subtree: true });
}"""


def open_for_three(host: Person) -> str:
    """A table with a seat for someone elsewhere and a bot; returns its code."""
    page = host.page
    host.go(f"/new/{DICE_NAME}")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone elsewhere").click()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    return host.code


def test_two_people_and_a_bot_play_a_match_by_clicking(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    code = open_for_three(ada)
    ada.keep_announced()

    bea.go(f"/t/{code.lower()}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    bea.see_board()
    assert [plate.inner_text().split("\n")[0] for plate in bea.page.locator(".others .name").all()] == ["Ada", "Vega"]

    people.play_out(ada, bea)
    assert ada.page.locator(".veil h2").inner_text().endswith(("You win!", "Bea wins!", "Vega wins!"))
    for person in (ada, bea):
        person.page.get_by_role("button", name="Look at the board").click()
    # to each their own moves are told as "you", those of the others by name
    mine, theirs = ada.log(), bea.log()
    assert len(mine) == len(theirs)
    for log, me, other in ((mine, "Ada", "Bea"), (theirs, "Bea", "Ada")):
        assert "You roll the die." in log
        assert f"{other} rolls the die." in log
        assert not any(me in line for line in log)

    # every move was announced in words, in the order of the log
    announced = iter(ada.announced())
    for line in ada.log():
        assert line in announced, f"not announced, or not in its turn: {line}"


def stars_of(person: Person) -> dict[str, tuple[str | None, str | None]]:
    """The shape and the colour of everyone's star, by name."""
    found = {}
    for plate in person.page.locator(".plate").all():
        star = plate.locator(".who > svg")
        name = plate.locator(".name").inner_text().split("\n")[0]
        found[name] = (star.locator("path").get_attribute("d"), star.get_attribute("style"))
    assert len(found) == len(set(found.values())) > 1
    return found


def test_a_rematch_brings_the_same_people_together_again(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    code = ada.invite()
    bea.go(f"/t/{code}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.see_board()
    people.play_out(ada, bea)
    before = [stars_of(person) for person in (ada, bea)]
    assert before[0] == before[1]
    ada.page.locator(".veil").get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: not url.endswith(code))
    bea.page.locator(".veil").get_by_role("button", name="Join the next match").click()
    bea.see_board()
    ada.see_board()
    assert ada.code == bea.code != code
    expect(bea.page.locator(".turn")).to_have_text("Your turn")  # who was second begins
    assert [stars_of(person) for person in (ada, bea)] == before, "everyone keeps their star"


def test_a_match_by_keyboard_alone(people: People):
    ada = people.come("Ada")
    keyboard, page = ada.page.keyboard, ada.page
    ada.go("/")
    ada.card().wait_for()

    def reach(name: str) -> None:
        """Press Tab until the button of this name has the focus."""
        for _ in range(80):
            focused = page.evaluate("document.activeElement.textContent.trim().replace(/\\s+/g, ' ')")
            title = page.evaluate("document.activeElement.closest('article')?.querySelector('h2').textContent ?? ''")
            if focused.startswith(name) and title in ("", "NOIRLab Dice"):
                return
            keyboard.press("Tab")
        raise AssertionError(f"{name} cannot be reached with Tab")

    reach("Play now")
    keyboard.press("Enter")
    ada.see_board()
    for _ in range(2_000):
        if ada.over:
            break
        if key := page.evaluate(KEY):
            keyboard.press(key)
        page.wait_for_timeout(30)
    assert ada.over
    reach("Look at the board")
    keyboard.press("Enter")
    keyboard.press("l")
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Log")).to_be_hidden()


def test_a_key_of_no_use_now_says_what_to_do_instead(people: People):
    ada = people.come("Ada")
    ada.play_now()
    ada.page.locator(".bar button[data-place='die']:enabled").wait_for()
    ada.page.keyboard.press("p")
    expect(ada.page.get_by_role("alert")).to_have_text("P does nothing now. You may: Roll, key R.")
    ada.page.keyboard.press("r")
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_people_around_one_screen_are_told_whose_turn_it_is(people: People):
    ada = people.come("Ada", PHONE)
    ada.go(f"/new/{DICE_NAME}")
    page = ada.page
    page.get_by_role("radiogroup", name="Who sits at seat 2").get_by_role("radio", name="Someone here").click()
    page.get_by_label("Name at seat 2").fill("Bea")
    page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    ada.keep_announced()
    expect(page.locator(".banner")).to_contain_text("Ada, it is your turn")
    ada.choose("die")
    ada.choose("pass")
    expect(page.locator(".banner")).to_contain_text("Bea, it is your turn")
    expect(page.locator(".turn")).to_have_text("Bea, your turn")
    expect(page.locator(".mine .name")).to_have_text("Bea")
    assert "Bea, your turn" in ada.announced()

    # a pass may be taken back: nothing was rolled since
    page.locator(".tools").get_by_role("button", name="Undo").click()
    expect(page.locator(".turn")).to_have_text("Ada, your turn")
    expect(page.locator(".headline")).to_have_text("Ada took back a move.")
    assert ada.announced()[-2:] == ["Ada took back a move.", "Ada, your turn"]

    people.play_out(ada)
    assert page.locator(".veil h2").inner_text() in ("Ada wins!", "Bea wins!")


def test_a_finger_still_playing_presses_nothing_of_the_result(people: People):
    ada = people.come("Ada", PHONE)
    ada.play_now()
    ada.page.evaluate(HIT_AT_ONCE)
    people.play_out(ada)
    assert ada.page.evaluate("window.hit") == ["", "", "", "", ""]
    ada.page.get_by_role("button", name="Look at the board").click()  # a moment later they are there
    expect(ada.page.locator(".veil")).to_have_count(0)


def sit_down_where_everyone_must_agree(host: Person, *others: Person) -> None:
    """The host begins; each of the others sits down by the code."""
    page = host.page
    host.go(f"/new/{DICE_NAME}")
    for _ in others[1:]:
        page.get_by_role("button", name="Add a seat").click()
    for seat in range(2, 2 + len(others)):
        kinds = page.get_by_role("radiogroup", name=f"Who sits at seat {seat}")
        kinds.get_by_role("radio", name="Someone elsewhere").click()
    page.get_by_role("radio", name="Everyone must agree").check()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".invite .code").wait_for()
    for other in others:
        other.go(f"/t/{host.code}")
        other.page.get_by_role("button", name="Sit here").first.click()
    host.see_board()


def roll_pass_and_ask_to_take_it_back(person: Person) -> None:
    person.choose("die")
    person.choose("pass")
    expect(person.page.locator(".turn")).not_to_have_text("Your turn")
    person.page.locator(".tools").get_by_role("button", name="Undo").click()


def test_an_undo_that_all_agree_to_stands_in_the_log(people: People):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    sit_down_where_everyone_must_agree(ada, bea)
    roll_pass_and_ask_to_take_it_back(ada)
    expect(bea.page.locator(".ask")).to_contain_text("Ada asks to take back a move.")
    bea.page.get_by_role("button", name="Agree").click()
    expect(ada.page.locator(".turn")).to_have_text("Your turn")
    expect(bea.page.locator(".turn")).to_have_text("Ada is to move")
    expect(bea.page.locator(".headline")).to_have_text("Ada took back a move.")
    for person, who in ((ada, "You"), (bea, "Ada")):
        log = person.log()
        assert log[-1] == f"{who} took back a move."
        assert not {"You pass.", "Ada passes."} & set(log)
    ada.choose("pass")
    expect(bea.page.locator(".turn")).to_have_text("Your turn")
    assert bea.log()[-2:] == ["Ada took back a move.", "Ada passes."]
    bea.page.reload()
    bea.see_board()
    assert bea.log()[-2:] == ["Ada took back a move.", "Ada passes."]


def test_a_refused_undo_is_told_with_the_name_of_who_said_no(people: People):
    ada, bea, cleo = people.come("Ada"), people.come("Bea", PHONE), people.come("Cleo")
    sit_down_where_everyone_must_agree(ada, bea, cleo)
    ada.keep_announced()
    roll_pass_and_ask_to_take_it_back(ada)
    bea.page.get_by_role("button", name="No", exact=True).click()
    expect(ada.page.locator(".ask")).to_have_text("Bea does not agree. Your move stands.")
    expect(cleo.page.locator(".ask")).to_have_text("Bea does not agree that Ada takes back a move.")
    expect(bea.page.locator(".ask")).to_have_count(0)
    assert "Bea does not agree. Your move stands." in ada.announced()

    cleo.page.locator(".ask").get_by_role("button", name="Close").click()
    expect(cleo.page.locator(".ask")).to_have_count(0)
    bea.choose("die")
    expect(ada.page.locator(".ask")).to_have_count(0)  # the match has moved on


def test_whoever_has_no_seat_watches_and_can_greet(people: People):
    ada, cleo = people.come("Ada"), people.come("Cleo", PHONE)
    ada.play_now()
    cleo.go(f"/t/{ada.code}")
    cleo.see_board()
    shows(cleo, "You are watching")
    assert cleo.page.locator(".bar button").count() == 0
    expect(ada.page.locator(".watchers")).to_contain_text("Cleo is watching")
    ada.page.locator(".tools").get_by_role("button", name="Say").click()
    ada.page.get_by_role("button", name="Hello!").click()
    expect(cleo.page.locator(".bubble")).to_have_text("Hello!")


@pytest.mark.parametrize(
    ("title", "best"),
    [
        (DICE, ".bar small.best"),
        ("Geminos", ".bar small.best"),
        ("The Gamers Constellation", ".note.best"),
    ],
)
def test_what_the_best_action_is_worth_is_what_my_plate_says(people: People, title: str, best: str):
    ada = people.come("Ada")
    ada.play_now(title)
    ada.page.locator(".tools").get_by_role("button", name="Chances").click()
    expect(ada.page.locator(best)).to_contain_text("%")
    mine = ada.page.locator(".mine .chance [aria-hidden]").inner_text()
    theirs = ada.page.locator(".others .chance [aria-hidden]").inner_text()
    assert mine in ada.page.locator(best).inner_text()
    assert sum(float(text.removesuffix(" %")) for text in (mine, theirs)) == pytest.approx(100.0, abs=1.01)


def test_the_chances_are_shown_where_the_table_allows_it(people: People):
    ada = people.come("Ada")
    ada.play_now()
    ada.page.locator(".tools").get_by_role("button", name="Chances").click()
    expect(ada.page.locator(".plate .chance").first).to_be_visible()
    expect(ada.page.locator(".bar small.best")).to_contain_text("%")
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".plate .chance")).to_have_count(0)


@pytest.mark.parametrize(
    ("title", "aim"),
    [
        (DICE, "Be the first to cover all six spots."),
        ("The Gamers Constellation", "Lay stars around the Moon until they show your secret shape."),
    ],
)
def test_a_match_opens_with_its_aim_seen_and_heard(people: People, title: str, aim: str):
    ada, bea = people.come("Ada"), people.come("Bea", PHONE)
    bea.go(f"/t/{ada.invite(title)}")
    bea.page.get_by_role("button", name="Sit here").click()
    for person in (ada, bea):
        expect(person.page.locator(".headline")).to_have_text(aim)
        expect(person.page.locator("#announcer")).to_contain_text(aim)
    if title == DICE:
        ada.choose("die")
        expect(bea.page.locator(".headline")).to_contain_text("Ada")


def test_who_plays_with_enter_stays_at_the_buttons(people: People):
    ada = people.come("Ada")
    page = ada.page
    ada.play_now()
    roll, leave = (page.locator(f".bar button[data-place={place}]") for place in ("die", "pass"))
    roll.press("Enter")
    expect(leave).to_be_enabled()
    expect(roll).to_be_focused()
    leave.press("Enter")
    expect(leave).to_have_count(0)
    expect(roll).to_be_focused()  # in my next turn
