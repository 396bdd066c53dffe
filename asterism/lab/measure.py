"""Measure a game for its designer: every figure with its confidence interval, and a sentence that says what it means.

One player counts as strong. It plays against itself, against weaker versions of itself, and against itself forbidden
one group of actions (*restricted play*: Jaffe and others, "Evaluating competitive game balance with restricted play",
2012).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from asterism.bots.ladder import UNIFORM
from asterism.bots.score import Z_95
from asterism.core.discover import find
from asterism.core.game import BadInput, Game

from .arena import by_deal, run, share_of
from .batch import Array, Rows, Setting
from .choices import Choices, choices_of
from .estimates import Estimate, around, mean_by, mean_of
from .fairer import Way, fairer_ways
from .groups import OTHER
from .marks import names_of
from .players import BEST, GREEDY, entrant, is_tabled
from .starts import starts_of
from .workers import Cores

SLIPS = (0.05, 0.2, 0.5)  # chances of a slip of the weaker players on the ladder
TO_SEE_WHETHER_ALIKE = 64  # matches
LUCK_SLIP = 0.1  # chance of a slip when luck is measured: players who never vary show no effect of choices
DEAD = 0.01  # of matches: a group that is used in fewer is dead
FORCED = 0.5  # a group is forced where more than this part of its uses remains when it is forbidden
OF_A_TURN = ("roll", "pass", "end", "enough")  # messages of actions that go on with a turn or end it: no strategy
DOMINANT = 0.15  # of an even share: a group that costs more to do without is dominant
STRICTER = 1.5  # times the error of 1.96 standard errors: three of them, for statements about one of many groups
PART = 4  # each smaller question gets one in so many of the matches
WHOLE = PART  # steps of progress that the run of all matches counts for

FIGURES = (  # that come from rows alone
    "turns",
    "turns_low",
    "turns_high",
    "actions",
    "first_seat",
    "not_won_alone",
    "lead_changes",
    "settled",
    "turned",
    "won",
    "endless",
)

Tell = Callable[[int, int, str], None]  # (steps done, all steps, the next one in words)


@dataclass(frozen=True)
class Figure:
    """One figure of a game."""

    name: str
    estimate: Estimate
    unit: str  # "%" for shares, which are from 0 to 1 here
    means: str  # one sentence


@dataclass(frozen=True)
class Use:
    """How strong play uses a group of actions, and what the group is worth to it."""

    group: str
    matches: Estimate  # part of the matches in which a seat uses the group
    often: float  # uses of a seat in a match, on average
    worth: Estimate | None  # share that a player loses if it is forbidden the group; None: not measured
    verdict: str  # dead, dominant, forced, misused, or empty


@dataclass(frozen=True)
class Marked:
    """How often a mark is set (`marks`)."""

    mark: str
    matches: Estimate  # part of the matches with the mark
    gap: Estimate | None  # of teams: how much more often matches with the mark are won than others, -1 to 1


@dataclass(frozen=True)
class Measured:
    """A whole measurement."""

    setting: Setting
    player: str  # the strong one
    matches: int
    figures: tuple[Figure, ...]
    seats: tuple[Estimate, ...]  # the share of each seat
    ladder: tuple[tuple[str, Estimate], ...]  # weaker players, and the share of `player` among them; of teams, theirs
    uses: tuple[Use, ...]
    marks: tuple[Marked, ...]
    fairer: tuple[Way, ...]  # changes that were tried for fairness; the unchanged game first
    lengths: tuple[int, ...]  # [turns of a seat] the number of such matches
    command: str  # that measures again


def strong(game: Game, seats: int, options: dict[str, int]) -> str:
    """The name of the strongest compiled player: by a table, else by the largest hint, else uniform."""
    if is_tabled(game, seats, options):
        return "best"
    return GREEDY if game.has["hints"] else UNIFORM


def slip_of(setting: Setting, player: str) -> float:
    """The chance of a slip of a player, by its name or its level."""
    return entrant(find(setting.game), player, setting.seats, setting.options).slip


def slipping(player: str, slip: float) -> str:
    """The name of the same player with another chance of a slip."""
    return "/".join([*(part for part in player.split("/") if not part.startswith("slip=")), f"slip={slip:g}"])


def weaker_than(setting: Setting, player: str) -> list[str]:
    """The names of the same player with larger chances of a slip; a level that slips by itself counts as the level
    best with slips. None for the uniform player."""
    own = slip_of(setting, player)
    if own and f"slip={own:g}" not in player:
        player = "/".join([BEST, *player.split("/")[1:]])
    return [slipping(player, slip) for slip in SLIPS if slip > own] if player != UNIFORM else []


def always_alike(setting: Setting) -> bool:
    """Whether all matches of a setting are the same, since neither rules nor players are random."""
    return all_alike(run(setting, 8))


def always_won_alike(setting: Setting) -> bool:
    """Whether all matches of a setting end with the same shares."""
    share = run(setting, TO_SEE_WHETHER_ALIKE).share
    return bool((share == share[0]).all())


def all_alike(rows: Rows) -> bool:
    """Whether all rows have the same shares and used the same groups equally often."""
    return bool((rows.used == rows.used[0]).all() and (rows.share == rows.share[0]).all())


def measure(
    base: Setting,  # the strong player, in every seat
    matches: int,
    *,
    cores: Cores = 1,
    uses: bool = True,  # whether to measure the worth of every group of actions
    command: str = "",
    tell: Tell = lambda done, all, what: None,
) -> Measured:
    """Measure everything about a game, as the player of `base` plays it."""
    if base.seats < 2:
        raise BadInput("the lab measures matches of two seats or more")
    player, part = base.players[0], max(2, matches // PART)
    weaker = weaker_than(base, player)
    if always_alike(base):
        raise BadInput(f"{player} plays the same match every time: let it slip, as in {slipping(player, LUCK_SLIP)}")
    starts = () if base.team else tuple(starts_of(find(base.game)))
    steps = WHOLE * (1 + len(starts)) + 2 + len(weaker) + 1 + (len(base.groups.names) if uses else 0)
    done = 0

    def next_one(what: str, size: int = 1) -> None:
        """Report that the last step is done, and `what` is next."""
        nonlocal done
        tell(done, steps, what)
        done += size

    rows = run(base, matches, cores=cores, tell=lambda own, all: tell(WHOLE * own // all, steps, player))
    done = WHOLE
    played = by_group(base, rows)
    asked = [name for name, (often, _) in played.items() if often.mean >= DEAD and name != OTHER] if uses else []
    steps = steps - (len(base.groups.names) - len(asked) if uses else 0)
    next_one("luck")
    luck = luck_of(base, part, cores)
    next_one("choices")
    chosen = choices_of(base)
    ladder = []
    for name in [*weaker, UNIFORM]:
        next_one(name)
        ladder.append((name, against(base, player, name, part, cores)))
    worths: dict[str, tuple[Estimate | None, float]] = {}
    for group in asked:
        next_one(f"without {group}")
        worths[group] = without(base, player, group, part, cores)
    fairer = () if base.team else tuple(fairer_ways(base, rows, matches, cores, lambda what: next_one(what, WHOLE)))
    tell(steps, steps, "")
    return Measured(
        setting=base,
        player=player,
        matches=rows.size,
        figures=(*figures_of(base, rows, chosen), luck),
        seats=tuple(mean_of(by_deal(base, rows.share[:, seat])) for seat in range(base.seats)),
        ladder=tuple(ladder),
        uses=tuple(
            judge_use(group, *use, *worths.get(group, (None, 1.0)), base)
            for group, use in played.items()
            if group != OTHER
        ),
        marks=tuple(marks_of(base, rows)),
        fairer=fairer,
        lengths=tuple(np.bincount(np.ceil(rows.turns / base.seats).astype(np.int64)).tolist()),
        command=command,
    )


def by_group(setting: Setting, rows: Rows) -> dict[str, tuple[Estimate, float]]:
    """For each group: the part of the matches in which a seat uses it, and its uses in a match."""
    used = rows.used
    return {
        name: (mean_of(by_deal(setting, (used[:, :, number] > 0).mean(1))), float(used[:, :, number].mean()))
        for number, name in enumerate(setting.groups.names)
    }


def marks_of(setting: Setting, rows: Rows) -> Iterator[Marked]:
    """The marks that were set in some match."""
    for number, name in enumerate(names_of(find(setting.game))):
        own = rows.marked[:, number] > 0
        if own.any():
            deals = rows.match // setting.rotations
            gap = gap_of(rows.share[:, 0] > 0, own, deals) if setting.team else None
            yield Marked(name, mean_of(by_deal(setting, own)), gap)


def gap_of(won: Array, marked: Array, deals: Array) -> Estimate:
    """How much more often a team wins matches with a mark than without, with Newcombe's interval, made from two of
    Wilson's. -1 to 1 where all matches or none have the mark."""
    if marked.all() or not marked.any():
        return around(0.0, 1.0, 0)
    one, other = (mean_by(won[chosen].astype(float), deals[chosen]) for chosen in (marked, ~marked))
    gap = one.mean - other.mean
    below = math.hypot(one.mean - one.low, other.high - other.mean)
    above = math.hypot(one.high - one.mean, other.mean - other.low)
    return Estimate(gap, gap - below, gap + above, min(one.count, other.count))


