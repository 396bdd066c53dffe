"""The one test that every game must pass, shipped so that designers can run it: `check(game)`.

It plays random matches and looks at every state on the way. A broken promise is told in words by `ContractBroken`.
"""

from __future__ import annotations

import importlib
import json
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from .anygame import ALWAYS
from .discover import find
from .edition import Edition, names_of, read, shipped, varied
from .game import Game, Option, Said, States
from .header import CHANCE, HEADER, NOBODY, OVER, UNHEARD, number_fields
from .match import Match
from .rng import new_rng, sample_weighted
from .rule_sources import problems
from .words import tell, word

LONGEST = 20_000  # actions in a random match; a game that goes on longer does not end
MOST_SETS = 100  # of options that are tried for chance; where there are more, so many of them


class ContractBroken(AssertionError):
    """A promise of the contract that a game does not keep."""


def promise(kept: bool, what: str) -> None:
    if not kept:
        raise ContractBroken(what)


def check(game: str | Game, matches: int = 40, seed: int = 1) -> int:
    """Check every promise on random matches of every seat count; returns how many states were looked at."""
    game = find(game) if isinstance(game, str) else game
    check_sources(game)
    check_record(game)
    check_edition(game)
    check_words(game)
    dice = random.Random(seed)
    spoken: set[Any] = set()
    looked_at = 0
    for number in range(matches):
        options = {option.name: pick_option(dice, option, number) for option in game.options}
        for match in numbered_match(game, number, options, dice):
            check_state(match, spoken)
            looked_at += 1
            if looked_at % 5 == 0:
                check_secrets(match, dice)
                check_hearing(match)
        check_end(match, dice)
    check_chance(game, matches, dice)
    return looked_at


def pick_option(dice: random.Random, option: Option, number: int) -> int:
    """The default first, then both ends, then anything."""
    ends = [option.default, option.low, option.high]
    return ends[number] if number < 3 else dice.randint(option.low, option.high)


def numbered_match(game: Game, number: int, options: Mapping[str, Any], dice: random.Random) -> Iterator[Match]:
    """A random match: each number with other seats, and with more changes to the edition."""
    low, high = game.seats
    edition = varied(game, dice, changes=number) if game.numbers else None
    return random_match(game, low + number % (high - low + 1), options, dice, edition)


def random_match(
    game: Game, seats: int, options: Mapping[str, Any], dice: random.Random, edition: Edition | None = None
) -> Iterator[Match]:
    """A match played at random by seats and chance alike, at every ply."""
    match = Match(game, seats=seats, edition=edition, **options)
    yield match
    while not match.over:
        promise(match.ply < LONGEST, f"a random match did not end within {LONGEST} actions")
        if match.to_act == CHANCE:
            promise(game.has_chance(match.options), "chance acts only where the game says so")
            outcomes, weights = game.odds(match.states)
            promise(all(a < b for a, b in pairwise(outcomes)), "the outcomes of chance are listed in rising order")
            promise(all(isinstance(w, int) and w > 0 for w in weights), "the weights of chance are positive integers")
            check_outcome(game, match)
            action = dice.choices(outcomes, weights)[0]
        else:
            action = dice.choice(match.legal())
        match.play(action)
        yield match


def check_chance(game: Game, matches: int, dice: random.Random) -> None:
    """Of every set of options: where the game says that chance has a part, it acts in some match, otherwise in none."""
    for options in sets_of_options(game, dice):
        acted = any(match.rolled for number in range(matches) for match in numbered_match(game, number, options, dice))
        promise(acted or not game.has_chance(options), f"chance acts in a match with {options}, as the game says")


def sets_of_options(game: Game, dice: random.Random) -> Iterator[dict[str, int]]:
    """Every set of options, or some where there are many."""
    ranges = [range(option.low, option.high + 1) for option in game.options]
    names = [option.name for option in game.options]
    if math.prod(map(len, ranges)) <= MOST_SETS:
        yield from (dict(zip(names, values, strict=True)) for values in product(*ranges))
    else:
        yield from (dict(zip(names, map(dice.choice, ranges), strict=True)) for _ in range(MOST_SETS))


def check_outcome(game: Game, match: Match) -> None:
    """What chance brings without its list is what a draw from the list would have been."""
    if game.has["outcome"]:
        out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
        n = game.doors.list_legal(match.states, out)
        game.doors.list_odds(match.states, out, n, weight)
        listed = int(out[sample_weighted(new_rng(match.ply), weight, n)])
        brought = game.doors.sample_outcome(match.states, out, weight, new_rng(match.ply))
        promise(brought == listed, "`outcome` brings what a draw from `legal` and `odds` does")


