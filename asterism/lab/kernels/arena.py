"""A template bound to each game by `compile.bind`: whole matches between compiled players, a row of figures for each.

Every match has streams of random numbers of its own, all made from its seed: one for what chance brings before anyone
has acted, then for each seat one for chance in its turns, and one for its choices; each turn takes a fresh stream from
that of its seat. So what a seat rolls in a turn does not hang on how often it or others have rolled before, and two
matches with one seed share their luck as far as they can be compared (common random numbers).

Players get what they may know: where a game has secrets, those who look at the record look at what `see` leaves of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterism.core.compile import apart, at_hand, rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import random_below, random_bits, sample_weighted, scaled, split

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import (
        HAS_ODDS,
        HAS_OUTCOME,
        HAS_SCORE,
        HAS_SEE,
        HAS_SENSIBLE,
        TEAM,
        hints,
        legal,
        odds,
        outcome,
        play,
        result,
        score,
        see,
        sensible,
    )

    from .nothing import no_mark as mark
    from .nothing import no_plan as weigh_by_plan
    from .nothing import no_table as choose_by_table

    PLAIN = False  # whether nobody does anything but what is as likely as all else: then nothing is looked up
    LEADS = False  # whether scores tell who leads
    MARKS = False  # whether the game notes something of its own

States = Any  # np.ndarray of one record
Array = Any

# Ways to choose
UNIFORM = 0  # every legal action as likely
WEIGHTED = 1  # by the weights of hints
HEAVIEST = 2  # what hints weigh most; of equal ones, each as likely
PLANNED = 3  # what a plan weighs most; of equal ones the first
TABLED = 4  # by a table of what is known
ASKED = 5  # not by compiled code: by a bot that is asked

SLIPS = 1_000_000  # a chance of a slip is told in millionths
DECILES = 10
NOBODY_LEADS = -1


class Players(NamedTuple):
    """Who plays, by number; arrays have an entry for each."""

    way: Array
    plan: Array  # of those who are PLANNED: which
    slip: Array  # how often any legal action is played in place of the chosen one, in millionths
    barred: Array  # [player, group] 1: does not play actions of this group while there are others
    bars: Array  # 1: there are such groups


class Room(NamedTuple):
    """What a match is played in; nothing of it lasts."""

    work: States
    seen: States
    out: Array
    weight: Array
    kept: Array  # the actions that are left when some are barred
    luck: Array  # [1] the stream of chance now: that of the turn, and before anyone has acted that of the match
    lucks: Array  # [seat] the stream from which each of its turns gets its luck
    ahead: Array  # [seat] what its next turn will get
    minds: Array  # [seat] the stream of its choices
    leaders: Array  # who led at the end of each round
    share: Array


class Rows(NamedTuple):
    """What is kept of each match."""

    share: Array  # [match, seat]
    score: Array  # [match, seat]
    used: Array  # [match, seat, group] how often
    length: Array  # actions of seats
    chances: Array  # actions of chance
    turns: Array
    first: Array  # the seat that acted first
    lead_changes: Array
    settled: Array  # part of the rounds after which the winner led all the time; -1: not known
    led: Array  # [match, decile] who led then, or NOBODY_LEADS; as it comes where that is not noted
    cut: Array  # 1: not over after as many actions as are allowed
    marked: Array  # [match, mark] 1: what the game notes was so


@rule
def seed_streams(lucks: Array, minds: Array, row: Any, room: Room, seats: int) -> None:
    """All streams of a match, from its two seeds: of chance, and of those who choose."""
    room.luck[0] = split(lucks, row)
    for seat in range(seats):
        room.lucks[seat] = split(lucks, row)
        room.ahead[seat] = split(room.lucks, seat)
        room.minds[seat] = split(minds, row)


@rule
def luck_of_turn(room: Room, seat: Any) -> Any:
    """Where the stream of a turn begins, from that of its seat. It was made a turn ahead: the first roll need not wait
    for it."""
    begin = room.ahead[seat]
    room.ahead[seat] = split(room.lucks, seat)
    return begin


@rule
def chance_acts(s: Any, out: Any, weight: Array, stream: Array) -> int:
    """What chance brings."""
    if HAS_OUTCOME:
        return outcome(s, out, stream)
    n = legal(s, out)
    if HAS_ODDS:
        odds(s, out, n, weight)
        return out[sample_weighted(stream, weight, n)]  # type: ignore[no-any-return]
    return out[random_below(stream, n)]  # type: ignore[no-any-return]


@rule
def leave_out(out: Array, n: int, kept: Array, barred: Array, group: Array) -> int:
    """Take the actions of barred groups off a list, unless nothing would be left."""
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
    """What weighs most; of equal ones, each as likely."""
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
    pick = 0
    for i in range(1, n):
        if weight[i] > weight[pick]:
            pick = i
    return out[pick]  # type: ignore[no-any-return]


@apart
def judged(s: Any, out: Array, n: int, weight: Array, way: int, plan: int, table: Any, stream: Array) -> int:
    """What a player who looks at the record chooses of a list."""
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
def choose(
    s: Any, seat: int, player: int, players: Players, group: Array, room: Room, table: Any, stream: Array
) -> int:
    """What a compiled player does."""
    out, seen = room.out, room.seen
    way = players.way[player]
    slips = players.slip[player] > 0 and random_below(stream, SLIPS) < players.slip[player]
    by_hints = way in (WEIGHTED, HEAVIEST)
    n = sensible(s, out) if HAS_SENSIBLE and by_hints and not slips else legal(s, out)
    if players.bars[player] != 0:
        n = leave_out(out, n, room.kept, players.barred[player], group)
    if way == UNIFORM or slips:
        return out[random_below(stream, n)]  # type: ignore[no-any-return]
    if n == 1:
        return out[0]  # type: ignore[no-any-return]
    if HAS_SEE:
        seen[0] = s
        see(s, seat, seen[0])
        return judged(seen[0], out, n, room.weight, way, players.plan[player], table, stream)
    return judged(s, out, n, room.weight, way, players.plan[player], table, stream)


@rule
def leader(s: Any) -> int:
    """Who has the highest score alone."""
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
    """Who has won alone; NOBODY_LEADS where nobody has."""
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
    """How the lead went to and fro, and from when on the winner had it."""
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
def finish(s: Any, rows: Rows, row: int, room: Room, notes: bool, counts: tuple[int, int, int, int, int]) -> None:
    """What is known of a match once it is over."""
    length, chances, turns, rounds, first = counts
    leaders, share = room.leaders, room.share
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
    lucks: Array,  # seeds, used up
    minds: Array,
    seating: Array,  # [match, seat] the number of the player there
    players: Players,
    group: Array,  # of each action
    rows: Rows,
    room: Room,
    table: Any,
    longest: int,
    noted: Array,  # [match] 1: it is noted who leads
) -> int:
    """Play every match of a batch; returns how many actions were played, chance included. `rows` come blank."""
    work, out, weight, leaders = room.work, room.out, room.weight, room.leaders
    luck, mind = at_hand(lucks), at_hand(minds)  # the streams of the turn
    s = work[0]
    total = 0
    for row in range(lucks.size):
        work[0] = start[0]
        seed_streams(lucks, minds, row, room, s["seats"])
        luck[0] = room.luck[0]
        mine = seating[row]
        used = rows.used[row]
        notes = LEADS and noted[row] != 0
        turns = 0
        rounds = 0
        chances = 0
        while s["to_act"] == CHANCE:
            play(s, chance_acts(s, out, weight, luck))
            chances += 1
        count = chances  # of all actions
        first = s["to_act"]
        while s["to_act"] != OVER and count < longest:  # a turn
            seat = s["to_act"]
            turns += 1
            at = np.uint32(seat)  # as an index: that it is not negative need not be found out
            luck[0] = luck_of_turn(room, at)
            mind[0] = room.minds[at]
            own = used[at]
            while count < longest:
                if PLAIN:
                    bits = random_bits(mind)  # before `legal`: a processor overlaps the two
                    n = legal(s, out)
                    action = out[scaled(bits, n)] if n > 1 else out[0]  # which the compiler knows then
                else:
                    action = choose(s, seat, mine[seat], players, group, room, table, mind)
                if MARKS:
                    mark(s, rows.marked[row])
                own[np.uint32(group[np.uint32(action)])] += 1
                play(s, action)
                count += 1
                # Apart, as in `kernels.play_out`: the processor learns the ways of seats and of chance apart.
                while s["to_act"] == CHANCE and count < longest:
                    play(s, chance_acts(s, out, weight, luck))
                    chances += 1
                    count += 1
                if s["to_act"] != seat:
                    break
            room.minds[at] = mind[0]
            if notes and s["to_act"] == first and count < longest:  # all have had as many turns
                leaders[np.uint32(min(rounds, leaders.size - 1))] = leader(s)
                rounds += 1
        s["ply"] += count
        finish(s, rows, row, room, notes, (count - chances, chances, turns, rounds, first))
        total += count
    return total


# The same, for those who are asked in between: doors that Python calls, on 1-element arrays


@rule
def begin(luck: Array, mind: Array, room: Room, seats: int) -> None:
    seed_streams(luck, mind, 0, room, seats)


@rule
def turn(room: Room, seat: int) -> None:
    room.luck[0] = luck_of_turn(room, seat)


@apart
def next_choice(states: States, seat: int, player: int, players: Players, group: Array, room: Room, table: Any) -> int:
    return choose(states[0], seat, player, players, group, room, table, room.minds[seat : seat + 1])


@apart
def note_marks(states: States, rows: Rows, row: int) -> None:
    if MARKS:
        mark(states[0], rows.marked[row])


@rule
def who_leads(states: States) -> int:
    return leader(states[0])


@apart
def note_end(states: States, rows: Rows, row: int, room: Room, counts: tuple[int, int, int, int, int]) -> None:
    finish(states[0], rows, row, room, LEADS, counts)
