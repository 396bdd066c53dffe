"""§1 set-up, §2 the weather, §3 turns: what comes next, and what chance is asked for."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER
from asterism.kit import cards
from asterism.kit.seats import next_seat

from . import decks as D
from . import state as S
from .conditions import find_matches, find_season, note_lanes, take_altair, takes_time
from .ending import finish
from .instruments import renew_row, row_wants_card
from .observing import has_time
from .piles import reshuffle
from .reputation import settle_round

# §1 Set-up


@apart
def lay_out(s: Any) -> None:
    """§1.3 to §1.5 Decks, Checkouts alone in its lane, Reputation; nobody has a role yet."""
    for kind in range(D.KINDS):
        s["deck"][kind] = s["count"][kind] if kind < D.FIRST_INSTANT or s["instants"] == 1 else 0
    s["deck_size"] = cards.size(s["deck"])
    find_matches(s)
    for card in range(D.ALTAIR + 1):
        s["where"][card] = S.OUT if D.FIRST_VISITOR <= card < D.ALTAIR else S.IN_DECK
    cards.clear(s["row"])
    cards.clear(s["under"])
    cards.clear(s["lanes"])
    s["altair_on"] = S.NONE
    for lane in range(D.LANES):
        s["lane"][lane, S.AT] = S.NONE
        s["lane"][lane, S.TARGET] = S.NONE
        s["lane"][lane, S.FINISHED] = S.NONE
        s["lane"][lane, S.FINISHED + 1] = S.NONE
    s["lanes"][0] = D.CHECKOUTS
    s["in_use"] = 1
    note_lanes(s)
    for kind in range(len(D.WEATHER)):
        s["weather_deck"][kind] = s["cards"][kind]
    for round in range(D.MOST_ROUNDS):
        s["calendar"][round] = S.NONE
    s["condition"] = D.GOOD
    s["reputation"] = s["most_reputation"]
    for role in range(len(D.ROLES)):
        s["seat_of"][role] = S.NONE
        s["order"][role] = S.NONE
    s["turns"] = 3 if s["seats"] == 3 else 4
    s["first"] = S.NONE
    s["second"] = S.NONE
    s["owed"] = S.NONE
    s["role"] = S.NONE
    s["receiver"] = S.NONE


@rule
def roles_taken(s: Any) -> int:
    taken = 0
    for role in range(len(D.ROLES)):
        taken += 1 if s["seat_of"][role] != S.NONE else 0
    return taken


@apart
def give_role(s: Any, role: int) -> None:
    """§1.1 The next seat has this role."""
    s["seat_of"][role] = s["receiver"]
    s["receiver"] = S.NONE


@apart
def begin_with(s: Any, seat: int) -> None:
    """§1.2 The order of turns, and §1.3 the limits of hands."""
    s["first"] = seat
    turn = 0
    for again in range(2):  # with two players each has a second role
        for step in range(s["seats"]):
            if turn < s["turns"]:
                s["order"][turn] = role_of(s, (seat + step) % s["seats"], again)
                turn += 1
    for player in range(s["seats"]):
        s["limit"][player] = s["hand_of_three"] if s["seats"] == 3 else s["hand"]
        if s["seat_of"][D.COORDINATOR] == player:  # §11.2
            s["limit"][player] += s["coordinator_more"]
    s["mover"] = seat


@rule
def role_of(s: Any, seat: int, skip: int) -> int:
    """The first role of a seat, or the one after so many."""
    for role in range(len(D.ROLES)):
        if s["seat_of"][role] == seat:
            if skip == 0:
                return role
            skip -= 1
    return S.NONE


@rule
def visitors_in_deck(s: Any) -> int:
    number = 0
    for card in range(D.FIRST_VISITOR, D.FIRST_VISITOR + len(D.VISITORS)):
        number += 1 if s["where"][card] == S.IN_DECK else 0
    return number


@apart
def prepare(s: Any) -> bool:
    """§1 Before the first round: what is still to be settled; False once nothing is."""
    taken = roles_taken(s)
    if taken < s["turns"]:
        s["receiver"] = taken % s["seats"]
        ask(s, S.ROLE_DEALING if s["roles"] == 1 else S.PICKING)
        if s["roles"] == 0:
            s["mover"] = s["receiver"]
            s["to_act"] = s["mover"]
        return True
    if s["first"] == S.NONE:
        if visitors_in_deck(s) < s["visitors"]:  # §14.5
            ask(s, S.VISITING)
            return True
        if s["random_first"] == 1 or s["seat_of"][D.ENGINEER] == S.NONE:
            ask(s, S.BEGINNING)
            return True
        begin_with(s, s["seat_of"][D.ENGINEER])
    if row_wants_card(s):
        ask(s, S.LAYING)
        return True
    seat = s["first"]
    for _ in range(s["seats"]):  # §1.3
        if s["hand_size"][seat] < s["limit"][seat] and s["deck_size"] > 0:
            s["receiver"] = seat
            ask(s, S.DEALING)
            return True
        seat = next_seat(s, seat)
    return False


@rule
def ask(s: Any, phase: int) -> None:
    """Chance is to act."""
    s["phase"] = phase
    s["to_act"] = CHANCE


# §2 The weather


@apart
def begin_round(s: Any) -> None:
    """§2.1 A weather card is to be turned up; §14.4 but for the first round, perhaps."""
    s["round"] += 1
    s["turn"] = 0
    s["timed"] = 0
    find_season(s)
    s["kept"] = 0  # §14.3
    s["closed"] = s["announced"][s["round"] - 2] if s["round"] > 1 else 0  # §2.3
    s["mover"] = s["first"]
    s["role"] = s["order"][0]
    if s["round"] == 1 and s["starting"] == 1:
        s["calendar"][0] = D.GOOD
        s["condition"] = D.GOOD
        begin_turn(s)
    else:
        ask(s, S.TURNING)


@apart
def turn_up(s: Any, card: int) -> None:
    """§2 A weather card. Unless another one is to be turned up, the first turn begins."""
    now = s["round"] - 1
    s["weather_deck"][card] -= 1
    if card >= D.SHUTDOWN_NORTH:  # §2.3
        s["announced"][now] |= D.NORTH if card == D.SHUTDOWN_NORTH else D.SOUTH
        return
    if card > D.POOR and now == 0:  # §2.4; the deck never comes to its bottom
        return
    s["calendar"][now] = card
    if card == D.STORM:  # §2.2
        s["closed"] |= D.NORTH
    elif card == D.EARTHQUAKE:
        s["closed"] |= D.SOUTH
    else:
        s["condition"] = card
    begin_turn(s)


# §3 Turns


@apart
def begin_turn(s: Any) -> None:
    """§3 Whose turn it is, and what may be done in it; the draw comes first."""
    start(s)
    s["drawing"] = 1
    renew_row(s)


@rule
def start(s: Any) -> None:
    """§3.2 A turn of which nothing has been used."""
    s["phase"] = S.ACTING
    s["role"] = s["order"][s["turn"]]
    s["mover"] = s["seat_of"][s["role"]]
    s["acted"] = 0
    s["left"] = 2 if s["calendar"][s["round"] - 1] == D.BEST else 1
    s["free_moves"] = 1 if s["role"] == D.ENGINEER else 0  # §11.1
    s["second"] = S.NONE
    s["clear"] = 0
    s["owed"] = S.NONE


@apart
def end_turn(s: Any) -> None:
    """§3.3 The next turn; after the last one of a round §12.5, and after the last round §13."""
    s["turn"] += 1
    if s["turn"] < s["turns"]:
        begin_turn(s)
        return
    settle_round(s)
    if s["to_act"] == OVER:
        return
    if s["round"] == s["rounds"]:
        finish(s)
    else:
        begin_round(s)


@apart
def go_on(s: Any) -> None:
    """What comes next: something that chance decides, the mover, or the next turn."""
    s["receiver"] = S.NONE
    if s["round"] == 0:
        if prepare(s):
            return
        begin_round(s)
    while s["to_act"] != OVER:
        if s["phase"] == S.TURNING:
            s["to_act"] = CHANCE
            return
        if s["phase"] == S.SEARCHING:
            s["to_act"] = s["mover"]
            return
        if row_wants_card(s):  # §5.4
            ask(s, S.LAYING)
            return
        if s["drawing"] == 1 and wants_card(s):  # §3.1
            s["receiver"] = s["mover"]
            ask(s, S.DEALING)
            return
        s["drawing"] = 0
        if s["owed"] != S.NONE:  # §9.2
            s["phase"] = S.MOVING
        else:
            s["phase"] = S.ACTING
            if nothing_left(s):
                end_turn(s)
                continue
        s["to_act"] = s["mover"]
        return


@rule
def draws_on(s: Any) -> bool:
    """§3.1 Whether the mover, who has just drawn a card, draws the next one from the same deck: all stays as it is."""
    wants = (s["drawing"] == 1) & (s["hand_size"][s["mover"]] < s["limit"][s["mover"]])
    return wants & (s["deck_size"] > 0)  # type: ignore[no-any-return]


@rule
def wants_card(s: Any) -> bool:
    """§3.1 Whether the mover draws another card; an empty deck is made anew for it."""
    if s["hand_size"][s["mover"]] >= s["limit"][s["mover"]]:
        return False
    reshuffle(s)
    return s["deck_size"] > 0  # type: ignore[no-any-return]


@rule
def nothing_left(s: Any) -> bool:
    """§3.3 Whether the turn ends by itself. With hidden hands it would tell what is in them, and with booboos the end
    is the moment to think: there it never does."""
    if s["left"] > 0 or s["free_moves"] > 0 or s["hidden"] == 1 or s["booboo"] == 1:
        return False
    return nothing_free(s)


@apart
def nothing_free(s: Any) -> bool:
    """Whether there is nothing that could be done without an action."""
    if s["second"] != S.NONE and takes_time(s, s["second"]) and has_time(s):
        return False
    if s["kinds"][s["mover"]] >> D.FIRST_INSTANT != 0:
        return False
    return s["where"][D.ALTAIR] != S.IN_ROW or take_altair(s) == 0


assert len(D.PROGRAMS) == D.CHECKOUTS
