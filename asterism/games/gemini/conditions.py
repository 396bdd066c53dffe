"""What fits what: one function for each condition of the rules. `display/refusal_reasons.py` puts them into words."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.kit import bits

from . import decks as D
from . import state as S

EVERY_LANE = (4 ** len(D.PROGRAMS) - 1) // 3  # the first of two bits for each program

# §5 Attaching instruments


@apart
def find_matches(s: Any) -> None:
    """§5.2 Which instruments may be attached where: the capability, and some mode in common; Checkouts takes any.
    §6.1 Which of them can use Altair; §7.1 which sides targets have."""
    for instrument in range(len(D.INSTRUMENTS)):
        for lane in range(D.LANES):
            suits = lane == D.CHECKOUTS or (
                s["capability"][instrument] & s["method"][lane] != 0
                and S.USABLE[s["optics"][instrument]] & s["mode"][lane] != 0
            )
            s["homes"][instrument] |= (1 if suits else 0) << lane
        s["with_altair"] |= (1 if s["optics"][instrument] == D.WITH_ALTAIR else 0) << instrument
    for target in range(len(D.TARGETS)):
        s["faces"][target] = sides_of(s, target) * EVERY_LANE


@rule
def homes_now(s: Any, instrument: int) -> int:
    """§5.1 §5.2 The lanes without an instrument to which this one may be attached, as bits."""
    return s["homes"][instrument] & s["free"]  # type: ignore[no-any-return]


@rule
def bit(card: int) -> int:
    """A card of the instrument deck as a bit; none for NONE."""
    return 1 << card + 1 >> 1


@rule
def has_room(s: Any) -> bool:
    """§5.3 Whether fewer instruments than the most are in play, visitors not counted."""
    return bits.count(s["in_play"] & D.OWN_BITS) < s["most_instruments"]  # type: ignore[no-any-return]


@rule
def may_enter(s: Any) -> int:
    """§5.3 §14.5 The instruments of the row that may come into play, as bits."""
    in_row = 0
    for card in s["row"]:
        in_row |= bit(card)
    enter = D.OWN_BITS if has_room(s) else 0
    return in_row & (enter | (D.VISITOR_BITS if s["in_play"] & D.VISITOR_BITS == 0 else 0))


@rule
def take_altair(s: Any) -> int:
    """§6.1 The instruments in play to which Altair can be attached, as bits."""
    return s["in_play"] & s["with_altair"] & ~bit(s["altair_on"])  # type: ignore[no-any-return]


# §7 Targets


@rule
def is_needed(s: Any, target: int, lane: int) -> bool:
    """§7.2 Whether the program still requires a target of this type."""
    return s["lane"][lane, S.LACKING] >> S.TYPE_BITS * s["type"][target] & S.TYPE_MASK > 0  # type: ignore[no-any-return]


@rule
def in_window(s: Any, target: int) -> bool:
    """§7.5 Whether a target can be played in this round."""
    closes = s["closes"][target]
    return s["opens"][target] <= s["round"] and (closes == 0 or s["round"] <= closes)  # type: ignore[no-any-return]


@apart
def find_season(s: Any) -> None:
    """§7.5 The targets that can be played in this round."""
    s["in_season"] = 0
    for target in range(len(D.TARGETS)):
        s["in_season"] |= (1 if in_window(s, target) else 0) << target


@rule
def sides_of(s: Any, target: int) -> int:
    """§7.1 The sides that a target has, as bits."""
    return (1 if s["plain"][target] > 0 else 0) | (2 if s["ao"][target] > 0 else 0)


@rule
def sides_on(s: Any, lane: int) -> int:
    """§7.2 §7.3 The sides that a target may be played on there, as bits: the program's, and the instrument's if any."""
    at = s["lane"][lane, S.AT]
    sides = s["mode"][lane]
    if at != S.NONE:
        sides &= S.USABLE[s["optics"][at]]
    return sides  # type: ignore[no-any-return]


@rule
def sites_on(s: Any, lane: int) -> int:
    """§7.3 The sites that a target played there may be seen from, as bits: the instrument's if any, else all."""
    at = s["lane"][lane, S.AT]
    return D.BOTH if at == S.NONE else s["site"][at]


# What follows from the lanes


@apart
def note_instrument(s: Any, lane: int) -> None:
    """Keep what follows from a lane, once an instrument has come or gone: so nobody has to look through all of them to
    see where something can go."""
    note_use(s, lane)
    if lane == D.CHECKOUTS:
        return
    sites = sites_on(s, lane)
    for sky in range(D.NORTH, D.BOTH + 1):
        s["sees"][sky] = bits.put(s["sees"][sky], 2 * lane, 2, 3 if sites & sky else 0)
    s["sides"] = bits.put(s["sides"], 2 * lane, 2, sides_on(s, lane))


