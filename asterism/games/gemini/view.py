"""The Gemini Card Game as text, and how it ended. Actions in words are in `say`, the browser's scene in `scene`."""

from __future__ import annotations

from typing import Any

from asterism.core.game import Said
from asterism.core.header import CHANCE

from . import decks as D
from . import state as S
from .drawn import Attached, Lane
from .say import costs_of, say
from .scene import checkouts, lane, month, view, weather
from .table import Table

__all__ = ["end", "say", "show", "view"]


def end(s: Any) -> Said:
    """§13 The rating, or how it was lost; and what the end has cost."""
    table = Table(s)
    return Said(
        "ended",
        {
            "rating": table.rating(),
            "points": table.points(),
            "reputation": table.number("reputation"),
            "programs": table.band_one(),
            "goal": table.goal(),
            "missing": table.missing() if s["ending"] == S.WON else 0,
            "lost": table.missing_costs(),
            **costs_of(s, table.round),
        },
    )


def show(s: Any) -> str:
    """The table in a few lines; while chance acts, the sky alone."""
    table = Table(s)
    rows = [sky_row(table)]
    if table.round and s["to_act"] != CHANCE:
        rows += [row_row(table), *lane_rows(table), *(seat_row(table, seat) for seat in range(int(s["seats"])))]
    return "\n".join(rows)


def sky_row(table: Table) -> str:
    s = table.s
    if table.round == 0:
        return f"before round 1   Reputation {table.number('reputation')}"
    now, sky = month(table, table.round), weather(table)
    closed = [f"{site} closed" for site in now["closed"]] + [f"{site} shut next" for site in now["announced"]]
    card = "..." if sky is None else sky["card"]
    if sky is not None and sky["card"] != sky["condition"]:
        card += f" ({sky['condition']})"
    told = ", ".join([f"round {table.round}/{table.number('rounds')} {card}", *closed])
    return (
        f"{told}   Reputation {table.number('reputation')}   points {table.points()}"
        f"   Band 1 {table.band_one()}/{table.goal()}   deck {int(s['deck_size'])}"
    )


def row_row(table: Table) -> str:
    s = table.s
    under = [D.INSTRUMENT_DECK[card] for card in s["under"].tolist() if card != S.NONE]
    complete = [D.PROGRAMS[program] for program in range(len(D.PROGRAMS)) if table.lane[program][S.COMPLETED]]
    told = f"row {' '.join(D.INSTRUMENT_DECK[card] for card in table.row) or '-'}"
    told += f"   under {' '.join(under)}" if under else ""
    return told + (f"   complete {' '.join(complete)}" if complete else "")


def lane_rows(table: Table) -> list[str]:
    own = checkouts(table)
    name = "poor-weather" if own["complete"] else "checkouts"
    hours = f"{own['hours']} h" if own["complete"] else f"{own['hours']}/{own['need']} h"
    rows = [f"{name} [{holder(own)}] {hours}"]
    for program in table.lanes:
        if program != D.CHECKOUTS:
            rows.append(program_row(lane(table, program)))
    return rows


def holder(lane: Attached) -> str:
    return f"{lane['instrument'] or '-'}{'+altair' if lane['altair'] else ''}"


def program_row(lane: Lane) -> str:
    told = f"{lane['lane']} [{holder(lane)}]"
    if target := lane["target"]:
        due = f" due {target['due']}" if target["due"] else ""
        told += f" {target['card']}/{target['side']} {target['hours']}/{target['need']} h{due}"
    done = "".join(f" {one['card']}/{one['side']}" for one in lane["finished"])
    lacking = " ".join(f"{count} {type}" for type, count in lane["lacking"].items())
    return told + (f"   done{done}" if done else "") + f"   lacks {lacking}"


def seat_row(table: Table, seat: int) -> str:
    s = table.s
    hand = [
        f"{D.CARDS[kind]}{f' x{count}' if count > 1 else ''}" for kind, count in enumerate(table.held[seat]) if count
    ]
    hidden = int(s["hand_size"][seat]) - sum(table.held[seat])
    hand += [f"{hidden} hidden"] if hidden else []
    due = int(s["due"][seat])
    hand += [f"({due} {D.CARDS[D.RED_CARD]} due)"] if due else []
    arrow, extra = " ", ""
    if seat == table.mover and not table.over:
        arrow = ">"
        extra = f" as {D.ROLES[int(s['role'])]}, {table.number('left')} to do"
        extra += f", {table.number('free_moves')} free" if s["free_moves"] else ""
        extra += f", second on {table.named(int(s['second']))}" if s["second"] != S.NONE else ""
        extra += f", {D.INSTRUMENTS[int(s['owed'])]} moves" if s["owed"] != S.NONE else ""
    return f"{arrow} seat {seat + 1}{extra}: {', '.join(hand) or '-'}"
