"""What a search for an edition found, as one HTML file: criteria met and missed, and what pulls against what."""

from __future__ import annotations

from html import escape

from asterism.core.discover import find
from asterism.core.words import word

from . import labels
from .plots import dots
from .report import drawn, framed
from .tuned import Story, counts

PAIRS = 3  # of criteria that pull against each other: the most opposed ones


def report(told: Story) -> str:
    """The whole page."""
    title = word(find(told.game), "title")
    names = ["standard", *(f"edition {number}" for number in range(1, len(told.editions)))]
    kept = told.chosen == 0
    verdict = (
        "None of the others is better beyond chance, so the standard edition stays."
        if kept
        else f"The best of them, {names[told.chosen]}, is better than the standard edition beyond chance."
    )
    sections = [
        f"<h1>{escape(title)}: looking for an edition</h1>",
        f"<p>{len(told.tried):,} editions were tried by quick players; then strong ones played up to {told.matches:,} "
        f"matches of every meeting with the standard edition and with the best of the others (compiled ones some "
        f"thousands). {verdict} A criterion is <b>met</b> where all of its error bar is where it must be, "
        "<b>missed</b> where it is off by more than chance, and else <b>open</b>: so few matches cannot tell.</p>",
        f"<p><code>{escape(told.command)}</code></p>",
        "<h2>Editions</h2><dl>",
        *(changes(name, given) for name, given in zip(names, told.editions, strict=True)),
        "</dl>",
        table(told, names),
        trade_offs(told),
    ]
    return framed(f"{title}: tuned", "".join(sections))


def changes(name: str, given: dict[str, tuple[int, int]]) -> str:
    told = ", ".join(f"{number} {new} (was {old})" for number, (new, old) in given.items()) or "as it is"
    return f"<dt>{escape(name)}</dt><dd>{escape(told)}</dd>"


def table(told: Story, names: list[str]) -> str:
    head = "".join(f'<th class="n">{escape(name)}</th>' for name in names)
    lines = "".join(
        f"<tr><td>{escape(labels.criterion(row.told))}<br><small>{escape(row.by)}</small></td>"
        + "".join(
            f'<td class="n {verdict}">{value.mean:.3f}<br><small>{value.low:.3f} to {value.high:.3f}<br>'
            f"{value.count:,} deals<br>{verdict}</small>"
            "</td>"
            for value, verdict in zip(row.values, row.verdicts, strict=True)
        )
        + "</tr>"
        for row in told.rows
    )
    counted = "".join(
        f'<td class="n"><small>{counts([row.verdicts[place] for row in told.rows])}</small></td>'
        for place in range(len(names))
    )
    lines += f"<tr><td>all of them</td>{counted}</tr>"
    return (
        '<h2>Criteria</h2><div class="scroll"><table>'
        f"<thead><tr><th>must be</th>{head}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def trade_offs(told: Story) -> str:
    """The pairs of criteria that pull against each other the most, over all that was tried."""
    if not told.against:
        return "<h2>What pulls against what</h2><p>Nothing: no two criteria were missed in turn.</p>"
    parts = ["<h2>What pulls against what</h2>"]
    for first, second, related in told.against[:PAIRS]:
        points = [(off[first], off[second]) for off in told.tried]
        one, other = (labels.criterion(told.quick[place]) for place in (first, second))
        parts.append(
            drawn(
                dots(points, f"off: {one}", f"off: {other}"),
                f"{one}, and {other}: the less one is missed, the more the other "
                f"(correlation {related:.2f}). Every dot is an edition that was tried; no other is better in both than "
                "a large one. 0 is met.",
            )
        )
    return "".join(parts)
