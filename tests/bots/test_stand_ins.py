"""Stand-ins for people who are new to a game, and the first match that each game offers them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asterism
from asterism.bots import levels
from asterism.bots.ladder import Contest, duel, main
from asterism.bots.newcomers import FILE, Eyes, first_of, newcomers_of, read_eyes, read_first
from asterism.bots.plans import plans
from asterism.bots.stand_ins import PEOPLE, SimulatedNewcomer, check_newcomers
from asterism.core import discover
from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.games.geminos.state import AFFINITIES, CHOOSING, ENTER, HOW_MANY, ROLLS
from asterism.games.noirlab_dice.state import BANK, FREE, PASS, ROLL
from asterism.lab.players import entrant

GAMES = [game.name for game in discover.games() if FILE in game.files("")]
DICE = "noirlab-dice"


def test_every_game_of_this_house_declares_a_first_match_and_an_adult() -> None:
    house = Path(discover.__file__).parent.parent / "games"
    ours = {game.name for game in discover.games() if (house / game.module.rpartition(".")[2]).is_dir()}
    assert set(GAMES) == ours
    for name in GAMES:
        game, newcomers = find(name), newcomers_of(find(name))
        first = newcomers.first
        assert first.newcomer in newcomers.eyes
        assert first.level in levels(game, first.seats)
        assert game.check_options(first.seats, first.options) == first.options
        assert "adult" in newcomers.eyes
        assert "child" in newcomers.eyes or game.age > 6, "a child of six may play it"
        check_newcomers(game)


def test_a_game_that_declares_nothing_opens_as_usual_and_has_no_stand_ins() -> None:
    first = first_of(find("_template"))
    assert (first.seats, first.level, first.options, first.newcomer) == (2, "medium", {"stars": 8}, "")
    with pytest.raises(BadInput, match="has no stand-in 'adult'; it has: none"):
        asterism.bot("_template", "stand-in:adult")


def played(name: str, who: str, seed: int, matches: int = 1) -> list[list[int]]:
    """The actions of matches between stand-ins."""
    found = []
    for number in range(matches):
        match = Match(name, seats=2, seed=number)
        bots = [asterism.bot(name, f"stand-in:{who}", seed + seat) for seat in range(2)]
        while not match.over:
            action = bots[match.to_act].choose(match.seen(), match.legal())
            assert action in match.legal()
            match.play(action)
        found.append(list(match.actions))
    return found


@pytest.mark.parametrize("name", [name for name in GAMES if find(name).minutes[1] <= 30])
def test_a_stand_in_plays_whole_matches_the_same_by_its_seed(name: str) -> None:
    for who in newcomers_of(find(name)).eyes:
        once = played(name, who, seed=1)
        assert played(name, who, seed=1) == once
        assert played(name, who, seed=5) != once


def test_a_stand_in_chooses_alike_compiled_and_interpreted() -> None:
    code = f"from tests.bots.test_stand_ins import played; print(played({DICE!r}, 'child', 3, 4))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "ASTERISM_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(played(DICE, "child", 3, 4))


def watched(monkeypatch: pytest.MonkeyPatch, eyes: Eyes) -> SimulatedNewcomer:
    """An adult who slips never and sees a game through these eyes."""
    monkeypatch.setitem(PEOPLE, "adult", type(PEOPLE["adult"])(overlooks=100, slips=0))
    monkeypatch.setattr("asterism.bots.stand_ins.eyes_of", lambda game, name: eyes)
    return SimulatedNewcomer(find(DICE), "adult", 1)


def having(programs: int, tokens: int = 0) -> Match:
    """A match of NOIRLab Dice in which the seat to act has rolled, and has so many programs and tokens."""
    match = Match(DICE, seats=2, seed=1)
    match.states["phase"] = FREE
    match.states["covered"][0, 0, :programs] = 1
    match.states["tokens"][0, 0] = tokens
    return match


def test_who_overlooks_nothing_plays_what_gains_most(monkeypatch: pytest.MonkeyPatch) -> None:
    careful = watched(monkeypatch, Eyes("counts-faces", overlooks=0))
    early, late = having(programs=1), having(programs=3)
    assert {careful.choose(early.seen(), early.legal()) for _ in range(20)} == {ROLL}
    assert {careful.choose(late.seen(), late.legal()) for _ in range(20)} == {BANK}


def test_who_overlooks_everything_plays_anything_and_never_what_does_not_come_to_mind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = having(programs=3)
    legal = late.legal()
    half = watched(monkeypatch, Eyes("counts-faces", overlooks=70))
    assert {half.choose(late.seen(), legal) for _ in range(60)} == set(legal), "the best is overlooked at times"
    blind = watched(monkeypatch, Eyes("counts-faces", overlooks=70, never=frozenset({"pass"})))
    assert PASS in legal
    assert PASS not in {blind.choose(late.seen(), legal) for _ in range(60)}
    only = [PASS]
    assert blind.choose(late.seen(), only) == PASS, "what is the only choice is played"


def gains(name: str, plan: str, match: Match) -> dict[int, int]:
    game, legal = find(name), match.legal()
    out, weight = np.array(legal, np.int32), np.empty(game.actions, np.int64)
    plans(game)[plan](match.seen()[0], out, len(legal), weight)
    return dict(zip(legal, weight.tolist(), strict=False))


def test_a_roll_gains_what_the_six_faces_cover_less_what_they_clear() -> None:
    assert gains(DICE, "counts-faces", having(programs=2)) == {ROLL: 4 - 2 * 2, PASS: 0}, "sixths of a spot"
    saved = gains(DICE, "counts-faces", having(programs=2, tokens=1))
    assert saved == {ROLL: 4 - 2, PASS: 0, BANK: 6}, "with a token a covered face clears the token alone"


def test_an_adult_does_not_fill_the_last_place_behind_another_and_a_child_does() -> None:
    match = Match("geminos", seats=2, seed=1)
    match.states["scores"][0, 0] = [10, 10, 10, 10, 0]
    match.states["scores"][0, 1] = [23, 22, 21, 20, 0]
    match.states["roll"] = next(roll for roll in range(ROLLS) if HOW_MANY[roll] == 3)  # signs face to face
    match.states["phase"] = CHOOSING
    adult, child = (gains("geminos", plan, match) for plan in ("greedy", "fills"))
    last = ENTER + AFFINITIES.index("opposition")
    assert last in adult
    assert max(adult, key=adult.__getitem__) != last
    assert max(child, key=child.__getitem__) == last
    match.states["scores"][0, 1] = 0
    ahead = gains("geminos", "greedy", match)
    assert max(ahead, key=ahead.__getitem__) == last, "whoever is ahead ends the match"


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ({"seats": 9}, "played by 1 to 6, not by 9"),
        ({"level": "expert"}, "no level 'expert'"),
        ({"options": {"speed": 1}}, "has no option 'speed'"),
        ({"newcomer": "robot"}, "declares no newcomer 'robot'"),
        ({"seat": 2}, r"\[first\] has no 'seat'"),
        ({"seats": "two"}, r"seats in \[first\] cannot be 'two'"),
        ({"seats": True}, r"seats in \[first\] cannot be True"),
    ],
)
def test_a_first_match_that_cannot_be_is_named(first: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_first(find(DICE), first, {})


@pytest.mark.parametrize(
    ("eyes", "told"),
    [
        ({}, "does not say what it looks at"),
        ({"looks": "greedy", "overlooks": 100}, "overlooks 0 to 99 of a hundred actions, not 100"),
        ({"looks": "greedy", "sleeps": 1}, r"\[adult\] has no 'sleeps'"),
    ],
)
def test_eyes_that_cannot_be_are_named(eyes: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_eyes(find(DICE), eyes, "adult")


def test_the_check_for_designers_names_a_stand_in_without_its_plan(tmp_path: Path) -> None:
    folder = tmp_path / "night_game"
    shutil.copytree(Path(discover.__file__).parent.parent / "games" / "_template", folder)
    (folder / FILE).write_text('[adult]\nlooks = "greedy"\n')
    done = subprocess.run(
        [sys.executable, "-m", "asterism.cli", "check", "night-game", "--matches", "1"],
        env={**os.environ, "ASTERISM_GAMES": str(tmp_path), "ASTERISM_MODE": "interpreted"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "there is no plan 'greedy' to look at" in done.stderr


def test_stand_ins_play_in_the_lab_by_the_same_name() -> None:
    assert entrant(find(DICE), "stand-in:child", 2, {}).asks == "stand-in:child"
    with pytest.raises(BadInput, match="has no stand-in 'robot'"):
        entrant(find(DICE), "stand-in:robot", 2, {})


def test_the_ladder_plays_the_first_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([DICE, "--first", "child", "--matches", "4"]) == 0
    assert f"stand-in:child against {first_of(find(DICE)).level}" in capsys.readouterr().out
    assert main([DICE, "--first", "robot"]) == 2
    assert "has no stand-in 'robot'" in capsys.readouterr().err


def share_of_first(game: Game, matches: int) -> float:
    """How often the newcomer of a game wins its first match."""
    first = first_of(game)
    contest = Contest(game, matches, first.seats, first.options, together=game.team)
    return duel(contest, f"stand-in:{first.newcomer}", first.level).share


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_newcomer_wins_about_half_of_the_first_matches(name: str) -> None:
    assert 0.35 <= share_of_first(find(name), 100) <= 0.65, "40 to 60 of a hundred, and what chance adds"
