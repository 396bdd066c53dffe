"""Why not: for whatever the seat to act might try and may not, every condition that fails, in words.

The names of items and places are those of `say`. What has no entry here is legal, and the other way round: a test holds
it against `legal` in random matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asterism.core.game import Said

from . import decks as D
from . import state as S
from .table import OPTICS, SITES, Table

Reasons = dict[str, dict[str, list[Said]]]  # item -> place ("" for a button) -> all that stands against it


def reasons(s: Any) -> Reasons:
    """All that the seat to act may try in this phase and may not."""
    table = Table(s)
    found: Reasons = {}
    for item, place, why in tries(table):
        if why:
            found.setdefault(item, {})[place] = why
    return found


def tries(table: Table) -> Iterator[tuple[str, str, list[Said]]]:
    """Every item, every place it might go, and what stands against it."""
    yield from buttons(table)
    for kind, count in enumerate(table.held[table.mover]):
        if count and kind < D.FIRST_TARGET:
            yield D.CARDS[kind], "lanes", not_now(table) + why_not_activate(table)
        elif count and kind < D.FIRST_TIME:
            for lane in table.lanes:
                for side in range(len(D.SIDES)):
                    why = not_now(table) + why_not_target(table, kind - D.FIRST_TARGET, lane, side)
                    yield D.CARDS[kind], f"{D.LANE_NAMES[lane]}/{D.SIDES[side]}", why
        elif count and kind < D.FIRST_INSTANT:
            for lane in table.lanes:
                yield D.CARDS[kind], D.LANE_NAMES[lane], not_now_time(table, lane) + why_not_time(table, lane)
        elif count:
            yield from instants(table, kind - D.FIRST_INSTANT)
    yield from moves(table)


def not_now(table: Table) -> list[Said]:
    """What stands against any action at all."""
    return waiting(table) or ([] if table.s["left"] > 0 else [Said("why-no-action")])


def waiting(table: Table) -> list[Said]:
    """Something else must be done first."""
    if table.s["phase"] == S.MOVING:
        return [Said("why-move-first", {"instrument": D.INSTRUMENTS[int(table.s["owed"])]})]
    return [Said("why-search-first")] if table.s["phase"] == S.SEARCHING else []


# Buttons and instants


def buttons(table: Table) -> Iterator[tuple[str, str, list[Said]]]:
    s = table.s
    searched_in_vain = s["phase"] == S.SEARCHING and not any(s["deck"].tolist()[: D.FIRST_TIME])
    yield "end", "", [] if searched_in_vain else waiting(table)
    empty = [] if s["hand_size"][table.mover] else [Said("why-empty-hand")]
    yield "discard", "", not_now(table) + empty
    yield "search", "", not_now(table) + why_not_search(table)
    if s["booboo"]:
        why = waiting(table) + ([] if s["kept"] else [Said("why-nothing-to-take-back")])
        least = min(s["reputation"], s["before_reputation"]) if s["kept"] else s["reputation"]
        yield "booboo", "", why + ([] if least > 1 else [Said("why-last-reputation")])


def why_not_search(table: Table) -> list[Said]:
    """§11.4"""
    s = table.s
    why = [] if s["role"] == D.SCIENTIST else [Said("why-not-scientist")]
    pile = s["deck"] if s["deck_size"] else s["discards"]
    if not (s["hidden"] and s["deck_size"]) and not any(pile.tolist()[: D.FIRST_TIME]):
        why.append(Said("why-nothing-to-find"))
    return why


def instants(table: Table, instant: int) -> Iterator[tuple[str, str, list[Said]]]:
    """§14.6"""
    s, name = table.s, D.CARDS[D.FIRST_INSTANT + instant]
    if instant == D.ARCHIVE:
        for time, card in enumerate(D.TIMES):
            missing = [] if s["discards"][D.FIRST_TIME + time] else [Said("why-not-in-discards", {"card": card})]
            yield name, card, waiting(table) + missing
    elif instant == D.PRESS and s["reputation"] == s["most_reputation"]:
        yield name, "", [*waiting(table), Said("why-reputation-full", {"most": table.number("most_reputation")})]
    else:
        yield name, "", waiting(table)


# Programs, targets, time


def why_not_activate(table: Table) -> list[Said]:
    """§4.2"""
    most = table.number("most_programs")
    return [Said("why-lanes-full", {"most": most})] if len(table.lanes) - 1 >= most else []


def why_not_target(table: Table, target: int, lane: int, side: int) -> list[Said]:
    """§7"""
    if lane == D.CHECKOUTS:
        return [Said("why-no-science")]
    why, name = [], D.LANE_NAMES[lane]
    type = table.number("type", target)
    opens, closes = table.number("opens", target), table.number("closes", target)
    if not table.lacking(lane)[type]:  # §7.2
        why.append(Said("why-not-needed", {"type": D.TYPES[type], "lane": name}))
    if table.number(D.SIDES[side], target) == 0:  # §7.1
        why.append(Said("why-no-side", {"card": D.TARGETS[target], "side": D.SIDES[side]}))
    if not table.number("mode", lane) >> side & 1:  # §7.2
        why.append(Said("why-program-mode", {"lane": name, "side": D.SIDES[side]}))
    at = table.at(lane)
    if at != S.NONE:  # §7.3
        why += why_not_sky(table, at, target)
        if not int(S.USABLE[table.number("optics", at)]) >> side & 1:
            why.append(Said("why-instrument-mode", {"instrument": D.INSTRUMENTS[at], "side": D.SIDES[side]}))
    if table.round < opens or (closes and table.round > closes):  # §7.5
        closes = closes or table.number("rounds")
        why.append(Said("why-window", {"card": D.TARGETS[target], "opens": opens, "closes": closes}))
    return why


def why_not_sky(table: Table, instrument: int, target: int) -> list[Said]:
    """§7.3 §8.1.3 The target can be seen from the instrument's site."""
    site, sky = table.number("site", instrument), table.number("sky", target)
    if site & sky:
        return []
    args = {"instrument": D.INSTRUMENTS[instrument], "site": SITES[site], "card": D.TARGETS[target], "sky": SITES[sky]}
    return [Said("why-sky", args)]


