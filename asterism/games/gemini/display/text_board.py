"""The board as text, for the terminal, the log and the golden chapters."""

from __future__ import annotations

from typing import Any

from asterism.core.header import CHANCE

from .. import decks as D
from .. import state as S
from .page_view import checkouts, lane, month, weather
from .seen_record import SeenRecord
from .view_types import ActiveProgram, Attached


def show(s: Any) -> str:
    """The table in a few lines; while chance acts, the sky alone."""
    seen = SeenRecord(s)
    rows = [sky_row(seen)]
    if seen.round and s["to_act"] != CHANCE:
        rows += [row_row(seen), *lane_rows(seen), *(seat_row(seen, seat) for seat in range(int(s["seats"])))]
    return "\n".join(rows)


def sky_row(seen: SeenRecord) -> str:
    s = seen.s
    if seen.round == 0:
        return f"before round 1   Reputation {seen.number('reputation')}"
    now, sky = month(seen, seen.round), weather(seen)
    closed = [f"{site} closed" for site in now["closed"]] + [f"{site} shut next" for site in now["announced"]]
    card = "..." if sky is None else sky["card"]
    if sky is not None and sky["card"] != sky["condition"]:
        card += f" ({sky['condition']})"
    told = ", ".join([f"round {seen.round}/{seen.number('rounds')} {card}", *closed])
    return (
        f"{told}   Reputation {seen.number('reputation')}   points {seen.points()}"
        f"   Band 1 {seen.band_one()}/{seen.goal()}   deck {int(s['deck_size'])}"
    )


def row_row(seen: SeenRecord) -> str:
    s = seen.s
    under = [D.INSTRUMENT_DECK[card] for card in s["under"].tolist() if card != S.NONE]
    complete = [D.PROGRAMS[program] for program in range(len(D.PROGRAMS)) if seen.lane[program][S.COMPLETED]]
    told = f"row {' '.join(D.INSTRUMENT_DECK[card] for card in seen.row) or '-'}"
    told += f"   under {' '.join(under)}" if under else ""
    return told + (f"   complete {' '.join(complete)}" if complete else "")


def lane_rows(seen: SeenRecord) -> list[str]:
    own = checkouts(seen)
    name = "poor-weather" if own["complete"] else "checkouts"
    hours = f"{own['hours']} h" if own["complete"] else f"{own['hours']}/{own['need']} h"
    rows = [f"{name} [{holder(own)}] {hours}"]
    for program in seen.lanes:
        if program != D.CHECKOUTS:
            rows.append(program_row(lane(seen, program)))
    return rows


def holder(lane: Attached) -> str:
    return f"{lane['instrument'] or '-'}{'+altair' if lane['altair'] else ''}"


def program_row(lane: ActiveProgram) -> str:
    told = f"{lane['lane']} [{holder(lane)}]"
    if target := lane["target"]:
        due = f" due {target['due']}" if target["due"] else ""
        told += f" {target['card']}/{target['side']} {target['hours']}/{target['need']} h{due}"
    done = "".join(f" {one['card']}/{one['side']}" for one in lane["finished"])
    lacking = " ".join(f"{count} {type}" for type, count in lane["lacking"].items())
    return told + (f"   done{done}" if done else "") + f"   lacks {lacking}"


def seat_row(seen: SeenRecord, seat: int) -> str:
    s = seen.s
    hand = [
        f"{D.CARDS[kind]}{f' x{count}' if count > 1 else ''}" for kind, count in enumerate(seen.held[seat]) if count
    ]
    hidden = int(s["hand_size"][seat]) - sum(seen.held[seat])
    hand += [f"{hidden} hidden"] if hidden else []
    due = int(s["due"][seat])
    hand += [f"({due} {D.CARDS[D.RED_CARD]} due)"] if due else []
    arrow, extra = " ", ""
    if seat == seen.mover and not seen.over:
        arrow = ">"
        extra = f" as {D.ROLES[int(s['role'])]}, {seen.number('left')} to do"
        extra += f", {seen.number('free_moves')} free" if s["free_moves"] else ""
        extra += f", second on {seen.named(int(s['second']))}" if s["second"] != S.NONE else ""
        extra += f", {D.INSTRUMENTS[int(s['owed'])]} moves" if s["owed"] != S.NONE else ""
    return f"{arrow} seat {seat + 1}{extra}: {', '.join(hand) or '-'}"
