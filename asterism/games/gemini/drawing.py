"""The board as a picture of shapes: the months with their weather, the lanes, the row and the hands."""

from __future__ import annotations

from typing import Any

from asterism.kit.shapes import FAINT, INK, NIGHT, STAR, Area, Disc, Drawing, Label, Tag, box, tags

from . import decks as D
from . import state as S
from .display.page_view import checkouts, lane
from .display.seen_record import SeenRecord
from .display.text_board import holder

Shapes = list[Disc | Area | Label]

WIDTH = 1060.0
MARGIN = 20.0
MONTH = 84.0  # wide
LANE = 46.0  # high
PROGRAM, TARGET, TIME, INSTANT, INSTRUMENT = "#5a3a78", "#1d5f78", "#3c6b33", "#8a4a24", "#33446e"
WEATHERS = ("#2d7d9a", "#2f6f8f", "#4d6785", "#6b6175")  # best to poor; all that is special is red
SPECIAL = "#8f3340"


def draw(s: Any) -> Drawing:
    """From the top: months, standing, instruments in the row, one line a lane, one a seat."""
    seen = SeenRecord(s)
    shapes: Shapes = months(seen)
    y = MARGIN + 62
    shapes += standing(seen, y)
    y += 40
    rows = [("row", instruments(seen.row)), ("under the deck", instruments(s["under"].tolist()))]
    rows.append(("complete", [Tag(name, PROGRAM, STAR) for name in complete(seen)]))
    for title, row in rows:
        if row:
            shapes.append(Label((MARGIN, y + 12), title, 13, from_left=True))
            cards, y = tags(row, MARGIN + 120, y, WIDTH - 2 * MARGIN - 120)
            shapes += cards
    y += 8
    for number in seen.lanes:
        shapes += on_checkouts(seen, y) if number == D.CHECKOUTS else on_lane(seen, number, y)
        y += LANE
    y += 14
    for seat in range(int(s["seats"])):
        cards, y = hand(seen, seat, y)
        shapes += cards
    return Drawing(WIDTH, y + MARGIN, shapes)


def months(seen: SeenRecord) -> Shapes:
    """Every round of the semester with its weather, as far as it is known; this one has a bright edge."""
    shapes: Shapes = []
    for number in range(seen.number("rounds")):
        card, x, now = int(seen.s["calendar"][number]), MARGIN + MONTH * number, number + 1 == seen.round
        colour = FAINT if card == S.NONE else WEATHERS[card] if card < len(WEATHERS) else SPECIAL
        shapes.append(box(x, MARGIN, MONTH - 6, 46, colour, STAR if now else NIGHT))
        shapes.append(Label((x + MONTH / 2 - 3, MARGIN + 14), str(number + 1), 13, STAR if now else INK))
        words = D.WEATHER[card].replace("shutdown-", "shut ") if card != S.NONE else ""
        shapes.append(Label((x + MONTH / 2 - 3, MARGIN + 33), words, 12))
    return shapes


def standing(seen: SeenRecord, y: float) -> Shapes:
    """Reputation as discs, and points, Band 1 programs and cards in the deck in words."""
    shapes: Shapes = [Label((MARGIN, y + 12), "Reputation", 14, from_left=True)]
    for place in range(seen.number("most_reputation")):
        shapes.append(
            Disc((MARGIN + 105 + 24 * place, y + 12), 9, STAR if place < seen.number("reputation") else FAINT)
        )
    told = f"points {seen.points()}   Band 1 {seen.band_one()}/{seen.goal()}   deck {seen.number('deck_size')}"
    shapes.append(Label((MARGIN + 360, y + 12), told, 14, from_left=True))
    return shapes


def instruments(cards: Any) -> list[Tag]:
    return [Tag(D.INSTRUMENT_DECK[card], INSTRUMENT) for card in cards if card != S.NONE]


def complete(seen: SeenRecord) -> list[str]:
    return [D.PROGRAMS[program] for program in range(len(D.PROGRAMS)) if seen.lane[program][S.COMPLETED]]


def on_checkouts(seen: SeenRecord, y: float) -> Shapes:
    own = checkouts(seen)
    told = f"{own['hours']} h" if own["complete"] else f"{own['hours']}/{own['need']} h"
    return line("poor weather" if own["complete"] else "checkouts", holder(own), [Tag(told, TIME)], y)


def on_lane(seen: SeenRecord, number: int, y: float) -> Shapes:
    """A program: its instrument, the target with its hours, what is done, and what is still required."""
    own, row = lane(seen, number), []
    if target := own["target"]:
        due = f", due {target['due']}" if target["due"] else ""
        told = f"{target['card']} ({target['side']}) {target['hours']}/{target['need']} h{due}"
        row.append(Tag(told, TARGET, SPECIAL if due else INK))
    row += [Tag(f"{one['card']} ({one['side']}) done", TARGET, STAR) for one in own["finished"]]
    row += [Tag(f"needs {count} {kind}", NIGHT) for kind, count in own["lacking"].items()]
    return line(own["lane"], holder(own), row, y)


def line(name: str, attached: str, row: list[Tag], y: float) -> Shapes:
    shapes: Shapes = [box(MARGIN, y, WIDTH - 2 * MARGIN, LANE - 6, "#151b38", FAINT)]
    shapes += [box(MARGIN, y, 130, LANE - 6, PROGRAM, INK), Label((MARGIN + 65, y + LANE / 2 - 3), name, 14)]
    colour = INSTRUMENT if attached != "-" else NIGHT
    shapes += [box(MARGIN + 138, y + 4, 150, LANE - 14, colour, FAINT)]
    shapes.append(Label((MARGIN + 213, y + LANE / 2 - 3), attached if attached != "-" else "no instrument", 13))
    cards, _ = tags(row, MARGIN + 300, y + LANE / 2 - 15, WIDTH)
    return shapes + cards


def hand(seen: SeenRecord, seat: int, y: float) -> tuple[Shapes, float]:
    """What a seat holds, as far as the reader sees it; whose turn it is, with its role and what is left to do."""
    mine = seat == seen.mover and not seen.over
    told = f"seat {seat + 1}"
    if mine and seen.round:
        told += f", {D.ROLES[int(seen.s['role'])]}, {seen.number('left')} to do"
    shapes: Shapes = [Label((MARGIN, y + 12), told, 15, STAR if mine else INK, from_left=True)]
    held = [(D.CARDS[kind], colour_of(kind), count) for kind, count in enumerate(seen.held[seat]) if count]
    row = [Tag(name + (f" x{count}" if count > 1 else ""), colour) for name, colour, count in held]
    hidden = int(seen.s["hand_size"][seat]) - sum(seen.held[seat])
    row += [Tag(f"{hidden} hidden", NIGHT)] if hidden else []
    cards, below = tags(row, MARGIN + 260, y, WIDTH - 2 * MARGIN - 260)
    return shapes + cards, below + 4


def colour_of(kind: int) -> str:
    if kind < D.FIRST_TARGET:
        return PROGRAM
    return TARGET if kind < D.FIRST_TIME else TIME if kind < D.FIRST_INSTANT else INSTANT
