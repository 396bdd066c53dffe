"""The Gemini Card Game: what may be done and what it does. Each section of RULES.md has its file:

`turns` §1 to §3, `piles` §3 and §4, `instruments` §5 and §6, `observing` §4 and §7 to §10, `reputation` §12, `ending`
§13, `booboo` and `hidden` §14; what fits what is in `conditions`.
"""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER
from asterism.core.rng import random_below
from asterism.kit import bits, cards

from . import decks as D
from . import state as S
from .booboo import keep, may_take_back, take_back
from .ending import result, score
from .hidden import guess, hear, see
from .hints import hints, narrow
from .instruments import (
    attach_altair,
    lay,
    list_moves,
    list_owed,
    list_unseen,
    move_instrument,
    stow,
)
from .observing import activate, list_targets, list_times, play_target, play_time, programs
from .piles import discard_hand, draw_card, leave_hand, reshuffle, take_openly
from .reputation import regain
from .turns import begin_with, draws_on, end_turn, give_role, go_on, lay_out, start, turn_up

__all__ = ["guess", "hear", "hints", "legal", "odds", "outcome", "play", "result", "score", "see", "sensible", "setup"]


@apart
def setup(s: Any) -> None:
    lay_out(s)
    go_on(s)


# What may be done


@rule
def legal(s: Any, out: Any) -> int:
    phase = s["phase"]
    if phase == S.ACTING:
        return list_turn(s, out)
    if phase == S.DEALING:
        return cards.draws(s["deck"], S.DRAW, out)
    if phase == S.MOVING:
        return list_owed(s, out)
    if phase == S.SEARCHING:
        return list_search(s, out)
    if phase == S.LAYING:
        return list_unseen(s, S.LAY, out)
    if phase == S.TURNING:
        return cards.draws(s["weather_deck"], S.TURN_UP, out)
    return list_preparations(s, out)


@apart
def sensible(s: Any, out: Any) -> int:
    """For those who search: what looks promising."""
    return narrow(s, out, legal(s, out))


@apart
def list_preparations(s: Any, out: Any) -> int:
    """§1 Roles, visitors, who goes first."""
    n = 0
    if s["phase"] == S.PICKING or s["phase"] == S.ROLE_DEALING:
        for role in range(len(D.ROLES)):
            if s["seat_of"][role] == S.NONE:
                out[n] = S.PICK + role
                n += 1
    elif s["phase"] == S.VISITING:
        for visitor in range(len(D.VISITORS)):
            if s["where"][D.FIRST_VISITOR + visitor] == S.OUT:
                out[n] = S.VISIT + visitor
                n += 1
    elif s["phase"] == S.BEGINNING:
        for seat in range(s["seats"]):
            out[n] = S.BEGIN + seat
            n += 1
    return n


@rule
def list_turn(s: Any, out: Any) -> int:
    """§3.2 All that the mover may do."""
    hand = int(s["kinds"][s["mover"]])  # interpreted, the 32 bits of the record would not do for what follows
    first = 1 << S.END  # the actions before those with targets, a bit each
    if s["booboo"] == 1 and may_take_back(s):
        first |= 1 << S.BOOBOO
    if s["left"] > 0:
        first |= 1 << S.DISCARD if s["hand_size"][s["mover"]] > 0 else 0
        if s["role"] == D.SCIENTIST and may_search(s):
            first |= 1 << S.SEARCH
        first |= programs(s, hand) << S.ACTIVATE
    n = bits.write(first, 0, out, 0)
    if s["left"] > 0:
        n = list_targets(s, hand, out, n)
    n = list_times(s, hand, out, n)
    n = list_moves(s, out, n, s["left"] > 0 or s["free_moves"] > 0)
    return list_instants(s, out, n) if s["instants"] == 1 else n


@apart
def may_search(s: Any) -> bool:
    """§11.4 Whether there is something to look for. With hidden hands nobody knows what is in the deck."""
    if s["hidden"] == 1 and s["deck_size"] > 0:
        return True
    return worth_searching(s["deck"]) if s["deck_size"] > 0 else worth_searching(s["discards"])


@rule
def worth_searching(pile: Any) -> bool:
    """Whether there is a program or a target in it."""
    found = 0
    for kind in range(D.FIRST_TIME):
        found += pile[kind]
    return found > 0


@apart
def list_search(s: Any, out: Any) -> int:
    """§11.4 Any program or target; END if there is none."""
    n = 0
    for kind in range(D.FIRST_TIME):
        if s["deck"][kind] > 0:
            out[n] = S.TAKE + kind
            n += 1
    if n == 0:
        out[0] = S.END
        n = 1
    return n


@apart
def list_instants(s: Any, out: Any, n: int) -> int:
    """§14.6 What the mover holds and what would do something."""
    held = s["kinds"][s["mover"]] >> D.FIRST_INSTANT
    if held >> D.CLEAR_SKIES & 1:
        out[n] = S.INSTANT + D.CLEAR_SKIES
        n += 1
    if held >> D.CREW & 1:
        out[n] = S.INSTANT + D.CREW
        n += 1
    if held >> D.PRESS & 1 and s["reputation"] < s["most_reputation"]:
        out[n] = S.INSTANT + D.PRESS
        n += 1
    if held >> D.ARCHIVE & 1:
        for time in range(len(D.TIMES)):
            if s["discards"][D.FIRST_TIME + time] > 0:
                out[n] = S.FETCH + time
                n += 1
    return n


