"""Measure the strength of the levels: `python -m asterism.bots.ladder GAME --matches N` lets them play each other.

Every pair plays N matches, with each seat equally often. With more than two seats the first of a pair takes one seat
and the second all others, so that an even share is one in as many as there are seats. `--pair FIRST SECOND` plays one
pair: `uniform`, a level, a newcomer (`stand-in:adult`), or a search also where the game is solved: `search:2000`
(simulations a choice) or `search:0.1s` (seconds a choice). `--preset NAME` plays with the options of that preset. With
two seats the whole ladder ends with Elo ratings, in which `uniform` has 0.

`--first NEWCOMER` plays the first match of the game instead, and tells how often a stand-in wins it, in a team together
with the bots; `--level` and `--preset` replace what the game declares.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.core.rng import new_rng

from . import Bot, bot
from .elo import EloRating, ratings
from .levels import NAMES
from .newcomers import first_of
from .score import Z_95, DuelScore
from .search import Budget, Search
from .stand_ins import PREFIX as STAND_IN
from .uniform import Uniform

UNIFORM = "uniform"
SEARCH = "search:"  # followed by a budget


def player(game: Game, name: str, seed: int) -> Bot:
    """The bot of this name: uniform, a level, a plan, a stand-in, or a search with a budget."""
    if name == UNIFORM:
        return Uniform(new_rng(seed))
    if name.startswith(SEARCH):
        return Search(game, budget_named(name), new_rng(seed))
    return bot(game, name, seed)


def budget_named(name: str) -> Budget:
    """The budget of `search:2000` or `search:0.1s`, on one core."""
    found = re.fullmatch(r"search:(?:(\d{1,8})|(\d{1,3}(?:\.\d{1,3})?)s)", name)
    if found is not None and found[1] and int(found[1]) > 0:
        return Budget(simulations=int(found[1]))
    if found is not None and found[2] and float(found[2]) > 0:
        return Budget(seconds=float(found[2]))
    budgets = "a number of simulations or of seconds, as in search:2000 or search:0.1s"
    raise BadInput(f"{name!r} is not a search: its budget is {budgets}")


@dataclass(frozen=True)
class Contest:
    """The conditions of duels: what is played, how often, and on how many cores."""

    game: Game
    matches: int  # for each pair
    seats: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    cores: int = 1
    together: bool = False  # team games: first and second are in one team, which wins or loses


def duel(contest: Contest, first: str, second: str, make: Callable[[Game, str, int], Bot] = player) -> DuelScore:
    """Play matches of `first` against `second`, with the first in each seat in turn.

    In a team game, a team of the first and a team of the second play the same seed, and the team with the larger share
    wins. With `together`, the first plays in a team with seconds, and the share is how often that team wins. `make`
    makes the bots from their names."""
    game, seats, matches = contest.game, contest.seats, contest.matches

    def play(number: int, players: Sequence[str]) -> Match:
        """Play one match, with seeds that depend on its number alone, so that matches can be played in any order."""
        own = contest.seed * 1_000_003 + number
        match = Match(game, seats=seats, seed=own, **contest.options)
        bots = [make(match.game, name, (seats + 1) * own + seat) for seat, name in enumerate(players)]
        while not match.over:
            match.play(bots[match.to_act].choose(match.seen(), match.legal(), match.past()))
        return match

    def against(number: int) -> float:
        seat = number % seats
        match = play(number, [first if one == seat else second for one in range(seats)])
        return (match.shares or [])[seat]

    def together(number: int) -> float:
        return float(against(number) > 0)

    def beside(number: int) -> float:
        one, other = (play(number, [name] * seats) for name in (first, second))
        got = [(match.shares or [0.0])[0] for match in (one, other)]
        return 0.5 if got[0] == got[1] else float(got[0] > got[1])

    with ThreadPoolExecutor(contest.cores) as pool:  # compiled rules release the interpreter's lock
        way = against if not game.team else together if contest.together else beside
        shares = list(pool.map(way, range(matches)))
    got = sum(shares)
    mean = got / matches
    spread = sum(share * share for share in shares) / matches - mean * mean
    if spread < 1e-9:  # all ended alike, which is no proof: as if there had been one more of each kind (Laplace)
        likely = (got + 1) / (matches + 2)
        spread = likely * (1 - likely)
    return DuelScore(first, second, matches, mean, Z_95 * (spread / matches) ** 0.5)


def ladder_pairs() -> list[tuple[str, str]]:
    """The pairs of the ladder: each level against the one below it, and the best against every other."""
    ladder = [UNIFORM, *NAMES]
    return [(high, low) for low, high in pairwise(ladder)] + [(ladder[-1], low) for low in ladder[:-2]]


def play_pairs(
    contest: Contest, pairs: Iterable[tuple[str, str]], tell: Callable[[DuelScore], None] = lambda score: None
) -> list[DuelScore]:
    """Play the pairs one after the other; `tell` is called with each score when it is known."""
    scores = []
    for first, second in pairs:
        scores.append(duel(contest, first, second))
        tell(scores[-1])
    return scores


def check(contest: Contest, pairs: Iterable[tuple[str, str]]) -> None:
    """Raise BadInput where a contest of these pairs cannot be played."""
    contest.game.check_options(contest.seats, contest.options)
    if contest.seats < 2:
        raise BadInput("a ladder needs at least two seats")
    if contest.matches < 1:
        raise BadInput("at least one match must be played")
    if contest.cores < 1:
        raise BadInput("at least one core must play")
    for name in {name for pair in pairs for name in pair}:
        player(contest.game, name, 1)


def preset_named(game: Game, name: str | None) -> Mapping[str, int]:
    """The options of a preset; none without a name, BadInput where there is no preset of this name."""
    if name is None:
        return {}
    if name not in game.presets:
        raise BadInput(f"{game.name} has no preset {name!r}; it has {', '.join(game.presets) or 'none'}")
    return game.presets[name]


def first_contest(game: Game, args: argparse.Namespace) -> tuple[Contest, tuple[str, str]]:
    """The first match of a game as a contest of a newcomer and bots, with what the command line replaces."""
    first = first_of(game)
    seats = first.seats if args.seats is None else args.seats
    options = first.options if args.preset is None else preset_named(game, args.preset)
    contest = Contest(game, args.matches, seats, options, args.seed, args.cores, together=game.team)
    return contest, (STAND_IN + args.first, args.level or first.level)


def score_line(score: DuelScore) -> str:
    """A score as a line of text."""
    return f"{score.first:>12} against {score.second:<12} {100 * score.share:5.1f} % ± {100 * score.error:.1f}"


def rating_line(rating: EloRating) -> str:
    """A rating as a line of text."""
    return f"{rating.name:>12} {rating.elo:6.0f} Elo ± {rating.error:.0f}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.bots.ladder", description="How strong are the levels?")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=400, help="for each pair (default: 400)")
    parser.add_argument("--seats", type=int, default=None, help="default: two, or the fewest that can play")
    parser.add_argument("--preset", help="options by the name of a preset (default: the game's own)")
    parser.add_argument("--pair", nargs=2, metavar=("FIRST", "SECOND"), help="play only this pair")
    parser.add_argument("--first", metavar="NEWCOMER", help="play the first match of the game: child or adult")
    parser.add_argument("--level", help="of the bots in a first match (default: the game's own)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="matches at a time (default: all cores)")
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        seats = max(2, game.seats[0]) if args.seats is None else args.seats
        pairs = [tuple(args.pair)] if args.pair else ladder_pairs()
        contest = Contest(game, args.matches, seats, preset_named(game, args.preset), args.seed, args.cores)
        if args.first:
            contest, pair = first_contest(game, args)
            pairs, seats = [pair], contest.seats
        check(contest, pairs)
        played = f"{game.name}{f', {args.preset}' if args.preset else ''}, {seats} seats"
        even = f"an even share is {100 / seats:.1f} %"
        if game.team:
            even = "teams side by side: how often the first got more"
        if contest.together:
            even = "one team: how often it wins"
        print(f"{played}, {args.matches} matches a pair; {even}")
        scores = play_pairs(contest, pairs, lambda score: print(score_line(score), flush=True))
        if seats == 2 and len(pairs) > 1:
            for rating in ratings(scores, UNIFORM):
                print(rating_line(rating))
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
