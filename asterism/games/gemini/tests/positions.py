"""Positions of the Gemini Card Game to try a rule in: described by names, changed by the places of `action_words`.

Whatever is described is taken out of the decks, so that cards are conserved. What chance brings is chosen by `meet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asterism.core.header import CHANCE
from asterism.core.match import Match

from .. import decks as D
from .. import state as S
from ..conditions import find_season, note_lanes
from ..display.refusal_reasons import reasons
from ..piles import note_card
from ..turns import start


@dataclass(frozen=True)
class Lane:
    """What lies in a lane, by name; times are those on its target."""

    instrument: str | None = None
    altair: bool = False
    target: str | None = None
    side: str = "plain"
    times: Sequence[str] = ()
    done: Sequence[str] = ()  # complete targets, on their plain side
    due: int = 0


def position(
    *,
    role: str = "coordinator",
    round: int = 3,
    weather: str = "great",
    condition: str | None = None,
    hand: Sequence[str] = (),
    others: Mapping[int, Sequence[str]] | None = None,
    lanes: Mapping[str, Lane] | None = None,
    row: Sequence[str] = (),
    checked: bool = True,
    reputation: int = 4,
    seats: int = 4,
    **options: Any,
) -> Match:
    """The seat with this role is to act; seat 0 is the Engineer, 1 the Coordinator, and so on."""
    match = Match("gemini", seats=seats, **options)
    begin(match)
    s = match.states[0]
    put_all_back(s)
    for name, lane in (lanes or {}).items():
        fill(s, name, lane)
    lay_row(s, row)
    s["round"] = round
    s["turn"] = s["order"].tolist().index(D.ROLES.index(role))
    s["checked"] = checked
    s["calendar"][:round] = D.WEATHER.index("good")
    s["calendar"][round - 1] = D.WEATHER.index(weather)
    s["condition"] = D.WEATHER.index(condition or weather)
    s["closed"] = {"storm": 1, "earthquake": 2}.get(weather, 0)
    s["reputation"] = reputation
    find_season(s)
    start(s)
    s["to_act"] = s["mover"]
    for seat, cards in {int(s["mover"]): hand, **(others or {})}.items():
        give(s, seat, cards)
    match.begin_here()
    return match


def begin(match: Match) -> None:
    """Through set-up and the first weather: roles in their order, otherwise what comes first."""
    while match.states["round"][0] == 0 or match.to_act == CHANCE:
        match.play(match.legal()[0])


def put_all_back(s: Any) -> None:
    """All cards into their decks; hands are empty, and so is the table."""
    s["deck"][:] += s["held"].sum(axis=0)
    s["deck_size"] = s["deck"].sum()
    for field in ("held", "kinds", "hand_size", "shown", "due", "drawn", "drawn_size", "played", "announced"):
        s[field] = 0
    for card in range(D.ALTAIR + 1):
        if s["where"][card] != S.OUT:
            s["where"][card] = S.IN_DECK
    s["row"][:] = S.NONE


def give(s: Any, seat: int, cards: Sequence[str]) -> None:
    """Cards from the deck into a hand."""
    for card in cards:
        take(s, card)
        s["held"][seat, D.CARDS.index(card)] += 1
        s["hand_size"][seat] += 1
        note_card(s, seat, D.CARDS.index(card))


def take(s: Any, card: str) -> None:
    kind = D.CARDS.index(card)
    assert s["deck"][kind] > 0, f"no {card} is left in the deck"
    s["deck"][kind] -= 1
    s["deck_size"] -= 1


def fill(s: Any, name: str, lane: Lane) -> None:
    """A lane as described."""
    number = D.LANE_NAMES.index(name)
    own = s["lane"][number]
    if number != D.CHECKOUTS:
        take(s, name)
        own[S.OPENED] = 1
        own[S.LACKING] = sum(int(s["targets"][number, type]) << S.TYPE_BITS * type for type in range(len(D.TYPES)))
        s["lanes"][: s["in_use"] + 1] = sorted([*s["lanes"].tolist()[: s["in_use"]], number])
        s["in_use"] += 1
    if lane.instrument:
        own[S.AT] = D.INSTRUMENTS.index(lane.instrument)
        s["where"][own[S.AT]] = number
        if lane.altair:
            s["altair_on"] = own[S.AT]
            s["where"][D.ALTAIR] = S.IN_USE
    for slot, target in enumerate(lane.done):
        take(s, target)
        own[S.FINISHED + slot] = D.TARGETS.index(target) * 2
        own[S.LACKING] -= 1 << S.TYPE_BITS * int(s["type"][D.TARGETS.index(target)])
    if lane.target:
        take(s, lane.target)
        own[S.TARGET], own[S.SIDE], own[S.DEADLINE] = D.TARGETS.index(lane.target), D.SIDES.index(lane.side), lane.due
    for time in lane.times:
        take(s, time)
        own[S.SPENT] += 1 << S.TIME_BITS * D.TIMES.index(time)
        own[S.HOURS] += s["hours"][D.TIMES.index(time)]
    note_lanes(s)


def lay_row(s: Any, row: Sequence[str]) -> None:
    """The named cards, then whatever is in the deck."""
    free = [
        card for card in range(D.ALTAIR + 1) if s["where"][card] == S.IN_DECK and D.INSTRUMENT_DECK[card] not in row
    ]
    chosen = [D.INSTRUMENT_DECK.index(card) for card in row] + free
    for place in range(min(int(s["face_up"]), len(chosen))):
        s["row"][place] = chosen[place]
        s["where"][chosen[place]] = S.IN_ROW


# What may be done, and doing it


def places(match: Match) -> dict[str, int]:
    """The legal actions by their places."""
    return {match.game.say(match.states[0], action).place: action for action in match.legal()}


def can(match: Match, place: str) -> bool:
    return place in places(match)


def do(match: Match, *steps: str) -> Match:
    """Play the actions with these places, one after the other."""
    for place in steps:
        legal = places(match)
        assert place in legal, f"{place} is not among {sorted(legal)}"
        match.play(legal[place])
    return match


def why(match: Match, place: str) -> set[str]:
    """The reasons why an action is not possible; none if it is."""
    item, _, there = place.partition(">")
    found = {said.id for said in reasons(match.states[0]).get(item, {}).get(there, [])}
    assert bool(found) != can(match, place), f"{place}: {found or 'no reason'}, legal: {can(match, place)}"
    return found


def meet(match: Match, *wanted: str) -> Match:
    """Chance acts until a seat is to: what is wanted first, where it can be, then Good weather and the first card."""
    names = {
        **{f"draw {card}": S.DRAW + kind for kind, card in enumerate(D.CARDS)},
        **{f"lay {card}": S.LAY + number for number, card in enumerate(D.INSTRUMENT_DECK)},
        **{f"visit {card}": S.VISIT + number for number, card in enumerate(D.INSTRUMENTS[D.FIRST_VISITOR :])},
        **{card: S.TURN_UP + number for number, card in enumerate(D.WEATHER)},
    }
    left = [names[one] for one in wanted]
    while not match.over and match.to_act == CHANCE:
        legal = match.legal()
        usual = S.TURN_UP + D.WEATHER.index("good")
        action = left.pop(0) if left and left[0] in legal else usual if usual in legal else legal[0]
        match.play(action)
    assert not left, f"chance did not come to {wanted}"
    return match


def skip_to(match: Match, round: int, *wanted: str) -> Match:
    """Everyone ends their turns until this round begins, with the wanted weather."""
    while not match.over and match.states["round"][0] < round:
        if match.to_act == CHANCE:
            meet(match)
        else:
            do(match, "end")
            if match.states["round"][0] == round:
                return meet(match, *wanted)
    return match


def hand_of(match: Match, seat: int) -> list[str]:
    s = match.states[0]
    return [card for kind, card in enumerate(D.CARDS) for _ in range(int(s["held"][seat, kind]))]


def discards_of(match: Match) -> list[str]:
    return [card for kind, card in enumerate(D.CARDS) for _ in range(int(match.states["discards"][0, kind]))]


def at(match: Match, lane: str) -> str | None:
    """The instrument in a lane."""
    found = int(match.states["lane"][0, D.LANE_NAMES.index(lane), S.AT])
    return None if found == S.NONE else D.INSTRUMENTS[found]


def all_cards(match: Match) -> list[int]:
    """How many cards of each kind there are, wherever they lie."""
    s = match.states[0]
    cards = [int(n) for n in s["deck"] + s["discards"] + s["held"].sum(axis=0)]
    for lane, own in enumerate(s["lane"].tolist()):
        if own[S.OPENED]:
            cards[lane] += 1
        for target in [own[S.TARGET], *(own[S.FINISHED + slot] // 2 for slot in range(2))]:
            if target >= 0:
                cards[D.FIRST_TARGET + target] += 1
        for time in range(len(D.TIMES)):
            for packed in (own[S.SPENT], own[S.USED]):
                cards[D.FIRST_TARGET + len(D.TARGETS) + time] += packed >> S.TIME_BITS * time & 255
    return cards
