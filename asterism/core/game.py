"""What a game is: its record, its rules, its words. One `Game` is made in each game's `__init__.py`."""

from __future__ import annotations

import importlib.resources
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from threading import RLock
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np

from .anygame import OPTIONAL, SECRET
from .compile import bind
from .header import CHANCE, NOBODY
from .rng import new_rng

CHANCE_TEMPLATE = "asterism.core.chance"
SAMPLERS = ("sample_listed", "sample_chance", "sample_hinted")  # its functions, which all other templates can call

_binding = RLock()  # threads that ask for the same kernel get the same one

States = np.ndarray[Any, Any]  # a 1-element array of the game's dtype: the whole truth, or what one seat sees


def duplicate(states: States) -> States:
    """A copy to be changed. NumPy copies a record field by field; as bytes it is ten times as fast."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


class BadInput(ValueError):
    """Something a person or a program asked for that cannot be, told in one plain sentence."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """A choice made before a match; its value is the field of the same name in the record.

    Its words are `option-NAME` with `.help`, and `option-NAME-VALUE` for each of the `choices`, in the game's files.
    """

    name: str
    default: int
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()  # names of the values from `low` on; empty: a plain number or a switch

    @property
    def kind(self) -> Literal["switch", "number", "choice"]:
        if self.choices:
            return "choice"
        return "switch" if (self.low, self.high) == (0, 1) else "number"


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """A field of the record that an edition fills: one number, or one (or several) for each card or the like.

    In the file it stands under its name, in the section of what it belongs to: `cost = 7` in `[trove]`."""

    name: str
    low: int
    high: int
    each: tuple[str, ...] = ()  # the sections, in the order of the array
    items: int = 1  # numbers in each place: a list in the file


class Said(NamedTuple):
    """An action in words: the name of a message in the game's Fluent files, what to fill in, and where to click."""

    id: str
    args: Mapping[str, int | str] = {}
    place: str = ""
    of: Literal["game", "table"] = "game"  # whose words they are; those of the table are in `core/table_words`