def meeting(base: Setting, first: str, second: str) -> Setting:
    """A setting with one player of the first kind among the second kind; of teams, one team of each."""
    players = (first, second) if base.team else (first, *[second] * (base.seats - 1))
    return replace(base, players=players)


def against(base: Setting, player: str, other: str, matches: int, cores: Cores) -> Estimate:
    """The share of a player among others; of teams, the share of a team of `other` by itself."""
    if base.team:
        alone = replace(base, players=(other,))
        return mean_of(share_of(alone, run(alone, matches, cores=cores), other))
    setting = meeting(base, player, other)
    return mean_of(share_of(setting, run(setting, matches, cores=cores), player))


def without(base: Setting, player: str, group: str, matches: int, cores: Cores) -> tuple[Estimate, float]:
    """Restricted play: (the share that a player loses when it is forbidden a group, the uses that remain where nothing
    else is legal, as a part of the usual ones). A team is compared with itself on the same deals.

    Players by table or search still plan as if the group were allowed, so the loss is an upper bound."""
    barred = f"{player}/without={group}"
    setting = meeting(base, barred, player)
    rows = run(setting, matches, cores=cores)
    share = share_of(setting, rows, barred)
    lost = mean_of(share_of(setting, rows, player) - share) if base.team else mean_of(share).lost_of(1 / base.seats)
    number = setting.groups.names.index(group)
    own = np.array([name == barred for name in setting.players])[rows.seating]
    used = rows.used[:, :, number]
    others = float(used[~own].mean())
    return lost, float(used[own].mean()) / others if others else 0.0


