"""A template bound to each game by `compile.bind`: whole matches between compiled players, a row of figures for each.

Every match has streams of random numbers of its own, all made from its seed: one for what chance brings before anyone
has acted, then for each seat one for chance after it has acted, and one for its choices. So what a seat rolls does not
hang on how often others have rolled, and two matches with one seed share their luck as far as they can be compared
(common random numbers).

Players get what they may know: where a game has secrets, those who look at the record look at what `see` leaves of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER
from asterism.core.rng import draw, draw_weighted, fork

if TYPE_CHECKING:  # put there by `bind`
    from asterism.core.anygame import (
        HAS_ODDS,
        HAS_SCORE,
        HAS_SEE,
        HAS_SENSIBLE,
        TEAM,
        hints,
        legal,
        odds,
        play,
        result,
        score,
        see,
        sensible,
    )

    from .nothing import no_plan as weigh_by_plan
    from .nothing import no_table as choose_by_table

    PLAIN = False  # whether nobody does anything but what is as likely as all else: then nothing is looked up
    LEADS = False  # whether scores tell who leads

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
    streams: Array  # [stream, 1]
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
    led: Array  # [match, decile] who led then, or NOBODY_LEADS
    cut: Array  # 1: not over after as many actions as are allowed


@rule
def seed_streams(luck: Array, minds: Array, streams: Array, seats: int) -> None:
    """All streams of a match, from its two seeds: of chance, and of those who choose."""
    for stream in range(1 + seats):
        fork(luck, streams[stream])
    for stream in range(1 + seats, 1 + 2 * seats):
        fork(minds, streams[stream])


@rule
def chance_acts(s: Any, out: Any, weight: Array, stream: Array) -> int:
    """What chance brings."""
    n = legal(s, out)
    if HAS_ODDS:
        odds(s, out, n, weight)
        return out[draw_weighted(stream, weight, n)]  # type: ignore[no-any-return]
    return out[draw(stream, n)]  # type: ignore[no-any-return]


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
            if draw(stream, alike) == 0:
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
    return out[draw_weighted(stream, weight, n)]  # type: ignore[no-any-return]


@apart
def choose(s: Any, seat: int, player: int, players: Players, group: Array, room: Room, table: Any) -> int:
    """What a compiled player does."""
    out, seen = room.out, room.seen
    stream = room.streams[1 + s["seats"] + seat]
    way = players.way[player]
    slips = players.slip[player] > 0 and draw(stream, SLIPS) < players.slip[player]
    by_hints = way in (WEIGHTED, HEAVIEST)
    n = sensible(s, out) if HAS_SENSIBLE and by_hints and not slips else legal(s, out)
    if players.bars[player] != 0:
        n = leave_out(out, n, room.kept, players.barred[player], group)
    if way == UNIFORM or slips:
        return out[draw(stream, n)]  # type: ignore[no-any-return]
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
        if points == best:
            who = NOBODY_LEADS
        elif points > best:
            best = points
            who = seat
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


@apart
def note_leaders(rows: Rows, row: int, leaders: Array, known: int, winner: int) -> None:
    """How the lead went to and fro, and from when on the winner had it."""
    changes = 0
    last = NOBODY_LEADS
    since = 0
    for at in range(known):
        who = leaders[at]
        if who != NOBODY_LEADS:
            if last != NOBODY_LEADS and who != last:
                changes += 1
            last = who
        if who != winner:
            since = at + 1
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
    """Play every match of a batch; returns how many actions were played, chance included. `rows` come as zeros."""
    work, out, weight, streams, leaders = room.work, room.out, room.weight, room.streams, room.leaders
    s = work[0]
    total = 0
    for row in range(lucks.size):
        work[0] = start[0]
        seed_streams(lucks[row : row + 1], minds[row : row + 1], streams, s["seats"])
        mine = seating[row]
        used = rows.used[row]
        notes = LEADS and noted[row] != 0
        turns = 0
        rounds = 0
        chances = 0
        while s["to_act"] == CHANCE:
            play(s, chance_acts(s, out, weight, streams[0]))
            chances += 1
        count = chances  # of all actions
        first = s["to_act"]
        while s["to_act"] != OVER and count < longest:  # a turn
            seat = s["to_act"]
            if seat == first and turns > 0:  # all have had as many
                if notes and rounds < leaders.size:
                    leaders[rounds] = leader(s)
                rounds += 1
            turns += 1
            luck = streams[1 + seat]
            own = used[seat]
            while count < longest:
                # Apart, as in `kernels.play_out`: the processor learns the ways of seats and of chance apart.
                if s["to_act"] == CHANCE:
                    play(s, chance_acts(s, out, weight, luck))
                    chances += 1
                elif s["to_act"] == seat:
                    if PLAIN:
                        n = legal(s, out)
                        action = out[draw(streams[1 + s["seats"] + seat], n)]
                    else:
                        action = choose(s, seat, mine[seat], players, group, room, table)
                    own[group[action]] += 1
                    play(s, action)
                else:
                    break
                count += 1
        s["ply"] += count
        finish(s, rows, row, room, notes, (count - chances, chances, turns, rounds, first))
        total += count
    return total


# The same, for those who are asked in between: doors that Python calls, on 1-element arrays


@rule
def begin(luck: Array, minds: Array, streams: Array, seats: int) -> None:
    seed_streams(luck, minds, streams, seats)


@apart
def next_choice(states: States, seat: int, player: int, players: Players, group: Array, room: Room, table: Any) -> int:
    return choose(states[0], seat, player, players, group, room, table)


@rule
def who_leads(states: States) -> int:
    return leader(states[0])


@apart
def note_end(states: States, rows: Rows, row: int, room: Room, counts: tuple[int, int, int, int, int]) -> None:
    finish(states[0], rows, row, room, LEADS, counts)
