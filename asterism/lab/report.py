"""What was measured as one HTML file: it needs no other, is read on a phone, and can be printed."""

from __future__ import annotations

from html import escape

from asterism.core.discover import find
from asterism.core.edition import check, differences, standard
from asterism.core.words import word

from .measure import Figure, Measured, named
from .plots import bars, short, whiskers

STYLE = """
:root { color-scheme: light dark; --ink: #1b1d2b; --paper: #fbfaf7; --soft: #6b6f85; --star: #a05a00; --line: #d9d6cd }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e0; --paper: #11131f; --soft: #a2a6bd; --star: #ffc95e;
 --line: #33374d } }
@media print { :root { --ink: #000; --paper: #fff; --soft: #444; --star: #7a4400; --line: #bbb } }
body { font: 17px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem;
 margin: 0 auto; padding: 1rem 1rem 4rem }
h1, h2 { line-height: 1.2; font-family: Georgia, serif } h2 { margin-top: 2.2rem; color: var(--star) }
dl { margin: 0 } dt { font-weight: 600; margin-top: .9rem; font-variant-numeric: tabular-nums } dd { margin: 0;
 color: var(--soft) }
table { border-collapse: collapse; width: 100%; font-size: .88em; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.n, th.n { text-align: right; white-space: nowrap }
.scroll small { color: var(--soft) }
code { font: .82em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.scroll { overflow-x: auto } figure { margin: 1rem 0; break-inside: avoid } figcaption { color: var(--soft) }
svg { width: 100%; max-width: 36rem; height: auto; display: block; font: 12px system-ui, sans-serif }
svg text { fill: var(--ink) } svg .name { text-anchor: end } svg .tick, svg .axis { text-anchor: middle;
 fill: var(--soft) }
svg .grid { stroke: var(--line) } svg .mark { stroke: var(--star); stroke-dasharray: 4 3; stroke-width: 1.5 }
svg .bar { stroke: var(--ink); stroke-width: 2 } svg circle, svg rect { fill: var(--star) }
"""

SAYS = {
    "dead": "hardly ever used by strong play",
    "dominant": "the game hangs on it",
    "forced": "never a choice: nothing else is legal then",
    "misused": "this player would do better without",
}


def shown(figure: Figure) -> str:
    """A figure as people read it."""
    scale = 100 if figure.unit == "%" else 1
    places = 1 if scale == 100 or figure.value >= 10 else 2
    error = "" if figure.error is None else f" ± {scale * figure.error:.{places}f}"
    return f"{scale * figure.value:.{places}f}{' %' if figure.unit else ''}{error}"


def words_of(name: str) -> str:
    return name.replace("_", " ")


def report(measured: Measured) -> str:
    """The whole page."""
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
            edition = "an edition in which " + ", ".join(f"{k} is {a}, not {b}" for k, (a, b) in changed.items())
    about = "; ".join(part for part in (f"{setting.seats} players", edition, options and f"with {options}") if part)
    even = None if setting.team else 1 / setting.seats
    sections = [
        f"<h1>{escape(title)}</h1><p>{escape(about)}. {measured.matches:,} matches, all seats played by "
        f"<code>{escape(measured.player)}</code>; smaller questions had fewer. The truth lies within the error bars 19 "
        f"times of 20. Measured by</p><p><code>{escape(measured.command)}</code></p>",
        "<h2>Figures</h2><dl>",
        *(
            f"<dt>{escape(words_of(one.name))}: {shown(one)}</dt><dd>{escape(one.means)}</dd>"
            for one in measured.figures
        ),
        "</dl><h2>How long it takes</h2>",
        drawn(bars(measured.lengths, "turns of each player"), "Matches by how many turns each player has."),
    ]
    if not setting.team:
        seats = [(f"seat {number}", one) for number, one in enumerate(measured.seats, 1)]
        sections += [
            "<h2>Seats</h2>",
            drawn(whiskers(seats, even, "share of the matches, in 100"), "The line is an even share."),
        ]
    what = "what such a team gets, in 100" if setting.team else f"share of {measured.player} among these, in 100"
    sections += [
        "<h2>Skill</h2>",
        drawn(whiskers(measured.ladder, even, what), ladder_words(measured)),
    ]
    asked = sorted(((use.group, use.worth) for use in measured.uses if use.worth), key=lambda one: -one[1].mean)
    if asked:
        sections += [
            "<h2>What actions are worth</h2>",
            drawn(
                whiskers(asked, 0.0, "lost by whoever may not do it, points in 100"),
                "The same player, forbidden one thing, meets itself in the same deals (restricted play).",
            ),
        ]
    sections += [uses_table(measured), commands(measured)]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: measured</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"{''.join(sections)}</body></html>\n"
    )


def drawn(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def ladder_words(measured: Measured) -> str:
    if measured.setting.team:
        return "What teams get that slip so often (an action is any legal one then), and one that plays at random."
    return "Others slip so often (an action is any legal one then), or play at random. The line is an even share."


def uses_table(measured: Measured) -> str:
    rows = "".join(
        f"<tr><td>{escape(short(use.group))}{f'<br><small>{SAYS[use.verdict]}</small>' if use.verdict else ''}</td>"
        f'<td class="n">{100 * use.matches:.0f} %</td>'
        f'<td class="n">{use.often:.2f}</td><td class="n">'
        f"{f'{100 * use.worth.mean:.1f} ± {100 * use.worth.error:.1f}' if use.worth else ''}</td></tr>"
        for use in measured.uses
    )
    found = {verdict: ", ".join(map(short, named(measured, verdict))) for verdict in SAYS}
    told = "; ".join(f"{verdict}: {groups}" for verdict, groups in found.items() if groups)
    return (
        "<h2>Every action</h2><p>How many matches a player uses it in, how often in a match, and what it costs to do "
        f'without, in points of 100.{f" {escape(told)}." if told else ""}</p><div class="scroll"><table>'
        '<tr><th>action</th><th class="n">matches</th><th class="n">a match</th><th class="n">worth</th></tr>'
        f"{rows}</table></div>"
    )


def commands(measured: Measured) -> str:
    """How single questions are asked again."""
    player, setting = measured.player, measured.setting
    given = "".join(
        f" --option {one.name}={setting.options[one.name]}"
        for one in find(setting.game).options
        if setting.options[one.name] != one.default
    )
    same = f"asterism lab play {setting.game} --seats {setting.seats}{given} --all"
    asked = [f'{same} --players "{player}"']
    asked += [f'{same} --players "{player},{name}"' for name, _ in measured.ladder]
    asked += [f'{same} --players "{player}/without={use.group},{player}"' for use in measured.uses if use.worth]
    lines = "".join(f"<li><code>{escape(line)}</code></li>" for line in asked)
    return f"<h2>Ask again</h2><p>Each of these questions by itself, with more matches if you like:</p><ul>{lines}</ul>"
