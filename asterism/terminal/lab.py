"""The verb `lab`: progress bars while matches are played, and the results as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import rich.table
from rich.console import Console
from rich.markup import escape

from asterism.core.discover import find
from asterism.core.edition import Edition, standard
from asterism.core.game import BadInput
from asterism.lab import criteria as wanted
from asterism.lab import labels, saved, tuned, understanding
from asterism.lab import measure as figures
from asterism.lab import report as page
from asterism.lab import tune as tuning
from asterism.lab.arena import Question, question, run, setting_of, share_of
from asterism.lab.batch import Rows, Setting
from asterism.lab.compare import changes, differences
from asterism.lab.estimates import TOO_FEW, WIDEST, Estimate, format_estimate, mean_of
from asterism.lab.fairer import fairest
from asterism.lab.options import effects
from asterism.lab.rows import Folder, arrow
from asterism.lab.tune import TuningBudget
from asterism.lab.workers import Cores

from .progress import progress

COLOURS = {"met": "green", "open": "yellow", "missed": "red"}


@dataclass(frozen=True)
class Setup:
    """A game with seats, options, edition and seed: the setting of a question, but for the players."""

    game: str
    seats: int | None
    options: Mapping[str, int]
    edition: Edition | None
    seed: int
    cores: Cores
    start: str = ""

    def setting(self, players: Sequence[str]) -> Setting:
        """The setting with these players."""
        return setting_of(self.game, players, self.seats, self.options, self.edition, self.seed, self.start)


def stopped(console: Console, kept: str = "") -> int:
    """Print what a run stopped by Ctrl-C leaves; returns its exit status."""
    console.print(f"Stopped; {kept}, and the same command goes on." if kept else "Stopped; nothing of it is kept.")
    return 130


def percent(value: float) -> str:
    """A share as text."""
    return f"{100 * value:.1f} %"


def with_error(estimate: Estimate) -> str:
    """An estimated share with its error, as text."""
    return format_estimate(estimate, 100, unit=" %")


def play(console: Console, setup: Setup, players: Sequence[str], matches: int, within: float, place: Path) -> int:
    """Play matches between players until it is decided who is better, and print the shares. `within` (0 to 0.5):
    decided when a share is known to so much; 0: all matches are played."""
    if not 0 <= within <= 0.5:
        raise BadInput("--within goes from 0 to 50 points in 100")
    arrow()  # fails now, not after matches that could not be kept
    setting = setup.setting(players)
    folder = Folder(place, setting)
    try:
        with progress(console, f"{setting.game}: {', '.join(dict.fromkeys(setting.players))}") as tell:
            rows = run(
                setting,
                matches,
                cores=setup.cores,
                folder=folder,
                within=within,
                tell=tell,
            )
    except KeyboardInterrupt:
        kept = folder.read()
        return stopped(console, f"{kept.size if kept else 0:,} matches are kept")
    print_shares(console, setting, rows)
    console.print(verdict(setting, question(setting, rows), rows.size, matches, within))
    console.print(f"Rows: {folder.path}/rows-*.parquet")
    return 0


def print_shares(console: Console, setting: Setting, rows: Rows) -> None:
    """Print the shares by player and by seat, and the lengths of matches."""
    lines = rich.table.Table("", "share", box=None, header_style="bold yellow")
    for name in dict.fromkeys(setting.players):
        lines.add_row(name, with_error(mean_of(share_of(setting, rows, name))))
    if not setting.team:
        for seat in range(setting.seats):
            deals = rows.share[:, seat].reshape(-1, setting.rotations).mean(1)
            lines.add_row(f"[dim]seat {seat + 1}[/]", f"[dim]{with_error(mean_of(deals))}[/]")
    console.print(lines)
    console.print(
        f"{rows.size:,} matches, on average {rows.length.mean():.0f} actions and {rows.turns.mean():.0f} turns"
        + (f"; {int(rows.cut.sum()):,} did not end" if rows.cut.any() else "")
    )


def verdict(setting: Setting, asked: Question, played: int, wanted: int, within: float) -> str:
    """The conclusion in one sentence: whether it is decided, and how."""
    if within == 0:
        estimate = asked.estimate()
        low, high = estimate.low, estimate.high
        method = "19 times of 20"
    else:
        low, high = asked.interval()
        method = "19 times of 20 for all looks together: a confidence sequence"
    if high - low >= WIDEST:
        return f"Not decided: {played:,} are {TOO_FEW} to tell what {asked.about} gets."
    ends = [percent(asked.scale * min(1.0, max(0.0, end)) + asked.offset) for end in (low, high)]
    between = f"the share of {asked.about} lies between {ends[0]} and {ends[1]} ({method})"
    if asked.even is None:
        return f"Known: {between}."
    even = percent(asked.scale * asked.even + asked.offset)
    if low > asked.even or high < asked.even:
        told = "more" if low > asked.even else "less"
        return f"Decided after {played:,} matches: {told} than {even}, which would be even; {between}."
    if within and high - low <= 2 * within:
        return (
            f"Even to within {100 * asked.scale * within:g} points after {played:,} matches: {between}; it is {even}."
        )
    return f"Not decided after {played:,} matches: {between}; {even} would be even."


def measure(
    console: Console, setup: Setup, player: str | None, matches: int, worth: bool, file: Path | None, command: str
) -> int:
    """Measure a game as a player plays it, print the figures, and save them if there is a file."""
    if file:
        saved.place_for(file)
    setting = setup.setting([player or usual_player(setup)])
    try:
        with progress(console, f"{setting.game}: {setting.players[0]}") as tell:
            measured = figures.measure(
                setting,
                matches,
                cores=setup.cores,
                uses=worth,
                command=command,
                tell=tell,
            )
    except KeyboardInterrupt:
        return stopped(console)
    print_measured(console, measured)
    if file:
        saved.save(file, saved.to_text(measured))
    return 0


def usual_player(setup: Setup) -> str:
    """The default player: the best quick one, with random slips if otherwise the same seat always wins."""
    game = find(setup.game)
    seats = max(2, game.seats[0]) if setup.seats is None else setup.seats
    player = figures.strong(game, seats, game.check_options(seats, setup.options))
    return figures.slipping(player, figures.LUCK_SLIP) if figures.always_won_alike(setup.setting([player])) else player


def print_measured(console: Console, measured: figures.Measured) -> None:
    """Print all figures of a measurement."""
    if warned := understanding.warning(measured):
        console.print(f"[bold red]{escape(warned)}[/]", soft_wrap=True)
    measured = understanding.trusted(measured)
    game = find(measured.setting.game)
    lines = rich.table.Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for one in measured.figures:
        lines.add_row(labels.figure(one.name), page.format_figure(one), f"[dim]{one.means}[/]")
    for name, estimate in measured.ladder:
        what = "what such a team gets" if measured.setting.team else f"what {measured.player} gets among these"
        lines.add_row(name, with_error(estimate), f"[dim]{what}[/]")
    console.print(lines)
    if not measured.setting.team and not page.tells_lead(measured):
        console.print(page.NO_LEAD)
    for verdict, words in page.SAYS.items():
        if found := figures.groups_with(measured, verdict):
            said = ", ".join(labels.action(game, group) for group in found)
            console.print(f"[bold]{verdict}[/] ({words}): {said}")
    for mark in measured.marks:
        gap = format_estimate(mark.gap, 100) if mark.gap else TOO_FEW
        more = f", won {gap} points more often then" if gap != TOO_FEW else ""
        console.print(f"  {mark.mark}: {with_error(mark.matches)} of the matches{more}")
    for way in measured.fairer:
        told = f"{way[0]} [dim]Seats get[/] {', '.join(map(with_error, way[1]))}"
        console.print(f"  [bold]{told}[/]" if way is fairest(measured.fairer) else f"  {told}")
    worths = [(use, use.worth) for use in measured.uses if use.worth and use.verdict != "forced"]
    for use, worth in sorted(worths, key=lambda one: -one[1].mean):
        used = percent(use.matches.mean)
        console.print(f"  {labels.action(game, use.group)}: worth {with_error(worth)}, used in {used} of the matches")


def compare(console: Console, before: Path, after: Path) -> int:
    """Print the significant differences between two measurements (more than three standard errors)."""
    one, other = saved.load(before), saved.load(after)
    for file, measured in ((before, one), (after, other)):
        if warned := understanding.warning(measured):
            console.print(f"[bold red]{file}: {escape(warned)}[/]", soft_wrap=True)
    if one.setting.game != other.setting.game:
        console.print(f"{one.setting.game} and {other.setting.game} are two games: nothing to compare")
        return 2
    if apart := list(differences(one, other)):
        console.print(f"[bold]Not alike:[/] {'; '.join(apart)}. Figures may differ for that alone.")
    found = list(changes(one, other))
    lines = rich.table.Table("", before.stem, after.stem, "difference", box=None, header_style="bold yellow")
    for change in (change for change in found if change.sure):
        scale, unit = (100, " %") if change.unit == "%" else (1, "")
        lines.add_row(
            labels.figure(change.name),
            f"{scale * change.before.mean:.1f}{unit}",
            f"{scale * change.after.mean:.1f}{unit}",
            f"{scale * change.moved:+.1f} ± {scale * change.error:.1f}",
        )
    if lines.row_count:
        console.print(lines)
    console.print(
        f"{lines.row_count} of {len(found)} figures differ by more than three standard errors; others may be chance."
    )
    return 0


def report(console: Console, file: Path, to: Path | None) -> int:
    """Write a measurement, or a search for an edition, as an HTML page."""
    text = saved.read(file)
    to = to or file.with_suffix(".html")
    saved.place_for(to)
    saved.save(to, saved.page_of(text, str(file)))
    console.print(f"Written: {to}")
    return 0


def tune(
    console: Console,
    name: str,
    criteria: Path | None,
    to: Path,
    budget: TuningBudget,
    seed: int,
    cores: Cores,
    command: str,
) -> int:
    """Search for an edition; print which criteria it meets, and which are in conflict."""
    if to.suffix != ".toml":
        raise BadInput(f"an edition is written as a .toml file, not {to.name}")
    saved.place_for(to)
    game = find(name)
    asked = wanted.load(game, criteria) if criteria else wanted.own_criteria(game)
    study = to.with_suffix(".study")
    try:
        with progress(console, f"{game.name}: {asked.title}") as tell:
            found = tuning.tune(game, asked, budget, study, seed=seed, cores=cores, tell=tell)
    except KeyboardInterrupt:
        return stopped(console, f"what was tried is kept in {study}")
    except OSError as problem:
        if study.is_file() and study.stat().st_size == 0:
            study.unlink()
        raise BadInput(f"cannot keep what is tried in {study}: {problem.strerror}") from None
    saved.save(to, tuning.to_toml(game, found.edition))
    summary = tuned.summarize(game, found, budget.strong_matches, command)
    saved.save(to.with_suffix(".json"), tuned.to_text(summary))
    met = print_criteria(console, found.table)
    asked_first = tuning.quick(asked)
    for first, second, related in found.against:
        one, other = (labels.criterion(asked_first[place].text) for place in (first, second))
        console.print(f"[dim]{one}[/] and [dim]{other}[/] pull against each other ({related:.2f})")
    if found.chosen is found.candidates[0]:
        told = f"None of {len(found.tried)} editions is better than the standard one beyond chance: that is in {to}."
        console.print(told)
    else:
        console.print(f"Of {len(found.tried)} editions the best is in {to}.")
    return 0 if met else 1


def check(console: Console, setup: Setup, file: Path | None, matches: int, place: Path | None) -> int:
    """Print which criteria an edition meets, as strong players play it."""
    game = find(setup.game)
    asked = wanted.load(game, file) if file else wanted.own_criteria(game)
    edition = setup.edition or standard(game)
    try:
        with progress(console, game.name) as tell:
            misled = understanding.of_criteria(game, asked.criteria, edition, setup.cores, setup.seed)
            judge = tuning.Judge(game, asked.criteria, matches, setup.seed, cores=setup.cores, place=place)
            values = judge.values(edition, tell)
    except KeyboardInterrupt:
        return stopped(console, f"what was played is kept in {place}" if place else "")
    if misled:
        instead = f'strong = "{understanding.INSTEAD}" in the criteria'
        console.print(f"[bold red]{escape(misled.words(instead))}[/]", soft_wrap=True)
    return 0 if print_criteria(console, list(zip(asked.criteria, values, strict=True))) else 1


def print_criteria(console: Console, found: Sequence[tuple[wanted.Criterion, Estimate]]) -> bool:
    """Print which criteria are met; returns whether none is missed."""
    lines = rich.table.Table("", "must be", "is", "by", box=None, header_style="bold yellow")
    verdicts = [criterion.verdict(estimate) for criterion, estimate in found]
    for verdict, (criterion, estimate) in zip(verdicts, found, strict=True):
        told = f"[{COLOURS[verdict]}]{verdict}[/]"
        lines.add_row(
            told, labels.criterion(criterion.text), format_estimate(estimate, places=3), ",".join(criterion.strong)
        )
    console.print(lines)
    left = " Open: so few matches cannot tell; more may (--matches)." if "open" in verdicts else ""
    console.print(f"{tuned.counts(verdicts)}.{left}")
    return "missed" not in verdicts


def options(console: Console, setup: Setup, player: str | None, matches: int) -> int:
    """Print the effect of each option, a line for each of its values; significant differences are bold."""
    who = player or usual_player(setup)
    base = setup.setting([who])
    try:
        with progress(console, f"{base.game}: {who}") as tell:
            told = list(
                effects(
                    find(setup.game),
                    base.options,
                    lambda options: replace(setup, options=options).setting([who]),
                    matches,
                    setup.cores,
                    tell,
                )
            )
    except KeyboardInterrupt:
        return stopped(console)
    names = [labels.figure(change.name) for change in told[0].changes]
    lines = rich.table.Table("option", "value", *names, box=None, header_style="bold yellow")
    for effect in told:
        cells = []
        for change in effect.changes:
            scale = 100 if change.unit == "%" else 1
            if effect.option:
                text = f"{scale * change.after.mean:.1f} {scale * change.moved:+.1f} ± {scale * change.error:.1f}"
                cells.append(f"[bold]{text}[/]" if change.sure else text)
            else:
                cells.append(format_estimate(change.after, scale))
        lines.add_row(effect.option or "as it is", effect.value, *cells)
    console.print(lines)
    console.print(f"{base.seats} seats, {matches:,} matches each by {who}; bold is more than chance.")
    return 0
