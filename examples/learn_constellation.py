"""Learn the Gamers Constellation by playing against oneself, and meet the medium level: minutes on a GPU.

    python examples/learn_constellation.py                 a GPU, with CuPy
    python examples/learn_constellation.py --device cpu    NumPy alone: the same, slowly

One network gives, from what the seat to act sees, a policy and the chances of winning, and learns both from its own
matches (PPO: the policy may not move far in one lesson). Everything is seen from the Moon, and the network is told for
each cell how much of its goal is there already if a star were put there: from that it starts. All of it stays on the
GPU. Against the medium level (a tree search) it plays its most likely action, without any search. Of the legal actions
one of five is out of its reach, since it looks no further than a goal reaches from the Moon; where none is left it
takes any legal one.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from network import Array, Network

from asterism.bots import bot
from asterism.core.discover import find
from asterism.games.constellation.goals import COUNT, LAYINGS, REACH
from asterism.games.constellation.state import EXCHANGE, MOON, MOVE, NAMES_OF_CELLS, STARS, SWITCH
from asterism.gym.batch import Batch
from asterism.gym.layout import layout, record_of
from asterism.kit.hexes import SIDE_Q, SIDE_R, beside

GAME = "constellation"
WIDE = 2 * REACH + 1
CELLS = WIDE * WIDE  # around the Moon, one more for all that is further
SPOTS = 7 * CELLS  # a star of a kind to a cell, from the reserve (3) or in place of another (3), or the Moon (1)
WAYS = max(map(len, LAYINGS))
RIM = 15  # cells around a goal, at most
ROUND = 16  # steps between two lessons
PARTS = 8  # of a lesson
WISH = 8.0  # how much likelier (as a logarithm) is a spot with which the goal is there


def cell_of(q: Any, r: Any) -> Any:
    return (q + REACH) * WIDE + r + REACH


def tables() -> tuple[Array, Array, Array]:
    """For each goal, of each way to lay it over the Moon, the cells of its stars and those around it (CELLS: none); and
    of each cell, the ways that have a star there (WAYS: none)."""
    inside = np.full((COUNT, WAYS, REACH), CELLS, np.int32)
    around = np.full((COUNT, WAYS, RIM), CELLS, np.int32)
    through: dict[tuple[int, int], list[int]] = {}
    for goal, ways in enumerate(LAYINGS):
        for way, stars in enumerate(ways):
            five = {(0, 0), *stars}
            rim = {cell for old in five for cell in beside(old)} - five
            near = [cell_of(q, r) for q, r in rim if max(abs(q), abs(r)) <= REACH]
            inside[goal, way] = [cell_of(q, r) for q, r in stars]
            around[goal, way, : len(near)] = near
            for cell in inside[goal, way]:
                through.setdefault((goal, int(cell)), []).append(way)
    ways_at = np.full((COUNT, CELLS, max(map(len, through.values()))), WAYS, np.int32)
    for (goal, cell), found in through.items():
        ways_at[goal, cell, : len(found)] = found
    return inside, around, ways_at


class Eyes:
    """What a seat sees as numbers for the network, and its actions as spots around the Moon."""

    def __init__(self, arrays: Any) -> None:
        self.arrays = arrays
        self.at = {field.name: (field.offset, field.shape or (1,)) for field in layout(find(GAME))}
        self.inside, self.around, self.ways_at = (arrays.asarray(table) for table in tables())
        actions = np.arange(EXCHANGE)
        place, switch = actions < SWITCH, (actions >= SWITCH) & (actions < MOVE)
        name = np.where(place, actions % NAMES_OF_CELLS, np.where(switch, (actions - SWITCH) // 3 * 6, actions - MOVE))
        plane = np.where(place, actions // NAMES_OF_CELLS, np.where(switch, 3 + (actions - SWITCH) % 3, 6))
        self.tile, self.plane = arrays.asarray(name // 6), arrays.asarray(plane)
        self.aside_q = arrays.asarray(np.where(switch, 0, SIDE_Q[name % 6]))
        self.aside_r = arrays.asarray(np.where(switch, 0, SIDE_R[name % 6]))

    def field(self, seen: Array, name: str) -> Array:
        offset, shape = self.at[name]
        return seen[:, offset : offset + math.prod(shape)].reshape(len(seen), *shape)

    def near(self, q: Array, r: Array) -> Array:
        """The cell of a place, CELLS where it is too far from the Moon."""
        far = (abs(q) > REACH) | (abs(r) > REACH)
        return self.arrays.where(far, CELLS, cell_of(q, r))

    def look(self, seen: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Numbers for the network; which spots are legal; and which action each spot is."""
        arrays, rows = self.arrays, self.arrays.arange(len(seen))
        q, r = self.field(seen, "q"), self.field(seen, "r")
        q, r = q - q[:, MOON:], r - r[:, MOON:]
        cells = self.near(q, r)
        stars = arrays.zeros((len(seen), 3, CELLS + 1), np.float32)
        stars[rows[:, None], self.field(seen, "kind")[:, :STARS].clip(0), cells[:, :STARS]] = 1
        stars[:, :, CELLS] = 0
        clouds = arrays.zeros((len(seen), CELLS + 1), np.float32)
        for seat in range(2):
            tile = self.field(seen, "cloud")[:, seat]
            clouds[rows, arrays.where(tile < 0, CELLS, cells[rows, tile.clip(0)])] = 1
        goal = self.field(seen, "goal")[rows, self.field(seen, "mover")[:, 0], 0].clip(0)
        progress = self.progress(stars, goal, rows)
        known = (self.field(seen, "stood") > 0).astype(np.float32)  # shapes that nobody holds
        counts = arrays.concatenate([self.field(seen, "reserve") / 8, self.field(seen, "actions") / 80], 1)
        parts = [
            stars[:, :, :CELLS],
            clouds[:, :CELLS],
            progress,
            arrays.eye(COUNT, dtype=np.float32)[goal],
            known,
            counts,
        ]
        x = arrays.concatenate([part.reshape(len(seen), -1).astype(np.float32) for part in parts], 1)
        spots = self.near(q[:, self.tile] + self.aside_q, r[:, self.tile] + self.aside_r)
        spots = arrays.where((mask[:, :EXCHANGE] != 0) & (spots < CELLS), self.plane * CELLS + spots, SPOTS)
        action = arrays.full((len(seen), SPOTS + 1), -1, np.int32)
        action[rows[:, None], spots] = arrays.arange(EXCHANGE, dtype=np.int32)
        legal = action[:, :SPOTS] >= 0
        none = ~legal.any(1)  # within reach: then every spot is the same legal action
        action[none] = mask[none].argmax(1)[:, None]
        return x, legal | none[:, None], action

    def progress(self, stars: Array, goal: Array, rows: Array) -> Array:
        """For each kind and cell: of the best way to lay the goal that has a star there, how many are there already."""
        row, kind = rows[:, None, None, None], self.arrays.arange(3)[None, :, None, None]
        here = stars[row, kind, self.inside[goal][:, None]].sum(3)
        clean = stars[row, kind, self.around[goal][:, None]].sum(3) == 0
        worth = self.arrays.zeros((len(goal), 3, WAYS + 1), np.float32)
        worth[:, :, :WAYS] = clean * (1 + here) / 4
        return worth[row, kind, self.ways_at[goal][:, None]].max(3)


