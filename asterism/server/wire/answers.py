"""What the HTTP addresses under /api answer, as classes; the protocol page and the browser's types use them too."""

from __future__ import annotations

from typing import Literal

import msgspec

from asterism.bots.advice import Kind

from .messages import Choice, Phase, Scene


class OptionFacts(msgspec.Struct, kw_only=True):
    """An option of a game; its words are `option-NAME`, `.help` and `option-NAME-VALUE` in the game's files."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: int
    low: int
    high: int
    choices: list[str]  # the names of the values from `low` on, if the kind is choice


class FirstMatch(msgspec.Struct, kw_only=True):
    """The match for a guest who has chosen nothing yet: bots sit at all seats but one."""

    seats: int
    level: str  # of the bots; about half of these matches are won by somebody who is new to the game
    options: dict[str, int]  # every option of the game


class GameFacts(msgspec.Struct, kw_only=True):
    """One game, as its card on the first screen needs it."""

    name: str
    title: str
    version: int
    seats: tuple[int, int]  # fewest and most
    minutes: tuple[int, int]
    age: int
    team: bool  # all win or lose together
    options: list[OptionFacts]
    presets: dict[str, dict[str, int]]  # sets of options, with words `preset-NAME`; the rest keep their defaults
    levels: dict[str, list[str]]  # the levels of bots, weakest first, for each number of seats
    first: FirstMatch
    best: Literal["most", "fewest"] | None  # which score is the better one; None: there are no scores
    editions: dict[str, str]  # the editions a table can be opened with: their titles by name, the standard one first
    locales: list[str]  # the languages it has words in


class Games(msgspec.Struct, kw_only=True):
    """GET /api/games"""

    games: list[GameFacts]


class BestScore(msgspec.Struct, kw_only=True):
    """A line in a list of best scores."""

    name: str
    score: int
    table: str  # whose replay can be watched
    token: str  # of its links
    ended: int  # seconds since 1970


class BestOfSeats(msgspec.Struct, kw_only=True):
    """The best scores with which a match of so many seats was won."""

    seats: int
    best: list[BestScore]


class Records(msgspec.Struct, kw_only=True):
    """GET /api/games/{game}/records. Only people are listed, and only matches in which no roll was taken back."""

    game: str
    best: Literal["most", "fewest"] | None  # which score is the better one
    alone: list[BestScore]
    wins: list[BestOfSeats]
    played: int  # matches against others that the guest who asks has finished
    won: int  # and won
    mixed: int  # more of them, in which a bot played for someone for a time: these are counted apart


class MyTable(msgspec.Struct, kw_only=True):
    """A table of the guest who asks that is not over."""

    table: str
    game: str
    phase: Phase
    names: list[str]  # by seat; empty where nobody sits yet
    own: list[int]  # the seats of the guest who asks, without those of others around their screen
    away: list[int]  # the seats of people who are not connected to the table now
    to_act: int  # a seat; -2 in the lobby
    mine: bool  # it is the turn of the guest who asks, or a free seat is kept for them
    stand_in: bool = False  # a bot plays for the guest who asks
    stuck: bool = False  # this server does not have its rules: it cannot go on here, but its record can be saved
    touched: int  # when something last happened, seconds since 1970


class Mine(msgspec.Struct, kw_only=True):
    """GET /api/mine, the table touched last first."""

    tables: list[MyTable]


class OpenTable(msgspec.Struct, kw_only=True):
    """A table that waits for people, and lets everyone find it."""

    table: str
    game: str
    options: dict[str, int]
    edition: str  # its title; empty: the standard one, or the game has none
    seats: int
    free: int  # that anyone may take
    names: list[str]  # of those who sit there
    token: str  # of its links
    since: int  # when something last happened, seconds since 1970


class OpenTables(msgspec.Struct, kw_only=True):
    """GET /api/open: tables at which someone is, and waits; the one that was opened first comes first.

    A table is among them only if it was opened so (`Open.listed`). Those at which the asker sits are not."""

    tables: list[OpenTable]


class Device(msgspec.Struct, kw_only=True):
    """POST /api/device: this device is now the guest who asked for the way in (its cookie comes with the answer)."""

    name: str


class OwnDevice(msgspec.Struct, kw_only=True):
    """A device of the guest who asks."""

    id: str
    browser: str  # empty: not known
    system: str
    since: int  # when it was first noted, seconds since 1970; 0: it is the only one, and nothing is noted
    seen: int  # when it last connected, to an hour or so
    here: bool  # it is the one that asks


class OwnDevices(msgspec.Struct, kw_only=True):
    """GET /api/devices: the devices of the guest who asks, the one that asks first. POST /api/devices signs another one
    out (`sign_out` in the body, as JSON: its id) or all others (empty), and tells those that are left."""

    devices: list[OwnDevice]


class StandFacts(msgspec.Struct, kw_only=True):
    """GET /api/stand: what the stand shows. POST /api/stand makes the browser a new guest: fresh for the next one.

    Only where the server was started with `--stand`."""

    game: str
    idle: float  # seconds without a touch, after which it is fresh again


class Here(msgspec.Struct, kw_only=True):
    """GET /api/here: by which address other devices reach this server, for the link to a table.

    A page that was not opened at localhost came by such an address itself, and is told no others."""

    public: str | None  # the one its host has set (`--address`), which comes before all others
    addresses: list[str]  # of this machine in its networks, the likeliest first; empty: none is known


class Replay(msgspec.Struct, kw_only=True):
    """GET /api/tables/{code}/replay and POST /api/replay: the match scene by scene, as the asker may see it.

    Scene k is the match after k actions that stand; its log has the line of the action that led to it, then those of
    what happened at the table before the next one."""

    scenes: list[Scene]
    problems: list[str] = []  # of an uploaded record: what does not fit in its dice or its rules
    shown: list[str] = []  # where nothing was found: what that shows, and what it does not


class ReviewedChoice(msgspec.Struct, kw_only=True):
    """A choice of a finished match, and what it cost; its words are those of the log."""

    ply: int
    seat: int
    seats: list[float]  # what every seat could expect before it; with secrets, had everyone known them
    cost: float  # what it was worth less than the best choice; 0 for the best
    points: float | None  # the points it cost, where they are counted
    best: Choice  # what would have been best


class Review(msgspec.Struct, kw_only=True):
    """GET /api/tables/{code}/review, once the match is over: every choice in order, for the graph of chances."""

    exact: bool  # computed, not estimated
    kind: Kind  # what the values are
    choices: list[ReviewedChoice]
    left_out: int  # choices at the beginning of a long match that were not looked at


class Problem(msgspec.Struct, kw_only=True):
    """What any of these addresses answers, with a status from 400 on, if it cannot do what was asked."""

    error: str


ANSWERS = (Games, Records, Mine, OpenTables, Here, Device, OwnDevices, StandFacts, Replay, Review, Problem)
