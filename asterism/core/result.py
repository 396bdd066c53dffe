"""How a match ended, said once: who won, alone or with others, and in the game's own words how it came.

Everyone who tells of a result (server, page, terminal, store, records, ladders) reads it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .game import Game, Said, States
from .header import NOBODY

Ending = Literal[
    "alone",  # by oneself one has reached the end
    "won",  # by one seat
    "shared",  # several have won, alike
    "draw",  # everyone got the same, and it is no win
    "lost",  # by everyone
    "team-won",  # all seats together
    "team-lost",
]


@dataclass(frozen=True)
class Result:
    """The end of a match."""

    ending: Ending
    winners: tuple[int, ...]  # seats
    shares: list[float]  # what each seat got, 0 to 1
    scores: list[int] | None  # of each seat, for games that keep them
    said: Said | None  # how it came, or how well the team did, in the game's words


def result_of(game: Game, states: States, lost: int = NOBODY) -> Result:
    """The result of a match that is over, by the rules or because one of two has lost beside them."""
    if lost != NOBODY:
        shares = [float(seat != lost) for seat in range(2)]
        return Result("won", (1 - lost,), shares, game.scores(states), Said("lost-by-clock", {"who": lost}, of="table"))
    shares = game.shares(states)
    scores = game.scores(states)
    ending, winners = judge(shares, team=game.team, scored=scores is not None)
    return Result(ending, winners, shares, scores, game.end(states[0]) if game.end else None)


def judge(shares: list[float], *, team: bool, scored: bool) -> tuple[Ending, tuple[int, ...]]:
    """Who won with these shares. All of a team win if they got anything; against each other those who got most.

    Where everyone got the same part, equal highest scores are a win that all share; without scores it is a draw."""
    best = max(shares)
    seats = tuple(range(len(shares)))
    if team:
        return ("team-won", seats) if best > 0 else ("team-lost", ())
    if len(shares) == 1:
        return "alone", seats if best > 0 else ()
    winners = tuple(seat for seat in seats if shares[seat] == best)
    if best == 0:
        return "lost", ()
    if len(winners) == 1:
        return "won", winners
    if winners == seats and best < 1 and not scored:
        return "draw", ()
    return "shared", winners


def winning(result: Result) -> Said:
    """Who won, in words of the table: `who` is the winner, `whom` all of them."""
    args: dict[str, int | str] = {"whom": " ".join(map(str, result.winners))}
    if len(result.winners) == 1:
        args["who"] = result.winners[0]
    return Said(f"ended-{result.ending}", args, of="table")
