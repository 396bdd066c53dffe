"""Every game for OpenSpiel, as Python games with explicit chance: importing this registers `asterism_GAME` for all.

    import asterism.gym.openspiel
    game = pyspiel.load_game("asterism_GAME(players=2)")

Parameters are `players` and the options of the game. Returns: against others one's share less the mean of theirs, so
that they add up to nothing; as a team the share; alone the score, if there is one. Information states have perfect
recall: they end with a hash of everything the seat has seen and heard. Observations are the seen vector (see `layout`).
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from asterism.core.discover import games
from asterism.core.edition import fill, standard
from asterism.core.game import BadInput, Game, States, duplicate
from asterism.core.header import CHANCE, NOBODY, OVER
from asterism.core.rng import new_rng
from asterism.solve.races.explore import key_of

from . import needs
from .batch import reward_of
from .layout import layout, width

with needs("open_spiel"):
    import pyspiel

LONGEST = 1 << 20  # actions: more than any match has
MOST_SCORE = 1_000_000.0  # alone: more than any match brings


class At:
    """Where a match is. Never changed, so that copies of a state may share it."""

    def __init__(self, states: States, recall: tuple[bytes, ...]) -> None:
        self.states = states
        self.to_act = int(states["to_act"][0])
        self.recall = recall  # for each witness (see SpielGame), a hash of all it has seen and heard

    def __deepcopy__(self, memo: dict[int, Any]) -> At:
        return self


def remembered(before: bytes, heard: int, seen: States) -> bytes:
    """One more thing to recall."""
    return hashlib.blake2b(before + heard.to_bytes(8, "big", signed=True) + seen.tobytes(), digest_size=12).digest()


def short_name(game: Game) -> str:
    return "asterism_" + game.name.replace("-", "_")


def game_type(game: Game, players: int | None, chance: bool) -> Any:
    """What OpenSpiel is told about a game; of a match with so many players, or (None) before that is known."""
    kind = pyspiel.GameType
    utility = kind.Utility.ZERO_SUM
    if game.team:
        utility = kind.Utility.IDENTICAL
    elif players == 1:
        utility = kind.Utility.GENERAL_SUM
    open_to_all = not game.has["see"]
    return kind(
        short_name=short_name(game),
        long_name=f"Asterism: {game.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION if open_to_all else kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": max(2, game.seats[0]),
            **{option.name: option.default for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """One of our games, with these players and options."""

    def __init__(self, game: Game, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        players = int(given.pop("players", max(2, game.seats[0])))
        options = game.check_options(players, given)
        self.game = game.for_options(options)
        self.players = players
        chance = game.has_chance(options)
        self.by_score = reward_of(self.game, players, None) if players == 1 else 0
        low = 0.0 if game.team else -1.0
        most = MOST_SCORE if self.by_score else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.actions if chance else 0,
            num_players=players,
            min_utility=-most if self.by_score else low,
            max_utility=most,
            utility_sum=0.0 if players > 1 and not game.team else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.game, players, chance), info, params or {})
        states = self.game.new(players, options, lambda record: fill(self.game, record, standard(game)))
        self.witnesses = (*range(players), NOBODY) if self.game.has["see"] else ()
        self.start = At(states, tuple(remembered(b"", 0, self.game.seen(states, seat)) for seat in self.witnesses))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """None, as OpenSpiel wants it, for what is not kept: the past of what is private, without what is public."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if self.witnesses and kind.perfect_recall and not kind.public_info:
            return None
        return Observer(self.game, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match at one moment."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = game.start

    @property
    def rules(self) -> Game:
        game: Game = self.get_game().game
        return game

    def current_player(self) -> int:
        to_act = self.at.to_act
        if to_act == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else to_act

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.legal(self.at.states)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, weights = self.rules.odds(self.at.states)
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        game, before = self.rules, self.at
        states = duplicate(before.states)
        game.doors.step(states, action)
        recall = tuple(
            remembered(one, game.heard(before.states, seat, action), game.seen(states, seat))
            for seat, one in zip(self.get_game().witnesses, before.recall, strict=True)
        )
        self.at = At(states, recall)

    def _action_to_string(self, player: int, action: int) -> str:
        said = self.rules.say(self.at.states[0], action)
        given = " ".join(f"{name}={value}" for name, value in said.args.items())
        return f"{action} {said.id} {given}".strip()

    def is_terminal(self) -> bool:
        return self.at.to_act == OVER

    def returns(self) -> list[float]:
        game: SpielGame = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.players
        shares = self.rules.shares(self.at.states)
        if game.by_score:
            return [float(game.by_score * score) for score in self.rules.scores(self.at.states) or []]
        if game.players == 1 or self.rules.team:
            return shares
        return [share - (sum(shares) - share) / (game.players - 1) for share in shares]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that the player cannot tell from this one, as `guess` draws it from what is seen now."""
        game, before = self.rules, self.at
        other: SpielState = self.clone()
        if before.recall:
            states = game.seen(before.states, player)
            game.doors.fill_in(states, player, new_rng(int(sampler() * 2**62)))
            others = [remembered(b"", 0, game.seen(states, seat)) for seat in self.get_game().witnesses]
            others[player], others[-1] = before.recall[player], before.recall[-1]  # it knows all that is public
            other.at = At(states, tuple(others))
        return other

    def __str__(self) -> str:
        """What counts, and no more: of a race against others, where each one is; otherwise everything but the ply."""
        game, states = self.rules, self.at.states
        if not game.has["alone"] or self.get_game().by_score:
            plain = duplicate(states)
            plain["ply"] = 0
            return f"{game.show(states[0])}\n{digest(plain)}"
        rows = b"".join(key_of(game, states, seat) for seat in range(int(states["seats"][0])))
        return f"{self.at.to_act} {hashlib.blake2b(rows, digest_size=12).hexdigest()}"


def digest(states: States) -> str:
    return hashlib.blake2b(states.tobytes(), digest_size=12).hexdigest()


class Observer:
    """What OpenSpiel asks to be told, and no more: the seen vector, and a string.

    Public: what a spectator sees. Private: how what the seat sees (or, of all players, the whole truth) differs from
    that. With perfect recall there is only a string, and it tells the past as well."""

    def __init__(self, game: Game, kind: Any, params: Any = None) -> None:
        if params:
            raise BadInput(f"an observer of {game.name} takes no parameters")
        self._game, self._public, self._private = game, kind.public_info, kind.private_info
        self._recalls, self._fields = kind.perfect_recall, layout(game)
        self.tensor = np.zeros(0 if self._recalls else width(game), np.float32)
        self.dict = {} if self._recalls else self._named()

    def _named(self) -> dict[str, np.ndarray[Any, Any]]:
        return {
            field.name: self.tensor[field.offset : field.offset + field.size].reshape(field.shape or (1,))
            for field in self._fields
        }

    def _seen(self, states: States, player: int) -> States:
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return states
        return self._game.seen(states, NOBODY if self._private == pyspiel.PrivateInfoType.NONE else player)

    def set_from(self, state: SpielState, player: int) -> None:
        if self._recalls:
            return
        seen = self._seen(state.at.states, player).view(np.int32)
        self.tensor[:] = seen if self._public else seen - self._game.seen(state.at.states, NOBODY).view(np.int32)

    def string_from(self, state: SpielState, player: int) -> str:
        seen = self._seen(state.at.states, player)
        if not self._public:
            return self._privately(seen, self._game.seen(state.at.states, NOBODY))
        return f"{self._game.show(seen[0])}\n{self._past(state, player) if self._recalls else digest(seen)}"

    def _privately(self, seen: States, public: States) -> str:
        """The numbers that a spectator does not see, by their names; none where nothing is secret."""
        own, known = seen.view(np.int32), public.view(np.int32)
        return " ".join(
            f"{field.name}={own[field.offset : field.offset + field.size].tolist()}"
            for field in self._fields
            if (own != known)[field.offset : field.offset + field.size].any()
        )

    def _past(self, state: SpielState, player: int) -> str:
        """A hash of all that was seen and heard: where nothing is secret, and to those who know all, every action."""
        recall: tuple[bytes, ...] = state.at.recall
        if not recall or self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return hashlib.blake2b(np.array(state.history(), np.int32).tobytes(), digest_size=12).hexdigest()
        return recall[-1 if self._private == pyspiel.PrivateInfoType.NONE else player].hex()


def register(game: Game) -> None:
    """Make a game known to OpenSpiel, as a class of this file: it is pickled by that name."""

    def begin(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, game, params)

    name = short_name(game)
    globals()[name] = type(name, (SpielGame,), {"__init__": begin, "__module__": __name__})
    pyspiel.register_game(game_type(game, None, chance=game.chance is not False), globals()[name])


for one in games():
    register(one)
