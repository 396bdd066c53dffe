"""Golden playthroughs: short matches that a person can read, each a chapter of the rules, judging both modes.

A file `golden/NAME.txt` of a game begins with what is played (chapter, seats, options, actions); the rest is what
follows from it, written by `python -m asterism.core.golden --write` and reviewed like a picture. The command also
writes `golden/digest`, a fingerprint of 200 random matches: it changes with rules that no chapter shows.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .contract import random_match
from .discover import find, names
from .edition import check, standard, varied
from .game import BadInput, Game
from .header import CHANCE, NOBODY
from .match import Match
from .words import tell, word

DIGESTED = 200  # random matches behind the fingerprint in the folder of a game
LONGEST_CHAPTER = 250  # lines: what nobody reads is approved unread


def folder(game: Game) -> Path:
    """Where the golden files of a game are."""
    return Path(sys.modules[game.module].__path__[0], "golden")


def chapters(game: Game) -> list[Path]:
    """The golden files of a game that people read."""
    return sorted(folder(game).glob("*.txt"))


@dataclass(frozen=True)
class Head:
    """What a chapter plays."""

    title: str
    seats: int
    actions: list[int]
    options: dict[str, int] = field(default_factory=dict)
    edition: dict[str, int] = field(default_factory=dict)  # the numbers that differ from the standard edition

    def lines(self) -> list[str]:
        said = [f"chapter: {self.title}", f"seats: {self.seats}"]
        for what, numbers in (("options", self.options), ("edition", self.edition)):
            if numbers:
                said.append(f"{what}: " + " ".join(f"{name}={value}" for name, value in numbers.items()))
        return [*said, "actions: " + " ".join(map(str, self.actions))]


def parse(text: str) -> Head:
    """The head of a chapter."""
    head = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines() if ": " in line)

    def numbers(what: str) -> dict[str, int]:
        return {name: int(value) for name, value in (pair.split("=") for pair in head.get(what, "").split())}

    actions = [int(action) for action in head["actions"].split()]
    return Head(head["chapter"], int(head["seats"]), actions, numbers("options"), numbers("edition"))


def render(game: Game, head: Head) -> str:
    """The whole chapter: who does what in words, the board as text, and what each seat sees where that differs."""
    lines = [*head.lines(), "", f"{word(game, 'title')}, rules version {game.version}"]
    own = check(game, "own", {**standard(game).numbers, **head.edition}) if head.edition else None
    match = Match.replay(game, head.seats, head.options, [], own)
    shown = ""
    for action in [None, *head.actions]:
        if action is not None:
            lines.append(_told(match, action))
            match = Match.replay(game, head.seats, head.options, [*match.actions, action], own)
        board = _boards(match)
        if board != shown:
            lines += ["", *(f"    {row}".rstrip() for row in board.splitlines()), ""]
            shown = board
    if match.result is not None:
        shares = ", ".join(f"seat {seat + 1} gets {share:g}" for seat, share in enumerate(match.result.shares))
        said = match.result.said
        lines.append(f"over: {shares}" + (f". {tell(game, said, _people(match))}" if said else ""))
    return "\n".join(lines).rstrip() + "\n"


def _told(match: Match, action: int) -> str:
    if action < 0:
        return f"{match.ply:>4}  takes back {-action}"
    actor = "chance" if match.to_act == CHANCE else f"seat {match.to_act + 1}"
    said = match.game.say(match.states[0], action)
    return f"{match.ply:>4}  {actor + ':':<8} {tell(match.game, said, _people(match))}  [{action}]"


def _people(match: Match) -> list[str]:
    return [f"Seat {seat + 1}" for seat in range(match.seats)]


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
        wanted = render(game, parse(text))
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
        edition = varied(game, dice, changes=number % 8) if game.numbers else None
        for match in random_match(game, low + number % (high - low + 1), options, dice, edition):
            seen.update(match.states.tobytes())
    return seen.hexdigest()


def stale_digest(game: Game, write: bool = False) -> list[Path]:
    """The file with the fingerprint of a game, if it is missing or says another one; with `write` it is rewritten."""
    path, text = folder(game) / "digest", f"{DIGESTED} random matches: {digest(game, DIGESTED)}\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return []
    if write:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [path]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.core.golden", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="default: every game")
    parser.add_argument("--write", action="store_true", help="rewrite chapters and fingerprints that changed")
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
        for path in [*stale(game, args.write), *stale_digest(game, args.write)]:
            changed += 1
            print(f"{'rewritten' if args.write else 'changed'}: {game.name} {path.name}")
    return 1 if changed and not args.write else 0


if __name__ == "__main__":
    sys.exit(main())
