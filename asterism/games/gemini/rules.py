"""The Gemini Card Game: what may be done and what it does. Each section of RULES.md has its file:

`turns` §1 to §3, `piles` §3 and §4, `instruments` §5 and §6, `observing` §4 and §7 to §10, `reputation` §12, `ending`
§13, `booboo` and `hidden` §14; what fits what is in `conditions`.
"""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import OVER
from asterism.core.rng import draw
from asterism.kit import bits, cards

from .booboo import keep, may_take_back, take_back
from .decks import (
    ARCHIVE,
    CLEAR_SKIES,
    CREW,
    FIRST_INSTANT,
    FIRST_TIME,
    FIRST_VISITOR,
    INSTANTS,
    KINDS,
    LANES,
    PRESS,
    PROGRAMS,
    ROLES,
    SCIENTIST,
    TIMES,
    VISITORS,
)
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
from .state import (
    ACTING,
    ACTIVATE,
    ATTACH_ALTAIR,
    BEGIN,
    BEGINNING,
    BOOBOO,
    DEALING,
    DISCARD,
    DRAW,
    END,
    FETCH,
    IN_DECK,
    INSTANT,
    LAY,
    LAYING,
    MOVE,
    MOVING,
    NONE,
    OUT,
    PICK,
    PICKING,
    PLAY_TARGET,
    PLAY_TIME,
    ROLE_DEALING,
    SEARCH,
    SEARCHING,
    STOW,
    TAKE,
    TURN_UP,
    TURNING,
    VISIT,
    VISITING,
)
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
    if phase == ACTING:
        return list_turn(s, out)
    if phase == DEALING:
        return cards.draws(s["deck"], DRAW, out)
    if phase == MOVING:
        return list_owed(s, out)
    if phase == SEARCHING:
        return list_search(s, out)
    if phase == LAYING:
        return list_unseen(s, LAY, out)
    if phase == TURNING:
        return cards.draws(s["weather_deck"], TURN_UP, out)
    return list_preparations(s, out)


@apart
def sensible(s: Any, out: Any) -> int:
    """For those who search: what looks promising."""
    return narrow(s, out, legal(s, out))


@apart
def list_preparations(s: Any, out: Any) -> int:
    """§1 Roles, visitors, who goes first."""
    n = 0
    if s["phase"] == PICKING or s["phase"] == ROLE_DEALING:
        for role in range(len(ROLES)):
            if s["seat_of"][role] == NONE:
                out[n] = PICK + role
                n += 1
    elif s["phase"] == VISITING:
        for visitor in range(len(VISITORS)):
            if s["where"][FIRST_VISITOR + visitor] == OUT:
                out[n] = VISIT + visitor
                n += 1
    elif s["phase"] == BEGINNING:
        for seat in range(s["seats"]):
            out[n] = BEGIN + seat
            n += 1
    return n


@rule
def list_turn(s: Any, out: Any) -> int:
    """§3.2 All that the mover may do."""
    hand = int(s["kinds"][s["mover"]])  # interpreted, the 32 bits of the record would not do for what follows
    first = 1 << END  # the actions before those with targets, a bit each
    if s["booboo"] == 1 and may_take_back(s):
        first |= 1 << BOOBOO
    if s["left"] > 0:
        first |= 1 << DISCARD if s["hand_size"][s["mover"]] > 0 else 0
        if s["role"] == SCIENTIST and may_search(s):
            first |= 1 << SEARCH
        first |= programs(s, hand) << ACTIVATE
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
    for kind in range(FIRST_TIME):
        found += pile[kind]
    return found > 0


@apart
def list_search(s: Any, out: Any) -> int:
    """§11.4 Any program or target; END if there is none."""
    n = 0
    for kind in range(FIRST_TIME):
        if s["deck"][kind] > 0:
            out[n] = TAKE + kind
            n += 1
    if n == 0:
        out[0] = END
        n = 1
    return n


@apart
def list_instants(s: Any, out: Any, n: int) -> int:
    """§14.6 What the mover holds and what would do something."""
    held = s["kinds"][s["mover"]] >> FIRST_INSTANT
    if held >> CLEAR_SKIES & 1:
        out[n] = INSTANT + CLEAR_SKIES
        n += 1
    if held >> CREW & 1:
        out[n] = INSTANT + CREW
        n += 1
    if held >> PRESS & 1 and s["reputation"] < s["most_reputation"]:
        out[n] = INSTANT + PRESS
        n += 1
    if held >> ARCHIVE & 1:
        for time in range(len(TIMES)):
            if s["discards"][FIRST_TIME + time] > 0:
                out[n] = FETCH + time
                n += 1
    return n