@dataclass(frozen=True, kw_only=True)
class Game:
    """The contract. Compiled: the functions of `rules` (see `anygame`). Plain: `say`, `show`; if wanted, the rest."""

    module: str  # the package of the game, __name__
    version: int  # of the rules: raised when any golden playthrough changes
    seats: tuple[int, int]  # fewest and most
    minutes: tuple[int, int]  # how long a match takes
    age: int  # from which age on
    state: np.dtype[np.void]
    actions: int  # every action, chance included, is below this number
    rules: ModuleType
    say: Callable[[Any, int], Said]  # (seen record, action or UNHEARD) -> the action in words
    show: Callable[[Any], str]  # seen record -> the board as text
    view: Callable[[Any], Mapping[str, Any]] | None = None  # seen record -> what the browser draws
    options: tuple[Option, ...] = ()
    team: bool = False  # all seats win or lose together, and all get the same share: 0 lost, the more the better won
    end: Callable[[Any], Said] | None = None  # record of a match that is over -> how it came, in words
    # What `say` says of many actions of one moment, where that is faster than one by one
    say_all: Callable[[Any, Sequence[int]], list[Said]] | None = None
    # Whether chance ever acts, or options -> whether it does in such a match: where not, no dice are drawn
    chance: bool | Callable[[Mapping[str, int]], bool] = True
    secrets: Callable[[Mapping[str, int]], bool] | None = None  # options -> whether such a match has any; None: always
    numbers: tuple[Numbers, ...] = ()  # what an edition says
    # What must hold among the numbers of an edition, besides the bounds of each; BadInput in words where it does not
    sound: Callable[[Mapping[str, int]], None] | None = None
    best: Literal["most", "fewest"] = "most"  # which score is the better one
    point: float = 0.0  # of a win, that a point of the score counts for those who search; 0: only who wins counts
    # Of a team: (seen record, how often the simulations of a search won, their points) -> how likely a team wins that
    # plays on well, and its points. Simulations play on in haste; None: what they found is told as it is
    forecast: Callable[[Any, float, float], tuple[float, float]] | None = None
    # Sets of options by name, with words `preset-NAME`; what a preset does not name keeps its default
    presets: Mapping[str, Mapping[str, int]] = field(default_factory=dict, hash=False)
    open: bool = False  # set by `for_options`: the game as a match without secrets plays it

    @property
    def name(self) -> str:
        """The name on the command line and the wire: the folder with dashes (`_template` keeps its own)."""
        folder = self.module.rpartition(".")[2]
        return folder if folder.startswith("_") else folder.replace("_", "-")

    @cached_property
    def has(self) -> dict[str, bool]:
        """Which optional rules this game has; in a match without secrets those of secrets are not asked."""
        return {word: hasattr(self.rules, word) and not (self.open and word in SECRET) for word in OPTIONAL}

    def for_options(self, options: Mapping[str, int]) -> Game:
        """The game as a match with these options plays it: whether there are secrets is settled here, once."""
        if self.open or not self.has["see"] or self.secrets is None or self.secrets(options):
            return self
        return opened(self)

    def has_chance(self, options: Mapping[str, int]) -> bool:
        """Whether chance has a part in a match with these options."""
        return self.chance(options) if callable(self.chance) else self.chance

    @cached_property
    def doors(self) -> Any:
        """The rules as Python calls them, on 1-element arrays (`core/kernels.py` bound to this game)."""
        return self.bound("asterism.core.kernels")

    def bound(self, template: str, **more: Any) -> ModuleType:
        """Any kernel template bound to this game's rules, and to what else it needs: once, whoever asks."""
        key = (template, frozenset(more.items()))
        with _binding:
            if key not in self._kernels:
                if template != CHANCE_TEMPLATE:
                    chance = self.bound(CHANCE_TEMPLATE)
                    more |= {name: getattr(chance, name) for name in SAMPLERS}
                self._kernels[key] = bind(template, self.rules, self.has, TEAM=self.team, **more)
            return self._kernels[key]

    @cached_property
    def _kernels(self) -> dict[tuple[str, frozenset[Any]], ModuleType]:
        return {}

    def part(self, name: str) -> ModuleType | None:
        """An optional module of the game's folder, as `plans` or `marks`; None where the folder has none."""
        path = f"{self.module}.{name}"
        is_package = hasattr(importlib.import_module(self.module), "__path__")  # a test may make a game in one file
        return importlib.import_module(path) if is_package and importlib.util.find_spec(path) else None

    def text(self, path: str) -> str:
        """A text file of the game's folder."""
        return importlib.resources.files(self.module).joinpath(path).read_text(encoding="utf-8")

    def files(self, folder: str) -> list[str]:
        """The names of the files in a folder of the game's folder; none where it is not there."""
        found = importlib.resources.files(self.module).joinpath(folder)
        return [file.name for file in found.iterdir()] if found.is_dir() else []

    def check_options(self, seats: int, options: Mapping[str, int]) -> dict[str, int]:
        """The whole set of options, with defaults filled in; BadInput where one is unknown or out of range."""
        low, high = self.seats
        if not isinstance(seats, int) or not low <= seats <= high:
            raise BadInput(f"{self.name} is played by {low} to {high}, not by {seats}")
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                there = ", ".join(known) or "none"
                raise BadInput(f"{self.name} has no option {name!r} (it has: {there})")
            option = known[name]
            if isinstance(value, bool) or not isinstance(value, int) or not option.low <= value <= option.high:
                raise BadInput(f"option {name} of {self.name} goes from {option.low} to {option.high}, not {value!r}")
        return {name: options.get(name, option.default) for name, option in known.items()}

    def options_of(self, states: States) -> dict[str, int]:
        """The options that a record was set up with."""
        return {option.name: int(states[option.name][0]) for option in self.options}

    def new(self, seats: int, options: Mapping[str, int], fill: Callable[[States], None] | None = None) -> States:
        """The state at the start of a match; the only place where states are made. `fill` copies the edition in."""
        states = np.zeros(1, self.state)
        for name, value in self.check_options(seats, options).items():
            states[name] = value
        states["seats"] = seats
        if fill:
            fill(states)
        self.doors.set_up(states)
        return states

    def said(self, record: Any, actions: Sequence[int]) -> list[Said]:
        """Actions of one moment in words."""
        return self.say_all(record, actions) if self.say_all else [self.say(record, action) for action in actions]

    def legal(self, states: States) -> list[int]:
        """The legal actions of whoever is to act; none once the match is over."""
        out = np.empty(self.actions, np.int32)
        n = self.doors.list_legal(states, out)
        legal: list[int] = out[:n].tolist()
        return legal

    def odds(self, states: States) -> tuple[list[int], list[int]]:
        """At CHANCE: the outcomes and their integer weights."""
        assert states["to_act"][0] == CHANCE
        out = np.empty(self.actions, np.int32)
        n = self.doors.list_legal(states, out)
        if not self.has["odds"]:
            return out[:n].tolist(), [1] * n
        weight = np.empty(self.actions, np.int64)
        self.doors.list_odds(states, out, n, weight)
        return out[:n].tolist(), weight[:n].tolist()

    def seen(self, states: States, seat: int) -> States:
        """A copy with what `seat` cannot know blanked: the only thing views, bots, hints and logs are given."""
        if not self.has["see"]:
            return duplicate(states)
        out = np.empty(1, self.state)
        self.doors.look(states, seat, out)
        return out

    def heard(self, states: States, seat: int, action: int) -> int:
        """The action, about to be played in `states`, as `seat` hears of it."""
        return int(self.doors.overhear(states, seat, action)) if self.has["hear"] else action

    def tells(self, states: States, action: int, seat: int) -> bool:
        """Whether `seat` knows more once this action has been played in `states`: had the secrets been others, it would
        now see something else. So it learns from what did not happen, too.

        The field calls it noninterference. It is tried on possibilities made by `guess`: what shows in less than one of
        a hundred may be missed, and tells as little."""
        if not self.has["see"] or self.seen(states, seat).tobytes() == states.tobytes():
            return False  # it knows everything
        after = duplicate(states)
        self.doors.step(after, action)
        sight, room = self.seen(after, seat).view(np.int32), np.empty(2, self.state)
        words = room[1:].view(np.int32)
        return bool(self.doors.would_differ(states, action, seat, sight, room, words, new_rng(1)))

    def reveals(self, before: States, after: States) -> bool:
        """Whether a step showed anyone something they could not see before: a place of the record that was blanked to a
        seat (or to a spectator) and no longer is."""
        if not self.has["see"]:
            return False
        room = np.empty(4, self.state)
        words = room.view(np.int32)
        seats = (*range(int(before["seats"][0])), NOBODY)
        return any(self.doors.uncovers(before, after, seat, room, words) for seat in seats)

    def shares(self, states: States) -> list[float]:
        """What each seat gets at the end, 0 to 1."""
        share = np.zeros(self.seats[1])
        self.doors.share_out(states, share)
        return [float(x) for x in share[: int(states["seats"][0])]]

    def scores(self, states: States) -> list[int] | None:
        """What each seat has reached; None where nothing is counted."""
        if not self.has["score"]:
            return None
        return [int(self.doors.count(states, seat)) for seat in range(int(states["seats"][0]))]


@cache
def opened(game: Game) -> Game:
    """A game as it is played without secrets."""
    return replace(game, open=True)
