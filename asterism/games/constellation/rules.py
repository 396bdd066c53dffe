"""The Gamers Constellation: the rules, in the order of RULES.md. Sections are cited as §.

What happens to tiles is in `board`, what a seat cannot know in `hidden`.
"""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER
from asterism.kit.seats import next_seat

from . import state as S
from .board import MOON_BIT, constellation, lay_out, put_moon, put_star, swap, turn_star
from .goals import COUNT, STRAIGHT_ROW
from .hidden import guess, hear, out_of_deck, see
from .hints import hints

__all__ = ["guess", "hear", "hints", "legal", "play", "result", "see", "setup"]


# §1 Set-up


@apart
def setup(s: Any) -> None:
    """§1 The Moon alone, every goal in the deck; chance says who begins."""
    lay_out(s)
    for seat in range(S.MAX_SEATS):
        s["cloud"][seat] = S.NONE
        for slot in range(S.MOST_GOALS):
            s["goal"][seat, slot] = S.NONE
    s["played"][0] = S.NONE
    s["played"][1] = S.NONE
    s["deck"] = COUNT
    if s["row"] == 0:  # §1.2 the straight row is left out
        s["gone"][STRAIGHT_ROW] = 1
        s["deck"] -= 1
    s["owed"] = s["seats"] * s["goals"]
    s["receiver"] = S.NONE
    s["phase"] = S.STARTING
    s["to_act"] = CHANCE


# What may be done


@rule
def legal(s: Any, out: Any) -> int:
    phase = s["phase"]
    if phase == S.ACTING:
        n = list_exchanges(s, out) if s["stars"] == S.STARS else list_actions(s, out)
        if s["change"] == 1 and s["changed"] == 0 and s["deck"] > 0:
            n = list_changes(s, out, n)
        return n
    if phase == S.DEALING:
        return list_deck(s, out)
    if phase == S.CLOUDING:
        return list_clouds(s, out)
    for seat in range(s["seats"]):  # §1.4
        out[seat] = S.BEGIN + seat
    return s["seats"]  # type: ignore[no-any-return]


@rule
def clouded(s: Any) -> int:
    """§3.2 The tiles under clouds, a bit each."""
    tiles = 0
    for seat in range(s["seats"]):
        if s["cloud"][seat] != S.NONE:
            tiles |= 1 << s["cloud"][seat]
    return tiles


@apart
def list_actions(s: Any, out: Any) -> int:
    """§2 Place, switch or move. Actions are written first and counted after: no branch that could be guessed wrong."""
    cells = s["cells"]
    whole = (s["all_cells"] + 31) & ~31  # in whole vectors: what is written too much is written over
    kinds = 0
    n = 0
    for k in range(3):
        if s["reserve"][k] > 0:  # §2.1
            kinds |= 1 << k
            row = out[n : n + whole]
            for i in range(whole):
                row[i] = S.PLACE + k * S.NAMES_OF_CELLS + cells[i]
            n += s["all_cells"]
    blocked = clouded(s)
    for star in range(s["stars"]):  # §2.2 §3.2 another kind, and no cloud on the star
        others = kinds & ~(1 << s["kind"][star]) & (blocked >> star & 1) - 1
        out[n] = S.SWITCH + star * 3 + S.KIND_LIST[others, 0]
        out[n + 1] = S.SWITCH + star * 3 + S.KIND_LIST[others, 1]
        n += S.HOW_MANY[others]
    if blocked & MOON_BIT == 0:  # §2.3 §3.2
        row = out[n : n + whole]
        for i in range(whole):
            row[i] = S.MOVE + cells[i]
        n += s["by_stars"]
    return n


@apart
def list_exchanges(s: Any, out: Any) -> int:
    """§7.4 Any two tiles that differ and that no cloud blocks."""
    free = ~clouded(s)
    first = S.EXCHANGE - 1
    n = 0
    for a in range(S.STARS):
        if free >> a & 1:
            others = (free & ~s["of_kind"][s["kind"][a]]) >> a
            for b in range(1, S.TILES - a):
                out[n] = first + b
                n += others >> b & 1
        first += S.STARS - a
    return n


@apart
def list_changes(s: Any, out: Any, n: int) -> int:
    """§7.2 Each of the mover's goals, in rising order."""
    last = -1
    for _ in range(s["goals"]):
        lowest = COUNT
        for slot in range(s["goals"]):
            goal = s["goal"][s["mover"], slot]
            if last < goal < lowest:
                lowest = goal
        if lowest == COUNT:
            break
        out[n] = S.CHANGE + lowest
        n += 1
        last = lowest
    return n


