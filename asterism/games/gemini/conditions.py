"""What fits what: one function for each condition of the Gemini Card Game. `reasons` tells them to people."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule

from .decks import (
    BOTH,
    CHECKOUTS,
    GREAT,
    INSTRUMENTS,
    LANES,
    OWN_BITS,
    PLAIN,
    VISITOR_BITS,
    WITH_ALTAIR,
)
from .state import ALLOWED, AT, LACKING, NONE, SHARP, SIDE, TARGET, TYPE_BITS, TYPE_MASK, USABLE, WHICH_BIT

# §5 Attaching instruments


@apart
def find_suits(s: Any) -> None:
    """§5.2 Which instruments may be attached where: the capability, and some mode in common; Checkouts takes any."""
    for lane in range(LANES):
        for instrument in range(len(INSTRUMENTS)):
            suits = lane == CHECKOUTS or (
                s["capability"][instrument] & s["method"][lane] != 0
                and USABLE[s["optics"][instrument]] & s["mode"][lane] != 0
            )
            s["suits"][lane] |= (1 if suits else 0) << instrument


@rule
def fits(s: Any, instrument: int, lane: int) -> bool:
    """§5.2 Whether an instrument may be attached there."""
    return s["suits"][lane] >> instrument & 1 == 1  # type: ignore[no-any-return]


@rule
def bit(card: int) -> int:
    """A card of the instrument deck as a bit; none for NONE."""
    return 1 << card + 1 >> 1


@rule
def lowest(bits: int) -> int:
    """The number of the lowest of some bits."""
    return WHICH_BIT[(bits & -bits) % 19]  # type: ignore[no-any-return]


@rule
def attached(s: Any) -> int:
    """The instruments in play, as bits."""
    instruments = 0
    for place in range(s["in_use"]):
        instruments |= bit(s["lane"][s["lanes"][place], AT])
    return instruments


@rule
def has_room(s: Any, in_play: int) -> bool:
    """§5.3 Whether these are fewer instruments than the most, visitors not counted."""
    room = s["most_instruments"]
    ours = in_play & OWN_BITS
    while ours > 0:
        ours &= ours - 1  # one bit less
        room -= 1
    return room > 0  # type: ignore[no-any-return]


@rule
def may_enter(s: Any, in_play: int) -> int:
    """§5.3 §14.5 The instruments of the row that may come into play beside these, as bits."""
    in_row = 0
    for card in s["row"]:
        in_row |= bit(card)
    enter = OWN_BITS if has_room(s, in_play) else 0
    return in_row & (enter | (VISITOR_BITS if in_play & VISITOR_BITS == 0 else 0))


@rule
def takes_altair(s: Any, instrument: int) -> bool:
    """§6.1 Whether Altair can be attached to an instrument, if that is in play."""
    return s["optics"][instrument] == WITH_ALTAIR and s["altair_on"] != instrument  # type: ignore[no-any-return]


# §7 Targets


@rule
def is_needed(s: Any, target: int, lane: int) -> bool:
    """§7.2 Whether the program still requires a target of this type."""
    return s["lane"][lane, LACKING] >> TYPE_BITS * s["type"][target] & TYPE_MASK > 0  # type: ignore[no-any-return]


@rule
def in_window(s: Any, target: int) -> bool:
    """§7.5 Whether a target can be played in this round."""
    closes = s["closes"][target]
    return s["opens"][target] <= s["round"] and (closes == 0 or s["round"] <= closes)  # type: ignore[no-any-return]


@rule
def sides_of(s: Any, target: int) -> int:
    """§7.1 The sides that a target has, as bits."""
    return (1 if s["plain"][target] > 0 else 0) | (2 if s["ao"][target] > 0 else 0)


@rule
def sides_on(s: Any, lane: int) -> int:
    """§7.2 §7.3 The sides that a target may be played on there, as bits: the program's, and the instrument's if any."""
    at = s["lane"][lane, AT]
    sides = s["mode"][lane]
    if at != NONE:
        sides &= USABLE[s["optics"][at]]
    return sides  # type: ignore[no-any-return]


@rule
def sites_on(s: Any, lane: int) -> int:
    """§7.3 The sites that a target played there may be seen from, as bits: the instrument's if any, else all."""
    at = s["lane"][lane, AT]
    return BOTH if at == NONE else s["site"][at]


# §8 Time


@rule
def weather(s: Any) -> int:
    """§2 The condition under which the next time card is played; §14.6 Clear skies makes it Great."""
    return GREAT if s["clear"] == 1 and s["condition"] > GREAT else s["condition"]


@rule
def sides_now(s: Any, instrument: int) -> int:
    """§6.4 The sides that an instrument can use now, as bits."""
    if s["optics"][instrument] == WITH_ALTAIR and s["altair_on"] != instrument:
        return PLAIN
    return USABLE[s["optics"][instrument]]  # type: ignore[no-any-return]


@rule
def sky_allows(s: Any, lane: int) -> bool:
    """§8.1.2 The weather allows the target's type and its side."""
    condition = weather(s)
    allowed = ALLOWED[condition] >> s["type"][s["lane"][lane, TARGET]] & 1 == 1
    return allowed and (s["lane"][lane, SIDE] == 0 or SHARP[condition] == 1)  # type: ignore[no-any-return]


@rule
def sites_open(s: Any, lane: int) -> int:
    """§8.1.3 §8.1.4 The open sites from which the instrument can observe the target, as bits."""
    sites = s["site"][s["lane"][lane, AT]] & s["sky"][s["lane"][lane, TARGET]]
    return sites & ~s["closed"]  # type: ignore[no-any-return]


@rule
def takes_time(s: Any, lane: int) -> bool:
    """§8.1 §10.3 Whether a time card may be played there now."""
    at = s["lane"][lane, AT]
    if at == NONE:
        return False
    if lane == CHECKOUTS:
        return True
    return (
        s["checked"] == 1
        and s["lane"][lane, TARGET] != NONE
        and sky_allows(s, lane)
        and sites_open(s, lane) != 0
        and s["capability"][at] & s["method"][lane] != 0
        and sides_now(s, at) & s["mode"][lane] & 1 << s["lane"][lane, SIDE] != 0
    )
