"""Chance with many outcomes in the tree: how the ways to deal with it compare, at equal time, on a game with a deck.

    python -m tests.bots.chance_nodes --matches 400 --seconds 0.05

`open` has no nodes for such chance (what the kernel does), `each` a node for every outcome, `widening` as many nodes
as the square root of the visits allows, one of which is taken again when no more are allowed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
from itertools import combinations
from pathlib import Path

RECIPES = Path(__file__).parents[1] / "recipes"
OPEN = """            if mover == CHANCE and n > WIDE_CHANCE:
                play(s, sample(s, out, n, weight, rng))
                varies = True
                length += 1
                continue
            if mover == CHANCE or is_secret_choice(s, me, out, n):
                pick = sample(s, out, n, weight, rng)
"""
WIDENING = """            if mover == CHANCE or is_secret_choice(s, me, out, n):
                pick = sample(s, out, n, weight, rng)
                tried = nodes[node]["tried"]
                if n > WIDE_CHANCE and tried >= 1 + int(WIDER * math.sqrt(nodes[node]["visits"])):
                    pick = nodes[nodes[node]["first"] + random_below(rng, tried)]["action"]
"""


def variants(folder: Path) -> dict[str, str]:
    """The kernel and its variants, as modules that can be bound."""
    from asterism.bots import tree

    source = Path(str(tree.__file__)).read_text()
    assert OPEN in source
    texts = {
        "open": source,
        "each": source.replace("WIDE_CHANCE = ", "WIDE_CHANCE = 1_000_000 + "),
        "widening": source.replace(OPEN, WIDENING),
    }
    for name, text in texts.items():
        (folder / f"tree_{name}.py").write_text(text)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return {name: f"tree_{name}" for name in texts}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="night-market")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.05, help="for a choice")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    from asterism.bots.ladder import Contest, duel, score_line
    from asterism.bots.search import Budget, Search
    from asterism.core.discover import find
    from asterism.core.game import Game
    from asterism.core.rng import new_rng

    with tempfile.TemporaryDirectory() as folder:
        templates = variants(Path(folder))

        def make(game: Game, name: str, seed: int) -> Search:
            return Search(game, Budget(seconds=args.seconds), new_rng(seed), template=templates[name])

        for one, other in combinations(templates, 2):
            print(
                score_line(duel(Contest(find(args.game), args.matches, seed=args.seed), one, other, make)), flush=True
            )


if __name__ == "__main__":
    os.environ["ASTERISM_GAMES"] = str(RECIPES)
    main()
