"""Compiling the rules of all games and the searches of their bots, in a process of its own.

A compiler keeps most of the memory it has used until its process ends: a server that compiled everything itself stayed
at three times the memory of one that found it compiled. Compiled code goes to the cache on disk
(`core/compile_cache.py`); the server then reads it from there, as at every later start.

`python -m asterism.server.compiling rules GAME...` compiles the rules of games, and prints the name of each when it is
done; with `bots` for `rules` it prepares the bots.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import numpy as np

from asterism import bots
from asterism.core import discover
from asterism.core.compile import COMPILED
from asterism.core.compile_cache import HOUSE, cache_of, owner
from asterism.core.game import Game
from asterism.core.header import NOBODY
from asterism.core.match import Match

What = Literal["rules", "bots"]
WARM_UP = 200 if COMPILED else 12  # actions


def warm_up(game: Game) -> None:
    """Call all functions of the rules that a table calls, with secrets and without, so that they are compiled (or read
    from the cache) before anyone plays: on the event loop a compiler would block everyone."""
    rng = random.Random(1)
    matches = [Match(game, seed=1, **options) for options in ways_to_play(game)]
    for match in {match.game.open: match for match in matches}.values():
        while not match.over and match.ply < WARM_UP:
            match = match.after(rng.choice(match.legal()))
        match.lines(NOBODY)
        match.seen(0)
        if match.game.has["odds"]:  # called without chance's turn, which some options never have
            room = np.empty(game.actions, np.int32), 0, np.empty(game.actions, np.int64)
            match.game.doors.list_odds(match.states, *room)
        match.game.shares(match.states)
        match.game.scores(match.states)
        last = match.standing()[-1]
        match.game.tells(last.states, last.action, 0)
        match.game.reveals(last.states, match.states)
        match.after(-1)


def ways_to_play(game: Game) -> Iterator[dict[str, Any]]:
    """The default options, and those with one of them at either end of its range."""
    yield {}
    yield from ({option.name: value} for option in game.options for value in (option.low, option.high))


def mark(game: Game, what: What) -> Path:
    """The marker file in the cache of what is compiled of a game; its name depends on the contents of the sources."""
    source = Path(str(sys.modules[game.module].__file__)).resolve()
    return cache_of(owner(source), HOUSE / "bots", HOUSE / "solve") / f"{what}-compiled"


def missing(games: Sequence[Game], what: What) -> list[Game]:
    """The games without a marker file, which may have to be compiled."""
    with suppress(OSError):  # a cache that cannot be written: another process could not store what it compiles
        return [game for game in games if COMPILED and not mark(game, what).exists()]
    return []


def command(what: What, games: Sequence[Game]) -> list[str]:
    return [sys.executable, "-m", "asterism.server.compiling", what, *(game.name for game in games)]


def make_ready(games: Sequence[Game], progress: Callable[[int, int, str], None]) -> None:
    """Compile the rules of games in another process where needed, then load them from the cache.

    Where that process fails, this one compiles them itself."""
    lacking = missing(games, "rules")
    apart = None
    if lacking:
        apart = subprocess.Popen(command("rules", lacking), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for number, game in enumerate(games):
            progress(number, len(games), game.name)
            if apart is not None and apart.stdout is not None and game in lacking:
                apart.stdout.readline()  # the name, when it is compiled; empty if the process has ended
            warm_up(game)
        progress(len(games), len(games), "")
    finally:
        if apart is not None:
            apart.kill()  # if this start was interrupted; otherwise it has ended
            apart.communicate()


async def prepare_apart(game: Game) -> None:
    """Compile and solve what the bots of a game need in another process, if not done yet."""
    if not missing([game], "bots"):
        return
    with suppress(OSError):  # no process can be started: the server prepares them itself later
        quiet = {**os.environ, "ASTERISM_QUIET": "1"}  # in the background
        apart = await asyncio.create_subprocess_exec(
            *command("bots", [game]), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=quiet
        )
        try:
            await apart.wait()
        finally:
            if apart.returncode is None:  # the server stops
                apart.kill()
                await apart.wait()


def end_with_the_server() -> None:
    """Block until the server that started this process has ended, by its pipe, then end this process too."""
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1):
            pass
    os._exit(1)


def main() -> None:
    threading.Thread(target=end_with_the_server, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the server reports Ctrl-C
    what, *names = sys.argv[1:]
    if what == "bots" and hasattr(os, "nice"):
        os.nice(10)  # people play meanwhile
    for name in names:
        game = discover.find(name)
        if what == "rules":
            warm_up(game)
            mark(game, "rules").touch()
        else:
            bots.prepare(game)
            mark(game, "bots").touch()
        print(name, flush=True)


if __name__ == "__main__":
    main()
