"""Types of the view: `page_view` fills them in, and the TypeScript of the page (`view.ts`) is generated from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

Phase = Literal[
    "picking",
    "role-dealing",
    "visiting",
    "beginning",
    "laying",
    "dealing",
    "turning",
    "acting",
    "searching",
    "moving",
    "over",
]
Site = Literal["north", "south"]
Counts = dict[str, int]  # by the name of a card, a type or a condition; what there is none of is left out


class RoleAt(TypedDict):
    """A turn of every round."""

    role: str
    seat: int


class CurrentTurn(TypedDict):
    """Whose turn it is and what it still allows."""

    number: int  # in the round, from 1
    of: int
    seat: int
    role: str
    actions: int  # left
    free_moves: int  # left
    second: str | None  # the lane on which the Operator may add a time card
    clear: bool  # Clear Skies for the next time card
    owed: str | None  # the instrument of a complete program, which moves now
    ability: bool  # that of the role can be used now


class Month(TypedDict):
    """A round in the strip of the semester."""

    round: int
    weather: str | None
    closed: list[Site]
    announced: list[Site]  # that are shut in the next round


class Weather(TypedDict):
    """What can be observed now."""

    card: str
    condition: str
    types: list[str]
    ao: bool
    actions: int


class SiteView(TypedDict):
    """A dome."""

    open: bool
    cause: str | None  # what closes it


class Sites(TypedDict):
    """The two domes."""

    north: SiteView
    south: SiteView


class InstrumentDeck(TypedDict):
    """The instruments that do not lie face up."""

    unseen: list[str]
    under: list[str]  # put there, and known in this order


class Attached(TypedDict):
    """What hangs at a lane."""

    instrument: str | None
    altair: bool


class Checkouts(Attached):
    """The lane of Checkouts, which becomes that of Poor Weather."""

    lane: str
    complete: bool
    hours: int
    need: int
    points: int
    points_an_hour: int
    times: Counts


class Sided(TypedDict):
    """A target that was completed, with the side that was chosen."""

    card: str
    side: str


class TargetOn(TypedDict):
    """The unfinished target of a lane."""

    card: str
    side: str
    hours: int
    need: int
    red: bool
    due: int | None  # the round at whose end it costs Reputation


class LanePoints(TypedDict):
    """What a program counts as it stands, and when it is complete."""

    now: int
    full: int


class ActiveProgram(Attached):
    """An active program."""

    lane: str
    opened: int  # in this round
    lacking: Counts
    finished: list[Sided]
    target: TargetOn | None
    times: Counts
    used: Counts  # time cards on the targets that are complete
    band: int
    points: LanePoints


class HeldCards(TypedDict):
    """Cards of one kind in a hand."""

    card: str
    count: int
    new: int  # drawn in this turn
    due: int  # of them, how many must be played in this round


class SeatView(TypedDict):
    """What a seat has."""

    roles: list[str]
    hand: list[HeldCards]
    cards: int
    hidden: int  # of them
    limit: int


class PlayerDeck(TypedDict):
    """The player deck and its discard pile."""

    cards: int
    unseen: Counts
    discards: Counts


class Reputation(TypedDict):
    """The track."""

    now: int
    most: int


class Red(TypedDict):
    """A red condition that is open."""

    what: Literal["target", "time", "best"]
    due: int  # the round at whose end it costs
    lane: str | None
    card: str | None
    seat: int | None
    count: int


class NextRating(TypedDict):
    """The next better rating, and the points it needs."""

    rating: str
    points: int


class RatingStep(NextRating):
    """A rating, and the points it begins with."""

    reached: bool


class PointSources(TypedDict):
    """Points by where they come from."""

    complete: int
    partial: int
    lost: int
    poor_weather: int


class ScoreSheet(PointSources):
    """The score sheet."""

    points: int
    at_stake: int
    rating: str
    next: NextRating | None
    ratings: list[RatingStep]
    band_one: int
    goal: int
    missing_costs: int  # Reputation at the end, as things stand


class StoryProgram(TypedDict):
    """A program by rounds."""

    program: str
    opened: int
    completed: int | None
    points: int


class StoryHours(TypedDict):
    """Hours by place and weather."""

    north: Counts
    south: Counts
    checkouts: Counts


class StoryEvent(TypedDict):
    """What changed Reputation."""

    round: int
    cause: str
    card: str | None
    count: int  # of programs, where they were missing; else 1
    costs: int  # Reputation; less than 0: so much came back


class SemesterStory(TypedDict):
    """What the semester was."""

    programs: list[StoryProgram]
    hours: StoryHours
    reputation: list[StoryEvent]


class PrintedCard(TypedDict):
    """What is printed on a card: for each kind its own lines."""

    kind: Literal["program", "target", "time", "instant", "instrument", "visitor", "altair"]
    number: NotRequired[int]  # a program, as far as `lost`
    band: NotRequired[int]
    mode: NotRequired[str]
    method: NotRequired[str]
    targets: NotRequired[Counts]
    full: NotRequired[int]
    partial: NotRequired[int | None]
    lost: NotRequired[int]
    type: NotRequired[str]  # a target, as far as `closes`
    sky: NotRequired[str]
    plain: NotRequired[int | None]  # hours; null: no such side
    ao: NotRequired[int | None]
    urgent: NotRequired[int | None]  # rounds it may wait once played
    opens: NotRequired[int]
    closes: NotRequired[int | None]
    hours: NotRequired[int]  # a time card
    red: NotRequired[bool]
    site: NotRequired[str]  # an instrument
    capability: NotRequired[str]
    optics: NotRequired[str]


class Sentence(TypedDict):
    """A reason of refusal, in words of the game's Fluent files."""

    words: str
    args: Mapping[str, int | str]


class Refusals(TypedDict):
    """For the seat to act, what cannot be done."""

    why: dict[str, dict[str, list[int]]]  # by item and place ("" for a button): numbers of `reasons`
    reasons: list[Sentence]


class View(Refusals):
    """What the page draws."""

    phase: Phase
    round: int  # 0: before the first
    rounds: int
    turn: CurrentTurn | None
    order: list[RoleAt]
    first: int | None
    semester: list[Month]
    weather: Weather | None
    sites: Sites
    row: list[str]
    instrument_deck: InstrumentDeck
    in_play: int
    most_instruments: int
    most_programs: int
    checkouts: Checkouts
    lanes: list[ActiveProgram]
    seats: list[SeatView]
    deck: PlayerDeck
    reputation: Reputation
    red: list[Red]
    score: ScoreSheet
    story: SemesterStory
    cards: dict[str, PrintedCard]
