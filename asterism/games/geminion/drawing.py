"""The board as a picture of shapes: the gems and the piles, then the cards of every seat in their order."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from asterism.kit.shapes import INK, NIGHT, STAR, Area, Disc, Drawing, Label, Tag, box, tags

from . import state as S
from .view import area_of, deck_of, discard_of, in_hand, is_there

WIDTH = 1000.0
MARGIN = 20.0
TITLES = 110.0  # wide, before the cards of a row
PILE = (100.0, 118.0)  # wide, high
GEM, COIN, OTHER = "#1f6f62", "#7a5c14", "#453f7d"  # cards that take gems, that give coins, and that do neither


def draw(s: Any) -> Drawing:
    """What can be bought at the top; below it each seat, with hand and play area of the one whose turn it is."""
    shapes, y = piles(s)
    for seat in range(int(s["seats"])):
        mine = int(s["mover"]) == seat
        gems = int(s["taken"][seat])
        shapes.append(Label((MARGIN, y + 12), f"seat {seat + 1}", 17, STAR if mine else INK, from_left=True))
        shapes += [Disc((MARGIN + 90, y + 12), 13, GEM, INK), Label((MARGIN + 90, y + 12), str(gems), 13)]
        y += 32
        mixed = in_hand(s["mixed"][seat])
        rows = [("shuffled deck", mixed) if mixed else ("deck", deck_of(s, seat)), ("discard", discard_of(s, seat))]
        if mine:
            rows += [("hand", in_hand(s["held"])), ("in play", area_of(s))]
        for title, kinds in rows:
            shapes.append(Label((MARGIN, y + 12), title, 13, from_left=True))
            cards, y = tags(runs(s, kinds), MARGIN + TITLES, y, WIDTH - 2 * MARGIN - TITLES)
            shapes += cards
        if mine:
            shapes.append(Label((MARGIN, y + 8), f"coins to spend: {int(s['purse'])}", 13, STAR, from_left=True))
            y += 26
        y += 14
    return Drawing(WIDTH, y, shapes)


def piles(s: Any) -> tuple[list[Disc | Area | Label], float]:
    """The gems in the middle, and every card that can be bought: its cost, what it does, and how many are left."""
    wide, high = PILE
    x, y = MARGIN + 90, MARGIN
    shapes: list[Disc | Area | Label] = [Disc((MARGIN + 36, y + 36), 34, GEM, INK)]
    shapes += [Label((MARGIN + 36, y + 36), str(int(s["bank"])), 26), Label((MARGIN + 36, y + 84), "gems", 13)]
    for kind in range(S.KINDS):
        if not is_there(s, kind):
            continue
        if x + wide > WIDTH - MARGIN:
            x, y = MARGIN + 90, y + high + 8
        shapes.append(box(x, y, wide, high, colour_of(s, kind), INK))
        shapes += [Disc((x + 15, y + 15), 11, STAR), Label((x + 15, y + 15), str(int(s["cost"][kind])), 14, NIGHT)]
        middle = x + wide / 2
        shapes.append(Label((middle + 10, y + 15), S.CARDS[kind], 14))
        shapes += [Label((middle, y + 40 + 18 * row), line, 12) for row, line in enumerate(does(s, kind))]
        shapes.append(Label((middle, y + high - 14), f"{int(s['supply'][kind])} left", 13))
        x += wide + 8
    return shapes, y + high + 20


def does(s: Any, kind: int) -> list[str]:
    """What a card brings, a line each."""
    return [f"{name} +{int(s[name][kind])}" for name in ("gems", "coins", "draws") if s[name][kind]]


def colour_of(s: Any, kind: int) -> str:
    return GEM if s["gems"][kind] else COIN if s["coins"][kind] else OTHER


def runs(s: Any, kinds: list[int]) -> list[Tag]:
    """Cards in order, alike ones that lie together as one with their number."""
    counted = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return [Tag(S.CARDS[kind] + (f" x{n}" if n > 1 else ""), colour_of(s, kind)) for kind, n in counted]
