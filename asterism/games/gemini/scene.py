"""The Gemini Card Game as the browser draws it: the control room in one dictionary, told in docs/GEMINI.md."""

from __future__ import annotations

from typing import Any

from asterism.kit.plain import plain

from . import decks as D
from . import state as S
from .drawn import (
    Attached,
    CardFacts,
    Checkouts,
    Counts,
    Held,
    Lane,
    Month,
    NextRating,
    Phase,
    Red,
    Score,
    SeatView,
    Sentence,
    Site,
    SiteView,
    TargetOn,
    Turn,
    View,
    Weather,
    Why,
)
from .reasons import closed_by, reasons, why_not_search
from .story import story
from .table import METHODS, MODES, OPTICS, SITES, Table

PHASES: dict[int, Phase] = {
    S.PICKING: "picking", S.ROLE_DEALING: "role-dealing", S.VISITING: "visiting", S.BEGINNING: "beginning",
    S.LAYING: "laying", S.DEALING: "dealing", S.TURNING: "turning", S.ACTING: "acting", S.SEARCHING: "searching",
    S.MOVING: "moving",
}  # fmt: skip
SITE_BITS: dict[Site, int] = {"north": D.NORTH, "south": D.SOUTH}


def view(record: Any) -> View:
    s = plain(record)
    table = Table(s)
    return {
        "phase": "over" if table.over else PHASES[int(s["phase"])],
        "round": table.round,
        "rounds": table.number("rounds"),
        "turn": turn(table),
        "order": [
            {"role": D.ROLES[role], "seat": int(s["seat_of"][role])} for role in s["order"].tolist() if role != S.NONE
        ],
        "first": None if s["first"] == S.NONE else int(s["first"]),
        "semester": [month(table, round) for round in range(1, table.number("rounds") + 1)],
        "weather": weather(table),
        "sites": {"north": site(table, D.NORTH), "south": site(table, D.SOUTH)},
        "row": [D.INSTRUMENT_DECK[card] for card in table.row],
        "instrument_deck": {
            "unseen": [D.INSTRUMENT_DECK[card] for card, where in enumerate(table.where) if where == S.IN_DECK],
            "under": [D.INSTRUMENT_DECK[card] for card in s["under"].tolist() if card != S.NONE],
        },
        "in_play": table.in_play(),
        "most_instruments": table.number("most_instruments"),
        "most_programs": table.number("most_programs"),
        "checkouts": checkouts(table),
        "lanes": [lane(table, program) for program in table.lanes if program != D.CHECKOUTS],
        "seats": [seat(table, number) for number in range(int(s["seats"]))],
        "deck": {
            "cards": int(s["deck_size"]),
            "unseen": counts(s["deck"].tolist()),
            "discards": counts(s["discards"].tolist()),
        },
        "reputation": {"now": table.number("reputation"), "most": table.number("most_reputation")},
        "red": red(table),
        "score": score_sheet(table),
        "story": story(table),
        "cards": cards(table),
        **why(table),
    }


def counts(pile: list[int]) -> Counts:
    return {D.CARDS[kind]: count for kind, count in enumerate(pile) if count}


# The turn and the sky


def turn(table: Table) -> Turn | None:
    """Whose turn it is and what it still allows; None before the first."""
    s = table.s
    if table.round == 0 or table.over:
        return None
    return {
        "number": table.number("turn") + 1,
        "of": table.number("turns"),
        "seat": table.mover,
        "role": D.ROLES[int(s["role"])],
        "actions": table.number("left"),
        "free_moves": table.number("free_moves"),
        "second": None if s["second"] == S.NONE else D.LANE_NAMES[int(s["second"])],
        "clear": bool(s["clear"]),
        "owed": None if s["owed"] == S.NONE else D.INSTRUMENTS[int(s["owed"])],
        "ability": ability(table),
    }


def ability(table: Table) -> bool:
    """§11 Whether the ability of this turn's role can be used now; the Coordinator's always is."""
    s = table.s
    usable = (
        bool(s["phase"] == S.ACTING and s["free_moves"]),
        True,
        bool(s["phase"] == S.ACTING and s["second"] != S.NONE),
        bool(s["phase"] == S.ACTING and s["left"] and not why_not_search(table)),
    )
    return usable[int(s["role"])]


def month(table: Table, round: int) -> Month:
    """A round in the strip of the semester."""
    card = int(table.s["calendar"][round - 1])
    closed = int(table.s["announced"][round - 2]) if round > 1 else 0
    closed |= D.NORTH if card == D.STORM else D.SOUTH if card == D.EARTHQUAKE else 0
    announced = int(table.s["announced"][round - 1])
    return {
        "round": round,
        "weather": None if card == S.NONE else D.WEATHER[card],
        "closed": [name for name, bit in SITE_BITS.items() if closed & bit],
        "announced": [name for name, bit in SITE_BITS.items() if announced & bit],
    }


