"""The middle: a match is its game, its options and its actions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asterism
from asterism.core import discover
from asterism.core.game import BadInput, Game
from asterism.core.header import CHANCE, OVER
from asterism.core.match import Match
from asterism.core.played import AT_HAND, CHECKPOINT
from asterism.core.words import tell
from asterism.games.constellation.pictures import board

ROLL, PASS = 0, 1


def played(seed: int, turns: int, seats: int = 3) -> Match:
    match = Match("noirlab-dice", seats=seats, seed=seed)
    for number in range(turns):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[(seed + number) % len(legal)])
    return match


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**40), turns=st.integers(0, 60))
def test_the_save_path_is_the_play_path(seed: int, turns: int):
    match = played(seed, turns)
    again = Match.replay("noirlab-dice", 3, {}, match.actions)
    assert again.states.tobytes() == match.states.tobytes()
    assert again.lines(0) == match.lines(0)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**40), turns=st.integers(1, 40), back=st.integers(1, 10))
def test_undo_gives_back_the_state_before_and_is_itself_part_of_the_list(seed: int, turns: int, back: int):
    match = played(seed, turns)
    standing = match.standing()
    back = min(back, len(standing))
    plies = match.ply
    while standing[-back].actor == CHANCE:  # dice act by themselves, so an undo reaches back to a choice
        back += 1
    wanted = standing[-back].states.copy()
    match.undo(back)
    wanted["ply"] = match.ply
    assert match.states.tobytes() == wanted.tobytes()
    assert match.ply == plies + 1
    assert match.actions[-1] == -back
    assert Match.replay("noirlab-dice", 3, {}, match.actions).states.tobytes() == match.states.tobytes()


@pytest.mark.parametrize("game", discover.names())
def test_every_state_can_be_had_again_though_most_are_not_kept(game: str):
    choose = random.Random(7)
    match = Match(game, seats=discover.find(game).seats[0] + 1, seed=7)
    truth: dict[int, bytes] = {}
    for number in range(90):
        if match.over:
            break
        truth[match.ply] = match.states.tobytes()
        match.play(choose.choice(match.legal()))
        if number % 20 == 19:
            match.undo(choose.randrange(1, 8))
    standing = match.standing()
    chosen = [p for p in standing if p.ply in truth]
    assert len(chosen) > 2
    assert [p.states.tobytes() for p in chosen] == [truth[p.ply] for p in chosen]
    assert [p.actor for p in standing] == [int(p.states["to_act"][0]) for p in standing]


def test_of_a_match_that_rests_little_more_than_its_last_state_is_in_memory():
    resting, truth = Match("gemini", seats=3, seed=1), []
    while resting.ply < 70:
        truth.append((resting.ply, resting.states.tobytes()))
        resting.play(resting.legal()[-1])
    assert sum(played(seed, 60).ply for seed in range(20)) >= AT_HAND  # meanwhile, at other tables
    standing = resting.standing()
    kept = [len(p._kept) for p in standing if p._kept is not None]
    assert (len(kept), sum(kept) < resting.game.state.itemsize) == (-(-len(standing) // CHECKPOINT), True)
    again = {p.ply: p.states.tobytes() for p in standing}
    assert [(ply, again[ply]) for ply, _ in truth] == truth


def test_a_position_made_by_hand_is_had_again_too():
    """What is not kept is played again, from the position and not from what was before it."""
    match = board("4   M   4", "● ● ● ● ●", row=1)
    truth = [match.states.tobytes()]
    for _ in range(20):
        match.play(match.legal()[0])
        truth.append(match.states.tobytes())
    assert [p.states.tobytes() for p in match.standing()] == truth[:-1]
    match.undo(20)
    with pytest.raises(BadInput, match="only 0 stand"):
        match.undo()


def test_a_match_lost_beside_the_rules_is_over_for_good_and_found_again():
    match = played(3, 9, seats=2)
    match.lose(1)
    assert (match.over, match.legal(), match.shares) == (True, [], [1.0, 0.0])
    assert match.result is not None
    assert [tell(match.game, line.said, ["Ann", "Ben"]) for line in match.table_lines()] == [
        "Ann wins.",
        "Ben ran out of time.",
    ]
    for after in (match.undo, match.close, lambda: match.lose(0), lambda: match.play(PASS)):
        with pytest.raises(BadInput, match="nothing comes after"):
            after()
    again = Match.replay("noirlab-dice", 2, {}, match.actions)
    assert (again.result, again.over) == (match.result, True)
    three = played(3, 9, seats=3)
    with pytest.raises(BadInput, match="one of two"):
        three.lose(1)


def test_a_roll_after_an_undo_is_a_fresh_roll():
    rolls = set()
    for _ in range(12):
        match = Match("noirlab-dice", seats=2, seed=1)
        for _ in range(len(rolls)):
            match.play(ROLL)
            match.undo(2)
        match.play(ROLL)
        rolls.add(match.ply)
    assert len(rolls) > 1
    faces = []
    match = Match("noirlab-dice", seats=2, seed=1)
    for _ in range(12):
        match.play(ROLL)
        faces.append(match.actions[-1])
        match.undo(2)
    assert len(set(faces)) > 1


def undos(match: Match) -> list[tuple[int, int, str, dict[str, int | str]]]:
    return [(line.ply, line.actor, line.said.id, dict(line.said.args)) for line in match.table_lines()]


def test_an_undo_stands_in_the_log_of_everyone_and_what_it_took_back_does_not():
    match = Match("noirlab-dice", seats=2, seed=1)
    match.play(ROLL)
    match.undo(2)
    assert undos(match) == [(2, 0, "took-back", {"who": 0, "moves": 1})], "the roll belonged to the choice"
    match.play(ROLL)
    match.play(ROLL)
    match.undo(4)
    assert undos(match)[1] == (7, 0, "took-back", {"who": 0, "moves": 2})
    match.play(ROLL)
    for seat in (0, 1, -3):
        assert [line.ply for line in match.lines(seat)] == [2, 7, 8, 9], "in the order in which it happened"
    assert [line.ply for line in match.lines(0, since=7)] == [7, 8, 9]
    again = Match.replay("noirlab-dice", 2, {}, match.actions)
    assert again.lines(0) == match.lines(0)
    names = ["Ada", "Bo"]
    assert [tell(match.game, line.said, names) for line in match.lines(0)[:2]] == [
        "Ada took back a move.",
        "Ada took back 2 moves.",
    ]


def test_a_copy_of_a_match_has_undos_of_its_own():
    match = Match("noirlab-dice", seats=2, seed=1)
    later = match.after(ROLL).after(-2)
    assert (len(undos(match)), len(undos(later))) == (0, 1)


def test_a_roll_alone_can_be_taken_back_too():
    match = Match("noirlab-dice", seats=2)
    match.play(ROLL)
    match.play(match.legal()[0])
    match.undo(1)
    assert tell(match.game, match.lines(0)[-1].said, ["Ada", "Bo"]) == "A roll was taken back."


def test_a_seed_makes_chance_repeatable():
    assert played(5, 30).actions == played(5, 30).actions
    assert played(5, 30).actions != played(6, 30).actions


def test_without_a_seed_chance_is_played_like_any_action():
    match = Match("noirlab-dice", seats=2)
    match.play(ROLL)
    assert match.to_act == CHANCE
    match.play(match.legal()[0])
    assert match.to_act == 0


def test_after_leaves_the_match_as_it_was():
    match = played(3, 4)
    before = (match.states.tobytes(), list(match.actions))
    later = match.after(ROLL)
    assert later.ply > match.ply
    assert (match.states.tobytes(), match.actions) == before


@pytest.mark.parametrize("action", [99, -99, True, 1.5, None, "0"])
def test_a_bad_action_is_refused_in_words_and_changes_nothing(action: object):
    match = played(3, 5)
    before = (match.states.tobytes(), list(match.actions))
    with pytest.raises(BadInput, match=r"not legal|take back|whole number"):
        match.play(action)  # type: ignore[arg-type]
    assert (match.states.tobytes(), match.actions) == before


@pytest.mark.parametrize(
    ("game", "seats", "options", "told"),
    [
        ("noirlab-dise", 2, {}, "did you mean noirlab-dice"),
        ("chess", 2, {}, "there is no game 'chess'"),
        ("noirlab-dice", 7, {}, "played by 1 to 6, not by 7"),
        ("noirlab-dice", 0, {}, "not by 0"),
        ("noirlab-dice", 2, {"speed": 1}, "has no option 'speed'"),
        ("_template", 2, {"stars": 99}, "goes from 8 to 12, not 99"),
        ("_template", 2, {"stars": "many"}, "not 'many'"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(game: str, seats: int, options: dict[str, int], told: str):
    with pytest.raises(BadInput, match=told):
        Match(game, seats=seats, **options)


def test_a_record_tells_the_options_it_was_set_up_with():
    match = Match("_template", seats=2, stars=11)
    assert match.game.options_of(match.states) == {"stars": 11}
    assert match.game.options_of(match.game.new(2, {})) == {"stars": 8}


def test_replay_names_the_ply_that_is_not_legal():
    with pytest.raises(BadInput, match="at ply 2: action 13"):
        Match.replay("noirlab-dice", 2, {}, [0, 8, 13])


def test_the_log_of_a_seat_tells_only_what_it_may_know():
    match = Match("_template", seats=2, seed=4)
    dealt = [[line.said.args["star"] for line in match.lines(seat)] for seat in (0, 1, -3)]
    mine, theirs = match.states["hand"][0, :2].tolist()
    assert dealt == [[mine, 0], [0, theirs], [0, 0]]


def test_the_public_names_are_there():
    assert {"noirlab-dice"} <= set(asterism.games())
    assert asterism.Match is Match
    for name in asterism.__all__:
        assert callable(getattr(asterism, name))


def told(match: Match) -> list[str]:
    return [tell(match.game, line.said, ["Ada", "Bo"]) for line in match.lines(0)]


def test_the_log_ends_with_who_won_and_why():
    match = Match("noirlab-dice", seats=2, seed=3)
    while not match.over:
        assert not any(line.actor == OVER for line in match.lines(0))
        match.play(match.legal()[0])
    winner = ["Ada", "Bo"][match.result.winners[0]]
    assert told(match)[-2:] == [f"{winner} wins.", f"{winner} has covered all six."]
    assert [line.ply for line in match.lines(0)[-2:]] == [match.ply] * 2


def test_a_team_and_a_draw_are_told_as_what_they_are():
    team = Match.replay("signal-lamps", 2, {}, [2, 2, 0, 0])
    assert told(team)[-2:] == ["The team loses.", "2 light, and 5 were needed."]
    draw = Match("constellation", seats=2, seed=1)
    while not draw.over:
        draw.play(draw.legal()[0])
    assert told(draw)[-2:] == ["A draw.", "All stars are in play."]


def test_several_actions_are_played_together_or_not_at_all():
    start = Match("constellation", seats=2, seed=1, blocking=1)
    first = start.legal()[0]
    cloud = start.after(first).legal()[0]
    both = start.after(first, cloud)
    assert both.actions == [*start.actions, first, cloud]
    assert both.states.tobytes() == start.after(first).after(cloud).states.tobytes()
    before = start.states.tobytes(), start.actions[:]
    for bad in ([cloud, first], [first, 99_999], [first, -1], [first, cloud, first]):
        with pytest.raises(BadInput):
            start.after(*bad)
    assert (start.states.tobytes(), start.actions) == before


def test_nothing_is_chosen_beyond_what_chance_has_yet_to_bring():
    match = Match("noirlab-dice", seats=2, seed=1)
    with pytest.raises(BadInput, match="only 1 of these 2 actions"):
        match.after(0, 0)


def test_nothing_can_be_learnt_from_actions_that_are_refused():
    """Whoever searches the deck is shown what is in it, and so what the others hold. A search that is refused for
    what was to follow it would show it for nothing."""
    match = Match("gemini", seats=2, seed=3, hidden=1)
    while (
        search := next((a for a in match.legal() if match.game.say(match.seen()[0], a).id == "search"), None)
    ) is None:
        match.play(match.legal()[-1])
    found = match.after(search)
    assert found.to_act == match.to_act
    for following in (found.legal()[0], 99_999):
        with pytest.raises(BadInput) as refused:
            match.after(search, following)
        assert str(refused.value) == "only 1 of these 2 actions can be played in one go"


@pytest.mark.parametrize("count", [0, -1])
def test_nothing_is_no_undo(count: int):
    with pytest.raises(BadInput, match=f"cannot take back {count}"):
        Match("noirlab-dice", seats=1, seed=1).after(0).undo(count)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that some seat was asked to hear of, from here on."""
    heard: list[int] = []
    hear = Game.heard

    def noted(game: Game, states: object, seat: int, action: int) -> int:
        heard.append(action)
        return hear(game, states, seat, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "heard", noted)
    return heard