@apart
def list_deck(s: Any, out: Any) -> int:
    """§1.3 Each goal that is neither gone nor held, each as likely."""
    taken = out_of_deck(s)
    n = 0
    for goal in range(COUNT):
        out[n] = S.DEAL + goal
        n += 1 - (taken >> goal & 1)
    return n


@apart
def list_clouds(s: Any, out: Any) -> int:
    """§7.6 Any tile but the one where the cloud was; after an exchange (§7.4) otherwise one of the two."""
    n = 0
    for tile in range(S.TILES):
        if s["blocking"] == 1:
            fits = s["kind"][tile] != S.NONE and tile != s["cloud"][s["mover"]]
        else:
            fits = tile == s["played"][0] or tile == s["played"][1]
        if fits:
            out[n] = S.CLOUD + tile
            n += 1
    return n


# What an action does


@rule
def play(s: Any, action: int) -> None:
    if action < S.SWITCH:
        place(s, (action - S.PLACE) % S.NAMES_OF_CELLS, (action - S.PLACE) // S.NAMES_OF_CELLS)
    elif action < S.MOVE:
        switch(s, (action - S.SWITCH) // 3, (action - S.SWITCH) % 3)
    elif action < S.EXCHANGE:
        move_moon(s, action - S.MOVE)
    elif action < S.CLOUD:
        exchange(s, action - S.EXCHANGE)
    elif action < S.CHANGE:  # §3.1, where there is a choice
        s["cloud"][s["mover"]] = action - S.CLOUD
        begin_turn(s, next_seat(s, s["mover"]))
    elif action < S.DEAL:  # §7.2
        s["changed"] = 1
        discard(s, action - S.CHANGE)
        go_on(s)
    elif action < S.BEGIN:
        take_goal(s, action - S.DEAL)
    else:  # §1.4
        s["mover"] = action - S.BEGIN
        go_on(s)


@rule
def begin_turn(s: Any, seat: int) -> None:
    s["mover"] = seat
    s["acted"] = 0
    s["changed"] = 0
    s["phase"] = S.ACTING
    s["to_act"] = seat


@apart
def go_on(s: Any) -> None:
    """First the goals that are owed are dealt, from the mover on; then the turn goes on where it was."""
    if s["owed"] > 0 and s["deck"] > 0:
        seat = s["mover"]
        while empty_slot(s, seat) == S.NONE:
            seat = next_seat(s, seat)
        s["receiver"] = seat
        s["phase"] = S.DEALING
        s["to_act"] = CHANCE
        return
    s["receiver"] = S.NONE
    if s["acted"] == 0:
        s["phase"] = S.ACTING
        s["to_act"] = s["mover"]
    elif s["blocking"] == 1 or s["played"][1] != S.NONE:
        s["phase"] = S.CLOUDING
        s["to_act"] = s["mover"]
    else:
        begin_turn(s, next_seat(s, s["mover"]))


# §1 Goals are dealt


@rule
def empty_slot(s: Any, seat: int) -> int:
    for slot in range(s["goals"]):
        if s["goal"][seat, slot] == S.NONE:
            return slot
    return S.NONE


@apart
def take_goal(s: Any, goal: int) -> None:
    """§1.3 A goal from the deck; §7.5 with it the match may be over."""
    seat = s["receiver"]
    slot = empty_slot(s, seat)
    s["goal"][seat, slot] = goal
    s["dealt"][seat, slot] = s["actions"]
    s["owed"] -= 1
    s["deck"] -= 1
    if all_drawn(s):
        s["receiver"] = S.NONE
        finish(s)
    else:
        go_on(s)


@rule
def all_drawn(s: Any) -> bool:
    """§7.5 Whether the goal just drawn is the last one that is played for; §9.11 in the first deal it never is."""
    if s["points"] == S.UNTIL_DECK:
        return s["deck"] == 0  # type: ignore[no-any-return]
    if s["points"] <= S.MOST_POINTS or (s["actions"] == 0 and s["changed"] == 0):
        return False
    return COUNT - 1 + s["row"] - s["deck"] >= S.DRAWN_UNTIL[s["points"]]  # type: ignore[no-any-return]


@rule
def holder(s: Any, goal: int) -> int:
    """Where a goal is held: seat * 5 + slot, or NONE."""
    for seat in range(s["seats"]):
        for slot in range(s["goals"]):
            if s["goal"][seat, slot] == goal:
                return seat * S.MOST_GOALS + slot
    return S.NONE


@apart
def discard(s: Any, goal: int) -> None:
    """A goal is shown to everybody, leaves the game, and another is owed for it."""
    where = holder(s, goal)
    s["goal"][where // S.MOST_GOALS, where % S.MOST_GOALS] = S.NONE
    s["gone"][goal] = 1
    s["owed"] += 1


# §2 Your action


@apart
def place(s: Any, cell: int, kind: int) -> None:
    """§2.1 A star from the reserve onto an empty cell."""
    s["played"][0] = s["stars"]
    s["reserve"][kind] -= 1
    put_star(s, cell, kind)
    after_action(s)


@apart
def switch(s: Any, star: int, kind: int) -> None:
    """§2.2 A star goes back to the reserve and one of another kind takes its place."""
    s["played"][0] = star
    s["reserve"][s["kind"][star]] += 1
    s["reserve"][kind] -= 1
    turn_star(s, star, kind)
    after_action(s)


@apart
def move_moon(s: Any, cell: int) -> None:
    """§2.3 The Moon to an empty cell next to a star; what it leaves may fall into groups (§2.4)."""
    s["played"][0] = S.MOON
    put_moon(s, cell)
    after_action(s)


@apart
def exchange(s: Any, pair: int) -> None:
    """§7.4 Two tiles trade cells."""
    s["played"][0] = S.PAIRS[pair, 0]
    s["played"][1] = S.PAIRS[pair, 1]
    swap(s, pair)
    after_action(s)


@apart
def after_action(s: Any) -> None:
    """§3 The cloud, §4 and §5 winning, §6 a draw."""
    s["acted"] = 1
    s["actions"] += 1
    if s["blocking"] == 0 and s["played"][1] == S.NONE:  # §3.1 no choice: on the tile just played
        s["cloud"][s["mover"]] = s["played"][0]
    if look_up(s):
        return
    full = s["stars"] == S.STARS and s["open"] == 0  # §6.1, unless §7.4
    if full or s["actions"] == S.ACTIONS_A_SEAT * s["seats"]:  # §6.2
        finish(s)
    else:
        go_on(s)


# §4 Winning


@rule
def look_up(s: Any) -> bool:
    """§4.3 After every action, for every seat: is a goal there? Says whether the match is over."""
    found = False
    for k in range(3):
        if s["formed"][k] == S.STALE:
            s["formed"][k] = constellation(s, k)
        s["reached"][k] = S.NONE
        goal = s["formed"][k]
        if goal != S.NONE:
            where = holder(s, goal)
            if where != S.NONE:
                s["reached"][k] = where // S.MOST_GOALS
                found = True
            elif s["gone"][goal] == 0:
                s["stood"][goal] = s["actions"]  # §8.2 everyone can tell now that nobody holds it
    return found and take_reached(s)


@apart
def take_reached(s: Any) -> bool:
    """§4 §5 §7.5 What reached goals bring. Says whether the match is over."""
    seats = 0
    for k in range(3):
        if s["reached"][k] != S.NONE:
            seats |= 1 << s["reached"][k]
    alone = seats & (seats - 1) == 0
    if s["points"] == S.NO_POINTS and (alone or s["several"] != S.PLAY_ON):  # §4.1, §5.1
        for seat in range(s["seats"]):
            s["won"][seat] = seats >> seat & 1
        s["to_act"] = OVER
        return True
    for k in range(3):  # §5.2, §7.5: discarded, and replaced when the turn goes on
        if s["reached"][k] != S.NONE and s["gone"][s["formed"][k]] == 0:
            discard(s, s["formed"][k])
            if s["points"] != S.NO_POINTS:
                s["score"][s["reached"][k]] += 1
    if S.UNTIL_DECK < s["points"] <= S.MOST_POINTS:
        most = most_points(s)
        if most >= s["points"] and (s["several"] != S.PLAY_ON or leads_alone(s, most)):
            finish(s)
            return True
    return False


@rule
def most_points(s: Any) -> int:
    most = 0
    for seat in range(s["seats"]):
        most = max(most, s["score"][seat])
    return most


@rule
def leads_alone(s: Any, points: int) -> bool:
    """Whether just one seat has these points."""
    seats = 0
    for seat in range(s["seats"]):
        seats += 1 if s["score"][seat] == points else 0
    return seats == 1


@apart
def finish(s: Any) -> None:
    """§6 §7.5 The match is over: the most points win; without points nobody has won."""
    s["to_act"] = OVER
    if s["points"] != S.NO_POINTS:
        most = most_points(s)
        for seat in range(s["seats"]):
            s["won"][seat] = 1 if s["score"][seat] == most else 0


@rule
def result(s: Any, share: Any) -> None:
    """§4 to §6 Those who won share equally; if nobody did, everyone does."""
    winners = 0
    for seat in range(s["seats"]):
        winners += s["won"][seat]
    for seat in range(s["seats"]):
        if winners == 0:
            share[seat] = 1.0 / s["seats"]
        else:
            share[seat] = s["won"][seat] / winners