@rule
def odds(s: Any, out: Any, n: int, weight: Any) -> None:
    """Decks of counts: each kind is as likely as there are cards of it; all else is equally likely."""
    if s["phase"] == DEALING:
        cards.weigh_draws(s["deck"], DRAW, out, n, weight)
    elif s["phase"] == TURNING:
        cards.weigh_draws(s["weather_deck"], TURN_UP, out, n, weight)
    else:
        for i in range(n):
            weight[i] = 1


@rule
def outcome(s: Any, out: Any, rng: Any) -> int:
    """A card that is drawn by these odds; of all else there are few, which are listed."""
    if s["phase"] == DEALING:
        return DRAW + cards.drawn(s["deck"], s["deck_size"], rng)
    if s["phase"] == TURNING:
        return TURN_UP + cards.drawn(s["weather_deck"], cards.size(s["weather_deck"]), rng)
    n = list_unseen(s, LAY, out) if s["phase"] == LAYING else list_preparations(s, out)
    return out[draw(rng, n)]  # type: ignore[no-any-return]


# What an action does


@rule
def play(s: Any, action: int) -> None:
    if action >= DRAW:  # chance, most often
        if action < TURN_UP:
            draw_card(s, s["receiver"], action - DRAW)
            if draws_on(s):
                return
        else:
            turn_up(s, action - TURN_UP)
    elif action >= PICK:
        prepare_by(s, action)
    else:
        act(s, action)
    if s["to_act"] != OVER:
        go_on(s)


@apart
def prepare_by(s: Any, action: int) -> None:
    """§1 Roles, visitors, who goes first, the row."""
    if action >= LAY:
        lay(s, action - LAY)
    elif action >= BEGIN:
        begin_with(s, action - BEGIN)
    elif action >= VISIT:
        s["where"][FIRST_VISITOR + action - VISIT] = IN_DECK
    else:
        give_role(s, action - PICK)


@apart
def act(s: Any, action: int) -> None:
    """§3.2 What the mover does."""
    if s["phase"] == MOVING:  # §9.2
        make_owed_move(s, action)
        return
    if s["phase"] == SEARCHING:
        take_from_deck(s, action)
        return
    if action == BOOBOO:
        take_back(s)
        if s["to_act"] != OVER:
            start(s)
        return
    if s["acted"] == 0:
        begin_acting(s)
    if action == END:
        end_turn(s)
    elif action < PLAY_TIME:
        spend(s)
        if action == DISCARD:
            discard_hand(s)
        elif action == SEARCH:
            reshuffle(s)
            s["phase"] = SEARCHING
        elif action < PLAY_TARGET:
            activate(s, action - ACTIVATE)
        else:
            place = (action - PLAY_TARGET) // 2
            play_target(s, place // len(PROGRAMS), place % len(PROGRAMS), (action - PLAY_TARGET) % 2)
    elif action < MOVE:
        play_time(s, (action - PLAY_TIME) // LANES, (action - PLAY_TIME) % LANES)
    elif action < INSTANT:
        if action < ATTACH_ALTAIR or s["altair_on"] != NONE:  # §6.2 from the row it is free
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
        for kind in range(KINDS):
            s["drawn"][kind] = 0
    if s["booboo"] == 1:
        keep(s)


@rule
def spend(s: Any) -> None:
    """An action; §15.4 the Operator's second card does not wait for it."""
    s["left"] -= 1
    s["second"] = NONE


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
    if action < STOW:
        move_instrument(s, (action - MOVE) // LANES, (action - MOVE) % LANES)
    elif action < ATTACH_ALTAIR:
        stow(s, action - STOW)
    else:
        attach_altair(s, action - ATTACH_ALTAIR)


@apart
def make_owed_move(s: Any, action: int) -> None:
    """§9.2 The instrument of a complete program moves for free."""
    move_by(s, action)
    s["owed"] = NONE


@apart
def take_from_deck(s: Any, action: int) -> None:
    """§11.4 A program or a target into the hand; the deck is shuffled, which it always is."""
    s["phase"] = ACTING
    if action >= TAKE:
        take_openly(s, s["deck"], action - TAKE)
        s["deck_size"] -= 1


@apart
def play_instant(s: Any, action: int) -> None:
    """§14.6 A card that is out of the game afterwards."""
    instant = min(action - INSTANT, ARCHIVE) if action >= FETCH else action - INSTANT
    leave_hand(s, FIRST_INSTANT + instant)
    s["gone"] |= 1 << instant
    if instant == CLEAR_SKIES:
        s["clear"] = 1
    elif instant == CREW:
        s["free_moves"] += 1
    elif instant == PRESS:
        regain(s)
    else:
        take_openly(s, s["discards"], FIRST_TIME + action - FETCH)


assert len(INSTANTS) == 4
