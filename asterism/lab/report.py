"""The report of a measurement, as one HTML file that loads no other, fits a phone and can be printed."""

from __future__ import annotations

import shlex
from html import escape

from asterism.core.discover import find
from asterism.core.edition import check, differences, standard
from asterism.core.words import word

from . import estimates, labels
from .estimates import Estimate
from .fairer import fairest
from .measure import Figure, Measured, Use, groups_with
from .plots import bars, whiskers
from .understanding import trusted, warning

STYLE = """
:root { color-scheme: light dark; --ink: #1b1d2b; --paper: #fbfaf7; --soft: #6b6f85; --star: #a05a00; --line: #d9d6cd;
 --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e0; --paper: #11131f; --soft: #a2a6bd; --star: #ffc95e;
 --line: #33374d; --bad: #ff8a80 } }
@media print { :root { --ink: #000; --paper: #fff; --soft: #444; --star: #7a4400; --line: #bbb } }
body { font: 17px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem;
 margin: 0 auto; padding: 1rem 1rem 4rem }
h1, h2 { line-height: 1.2; font-family: Georgia, serif } h2 { margin-top: 2.2rem; color: var(--star) }
dl { margin: 0 } dt { font-weight: 600; margin-top: .9rem; font-variant-numeric: tabular-nums } dd { margin: 0;
 color: var(--soft) }
table { border-collapse: collapse; width: 100%; font-size: .88em; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.n, th.n { text-align: right; white-space: nowrap; padding-left: .5rem }
.scroll small { color: var(--soft) } .scroll td:first-child { min-width: 6.5rem }
@media (max-width: 30rem) { table { font-size: .8em } th, td { padding-right: .2rem } td.n, th.n {
 padding-left: .2rem } }
summary { cursor: pointer }
a { color: var(--star) } li { margin: .45rem 0 }
code { font: .82em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.scroll { overflow-x: auto } figure { margin: 1rem 0; break-inside: avoid } figcaption { color: var(--soft) }
svg { width: 100%; max-width: 36rem; height: auto; display: block; font: 12px system-ui, sans-serif }
svg text { fill: var(--ink) } svg .name { text-anchor: end } svg .tick, svg .axis { text-anchor: middle;
 fill: var(--soft) }
svg .up, svg .under { fill: var(--soft) } svg .under { text-anchor: end }
svg .grid { stroke: var(--line) } svg .mark { stroke: var(--star); stroke-dasharray: 4 3; stroke-width: 1.5 }
svg circle.faint { fill: var(--soft); opacity: .45 } svg circle.front { fill: var(--star) }
tr { break-inside: avoid } tr.best td { font-weight: 700 } td.missed { color: var(--bad) }
td.open { color: var(--star) }
.warning { border-left: .3rem solid var(--bad); padding-left: .8rem; font-weight: 600; overflow-wrap: anywhere }
svg .bar { stroke: var(--ink); stroke-width: 2 } svg circle, svg rect { fill: var(--star) }
"""

BEST_ROW = ' class="best"'

NO_LEAD = "Nothing is counted during a match of this game, so who leads when, and how long it is open, cannot be told."

SAYS = {
    "dead": "hardly ever used by strong play",
    "dominant": "the game hangs on it",
    "forced": "hardly a choice: mostly nothing else is legal then",
    "misused": "this player would do better without",
}


def format_figure(figure: Figure) -> str:
    """The number of a figure as text, with its interval and unit."""
    scale = 100 if figure.unit == "%" else 1
    places = 1 if scale == 100 or figure.estimate.mean >= 10 else 2
    return estimates.format_estimate(figure.estimate, scale, places, " %" if figure.unit else "")


def tells_lead(measured: Measured) -> bool:
    """Whether a measurement has figures about the lead."""
    return any(one.name == "lead_changes" for one in measured.figures)


