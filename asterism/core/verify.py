"""Is a record as it was played? The dice by `fair`, then the rules: every action, all odds, the result."""

from __future__ import annotations

from . import fair
from .discover import find
from .edition import standard
from .game import BadInput
from .header import CHANCE
from .match import Match
from .record import Record, Step, completed, read_edition, replay, result_of, rolls_of

MOST_TOLD = 50  # problems
MOST_ITEMS = 12  # of odds, in words
Odds = list[list[int]]


def verify(record: Record, match: Match | None = None, step: Step = lambda: None) -> list[str]:
    """What does not fit, each in words, so many that one can read them. Empty: all of it fits, and `shown` says what
    that shows.

    `match` is the match of the record where it was replayed already. `step` is called between pieces of the work, and
    may raise to end it."""
    found = everything(record, match, step)
    more = len(found) - MOST_TOLD
    return [*found[:MOST_TOLD], f"and {more} more"] if more > 0 else found


def everything(record: Record, match: Match | None, step: Step) -> list[str]:
    """The same, however much it is: a file made for it has thousands."""
    if record.get("unlisted"):
        changed = record["asterism"] != 1 and record["hash"] != fair.digest(record)
        try:
            match = match or replay(record, step)
            record = completed(record, match, step)
        except BadInput as problem:
            return [f"the rules do not allow it: {problem}"]
        return [*([fair.CHANGED] if changed else []), *everything(record, match, step)]
    step()
    try:
        found = fair.problems(record)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as problem:
        found = [f"how the dice were drawn cannot be read: {problem!r}"]
    try:
        match = match or replay(record, step)
    except BadInput as problem:
        return [*found, f"the rules do not allow it: {problem}"]
    return found + (first_differences(record, match) if record["asterism"] == 1 else differences(record, match, step))


def differences(record: Record, match: Match, step: Step) -> list[str]:
    """What the rules make otherwise than the record says: odds, list of rolls, result."""
    odds, rolls = rolls_of(match, step)
    ours = {ply: odds[which] for ply, which in rolls}
    theirs = {ply: record["odds"][which] for ply, which in record["rolls"]}
    found = compared(ours, theirs)
    result = result_of(match)
    if record["result"] != result:
        found.append(f"the result is given as {record['result']!r}, but the rules make it {result}")
    return found


def first_differences(record: Record, match: Match) -> list[str]:
    """The same for a record of the first format, which lists the rolls that stand only."""
    ours = {p.ply: [*map(list, match.game.odds(states))] for p, states in match.moments() if p.actor == CHANCE}
    found = compared(ours, {ply: [outcomes, weights] for ply, outcomes, weights in record["rolls"]})
    if record.get("shares") != match.shares:
        found.append(f"the result is given as {record.get('shares')!r}, but the rules make it {match.shares}")
    return found


def compared(ours: dict[int, Odds], theirs: dict[int, Odds]) -> list[str]:
    """Odds by ply: those of the rules, and those of a record."""
    found = []
    for ply in sorted(ours.keys() | theirs.keys()):
        if ply not in ours:
            found.append(f"the roll at ply {ply} is none by the rules")
        elif ply not in theirs:
            found.append(f"the roll at ply {ply} is missing from the list of rolls")
        elif ours[ply] != theirs[ply]:
            given, right = in_words(theirs[ply]), in_words(ours[ply])
            found.append(f"the odds at ply {ply} are given as {given}, but the rules make them {right}")
    return found


def in_words(odds: Odds) -> str:
    """The outcomes and the weights, or the beginning of both."""
    shown = str([items[:MOST_ITEMS] for items in odds])
    return shown if len(odds[0]) <= MOST_ITEMS else f"{shown} and so on ({len(odds[0])} outcomes)"


def shown(record: Record, match: Match | None = None, step: Step = lambda: None) -> list[str]:
    """What is shown by finding nothing, in words that promise no more. `match` and `step` as with `verify`."""
    if record.get("unlisted"):
        record = completed(record, match or replay(record, step), step)
    game = find(record["game"])
    said = [f"Version {game.version} of the rules of {game.name} plays it again: every action, all odds, the result."]
    if game.numbers:
        edition = read_edition(game, record) or standard(game)
        usual = "" if edition.digest == standard(game).digest else "not "
        said.append(f"It was {usual}played with the standard edition ({edition.digest}).")
    if not game.has_chance(game.check_options(record["seats"], record["options"])):
        said.append("With these options nothing is ever rolled: chance has no part in it.")
    said += [*fair.rolls_shown(record), "Anyone could have made such a file."]
    if record["dice"] and record["dice"]["nonces"] and record["asterism"] != 1:
        said.append("The receipt of a browser shows that it is the match which that browser took part in.")
    return said