class Player:
    """A network for policy (a number for each spot) and value (the last one: 1 for a win, -1 for a loss)."""

    def __init__(self, arrays: Any, seed: int, hidden: int) -> None:
        self.arrays, self.eyes = arrays, Eyes(arrays)
        inputs = 7 * CELLS + 2 * COUNT + 4
        self.network = Network([inputs, hidden, hidden, SPOTS + 1], seed, arrays)

    def policy(self, x: Array, outputs: Array, legal: Array) -> Array:
        """The chances of each spot. Before it has learnt anything, what goes on with a goal is likelier."""
        wish = WISH * x[:, 4 * CELLS : 7 * CELLS]  # progress
        wishes = self.arrays.concatenate([wish, wish, 0 * wish[:, :CELLS]], 1)
        logits = self.arrays.where(legal, outputs[:, :SPOTS] + wishes, -1e9)
        weights = self.arrays.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True)

    def best(self, seen: Array, mask: Array) -> Array:
        """The most likely action."""
        x, legal, action = self.eyes.look(seen, mask)
        chances = self.policy(x, self.network.values(x), legal)
        return action[self.arrays.arange(len(x)), chances.argmax(1)]

    def learn(self, x: Array, legal: Array, spot: Array, old: Array, gain: Array, target: Array, rate: float) -> None:
        """One step of PPO: towards what gained more than expected, unless it is much likelier already."""
        arrays, rows = self.arrays, self.arrays.arange(len(x))
        layers = self.network.layers(x)
        chances = self.policy(x, layers[-1], legal)
        ratio = chances[rows, spot] / old
        moved = arrays.where(gain > 0, ratio > 1.2, ratio < 0.8)
        pull = arrays.where(moved, 0, gain * ratio)
        slope = arrays.empty_like(layers[-1])
        slope[:, :SPOTS] = pull[:, None] * chances
        slope[rows, spot] -= pull
        surprise = arrays.log(chances + 1e-9)  # the more of it on average, the more is tried out
        mean = (chances * surprise).sum(1, keepdims=True)
        slope[:, :SPOTS] += 0.01 * chances * (surprise - mean)
        slope[:, SPOTS] = layers[-1][:, SPOTS] - target
        self.network.learn(layers, slope / len(x), rate)


