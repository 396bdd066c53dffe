"""Golden playthroughs: short matches that a person can read, each a chapter of the rules, judging both modes.

A file `golden/NAME.txt` of a game begins with what is played (chapter, seats, options, actions); the rest is what
follows from it, written by `python -m asterism.core.golden --write` and reviewed like a picture.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from pathlib import Path
from typing import Any

from .contract import random_match
from .discover import find, names
from .game import BadInput, Game
from .header import CHANCE, NOBODY
from .match import Match
from .words import tell, word

LONGEST_CHAPTER = 250  # lines: what nobody reads is approved unread


def chapters(game: Game) -> list[Path]:
    """The golden files of a game."""
    module = sys.modules[game.module]
    return sorted(Path(module.__path__[0], "golden").glob("*.txt"))


def parse(text: str) -> tuple[str, int, dict[str, int], list[int]]:
    """The head of a chapter: its title, seats, options and actions."""
    head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines() if ": " in line)
    options = dict(pair.split("=") for pair in head.get("options", "").split())
    return (
        head["chapter"],
        int(head["seats"]),
        {name: int(value) for name, value in options.items()},
        [int(action) for action in head["actions"].split()],
    )


def render(game: Game, title: str, seats: int, options: dict[str, Any], actions: list[int]) -> str:
    """The whole chapter: who does what in words, the board as text, and what each seat sees where that differs."""
    named = " ".join(f"{name}={value}" for name, value in options.items())
    head = [f"chapter: {title}", f"seats: {seats}", *([f"options: {named}"] if named else [])]
    lines = [*head, "actions: " + " ".join(map(str, actions)), ""]
    lines.append(f"{word(game, 'title')}, rules version {game.version}")
    match = Match(game, seats=seats, **options)
    shown = ""
    for action in [None, *actions]:
        if action is not None:
            lines.append(_told(match, action))
            match = Match.replay(game, seats, options, [*match.actions, action])
        board = _boards(match)
        if board != shown:
            lines += ["", *(f"    {row}".rstrip() for row in board.splitlines()), ""]
            shown = board
    if match.shares is not None:
        lines.append("over: " + ", ".join(f"seat {seat + 1} gets {share:g}" for seat, share in enumerate(match.shares)))
    return "\n".join(lines).rstrip() + "\n"


def _told(match: Match, action: int) -> str:
    if action < 0:
        return f"{match.ply:>4}  takes back {-action}"
    people = [f"Seat {seat + 1}" for seat in range(match.seats)]
    actor = "chance" if match.to_act == CHANCE else f"seat {match.to_act + 1}"
    said = match.game.say(match.states[0], action)
    return f"{match.ply:>4}  {actor + ':':<8} {tell(match.game, said, people)}  [{action}]"


def _boards(match: Match) -> str:
    everyone = match.show(NOBODY)
    rows = [everyone]
    for seat in range(match.seats):
        if match.show(seat) != everyone:
            rows += [f"(seat {seat + 1} sees)", match.show(seat)]
    return "\n".join(rows)


def stale(game: Game, write: bool = False) -> list[Path]:
    """The chapters that no longer say what the rules make of them; with `write` they are rewritten."""
    found = []
    for path in chapters(game):
        text = path.read_text(encoding="utf-8")
        wanted = render(game, *parse(text))
        if text != wanted:
            found.append(path)
            if write:
                path.write_text(wanted, encoding="utf-8")
    return found


def digest(game: Game, matches: int, seed: int = 1) -> str:
    """A fingerprint of every state of many random matches: the same in both modes, or one of them is wrong."""
    seen, dice = hashlib.sha256(), random.Random(seed)
    low, high = game.seats
    for number in range(matches):
        options = {option.name: dice.randint(option.low, option.high) for option in game.options}
        for match in random_match(game, low + number % (high - low + 1), options, dice):
            seen.update(match.states.tobytes())
    return seen.hexdigest()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.core.golden", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="default: every game")
    parser.add_argument("--write", action="store_true", help="rewrite the chapters that changed")
    parser.add_argument("--digest", type=int, metavar="N", help="print the fingerprint of N random matches instead")
    args = parser.parse_args(arguments)
    try:
        chosen = [find(name) for name in args.games or [*names(), "_template"]]
    except BadInput as problem:
        parser.error(str(problem))
    changed = 0
    for game in chosen:
        if args.digest:
            print(game.name, digest(game, args.digest))
            continue
        for path in stale(game, args.write):
            changed += 1
            print(("rewritten: " if args.write else "changed: ") + path.name)
    return 1 if changed and not args.write else 0


if __name__ == "__main__":
    sys.exit(main())
