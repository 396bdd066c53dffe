"""Plans buy what they are named after, what is sensible leaves nothing out, and a search beats every plan."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from asterism.bots import bot
from asterism.bots.ladder import Contest, duel
from asterism.bots.plans import Planner, plans
from asterism.bots.search import Budget, Search
from asterism.core.discover import find
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.core.words import gives_more

from . import state as S

GAME = find("geminion")
MAY_BUY = {
    "coins-first": {"double", "triple", "mine", "trove"},
    "mine-only": {"mine", "double"},
    "trove-only": {"trove", "double", "triple"},
    "rainbow-first": {"rainbow", "trove", "double", "mine"},
    "wish-first": {"wish", "trove", "double", "mine"},
    "cleaner-first": {"cleaner", "trove", "triple", "mine", "double"},
    "helper": {"helper", "trove", "mine", "double"},
    "never-buys": set(),
    "greedy": {"stash", "double", "triple", "mine", "trove", "rainbow", "wish", "helper"},
    "sparkles": {*S.CARDS},
}
FIRST = {
    "rainbow-first": "rainbow",
    "wish-first": "wish",
    "cleaner-first": "cleaner",
    "helper": "helper",
    "sparkles": "rainbow",
}


def test_every_plan_is_described_here():
    assert set(plans(GAME)) == set(MAY_BUY)


@pytest.mark.parametrize("name", MAY_BUY)
def test_a_plan_buys_what_it_is_named_after(name: str):
    match, player, bought = Match(GAME), Planner(GAME, name), Counter[str]()
    while not match.over:
        action = player.choose(match.seen(), match.legal())
        if S.BUY <= action < S.LAY:
            bought[S.CARDS[action - S.BUY]] += 1
        match.play(action)
    assert set(bought) <= MAY_BUY[name]
    assert name not in FIRST or bought[FIRST[name]] >= 2
    assert bool(bought) == (name != "never-buys")


def test_a_beginner_mostly_buys_what_sparkles():
    match, player = Match(GAME), Planner(GAME, "sparkles")
    while S.BUY + S.RAINBOW not in match.legal():
        match.play(player.choose(match.seen(), match.legal()))
    chosen = Counter(bot(GAME, "beginner", seed).choose(match.seen(), match.legal()) for seed in range(60))
    assert chosen[S.BUY + S.RAINBOW] > 30, "and takes anything else now and then"
    assert len(chosen) > 3


def sensible(match: Match) -> list[int]:
    out = np.empty(S.ACTIONS, np.int32)
    return out[: GAME.doors.list_sensible(match.states, out)].tolist()  # type: ignore[no-any-return]


def hands(row: list[int], match: Match) -> tuple[tuple[int, ...], ...]:
    """What will be drawn together, hand by hand; the last may be waiting for more."""
    s = match.states[0]
    found, hand, need = [], [], int(s["hand"])
    for kind in row:
        hand.append(kind)
        need += int(s["draws"][kind]) - 1
        if need == 0:
            found.append(tuple(sorted(hand)))
            hand, need = [], int(s["hand"])
    return (*found, tuple(sorted(hand)))


def laid(match: Match, seat: int, only_sensible: bool) -> set[tuple[tuple[int, ...], ...]]:
    """All hands that can come of laying down what lies in play; when all of it is, the next seat's turn has begun."""
    if match.over or match.to_act != seat or match.states[0]["phase"] != S.LAYING:
        return {hands([kind for kind in match.states[0]["row"][seat].tolist() if kind != S.NONE], match)}
    found = set()
    for action in sensible(match) if only_sensible else match.legal():
        after = Match.replay(GAME, match.seats, {}, [*match.actions, action])
        found |= laid(after, seat, only_sensible)
    return found


def test_of_orders_of_laying_down_all_that_differ_are_sensible():
    dice, compared, several = random.Random(3), 0, 0
    while compared < 12:
        match = Match(GAME)
        while not match.over and compared < 12:
            s = match.states[0]
            if s["phase"] == S.LAYING and match.ply > 30 and (s["area"] != S.NONE).sum() <= 6:
                every, some = (laid(match, match.to_act, only) for only in (False, True))
                assert some == every
                compared += 1
                several += len(every) > 1
                while match.states[0]["phase"] == S.LAYING:
                    match.play(match.legal()[0])
            match.play(dice.choice(match.legal()))
    assert several > 5


def test_nobody_thinks_where_one_action_is_sensible():
    match, player = Match(GAME), Search(GAME, Budget(20), new_rng(1))
    for _ in range(4):
        assert player.choose(match.seen(), match.legal(), match.past()) == S.PLAY + S.PENNY
        assert player.found is None
        match.play(S.PLAY + S.PENNY)
    player.choose(match.seen(), match.legal(), match.past())
    assert player.found is not None


def test_advice_is_told_in_gems_as_anyone_understands():
    match, player = Match(GAME), Planner(GAME, "coins-first")
    while S.BUY + S.TROVE not in match.legal():
        match.play(player.choose(match.seen(), match.legal()))
    good, other, done = (GAME.say(match.seen()[0], action) for action in (S.BUY + S.TROVE, S.BUY + S.DOUBLE, S.DONE))
    told = gives_more(GAME, good, other, 7.8, ["Ada", "Bo"])
    assert told == "By the end, a Gem Trove gives about 8 gems more than a Double."
    told = gives_more(GAME, good, done, 1.2, ["Ada", "Bo"])
    assert told == "By the end, a Gem Trove gives about 1 gem more than buying no more."
    assert gives_more(GAME, good, other, 0.4, ["Ada", "Bo"]) == ""


def test_a_small_search_beats_a_plan():
    assert duel(Contest(GAME, 6), "search:200", "plan:greedy").share >= 0.8


@pytest.mark.long
@pytest.mark.parametrize("name", MAY_BUY)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_search_beats_every_plan(seats: int, name: str):
    wanted = 0.8 if seats == 2 else 1.6 / seats
    assert duel(Contest(GAME, 24, seats), "search:1000", f"plan:{name}").share >= wanted
