"""Each action as a message of the Fluent file with the place on the page to click for it, and how a match ended.

A place is `ITEM>WHERE`: a card or an instrument, and the lane, instrument or pile it goes to; a button is one word.
Where two instruments are exchanged, `other` and `back` say which one goes where in return: it is the place `OTHER>BACK`
as well.
"""

from __future__ import annotations

from typing import Any

from asterism.core.game import Said

from .. import decks as D
from .. import state as S
from .seen_record import SeenRecord
from .suggestion_reasons import (
    because_of_altair,
    because_of_exchange,
    because_of_instrument,
    because_of_program,
    because_of_taking,
    because_of_target,
    because_of_time,
    yes,
)


def say(s: Any, action: int) -> Said:
    """An action about to be played."""
    who = int(s["mover"])
    if action in (S.END, S.BOOBOO, S.DISCARD, S.SEARCH):
        return _button(s, action, who)
    if action < S.PLAY_TARGET:
        card = D.CARDS[action - S.ACTIVATE]
        why = because_of_program(SeenRecord(s), action - S.ACTIVATE)
        return Said("activate", {"who": who, "lane": card, **why}, f"{card}>lanes")
    if action < S.PLAY_TIME:
        return _target(s, action - S.PLAY_TARGET, who)
    if action < S.MOVE:
        return _time(s, *divmod(action - S.PLAY_TIME, D.LANES), who)
    if action < S.STOW:
        return _move(s, *divmod(action - S.MOVE, D.LANES), who)
    if action < S.ATTACH_ALTAIR:
        card = D.INSTRUMENT_DECK[action - S.STOW]
        free = yes(s["owed"] != S.NONE or s["free_moves"] > 0)
        return Said("stow", {"who": who, "instrument": card, "free": free}, f"{card}>under")
    if action < S.TAKE:
        instrument = D.INSTRUMENTS[action - S.ATTACH_ALTAIR]
        why = because_of_altair(SeenRecord(s), action - S.ATTACH_ALTAIR)
        row = yes(s["altair_on"] == S.NONE)
        return Said("attach-altair", {"who": who, "other": instrument, "row": row, **why}, f"altair>{instrument}")
    if action < S.INSTANT:
        card = D.CARDS[action - S.TAKE]
        why = because_of_taking(SeenRecord(s), action - S.TAKE)
        return Said("take", {"who": who, "card": card, **why}, f"take>{card}")
    if action < S.FETCH:
        card = D.INSTANTS[action - S.INSTANT]
        return Said("instant", {"who": who, "card": card}, card)
    if action < S.PICK:
        card = D.TIMES[action - S.FETCH]
        return Said("fetch", {"who": who, "card": card}, f"archive>{card}")
    return _chance(s, action)


def _button(s: Any, action: int, who: int) -> Said:
    if action == S.END:
        return Said("nothing-found" if s["phase"] == S.SEARCHING else "end", {"who": who}, "end")
    if action == S.BOOBOO:
        turned = int(s["seat_of"][s["order"][s["before_turn"]]])
        return Said("booboo", {"who": who, "whom": str(turned)}, "booboo")
    if action == S.DISCARD:
        args = {"who": who, "cards": int(s["hand_size"][who]), "prevents": int(s["due"][who])}
        return Said("discard", args, "discard")
    return Said("search", {"who": who}, "search")


def _target(s: Any, number: int, who: int) -> Said:
    place, side = divmod(number, 2)
    target, lane = divmod(place, len(D.PROGRAMS))
    old = int(s["lane"][lane, S.TARGET])
    args: dict[str, int | str] = {
        "who": who,
        "card": D.TARGETS[target],
        "lane": D.LANE_NAMES[lane],
        "side": D.SIDES[side],
        "hours": int(s[D.SIDES[side]][target]),
        "type": D.TYPES[s["type"][target]],
        "old": D.TARGETS[old] if old != S.NONE else "none",
        "costs": yes(old != S.NONE and s["lane"][lane, S.DEADLINE] > 0),
        "due": due_if_played(s, target),
        **because_of_target(SeenRecord(s), target, lane, side),
    }
    return Said("target", args, f"{D.TARGETS[target]}>{D.LANE_NAMES[lane]}/{D.SIDES[side]}")


def due_if_played(s: Any, target: int) -> int:
    """§12.1 The round at whose end a target would be due; 0: it never is."""
    closes, urgent = int(s["closes"][target]), int(s["urgent"][target])
    soon = int(s["round"]) + urgent if urgent else closes
    due = min(soon, closes) if closes else soon
    return due if due <= s["rounds"] else 0