def check_sources(game: Game) -> None:
    """The files of a game do nothing that rules may not do, and the rules have every function that a game needs."""
    package = importlib.import_module(game.module)
    if hasattr(package, "__path__"):  # otherwise a game made by a test, in one file
        found = problems(Path(package.__path__[0]))
        promise(not found, "\n".join(found))
    for name in ALWAYS:
        promise(hasattr(game.rules, name), f"the rules have the function `{name}`")


def check_record(game: Game) -> None:
    fields: Mapping[str, Any] = game.state.fields or {}
    promise(game.state.descr[: len(HEADER)] == np.dtype(HEADER).descr, "the record begins with the header")
    kinds = [own for _, own, _ in number_fields(game.state)]
    promise(all(own.base.kind == "i" for own in kinds), "every field is of signed integers")
    promise(
        all(own.base.itemsize >= 4 for own in kinds),
        "every field has at least 32 bits: smaller ones wrap around interpreted and not compiled",
    )
    size = sum(own.itemsize for own in kinds)
    promise(size == game.state.itemsize, "the record is packed: no padding between its fields")
    for option in game.options:
        promise(option.name in fields, f"option {option.name} is a field of the record")
        promise(option.low <= option.default <= option.high, f"the default of option {option.name} is within its range")
        wanted = option.high - option.low + 1
        promise(not option.choices or len(option.choices) == wanted, f"option {option.name} names each of its values")
    promise(game.has["see"] == game.has["guess"], "a game with secrets has both `see` and `guess`")
    promise(not game.has["hear"] or game.has["see"], "a game with `hear` has `see`")
    promise(game.secrets is None or game.has["see"], "a game that says when it has secrets has `see`")


def check_edition(game: Game) -> None:
    """The numbers of an edition are fields of the record, and the editions that are shipped can be read."""
    fields: Mapping[str, Any] = game.state.fields or {}
    names = [numbers.name for numbers in game.numbers]
    promise(len({*names, *(option.name for option in game.options)}) == len(names) + len(game.options), "one name each")
    for numbers in game.numbers:
        promise(numbers.name in fields, f"the numbers {numbers.name} are a field of the record")
        room = math.prod(fields[numbers.name][0].shape)
        promise(room == len(list(names_of(numbers))), f"the field {numbers.name} has a place for each of its numbers")
        promise(-(2**31) <= numbers.low <= numbers.high < 2**31, f"the bounds of {numbers.name} are of 32 bits")
    for name in shipped(game):
        read(game, game.text(f"editions/{name}.toml"), name)


def check_words(game: Game) -> None:
    word(game, "title")
    word(game, "tagline")
    for option in game.options:
        word(game, f"option-{option.name}")
        word(game, f"option-{option.name}", part="help")
        for value in option.choices:
            word(game, f"option-{option.name}-{value}")
    for name, options in game.presets.items():
        word(game, f"preset-{name}")
        for seats in range(game.seats[0], game.seats[1] + 1):
            game.check_options(seats, options)
    if game.has["score"]:
        word(game, "score", score=1)
    for numbers in game.numbers:
        word(game, f"number-{numbers.name}")
        for row in numbers.each:
            word(game, f"row-{row}")
    promise("§1" in game.text("RULES.md"), "RULES.md has sections numbered as in `## §1 Set-up`")


def check_said(game: Game, said: Said, seats: int, spoken: set[Any], part: str | None = None) -> None:
    """An action has words. The same words are tried once: a game with many actions would spend all its time talking."""
    key = (said.id, tuple(said.args.items()), seats, part)
    if key not in spoken:
        spoken.add(key)
        tell(game, said, [f"Seat {seat + 1}" for seat in range(seats)], part)


