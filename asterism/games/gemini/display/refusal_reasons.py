"""Why an action is not possible: every condition that fails, in words, for all that the seat to act might try.

The names of items and places are those of `action_words`. What has no entry here is legal, and the other way
round: a test holds it against `legal` in random matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asterism.core.game import Said

from .. import decks as D
from .. import state as S
from .seen_record import OPTICS, SITES, SeenRecord

Reasons = dict[str, dict[str, list[Said]]]  # item -> place ("" for a button) -> all that stands against it


def reasons(s: Any) -> Reasons:
    """All that the seat to act may try in this phase and may not."""
    seen = SeenRecord(s)
    found: Reasons = {}
    for item, place, why in tries(seen):
        if why:
            found.setdefault(item, {})[place] = why
    return found


def tries(seen: SeenRecord) -> Iterator[tuple[str, str, list[Said]]]:
    """Every item, every place it might go, and what stands against it."""
    yield from buttons(seen)
    for kind, count in enumerate(seen.held[seen.mover]):
        if count and kind < D.FIRST_TARGET:
            yield D.CARDS[kind], "lanes", not_now(seen) + why_not_activate(seen)
        elif count and kind < D.FIRST_TIME:
            for lane in seen.lanes:
                for side in range(len(D.SIDES)):
                    why = not_now(seen) + why_not_target(seen, kind - D.FIRST_TARGET, lane, side)
                    yield D.CARDS[kind], f"{D.LANE_NAMES[lane]}/{D.SIDES[side]}", why
        elif count and kind < D.FIRST_INSTANT:
            for lane in seen.lanes:
                yield D.CARDS[kind], D.LANE_NAMES[lane], not_now_time(seen, lane) + why_not_time(seen, lane)
        elif count:
            yield from instants(seen, kind - D.FIRST_INSTANT)
    yield from moves(seen)


def not_now(seen: SeenRecord) -> list[Said]:
    """What stands against any action at all."""
    return waiting(seen) or ([] if seen.s["left"] > 0 else [Said("why-no-action")])


def waiting(seen: SeenRecord) -> list[Said]:
    """Something else must be done first."""
    if seen.s["phase"] == S.MOVING:
        return [Said("why-move-first", {"instrument": D.INSTRUMENTS[int(seen.s["owed"])]})]
    return [Said("why-search-first")] if seen.s["phase"] == S.SEARCHING else []


# Buttons and instants


def buttons(seen: SeenRecord) -> Iterator[tuple[str, str, list[Said]]]:
    s = seen.s
    searched_in_vain = s["phase"] == S.SEARCHING and not any(s["deck"].tolist()[: D.FIRST_TIME])
    yield "end", "", [] if searched_in_vain else waiting(seen)
    empty = [] if s["hand_size"][seen.mover] else [Said("why-empty-hand")]
    yield "discard", "", not_now(seen) + empty
    yield "search", "", not_now(seen) + why_not_search(seen)
    if s["booboo"]:
        why = waiting(seen) + ([] if s["kept"] else [Said("why-nothing-to-take-back")])
        least = min(s["reputation"], s["before_reputation"]) if s["kept"] else s["reputation"]
        yield "booboo", "", why + ([] if least > 1 else [Said("why-last-reputation")])


def why_not_search(seen: SeenRecord) -> list[Said]:
    """§11.4"""
    s = seen.s
    why = [] if s["role"] == D.SCIENTIST else [Said("why-not-scientist")]
    pile = s["deck"] if s["deck_size"] else s["discards"]
    if not (s["hidden"] and s["deck_size"]) and not any(pile.tolist()[: D.FIRST_TIME]):
        why.append(Said("why-nothing-to-find"))
    return why


def instants(seen: SeenRecord, instant: int) -> Iterator[tuple[str, str, list[Said]]]:
    """§14.6"""
    s, name = seen.s, D.CARDS[D.FIRST_INSTANT + instant]
    if instant == D.ARCHIVE:
        for time, card in enumerate(D.TIMES):
            missing = [] if s["discards"][D.FIRST_TIME + time] else [Said("why-not-in-discards", {"card": card})]
            yield name, card, waiting(seen) + missing
    elif instant == D.PRESS and s["reputation"] == s["most_reputation"]:
        yield name, "", [*waiting(seen), Said("why-reputation-full", {"most": seen.number("most_reputation")})]
    else:
        yield name, "", waiting(seen)


# Programs, targets, time


def why_not_activate(seen: SeenRecord) -> list[Said]:
    """§4.2"""
    most = seen.number("most_programs")
    return [Said("why-lanes-full", {"most": most})] if len(seen.lanes) - 1 >= most else []


def why_not_target(seen: SeenRecord, target: int, lane: int, side: int) -> list[Said]:
    """§7"""
    if lane == D.CHECKOUTS:
        return [Said("why-no-science")]
    why, name = [], D.LANE_NAMES[lane]
    type = seen.number("type", target)
    opens, closes = seen.number("opens", target), seen.number("closes", target)
    if not seen.lacking(lane)[type]:  # §7.2
        why.append(Said("why-not-needed", {"type": D.TYPES[type], "lane": name}))
    if seen.number(D.SIDES[side], target) == 0:  # §7.1
        why.append(Said("why-no-side", {"card": D.TARGETS[target], "side": D.SIDES[side]}))
    if not seen.number("mode", lane) >> side & 1:  # §7.2
        why.append(Said("why-program-mode", {"lane": name, "side": D.SIDES[side]}))
    at = seen.at(lane)
    if at != S.NONE:  # §7.3
        why += why_not_sky(seen, at, target)
        if not int(S.USABLE[seen.number("optics", at)]) >> side & 1:
            why.append(Said("why-instrument-mode", {"instrument": D.INSTRUMENTS[at], "side": D.SIDES[side]}))
    if seen.round < opens or (closes and seen.round > closes):  # §7.5
        closes = closes or seen.number("rounds")
        why.append(Said("why-window", {"card": D.TARGETS[target], "opens": opens, "closes": closes}))
    return why


def why_not_sky(seen: SeenRecord, instrument: int, target: int) -> list[Said]:
    """§7.3 §8.1.3 The target can be seen from the instrument's site."""
    site, sky = seen.number("site", instrument), seen.number("sky", target)
    if site & sky:
        return []
    args = {"instrument": D.INSTRUMENTS[instrument], "site": SITES[site], "card": D.TARGETS[target], "sky": SITES[sky]}
    return [Said("why-sky", args)]


