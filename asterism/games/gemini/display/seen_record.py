"""A record that `see` let through, as plain Python lists: what every other file of this folder reads."""

from __future__ import annotations

from typing import Any

from asterism.core.header import OVER

from .. import decks as D
from .. import state as S
from .view_types import PointSources

SITES = {D.NORTH: "north", D.SOUTH: "south", D.NORTH | D.SOUTH: "both"}
METHODS = {1: "imaging", 2: "spectroscopy", 3: "both"}
MODES = {1: "plain", 2: "ao", 3: "either"}
OPTICS = ("none", "with-altair", "always")


class SeenRecord:
    """A record with the fields that are read often as lists, and what follows from them; others are read from `s`."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.lane: list[list[int]] = s["lane"].tolist()
        self.lanes: list[int] = s["lanes"].tolist()[: int(s["in_use"])]
        self.where: list[int] = s["where"].tolist()
        self.row: list[int] = [card for card in s["row"].tolist() if card != S.NONE]
        self.held: list[list[int]] = s["held"].tolist()
        self.altair_on = int(s["altair_on"])
        self.round = int(s["round"])
        self.mover = int(s["mover"])
        self.closed = int(s["closed"])
        self.over = bool(s["to_act"] == OVER)

    def number(self, name: str, *place: int) -> int:
        """A number of the edition, or any other field, as a plain integer."""
        return int(self.s[name][place] if place else self.s[name])

    # Lanes

    def named(self, lane: int) -> str:
        """The lane in words: complete, Checkouts is Poor Weather."""
        return "poor-weather" if lane == D.CHECKOUTS and self.s["checked"] else D.LANE_NAMES[lane]

    def at(self, lane: int) -> int:
        return self.lane[lane][S.AT]

    def lacking(self, lane: int) -> list[int]:
        """How many targets of each type a program still requires."""
        return [self.lane[lane][S.LACKING] >> S.TYPE_BITS * type & S.TYPE_MASK for type in range(len(D.TYPES))]

    def hours_needed(self, lane: int) -> int:
        """Of the unfinished target, or of Checkouts; 0 where nothing is needed."""
        if lane == D.CHECKOUTS:
            return 0 if self.s["checked"] else self.number("checkouts")
        target, side = self.lane[lane][S.TARGET], self.lane[lane][S.SIDE]
        return 0 if target == S.NONE else self.number(D.SIDES[side], target)

    def times_on(self, lane: int, column: int) -> list[int]:
        """How many time cards of each kind lie there."""
        return [self.lane[lane][column] >> S.TIME_BITS * time & S.TIME_MASK for time in range(len(D.TIMES))]

    def in_play(self) -> int:
        """Instruments that count among the most that may be in play."""
        return sum(S.NONE < self.at(lane) < D.FIRST_VISITOR for lane in self.lanes)

    def has_visitor(self) -> bool:
        return any(self.at(lane) >= D.FIRST_VISITOR for lane in self.lanes)

    def sides_now(self, instrument: int) -> int:
        """The sides an instrument can use now, as bits."""
        optics = self.number("optics", instrument)
        return 1 if optics == D.WITH_ALTAIR and self.altair_on != instrument else int(S.USABLE[optics])

    # The whole

    def points_of(self, program: int) -> int:
        """§13.2 What a program counts now."""
        if self.lane[program][S.COMPLETED]:
            return self.number("full", program)
        if not self.lane[program][S.LACKING]:
            return 0
        started = self.lane[program][S.FINISHED] != S.NONE
        return self.number("partial", program) if started else -self.number("lost", program)

    def sheet(self) -> PointSources:
        """§13.2 The score sheet: what counts now, as `score` counts it."""
        sheet: PointSources = {"complete": 0, "partial": 0, "lost": 0, "poor_weather": 0}
        for program in range(len(D.PROGRAMS)):
            points = self.points_of(program)
            sheet["complete" if self.lane[program][S.COMPLETED] else "partial" if points > 0 else "lost"] += points
        if self.s["checked"]:
            sheet["poor_weather"] = self.lane[D.CHECKOUTS][S.HOURS] * self.number("poor_weather")
        return sheet

    def points(self) -> int:
        sheet = self.sheet()
        return sheet["complete"] + sheet["partial"] + sheet["lost"] + sheet["poor_weather"]

    def goal(self) -> int:
        return self.number("goal_of_three" if self.s["seats"] == 3 else "goal")

    def band_one(self) -> int:
        """Band 1 programs in the score pile."""
        return sum(self.lane[p][S.COMPLETED] > 0 and self.number("band", p) == 1 for p in range(len(D.PROGRAMS)))

    def thresholds(self) -> list[int]:
        name = "threshold_of_three" if self.s["seats"] == 3 else "threshold"
        found: list[int] = self.s[name].tolist()
        return found

    def missing(self) -> int:
        """§13.1 Band 1 programs that are short of the goal."""
        return max(0, self.goal() - self.band_one())

    def missing_costs(self) -> int:
        """§13.1 The Reputation that would be lost for them if the semester ended now."""
        return self.missing() * self.number("missing_gently" if self.s["gentle"] else "missing")

    def rating(self) -> str:
        """§13.3 How a win with the points of now would be rated, if it were one; once the match is lost, how it was."""
        if self.s["ending"] == S.NO_REPUTATION:
            return "no-reputation"
        if self.s["ending"] == S.NO_FUNDING:
            return "no-funding"
        if not self.over and self.missing_costs() >= self.s["reputation"]:
            return "not-yet"
        points, thresholds = self.points(), self.thresholds()
        if points > thresholds[-1]:
            return D.RATINGS[-1]
        reached = [rating for rating, low in zip(D.RATINGS[:-1], thresholds, strict=False) if points >= low]
        return reached[-1] if reached else "funded"

    def roles_of(self, seat: int) -> list[str]:
        return [role for number, role in enumerate(D.ROLES) if self.s["seat_of"][number] == seat]