class School:
    """Matches that the player plays against itself."""

    def __init__(self, player: Player, device: Any, matches: int, seed: int) -> None:
        self.player, self.arrays = player, player.arrays
        self.batch = Batch(GAME, matches, seats=2, device=device, seed=seed)
        self.dice = self.arrays.random.RandomState(seed)

    def step(self) -> list[Array]:
        """Every match one action further: what was seen, what was done, and what came of it."""
        arrays, batch, player = self.arrays, self.batch, self.player
        x, legal, action = player.eyes.look(arrays.asarray(batch.seen), arrays.asarray(batch.mask))
        outputs = player.network.values(x)
        chances, rows = player.policy(x, outputs, legal), arrays.arange(len(x))
        spot = (chances.cumsum(1) < self.dice.random_sample(len(x))[:, None]).sum(1).clip(0, SPOTS - 1)
        spot = arrays.where(legal[rows, spot], spot, chances.argmax(1))  # what rounding brought
        seat = arrays.asarray(batch.to_act).copy()
        batch.step(action[rows, spot])
        over = arrays.asarray(batch.done) > 0
        reward = arrays.where(over, 2 * arrays.asarray(batch.rewards)[rows, seat] - 1, 0)
        return [x, legal, spot, chances[rows, spot], outputs[:, SPOTS], reward, over]

    def round(self, rate: float) -> None:
        """Some steps, and a lesson from them. What is good for one seat is bad for the other, whose turn is next."""
        arrays, steps = self.arrays, [self.step() for _ in range(ROUND + 1)]
        gain = arrays.zeros(len(steps[0][0]), np.float32)
        gains = []
        for (*_, value, reward, over), after in reversed(list(pairwise(steps))):
            onward = 1 - over.astype(np.float32)
            gain = reward - onward * after[4] - value - 0.9 * onward * gain  # generalised advantages
            gains.append(gain)
        gain = arrays.concatenate(gains[::-1])
        x, legal, spot, old, value, _, _ = (arrays.concatenate(part) for part in zip(*steps[:-1], strict=True))
        target = value + gain
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        order = self.dice.permutation(len(x))
        for part in arrays.array_split(order, PARTS):
            self.player.learn(x[part], legal[part], spot[part], old[part], gain[part], target[part], rate)


def win_rate(player: Player, level: str, matches: int, seed: int = 1) -> tuple[float, float]:
    """The player's share against a level, each beginning as often, with its standard error."""
    batch = Batch(GAME, matches, seats=2, seed=seed, again=False)
    game, mine = find(GAME), np.arange(matches) % 2
    others = [bot(GAME, level, seed=seed + number) for number in range(matches)]
    share = np.zeros(matches)
    with ThreadPoolExecutor() as threads:
        while (batch.to_act >= 0).any():
            actions = np.zeros(matches, np.int32)
            own = batch.to_act == mine
            if own.any():
                seen, mask = player.arrays.asarray(batch.seen[own]), player.arrays.asarray(batch.mask[own])
                found = player.best(seen, mask)
                actions[own] = found.get() if hasattr(found, "get") else found
            theirs = np.flatnonzero((batch.to_act >= 0) & ~own)

            def choose(one: int) -> int:
                legal = np.flatnonzero(batch.mask[one]).tolist()
                return others[one].choose(record_of(game, batch.seen[one]), legal)

            actions[theirs] = list(threads.map(choose, theirs))
            batch.step(actions)
            share += batch.rewards[np.arange(matches), mine]
    return float(share.mean()), float(share.std() / math.sqrt(matches))


def main(arguments: list[str]) -> float:
    parser = argparse.ArgumentParser(description="Learn the Constellation, and meet a level of the bots.")
    parser.add_argument("--device", choices=["gpu", "cpu"], default="gpu")
    parser.add_argument("--minutes", type=float, default=4.0, help="to learn for (default: 4)")
    parser.add_argument("--matches", type=int, default=16384, help="at once (default: 16384)")
    parser.add_argument("--hidden", type=int, default=1024, help="units of a layer (default: 1024)")
    parser.add_argument("--against", default="medium", help="a level (default: medium)")
    parser.add_argument("--tests", type=int, default=1000, help="matches against it (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    arrays: Any = np
    if args.device == "gpu":
        try:
            import cupy as arrays
        except ImportError:
            sys.exit("CuPy is not installed: pip install cupy-cuda12x, or learn slowly with --device cpu")
    player = Player(arrays, args.seed, args.hidden)
    school = School(player, args.device, args.matches, args.seed)
    begin, told, rounds, done = time.monotonic(), 0.0, 0, 0.0
    while done < 1:
        done = (time.monotonic() - begin) / (60 * args.minutes)
        school.round(rate=0.0005 * max(0.02, 1 - done))
        rounds += 1
        if done - told > 0.2:
            told = done
            share, error = win_rate(player, args.against, args.tests // 10 or 2)
            steps = rounds * ROUND * args.matches
            print(f"{steps:13,} steps: {100 * share:.1f} % ± {196 * error:.1f} against {args.against}", flush=True)
    share, error = win_rate(player, args.against, args.tests, seed=2)
    print(f"learnt: wins {100 * share:.1f} % ± {196 * error:.1f} of {args.tests} matches against {args.against}")
    return share


if __name__ == "__main__":
    main(sys.argv[1:])
