"""The end of a semester of the Gemini Card Game: a picture that says what became of it, and why."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from asterism.core.match import Match
from asterism.games.gemini.tests.positions import Lane, do, position
from asterism.games.gemini.tests.test_reputation import finished

from .people import DESKTOP, PHONE, People
from .test_gemini_page import Astronomer
from .test_gemini_refusals import Table

# Texts of a drawing that run into each other or out of it.
COLLIDING = """(svg) => {
  const all = [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim());
  const box = svg.getBoundingClientRect();
  const cut = (one) => { const r = one.getBoundingClientRect(); return r.right > box.right || r.left < box.left; };
  const meet = (a, b) => {
    const [r, s] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const line = Math.abs(r.bottom - s.bottom) < 2;
    return line && r.left < s.right && s.left < r.right;
  };
  return all.flatMap((one, i) => [
    ...(cut(one) ? [one.textContent] : []),
    ...all.slice(i + 1).filter((other) => meet(one, other)).map((other) => `${one.textContent} | ${other.textContent}`),
  ]);
}"""


def costly() -> Match:
    """The end of a semester in which much went wrong, and a little was made good again."""
    lanes = {
        "embers": Lane("gmos-n", target="gravitational-wave", due=12),
        "atlas": Lane(done=["bright-any"]),
        "checkouts": Lane("gmos-s", times=["time-3"]),
    }
    match = position(role="scientist", round=12, weather="best", hand=["press"], lanes=lanes, instants=1, reputation=3)
    match.states["calendar"][0, :11] = [2, 1, 4, 0, 3, 2, 5, 1, 2, 3, 0]
    match.states["story"][0, 0] = (7, 4, -1)  # a booboo
    match.states["events"][0] = 1
    match.begin_here()
    return finished(do(match, "press"), 3)


def at_the_end(people: People, size: dict[str, int], match: Match) -> Locator:
    ada = Astronomer(people.come("Ada", size))
    table = Table(ada)
    ada.open("me", "me", "me", roles=1)
    expect(ada.end_turn).to_be_enabled()
    table.show(match)
    ada.page.get_by_role("button", name="Look at the board").click()
    ada.person.still()
    assert ada.person.sideways() <= 0
    return ada.page.locator(".control-room figure")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_picture_of_the_end_says_what_reputation_was_lost_for(people: People, size: dict[str, int]):
    story = at_the_end(people, size, costly())
    picture = story.locator("svg").first
    for line in (
        "Lost: no funding",
        "A booboo",
        "Good press",
        "Source of Gravitational Waves was late",
        "Best weather was not used",
        "1 Band 1 program was missing",
    ):
        expect(picture.locator("text", has_text=line)).to_have_count(1)
    assert picture.evaluate(COLLIDING) == []
    told = story.locator(".unseen p").all_inner_texts()
    assert told[-1] == "Round 12: 1 Band 1 program was missing, 2 Reputation lost"
    story.page.locator(".status .points").click()
    score = story.page.get_by_role("dialog")
    expect(score).to_contain_text("Band 1 programs complete: 3 of 4")
    for later in ("at stake", "As things stand", "points for"):
        expect(score).not_to_contain_text(later)


def test_the_picture_says_that_nothing_was_lost(people: People):
    picture = at_the_end(people, PHONE, finished(position(role="scientist", round=12), 4)).locator("svg").first
    expect(picture.locator("text", has_text="Reputation 4 of 4")).to_have_count(1)
    expect(picture.locator("text", has_text="No Reputation was lost on the way")).to_have_count(1)
