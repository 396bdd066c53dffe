"""The ladder: the levels of every game, played against each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from asterism.bots import Bot, ladder
from asterism.bots.elo import ratings
from asterism.bots.ladder import Contest, budget_named, duel, ladder_pairs, main, play_pairs, player, score_line
from asterism.bots.levels import NAMES
from asterism.bots.score import DuelScore
from asterism.bots.search import Budget, Search
from asterism.core.compile import COMPILED
from asterism.core.discover import find, names
from asterism.core.game import Game, States
from asterism.core.played import Past
from asterism.core.rng import new_rng
from asterism.solve.races import is_race

needs_speed = pytest.mark.skipif(not COMPILED, reason="whole ladders are for compiled code")
RACES = [name for name in names() if is_race(find(name))]


def test_every_level_meets_the_one_below_and_the_best() -> None:
    pairs = ladder_pairs()
    ladder = ["uniform", *NAMES]
    for low, high in pairwise(ladder):
        assert (high, low) in pairs
    assert {low for high, low in pairs if high == "best"} == set(ladder[:-1])


@needs_speed
@pytest.mark.parametrize("name", RACES)
def test_the_best_is_clearly_better_than_chance_and_than_a_beginner(name: str) -> None:
    game = find(name)
    for weaker in ("uniform", "beginner"):
        score = duel(Contest(game, 160), "best", weaker)
        assert score.share - score.error > 0.5, score_line(score)


@needs_speed
def test_a_search_is_the_stronger_the_longer_it_thinks() -> None:
    score = duel(Contest(find("constellation"), 24, cores=2), "hard", "easy")
    assert score.share - score.error > 0.5, score_line(score)


@pytest.mark.long
@needs_speed
def test_weighing_what_others_choose_helps() -> None:
    def make(game: Game, name: str, seed: int) -> Bot:
        return Search(game, Budget(500), new_rng(seed), weighs=name == "weighing")

    score = duel(Contest(find("constellation"), 160, cores=2), "weighing", "not", make)
    assert score.share - score.error > 0.5, score_line(score)


def test_a_player_against_itself_gets_an_even_share() -> None:
    score = duel(Contest(find("_template"), 120, seats=3), "uniform", "uniform")
    assert abs(score.share - 1 / 3) < 2.5 * score.error


@needs_speed
def test_teams_are_compared_side_by_side() -> None:
    """Not seat against seat: what one of a team gets, all get."""
    team = find("signal-lamps")
    better = duel(Contest(team, 120), "hard", "uniform")
    assert better.share - better.error > 0.5, score_line(better)
    same = duel(Contest(team, 60), "uniform", "uniform", lambda game, name, seed: player(game, name, 7))
    assert same.share == 0.5, "the same players with the same chance get the same"


def test_on_more_cores_the_same_matches_are_played() -> None:
    one, two = (duel(Contest(find("_template"), 30, seats=3, cores=cores), "easy", "uniform") for cores in (1, 2))
    assert one == two


def test_winning_every_match_is_not_certainty() -> None:
    class Sure:
        def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
            return legal[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder.Match, "shares", property(lambda match: [1.0, 1.0]))
        score = duel(Contest(find("_template"), 20), "a", "b", lambda game, name, seed: Sure())
    assert score.share == 1.0
    assert 0.05 < score.error < 0.15


def test_scores_are_told_one_by_one() -> None:
    told: list[str] = []
    pairs = [("search:20", "uniform"), ("easy", "uniform")]
    scores = play_pairs(Contest(find("_template"), 6), pairs, lambda score: told.append(score_line(score)))
    assert [score_line(score) for score in scores] == told
    assert "search:20 against uniform" in told[0]
    assert "±" in told[0]


def test_the_command_prints_the_pair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["_template", "--matches", "4", "--pair", "beginner", "uniform"]) == 0
    printed = capsys.readouterr().out
    assert "an even share is 50.0 %" in printed
    assert "beginner against uniform" in printed


def test_a_preset_is_played_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["constellation", "--matches", "2", "--preset", "confirmed", "--pair", "uniform", "uniform"]) == 0
    assert "constellation, confirmed, 2 seats" in capsys.readouterr().out


def test_where_nothing_is_secret_nobody_searches_as_if_it_were() -> None:
    given = []

    def make(game: Game, name: str, seed: int) -> Bot:
        given.append(game.has["guess"])
        return player(game, name, seed)

    options = {**find("constellation").check_options(2, {}), "visible": 1}
    duel(Contest(find("constellation"), 1, options=options), "search:8", "search:8", make)
    duel(Contest(find("constellation"), 1), "search:8", "search:8", make)
    assert given == [False, False, True, True]


def test_ratings_are_those_the_scores_were_made_of() -> None:
    true = {"uniform": 0.0, "middle": 150.0, "top": 400.0}
    scores = [
        DuelScore(high, low, 1_000_000, 1 / (1 + 10 ** ((true[low] - true[high]) / 400)), 0.0)
        for high, low in (("middle", "uniform"), ("top", "middle"), ("top", "uniform"))
    ]
    found = ratings(scores, "uniform")
    assert [rating.name for rating in found] == ["uniform", "middle", "top"]
    assert [rating.elo for rating in found] == pytest.approx([0.0, 150.0, 400.0], abs=0.1)
    assert all(0 < rating.error < 1.5 for rating in found[1:])


def test_few_matches_make_wide_errors_and_winning_all_a_finite_rating() -> None:
    few, many = (ratings([DuelScore("top", "uniform", matches, 1.0, 0.0)], "uniform")[1] for matches in (5, 500))
    assert few.error > many.error / 2
    assert 0 < few.elo < many.elo < 2_000


def test_the_whole_ladder_ends_with_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["_template", "--matches", "2"]) == 0
    printed = capsys.readouterr().out
    assert "uniform      0 Elo ± 0" in printed
    assert printed.count(" Elo ± ") == 1 + len(NAMES)


def test_a_search_can_be_given_seconds() -> None:
    assert budget_named("search:0.05s") == Budget(seconds=0.05)
    assert budget_named("search:300") == Budget(simulations=300)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nope"], "there is no game 'nope'"),
        (["_template", "--seats", "9"], "not by 9"),
        (["_template", "--matches", "0"], "at least one match"),
        (["_template", "--cores", "0"], "at least one core"),
        (["constellation", "--preset", "wild"], "has no preset 'wild'; it has basic, confirmed"),
        (["_template", "--pair", "best", "strongest"], "there is no level 'strongest'"),
        (["_template", "--pair", "best", "search:lots"], "its budget is a number of simulations or of seconds"),
    ],
)
def test_wrong_use_is_one_line_and_code_2(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert printed.err.count("\n") == 1
