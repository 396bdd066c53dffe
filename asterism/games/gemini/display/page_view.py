"""The view: one dictionary with all that the page draws of the board, described in docs/GEMINI.md."""

from __future__ import annotations

from typing import Any

from asterism.kit.plain import plain

from .. import decks as D
from .. import state as S
from .refusal_reasons import closed_by, reasons, why_not_search
from .seen_record import METHODS, MODES, OPTICS, SITES, SeenRecord
from .semester_story import story
from .view_types import (
    ActiveProgram,
    Attached,
    Checkouts,
    Counts,
    CurrentTurn,
    HeldCards,
    Month,
    NextRating,
    Phase,
    PrintedCard,
    Red,
    Refusals,
    ScoreSheet,
    SeatView,
    Sentence,
    Site,
    SiteView,
    TargetOn,
    View,
    Weather,
)

PHASES: dict[int, Phase] = {
    S.PICKING: "picking", S.ROLE_DEALING: "role-dealing", S.VISITING: "visiting", S.BEGINNING: "beginning",
    S.LAYING: "laying", S.DEALING: "dealing", S.TURNING: "turning", S.ACTING: "acting", S.SEARCHING: "searching",
    S.MOVING: "moving",
}  # fmt: skip
SITE_BITS: dict[Site, int] = {"north": D.NORTH, "south": D.SOUTH}


def view(record: Any) -> View:
    s = plain(record)
    seen = SeenRecord(s)
    return {
        "phase": "over" if seen.over else PHASES[int(s["phase"])],
        "round": seen.round,
        "rounds": seen.number("rounds"),
        "turn": turn(seen),
        "order": [
            {"role": D.ROLES[role], "seat": int(s["seat_of"][role])} for role in s["order"].tolist() if role != S.NONE
        ],
        "first": None if s["first"] == S.NONE else int(s["first"]),
        "semester": [month(seen, round) for round in range(1, seen.number("rounds") + 1)],
        "weather": weather(seen),
        "sites": {"north": site(seen, D.NORTH), "south": site(seen, D.SOUTH)},
        "row": [D.INSTRUMENT_DECK[card] for card in seen.row],
        "instrument_deck": {
            "unseen": [D.INSTRUMENT_DECK[card] for card, where in enumerate(seen.where) if where == S.IN_DECK],
            "under": [D.INSTRUMENT_DECK[card] for card in s["under"].tolist() if card != S.NONE],
        },
        "in_play": seen.in_play(),
        "most_instruments": seen.number("most_instruments"),
        "most_programs": seen.number("most_programs"),
        "checkouts": checkouts(seen),
        "lanes": [lane(seen, program) for program in seen.lanes if program != D.CHECKOUTS],
        "seats": [seat(seen, number) for number in range(int(s["seats"]))],
        "deck": {
            "cards": int(s["deck_size"]),
            "unseen": counts(s["deck"].tolist()),
            "discards": counts(s["discards"].tolist()),
        },
        "reputation": {"now": seen.number("reputation"), "most": seen.number("most_reputation")},
        "red": red(seen),
        "score": score_sheet(seen),
        "story": story(seen),
        "cards": cards(seen),
        **why(seen),
    }


def counts(pile: list[int]) -> Counts:
    return {D.CARDS[kind]: count for kind, count in enumerate(pile) if count}


# The turn and the sky


def turn(seen: SeenRecord) -> CurrentTurn | None:
    """Whose turn it is and what it still allows; None before the first."""
    s = seen.s
    if seen.round == 0 or seen.over:
        return None
    return {
        "number": seen.number("turn") + 1,
        "of": seen.number("turns"),
        "seat": seen.mover,
        "role": D.ROLES[int(s["role"])],
        "actions": seen.number("left"),
        "free_moves": seen.number("free_moves"),
        "second": None if s["second"] == S.NONE else D.LANE_NAMES[int(s["second"])],
        "clear": bool(s["clear"]),
        "owed": None if s["owed"] == S.NONE else D.INSTRUMENTS[int(s["owed"])],
        "ability": ability(seen),
    }


def ability(seen: SeenRecord) -> bool:
    """§11 Whether the ability of this turn's role can be used now; the Coordinator's always is."""
    s = seen.s
    usable = (
        bool(s["phase"] == S.ACTING and s["free_moves"]),
        True,
        bool(s["phase"] == S.ACTING and s["second"] != S.NONE),
        bool(s["phase"] == S.ACTING and s["left"] and not why_not_search(seen)),
    )
    return usable[int(s["role"])]


def month(seen: SeenRecord, round: int) -> Month:
    """A round in the strip of the semester."""
    card = int(seen.s["calendar"][round - 1])
    closed = int(seen.s["announced"][round - 2]) if round > 1 else 0
    closed |= D.NORTH if card == D.STORM else D.SOUTH if card == D.EARTHQUAKE else 0
    announced = int(seen.s["announced"][round - 1])
    return {
        "round": round,
        "weather": None if card == S.NONE else D.WEATHER[card],
        "closed": [name for name, bit in SITE_BITS.items() if closed & bit],
        "announced": [name for name, bit in SITE_BITS.items() if announced & bit],
    }


