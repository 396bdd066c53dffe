"""A match as text: what is saved, sent around, replayed and verified. One format for every program that reads it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import fair
from .discover import find
from .edition import Edition
from .edition import check as check_edition
from .game import BadInput, Game
from .header import CHANCE
from .match import Match

FORMAT = 2  # the first one had the first protocol of the dice; it can still be read
LARGEST = (1 << 63) - 1  # of any number, and of all weights of a roll together: writing longer ones out takes seconds
UNSPEAKABLE = ("Cc", "Cs", "Zl", "Zp")  # in a name: what would steer a terminal, or is no character
TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")  # what would turn round the words beside it
LONGEST_NAME = 200  # characters; every scene of a replay has all names in it
# what can happen at a table beside the actions
EVENTS = ("left", "bot-plays", "came-back", "ended", "time-up", "advised", "took-over")
Record = dict[str, Any]
Step = Callable[[], None]  # called between pieces of long work; it may wait, or raise to end the work
Drawing = Mapping[str, Any]  # how the dice came about: `sheets`, `nonces` and `secret`, or the words of local dice


def make(
    match: Match,
    names: Sequence[str] = (),
    drawing: Drawing | None = None,
    *,
    reveal: bool | None = None,
    events: Sequence[Record] = (),
    step: Step = lambda: None,
) -> Record:
    """The record of a match. The secret of its dice is in it once the match is over (`reveal` says otherwise).

    `events` are what happened at its table beside the actions: who left, for whom a bot played, who came back."""
    shown = match.over if reveal is None else reveal
    if isinstance(match.dice, fair.FirstDice):
        return make_first(match, match.dice, names, shown)
    odds, rolls = rolls_of(match, step)
    record: Record = {
        "asterism": FORMAT,
        **about(match, names),
        "dice": dice_of(match, drawing, shown),
        "actions": match.actions,
        "odds": odds,
        "rolls": rolls,
        "events": list(events),
        "result": result_of(match),
    }
    record["hash"] = fair.digest(record)
    return record


def make_first(match: Match, dice: fair.FirstDice, names: Sequence[str], shown: bool) -> Record:
    """The same for a match with dice of the first protocol, which only the first format can tell."""
    record: Record = {
        "asterism": 1,
        **about(match, names),
        "actions": match.actions,
        "rolls": first_rolls(match),
        "shares": match.shares,
        "scores": match.scores if match.shares else None,
        "dice": {
            "commitment": fair.sha(dice.secret).hex(),
            "nonces": list(dice.nonces),
            "secret": dice.secret.hex() if shown else None,
        },
    }
    record["trail"] = fair.first_trail(record)
    return record


def first_rolls(match: Match) -> list[list[Any]]:
    """The rolls that stand, each with its odds, as the first format lists them."""
    return [[p.ply, *match.game.odds(states)] for p, states in match.moments() if p.actor == CHANCE]


def about(match: Match, names: Sequence[str]) -> Record:
    """What was played, and by whom."""
    return {
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        **edition_of(match),
        "options": match.options,
        "names": list(names) or [f"Seat {seat + 1}" for seat in range(match.seats)],
    }


def result_of(match: Match) -> Record | None:
    """How it ended; None while it goes on."""
    result = match.result
    if result is None:
        return None
    return {
        "ending": result.ending,
        "winners": list(result.winners),
        "shares": result.shares,
        "scores": result.scores,
    }


def dice_of(match: Match, drawing: Drawing | None, shown: bool) -> Record | None:
    """How the dice came about; None where chance had nothing to do, or was played by hand."""
    if drawing is not None:
        return {**drawing, "secret": drawing["secret"] if shown else None}
    if isinstance(match.dice, fair.Dice) and match.words and match.game.has_chance(match.options):
        return {
            "local": match.words,
            "sheets": None,
            "nonces": [],
            "secret": match.dice.secret.hex() if shown else None,
        }
    return None


def rolls_of(match: Match, step: Step = lambda: None) -> tuple[list[list[list[int]]], list[list[int]]]:
    """The different odds there were, and every roll, one that was taken back too: (ply, which odds).

    Odds are told once: a roll of two dice has 144 outcomes, always the same."""
    odds: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    rolls = []
    again = Match.replay(match.game, match.seats, match.options, [], match.edition)
    for ply, action in enumerate(match.actions):
        step()
        if again.to_act == CHANCE and action >= 0:
            outcomes, weights = again.game.odds(again.states)
            key = tuple(outcomes), tuple(fair.reduced(weights))
            rolls.append([ply, odds.setdefault(key, len(odds))])
        again.play(action) if action >= 0 else again.undo(-action)
    return [[list(outcomes), list(weights)] for outcomes, weights in odds], rolls


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


# Reading


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, int) and not isinstance(item, bool) and abs(item) <= LARGEST for item in value
    )


def _is_odds(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(map(_is_numbers, value))
        and len(value[0]) == len(value[1]) > 0
        and min(value[1]) > 0
        and sum(value[1]) <= LARGEST  # with more, a verifier would draw again for ever
    )


def _is_name(value: Any) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and not any(unicodedata.category(c) in UNSPEAKABLE or unicodedata.bidirectional(c) in TURNING for c in value)
    )


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
        and value.keys() <= {"local", "sheets", "nonces", "secret"}
        and value.keys() >= {"sheets", "nonces", "secret"}
        and isinstance(value["nonces"], list)
        and all(map(_is_hex, value["nonces"]))
        and (value["secret"] is None or _is_hex(value["secret"]))
        and (_are_texts(value["sheets"]) if value["sheets"] is not None else isinstance(value.get("local"), str))
    )


def _is_first_dice(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict)
        and value.keys() == {"commitment", "nonces", "secret"}
        and _is_hex(value["commitment"])
        and _are_texts(value["nonces"], empty=True)
        and all(nonce.isascii() for nonce in value["nonces"])
        and (value["secret"] is None or _is_hex(value["secret"]))
    )


def _are_texts(value: Any, empty: bool = False) -> bool:
    return isinstance(value, list) and (empty or bool(value)) and all(isinstance(item, str) for item in value)


def _are(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_first_roll(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) == 3 and _is_numbers(value[:1]) and value[0] >= 0 and _is_odds(value[1:])
    )


def _is_roll(value: Any) -> bool:
    return _is_numbers(value) and len(value) == 2 and min(value) >= 0


def _is_event(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {*value} - {"name"} == {"ply", "at", "what", "seat", "by", "level"}
        and _is_name(value.get("name", ""))
        and _is_numbers([value[key] for key in ("ply", "at", "seat", "by")])
        and all(isinstance(value[key], str) for key in ("what", "level"))
        and value["what"] in EVENTS
    )


Shape = dict[str, tuple[Callable[[Any], bool], str]]

COMMON: Shape = {
    "game": (lambda v: isinstance(v, str), "a game's name"),
    "version": (lambda v: isinstance(v, int), "a whole number"),
    "seats": (lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number"),
    "options": (lambda v: isinstance(v, dict), "a set of names and numbers"),
    "names": (lambda v: isinstance(v, list) and all(map(_is_name, v)), "a list of names"),
    "actions": (_is_numbers, "a list of whole numbers"),
}
SHAPES: dict[int, Shape] = {
    1: {
        **COMMON,
        "rolls": (_are(_is_first_roll), "a list of [ply, outcomes, weights]"),
        "dice": (_is_first_dice, "commitment, nonces and secret in hexadecimal digits"),
        "trail": (lambda v: _are_texts(v, empty=True), "a list of links"),
    },
    2: {
        **COMMON,
        "odds": (_are(_is_odds), "a list of [outcomes, weights]"),
        "rolls": (_are(_is_roll), "a list of [ply, which odds]"),
        "dice": (_is_dice, "sheets, nonces and secret, or the words of local dice"),
        "result": (lambda v: v is None or isinstance(v, dict), "how it ended"),
        "hash": (_is_hex, "a hash"),
    },
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
    known = record["asterism"]
    if isinstance(known, bool) or not isinstance(known, int) or known not in SHAPES:
        raise BadInput(f"this record has format {known!r}; this program reads formats 1 and {FORMAT}")
    for key, (fits, what) in SHAPES[known].items():
        if key not in record:
            raise BadInput(f"this record has no {key!r}")
        if not fits(record[key]):
            raise BadInput(f"{key!r} of this record is not {what}")
    if "edition" in record and not _is_edition(record["edition"]):
        raise BadInput("'edition' of this record is not a title, a digest and a set of numbers")
    if not _are(_is_event)(record.get("events", [])):
        raise BadInput("'events' of this record is not a list of what happened at the table")
    for event in record.get("events", []):
        if not 0 <= event["seat"] < record["seats"] or not -1 <= event["by"] < record["seats"]:
            raise BadInput("'events' of this record names seats that are not there")
        if not 0 <= event["ply"] <= len(record["actions"]):
            raise BadInput("'events' of this record names plies that are not there")
    if len(record["names"]) != record["seats"]:
        raise BadInput(f"this record names {len(record['names'])} players for {record['seats']} seats")
    if known == FORMAT and any(which >= len(record["odds"]) for _, which in record["rolls"]):
        raise BadInput("'rolls' of this record names odds that are not there")
    try:
        fair.check_plies([roll[0] for roll in record["rolls"]], len(record["actions"]))
    except fair.Unfair as problem:
        raise BadInput(f"'rolls' of this record are no rolls of a match: {problem}") from None
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


def replay(record: Record, step: Step = lambda: None) -> Match:
    """The match of a record, played again by the rules; it can go on where its dice are known."""
    game = find(record["game"])
    if record["version"] != game.version:
        raise BadInput(
            f"this record was played by version {record['version']} of the rules of {game.name}; here is {game.version}"
        )
    actions = stepping(record["actions"], step)
    match = Match.replay(game, record["seats"], record["options"], actions, read_edition(game, record))
    dice = record["dice"]
    if dice and dice["secret"] is not None:
        try:
            if record["asterism"] == 1:
                match.dice = fair.FirstDice(bytes.fromhex(dice["secret"]), tuple(dice["nonces"]))
            else:
                match.dice, match.words = fair.dice_of(record), dice.get("local", "")
        except ValueError as problem:  # unfair, or no text
            raise BadInput(f"the dice of this record: {problem}") from None
    return match


def stepping(actions: Iterable[int], step: Step) -> Iterator[int]:
    """The actions, with a call of `step` before each."""
    for action in actions:
        step()
        yield action


def completed(record: Record, match: Match, step: Step = lambda: None) -> Record:
    """A record that was made without its rules, with what these say of it: odds, rolls and result.

    `match` is the match of this record."""
    made = {key: value for key, value in record.items() if key != "unlisted"}
    if record["asterism"] == 1:
        return {**made, "rolls": first_rolls(match), "shares": match.shares}
    odds, rolls = rolls_of(match, step)
    made |= {"odds": odds, "rolls": rolls, "result": result_of(match)}
    return {**made, "hash": fair.digest(made)}


def read_edition(game: Game, record: Record) -> Edition | None:
    """The edition that a record was played with, its numbers checked as those of a file are."""
    given = record.get("edition")
    if given is None:
        return None
    edition = check_edition(game, given["title"], given["numbers"])
    if edition.digest != given["digest"]:
        raise BadInput(f"the numbers of this record's edition are not those of its digest {given['digest']!r}")
    return edition