def not_now_time(table: Table, lane: int) -> list[Said]:
    """§3.2 §11.3 An action, or the Operator's second card."""
    second = int(table.s["second"])
    if waiting(table) or table.s["left"] > 0 or second == S.NONE:
        return not_now(table)
    return [] if second == lane else [Said("why-second", {"lane": table.named(second)})]


def why_not_time(table: Table, lane: int) -> list[Said]:
    """§8.1, all that fails."""
    at, target, side = table.at(lane), table.lane[lane][S.TARGET], table.lane[lane][S.SIDE]
    missing = [] if at != S.NONE else [Said("why-no-instrument", {"lane": table.named(lane)})]
    if lane == D.CHECKOUTS:
        return missing
    why = [] if table.s["checked"] else [Said("why-checkouts-first")]
    if target == S.NONE:
        return [*why, Said("why-no-target", {"lane": D.LANE_NAMES[lane]}), *missing]
    why += why_not_weather(table, target, side) + missing
    if at == S.NONE:
        return why
    why += why_not_sky(table, at, target) + why_closed(table, at, target)
    if not table.number("capability", at) & table.number("method", lane):
        why.append(why_capability(table, at, lane))
    if not table.sides_now(at) >> side & 1:
        needs = table.number("optics", at) == D.WITH_ALTAIR
        args = {"instrument": D.INSTRUMENTS[at], "side": D.SIDES[side]}
        why.append(Said("why-needs-altair" if needs else "why-instrument-mode", args))
    return why


def why_not_weather(table: Table, target: int, side: int) -> list[Said]:
    """§8.1.2"""
    condition = table.number("condition")
    if table.s["clear"]:
        condition = min(condition, D.GREAT)
    type = table.number("type", target)
    why = []
    if not S.ALLOWED[condition] >> type & 1:
        why.append(Said("why-weather", {"weather": D.WEATHER[condition], "type": D.TYPES[type]}))
    if side == 1 and not S.SHARP[condition]:
        why.append(Said("why-weather-ao", {"weather": D.WEATHER[condition]}))
    return why


def why_closed(table: Table, instrument: int, target: int) -> list[Said]:
    """§8.1.4 Every site that could observe is closed; where none could, the instrument's are looked at."""
    site = table.number("site", instrument)
    sites = site & table.number("sky", target) or site
    if sites & ~table.closed:
        return []
    return [
        Said("why-closed", {"site": SITES[one], "cause": closed_by(table, one)})
        for one in (D.NORTH, D.SOUTH)
        if sites & one
    ]


def closed_by(table: Table, site: int) -> str:
    """What has closed a site: a storm or an earthquake, a shutdown, or both."""
    card = int(table.s["calendar"][table.round - 1]) if table.round else S.NONE
    special = card == (D.STORM if site == D.NORTH else D.STORM + 1)
    shutdown = bool(table.round > 1 and table.s["announced"][table.round - 2] & site)
    if special:
        return f"{D.WEATHER[card]}-and-shutdown" if shutdown else D.WEATHER[card]
    return "shutdown" if shutdown else "none"