def weather(seen: SeenRecord) -> Weather | None:
    """What can be observed now; None until a condition is known."""
    s = seen.s
    card = int(s["calendar"][seen.round - 1]) if seen.round else S.NONE
    if card == S.NONE:
        return None
    condition = seen.number("condition")
    return {
        "card": D.WEATHER[card],
        "condition": D.CONDITIONS[condition],
        "types": [name for type, name in enumerate(D.TYPES) if S.ALLOWED[condition] >> type & 1],
        "ao": bool(S.SHARP[condition]),
        "actions": 2 if card == D.BEST else 1,
    }


def site(seen: SeenRecord, bit: int) -> SiteView:
    shut = bool(seen.closed & bit)
    return {"open": not shut, "cause": closed_by(seen, bit) if shut else None}


# Lanes


def checkouts(seen: SeenRecord) -> Checkouts:
    own = seen.lane[D.CHECKOUTS]
    hours, done = own[S.HOURS], bool(seen.s["checked"])
    return {
        "lane": "checkouts",
        "complete": done,
        "hours": hours,
        "need": seen.hours_needed(D.CHECKOUTS),
        "points": hours * seen.number("poor_weather") if done else 0,
        "points_an_hour": seen.number("poor_weather"),
        "times": times(seen, D.CHECKOUTS, S.SPENT),
        **attached(seen, D.CHECKOUTS),
    }


def attached(seen: SeenRecord, lane: int) -> Attached:
    at = seen.at(lane)
    return {"instrument": None if at == S.NONE else D.INSTRUMENTS[at], "altair": at != S.NONE and seen.altair_on == at}


def times(seen: SeenRecord, lane: int, column: int) -> Counts:
    return {D.TIMES[time]: count for time, count in enumerate(seen.times_on(lane, column)) if count}


