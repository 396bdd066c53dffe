"""A match as text: what is saved, sent around, replayed and verified. One format for every program that reads it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import fair
from .discover import find
from .edition import Edition
from .edition import check as check_edition
from .game import BadInput, Game
from .header import CHANCE
from .match import Match

FORMAT = 1
LARGEST_ODDS = (1 << 63) - 1  # all weights of a roll together
UNSPEAKABLE = ("Cc", "Cs", "Zl", "Zp")  # in a name: what would steer a terminal, or is no character
Record = dict[str, Any]


def make(match: Match, names: Sequence[str] = (), *, reveal: bool | None = None, **about: str) -> Record:
    """The record of a match. The secret of its dice is in it once the match is over (`reveal` says otherwise)."""
    dice, result = match.dice, match.result
    shown = match.over if reveal is None else reveal
    rolls = [[p.ply, *match.game.odds(p.states)] for p in match.standing() if p.actor == CHANCE]
    record: Record = {
        "asterism": FORMAT,
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        **edition_of(match),
        "options": match.options,
        "names": list(names) or [f"Seat {seat + 1}" for seat in range(match.seats)],
        **about,
        "actions": match.actions,
        "rolls": rolls,
        "shares": result.shares if result else None,
        "scores": result.scores if result else None,
        "dice": None,
        "trail": [],
    }
    if dice is not None:
        record["dice"] = {
            "commitment": fair.commitment(dice.secret),
            "nonces": list(dice.nonces),
            "secret": dice.secret.hex() if shown else None,
        }
        record["trail"] = fair.trail(record)
    return record


def edition_of(match: Match) -> Record:
    """The edition with all its numbers, so that a record needs no file; nothing for a game without editions."""
    if not match.game.numbers:
        return {}
    made = match.edition
    return {"edition": {"title": made.title, "digest": made.digest, "numbers": dict(made.numbers)}}


def write(record: Record) -> str:
    """One key a line, so that a record can be read and compared by eye."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, int) and not isinstance(item, bool) for item in value)


def _is_roll(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and isinstance(value[0], int)
        and value[0] >= 0
        and _is_numbers(value[1])
        and _is_numbers(value[2])
        and len(value[1]) == len(value[2]) > 0
        and min(value[2]) > 0
        and sum(value[2]) <= LARGEST_ODDS  # with more, a verifier would draw again for ever
    )


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and not any(unicodedata.category(c) in UNSPEAKABLE for c in value)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value)


def _is_edition(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"title", "digest", "numbers"}
        and isinstance(value["numbers"], dict)
        and _is_numbers(list(value["numbers"].values()))
    )


def _is_dice(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict)
        and value.keys() == {"commitment", "nonces", "secret"}
        and _is_hex(value["commitment"])
        and isinstance(value["nonces"], list)
        and all(isinstance(nonce, str) and nonce.isascii() for nonce in value["nonces"])
        and (value["secret"] is None or _is_hex(value["secret"]))
    )


SHAPE: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda v: isinstance(v, str), "a game's name"),
    "version": (lambda v: isinstance(v, int), "a whole number"),
    "seats": (lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number"),
    "options": (lambda v: isinstance(v, dict), "a set of names and numbers"),
    "names": (lambda v: isinstance(v, list) and all(map(_is_name, v)), "a list of names"),
    "actions": (_is_numbers, "a list of whole numbers"),
    "rolls": (lambda v: isinstance(v, list) and all(map(_is_roll, v)), "a list of [ply, outcomes, weights]"),
    "dice": (_is_dice, "commitment, nonces and secret in hexadecimal digits"),
    "trail": (lambda v: isinstance(v, list) and all(isinstance(link, str) for link in v), "a list of links"),
}


def read(text: str) -> Record:
    """A record from its text; BadInput, in words, where it is none."""
    try:
        record = json.loads(text)
    except ValueError as problem:
        raise BadInput(f"this is not a record: it is not JSON ({problem})") from None
    except RecursionError:
        raise BadInput("this is not a record: it is nested without end") from None
    if not isinstance(record, dict) or "asterism" not in record:
        raise BadInput("this is not a record of an Asterism match")
    if record["asterism"] != FORMAT:
        raise BadInput(f"this record has format {record['asterism']!r}; this program reads format {FORMAT}")
    for key, (fits, what) in SHAPE.items():
        if key not in record:
            raise BadInput(f"this record has no {key!r}")
        if not fits(record[key]):
            raise BadInput(f"{key!r} of this record is not {what}")
    if "edition" in record and not _is_edition(record["edition"]):
        raise BadInput("'edition' of this record is not a title, a digest and a set of numbers")
    if len(record["names"]) != record["seats"]:
        raise BadInput(f"this record names {len(record['names'])} players for {record['seats']} seats")
    return dict(record)


def load(path: str | Path) -> Record:
    """A record from a file."""
    try:
        return read(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a record: it is not text") from None
    except OSError as problem:
        raise BadInput(f"cannot read {path}: {problem.strerror}") from None
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None


def save(match: Match, path: str | Path, names: Sequence[str] = ()) -> None:
    """Write the record of a match to a file."""
    Path(path).write_text(write(make(match, names)), encoding="utf-8")


def open_record(path: str | Path) -> Match:
    """The match of a record file, played again by the rules."""
    return replay(load(path))


def replay(record: Record) -> Match:
    """The match of a record, played again by the rules; it can go on where its dice are known."""
    game = find(record["game"])
    if record["version"] != game.version:
        raise BadInput(
            f"this record was played by version {record['version']} of the rules of {game.name}; here is {game.version}"
        )
    match = Match.replay(game, record["seats"], record["options"], record["actions"], read_edition(game, record))
    dice = record["dice"]
    if dice and dice["secret"] is not None:
        match.dice = fair.Dice(bytes.fromhex(dice["secret"]), tuple(dice["nonces"]))
    return match


def read_edition(game: Game, record: Record) -> Edition | None:
    """The edition that a record was played with, its numbers checked as those of a file are."""
    given = record.get("edition")
    if given is None:
        return None
    edition = check_edition(game, given["title"], given["numbers"])
    if edition.digest != given["digest"]:
        raise BadInput(f"the numbers of this record's edition are not those of its digest {given['digest']!r}")
    return edition


def verify(record: Record) -> list[str]:
    """Everything that does not fit: the dice, by `fair`, then the rules. Empty: all of it fits."""
    if record["dice"] is None:
        return ["this match has no dice that could be checked"]
    found = fair.problems(record)
    try:
        match = replay(record)
    except BadInput as problem:
        return [*found, f"the rules do not allow it: {problem}"]
    derived = [[p.ply, *match.game.odds(p.states)] for p in match.standing() if p.actor == CHANCE]
    taken_back = {roll[0] for roll in record["rolls"]} - {roll[0] for roll in derived}
    for ply in sorted(taken_back):
        found.append(f"the roll at ply {ply} is none by the rules")
    for ours in derived:
        theirs = next((roll for roll in record["rolls"] if roll[0] == ours[0]), None)
        if theirs is None:
            found.append(f"the roll at ply {ours[0]} is missing from the list of rolls")
        elif theirs != ours:
            found.append(f"the odds at ply {ours[0]} are given as {theirs[1:]}, but the rules make them {ours[1:]}")
    if record.get("shares") != match.shares:
        found.append(f"the result is given as {record.get('shares')!r}, but the rules make it {match.shares}")
    return found