def report(measured: Measured) -> str:
    """The whole page."""
    warned, measured = warning(measured), trusted(measured)
    setting = measured.setting
    game = find(setting.game)
    title = word(game, "title")
    options = ", ".join(
        f"{one.name} {setting.options[one.name]}" for one in game.options if setting.options[one.name] != one.default
    )
    edition = "the standard edition" if game.numbers else ""
    if setting.edition:
        changed = differences(check(game, "measured", setting.edition), standard(game))
        if changed:
            edition = "an edition in which " + ", ".join(
                f"{labels.number(game, name)} is {new}, not {old}" for name, (new, old) in changed.items()
            )
    about = "; ".join(part for part in (f"{setting.seats} players", edition, options and f"with {options}") if part)
    even = None if setting.team else 1 / setting.seats
    sections = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="warning">{escape(warned)}</p>' if warned else "",
        f"<p>{escape(about)}. {measured.matches:,} matches, all seats played by "
        f"<code>{escape(measured.player)}</code>; smaller questions had fewer. The truth lies within the error bars 19 "
        f"times of 20. Measured by</p><p><code>{escape(measured.command)}</code></p>",
        "<h2>Figures</h2><dl>",
        *(
            f"<dt>{escape(labels.figure(one.name))}: {format_figure(one)}</dt><dd>{escape(one.means)}</dd>"
            for one in measured.figures
        ),
        "" if setting.team or tells_lead(measured) else f"<dt>lead</dt><dd>{NO_LEAD}</dd>",
        "</dl><h2>How long it takes</h2>",
        figure_html(bars(measured.lengths, "turns of each player"), "Matches by how many turns each player has."),
    ]
    if not setting.team:
        seats = [(f"seat {number}", one) for number, one in enumerate(measured.seats, 1)]
        sections += [
            "<h2>Seats</h2>",
            figure_html(whiskers(seats, even, "share of the matches, in 100"), "The line is an even share."),
            fairness(measured),
        ]
    what = "what such a team gets, in 100" if setting.team else f"share of {measured.player} among these, in 100"
    sections += [
        "<h2>Skill</h2>",
        figure_html(whiskers(measured.ladder, even, what), ladder_words(measured)),
    ]
    worths = [(labels.action(game, use.group), use.worth) for use in measured.uses if use.worth]
    asked = sorted(worths, key=lambda one: -one[1].mean)
    if asked:
        lost = (
            "what its team gets less"
            if setting.team
            else f"what it gets less than an even share, {100 / setting.seats:.1f}"
        )
        sections += [
            "<h2>What actions are worth</h2>",
            figure_html(
                whiskers(asked, 0.0, "lost by whoever may not do it, points in 100"),
                f"The same player, forbidden one thing, meets itself in the same deals (restricted play): {lost}. "
                "Whoever plays by a table or by search still plans as if it were allowed, so it may be a little less.",
            ),
        ]
    sections += [marks_table(measured), uses_table(measured), commands(measured)]
    return html_page(f"{title}: measured", "".join(sections))