def not_now_time(seen: SeenRecord, lane: int) -> list[Said]:
    """§3.2 §11.3 An action, or the Operator's second card."""
    second = int(seen.s["second"])
    if waiting(seen) or seen.s["left"] > 0 or second == S.NONE:
        return not_now(seen)
    return [] if second == lane else [Said("why-second", {"lane": seen.named(second)})]


def why_not_time(seen: SeenRecord, lane: int) -> list[Said]:
    """§8.1, all that fails."""
    at, target, side = seen.at(lane), seen.lane[lane][S.TARGET], seen.lane[lane][S.SIDE]
    missing = [] if at != S.NONE else [Said("why-no-instrument", {"lane": seen.named(lane)})]
    if lane == D.CHECKOUTS:
        return missing
    why = [] if seen.s["checked"] else [Said("why-checkouts-first")]
    if target == S.NONE:
        return [*why, Said("why-no-target", {"lane": D.LANE_NAMES[lane]}), *missing]
    why += why_not_weather(seen, target, side) + missing
    if at == S.NONE:
        return why
    why += why_not_sky(seen, at, target) + why_closed(seen, at, target)
    if not seen.number("capability", at) & seen.number("method", lane):
        why.append(why_capability(seen, at, lane))
    if not seen.sides_now(at) >> side & 1:
        needs = seen.number("optics", at) == D.WITH_ALTAIR
        args = {"instrument": D.INSTRUMENTS[at], "side": D.SIDES[side]}
        why.append(Said("why-needs-altair" if needs else "why-instrument-mode", args))
    return why


def why_not_weather(seen: SeenRecord, target: int, side: int) -> list[Said]:
    """§8.1.2"""
    condition = seen.number("condition")
    if seen.s["clear"]:
        condition = min(condition, D.GREAT)
    type = seen.number("type", target)
    why = []
    if not S.ALLOWED[condition] >> type & 1:
        why.append(Said("why-weather", {"weather": D.WEATHER[condition], "type": D.TYPES[type]}))
    if side == 1 and not S.SHARP[condition]:
        why.append(Said("why-weather-ao", {"weather": D.WEATHER[condition]}))
    return why


def why_closed(seen: SeenRecord, instrument: int, target: int) -> list[Said]:
    """§8.1.4 Every site that could observe is closed; where none could, the instrument's are looked at."""
    site = seen.number("site", instrument)
    sites = site & seen.number("sky", target) or site
    if sites & ~seen.closed:
        return []
    return [
        Said("why-closed", {"site": SITES[one], "cause": closed_by(seen, one)})
        for one in (D.NORTH, D.SOUTH)
        if sites & one
    ]


def closed_by(seen: SeenRecord, site: int) -> str:
    """What has closed a site: a storm or an earthquake, a shutdown, or both."""
    card = int(seen.s["calendar"][seen.round - 1]) if seen.round else S.NONE
    special = card == (D.STORM if site == D.NORTH else D.STORM + 1)
    shutdown = bool(seen.round > 1 and seen.s["announced"][seen.round - 2] & site)
    if special:
        return f"{D.WEATHER[card]}-and-shutdown" if shutdown else D.WEATHER[card]
    return "shutdown" if shutdown else "none"