def judge_use(group: str, matches: Estimate, often: float, worth: Estimate | None, still: float, base: Setting) -> Use:
    """The use of a group with its verdict; `still` is the part of its uses that remain when it is forbidden."""
    even = 1.0 if base.team else 1 / base.seats
    verdict = ""
    if group.partition(" ")[0] in OF_A_TURN:
        pass
    elif matches.high < DEAD:
        verdict = "dead"
    elif worth:
        low, high = worth.mean - STRICTER * worth.error, worth.mean + STRICTER * worth.error
        if still > FORCED:
            verdict = "forced"
        elif low > DOMINANT * even:
            verdict = "dominant"
        elif high < 0:
            verdict = "misused"
    return Use(group, matches, often, worth, verdict)


def luck_of(base: Setting, matches: int, cores: Cores) -> Figure:
    """How much of a result is the luck of the deal: the intraclass correlation of two matches with the same luck, by
    players who slip now and then. Where chance makes the estimate negative, it is 0."""
    player = base.players[0]
    if player != UNIFORM and not slip_of(base, player):
        player = slipping(player, LUCK_SLIP)
    setting = replace(base, players=(player,) * len(base.players), replays=2)
    rows = run(setting, matches, cores=cores)
    one, other = rows.share[::2, 0], rows.share[1::2, 0]
    middle = (one.mean() + other.mean()) / 2
    spread = ((one - middle) ** 2 + (other - middle) ** 2).mean() / 2
    part = float(((one - middle) * (other - middle)).mean() / spread) if spread > 1e-12 else 0.0
    error = Z_95 * (1 - part**2) / math.sqrt(len(one))
    mean, low, high = (min(1.0, max(0.0, value)) for value in (part, part - error, part + error))
    words = f"when all play as {player}; the rest is what they do, and the more they slip the more that is."
    return Figure(
        "luck", Estimate(mean, low, high, len(one)), "%", f"How much of a result is the luck of dice and cards, {words}"
    )