def html_page(title: str, body: str) -> str:
    """A whole HTML document with its style sheet."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"{body}</body></html>\n"
    )


def fairness(measured: Measured) -> str:
    """The section about fairness between seats: all changes that were tried, with the fairest marked."""
    if not measured.fairer:
        return ""
    even = 1 / measured.setting.seats
    best = fairest(measured.fairer)
    rows = "".join(
        f"<tr{BEST_ROW if one is best else ''}><td>{escape(one[0])}</td>{''.join(map(cell, one[1]))}</tr>"
        for one in measured.fairer
    )
    told = "Nothing that was tried is fairer than the game as it is."
    if best is not measured.fairer[0]:
        told = f"Of what was tried this is the fairest: {best[0]}"
    head = "".join(f'<th class="n">{place}.</th>' for place in range(1, measured.setting.seats + 1))
    return (
        f"<h2>Who begins</h2><p>What each seat gets of 100 matches, in the order in which they begin, as it is and if "
        f"it were changed; {100 * even:.1f} would be even, and it is as fair as the seat that is furthest from that. "
        f"{escape(told)} Points at the end are counted anew in the matches that were played; other starts are "
        'played.</p><div class="scroll"><table><thead><tr><th>change</th>'
        f"{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def cell(estimate: Estimate | None) -> str:
    """A table cell with an estimate in percent. The ends of an uneven interval stand below the mean, so that columns
    are narrow enough for a phone."""
    mean, _, ends = estimates.format_estimate(estimate, 100).partition(" (") if estimate else ("", "", "")
    below = f"<br><small>{ends.rstrip(')')}</small>" if ends else ""
    return f'<td class="n">{mean}{below}</td>'


def marks_table(measured: Measured) -> str:
    """The section about marks."""
    if not measured.marks:
        return ""
    team = measured.setting.team
    rows = "".join(
        f"<tr><td>{escape(one.mark)}</td>{cell(one.matches)}{cell(one.gap) if one.gap else ''}</tr>"
        for one in measured.marks
    )
    more = " and how much more often such matches are won than others," if team else ""
    head = '<th class="n">won</th>' if team else ""
    return (
        f"<h2>What is noted</h2><p>Matches of 100 of which it is so,{more} in points of 100.</p>"
        f'<div class="scroll"><table><thead><tr><th>mark</th><th class="n">matches</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def figure_html(svg: str, caption: str) -> str:
    """A plot with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def ladder_words(measured: Measured) -> str:
    """The caption of the ladder."""
    if measured.setting.team:
        return "What teams get that slip so often (an action is any legal one then), and one that plays at random."
    return "Others slip so often (an action is any legal one then), or play at random. The line is an even share."


def uses_table(measured: Measured) -> str:
    """The section about every group of actions."""
    game = find(measured.setting.game)
    rows = "".join(
        f"<tr><td>{escape(labels.action(game, use.group))}{said_below(use)}</td>"
        f'<td class="n">{100 * use.matches.mean:.0f} %</td>'
        f'<td class="n">{use.often:.2f}</td>{cell(use.worth)}</tr>'
        for use in measured.uses
    )
    found = {verdict: ", ".join(labels.action(game, one) for one in groups_with(measured, verdict)) for verdict in SAYS}
    told = "; ".join(f"{verdict}: {groups}" for verdict, groups in found.items() if groups)
    return (
        "<h2>Every action</h2><p>How many matches a player uses it in, how often in a match, and what it costs to do "
        f'without, in points of 100.{f" {escape(told)}." if told else ""}</p><div class="scroll"><table>'
        '<thead><tr><th>action</th><th class="n">matches</th><th class="n">a match</th><th class="n">worth</th></tr>'
        f"</thead><tbody>{rows}</tbody></table></div>"
    )


def said_below(use: Use) -> str:
    """The verdict about a group of actions in words, below its name."""
    return f"<br><small>{SAYS[use.verdict]}</small>" if use.verdict else ""


def given_edition(command: str) -> str:
    """The file of the edition in a command line, quoted for a shell; empty where there is none."""
    words = shlex.split(command)
    for at, word_ in enumerate(words):
        if word_ == "--edition" and at + 1 < len(words):
            return shlex.quote(words[at + 1])
        if word_.startswith("--edition="):
            return shlex.quote(word_.removeprefix("--edition="))
    return ""


def commands(measured: Measured) -> str:
    """The section with a command for each single question."""
    player, setting = measured.player, measured.setting
    given = "".join(
        f" --option {one.name}={setting.options[one.name]}"
        for one in find(setting.game).options
        if setting.options[one.name] != one.default
    )
    given += f" --edition {edition}" if (edition := given_edition(measured.command)) else ""
    given += f" --seed {setting.seed}" if setting.seed != 1 else ""
    same = f"asterism lab play {setting.game} --seats {setting.seats}{given} --all --matches {measured.matches}"
    asked = [f'{same} --players "{player}"']
    asked += [f'{same} --players "{player},{name}"' for name, _ in measured.ladder]
    asked += [f'{same} --players "{player}/without={use.group},{player}"' for use in measured.uses if use.worth]
    lines = "".join(f"<li><code>{escape(line)}</code></li>" for line in asked)
    told = f"Each of these {len(asked)} questions by itself, with more matches if you like"
    return f"<h2>Ask again</h2><details><summary>{told}</summary><ul>{lines}</ul></details>"
