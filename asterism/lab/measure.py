"""What a designer wants to know of a game, each figure with its error bars and one sentence that says what it means.

One player is taken for strong (`player`); it meets itself, weaker ones, and itself forbidden to do this or that
(*restricted play*: Jaffe and others, "Evaluating competitive game balance with restricted play", 2012).
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

SLIPS = (0.05, 0.2, 0.5)  # of the weaker ones on the ladder
TO_SEE_WHETHER_ALIKE = 64  # matches
LUCK_SLIP = 0.1  # so often do those slip by whom luck is told from choices: whoever never does has no other choice
DEAD = 0.01  # of the matches: used in fewer than these
FORCED = 0.5  # of the times that it is done: so often nothing else is legal
OF_A_TURN = ("roll", "pass", "end", "enough")  # go on with a turn or end it: what every strategy does, and none is
DOMINANT = 0.15  # of an even share: what it costs to do without
SURE_TWICE = 1.5  # times the error: what is said of one of many is said with more care
PART = 4  # of the matches of a whole run that each smaller question gets: one in so many
WHOLE = PART  # steps of progress that a whole run is

FIGURES = (  # that rows tell of
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

Tell = Callable[[int, int, str], None]  # questions answered, all of them, and which is next


@dataclass(frozen=True)
class Figure:
    """One number about a game."""

    name: str
    estimate: Estimate
    unit: str  # "%" for shares, told as 0 to 1
    means: str  # one sentence


@dataclass(frozen=True)
class Use:
    """What strong play does with the actions of a group, and what they are worth to it."""

    group: str
    matches: Estimate  # part of the matches in which a seat plays one of them
    often: float  # how many a seat plays in a match
    worth: Estimate | None  # what whoever may not loses of an even share, a match being 1; None: not asked
    verdict: str  # dead, dominant, forced, misused, or nothing


@dataclass(frozen=True)
class Marked:
    """Something that the game notes of a match."""

    mark: str
    matches: Estimate  # the part of the matches of which it is so
    gap: Estimate | None  # of teams: how much more often such matches are won than others


@dataclass(frozen=True)
class Measured:
    """All that was measured."""

    setting: Setting
    player: str
    matches: int
    figures: tuple[Figure, ...]
    seats: tuple[Estimate, ...]  # what each seat gets
    ladder: tuple[tuple[str, Estimate], ...]  # what the player gets from weaker ones; a team: what they get alone
    uses: tuple[Use, ...]
    marks: tuple[Marked, ...]
    fairer: tuple[Way, ...]  # what each seat gets, if this were changed; the game as it is first
    lengths: tuple[int, ...]  # matches by turns of a seat, from 0 on
    command: str  # by which it is measured again


def strong(game: Game, seats: int, options: dict[str, int]) -> str:
    """The best compiled player there is: a table, or what hints weigh most."""
    if is_tabled(game, seats, options):
        return "best"
    return GREEDY if game.has["hints"] else UNIFORM


def slip_of(setting: Setting, player: str) -> float:
    """How often a player slips, as it was said or as its level does."""
    return entrant(find(setting.game), player, setting.seats, setting.options).slip


def slipping(player: str, slip: float) -> str:
    """The same player, slipping so often."""
    return "/".join([*(part for part in player.split("/") if not part.startswith("slip=")), f"slip={slip:g}"])


def weaker_than(setting: Setting, player: str) -> list[str]:
    """The same player, slipping more often; a level that slips by itself is the best one with slips."""
    own = slip_of(setting, player)
    if own and f"slip={own:g}" not in player:
        player = "/".join([BEST, *player.split("/")[1:]])
    return [slipping(player, slip) for slip in SLIPS if slip > own] if player != UNIFORM else []


def always_alike(setting: Setting) -> bool:
    """Whether nothing in a match is left to chance, neither by the rules nor by who plays."""
    return all_alike(run(setting, 8))


def always_won_alike(setting: Setting) -> bool:
    """Whether all matches end alike, whatever is done in them."""
    share = run(setting, TO_SEE_WHETHER_ALIKE).share
    return bool((share == share[0]).all())


def all_alike(rows: Rows) -> bool:
    return bool((rows.used == rows.used[0]).all() and (rows.share == rows.share[0]).all())


def measure(
    base: Setting,  # the strong player, in every seat
    matches: int,
    *,
    cores: Cores = 1,
    uses: bool = True,  # whether to ask what every group of actions is worth
    command: str = "",
    tell: Tell = lambda done, all, what: None,
) -> Measured:
    """Everything about a game, as this player plays it."""
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
        """The step before is done."""
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
        matches=len(rows),
        figures=(*figures_of(base, rows, chosen), luck),
        seats=tuple(mean_of(by_deal(base, rows.share[:, seat])) for seat in range(base.seats)),
        ladder=tuple(ladder),
        uses=tuple(
            judged(group, *use, *worths.get(group, (None, 1.0)), base)
            for group, use in played.items()
            if group != OTHER
        ),
        marks=tuple(marks_of(base, rows)),
        fairer=fairer,
        lengths=tuple(np.bincount(np.ceil(rows.turns / base.seats).astype(np.int64)).tolist()),
        command=command,
    )


def by_group(setting: Setting, rows: Rows) -> dict[str, tuple[Estimate, float]]:
    """Of each group: the part of the matches in which a seat uses it, and how often it does so."""
    used = rows.used
    return {
        name: (mean_of(by_deal(setting, (used[:, :, number] > 0).mean(1))), float(used[:, :, number].mean()))
        for number, name in enumerate(setting.groups.names)
    }


def marks_of(setting: Setting, rows: Rows) -> Iterator[Marked]:
    """What the game notes, as far as it happened."""
    for number, name in enumerate(names_of(find(setting.game))):
        own = rows.marked[:, number] > 0
        if own.any():
            deals = rows.match // setting.rotations
            gap = gap_of(rows.share[:, 0] > 0, own, deals) if setting.team else None
            yield Marked(name, mean_of(by_deal(setting, own)), gap)


def gap_of(won: Array, marked: Array, deals: Array) -> Estimate:
    """How much more often a team wins with a mark than without (the interval is Newcombe's, of two of Wilson's)."""
    if marked.all() or not marked.any():
        return around(0.0, 1.0, 0)  # nothing to compare: it may be anything
    one, other = (mean_by(won[chosen].astype(float), deals[chosen]) for chosen in (marked, ~marked))
    gap = one.mean - other.mean
    below = math.hypot(one.mean - one.low, other.high - other.mean)
    above = math.hypot(one.high - one.mean, other.mean - other.low)
    return Estimate(gap, gap - below, gap + above, min(one.count, other.count))


def meeting(base: Setting, first: str, second: str) -> Setting:
    """One of the first kind among the second; of teams, one of each."""
    players = (first, second) if base.team else (first, *[second] * (base.seats - 1))
    return replace(base, players=players)


def against(base: Setting, player: str, other: str, matches: int, cores: Cores) -> Estimate:
    """What the player gets among others, a whole match being 1; a team: what the other team gets by itself."""
    if base.team:
        alone = replace(base, players=(other,))
        return mean_of(share_of(alone, run(alone, matches, cores=cores), other))
    setting = meeting(base, player, other)
    return mean_of(share_of(setting, run(setting, matches, cores=cores), player))


def without(base: Setting, player: str, group: str, matches: int, cores: Cores) -> tuple[Estimate, float]:
    """What a player loses of an even share who may not do something (a team: of what the same deals give it else), and
    how much of it that one does all the same, where nothing else is legal. Whoever plays by a table or by search still
    plans as if it were allowed, so it may be a little less in truth."""
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


def judged(group: str, matches: Estimate, often: float, worth: Estimate | None, still: float, base: Setting) -> Use:
    """What is to be said of a group."""
    even = 1.0 if base.team else 1 / base.seats
    verdict = ""
    if group.partition(" ")[0] in OF_A_TURN:
        pass
    elif matches.high < DEAD:
        verdict = "dead"
    elif worth:
        low, high = worth.mean - SURE_TWICE * worth.error, worth.mean + SURE_TWICE * worth.error
        if still > FORCED:
            verdict = "forced"
        elif low > DOMINANT * even:
            verdict = "dominant"
        elif high < 0:
            verdict = "misused"
    return Use(group, matches, often, worth, verdict)


def luck_of(base: Setting, matches: int, cores: Cores) -> Figure:
    """How much of a result is the luck of the deal: the intraclass correlation of matches with the same luck, played by
    those who slip now and then. Chance may make it less than 0, which it never is."""
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
    """What the rows of strong play tell."""
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
    """A quantile, and the quantiles between which it lies 19 times of 20 (how many are below it is binomial)."""
    near = 1.96 * math.sqrt(at * (1 - at) / max(1, count))
    low, middle, high = np.quantile(values, [max(0.0, at - near), at, min(1.0, at + near)])
    return Estimate(float(middle), float(low), float(high), count)


def lead_figures(rows: Rows, mean: Callable[[str, Array, str, str, Array], Figure]) -> Iterator[Figure]:
    """Who leads when: only of matches in which that was noted, and someone won alone."""
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


def named(measured: Measured, verdict: str) -> Sequence[str]:
    """The groups of which this is to be said."""
    return [use.group for use in measured.uses if use.verdict == verdict]