@rule
def odds(s: Any, out: Any, n: int, weight: Any) -> None:
    """Decks of counts: each kind is as likely as there are cards of it; all else is equally likely."""
    if s["phase"] == S.DEALING:
        cards.weigh_draws(s["deck"], S.DRAW, out, n, weight)
    elif s["phase"] == S.TURNING:
        cards.weigh_draws(s["weather_deck"], S.TURN_UP, out, n, weight)
    else:
        for i in range(n):
            weight[i] = 1


@rule
def outcome(s: Any, out: Any, rng: Any) -> int:
    """A card that is drawn by these odds; of all else there are few, which are listed."""
    if s["phase"] == S.DEALING:
        return S.DRAW + cards.drawn(s["deck"], s["deck_size"], rng)
    if s["phase"] == S.TURNING:
        return S.TURN_UP + cards.drawn(s["weather_deck"], cards.size(s["weather_deck"]), rng)
    n = list_unseen(s, S.LAY, out) if s["phase"] == S.LAYING else list_preparations(s, out)
    return out[random_below(rng, n)]  # type: ignore[no-any-return]


# What an action does


@rule
def play(s: Any, action: int) -> None:
    if action >= S.DRAW:  # chance, most often
        if action < S.TURN_UP:
            draw_card(s, s["receiver"], action - S.DRAW)
            if draws_on(s):
                return
        else:
            turn_up(s, action - S.TURN_UP)
    elif action >= S.PICK:
        prepare_by(s, action)
    else:
        act(s, action)
    if s["to_act"] != OVER:
        go_on(s)


@apart
def prepare_by(s: Any, action: int) -> None:
    """§1 Roles, visitors, who goes first, the row."""
    if action >= S.LAY:
        lay(s, action - S.LAY)
    elif action >= S.BEGIN:
        begin_with(s, action - S.BEGIN)
    elif action >= S.VISIT:
        s["where"][D.FIRST_VISITOR + action - S.VISIT] = S.IN_DECK
    else:
        give_role(s, action - S.PICK)


@apart
def act(s: Any, action: int) -> None:
    """§3.2 What the mover does."""
    if s["phase"] == S.MOVING:  # §9.2
        make_owed_move(s, action)
        return
    if s["phase"] == S.SEARCHING:
        take_from_deck(s, action)
        return
    if action == S.BOOBOO:
        take_back(s)
        if s["to_act"] != OVER:
            start(s)
        return
    if s["acted"] == 0:
        begin_acting(s)
    if action == S.END:
        end_turn(s)
    elif action < S.PLAY_TIME:
        spend(s)
        if action == S.DISCARD:
            discard_hand(s)
        elif action == S.SEARCH:
            reshuffle(s)
            s["phase"] = S.SEARCHING
        elif action < S.PLAY_TARGET:
            activate(s, action - S.ACTIVATE)
        else:
            place = (action - S.PLAY_TARGET) // 2
            play_target(s, place // len(D.PROGRAMS), place % len(D.PROGRAMS), (action - S.PLAY_TARGET) % 2)
    elif action < S.MOVE:
        play_time(s, (action - S.PLAY_TIME) // D.LANES, (action - S.PLAY_TIME) % D.LANES)
    elif action < S.INSTANT:
        if action < S.ATTACH_ALTAIR or s["altair_on"] != S.NONE:  # §6.2 from the row it is free
            spend_move(s)
        move_by(s, action)
    else:
        play_instant(s, action)


@rule
def begin_acting(s: Any) -> None:
    """The first thing that is done in a turn: what was drawn is no longer new, and what may be taken back is kept."""
    s["acted"] = 1
    if s["drawn_size"] > 0:
        s["drawn_size"] = 0
        for kind in range(D.KINDS):
            s["drawn"][kind] = 0
    if s["booboo"] == 1:
        keep(s)


@rule
def spend(s: Any) -> None:
    """An action; §15.4 the Operator's second card does not wait for it."""
    s["left"] -= 1
    s["second"] = S.NONE


@rule
def spend_move(s: Any) -> None:
    """§15.13 A free move before an action."""
    if s["free_moves"] > 0:
        s["free_moves"] -= 1
    else:
        spend(s)


@rule
def move_by(s: Any, action: int) -> None:
    """§5.1 §6.2"""
    if action < S.STOW:
        move_instrument(s, (action - S.MOVE) // D.LANES, (action - S.MOVE) % D.LANES)
    elif action < S.ATTACH_ALTAIR:
        stow(s, action - S.STOW)
    else:
        attach_altair(s, action - S.ATTACH_ALTAIR)


@apart
def make_owed_move(s: Any, action: int) -> None:
    """§9.2 The instrument of a complete program moves for free."""
    move_by(s, action)
    s["owed"] = S.NONE


@apart
def take_from_deck(s: Any, action: int) -> None:
    """§11.4 A program or a target into the hand; the deck is shuffled, which it always is."""
    s["phase"] = S.ACTING
    if action >= S.TAKE:
        take_openly(s, s["deck"], action - S.TAKE)
        s["deck_size"] -= 1


@apart
def play_instant(s: Any, action: int) -> None:
    """§14.6 A card that is out of the game afterwards."""
    instant = min(action - S.INSTANT, D.ARCHIVE) if action >= S.FETCH else action - S.INSTANT
    leave_hand(s, D.FIRST_INSTANT + instant)
    s["gone"] |= 1 << instant
    if instant == D.CLEAR_SKIES:
        s["clear"] = 1
    elif instant == D.CREW:
        s["free_moves"] += 1
    elif instant == D.PRESS:
        regain(s)
    else:
        take_openly(s, s["discards"], D.FIRST_TIME + action - S.FETCH)


assert len(D.INSTANTS) == 4
