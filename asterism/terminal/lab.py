"""The lab in a terminal: what was asked, how far it is, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import rich.table
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from asterism.core.discover import find
from asterism.core.edition import Edition, standard
from asterism.lab import criteria as wanted
from asterism.lab import measure as figures
from asterism.lab import report as page
from asterism.lab import saved
from asterism.lab import tune as tuning
from asterism.lab.arena import Question, question, run, setting_of, share_of
from asterism.lab.batch import Rows, Setting
from asterism.lab.compare import changes
from asterism.lab.estimates import Estimate, mean_of
from asterism.lab.options import effects
from asterism.lab.rows import Folder, arrow


@dataclass(frozen=True)
class Table:
    """What is played, whoever plays."""

    game: str
    seats: int | None
    options: Mapping[str, int]
    edition: Edition | None
    seed: int
    cores: int

    def setting(self, players: Sequence[str]) -> Setting:
        return setting_of(self.game, players, self.seats, self.options, self.edition, self.seed)


@contextmanager
def progress(console: Console, what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time that is left, at most."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def with_error(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.1f} % ± {100 * estimate.error:.1f}"


def play(console: Console, table: Table, players: Sequence[str], matches: int, within: float, place: Path) -> int:
    """Let players meet, and tell who got how much. `within` 0: all matches are played."""
    arrow()  # before anything is played that could not be kept
    setting = table.setting(players)
    folder = Folder(place, setting)
    try:
        with progress(console, f"{setting.game}: {', '.join(dict.fromkeys(setting.players))}") as tell:
            rows = run(
                setting,
                matches,
                cores=table.cores,
                folder=folder,
                enough=lambda rows: within > 0 and question(setting, rows).decided(within),
                tell=tell,
            )
    except KeyboardInterrupt:
        kept = folder.read()
        console.print(f"Stopped; {len(kept or ()):,} matches are kept, and the same command goes on.")
        return 130
    tell_shares(console, setting, rows)
    console.print(verdict(setting, question(setting, rows), len(rows), matches, within))
    console.print(f"Rows: {folder.path}/rows-*.parquet")
    return 0


def tell_shares(console: Console, setting: Setting, rows: Rows) -> None:
    """What everyone got, by player and by seat, and how long it took."""
    shown = rich.table.Table("", "share", box=None, header_style="bold yellow")
    for name in dict.fromkeys(setting.players):
        shown.add_row(name, with_error(mean_of(share_of(setting, rows, name))))
    if not setting.team:
        for seat in range(setting.seats):
            deals = rows.share[:, seat].reshape(-1, setting.rotations).mean(1)
            shown.add_row(f"[dim]seat {seat + 1}[/]", f"[dim]{with_error(mean_of(deals))}[/]")
    console.print(shown)
    console.print(
        f"{len(rows):,} matches, on average {rows.length.mean():.0f} actions and {rows.turns.mean():.0f} turns"
        + (f"; {int(rows.cut.sum()):,} did not end" if rows.cut.any() else "")
    )


def verdict(setting: Setting, asked: Question, played: int, wanted: int, within: float) -> str:
    """In one sentence: is it decided, and how?"""
    if within == 0:
        estimate = asked.estimate()
        low, high = estimate.low, estimate.high
        method = "19 times of 20"
    else:
        low, high = asked.interval()
        method = "19 times of 20 for all looks together: a confidence sequence"
    shown = [percent(asked.scale * min(1.0, max(0.0, end)) + asked.offset) for end in (low, high)]
    between = f"the share of {asked.about} lies between {shown[0]} and {shown[1]} ({method})"
    if asked.even is None:
        return f"Known: {between}."
    even = percent(asked.scale * asked.even + asked.offset)
    if low > asked.even or high < asked.even:
        told = "more" if low > asked.even else "less"
        return f"Decided after {played:,} matches: {told} than {even}, which would be even; {between}."
    return f"Not decided after {played:,} matches: {between}; {even} would be even."


def measure(
    console: Console, table: Table, player: str | None, matches: int, worth: bool, file: Path | None, command: str
) -> int:
    """Measure a game as a player plays it; tell it, and keep it if there is a file for it."""
    setting = table.setting([player or usual_player(table)])
    with progress(console, f"{setting.game}: {setting.players[0]}") as tell:
        measured = figures.measure(
            setting,
            matches,
            cores=table.cores,
            uses=worth,
            command=command,
            tell=lambda done, wanted, what: tell(done, wanted),
        )
    if file:
        saved.save(file, saved.to_text(measured))
    tell_measured(console, measured)
    return 0


def usual_player(table: Table) -> str:
    """Who plays where nobody is named: the best that is quick, with a slip now and then if all is settled without."""
    game = find(table.game)
    seats = max(2, game.seats[0]) if table.seats is None else table.seats
    player = figures.strong(game, seats, game.check_options(seats, table.options))
    return figures.slipping(player, figures.LUCK_SLIP) if figures.always_alike(table.setting([player])) else player


def tell_measured(console: Console, measured: figures.Measured) -> None:
    shown = rich.table.Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for one in measured.figures:
        shown.add_row(page.words_of(one.name), page.shown(one), f"[dim]{one.means}[/]")
    for name, estimate in measured.ladder:
        what = "what such a team gets" if measured.setting.team else f"what {measured.player} gets among these"
        shown.add_row(name, with_error(estimate), f"[dim]{what}[/]")
    console.print(shown)
    for verdict, words in page.SAYS.items():
        if found := figures.named(measured, verdict):
            console.print(f"[bold]{verdict}[/] ({words}): {', '.join(found)}")
    worths = sorted((use for use in measured.uses if use.worth), key=lambda use: -(use.worth or Estimate(0, 0, 0)).mean)
    for use in worths:
        if use.worth is None or use.verdict == "forced":
            continue
        console.print(f"  {use.group}: worth {with_error(use.worth)}, used in {percent(use.matches)} of the matches")


def compare(console: Console, before: Path, after: Path) -> int:
    """What changed from one measurement to another, beyond chance."""
    one, other = saved.load(before), saved.load(after)
    if one.setting.game != other.setting.game:
        console.print(f"{one.setting.game} and {other.setting.game} are two games: nothing to compare")
        return 2
    found = list(changes(one, other))
    shown = rich.table.Table("", before.stem, after.stem, "difference", box=None, header_style="bold yellow")
    for change in (change for change in found if change.sure):
        scale, unit = (100, " %") if change.unit == "%" else (1, "")
        shown.add_row(
            page.words_of(change.name),
            f"{scale * change.before:.1f}{unit}",
            f"{scale * change.after:.1f}{unit}",
            f"{scale * (change.after - change.before):+.1f} ± {scale * (change.error or 0):.1f}",
        )
    if shown.row_count:
        console.print(shown)
    console.print(
        f"{shown.row_count} of {len(found)} figures differ by more than three standard errors; others may be chance."
    )
    return 0


def report(console: Console, file: Path, to: Path) -> int:
    """A measurement as a page."""
    saved.save(to, page.report(saved.load(file)))
    console.print(f"Written: {to}")
    return 0


@dataclass(frozen=True)
class Amounts:
    """How much work a search for an edition may be."""

    trials: int
    matches: int  # of each trial and meeting
    strong_matches: int


def tune(console: Console, name: str, criteria: Path | None, to: Path, amounts: Amounts, seed: int, cores: int) -> int:
    """Look for an edition; tell which criteria it meets, and which pull against each other."""
    game = find(name)
    asked = wanted.load(game, criteria) if criteria else wanted.own(game)
    study = to.with_suffix(".study")
    try:
        with progress(console, f"{game.name}: {asked.title}") as tell:
            found = tuning.tune(
                game,
                asked,
                trials=amounts.trials,
                matches=amounts.matches,
                strong_matches=amounts.strong_matches,
                study=study,
                seed=seed,
                cores=cores,
                tell=tell,
            )
    except KeyboardInterrupt:
        console.print(f"Stopped; what was tried is kept in {study}, and the same command goes on.")
        return 130
    saved.save(to, tuning.to_toml(game, found.edition))
    met = tell_criteria(console, found.table)
    for first, second, related in found.against:
        console.print(f"[dim]{first}[/] and [dim]{second}[/] pull against each other ({related:.2f})")
    console.print(f"Of {found.tried} editions the best is in {to}.")
    return 0 if met else 1


def check(console: Console, table: Table, file: Path | None, matches: int) -> int:
    """Say which criteria an edition meets, by strong players."""
    game = find(table.game)
    asked = wanted.load(game, file) if file else wanted.own(game)
    edition = table.edition or standard(game)
    values = tuning.judge(game, asked, edition, matches, table.cores, table.seed, strong=True)
    return 0 if tell_criteria(console, list(zip(asked.criteria, values, strict=True))) else 1


def tell_criteria(console: Console, found: Sequence[tuple[wanted.Criterion, Estimate]]) -> bool:
    """Print which are met; whether all are. One is missed only where the error bars say so too."""
    shown = rich.table.Table("", "must be", "is", "by", box=None, header_style="bold yellow")
    for criterion, estimate in found:
        met = "[green]met[/]" if criterion.holds(estimate) else "[red]missed[/]"
        if not criterion.holds(estimate) and criterion.may_hold(estimate):
            met = "[yellow]open[/]"
        shown.add_row(met, criterion.told, f"{estimate.mean:.3f} ± {estimate.error:.3f}", ",".join(criterion.strong))
    console.print(shown)
    return all(criterion.may_hold(estimate) for criterion, estimate in found)


def options(console: Console, table: Table, player: str | None, matches: int) -> int:
    """What each option does, one line for each of its values; what is beyond chance is bold."""
    who = player or usual_player(table)
    base = table.setting([who])
    shown: rich.table.Table | None = None
    told = effects(
        find(table.game),
        base.options,
        lambda options: replace(table, options=options).setting([who]),
        matches,
        table.cores,
    )
    for effect in told:
        if shown is None:
            names = [page.words_of(change.name) for change in effect.changes]
            shown = rich.table.Table("option", "value", *names, box=None, header_style="bold yellow")
        cells = []
        for change in effect.changes:
            scale = 100 if change.unit == "%" else 1
            moved = f" {scale * (change.after - change.before):+.1f}" if effect.option else ""
            text = f"{scale * change.after:.1f}{moved} ± {scale * (change.error or 0):.1f}"
            cells.append(f"[bold]{text}[/]" if effect.option and change.sure else text)
        shown.add_row(effect.option or "as it is", effect.value, *cells)
    console.print(shown)
    console.print(f"{base.seats} seats, {matches:,} matches each by {who}; bold is more than chance.")
    return 0