def test_the_past_of_a_seat_is_computed_when_it_is_read_and_each_action_once(monkeypatch: pytest.MonkeyPatch):
    heard, match, dice = counted(monkeypatch), Match("geminion", seats=2, seed=5), random.Random(2)
    for _ in range(60):
        match.play(dice.choice(match.legal()))
        assert len(match.past(1)) == len(match.standing())
        assert bool(match.past(1))
    assert heard == []
    for _ in range(60):
        match.play(dice.choice(match.legal()))
        assert match.past(1)[-1][1] == match.actions[-1]
    assert len(heard) == len(match.standing())


def test_the_past_is_that_of_the_moment_it_was_asked_for_also_after_an_undo(monkeypatch: pytest.MonkeyPatch):
    """A past that goes on from an earlier one is what it would be without the earlier one."""
    match, dice = Match("gemini", seats=2, seed=5, hidden=1), random.Random(2)

    def fresh(match: Match, seat: int) -> list[tuple[bytes, int]]:
        return [(seen.tobytes(), action) for seen, action in match.copy().past(seat)]

    asked: list[tuple[object, list[tuple[bytes, int]]]] = []
    for number in range(40):
        match.play(dice.choice(match.legal()))
        for seat in (0, 1):
            asked.append((match.past(seat), fresh(match, seat)))
            if number % 3 == 0:
                list(match.past(seat))
        if number % 7 == 6:
            match.undo(5)
            assert [(seen.tobytes(), action) for seen, action in match.past(0)] == fresh(match, 0)
    for past, wanted in asked:
        assert [(seen.tobytes(), action) for seen, action in past] == wanted  # type: ignore[attr-defined]
