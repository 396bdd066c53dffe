"""Learn a game by playing it, and see how far that is from exact play: minutes on a CPU, with NumPy alone.

    python examples/learn.py noirlab-dice       two seats; what a choice costs in chances of winning
    python examples/learn.py geminos            alone; what a choice costs in points

A small network says what each action is worth to the seat to act. It learns from what it thinks of the position that
comes next, or from the reward at the end (double Q-learning, a batch of matches a step). Now and then its choices are
looked up in the tables of exact play: `regret` is what the best action is worth more than the one it would take, on
average over positions with a choice that random play meets. Writes regret against steps to learn-GAME.svg, and in the
end tells the regret on other positions, which nobody looked at when the settings were chosen.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of matrices as small as these, threads only wait for each other

import numpy as np
from network import Array, Network

from asterism.core.discover import find
from asterism.games.geminos.state import CHOOSING, ENTER, KINDS, SUM
from asterism.gym.batch import Batch
from asterism.gym.layout import record_of
from asterism.solve import best_known

MATCHES = 512
EXPLORE = np.linspace(0, 1, MATCHES)  # how often each match is played at random: from never to always
TESTED = 1_000  # positions


def one_hot(numbers: Array, size: int) -> Array:
    return np.equal.outer(numbers, np.arange(size)).reshape(len(numbers), -1).astype(np.float32)


class Dice:
    """NOIRLab Dice for two: one number for each action, from where both seats are, the one to act first."""

    seats, scale = 2, 1.0  # what a reward is at most
    rate, steps = 0.003, 10_000  # of learning: in the beginning (in the end a hundredth of it), and how long
    sizes = (4 + 2 * (6 + 3 + 4), 128, 64, 8)  # chance is no seat: its actions are left out

    def look(self, records: Array) -> Array:
        first = records["to_act"].clip(0)
        both = np.stack([first, 1 - first], 1)
        rows = np.arange(len(records))[:, None]
        covered = records["covered"][rows, both].sum(2)  # which they are makes no difference
        tokens, wait = records["tokens"][rows, both], records["wait"][rows, both]
        parts = [one_hot(records["phase"], 4), one_hot(covered, 6), one_hot(tokens, 3), one_hot(wait, 4)]
        return np.hstack(parts).astype(np.float32)

    def values(self, network: Network, seen: Array, slow: bool = False) -> Array:
        return network.values(seen, slow)

    def learn(self, network: Network, seen: Array, actions: Array, targets: Array, rate: float) -> None:
        layers, rows = network.layers(seen), np.arange(len(seen))
        slope = np.zeros_like(layers[-1])
        slope[rows, actions] = (layers[-1][rows, actions] - targets) / len(seen)
        network.learn(layers, slope, rate)


class Cards:
    """Geminos alone: one number for each score card, and an action is worth what the card is that it makes."""

    seats, scale = 1, 115.0  # points: no card has more
    rate, steps = 0.001, 4_000
    sizes = (KINDS * 25, 128, 64, 1)

    def look(self, records: Array) -> Array:
        """For each action the card that follows: five scores."""
        cards = np.repeat(records["scores"][:, :1], ENTER + KINDS, 1)
        choosing = records["phase"] == CHOOSING
        for kind in range(KINDS):
            cards[choosing, ENTER + kind, kind] = SUM[records["roll"][choosing]]
        return cards

    def values(self, network: Network, seen: Array, slow: bool = False) -> Array:
        return network.values(one_hot(seen.reshape(-1, KINDS), 25), slow).reshape(seen.shape[:2])

    def learn(self, network: Network, seen: Array, actions: Array, targets: Array, rate: float) -> None:
        layers = network.layers(one_hot(seen[np.arange(len(seen)), actions], 25))
        network.learn(layers, (layers[-1] - targets[:, None]) / len(seen), rate)


GAMES: dict[str, Dice | Cards] = {"noirlab-dice": Dice(), "geminos": Cards()}


def best_legal(values: Array, mask: Array) -> Array:
    """The value of what is legal, and of all else less than that of anything."""
    return np.where(mask[:, : values.shape[1]] != 0, values, -np.inf)


class Play:
    """Matches that two networks play against themselves, half of them each.

    What the one thinks best is valued by the other: who takes the best of several guesses thinks too well of it. A turn
    of the other seat is worth what it leaves to us: 1 less what is best for that seat, whatever it then tries out."""

    def __init__(self, name: str, seed: int) -> None:
        self.rules, self.game = find(name), GAMES[name]
        self.batch = Batch(name, MATCHES, seats=self.game.seats, seed=seed)
        self.dice = np.random.default_rng(seed)
        self.networks = [Network(list(self.game.sizes), seed + number, guess=0.5) for number in range(2)]
        self.whose = np.arange(MATCHES) % 2
        self.before: tuple[Array, Array, Array] | None = None  # what was seen, who was to act, what was done

    def look(self) -> Array:
        return self.game.look(record_of(self.rules, self.batch.seen).reshape(-1))

    def values(self, seen: Array, slow: bool = False) -> Array:
        """By each of both networks."""
        return np.stack([self.game.values(network, seen, slow) for network in self.networks])

    def step(self, rate: float) -> None:
        """A lesson from the last action of every match, and one more action."""
        batch, rows = self.batch, np.arange(MATCHES)
        to_act, seen = batch.to_act.copy(), self.look()
        best = best_legal(self.values(seen)[self.whose, rows], batch.mask).argmax(1)
        if self.before:
            found = self.values(seen, slow=True)[1 - self.whose, rows, best].clip(0, 1)
            sights, seat, chosen = self.before
            reward = batch.rewards[rows, seat] / self.game.scale
            targets = np.where(batch.done > 0, reward, np.where(seat == to_act, found, 1 - found)).astype(np.float32)
            for number, network in enumerate(self.networks):
                own = self.whose == number
                self.game.learn(network, sights[own], chosen[own], targets[own], rate)
        anything = (self.dice.random(batch.mask.shape) * batch.mask).argmax(1)
        actions = np.where(self.dice.random(MATCHES) < EXPLORE, anything, best)
        self.before = seen, to_act, actions
        batch.step(actions)


class Examiner:
    """Positions with a choice, and what each action there is worth by the tables of exact play."""

    def __init__(self, name: str, seats: int, seed: int = 99) -> None:
        batch, dice, found = Batch(name, 64, seats=seats, seed=seed), np.random.default_rng(seed), []
        while len(found) < TESTED:
            found += [row.copy() for row in batch.seen[batch.mask.sum(1) > 1]]
            batch.step((dice.random(batch.mask.shape) * batch.mask).argmax(1))
        game, known = find(name), best_known(find(name), seats, {})
        assert known is not None
        assert known.exact
        self.records = record_of(game, np.array(found[:TESTED])).reshape(-1)
        self.worth = [dict(known.actions(self.records[i : i + 1])) for i in range(TESTED)]

    def at_random(self) -> float:
        """The regret of whoever takes any legal action."""
        return float(np.mean([max(worth.values()) - np.mean(list(worth.values())) for worth in self.worth]))

    def regret(self, play: Play) -> float:
        """Of what both networks together think best."""
        values = play.values(play.game.look(self.records), slow=True).sum(0)
        lost = 0.0
        for row, worth in zip(values, self.worth, strict=True):
            lost += max(worth.values()) - worth[max(worth, key=lambda action: row[action])]
        return lost / len(self.worth)


def plot(points: list[tuple[int, float]], file: Path) -> None:
    """A line of regret against steps, as an SVG file."""
    most_x, most_y = points[-1][0], max(y for _, y in points) or 1
    line = " ".join(f"{60 + 500 * x / most_x:.0f},{250 - 220 * y / most_y:.0f}" for x, y in points)
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" font-family="sans-serif" font-size="13">'
        '<rect width="600" height="300" fill="#fff"/><path d="M60 30V250H560" fill="none" stroke="#888"/>'
        f'<polyline points="{line}" fill="none" stroke="#25b" stroke-width="2"/>'
        f'<text x="8" y="35">{most_y:.3f}</text><text x="40" y="254">0</text><text x="520" y="270">{most_x:,}</text>'
        '<text x="60" y="20">regret a choice</text><text x="260" y="290">steps of every match</text></svg>\n'
    )


def main(arguments: list[str]) -> list[tuple[int, float]]:
    parser = argparse.ArgumentParser(description="Learn a game, and print the regret against exact play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--steps", type=int, default=0, help="steps of every match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path())
    args = parser.parse_args(arguments)
    game = GAMES[args.game]
    steps = args.steps or game.steps
    examiner, play = Examiner(args.game, game.seats), Play(args.game, args.seed)
    points = [(0, examiner.regret(play))]
    print(f"at random    regret a choice {examiner.at_random():.4f}")
    print(f"untrained    regret a choice {points[0][1]:.4f}")
    for step in range(1, steps + 1):
        play.step(game.rate * 0.01 ** (step / steps))
        if step * 20 % steps < 20:
            points.append((step, examiner.regret(play)))
            print(f"step {step:6,}  regret a choice {points[-1][1]:.4f}", flush=True)
    fresh = Examiner(args.game, game.seats, seed=2_000 + args.seed)
    print(f"fresh positions: at random {fresh.at_random():.4f}, learnt {fresh.regret(play):.4f}")
    plot(points, args.folder / f"learn-{args.game}.svg")
    return points


if __name__ == "__main__":
    main(sys.argv[1:])
