"""What fits what: one function for each condition of the Gemini Card Game. `reasons` tells them to people."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule

from .decks import BOTH, CHECKOUTS, FIRST_VISITOR, GREAT, PLAIN, WITH_ALTAIR
from .state import ALLOWED, AT, LACKING, NONE, SHARP, SIDE, TARGET, TYPE_BITS, TYPE_MASK, USABLE

# §5 Attaching instruments


@rule
def fits(s: Any, instrument: int, lane: int) -> bool:
    """§5.2 Whether an instrument may be attached there: the capability, and some mode in common."""
    if lane == CHECKOUTS:
        return True
    return (  # type: ignore[no-any-return]
        s["capability"][instrument] & s["method"][lane] != 0 and USABLE[s["optics"][instrument]] & s["mode"][lane] != 0
    )


@rule
def in_play(s: Any) -> int:
    """§5.3 Instruments in play, visitors not counted."""
    instruments = 0
    for place in range(s["in_use"]):
        at = s["lane"][s["lanes"][place], AT]
        instruments += 1 if NONE < at < FIRST_VISITOR else 0
    return instruments


@rule
def visitor_in_play(s: Any) -> bool:
    """§14.5 Whether there is one."""
    visitors = 0
    for place in range(s["in_use"]):
        visitors += 1 if s["lane"][s["lanes"][place], AT] >= FIRST_VISITOR else 0
    return visitors > 0


@rule
def may_enter(s: Any, instrument: int, room: bool) -> bool:
    """§5.3 Whether an instrument may come into play; `room` says whether there are fewer than the most."""
    return not visitor_in_play(s) if instrument >= FIRST_VISITOR else room


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