def weather(table: Table) -> Weather | None:
    """What can be observed now; None until a condition is known."""
    s = table.s
    card = int(s["calendar"][table.round - 1]) if table.round else S.NONE
    if card == S.NONE:
        return None
    condition = table.number("condition")
    return {
        "card": D.WEATHER[card],
        "condition": D.CONDITIONS[condition],
        "types": [name for type, name in enumerate(D.TYPES) if S.ALLOWED[condition] >> type & 1],
        "ao": bool(S.SHARP[condition]),
        "actions": 2 if card == D.BEST else 1,
    }


def site(table: Table, bit: int) -> SiteView:
    shut = bool(table.closed & bit)
    return {"open": not shut, "cause": closed_by(table, bit) if shut else None}


# Lanes


def checkouts(table: Table) -> Checkouts:
    own = table.lane[D.CHECKOUTS]
    hours, done = own[S.HOURS], bool(table.s["checked"])
    return {
        "lane": "checkouts",
        "complete": done,
        "hours": hours,
        "need": table.hours_needed(D.CHECKOUTS),
        "points": hours * table.number("poor_weather") if done else 0,
        "points_an_hour": table.number("poor_weather"),
        "times": times(table, D.CHECKOUTS, S.SPENT),
        **attached(table, D.CHECKOUTS),
    }


def attached(table: Table, lane: int) -> Attached:
    at = table.at(lane)
    return {"instrument": None if at == S.NONE else D.INSTRUMENTS[at], "altair": at != S.NONE and table.altair_on == at}


def times(table: Table, lane: int, column: int) -> Counts:
    return {D.TIMES[time]: count for time, count in enumerate(table.times_on(lane, column)) if count}