def figures_of(setting: Setting, rows: Rows, chosen: Choices | None) -> Iterator[Figure]:
    """The figures of rows, and of sampled choices if there are any."""
    seats = setting.seats

    deals = rows.match // setting.rotations

    def mean(name: str, values: Array, unit: str, means: str, of: Array | slice = slice(None)) -> Figure:
        return Figure(name, mean_by(values[of].astype(float), deals[of]), unit, means)

    turns = rows.turns / seats
    yield mean("turns", turns, "", "Turns that each player has, on average.")
    for name, at, words in (("turns_low", 0.25, "shorter"), ("turns_high", 0.75, "longer")):
        found = quantile_of(turns, at, len(turns) // setting.rotations)
        yield Figure(name, found, "", f"One match in four is {words} than this.")
    yield mean("actions", rows.length, "", "Actions of all players in a match, on average.")
    if setting.team:
        won = (rows.share[:, 0] > 0).astype(float)
        yield mean("won", won, "%", "How often the team wins.")
        yield mean("share", rows.share[:, 0], "%", "What the team gets on average: the more, the better it wins.")
    else:
        first = np.take_along_axis(rows.share, rows.first[:, None].astype(np.int64), 1)[:, 0]
        even = f"{100 / seats:.1f} % would be even"
        yield mean("first_seat", first, "%", f"What whoever begins gets of all matches; {even}.")
        best = rows.share.max(1, keepdims=True)
        shared = ((rows.share == best).sum(1) > 1).astype(float)
        yield mean("not_won_alone", shared, "%", "Matches that nobody wins alone.")
        yield from lead_figures(rows, mean)
    if rows.cut.any():
        yield mean("endless", rows.cut.astype(float), "%", "Matches that were not over after 20,000 actions.")
    if chosen:
        yield Figure("choices", chosen.a_turn, "", "Choices a turn: moments with more than one action to play.")
        yield Figure(
            "real_choices",
            chosen.real,
            "%",
            f"Choices that matter, {chosen.how}: the best action is worth one match in a hundred more than another.",
        )


def quantile_of(values: Array, at: float, count: int) -> Estimate:
    """A quantile with its 95 % interval, by order statistics: the number of values below it is binomial."""
    near = 1.96 * math.sqrt(at * (1 - at) / max(1, count))
    low, middle, high = np.quantile(values, [max(0.0, at - near), at, min(1.0, at + near)])
    return Estimate(float(middle), float(low), float(high), count)


def lead_figures(rows: Rows, mean: Callable[[str, Array, str, str, Array], Figure]) -> Iterator[Figure]:
    """The figures about the lead, from matches in which it was noted and that somebody won alone."""
    noted = rows.settled >= 0
    if not noted.any():
        return
    yield mean("lead_changes", rows.lead_changes, "", "How often the lead goes from one player to another.", noted)
    yield mean(
        "settled",
        rows.settled,
        "%",
        "Part of a match, on average, after which the winner leads for good: the more, the longer it is open.",
        noted,
    )
    half = rows.led[:, 4]
    led = noted & (half >= 0)
    if led.any():
        behind = half != rows.share.argmax(1)
        yield mean("turned", behind, "%", "Matches lost by whoever leads alone at half-time.", led)


def groups_with(measured: Measured, verdict: str) -> Sequence[str]:
    """The groups that have a verdict."""
    return [use.group for use in measured.uses if use.verdict == verdict]