# Instruments


def moves(seen: SeenRecord) -> Iterator[tuple[str, str, list[Said]]]:
    """§5 §6"""
    for instrument in range(len(D.INSTRUMENTS)):
        here = seen.where[instrument]
        if here == S.IN_ROW or here < D.LANES or instrument == seen.s["owed"]:
            for lane in seen.lanes:
                if lane != here:
                    yield D.INSTRUMENTS[instrument], D.LANE_NAMES[lane], why_not_move(seen, instrument, lane)
            yield D.INSTRUMENTS[instrument], "under", why_not_stow(seen, instrument)
    if seen.where[D.ALTAIR] == S.IN_ROW or seen.altair_on != S.NONE:
        for lane in seen.lanes:
            if seen.at(lane) != S.NONE:
                yield "altair", D.INSTRUMENTS[seen.at(lane)], why_not_altair(seen, seen.at(lane))
        yield "altair", "under", why_not_stow(seen, D.ALTAIR)


def not_now_move(seen: SeenRecord, instrument: int) -> list[Said]:
    """§5.1 An action or a free move; §9.2 that of a complete program comes first."""
    if seen.s["phase"] == S.MOVING and instrument == seen.s["owed"]:
        return []
    return waiting(seen) or ([] if seen.s["left"] > 0 or seen.s["free_moves"] > 0 else [Said("why-no-action")])


def why_not_move(seen: SeenRecord, instrument: int, lane: int) -> list[Said]:
    """§5.1 to §5.3, §14.5"""
    name, here, there = D.INSTRUMENTS[instrument], seen.where[instrument], seen.at(lane)
    visitor = instrument >= D.FIRST_VISITOR
    why = not_now_move(seen, instrument)
    if visitor and here < D.LANES:
        return [*why, Said("why-visitor-stays", {"instrument": name})]
    why += why_not_attach(seen, instrument, lane)
    if here == S.IN_ROW:
        if visitor and seen.has_visitor():
            why.append(Said("why-one-visitor"))
        if not visitor and seen.in_play() >= seen.number("most_instruments"):
            why.append(Said("why-most-instruments", {"most": seen.number("most_instruments")}))
    if there == S.NONE:
        return why
    args = {"instrument": D.INSTRUMENTS[there], "lane": seen.named(lane)}
    if there >= D.FIRST_VISITOR:
        why.append(Said("why-visitor-stays", args))
    elif here >= D.LANES:
        why.append(Said("why-occupied", args))
    else:
        why += why_not_attach(seen, there, here)
    return why


def why_not_attach(seen: SeenRecord, instrument: int, lane: int) -> list[Said]:
    """§5.2"""
    if lane == D.CHECKOUTS:
        return []
    why = []
    if not seen.number("capability", instrument) & seen.number("method", lane):
        why.append(why_capability(seen, instrument, lane))
    if not int(S.USABLE[seen.number("optics", instrument)]) & seen.number("mode", lane):
        args = {"instrument": D.INSTRUMENTS[instrument], "lane": D.LANE_NAMES[lane]}
        side = "ao" if seen.number("mode", lane) == 2 else "plain"
        why.append(Said("why-attach-mode", {**args, "side": side}))
    return why


def why_capability(seen: SeenRecord, instrument: int, lane: int) -> Said:
    wanted = "imaging" if seen.number("method", lane) == 1 else "spectroscopy"
    return Said(
        "why-capability", {"instrument": D.INSTRUMENTS[instrument], "lane": D.LANE_NAMES[lane], "wanted": wanted}
    )


def why_not_stow(seen: SeenRecord, card: int) -> list[Said]:
    """§5.1 §6.2"""
    why = not_now_move(seen, card)
    if seen.where[card] == S.IN_ROW:
        why.append(Said("why-in-row", {"instrument": D.INSTRUMENT_DECK[card]}))
    return why


def why_not_altair(seen: SeenRecord, instrument: int) -> list[Said]:
    """§6.1 §6.2"""
    why = waiting(seen)
    if seen.altair_on != S.NONE:
        why = not_now_move(seen, D.ALTAIR)
    if seen.altair_on == instrument:
        why.append(Said("why-altair-there", {"instrument": D.INSTRUMENTS[instrument]}))
    elif seen.number("optics", instrument) != D.WITH_ALTAIR:
        optics = OPTICS[seen.number("optics", instrument)]
        why.append(Said("why-not-altair", {"instrument": D.INSTRUMENTS[instrument], "optics": optics}))
    return why
