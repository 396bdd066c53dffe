"""Whole matches between compiled players, with a row of figures for each.

A template, executed once for each game by `compile.bind`, with the game's rules called directly.

Variance reduction by common random numbers: every match has random streams of its own, all made from its seeds. Before
anyone has acted, chance draws from one stream; then each seat has a stream for its luck and one for its choices, and
each turn splits a fresh stream off the luck of its seat. So what a seat rolls in a turn does not depend on how often
anybody has rolled before, and two matches with one seed share their luck as far as they can be compared.

Where a game has secrets, players that look at the record look at what `see` leaves of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterism.core.compile import apart, at_hand, rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_below, random_bits, sample_weighted, scaled, split

from ..batch import DECILES, NOBODY_LEADS, Rows

if TYPE_CHECKING:  # of the game's `rules.py`, put here by `bind`; `core/anygame.py` says what each promises
    from asterism.core.anygame import (
        HAS_SCORE,
        HAS_SEE,
        HAS_SENSIBLE,
        TEAM,
        hints,
        legal,
        play,
        result,
        score,
        see,
        sensible,
    )
    from asterism.core.chance import sample_chance

    from .nothing import no_mark as mark  # of the game's `marks.py`
    from .nothing import no_plan as weigh_by_plan  # of `plan_chain`
    from .nothing import no_table as choose_by_table  # of a `lookup` in `asterism/solve`

    PLAIN = False  # whether all players are uniform and unrestricted: then nothing is looked up
    LEADS = False  # whether scores tell who leads
    MARKS = False  # whether the game has marks

States = Any  # np.ndarray of one record
Array = Any

# Ways to choose, in `Players.way`
UNIFORM = 0  # any legal action
WEIGHTED = 1  # sampled by the weights of the hints
HEAVIEST = 2  # the action with the largest hint, ties at random
PLANNED = 3  # the action that a plan weighs most, the first of equal ones
TABLED = 4  # by a solved table
ASKED = 5  # not compiled: a bot is asked

SLIPS = 1_000_000  # the chance of a slip is stored in millionths


class Players(NamedTuple):
    """The players of a setting: arrays with an entry for each, by its number."""

    way: Array  # one of the ways to choose
    plan: Array  # which plan, where PLANNED
    slip: Array  # the chance of a uniformly random action, in millionths
    barred: Array  # [player, group] 1: avoids actions of this group while there are others
    bars: Array  # 1: some group is barred
    group: Array  # [action] its group; the same for all players


class Streams(NamedTuple):
    """Random streams of matches, an entry for each: seeds at first, changed by use."""

    luck: Array
    mind: Array  # of the players' choices


class MatchBuffers(NamedTuple):
    """Scratch memory of one match."""

    work: States  # the state of the match
    seen: States  # what the seat to act sees
    out: Array  # listed actions
    weight: Array  # their odds, hints or weights by a plan
    kept: Array  # the actions that are left when some are barred
    luck: Array  # [1] the stream of chance now: of the turn, or of the match before anyone has acted
    lucks: Array  # [seat] the stream that its turns are split off
    ahead: Array  # [seat] the stream of its next turn, split off a turn ahead
    minds: Array  # [seat] the stream of its choices
    leaders: Array  # who led at the end of each round
    share: Array  # the result, per seat


@rule
def seed_streams(streams: Streams, row: Any, buffers: MatchBuffers, seats: int) -> None:
    """Split all streams of a match off its two seeds."""
    buffers.luck[0] = split(streams.luck, row)
    for seat in range(seats):
        buffers.lucks[seat] = split(streams.luck, row)
        buffers.ahead[seat] = split(buffers.lucks, seat)
        buffers.minds[seat] = split(streams.mind, row)


@rule
def luck_of_turn(buffers: MatchBuffers, seat: Any) -> Any:
    """The stream of a turn, which was split off a turn ahead, so that its first roll need not wait for it."""
    luck = buffers.ahead[seat]
    buffers.ahead[seat] = split(buffers.lucks, seat)
    return luck


@rule
def leave_out(out: Array, n: int, kept: Array, barred: Array, group: Array) -> int:
    """Take the actions of barred groups off a list, unless none would be left; returns how many are listed then."""
    left = 0
    for i in range(n):
        if barred[group[out[i]]] == 0:
            kept[left] = out[i]
            left += 1
    if left == 0:
        return n
    for i in range(left):
        out[i] = kept[i]
    return left


@rule
def heaviest(out: Array, n: int, weight: Array, stream: Array) -> int:
    """The listed action with the largest weight, ties at random."""
    most = weight[0]
    alike = 1
    pick = 0
    for i in range(1, n):
        if weight[i] > most:
            most = weight[i]
            alike = 1
            pick = i
        elif weight[i] == most:
            alike += 1
            if random_below(stream, alike) == 0:
                pick = i
    return out[pick]  # type: ignore[no-any-return]


@rule
def first_heaviest(out: Array, n: int, weight: Array) -> int:
    """The listed action with the largest weight, the first of equal ones."""
    pick = 0
    for i in range(1, n):
        if weight[i] > weight[pick]:
            pick = i
    return out[pick]  # type: ignore[no-any-return]


@apart
def choose_by_record(s: Any, out: Array, n: int, weight: Array, way: int, plan: int, table: Any, stream: Array) -> int:
    """One of the listed actions, by a table, a plan or the hints; `s` is what the seat sees."""
    if way == TABLED:
        return choose_by_table(s, out, n, table)
    if way == PLANNED:
        weigh_by_plan(s, out, n, weight, plan)
        return first_heaviest(out, n, weight)
    hints(s, out, n, weight)
    if way == HEAVIEST:
        return heaviest(out, n, weight, stream)
    return out[sample_weighted(stream, weight, n)]  # type: ignore[no-any-return]


@apart
def choose(s: Any, seat: int, player: int, players: Players, buffers: MatchBuffers, table: Any, stream: Array) -> int:
    """The action of a compiled player, slips and barred groups included."""
    out, seen = buffers.out, buffers.seen
    way = players.way[player]
    slips = players.slip[player] > 0 and random_below(stream, SLIPS) < players.slip[player]
    by_hints = way in (WEIGHTED, HEAVIEST)
    n = sensible(s, out) if HAS_SENSIBLE and by_hints and not slips else legal(s, out)
    if players.bars[player] != 0:
        n = leave_out(out, n, buffers.kept, players.barred[player], players.group)
    if way == UNIFORM or slips:
        return out[random_below(stream, n)]  # type: ignore[no-any-return]
    if n == 1:
        return out[0]  # type: ignore[no-any-return]
    if HAS_SEE:
        seen[0] = s
        see(s, seat, seen[0])
        return choose_by_record(seen[0], out, n, buffers.weight, way, players.plan[player], table, stream)
    return choose_by_record(s, out, n, buffers.weight, way, players.plan[player], table, stream)


@rule
def leader(s: Any) -> int:
    """The seat that has the highest score alone, or NOBODY_LEADS."""
    if not LEADS:
        return NOBODY_LEADS
    best = score(s, 0)
    who = 0
    for seat in range(1, s["seats"]):
        points = score(s, seat)
        who = seat if points > best else NOBODY_LEADS if points == best else who
        best = max(best, points)
    return who


@rule
def only_winner(share: Array, seats: int) -> int:
    """The seat that has the largest share alone, or NOBODY_LEADS."""
    best = share[0]
    who = 0
    for seat in range(1, seats):
        if share[seat] > best:
            best = share[seat]
            who = seat
        elif share[seat] == best:
            who = NOBODY_LEADS
    return who


@rule
def note_leaders(rows: Rows, row: int, leaders: Array, known: int, winner: int) -> None:
    """Fill the columns about the lead, from who led at the end of each of the `known` rounds."""
    changes = 0
    last = NOBODY_LEADS
    since = 0
    for at in range(known):
        who = leaders[at]
        changes += (who != NOBODY_LEADS) & (last != NOBODY_LEADS) & (who != last)
        last = who if who != NOBODY_LEADS else last
        since = at + 1 if who != winner else since
    rows.lead_changes[row] = changes
    rows.settled[row] = since / known if winner != NOBODY_LEADS else -1.0
    for decile in range(DECILES):
        rows.led[row, decile] = leaders[max(0, (decile + 1) * known // DECILES - 1)]


@rule
def finish(
    s: Any, rows: Rows, row: int, buffers: MatchBuffers, notes: bool, counts: tuple[int, int, int, int, int]
) -> None:
    """Fill the row of a match that has ended or was cut off.

    `counts`: actions of seats, actions of chance, turns, rounds, and the seat that acted first."""
    length, chances, turns, rounds, first = counts
    leaders, share = buffers.leaders, buffers.share
    over = s["to_act"] == OVER
    if over:
        result(s, share)
    for seat in range(s["seats"]):
        rows.share[row, seat] = share[seat] if over else (0.0 if TEAM else 1.0 / s["seats"])
        if HAS_SCORE:
            rows.score[row, seat] = score(s, seat)
    rows.length[row] = length
    rows.chances[row] = chances
    rows.turns[row] = turns
    rows.first[row] = first
    rows.cut[row] = 0 if over else 1
    if MARKS:
        mark(s, rows.marked[row])
    if notes:
        known = min(rounds, leaders.size - 1)
        leaders[known] = leader(s)
        note_leaders(rows, row, leaders, known + 1, only_winner(share, s["seats"]) if over else NOBODY_LEADS)


@apart
def play_matches(
    start: States,
    streams: Streams,
    players: Players,
    rows: Rows,  # blank, but for who sits where
    buffers: MatchBuffers,
    table: Any,
    longest: int,  # actions, chance included, after which a match is cut off
    noted: Array,  # [match] 1: who leads is noted
) -> int:
    """Play the matches of all rows, and fill the rows; returns how many actions were played, chance included."""
    work, out, weight, leaders = buffers.work, buffers.out, buffers.weight, buffers.leaders
    luck, mind = at_hand(streams.luck), at_hand(streams.mind)  # the streams of the turn
    s = work[0]
    total = 0
    for row in range(rows.match.size):
        work[0] = start[0]
        seed_streams(streams, row, buffers, s["seats"])
        luck[0] = buffers.luck[0]
        mine = rows.seating[row]
        used = rows.used[row]
        notes = LEADS and noted[row] != 0
        turns = 0
        rounds = 0
        chances = 0
        while s["to_act"] == CHANCE:
            play(s, sample_chance(s, out, weight, luck))
            chances += 1
        count = chances  # of all actions
        first = s["to_act"]
        while s["to_act"] != OVER and count < longest:  # a turn
            seat = s["to_act"]
            turns += 1
            at = np.uint32(seat)  # as an index: an unsigned one needs no check for negative numbers
            luck[0] = luck_of_turn(buffers, at)
            mind[0] = buffers.minds[at]
            own = used[at]
            while count < longest:
                if PLAIN:
                    bits = random_bits(mind)  # before `legal`: the two are independent, so a processor overlaps them
                    n = legal(s, out)
                    action = out[scaled(bits, n)] if n > 1 else out[0]  # which the compiler knows then
                else:
                    action = choose(s, seat, mine[seat], players, buffers, table, mind)
                if MARKS:
                    mark(s, rows.marked[row])
                own[np.uint32(players.group[np.uint32(action)])] += 1
                play(s, action)
                count += 1
                # A loop of its own, as in `kernels.play_out`: branches of seats and of chance are predicted apart
                while s["to_act"] == CHANCE and count < longest:
                    play(s, sample_chance(s, out, weight, luck))
                    chances += 1
                    count += 1
                if s["to_act"] != seat:
                    break
            buffers.minds[at] = mind[0]
            if notes and s["to_act"] == first and count < longest:  # the end of a round
                leaders[np.uint32(min(rounds, leaders.size - 1))] = leader(s)
                rounds += 1
        s["ply"] += count
        finish(s, rows, row, buffers, notes, (count - chances, chances, turns, rounds, first))
        total += count
    return total


# The same, one step at a time, for matches in which bots are asked: called from Python, on 1-element arrays


@rule
def begin_match(streams: Streams, buffers: MatchBuffers, seats: int) -> None:
    seed_streams(streams, 0, buffers, seats)


@rule
def begin_turn(buffers: MatchBuffers, seat: int) -> None:
    buffers.luck[0] = luck_of_turn(buffers, seat)


@apart
def next_choice(states: States, seat: int, player: int, players: Players, buffers: MatchBuffers, table: Any) -> int:
    return choose(states[0], seat, player, players, buffers, table, buffers.minds[seat : seat + 1])


@apart
def note_marks(states: States, rows: Rows, row: int) -> None:
    if MARKS:
        mark(states[0], rows.marked[row])


@rule
def who_leads(states: States) -> int:
    return leader(states[0])


@apart
def note_end(
    states: States, rows: Rows, row: int, buffers: MatchBuffers, counts: tuple[int, int, int, int, int]
) -> None:
    finish(states[0], rows, row, buffers, LEADS, counts)