def lane(seen: SeenRecord, program: int) -> ActiveProgram:
    """An active program: what is attached, what lies there, what is still lacking, and what it is worth."""
    own = seen.lane[program]
    return {
        "lane": D.PROGRAMS[program],
        "opened": own[S.OPENED],
        "lacking": {D.TYPES[type]: count for type, count in enumerate(seen.lacking(program)) if count},
        "finished": [
            {"card": D.TARGETS[done // 2], "side": D.SIDES[done % 2]}
            for done in (own[S.FINISHED], own[S.FINISHED + 1])
            if done != S.NONE
        ],
        "target": target(seen, program),
        "times": times(seen, program, S.SPENT),
        "used": times(seen, program, S.USED),
        "band": seen.number("band", program),
        "points": {"now": seen.points_of(program), "full": seen.number("full", program)},
        **attached(seen, program),
    }


def target(seen: SeenRecord, program: int) -> TargetOn | None:
    own = seen.lane[program]
    if own[S.TARGET] == S.NONE:
        return None
    due = own[S.DEADLINE]
    return {
        "card": D.TARGETS[own[S.TARGET]],
        "side": D.SIDES[own[S.SIDE]],
        "hours": own[S.HOURS],
        "need": seen.hours_needed(program),
        "red": due > 0,
        "due": due if 0 < due <= seen.number("rounds") else None,
    }


# Seats


def seat(seen: SeenRecord, number: int) -> SeatView:
    s = seen.s
    hand: list[HeldCards] = []
    for kind, count in enumerate(seen.held[number]):
        if count:
            new = int(s["drawn"][kind]) if number == seen.mover and seen.round else 0
            due = int(s["due"][number]) if kind == D.RED_CARD else 0
            hand.append({"card": D.CARDS[kind], "count": count, "new": new, "due": due})
    size = int(s["hand_size"][number])
    return {
        "roles": seen.roles_of(number),
        "hand": hand,
        "cards": size,
        "hidden": size - sum(seen.held[number]),
        "limit": int(s["limit"][number]),
    }


# Reputation and points


def red(seen: SeenRecord) -> list[Red]:
    """The red conditions that are open, what runs out next first; `due` is the round at whose end it costs."""
    s, rounds = seen.s, seen.number("rounds")
    found: list[Red] = []
    if seen.over or seen.round == 0:
        return found
    for program in seen.lanes:
        due = seen.lane[program][S.DEADLINE]
        if 0 < due <= rounds and program != D.CHECKOUTS:
            card = D.TARGETS[seen.lane[program][S.TARGET]]
            found.append(
                {"what": "target", "due": due, "lane": D.PROGRAMS[program], "card": card, "seat": None, "count": 1}
            )
    for number in range(int(s["seats"])):
        old = int(s["due"][number])
        for due, cards_ in ((seen.round, old), (seen.round + 1, seen.held[number][D.RED_CARD] - old)):
            if cards_ and due <= rounds:
                card = D.CARDS[D.RED_CARD]
                found.append({"what": "time", "due": due, "lane": None, "card": card, "seat": number, "count": cards_})
    if s["calendar"][seen.round - 1] == D.BEST and not s["timed"]:
        found.append({"what": "best", "due": seen.round, "lane": None, "card": None, "seat": None, "count": 1})
    return sorted(found, key=lambda one: one["due"])


def score_sheet(seen: SeenRecord) -> ScoreSheet:
    """Points now by where they come from, what active programs may still bring, and the ratings."""
    sheet, points, rating = seen.sheet(), seen.points(), seen.rating()
    lows = list(zip(D.RATINGS, [*seen.thresholds()[:-1], seen.thresholds()[-1] + 1], strict=True))  # §13.3 above it
    active = [program for program in seen.lanes if program != D.CHECKOUTS]
    full = sum(seen.number("full", program) for program in active)
    ahead: list[NextRating] = [{"rating": name, "points": low} for name, low in lows if points < low]
    counts = rating in ("funded", *D.RATINGS)  # a rating is of a win
    return {
        "points": points,
        **sheet,
        "at_stake": full - sheet["partial"] - sheet["lost"],
        "rating": rating,
        "next": ahead[0] if ahead else None,
        "ratings": [{"rating": name, "points": low, "reached": counts and points >= low} for name, low in lows],
        "band_one": seen.band_one(),
        "goal": seen.goal(),
        "missing_costs": seen.missing_costs(),
    }


# What is printed on the cards that are in sight


def cards(seen: SeenRecord) -> dict[str, PrintedCard]:
    s = seen.s
    in_sight = {kind for hand in seen.held for kind in range(D.KINDS) if hand[kind]}
    in_sight |= {kind for kind in range(D.KINDS) if s["deck"][kind] or s["discards"][kind] or s["elsewhere"][kind]}
    in_sight |= {program for program in range(len(D.PROGRAMS)) if seen.lane[program][S.OPENED]}
    for own in seen.lane:
        lying = [own[S.TARGET], own[S.FINISHED] // 2, own[S.FINISHED + 1] // 2]
        in_sight |= {D.FIRST_TARGET + one for one in lying if one >= 0}
    found = {D.CARDS[kind]: printed(seen, kind) for kind in sorted(in_sight)}
    for instrument in range(len(D.INSTRUMENTS)):
        if instrument < D.FIRST_VISITOR or seen.s["visitors"]:
            found[D.INSTRUMENTS[instrument]] = {
                "kind": "visitor" if instrument >= D.FIRST_VISITOR else "instrument",
                "site": SITES[seen.number("site", instrument)],
                "capability": METHODS[seen.number("capability", instrument)],
                "optics": OPTICS[seen.number("optics", instrument)],
            }
    found[D.INSTRUMENT_DECK[D.ALTAIR]] = {"kind": "altair"}
    return found


def printed(seen: SeenRecord, kind: int) -> PrintedCard:
    if kind < D.FIRST_TARGET:
        required = [seen.number("targets", kind, type) for type in range(len(D.TYPES))]
        return {
            "kind": "program",
            "number": kind + 1,
            "band": seen.number("band", kind),
            "mode": MODES[seen.number("mode", kind)],
            "method": METHODS[seen.number("method", kind)],
            "targets": {D.TYPES[type]: count for type, count in enumerate(required) if count},
            "full": seen.number("full", kind),
            "partial": seen.number("partial", kind) if sum(required) > 1 else None,
            "lost": seen.number("lost", kind),
        }
    if kind < D.FIRST_TIME:
        target = kind - D.FIRST_TARGET
        return {
            "kind": "target",
            "type": D.TYPES[seen.number("type", target)],
            "sky": SITES[seen.number("sky", target)],
            "plain": seen.number("plain", target) or None,
            "ao": seen.number("ao", target) or None,
            "urgent": seen.number("urgent", target) or None,
            "opens": seen.number("opens", target),
            "closes": seen.number("closes", target) or None,
        }
    if kind < D.FIRST_INSTANT:
        return {"kind": "time", "hours": seen.number("hours", kind - D.FIRST_TIME), "red": kind == D.RED_CARD}
    return {"kind": "instant"}


def why(seen: SeenRecord) -> Refusals:
    """For the seat to act, what cannot be done: `why[item][place]` are numbers of `reasons`, each told once."""
    if seen.s["to_act"] < 0 or seen.s["phase"] == S.PICKING:
        return {"why": {}, "reasons": []}
    told: dict[tuple[Any, ...], int] = {}
    sentences: list[Sentence] = []
    found: dict[str, dict[str, list[int]]] = {}
    for item, places in reasons(seen.s).items():
        for place, against in places.items():
            for said in against:
                key = (said.id, *said.args.items())
                if key not in told:
                    told[key] = len(sentences)
                    sentences.append({"words": said.id, "args": dict(said.args)})
            numbers = [told[said.id, *said.args.items()] for said in against]
            found.setdefault(item, {})[place] = numbers
    return {"why": found, "reasons": sentences}
