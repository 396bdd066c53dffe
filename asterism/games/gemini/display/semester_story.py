"""The summary of a semester, shown at its end: programs, hours, and what changed Reputation."""

from __future__ import annotations

from .. import decks as D
from .. import state as S
from .seen_record import SeenRecord
from .view_types import Counts, SemesterStory, StoryEvent


def story(seen: SeenRecord) -> SemesterStory:
    """What the semester was: programs by rounds, hours by site and weather, and what changed Reputation."""
    s = seen.s
    opened = [program for program in range(len(D.PROGRAMS)) if seen.lane[program][S.OPENED]]
    north, south, own = s["observed"].tolist()
    return {
        "programs": [
            {
                "program": D.PROGRAMS[program],
                "opened": seen.lane[program][S.OPENED],
                "completed": seen.lane[program][S.COMPLETED] or None,
                "points": seen.points_of(program),
            }
            for program in opened
        ],
        "hours": {"north": by_weather(north), "south": by_weather(south), "checkouts": by_weather(own)},
        "reputation": reputation(seen),
    }


def reputation(seen: SeenRecord) -> list[StoryEvent]:
    """What changed it, one after the other; §13.1 at the end also the programs that were missing."""
    s = seen.s
    events: list[StoryEvent] = [
        {
            "round": round,
            "cause": S.CAUSES[cause],
            "card": None if card == S.NONE else D.CARDS[card],
            "count": 1,
            "costs": -1 if cause == S.GOOD_PRESS else 1,
        }
        for round, cause, card in s["story"].tolist()[: s["events"]]
    ]
    if seen.missing() and s["ending"] in (S.NO_FUNDING, S.WON):
        left = seen.number("most_reputation") - sum(event["costs"] for event in events)
        costs = min(left, seen.missing_costs())
        events.append({"round": seen.round, "cause": "missing", "card": None, "count": seen.missing(), "costs": costs})
    return events


def by_weather(hours: list[int]) -> Counts:
    return {name: count for name, count in zip(D.CONDITIONS, hours, strict=True) if count}
