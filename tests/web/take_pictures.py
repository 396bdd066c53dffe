"""The pictures of the README: every game in the middle of a real match, on a desktop by night and on a phone by day.

    python -m tests.web.take_pictures            writes docs/pictures/GAME.jpg for every game with a page of its own

A program plays the first plies against a bot, by the advice of the server, and a browser then opens the same match.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from asterism.core import discover
from asterism.core.game import Game
from tests.server.serving import HOUSE, Served
from tests.server.talking import Client

from .conftest import QUIET
from .get_browser import found
from .people import DESKTOP, PHONE, People, Person

FOLDER = HOUSE / "docs/pictures"
PLIES = 24  # that are played before the picture; half as many where a match is over by then
TALL, GAP, QUALITY = 640, 16, 82  # pixels of the picture's height and between its parts; of JPEG


def middle_of_a_match(client: Client, game: Game, plies: int = PLIES) -> str:
    """Play a match against bots to its middle; the code of its table."""
    kinds = ["me", *["bot:beginner"] * (max(2, game.seats[0]) - 1)]
    scene = client.open(*kinds, game=game.name, hints=True)
    while scene["ply"] < plies or not scene["choices"]:
        if scene["outcome"] is not None:
            return middle_of_a_match(client, game, plies // 2)
        if scene["choices"]:
            advice = client.ask("advise", table=scene["table"]["code"])
            scene = client.act(scene, advice["actions"][0]["action"])
        else:
            client.hear()
            scene = client.hear_scene()
    return str(scene["table"]["code"])


def photographed(person: Person, code: str) -> Image.Image:
    person.go(f"/t/{code}")
    person.see_board()
    person.still()
    person.page.wait_for_timeout(500)
    return Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """The pictures at one height, on the page's own night."""
    shrunk = [p.resize((round(p.width * TALL / p.height), TALL), Image.Resampling.LANCZOS) for p in pictures]
    sheet = Image.new("RGB", (sum(p.width for p in shrunk) + GAP * (len(shrunk) + 1), TALL + 2 * GAP), "#0b1026")
    left = GAP
    for picture in shrunk:
        sheet.paste(picture, (left, GAP))
        left += picture.width + GAP
    return sheet


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder), "--unlimited")
        browser = playwright.chromium.launch(executable_path=found() or None, args=[*QUIET, "--no-sandbox"])
        try:
            for name in sys.argv[1:] or discover.names():
                game = discover.find(name)
                if not (HOUSE / "web/src/games" / game.module.rpartition(".")[2]).is_dir():
                    continue
                print(name, flush=True)
                with Client(server) as client:
                    code = middle_of_a_match(client, game)
                    people = People(browser, server.address)
                    views = []
                    for size, day in ((DESKTOP, False), (PHONE, True)):
                        person = people.come("", size, day=day, device_scale_factor=1.5)
                        person.become(client)
                        views.append(photographed(person, code))
                    side_by_side(views).save(FOLDER / f"{name}.jpg", quality=QUALITY, optimize=True)
                    for context in people.contexts:
                        context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
