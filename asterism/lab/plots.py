"""Plots as SVG text: pages with them load nothing, and print and scale well."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from .estimates import TOO_FEW, Estimate

WIDE = 420  # pixels, as are the others
LABEL = 150  # for the names on the left
ROW = 26  # height
EDGE = 14


def whiskers(rows: Sequence[tuple[str, Estimate]], mark: float | None, what: str) -> str:
    """A dot plot of shares (0 to 1, drawn in percent) with error bars, a row for each name.

    `mark` is the place of a reference line; `what` is the label of the axis. An estimate that tells nothing is drawn as
    the words "too few matches"."""
    ends = [end for _, one in rows if not one.tells_nothing for end in (one.low, one.high)]
    ends += [] if mark is None else [mark]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = max(0.02, (high - low) * 0.08)
    low, high = low - room, high + room
    height = ROW * len(rows) + 44

    def across(value: float) -> float:
        return LABEL + (WIDE - LABEL - EDGE) * (value - low) / (high - low)

    parts = [f'<svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="{escape(what)}">']
    step = nice((high - low) / 5)
    tick = -(-low // step) * step
    while tick <= high:
        x = across(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{height - 36}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - 18}">{100 * tick + 0:g}</text>')
        tick = round(tick + step, 10)
    if mark is not None:
        parts.append(f'<line class="mark" x1="{across(mark):.1f}" y1="4" x2="{across(mark):.1f}" y2="{height - 36}"/>')
    for number, (name, one) in enumerate(rows):
        y = ROW * number + ROW / 2 + 4
        parts.append(f'<text class="name" x="{LABEL - 8}" y="{y + 4:.1f}">{escape(name)}</text>')
        if one.tells_nothing:
            parts.append(f'<text x="{LABEL + 4}" y="{y + 4:.1f}">{TOO_FEW}</text>')
            continue
        parts.append(f'<line class="bar" x1="{across(one.low):.1f}" y1="{y}" x2="{across(one.high):.1f}" y2="{y}"/>')
        parts.append(f'<circle cx="{across(one.mean):.1f}" cy="{y}" r="4.5"/>')
    parts.append(f'<text class="under" x="{WIDE - EDGE}" y="{height - 3}">{escape(what)}</text></svg>')
    return "".join(parts)


def bars(counts: Sequence[int], what: str) -> str:
    """A histogram: `counts[n]` is how many observations are n. The largest half percent of observations is left out."""
    total, reached, last = sum(counts), 0, 0
    for number, count in enumerate(counts):
        reached += count
        last = number
        if reached >= 0.995 * total:
            break
    first = next((number for number, count in enumerate(counts) if count), 0)
    shown = list(range(first, last + 1))
    most = max(counts[number] for number in shown)
    height, bottom = 200, 156
    width = (WIDE - 2 * EDGE) / len(shown)
    parts = [f'<svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="{escape(what)}">']
    apart = max(1, round(len(shown) / 12))
    for place, number in enumerate(shown):
        x, tall = EDGE + place * width, 145 * counts[number] / most
        parts.append(
            f'<rect x="{x:.1f}" y="{bottom - tall:.1f}" width="{max(1.0, width - 2):.1f}" height="{tall:.1f}">'
            f"<title>{number}: {counts[number]:,} of {total:,}</title></rect>"
        )
        if place % apart == 0:
            parts.append(f'<text class="tick" x="{x + width / 2:.1f}" y="{bottom + 16}">{number}</text>')
    parts.append(f'<text class="axis" x="{WIDE / 2}" y="{height - 6}">{escape(what)}</text></svg>')
    return "".join(parts)


def nice(step: float) -> float:
    """The next larger round number: 1, 2 or 5 times a power of ten."""
    size: float = 10 ** math.floor(math.log10(step))
    for factor in (1, 2, 5):
        if step <= factor * size:
            return factor * size
    return 10 * size


def dots(points: Sequence[tuple[float, float]], across: str, up: str) -> str:
    """A scatter plot of pairs of numbers from 0 on, the smaller the better, with the Pareto front marked."""
    high = 300
    left, top, bottom = 44, 34, high - 48
    widest, tallest = (max([0.01, *(point[axis] for point in points)]) for axis in (0, 1))

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return left + (WIDE - left - EDGE) * point[0] / widest, bottom - (bottom - top) * point[1] / tallest

    parts = [f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(across)}; {escape(up)}">']
    parts.append(f'<line class="grid" x1="{left}" y1="{bottom}" x2="{WIDE - EDGE}" y2="{bottom}"/>')
    parts.append(f'<line class="grid" x1="{left}" y1="{top}" x2="{left}" y2="{bottom}"/>')
    for axis, most in enumerate((widest, tallest)):
        step = nice(most / 4)
        tick = 0.0
        while tick <= most:
            x, y = place((tick, 0) if axis == 0 else (0, tick))
            kind, x, y = ("tick", x, y + 16) if axis == 0 else ("name", x - 6, y + 4)
            parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{tick:g}</text>')
            tick = round(tick + step, 10)
    front = {point for point in points if not any(dominates(other, point) for other in points)}
    for point in sorted(set(points), key=lambda point: point in front):
        x, y = place(point)
        kind, size = ("front", 5) if point in front else ("faint", 3)
        parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>')
    parts.append(f'<text class="axis" x="{(left + WIDE) / 2}" y="{high - 6}">{escape(across)}</text>')
    parts.append(f'<text class="up" x="4" y="14">{escape(up)}</text></svg>')
    return "".join(parts)


def dominates(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Pareto dominance: whether `one` is nowhere worse than `other` and somewhere better (smaller)."""
    return one != other and one[0] <= other[0] and one[1] <= other[1]