@apart
def note_target(s: Any, lane: int) -> None:
    """The same for a program, once it has come, or a target has come or gone."""
    note_use(s, lane)
    lacking = s["lane"][lane, S.LACKING]
    for type in range(len(D.TYPES)):
        s["lacks"][type] = bits.put(
            s["lacks"][type], 2 * lane, 2, 3 if lacking >> S.TYPE_BITS * type & S.TYPE_MASK else 0
        )


@rule
def note_use(s: Any, lane: int) -> None:
    """Whether a lane waits for an instrument, and whether its instrument has a target."""
    free = s["lane"][lane, S.AT] == S.NONE
    active = (s["lane"][lane, S.LACKING] > 0) | (lane == D.CHECKOUTS)
    s["free"] = bits.put(s["free"], lane, 1, 1 if free & active else 0)
    s["aimed"] = bits.put(s["aimed"], lane, 1, 0 if free | (s["lane"][lane, S.TARGET] == S.NONE) else 1)


@rule
def note_exchanges(s: Any, instrument: int, lane: int) -> None:
    """§5.1 Keep which of our instruments in play may change places with this one, which has come to a lane: with the
    earlier of the two, where the later one is. An instrument that is on no lane is `where` none has a home."""
    later = 0
    for other in range(len(D.OWN)):
        there = s["where"][other]
        fits = s["homes"][instrument] >> there & s["homes"][other] >> lane & 1
        s["exchanges"][other] |= (fits if other < instrument else 0) << lane
        later |= (fits if other > instrument else 0) << there
    s["exchanges"][instrument] |= later


@rule
def forget_exchanges(s: Any, instrument: int, lane: int) -> None:
    """The same for one of ours that leaves its lane."""
    for other in range(len(D.OWN)):
        s["exchanges"][other] &= ~(1 << lane)
    s["exchanges"][instrument] = 0


@apart
def note_lanes(s: Any) -> None:
    """All of them anew."""
    s["in_play"] = 0
    for instrument in range(len(D.OWN)):
        s["exchanges"][instrument] = 0
    for lane in range(D.LANES):
        at = s["lane"][lane, S.AT]
        s["in_play"] |= bit(at)
        if at != S.NONE and at < len(D.OWN):
            note_exchanges(s, at, lane)
        note_instrument(s, lane)
        if lane != D.CHECKOUTS:
            note_target(s, lane)


# §8 Time


@rule
def weather(s: Any) -> int:
    """§2 The condition under which the next time card is played; §14.6 Clear skies makes it Great."""
    return D.GREAT if s["clear"] == 1 and s["condition"] > D.GREAT else s["condition"]


@rule
def sides_now(s: Any, instrument: int) -> int:
    """§6.4 The sides that an instrument can use now, as bits."""
    usable = S.USABLE[s["optics"][instrument]]
    waits = (s["optics"][instrument] == D.WITH_ALTAIR) & (s["altair_on"] != instrument)
    return D.PLAIN if waits else usable


@rule
def sky_allows(s: Any, lane: int) -> bool:
    """§8.1.2 The weather allows the target's type and its side."""
    condition = weather(s)
    allowed = S.ALLOWED[condition] >> s["type"][s["lane"][lane, S.TARGET]] & 1 == 1
    return allowed & (s["lane"][lane, S.SIDE] <= S.SHARP[condition])  # type: ignore[no-any-return]


@rule
def sites_open(s: Any, lane: int) -> int:
    """§8.1.3 §8.1.4 The open sites from which the instrument can observe the target, as bits."""
    sites = s["site"][s["lane"][lane, S.AT]] & s["sky"][s["lane"][lane, S.TARGET]]
    return sites & ~s["closed"]  # type: ignore[no-any-return]


@rule
def takes_time(s: Any, lane: int) -> bool:
    """§8.1 §10.3 Whether a time card may be played there now."""
    at = s["lane"][lane, S.AT]
    if at == S.NONE:
        return False
    if lane == D.CHECKOUTS:
        return True
    return s["checked"] == 1 and s["lane"][lane, S.TARGET] != S.NONE and observes(s, lane)


@rule
def observes(s: Any, lane: int) -> bool:
    """§8.1.2 to §8.1.6 Whether the instrument of a program can observe its target now. All is looked at, without a
    branch: no processor could foretell it."""
    at = s["lane"][lane, S.AT]
    capable = s["capability"][at] & s["method"][lane] != 0
    sides = sides_now(s, at) & s["mode"][lane] & 1 << s["lane"][lane, S.SIDE]
    return sky_allows(s, lane) & (sites_open(s, lane) != 0) & capable & (sides != 0)  # type: ignore[no-any-return]
