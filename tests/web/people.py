"""What a person does in front of the page, as the tests tell it."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from asterism.core import fair
from tests.server.talking import Client

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}

DICE = "NOIRLab Dice"
DICE_NAME = "noirlab-dice"
PATIENCE = 60_000  # milliseconds; only a broken page takes so long
expect.set_options(timeout=PATIENCE)
NOT_ENCRYPTED = "The Cross-Origin-Opener-Policy header has been ignored"  # in a local network it cannot be kept
AWAY = ("CONNECTION_REFUSED", "CONNECTION_RESET", "EMPTY_RESPONSE", "CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED")
GIVEN_UP = "WebSocket is closed before the connection is established"  # after 10 s, where the machine is very busy
NO_WORKER = "Service Worker registration blocked by Playwright"  # as most tests want it
LONGEST_MATCH = 6_000  # looks at the page; a match takes a few hundred, and more where others use the machine

SILENT = ("RootWebArea", "none", "generic", "InlineTextBox", "LineBreak", "ListMarker")  # frames without words

KEEP_ANNOUNCED = """() => {
  window.announced = [];
  const heard = new WeakSet();
  const keep = () => {
    for (const line of document.querySelectorAll('#announcer p')) {
      if (!heard.has(line)) { heard.add(line); window.announced.push(line.textContent); }
    }
  };
  new MutationObserver(keep).observe(document.getElementById('announcer'), { childList: true, subtree: true });
}"""

# Until what slides or fades in has arrived, and its letters too; what goes on for ever is not waited for.
STILL = """async () => {
  await document.fonts.ready;
  const passing = () => document.getAnimations().filter(
    (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
  do { // what ends may begin another
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    await Promise.all(passing().map((one) => one.finished.catch(() => {})));
  } while (passing().length);
}"""


# Where to click: a wild spot, banking, passing when three faces or more would bust, else rolling.
SENSIBLE = """() => {
  const risk = Number(document.querySelector('.risk .unseen')?.textContent.match(/(\\d) in 6/)?.[1] ?? 0);
  const at = (place) => document.querySelector(`.bar button[data-place="${place}"]:enabled`);
  const spot = document.querySelector('button.choose:enabled');
  const chosen = spot ?? at('bank') ?? (risk >= 3 ? at('pass') : null) ?? at('die');
  if (!chosen) return null;
  const box = chosen.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


# Opens a table as a page would, without the set-up page. The page that comes later knows the number behind the lock.
OPEN = """([asked, nonce]) => new Promise((resolve) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
  const known = JSON.parse(localStorage.getItem('asterism-dice-numbers') ?? '{}');
  known[asked.commit] = { nonce, table: '', sheet: '' };
  localStorage.setItem('asterism-dice-numbers', JSON.stringify(known));
  socket.onopen = () => socket.send(JSON.stringify({ type: 'open', id: 1, ...asked }));
  socket.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    if (news.type === 'opened') resolve(news.table);
  };
})"""


@dataclass
class Person:
    """Someone with a browser window."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)  # on the console of their browser

    def forgive_absence(self) -> None:
        """A server that is away, or was killed while it answered, is noted by the browser itself."""
        self.complaints[:] = [text for text in self.complaints if not any(word in text for word in AWAY)]

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def become(self, client: Client) -> None:
        """The guest that a program was."""
        name, _, value = client.cookie.partition("=")
        self.page.context.add_cookies([{"name": name, "value": value, "url": self.address}])

    def card(self, title: str = DICE) -> Locator:
        return self.page.locator("article").filter(has=self.page.get_by_role("heading", name=title, exact=True))

    def play_now(self, title: str = DICE) -> None:
        self.go("/")
        self.card(title).get_by_role("button", name="Play now").click()
        self.see_board()

    def invite(self, title: str = DICE, seats: int = 2) -> str:
        """Open a table for so many people; returns the code."""
        self.go("/")
        self.card(title).get_by_role("button", name="Invite").click()
        asked = self.page.get_by_role("dialog")
        asked.get_by_role("radio", name=str(seats), exact=True).check()
        asked.get_by_role("button", name="Invite").click()
        code = self.page.locator(".invite .code")
        code.wait_for()
        return code.inner_text()

    def see_board(self) -> None:
        self.page.locator(".match .middle > *").first.wait_for()

    @property
    def code(self) -> str:
        """Of the table or lesson in the address bar, without the token of a link."""
        return self.page.url.rpartition("/")[2].partition("-")[0]

    # Playing by the pointer

    def choose(self, place: str) -> None:
        self.page.locator(f".bar button[data-place='{place}']:enabled").click()

    def act(self) -> bool:
        """Click on something sensible if it is this person's turn (see `SENSIBLE`); whether there was anything."""
        spot = self.page.evaluate(SENSIBLE)
        if spot is None:
            return False
        self.page.mouse.click(*spot)
        return True

    @property
    def over(self) -> bool:
        return self.page.locator(".veil").count() > 0

    def log(self) -> list[str]:
        """The whole log as the page shows it, in the side panel or in its drawer."""
        page = self.page
        if page.locator("aside").is_visible():
            page.get_by_role("tab", name="Log").click()
            return [line.strip() for line in page.locator("aside .panel li").all_inner_texts()]
        page.locator(".tools").get_by_role("button", name="Log").click()
        lines = page.locator("dialog[open] li").all_inner_texts()
        page.keyboard.press("Escape")
        return [line.strip() for line in lines]

    def keep_announced(self) -> None:
        """Remember from now on what a screen reader is told."""
        self.page.evaluate(KEEP_ANNOUNCED)

    def announced(self) -> list[str]:
        told: list[str] = self.page.evaluate("window.announced")
        return told

    def readable(self) -> list[tuple[str, str]]:
        """Everything a screen reader can come to now, in order: role and name, as the browser itself tells it."""
        session = self.page.context.new_cdp_session(self.page)
        nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        by_id = {node["nodeId"]: node for node in nodes}
        found: list[tuple[str, str]] = []

        def walk(node: dict[str, Any]) -> None:
            role = node.get("role", {}).get("value", "")
            if not node.get("ignored") and role not in SILENT:
                found.append((role, node.get("name", {}).get("value", "")))
            for child in node.get("childIds", []):
                if child in by_id:
                    walk(by_id[child])

        walk(nodes[0])
        return found

    def resize(self, size: dict[str, int]) -> None:
        """The same page on another screen."""
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        self.still()

    def still(self) -> None:
        """Wait until nothing moves that will come to rest."""
        self.page.evaluate(STILL)

    def sideways(self) -> int:
        """By how many pixels the page can be scrolled sideways."""
        wider: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wider


class Player:
    """Someone at a table of one game, and what the server last told their page."""

    game: str  # its name

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.scene: dict[str, Any] = {}
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        news = json.loads(frame)
        if news["type"] == "scene":
            self.scene = news

    def begin(self, *kinds: str, edition: str = "", **options: int) -> str:
        """A table with these at the other seats; its code."""
        self.person.go("/settings")
        others = iter(("Bea", "Cleo", "Dot", "Eve"))
        seats = [{"kind": kind, "name": next(others), "level": "beginner"} for kind in kinds]
        asked = {"game": self.game, "edition": edition, "options": options}
        nonce = secrets.token_bytes(32)
        plan = {**asked, "seats": [{"kind": "me", "name": "Ada"}, *seats], "commit": fair.lock_nonce(nonce)}
        code: str = self.page.evaluate(OPEN, [plan, nonce.hex()])
        return code

    def sit_down(self, code: str) -> None:
        self.person.go(f"/t/{code}")
        self.person.see_board()


class People:
    """Everyone in one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.persons: list[Person] = []
        self.contexts: list[BrowserContext] = []

    def come(self, name: str = "", size: dict[str, int] = DESKTOP, *, day: bool = False, **more: Any) -> Person:
        """Somebody new, on a device of their own; calm motion keeps the tests short."""
        phone = size["width"] < 500
        given: dict[str, Any] = {
            "viewport": size,
            "has_touch": phone,
            "color_scheme": "light" if day else "dark",
            "reduced_motion": "reduce",
            "service_workers": "block",  # what a test sees comes from the server
            **more,
        }
        context = self.browser.new_context(**given)
        context.set_default_timeout(PATIENCE)
        if name:
            context.add_init_script(f"localStorage.asterism ??= JSON.stringify({{ name: {name!r}, sound: false }})")
        person = Person(context.new_page(), self.address)
        person.page.on("console", lambda message: self._heard(person, message))
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        self.contexts.append(context)
        self.persons.append(person)
        return person

    def _heard(self, person: Person, message: ConsoleMessage) -> None:
        harmless = message.text.startswith((NOT_ENCRYPTED, NO_WORKER)) or GIVEN_UP in message.text
        if message.type in ("error", "warning") and not harmless:
            person.complaints.append(message.text)

    def play_out(self, *players: Person) -> None:
        """Let them play, each by their own page, until every one of them sees the result."""
        for _ in range(LONGEST_MATCH):
            if all(player.over for player in players):
                return
            acted = [player.act() for player in players]
            if not any(acted):
                players[0].page.wait_for_timeout(30)
        raise AssertionError("the match does not end")

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        for person in self.persons:
            assert person.complaints == [], f"the browser complained on its console: {person.complaints}"


def shows(person: Person, text: str) -> None:
    expect(person.page.get_by_text(text).first).to_be_visible()
