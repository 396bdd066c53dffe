"""Kill the server, again and again, right after it acknowledged a move; nothing it acknowledged may be lost.

    python -m tests.server.crash --times 300

Two people and a bot play at several tables. As soon as a move is acknowledged the server gets SIGKILL, starts again on
the same data, and everyone comes back: each table must still have every entry that anyone was told of, show a board,
and go on.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .serving import Served
from .talking import Client, Told


@dataclass
class Watched:
    """A table, and the longest log anyone was told of."""

    code: str
    log: list[Any] = field(default_factory=list)
    ply: int = 0

    def told(self, scene: Told) -> None:
        """Remember a scene; it must go on from what is known."""
        if scene["table"]["code"] != self.code or scene["ply"] < self.ply:
            return
        self.log = [line for line in self.log if line["ply"] < scene["since"]] + scene["log"]
        self.ply = scene["ply"]


class Story:
    """People at tables of a server that keeps dying."""

    def __init__(self, data: Path, seed: int) -> None:
        self.served = Served(data, "--unlimited")
        self.chance = random.Random(seed)
        self.cookies = ["", ""]
        self.tables: list[Watched] = []
        self.moves = self.finished = 0

    def clients(self, stack: ExitStack) -> list[Client]:
        clients = [stack.enter_context(Client(self.served, cookie=cookie)) for cookie in self.cookies]
        self.cookies = [client.cookie for client in clients]
        return clients

    def hear_all(self, clients: list[Client]) -> None:
        for client in clients:
            for told in client.told:
                if told["type"] == "scene":
                    for table in self.tables:
                        table.told(told)
            client.told.clear()

    def open_tables(self, clients: list[Client], count: int) -> None:
        anna, bert = clients
        while len(self.tables) < count:
            lobby = anna.open("me", "elsewhere", "bot:easy")
            code = lobby["table"]["code"]
            bert.sit(code, 1)
            self.tables.append(Watched(code))

    def check(self, clients: list[Client]) -> None:
        """Everyone comes back: each table has all that was told, and a board to look at."""
        for table in list(self.tables):
            for client in clients:
                scene = client.ask("watch", table=table.code)
                assert scene["type"] == "scene", scene
                assert scene["view"] is not None, "a blank table"
                assert scene["ply"] >= table.ply, (
                    f"{table.code}: ply {table.ply} was acknowledged, {scene['ply']} is left"
                )
                assert scene["log"][: len(table.log)] == table.log, f"{table.code}: the log was changed"
                table.told(scene)
            if scene["table"]["phase"] == "over":
                assert scene["outcome"]
                self.finished += 1
                self.tables.remove(table)

    def play(self, clients: list[Client], moves: int) -> None:
        """Make some moves; the last is acknowledged when this returns."""
        made = 0
        while made < moves and self.tables:
            table = self.chance.choice(self.tables)
            client = self.chance.choice(clients)
            scene = client.ask("watch", table=table.code)
            if scene["table"]["phase"] == "over":
                if all(t.code == table.code for t in self.tables):
                    return
                continue
            if scene["choices"]:
                action = self.chance.choice(scene["choices"])["action"]
                told = client.ask("act", table=table.code, ply=scene["ply"], action=action)
                made += told["type"] == "scene"
        self.moves += made

    def live(self) -> None:
        """One life of the server: come back, check, play, die."""
        with ExitStack() as stack:
            clients = self.clients(stack)
            self.check(clients)
            self.open_tables(clients, 4)
            self.play(clients, self.chance.randint(1, 6))
            self.served.kill()
            self.hear_all(clients)
        self.served.start()

    def end(self) -> None:
        with ExitStack() as stack:
            self.check(self.clients(stack))
        self.served.stop()


def run(data: Path, times: int, seed: int = 1) -> Story:
    """The whole story; AssertionError, in words, if anything was lost."""
    story = Story(data, seed)
    try:
        for number in range(times):
            story.live()
            if sys.stdout.isatty():
                print(f"\rkilled {number + 1} times, {story.moves} moves, nothing lost", end="", flush=True)
        story.end()
    finally:
        if story.served.process.poll() is None:
            story.served.kill()
    return story


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Kill the server right after acknowledged moves; nothing may be lost.")
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = run(Path(folder), chosen.times, chosen.seed)
    print(
        f"\nkilled {chosen.times} times: {told.moves} acknowledged moves, {told.finished} matches ended, nothing lost"
    )
