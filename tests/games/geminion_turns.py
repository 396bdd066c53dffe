"""How many turns does a strong player of Geminion need to 20 and to 40 gems, compared with the fewest alone?

`python -m tests.games.geminion_turns --matches 6 --simulations 20000` plays a search against itself: alone it could not
lose, and would not hurry. Both take from the same piles, so the fewest turns alone are a bound for both.
"""

from __future__ import annotations

import argparse
from statistics import mean

from asterism.bots.search import Budget, Search
from asterism.core.discover import find
from asterism.core.match import Match
from asterism.core.rng import new_rng

GOALS = (20, 40)


def turns_needed(simulations: int, seed: int) -> dict[int, list[int]]:
    """For each goal the turns of every seat that reached it."""
    game = find("geminion")
    match = Match(game, seats=2, seed=seed)
    players = [Search(game, Budget(simulations), new_rng(2 * seed + seat)) for seat in range(2)]
    reached: dict[tuple[int, int], int] = {}
    while not match.over:
        match.play(players[match.to_act].choose(match.seen(), match.legal(), match.past()))
        for seat, gems in enumerate(match.scores or []):
            for goal in GOALS:
                if gems >= goal:
                    reached.setdefault((goal, seat), int(match.states["turns"][0, seat]))
    return {goal: [turns for (one, _), turns in reached.items() if one == goal] for goal in GOALS}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.geminion_turns", description="Turns to so many gems")
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--simulations", type=int, default=20_000, help="for each choice")
    args = parser.parse_args()
    found = [turns_needed(args.simulations, seed) for seed in range(args.matches)]
    for goal in GOALS:
        turns = [number for one in found for number in one[goal]]
        if turns:
            print(f"to {goal} gems: {mean(turns):.1f} turns on average, {min(turns)} at best ({len(turns)} times)")


if __name__ == "__main__":
    main()