def check_state(match: Match, spoken: set[Any]) -> None:
    """What must hold in every state, and that asking changes nothing."""
    game, states = match.game, match.states
    before = states.tobytes()
    if game.open:
        secretive = replace(game, open=False)
        for seat in [*range(match.seats), NOBODY]:
            promise(secretive.seen(states, seat).tobytes() == before, "with these options nothing is kept from anyone")
    promise(match.to_act in (CHANCE, OVER) or 0 <= match.to_act < match.seats, f"to_act is {match.to_act}")
    promise(int(states["ply"][0]) == match.ply, "the ply belongs to the middle: the rules leave it alone")
    legal = match.legal()
    promise(bool(legal) != match.over, "there is something to do exactly until the match is over")
    promise(legal == sorted(set(legal)), "legal actions are listed once each, in rising order")
    promise(all(0 <= action < game.actions for action in legal), f"every action is below {game.actions}")
    for seat in [*range(match.seats), NOBODY]:
        seen = game.seen(states, seat)
        promise(game.seen(seen, seat).tobytes() == seen.tobytes(), "seeing what was seen changes nothing more")
        game.show(seen[0])
        if game.view:
            json.dumps(game.view(seen[0]))
        if seat == match.to_act:
            promise(game.legal(seen) == legal, "a seat can tell its own legal actions from what it sees")
            if game.has["sensible"]:
                out = np.empty(game.actions, np.int32)
                some = out[: game.doors.list_sensible(seen, out)].tolist()
                promise(some == sorted(set(some)), "sensible actions are listed once each, in rising order")
                promise(bool(some) and set(some) <= set(legal), "what is sensible is legal, and there is something")
            one_by_one = [game.say(seen[0], action) for action in legal]
            promise(game.said(seen[0], legal) == one_by_one, "`say_all` says what `say` says of each")
            for said in one_by_one:
                check_said(game, said, match.seats, spoken, "choice")
        for action in legal:
            heard = game.heard(states, seat, action)
            promise(
                UNHEARD <= heard < game.actions, f"what is heard of an action is one below {game.actions}, or UNHEARD"
            )
            check_said(game, game.say(seen[0], heard), match.seats, spoken)
    promise(states.tobytes() == before, "legal, odds, see, hear, say, show and view change nothing")


def check_secrets(match: Match, dice: random.Random) -> None:
    """Changing what a seat cannot know must not change one byte it is given."""
    game = match.game
    if not game.has["see"] or match.over:
        return
    for seat in [*range(match.seats), NOBODY]:
        seen = game.seen(match.states, seat)
        for _ in range(2):
            other = imagine(game, seen, seat, dice)
            promise(given(game, other, seat) == given(game, match.states, seat), f"seat {seat} is given a secret")
            promise(int(other["to_act"][0]) == match.to_act, "a guess leaves alone who is to act")
            promise(bool(game.legal(other)), "in a guessed state there is something to do")


def check_hearing(match: Match) -> None:
    """What a seat hears of an action tells it no more than what it then sees."""
    game = match.game
    futures = []
    for action in match.legal():
        future = match.states.copy()
        game.doors.step(future, action)
        futures.append((action, future))
    for seat in [*range(match.seats), NOBODY]:
        alike: dict[bytes, tuple[int, bytes]] = {}
        for action, future in futures:
            heard, truth = alike.setdefault(
                game.seen(future, seat).tobytes(), (game.heard(match.states, seat, action), future.tobytes())
            )
            promise(
                heard == game.heard(match.states, seat, action) or truth == future.tobytes(),
                f"seat {seat} hears a difference between actions whose results look the same to it",
            )


def imagine(game: Game, seen: States, seat: int, dice: random.Random) -> States:
    """A whole state that looks to `seat` like what it has seen."""
    other = seen.copy()
    game.doors.fill_in(other, seat, new_rng(dice.getrandbits(60)))
    return other


def given(game: Game, states: States, seat: int) -> tuple[Any, ...]:
    """Everything a seat is given of a state: the record, the page and the text."""
    seen = game.seen(states, seat)
    page = json.dumps(game.view(seen[0])) if game.view else ""
    return seen.tobytes(), page, game.show(seen[0])


def check_end(match: Match, dice: random.Random) -> None:
    """The result, and that a match is exactly its list of actions."""
    game, shares = match.game, match.shares
    promise(shares is not None and all(0 <= share <= 1 for share in shares), "every share is from 0 to 1")
    promise(not game.team or len(set(shares or [])) == 1, "all of a team get the same share")
    if match.result and match.result.said:
        tell(game, match.result.said, [f"Seat {seat + 1}" for seat in range(match.seats)])
    again = Match.replay(game, match.seats, match.options, match.actions, match.edition)
    promise(again.states.tobytes() == match.states.tobytes(), "the same actions give the same state, byte for byte")
    before = match.standing()[-1].states.copy()
    again.undo(1)
    before["ply"] = again.ply
    promise(again.states.tobytes() == before.tobytes(), "an undo gives back the state before")
    again.play(match.actions[-1])
    wanted = match.states.copy()
    wanted["ply"] = again.ply
    promise(again.states.tobytes() == wanted.tobytes(), "playing it again gives the same state")
