"""The report of a search for an edition, as one HTML file: criteria met and missed, and conflicts among them."""

from __future__ import annotations

from html import escape

from asterism.core.discover import find
from asterism.core.words import word

from . import labels
from .plots import dots
from .report import figure_html, html_page
from .tuned import TuningSummary, counts

PAIRS = 3  # criteria in conflict that are shown: the strongest conflicts


def report(summary: TuningSummary) -> str:
    """The whole page."""
    title = word(find(summary.game), "title")
    names = ["standard", *(f"edition {number}" for number in range(1, len(summary.editions)))]
    kept = summary.chosen == 0
    verdict = (
        "None of the others is better beyond chance, so the standard edition stays."
        if kept
        else f"The best of them, {names[summary.chosen]}, is better than the standard edition beyond chance."
    )
    sections = [
        f"<h1>{escape(title)}: looking for an edition</h1>",
        f"<p>{len(summary.tried):,} editions were tried by quick players; then strong ones played up to "
        f"{summary.matches:,} matches of every meeting with the standard edition and with the best of the others "
        f"(compiled ones some thousands). {verdict} A criterion is <b>met</b> where all of its error bar is where it "
        "must be, <b>missed</b> where it is off by more than chance, and else <b>open</b>: so few matches cannot "
        "tell.</p>",
        f"<p><code>{escape(summary.command)}</code></p>",
        "<h2>Editions</h2><dl>",
        *(changes(name, given) for name, given in zip(names, summary.editions, strict=True)),
        "</dl>",
        table(summary, names),
        trade_offs(summary),
    ]
    return html_page(f"{title}: tuned", "".join(sections))


def changes(name: str, given: dict[str, tuple[int, int]]) -> str:
    """The numbers of an edition that differ from the standard one, as a list entry."""
    text = ", ".join(f"{number} {new} (was {old})" for number, (new, old) in given.items()) or "as it is"
    return f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"


def table(summary: TuningSummary, names: list[str]) -> str:
    """The criteria with their figures in all editions that strong players judged."""
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
        for row in summary.rows
    )
    counted = "".join(
        f'<td class="n"><small>{counts([row.verdicts[place] for row in summary.rows])}</small></td>'
        for place in range(len(names))
    )
    lines += f"<tr><td>all of them</td>{counted}</tr>"
    return (
        '<h2>Criteria</h2><div class="scroll"><table>'
        f"<thead><tr><th>must be</th>{head}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def trade_offs(summary: TuningSummary) -> str:
    """Plots of the criteria that are most in conflict, over all editions that were tried."""
    if not summary.against:
        return "<h2>What pulls against what</h2><p>Nothing: no two criteria were missed in turn.</p>"
    parts = ["<h2>What pulls against what</h2>"]
    for first, second, related in summary.against[:PAIRS]:
        points = [(off[first], off[second]) for off in summary.tried]
        one, other = (labels.criterion(summary.quick[place]) for place in (first, second))
        parts.append(
            figure_html(
                dots(points, f"off: {one}", f"off: {other}"),
                f"{one}, and {other}: the less one is missed, the more the other "
                f"(correlation {related:.2f}). Every dot is an edition that was tried; no other is better in both than "
                "a large one. 0 is met.",
            )
        )
    return "".join(parts)