def _time(s: Any, time: int, lane: int, who: int) -> Said:
    seen = SeenRecord(s)
    hours, need = int(s["hours"][time]), seen.hours_needed(lane)
    now = seen.lane[lane][S.HOURS]
    after = now + hours
    args: dict[str, int | str] = {
        "who": who,
        "card": D.TIMES[time],
        "hours": hours,
        "lane": D.LANE_NAMES[lane],
        "after": after if need == 0 else min(after, need),
        "need": need,
        "over": max(0, after - need) if need else 0,
        "second": yes(s["second"] == lane),
        **because_of_time(seen, time, lane, done=after >= need),
    }
    if lane == D.CHECKOUTS:
        poor = bool(s["checked"])
        args["completes"] = "none" if poor or after < need else "checkouts"
        args["points"] = hours * int(s["poor_weather"]) if poor else 0
        return Said("time-poor" if poor else "time-checkouts", args, f"{D.TIMES[time]}>checkouts")
    done = after >= need
    last = sum(seen.lacking(lane)) == 1
    args["target"] = D.TARGETS[seen.lane[lane][S.TARGET]]
    args["completes"] = "program" if done and last else "target" if done else "none"
    args["points"] = int(s["full"][lane]) if done and last else 0
    args["lacks"] = sum(seen.lacking(lane)) - 1
    args["band_one"] = seen.band_one() + 1 if s["band"][lane] == 1 else 0
    args["goal"] = seen.goal()
    return Said("time", args, f"{D.TIMES[time]}>{D.LANE_NAMES[lane]}")


def _move(s: Any, instrument: int, lane: int, who: int) -> Said:
    seen, here, there = SeenRecord(s), int(s["where"][instrument]), int(s["lane"][lane, S.AT])
    name = D.INSTRUMENTS[instrument]
    args: dict[str, int | str] = {
        "who": who,
        "instrument": name,
        "lane": seen.named(lane),
        "from": D.LANE_NAMES[here] if here < D.LANES else "row",
        "free": yes(s["owed"] != S.NONE or s["free_moves"] > 0),
    }
    place = f"{name}>{D.LANE_NAMES[lane]}"
    if there != S.NONE:
        args |= {"other": D.INSTRUMENTS[there], "back": D.LANE_NAMES[here]}
        return Said("exchange", args | because_of_exchange(seen, instrument, lane), place)
    args |= because_of_instrument(seen, instrument, lane)
    return Said("attach" if here >= D.LANES else "move", args, place)


def _chance(s: Any, action: int) -> Said:
    who = int(s["receiver"])
    if action < S.VISIT:
        role = D.ROLES[action - S.PICK]
        return Said("pick" if s["phase"] == S.PICKING else "dealt-role", {"who": who, "role": role}, f"role>{role}")
    if action < S.BEGIN:
        return Said("visit", {"instrument": D.VISITORS[action - S.VISIT]})
    if action < S.LAY:
        return Said("begin", {"who": action - S.BEGIN})
    if action < S.DRAW:
        return Said("lay", {"instrument": D.INSTRUMENT_DECK[action - S.LAY]})
    if action < S.TURN_UP or action == S.SOME_CARD:
        card = "hidden" if action == S.SOME_CARD else D.CARDS[action - S.DRAW]
        return Said("draw" if s["round"] else "deal", {"who": who, "card": card})
    return _weather(s, action - S.TURN_UP)


def _weather(s: Any, card: int) -> Said:
    """Also what the end of the round before has cost."""
    before = int(s["round"]) - 1
    again = bool(s["announced"][before])  # a Shutdown was turned up already
    args: dict[str, int | str] = {
        "weather": D.WEATHER[card],
        "closes": closes(s, card),
        "round": before + 1,
        **costs_of(s, 0 if again else before),
    }
    if card > D.POOR and before == 0 and card < D.SHUTDOWN_NORTH:
        return Said("weather-under", args)
    return Said("weather", args)


def closes(s: Any, card: int) -> str:
    """What a special card closes: a site at once, or in the next round, if there is one."""
    if card >= D.SHUTDOWN_NORTH:
        return "next" if s["round"] < s["rounds"] else "none"
    return {D.STORM: "north", D.EARTHQUAKE: "south"}.get(card, "none")


def costs_of(s: Any, round: int) -> dict[str, int | str]:
    """What the end of a round has cost."""
    costs = [event for event in s["story"].tolist()[: s["events"]] if at_end_of(event, round)]
    return {
        "costs": len(costs),
        "cause": S.CAUSES[costs[0][1]] if len(costs) == 1 else "several" if costs else "none",
        "card": D.CARDS[costs[0][2]] if len(costs) == 1 and costs[0][2] != S.NONE else "hidden",
    }


def at_end_of(event: list[int], round: int) -> bool:
    """Whether an event of the story is what the end of a round has cost."""
    return event[0] == round and S.CAUSES[event[1]] in ("late-target", "late-time", "idle-best")


def end(s: Any) -> Said:
    """§13 The rating, or how it was lost; and what the end has cost."""
    seen = SeenRecord(s)
    return Said(
        "ended",
        {
            "rating": seen.rating(),
            "points": seen.points(),
            "reputation": seen.number("reputation"),
            "programs": seen.band_one(),
            "goal": seen.goal(),
            "missing": seen.missing() if s["ending"] == S.WON else 0,
            "lost": seen.missing_costs(),
            **costs_of(s, seen.round),
        },
    )
