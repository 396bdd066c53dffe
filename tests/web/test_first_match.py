"""Play now: a first match that fits a newcomer, then what the person chose; the card says which."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from asterism.bots.newcomers import first_of
from asterism.core.discover import find, games

from .people import DESKTOP, DICE, DICE_NAME, PHONE, People, Person

LEVELS = {"beginner": "a beginner bot", "learner": "a learner bot", "easy": "an easy bot", "medium": "a medium bot"}


RULED = {"constellation": ", Basic", "gemini": ", First semester"}  # by the name of a preset, where the game has any


def says(person: Person, hint: str, title: str = DICE) -> None:
    """The card of a game says whom one would play against, where one can read it."""
    words = person.card(title).get_by_role("button", name="Play now").locator("small")
    expect(words).to_have_text(hint)
    expect(words).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_game_offers_a_newcomer_the_first_match_it_declares(people: People, phone: bool):
    ada = people.come("Ada", PHONE if phone else DESKTOP)
    ada.go("/")
    for game in games():
        first = first_of(game)
        card = ada.page.locator("article").filter(has=ada.page.locator(f"a[href='/new/{game.name}']"))
        whom = LEVELS[first.level] if first.seats == 2 else f"{first.seats - 1} {first.level} bots"
        hint = card.get_by_role("button", name="Play now").locator("small")
        expect(hint).to_have_text(f"{'with' if game.team else 'against'} {whom}{RULED.get(game.name, '')}")
        expect(card.get_by_role("link", name="Set up a table")).to_contain_text("other bots, other rules")


def test_play_now_keeps_what_the_person_last_chose_and_no_other_person_did(people: People):
    first, level = first_of(find(DICE_NAME)), "Level of the bot at seat 2"
    ada, bo = people.come("Ada"), people.come("Bo")
    ada.play_now()
    assert opened(ada) == [("bot", first.level)], "nothing is chosen yet"

    ada.go(f"/new/{DICE_NAME}")
    expect(ada.page.get_by_label(level)).to_have_value(first.level)
    ada.page.get_by_label(level).select_option("hard")
    ada.page.get_by_role("button", name="Add a seat").click()
    ada.page.get_by_role("button", name="Start playing").click()
    ada.see_board()
    ada.go("/")
    says(ada, "against 2 hard bots")
    ada.play_now()
    assert opened(ada) == [("bot", "hard"), ("bot", "hard")]
    ada.go(f"/new/{DICE_NAME}")
    expect(ada.page.get_by_label(level)).to_have_value("hard")

    bo.go("/")
    says(bo, f"against {LEVELS[first.level]}")


def test_what_a_game_no_longer_has_is_not_kept(people: People):
    ada = people.come("Ada")
    ada.go("/")
    ada.page.evaluate(
        """(game) => {
            const kept = JSON.parse(localStorage.getItem('asterism') ?? '{}');
            kept.chosen = { [game]: { levels: ['godlike'], options: {}, edition: '' } };
            localStorage.setItem('asterism', JSON.stringify(kept));
        }""",
        DICE_NAME,
    )
    ada.go("/")
    says(ada, f"against {LEVELS[first_of(find(DICE_NAME)).level]}")


def opened(person: Person) -> list[tuple[str, str]]:
    """The bots at the table that a person looks at, as the server tells."""
    scene = person.page.evaluate(
        """(code) => new Promise((resolve) => {
            const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
            socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', id: 1, table: code }));
            socket.onmessage = ({ data }) => {
                const news = JSON.parse(data);
                if (news.type === 'scene') resolve(news);
            };
        })""",
        person.code,
    )
    return [(seat["kind"], seat["level"]) for seat in scene["table"]["seats"] if seat["kind"] == "bot"]


def test_a_match_and_its_lobby_say_by_which_rules_it_is_played(people: People):
    ada, ben = people.come("Ada", PHONE), people.come("Ben", PHONE)
    ada.play_now("The Gemini Card Game")
    ada.page.locator(".tools").get_by_role("button", name="Rules").click()
    expect(ada.page.get_by_role("dialog").get_by_text("This match: First semester")).to_be_visible()
    code = ada.invite("The Gemini Card Game")
    ben.go(f"/t/{code}")
    expect(ben.page.locator(".title")).to_contain_text("Basic game")
