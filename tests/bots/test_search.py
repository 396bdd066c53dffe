"""The tree search: it finds good actions, keeps to its budget, and cannot know a secret."""

from __future__ import annotations

import numpy as np
import pytest

from asterism.bots import bot
from asterism.bots.search import Budget, Search, Tree, grow_trees, new_trees, parallel_budget, search_once
from asterism.bots.search_result import SearchResult
from asterism.core.discover import find, names
from asterism.core.game import Game, States
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.solve.races import solve
from tests.bots.test_hex import hex_game
from tests.solve.dash_rules import DASH, HOP, STEP
from tests.solve.small_games import dash

SECRETIVE = [name for name in [*names(), "_template"] if find(name).has["see"]]


def searched(game: Game, states: States, simulations: int, seed: int = 1) -> SearchResult:
    return search_once(game, states, int(states["to_act"][0]), simulations, new_rng(seed))


def other_truths(game: Game, match: Match, count: int) -> list[States]:
    """Whole states that differ from the match only in what the seat to act cannot know."""
    found = []
    for number in range(count):
        other = match.seen().copy()
        game.doors.fill_in(other, match.to_act, new_rng(number))
        found.append(other)
    return found


def with_secrets(game: Game) -> dict[str, int]:
    """The options of a preset by which there are secrets; none where there are some by default."""
    usual = {option.name: option.default for option in game.options}
    if game.secrets is None or game.secrets(usual):
        return {}
    return next(dict(options) for options in game.presets.values() if game.secrets({**usual, **options}))


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_a_seat_cannot_know_changes_nothing_it_does(name: str) -> None:
    game = find(name)
    different = 0
    for seed in range(1, 5):
        match = Match(game, seats=game.seats[0], seed=seed, **with_secrets(game))
        for _ in range(3 * (seed - 1)):  # also later on, when there is something to conclude from
            if len(match.after(match.legal()[seed % len(match.legal())]).legal()) > 1:
                match.play(match.legal()[seed % len(match.legal())])
        seat = match.to_act
        wanted = searched(game, match.seen(), 200)
        chosen = bot(game, "medium", seed=seed).choose(match.seen(), match.legal())
        for truth in other_truths(game, match, 5):
            different += truth.tobytes() != match.states.tobytes()
            seen = game.seen(truth, seat)
            assert searched(game, seen, 200) == wanted
            assert bot(game, "medium", seed=seed).choose(seen, game.legal(seen)) == chosen
    assert different > 0  # there was something to hide


def test_the_brightest_star_is_kept_and_the_faintest_changed() -> None:
    game = find("_template")
    for star, wanted, worth in ((8, 0, 1.0), (1, 1, None)):
        match = Match(game, seats=2)
        match.play(1 + star)
        match.play(1 + (4 if star != 4 else 5))
        found = searched(game, match.seen(0), 2_000)
        assert found.actions[0].action == wanted
        if worth is not None:
            assert found.actions[0].value == worth


def test_a_secret_is_guessed_as_likely_as_it_is() -> None:
    # Seat 0 keeps star 6 of 8. If the rival keeps or changes, its star is any of the seven others: five are fainter.
    game = find("_template")
    match = Match(game, seats=2)
    match.play(1 + 6)
    match.play(1 + 7)  # the truth, which seat 0 does not know: it would lose
    values = {tried.action: tried.value for tried in searched(game, match.seen(0), 4_000).actions}
    assert values[0] == pytest.approx(5 / 7, abs=0.03)


def test_simulations_are_counted_and_every_action_is_tried() -> None:
    game = dash()
    found = searched(game, game.new(2, {}), 300)
    assert sum(tried.visits for tried in found.actions) == 300
    assert {tried.action for tried in found.actions} == {STEP, HOP, DASH}
    assert sum(found.shares) == pytest.approx(1.0)


def test_search_comes_to_the_exact_answer_in_a_solved_race() -> None:
    game = dash()
    start = game.new(2, {})
    found = searched(game, start, 4_000)
    assert found.actions[0].action in (STEP, HOP)
    behind = start.copy()
    game.doors.step(behind, STEP)
    found = searched(game, behind, 4_000)
    best, worth = solve(game, 2).actions(behind)[0]
    assert (found.actions[0].action, DASH) == (best, best)
    assert found.actions[0].value == pytest.approx(worth, abs=0.05)


def test_three_seats_each_play_for_themselves() -> None:
    game = dash()
    states = game.new(3, {})
    game.doors.step(states, STEP)  # seat 0 will win its next turn; seat 1 must dash, and if it fails, seat 2 must
    found = searched(game, states, 4_000)
    assert found.actions[0].action == DASH
    assert found.shares == pytest.approx([4 / 9, 1 / 3, 2 / 9], abs=0.05)


def hex_start(size: int) -> tuple[Game, States]:
    return hex_game(), hex_game().new(2, {"size": size})


def visits_of(player: Search) -> int:
    assert player.found is not None
    return sum(tried.visits for tried in player.found.actions)