def lane(table: Table, program: int) -> Lane:
    """An active program: what is attached, what lies there, what is still lacking, and what it is worth."""
    own = table.lane[program]
    return {
        "lane": D.PROGRAMS[program],
        "opened": own[S.OPENED],
        "lacking": {D.TYPES[type]: count for type, count in enumerate(table.lacking(program)) if count},
        "finished": [
            {"card": D.TARGETS[done // 2], "side": D.SIDES[done % 2]}
            for done in (own[S.FINISHED], own[S.FINISHED + 1])
            if done != S.NONE
        ],
        "target": target(table, program),
        "times": times(table, program, S.SPENT),
        "used": times(table, program, S.USED),
        "band": table.number("band", program),
        "points": {"now": table.points_of(program), "full": table.number("full", program)},
        **attached(table, program),
    }


def target(table: Table, program: int) -> TargetOn | None:
    own = table.lane[program]
    if own[S.TARGET] == S.NONE:
        return None
    due = own[S.DEADLINE]
    return {
        "card": D.TARGETS[own[S.TARGET]],
        "side": D.SIDES[own[S.SIDE]],
        "hours": own[S.HOURS],
        "need": table.hours_needed(program),
        "red": due > 0,
        "due": due if 0 < due <= table.number("rounds") else None,
    }


# Seats


def seat(table: Table, number: int) -> SeatView:
    s = table.s
    hand: list[Held] = []
    for kind, count in enumerate(table.held[number]):
        if count:
            new = int(s["drawn"][kind]) if number == table.mover and table.round else 0
            due = int(s["due"][number]) if kind == D.RED_CARD else 0
            hand.append({"card": D.CARDS[kind], "count": count, "new": new, "due": due})
    size = int(s["hand_size"][number])
    return {
        "roles": table.roles_of(number),
        "hand": hand,
        "cards": size,
        "hidden": size - sum(table.held[number]),
        "limit": int(s["limit"][number]),
    }


# Reputation and points


def red(table: Table) -> list[Red]:
    """The red conditions that are open, what runs out next first; `due` is the round at whose end it costs."""
    s, rounds = table.s, table.number("rounds")
    found: list[Red] = []
    if table.over or table.round == 0:
        return found
    for program in table.lanes:
        due = table.lane[program][S.DEADLINE]
        if 0 < due <= rounds and program != D.CHECKOUTS:
            card = D.TARGETS[table.lane[program][S.TARGET]]
            found.append(
                {"what": "target", "due": due, "lane": D.PROGRAMS[program], "card": card, "seat": None, "count": 1}
            )
    for number in range(int(s["seats"])):
        old = int(s["due"][number])
        for due, cards_ in ((table.round, old), (table.round + 1, table.held[number][D.RED_CARD] - old)):
            if cards_ and due <= rounds:
                card = D.CARDS[D.RED_CARD]
                found.append({"what": "time", "due": due, "lane": None, "card": card, "seat": number, "count": cards_})
    if s["calendar"][table.round - 1] == D.BEST and not s["timed"]:
        found.append({"what": "best", "due": table.round, "lane": None, "card": None, "seat": None, "count": 1})
    return sorted(found, key=lambda one: one["due"])


def score_sheet(table: Table) -> Score:
    """Points now by where they come from, what active programs may still bring, and the ratings."""
    sheet, points, rating = table.sheet(), table.points(), table.rating()
    lows = list(zip(D.RATINGS, [*table.thresholds()[:-1], table.thresholds()[-1] + 1], strict=True))  # §13.3 above it
    active = [program for program in table.lanes if program != D.CHECKOUTS]
    full = sum(table.number("full", program) for program in active)
    ahead: list[NextRating] = [{"rating": name, "points": low} for name, low in lows if points < low]
    counts = rating in ("funded", *D.RATINGS)  # a rating is of a win
    return {
        "points": points,
        **sheet,
        "at_stake": full - sheet["partial"] - sheet["lost"],
        "rating": rating,
        "next": ahead[0] if ahead else None,
        "ratings": [{"rating": name, "points": low, "reached": counts and points >= low} for name, low in lows],
        "band_one": table.band_one(),
        "goal": table.goal(),
        "missing_costs": table.missing_costs(),
    }


# What is printed on the cards that are in sight


def cards(table: Table) -> dict[str, CardFacts]:
    s = table.s
    seen = {kind for hand in table.held for kind in range(D.KINDS) if hand[kind]}
    seen |= {kind for kind in range(D.KINDS) if s["deck"][kind] or s["discards"][kind] or s["elsewhere"][kind]}
    seen |= {program for program in range(len(D.PROGRAMS)) if table.lane[program][S.OPENED]}
    for own in table.lane:
        lying = [own[S.TARGET], own[S.FINISHED] // 2, own[S.FINISHED + 1] // 2]
        seen |= {D.FIRST_TARGET + one for one in lying if one >= 0}
    found = {D.CARDS[kind]: printed(table, kind) for kind in sorted(seen)}
    for instrument in range(len(D.INSTRUMENTS)):
        if instrument < D.FIRST_VISITOR or table.s["visitors"]:
            found[D.INSTRUMENTS[instrument]] = {
                "kind": "visitor" if instrument >= D.FIRST_VISITOR else "instrument",
                "site": SITES[table.number("site", instrument)],
                "capability": METHODS[table.number("capability", instrument)],
                "optics": OPTICS[table.number("optics", instrument)],
            }
    found[D.INSTRUMENT_DECK[D.ALTAIR]] = {"kind": "altair"}
    return found


def printed(table: Table, kind: int) -> CardFacts:
    if kind < D.FIRST_TARGET:
        required = [table.number("targets", kind, type) for type in range(len(D.TYPES))]
        return {
            "kind": "program",
            "number": kind + 1,
            "band": table.number("band", kind),
            "mode": MODES[table.number("mode", kind)],
            "method": METHODS[table.number("method", kind)],
            "targets": {D.TYPES[type]: count for type, count in enumerate(required) if count},
            "full": table.number("full", kind),
            "partial": table.number("partial", kind) if sum(required) > 1 else None,
            "lost": table.number("lost", kind),
        }
    if kind < D.FIRST_TIME:
        target = kind - D.FIRST_TARGET
        return {
            "kind": "target",
            "type": D.TYPES[table.number("type", target)],
            "sky": SITES[table.number("sky", target)],
            "plain": table.number("plain", target) or None,
            "ao": table.number("ao", target) or None,
            "urgent": table.number("urgent", target) or None,
            "opens": table.number("opens", target),
            "closes": table.number("closes", target) or None,
        }
    if kind < D.FIRST_INSTANT:
        return {"kind": "time", "hours": table.number("hours", kind - D.FIRST_TIME), "red": kind == D.RED_CARD}
    return {"kind": "instant"}


def why(table: Table) -> Why:
    """For the seat to act, what cannot be done: `why[item][place]` are numbers of `reasons`, each told once."""
    if table.s["to_act"] < 0 or table.s["phase"] == S.PICKING:
        return {"why": {}, "reasons": []}
    told: dict[tuple[Any, ...], int] = {}
    sentences: list[Sentence] = []
    found: dict[str, dict[str, list[int]]] = {}
    for item, places in reasons(table.s).items():
        for place, against in places.items():
            for said in against:
                key = (said.id, *said.args.items())
                if key not in told:
                    told[key] = len(sentences)
                    sentences.append({"words": said.id, "args": dict(said.args)})
            numbers = [told[said.id, *said.args.items()] for said in against]
            found.setdefault(item, {})[place] = numbers
    return {"why": found, "reasons": sentences}
