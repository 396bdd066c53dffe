"""Bots at every level, on every game that is found: legal, repeatable, and as strong as they are said to be."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import pytest

from asterism.bots import ActionValue, Evaluation, advice, bot, levels, prepare
from asterism.bots.levels import LEVELS, NAMES
from asterism.core.discover import find, names
from asterism.core.game import BadInput, Game, States
from asterism.core.match import Match
from asterism.solve import best_known
from asterism.solve.races import Solution, is_race, solve
from tests.solve.small_games import dash

GAMES = [*names(), "_template"]
RACES = [name for name in names() if is_race(find(name))]


@cache
def table(name: str) -> Solution:
    return solve(find(name), 2)


def play(game: Game, seats: int, level: str, seed: int, most: int = 10_000) -> Match:
    """A whole match, or its beginning, of bots of one level."""
    match = Match(game, seats=seats, seed=seed)
    players = [bot(game, level, seed=10 * seed + seat) for seat in range(seats)]
    while not match.over and match.ply < most:
        action = players[match.to_act].choose(match.seen(), match.legal())
        assert action in match.legal()
        match.play(action)
    return match


# The interface


def test_the_levels_are_named_weakest_first() -> None:
    for name in GAMES:
        game = find(name)
        for seats in range(game.seats[0], game.seats[1] + 1):
            assert levels(game, seats) == ["beginner", "learner", "easy", "medium", "hard", "best"]


def test_levels_for_a_number_of_seats_that_cannot_play_are_refused() -> None:
    with pytest.raises(BadInput, match="not by 99"):
        levels("_template", 99)


def test_a_stronger_level_slips_less_and_thinks_more() -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.slip > stronger.slip
        assert weaker.table_slip > stronger.table_slip
        assert weaker.simulations < stronger.simulations
    assert LEVELS[-1].slip == LEVELS[-1].table_slip == 0.0


def test_an_unknown_level_is_told_with_those_there_are() -> None:
    with pytest.raises(
        BadInput, match=r"no level 'bset'; did you mean best.*beginner, learner, easy, medium, hard, best"
    ):
        bot("_template", "bset")


def test_an_unknown_game_is_told_in_words() -> None:
    with pytest.raises(BadInput, match="there is no game 'no-such-game'"):
        bot("no-such-game")


@pytest.mark.parametrize("level", ["beginner", "medium"])
@pytest.mark.parametrize("name", GAMES)
def test_bots_play_only_legal_actions(name: str, level: str) -> None:
    game = find(name)
    for seats in {game.seats[0], game.seats[1]}:
        play(game, seats, level, seed=3, most=60)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_match(name: str) -> None:
    game = find(name)
    seats = max(2, game.seats[0])
    one, two = (play(game, seats, "easy", seed=5, most=40) for _ in range(2))
    assert one.actions == two.actions


def test_a_bot_leaves_what_it_is_given_as_it_is() -> None:
    for name in GAMES:
        match = Match(name, seats=max(2, find(name).seats[0]), seed=1)
        seen, legal = match.seen(), match.legal()
        before = seen.tobytes(), legal[:]
        bot(name, "easy", seed=1).choose(seen, legal)
        advice(name, seen)
        assert (seen.tobytes(), legal) == before


# Exact play


def decisions(name: str, seed: int, count: int = 40) -> list[States]:
    """States with a real choice, from a match between beginners."""
    game = find(name)
    found: list[States] = []
    while len(found) < count:
        match = Match(game, seats=2, seed=seed)
        players = [bot(game, "beginner", seed=seed + seat) for seat in range(2)]
        seed += 1
        while not match.over:
            if len(match.legal()) > 1:
                found.append(match.seen())
            match.play(players[match.to_act].choose(match.seen(), match.legal()))
    return found[:count]


@pytest.mark.parametrize("name", RACES)
def test_the_best_bot_of_a_race_plays_what_is_worth_most(name: str) -> None:
    best = bot(name, "best", seed=1)
    for seen in decisions(name, seed=1):
        values = dict(table(name).actions(seen))
        assert values[best.choose(seen, sorted(values))] == pytest.approx(max(values.values()), abs=1e-9)


@pytest.mark.parametrize("name", RACES)
def test_a_beginner_slips_often_but_not_always(name: str) -> None:
    beginner = bot(name, "beginner", seed=1)
    best = bot(name, "best", seed=1)
    states = decisions(name, seed=2, count=80)
    same = sum(
        beginner.choose(seen, find(name).legal(seen)) == best.choose(seen, find(name).legal(seen)) for seen in states
    )
    assert 0.2 * len(states) < same < 0.8 * len(states)


@pytest.mark.parametrize("name", RACES)
def test_a_bot_reads_the_number_of_seats_from_what_it_sees(name: str) -> None:
    player = bot(name, "best", seed=1)
    for seats in (1, 2, 3):
        match = Match(name, seats=seats, seed=1)
        for _ in range(20):
            if not match.over:
                match.play(player.choose(match.seen(), match.legal()))


# Advice


@pytest.mark.parametrize("name", RACES)
def test_advice_is_exact_where_the_game_is_solved(name: str) -> None:
    start = find(name).new(2, {})
    given = advice(name, start)
    actions = [ActionValue(action, value) for action, value in table(name).actions(start)]
    assert given == Evaluation(True, "win", table(name).value(start), actions)
    alone = advice(name, find(name).new(1, {}))
    assert alone is not None
    assert (alone.exact, alone.kind, len(alone.seats)) == (True, "turns", 1)


def test_advice_from_search_says_that_it_is_an_estimate() -> None:
    match = Match("_template", seats=2, seed=1)
    given = advice("_template", match.seen())
    assert given is not None
    assert not given.exact
    assert given.kind == "win"
    assert sum(given.seats) == pytest.approx(1.0)
    assert sorted(one.action for one in given.actions) == match.legal()
    assert given == advice("_template", match.seen())


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", [name for name in GAMES if not find(name).team])  # a team's actions tell its share
def test_whoever_is_to_act_can_expect_what_their_best_action_is_worth(name: str, seats: int) -> None:
    """Both numbers are shown at once, of one position: they are one number."""
    game = find(name)
    match = Match(game, seats=min(max(seats, game.seats[0]), game.seats[1]), seed=3)
    players = [bot(game, "beginner", seed=seat) for seat in range(match.seats)]
    looked = 0
    while not match.over and looked < 12:
        given = advice(game, match.seen(), past=match.past())
        assert given is not None
        assert given.seats[match.to_act] == given.actions[0].value, f"at ply {match.ply}"
        assert sum(given.seats) == pytest.approx(1.0, abs=1e-6)
        assert min(given.seats) >= 0
        looked += 1
        match.play(players[match.to_act].choose(match.seen(), match.legal(), match.past()))
    assert looked > 1


def test_there_is_no_advice_when_the_match_is_over() -> None:
    for name in GAMES:
        game = find(name)
        over = game.new(game.seats[0], {})
        over["to_act"] = -2
        assert advice(game, over) is None


# Around them


def test_bots_in_many_threads_choose_as_one_alone_does() -> None:
    for name in ["_template", *RACES]:
        match = Match(name, seats=2, seed=4)
        while len(match.legal()) < 2:
            match.play(match.legal()[0])
        seen, legal = match.seen(), match.legal()
        wanted = bot(name, "medium", seed=9).choose(seen, legal)
        with ThreadPoolExecutor(8) as threads:
            players = [bot(name, "medium", seed=9) for _ in range(24)]
            chosen = list(threads.map(lambda player, s=seen, c=legal: player.choose(s, c), players))
        assert chosen == [wanted] * 24


@pytest.mark.parametrize("name", ["_template", *RACES])
def test_preparing_tells_how_far_it_is(name: str) -> None:
    told: list[float] = []
    prepare(name, lambda fraction, text: told.append(fraction))
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_a_game_that_only_seems_to_be_a_race_is_searched() -> None:
    pushing = dash(('s["mark"][seat] = 1', 's["steps"][next_seat(s, seat)] = 0\n        s["mark"][seat] = 1'))
    assert best_known(pushing, 2, {}) is None
    start = pushing.new(2, {})
    assert bot(pushing, "easy", seed=1).choose(start, pushing.legal(start)) in pushing.legal(start)


def test_every_level_has_a_name() -> None:
    assert [level.name for level in LEVELS] == list(NAMES)


def test_advice_can_be_ended_while_it_is_thought_about() -> None:
    """So that it is, where nobody waits for it any more."""

    class Enough(Exception):
        pass

    steps = []

    def step() -> None:
        steps.append(1)
        if len(steps) == 2:
            raise Enough

    match = Match("constellation", seats=2, seed=1)
    with pytest.raises(Enough):
        advice(match.game, match.seen(), past=match.past(), step=step)
