"""Look for the numbers of an edition that fulfil criteria: Optuna proposes (a tree-structured Parzen estimator), the
arena measures, with the same seeds for all, so that editions are compared and not their luck.

Quick players sort out; the few best are measured again with strong ones. A run that was stopped goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, check, names_of, standard
from asterism.core.game import BadInput, Game, Numbers

from .arena import by_deal, check_amount, is_compiled, run, setting_of, share_of
from .batch import Rows, Setting
from .criteria import GAP, MARKED, SHARE, USED, Criteria, Criterion
from .estimates import Estimate, mean_of
from .marks import number_of
from .measure import figures_of, gap_of
from .rows import Folder, can_keep
from .workers import Cores

CONFIRMED = 3  # editions that are measured again with strong players, beside the standard one
FEW = 4  # matches of those who search, to see whether figures are there at all
UNSOUND = 1e6  # the miss of numbers that make no edition

COMPILED_MATCHES = 4_000  # of each meeting of compiled players, at least
CHANGED = 0.02  # of two editions that are off by as much, what changes fewer numbers is better: what each counts

Tell = Callable[[int, int, str], None]  # how much is done, of how much, and what is next
Meeting = tuple[tuple[str, ...], int, tuple[tuple[str, int], ...]]  # players, seats and options


@dataclass(frozen=True)
class Candidate:
    """An edition that strong players have measured."""

    edition: Edition
    values: tuple[Estimate, ...]  # one for each criterion

    def sure_miss(self, criteria: Criteria) -> float:
        """How far it is off, all in all, whatever chance did."""
        return sum(one.sure_miss(value) for one, value in zip(criteria.criteria, self.values, strict=True))

    def miss(self, criteria: Criteria) -> float:
        return sum(one.miss(value.mean) for one, value in zip(criteria.criteria, self.values, strict=True))


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    criteria: Criteria
    candidates: tuple[Candidate, ...]  # the standard edition first
    chosen: Candidate
    against: tuple[tuple[int, int, float], ...]  # pairs of quick criteria: one is missed the more, the less the other
    tried: tuple[tuple[float, ...], ...]  # of each edition, how far it was off in each quick criterion

    @property
    def edition(self) -> Edition:
        return self.chosen.edition

    @property
    def table(self) -> list[tuple[Criterion, Estimate]]:
        return list(zip(self.criteria.criteria, self.chosen.values, strict=True))


def quick(criteria: Criteria) -> list[Criterion]:
    """Those that sort out editions, before strong players are asked."""
    return [one for one in criteria.criteria if one.players]


def optuna() -> Any:
    """The optimiser; BadInput where it is not installed."""
    try:
        import optuna
        import optuna.storages.journal
    except ImportError:
        raise BadInput('lab tune needs Optuna, which is not installed: pip install "asterism[lab]"') from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def value_of(criterion: Criterion, setting: Setting, rows: Rows) -> Estimate:
    """The figure that a criterion is about."""
    if criterion.figure.startswith(USED):
        groups = setting.groups.named(find(setting.game), criterion.figure.removeprefix(USED))
        return mean_of(by_deal(setting, rows.used[:, :, groups].sum((1, 2)) > 0))
    if criterion.figure.startswith((MARKED, GAP)):
        own = rows.marked[:, number_of(find(setting.game), criterion.figure.partition(" ")[2])] > 0
        if criterion.figure.startswith(GAP):
            return gap_of(rows.share[:, 0] > 0, own, rows.match // setting.rotations)
        return mean_of(by_deal(setting, own))
    if criterion.figure == SHARE:
        return mean_of(share_of(setting, rows, setting.players[0]))
    for one in figures_of(setting, rows, None):
        if one.name == criterion.figure:
            return one.estimate
    if criterion.figure == "endless":
        return mean_of(by_deal(setting, rows.cut > 0))
    raise BadInput(f"{setting.game} has no figure {criterion.figure!r} with {setting.seats} seats")


def judge(
    game: Game,
    criteria: Sequence[Criterion],
    edition: Edition,
    matches: int,
    cores: Cores,
    seed: int,
    strong: bool,
    place: Path | None = None,
    tell: Tell = lambda done, wanted, what: None,
) -> list[Estimate]:
    """The figures of all criteria in an edition; each meeting is played once, and kept if there is a place for it.
    Compiled players are quick: they play some thousands of matches at least."""
    played: dict[Meeting, tuple[Setting, Rows]] = {}
    wanted = len(meetings(criteria, strong))
    found = []
    for criterion in criteria:
        names, seats, options = meeting = meeting_of(criterion, strong)
        if meeting not in played:
            tell(len(played), wanted, f"{', '.join(names)}, {seats} seats")
            setting = setting_of(game.name, names, seats, dict(options), edition, seed)
            folder = Folder(place, setting) if place else None
            many = max(matches, COMPILED_MATCHES) if is_compiled(setting) else matches
            played[meeting] = setting, run(setting, many, cores=cores, folder=folder)
        found.append(value_of(criterion, *played[meeting]))
    return found


def meeting_of(criterion: Criterion, strong: bool) -> Meeting:
    """Who plays with whom, so that a criterion can be judged."""
    return criterion.strong if strong else criterion.players, criterion.seats, criterion.options


def meetings(criteria: Sequence[Criterion], strong: bool) -> set[Meeting]:
    return {meeting_of(one, strong) for one in criteria}


def tune(
    game: Game,
    criteria: Criteria,
    *,
    trials: int,
    matches: int,
    strong_matches: int,
    study: Path,
    seed: int = 1,
    cores: Cores = 1,
    confirm: int = CONFIRMED,
    tell: Tell = lambda done, wanted, what: None,
) -> Tuned:
    """Try editions until there were so many, what was tried before included; confirm the best."""
    if trials < 1:
        raise BadInput("at least one edition must be tried")
    if confirm < 0:
        raise BadInput(f"strong players confirm 0 editions or more, not {confirm}")
    for wanted in (matches, strong_matches):
        check_amount(wanted)
    tool = optuna()
    asked = quick(criteria)
    if not asked:
        raise BadInput("every criterion is left to the strong ones: give one of them players, to sort out editions by")
    judge(game, asked, standard(game), FEW, 1, seed, strong=False)  # what cannot be told is said before all else
    usual = standard(game)
    about = f"{usual.digest} {seed} {matches} {criteria}"  # what was tried from other numbers is another study
    name = hashlib.sha256(about.encode()).hexdigest()[:12]
    kept = tool.create_study(
        study_name=name,
        storage=tool.storages.JournalStorage(tool.storages.journal.JournalFileBackend(str(study))),
        sampler=tool.samplers.TPESampler(seed=seed + _done(tool, study, name)),
        load_if_exists=True,
    )
    if not kept.get_trials():
        kept.enqueue_trial({one: min(max(usual.numbers[one], low), high) for one, (low, high) in criteria.move.items()})

    def miss(trial: Any) -> float:
        numbers = {one: trial.suggest_int(one, low, high) for one, (low, high) in criteria.move.items()}
        edition = edition_with(game, criteria, numbers)
        if edition is None:
            return UNSOUND
        values = judge(game, asked, edition, matches, cores, seed, strong=False)
        misses = [one.miss(value.mean) for one, value in zip(asked, values, strict=True)]
        trial.set_user_attr("misses", misses)
        return sum(misses) + CHANGED * changes(edition, usual)

    done = _finished(tool, kept)
    steps = len(meetings(criteria.criteria, strong=True))
    whole = trials + steps * (1 + confirm)
    while len(done) < trials:
        tell(len(done), whole, f"edition {len(done) + 1}")
        kept.optimize(miss, n_trials=1)
        done = _finished(tool, kept)
    editions = [usual, *best_of(game, criteria, done)[:confirm]]
    place = study.with_suffix(".rows") if can_keep() else None
    found = []
    for number, one in enumerate(editions):

        def tell_step(step: int, wanted: int, what: str, before: int = trials + steps * number) -> None:
            tell(before + step, whole, what)

        values = judge(
            game, criteria.criteria, one, strong_matches, cores, seed + 1, strong=True, place=place, tell=tell_step
        )
        found.append(Candidate(one, tuple(values)))
    tell(whole, whole, "")
    tried = tuple(tuple(one.user_attrs["misses"]) for one in done if "misses" in one.user_attrs)
    return Tuned(criteria, tuple(found), chosen(criteria, found), opposed(tried), tried)


def _done(tool: Any, study: Path, name: str) -> int:
    """How many were tried before: whoever goes on does not propose the same again."""
    if not study.exists():
        return 0
    storage = tool.storages.JournalStorage(tool.storages.journal.JournalFileBackend(str(study)))
    found = [one for one in tool.get_all_study_summaries(storage) if one.study_name == name]
    return found[0].n_trials if found else 0


def _finished(tool: Any, study: Any) -> list[Any]:
    finished: list[Any] = study.get_trials(states=(tool.trial.TrialState.COMPLETE,))
    return finished


def edition_with(game: Game, criteria: Criteria, numbers: Mapping[str, int]) -> Edition | None:
    """The standard edition with some other numbers, lists that must rise made so; None where they make none."""
    whole = {**standard(game).numbers, **numbers}
    for one in criteria.rising:
        items = sorted(
            (own for own in whole if own.rpartition(".")[0] == one), key=lambda own: int(own.rpartition(".")[2])
        )
        for before, own in pairwise(items):
            whole[own] = max(whole[before], whole[own])
    try:
        return check(game, criteria.title, whole)
    except BadInput:
        return None


def changes(edition: Edition, usual: Edition) -> int:
    """How many numbers differ."""
    return sum(usual.numbers[one] != value for one, value in edition.numbers.items())


def best_of(game: Game, criteria: Criteria, trials: Sequence[Any]) -> list[Edition]:
    """The editions that were tried, the best first. Not the standard one."""
    usual = standard(game)
    sound = [trial for trial in trials if trial.value < UNSOUND]
    if not sound:
        raise BadInput("no numbers within these bounds make an edition: widen [move]")

    found: dict[str, Edition] = {}
    for trial in sorted(sound, key=lambda trial: float(trial.value)):
        edition = edition_with(game, criteria, trial.params)
        if edition and edition.digest != usual.digest:
            found.setdefault(edition.digest, edition)
    return list(found.values())


def chosen(criteria: Criteria, found: Sequence[Candidate]) -> Candidate:
    """The standard edition, which is the first, unless others are off by less beyond chance: then the best of those."""
    usual = found[0].sure_miss(criteria)
    better = [one for one in found if one.sure_miss(criteria) < usual]
    return min(better, key=lambda one: one.miss(criteria), default=found[0])


def opposed(tried: Sequence[Sequence[float]]) -> tuple[tuple[int, int, float], ...]:
    """Which criteria pull against each other: over all that was tried, the less one is missed, the more the other."""
    misses = np.array(tried)
    found = []
    if len(misses) > 4:
        varied = [place for place in range(misses.shape[1]) if misses[:, place].std() > 1e-9]
        for i, first in enumerate(varied):
            for second in varied[i + 1 :]:
                related = float(np.corrcoef(misses[:, first], misses[:, second])[0, 1])
                if related < -0.3:
                    found.append((first, second, related))
    return tuple(sorted(found, key=lambda one: one[2]))


def to_toml(game: Game, edition: Edition) -> str:
    """An edition as a file: what differs from the standard one."""
    usual = standard(game).numbers
    lines = [f'title = "{edition.title}"']
    sections: dict[str, list[str]] = {}
    for numbers in game.numbers:
        for row in numbers.each or ("",):
            names = [one for one in names_of(numbers) if _row_of(numbers, one) == row]
            if all(edition.numbers[one] == usual[one] for one in names):
                continue
            values = [edition.numbers[one] for one in names]
            text = f"{numbers.name} = {values if numbers.items > 1 else values[0]}"
            sections.setdefault(row, []).append(text)
    lines += sections.pop("", [])
    for row, texts in sections.items():
        lines += ["", f"[{row}]", *texts]
    return "\n".join(lines) + "\n"


def _row_of(numbers: Numbers, name: str) -> str:
    return name.partition(".")[0] if numbers.each else ""