@pytest.mark.parametrize("name", ["hex", "constellation"])
def test_the_tree_goes_on_with_the_match(name: str) -> None:
    """Without secrets and with them; what was learnt before counts on."""
    game = hex_game() if name == "hex" else find(name)
    match = Match(game, seats=2, seed=1, **({"size": 4} if name == "hex" else {}))
    player = Search(game, Budget(2_000), new_rng(1))
    visits = []
    while not match.over and len(visits) < 6:
        if match.to_act == 0:
            match.play(player.choose(match.seen(), match.legal(), match.past()))
            visits.append(visits_of(player))
        else:
            match.play(match.legal()[0])
    assert visits[0] == 2_000
    assert any(count > 2_000 for count in visits[1:])


def test_a_search_begins_anew_in_another_match_and_after_an_undo() -> None:
    match = Match(hex_game(), seats=2, seed=1, size=4)
    player = Search(match.game, Budget(500), new_rng(1))
    chosen = player.choose(match.seen(), match.legal(), match.past())
    match.play(next(action for action in match.legal() if action != chosen))  # somebody moved for it
    match.play(match.legal()[0])
    player.choose(match.seen(), match.legal(), match.past())
    assert visits_of(player) == 500
    match.undo(2)
    player.choose(match.seen(), match.legal(), match.past())
    assert visits_of(player) == 500
    other = Match(match.game, seats=2, seed=1, size=3)
    assert player.choose(other.seen(), other.legal(), other.past()) in other.legal()
    assert visits_of(player) == 500


def test_several_trees_share_the_simulations_and_the_answer_is_repeatable() -> None:
    game, states = hex_start(3)
    budget = Budget(simulations=3_001, trees=3)
    one, two = (grow_trees(new_trees(game, budget), states, 0, budget, new_rng(5)) for _ in range(2))
    assert one == two
    assert one.simulations == sum(tried.visits for tried in one.actions) == 3_001
    assert sum(one.shares) == pytest.approx(1.0)


def test_how_many_trees_share_simulations_does_not_hang_on_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed promises the same play on every machine."""
    game, states = hex_start(3)
    found = set()
    for cores in (1, 2, 64):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert [parallel_budget(count).trees for count in (1, 9_999, 20_000, 45_000, 10**6)] == [1, 1, 2, 4, 4]
        budget = parallel_budget(20_000)
        found.add(repr(grow_trees(new_trees(game, budget), states, 0, budget, new_rng(5))))
    assert len(found) == 1


def test_a_budget_of_seconds_is_spent_on_every_core() -> None:
    game, states = hex_start(5)
    budget = Budget(seconds=0.05, trees=2)
    trees = new_trees(game, budget)
    grow_trees(trees, states, 0, budget, new_rng(1))
    assert all(tree.simulations > 0 for tree in trees)


def test_a_full_arena_ends_growth_but_not_the_search() -> None:
    game, states = hex_start(5)
    tree = Tree(game, 5_000, most_bytes=4_000)
    tree.grow(states, 0, 5_000, new_rng(1))
    assert tree.simulations == 5_000
    assert sum(child.visits for child in tree.children().values()) <= 5_000
    assert len(tree.children()) > 1


HINTED = [name for name in names() if find(name).has["hints"]]


@pytest.mark.parametrize("name", HINTED)
def test_hints_weigh_every_action_from_one_on_and_change_nothing(name: str) -> None:
    game = find(name)
    kernel = game.bound("asterism.core.kernels")
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    seen_more_than_one = False
    for seed in range(1, 12):
        match = Match(game, seats=game.seats[0], seed=seed)
        while not match.over:
            before = match.states.tobytes()
            n = kernel.list_legal(match.states, out)
            weight[:] = 0
            kernel.list_hints(match.states, out, n, weight)
            assert (weight[:n] >= 1).all()
            assert (weight[n:] == 0).all()
            seen_more_than_one = seen_more_than_one or bool((weight[:n] > 1).any())
            assert match.states.tobytes() == before
            match.play(match.legal()[seed * 7 % n])
    assert seen_more_than_one


def test_the_record_that_was_seen_is_left_as_it_is() -> None:
    game = find("_template")
    match = Match(game, seats=2, seed=1)
    seen = match.seen()
    before = seen.tobytes()
    searched(game, seen, 50)
    assert seen.tobytes() == before


def test_the_time_to_think_begins_when_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    game, clock, calls = dash(), [0.0], [0]
    plain_grow = Tree.grow

    def slow_at_first(tree: Tree, *words: object) -> None:
        clock[0] += 0.001 if calls[0] else 100.0
        calls[0] += 1
        plain_grow(tree, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(Tree, "grow", slow_at_first)
    monkeypatch.setattr("asterism.bots.search.time.perf_counter", lambda: clock[0])
    budget = Budget(simulations=500, seconds=1)
    [tree] = trees = new_trees(game, budget)
    grow_trees(trees, game.new(2, {}), 0, budget, new_rng(1))
    assert tree.simulations == 500