# Instruments


def moves(table: Table) -> Iterator[tuple[str, str, list[Said]]]:
    """§5 §6"""
    for instrument in range(len(D.INSTRUMENTS)):
        here = table.where[instrument]
        if here == S.IN_ROW or here < D.LANES or instrument == table.s["owed"]:
            for lane in table.lanes:
                if lane != here:
                    yield D.INSTRUMENTS[instrument], D.LANE_NAMES[lane], why_not_move(table, instrument, lane)
            yield D.INSTRUMENTS[instrument], "under", why_not_stow(table, instrument)
    if table.where[D.ALTAIR] == S.IN_ROW or table.altair_on != S.NONE:
        for lane in table.lanes:
            if table.at(lane) != S.NONE:
                yield "altair", D.INSTRUMENTS[table.at(lane)], why_not_altair(table, table.at(lane))
        yield "altair", "under", why_not_stow(table, D.ALTAIR)


def not_now_move(table: Table, instrument: int) -> list[Said]:
    """§5.1 An action or a free move; §9.2 that of a complete program comes first."""
    if table.s["phase"] == S.MOVING and instrument == table.s["owed"]:
        return []
    return waiting(table) or ([] if table.s["left"] > 0 or table.s["free_moves"] > 0 else [Said("why-no-action")])


def why_not_move(table: Table, instrument: int, lane: int) -> list[Said]:
    """§5.1 to §5.3, §14.5"""
    name, here, there = D.INSTRUMENTS[instrument], table.where[instrument], table.at(lane)
    visitor = instrument >= D.FIRST_VISITOR
    why = not_now_move(table, instrument)
    if visitor and here < D.LANES:
        return [*why, Said("why-visitor-stays", {"instrument": name})]
    why += why_not_attach(table, instrument, lane)
    if here == S.IN_ROW:
        if visitor and table.has_visitor():
            why.append(Said("why-one-visitor"))
        if not visitor and table.in_play() >= table.number("most_instruments"):
            why.append(Said("why-most-instruments", {"most": table.number("most_instruments")}))
    if there == S.NONE:
        return why
    args = {"instrument": D.INSTRUMENTS[there], "lane": table.named(lane)}
    if there >= D.FIRST_VISITOR:
        why.append(Said("why-visitor-stays", args))
    elif here >= D.LANES:
        why.append(Said("why-occupied", args))
    else:
        why += why_not_attach(table, there, here)
    return why


def why_not_attach(table: Table, instrument: int, lane: int) -> list[Said]:
    """§5.2"""
    if lane == D.CHECKOUTS:
        return []
    why = []
    if not table.number("capability", instrument) & table.number("method", lane):
        why.append(why_capability(table, instrument, lane))
    if not int(S.USABLE[table.number("optics", instrument)]) & table.number("mode", lane):
        args = {"instrument": D.INSTRUMENTS[instrument], "lane": D.LANE_NAMES[lane]}
        side = "ao" if table.number("mode", lane) == 2 else "plain"
        why.append(Said("why-attach-mode", {**args, "side": side}))
    return why


def why_capability(table: Table, instrument: int, lane: int) -> Said:
    wanted = "imaging" if table.number("method", lane) == 1 else "spectroscopy"
    return Said(
        "why-capability", {"instrument": D.INSTRUMENTS[instrument], "lane": D.LANE_NAMES[lane], "wanted": wanted}
    )


def why_not_stow(table: Table, card: int) -> list[Said]:
    """§5.1 §6.2"""
    why = not_now_move(table, card)
    if table.where[card] == S.IN_ROW:
        why.append(Said("why-in-row", {"instrument": D.INSTRUMENT_DECK[card]}))
    return why


def why_not_altair(table: Table, instrument: int) -> list[Said]:
    """§6.1 §6.2"""
    why = waiting(table)
    if table.altair_on != S.NONE:
        why = not_now_move(table, D.ALTAIR)
    if table.altair_on == instrument:
        why.append(Said("why-altair-there", {"instrument": D.INSTRUMENTS[instrument]}))
    elif table.number("optics", instrument) != D.WITH_ALTAIR:
        optics = OPTICS[table.number("optics", instrument)]
        why.append(Said("why-not-altair", {"instrument": D.INSTRUMENTS[instrument], "optics": optics}))
    return why
