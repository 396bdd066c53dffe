"""Search for the numbers of an edition that meet criteria, by Bayesian optimization with Optuna.

Every edition is played with the same seeds (common random numbers). Quick players judge the proposals; strong players
judge the few best again. The trials are kept in a file, so a search that was interrupted goes on from there.
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

CONFIRMED = 3  # editions that strong players judge, besides the standard one
FEW = 4  # matches that show whether the figures of all criteria exist
UNSOUND = 1e6  # the objective for numbers that make no edition
COMPILED_MATCHES = 4_000  # for each meeting of compiled players, at least
CHANGED = 0.02  # penalty of the objective for each number that is not the standard one

Tell = Callable[[int, int, str], None]  # (steps done, all steps, the next one in words)
Meeting = tuple[tuple[str, ...], int, tuple[tuple[str, int], ...]]  # players, seats and options


@dataclass(frozen=True)
class TuningBudget:
    """How much a search for an edition may play."""

    trials: int  # editions to try, those of interrupted runs included
    matches: int  # of quick players, for each trial and meeting
    strong_matches: int  # of strong players, for each edition and meeting
    confirm: int = CONFIRMED  # editions that strong players judge, besides the standard one

    def check(self) -> None:
        """Raise BadInput where an amount is out of range."""
        if self.trials < 1:
            raise BadInput("at least one edition must be tried")
        if self.confirm < 0:
            raise BadInput(f"strong players confirm 0 editions or more, not {self.confirm}")
        for matches in (self.matches, self.strong_matches):
            check_amount(matches)


@dataclass(frozen=True)
class Candidate:
    """An edition that strong players judged."""

    edition: Edition
    values: tuple[Estimate, ...]  # of the figure of each criterion

    def sure_miss(self, criteria: Criteria) -> float:
        """How far it misses all criteria together beyond chance, see `Criterion.sure_miss`."""
        return sum(one.sure_miss(value) for one, value in zip(criteria.criteria, self.values, strict=True))

    def miss(self, criteria: Criteria) -> float:
        """How far it misses all criteria together, by the means."""
        return sum(one.miss(value.mean) for one, value in zip(criteria.criteria, self.values, strict=True))


@dataclass(frozen=True)
class Tuned:
    """The result of a search."""

    criteria: Criteria
    candidates: tuple[Candidate, ...]  # the standard edition first
    chosen: Candidate
    against: tuple[tuple[int, int, float], ...]  # two quick criteria in conflict, and their correlation
    tried: tuple[tuple[float, ...], ...]  # [edition, quick criterion] how far it is missed

    @property
    def edition(self) -> Edition:
        """The chosen edition."""
        return self.chosen.edition

    @property
    def table(self) -> list[tuple[Criterion, Estimate]]:
        """The criteria with their figures in the chosen edition."""
        return list(zip(self.criteria.criteria, self.chosen.values, strict=True))


def quick(criteria: Criteria) -> list[Criterion]:
    """The criteria that quick players judge."""
    return [one for one in criteria.criteria if one.players]


def optuna() -> Any:
    """The package Optuna; BadInput where it is not installed."""
    try:
        import optuna
        import optuna.storages.journal
    except ImportError:
        raise BadInput('lab tune needs Optuna, which is not installed: pip install "asterism[lab]"') from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def value_of(criterion: Criterion, setting: Setting, rows: Rows) -> Estimate:
    """The figure of a criterion, from the rows of its meeting."""
    if criterion.figure.startswith(USED):
        groups = setting.groups.find(find(setting.game), criterion.figure.removeprefix(USED))
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


@dataclass(frozen=True)
class Judge:
    """Measures the figures of criteria in editions, with the same matches for each."""

    game: Game
    criteria: Sequence[Criterion]
    matches: int  # for each meeting; compiled players play COMPILED_MATCHES at least
    seed: int
    strong: bool = True  # whether the strong players of the criteria play, or the quick ones
    cores: Cores = 1
    place: Path | None = None  # where rows are kept

    def values(self, edition: Edition, tell: Tell = lambda done, wanted, what: None) -> list[Estimate]:
        """The figures of all criteria in an edition; criteria with the same meeting share its matches."""
        played: dict[Meeting, tuple[Setting, Rows]] = {}
        wanted = len(meetings(self.criteria, self.strong))
        found = []
        for criterion in self.criteria:
            names, seats, options = meeting = meeting_of(criterion, self.strong)
            if meeting not in played:
                tell(len(played), wanted, f"{', '.join(names)}, {seats} seats")
                setting = setting_of(self.game.name, names, seats, dict(options), edition, self.seed)
                folder = Folder(self.place, setting) if self.place else None
                many = max(self.matches, COMPILED_MATCHES) if is_compiled(setting) else self.matches
                played[meeting] = setting, run(setting, many, cores=self.cores, folder=folder)
            found.append(value_of(criterion, *played[meeting]))
        return found


def meeting_of(criterion: Criterion, strong: bool) -> Meeting:
    """The players, seats and options by which a criterion is judged."""
    return criterion.strong if strong else criterion.players, criterion.seats, criterion.options


def meetings(criteria: Sequence[Criterion], strong: bool) -> set[Meeting]:
    """All different meetings of criteria."""
    return {meeting_of(one, strong) for one in criteria}


def steps_of(criteria: Criteria, budget: TuningBudget) -> int:
    """The steps of progress of a whole search: its trials, then every meeting of strong players."""
    return budget.trials + len(meetings(criteria.criteria, strong=True)) * (1 + budget.confirm)


def tune(
    game: Game,
    criteria: Criteria,
    budget: TuningBudget,
    study: Path,  # the file in which trials are kept
    *,
    seed: int = 1,
    cores: Cores = 1,
    tell: Tell = lambda done, wanted, what: None,
) -> Tuned:
    """Search for an edition: try as many as the budget says, earlier runs included, and have strong players judge the
    best. The standard edition is chosen unless another one is better beyond chance."""
    budget.check()
    tool = optuna()
    asked = quick(criteria)
    if not asked:
        raise BadInput("every criterion is left to the strong ones: give one of them players, to sort out editions by")
    usual = standard(game)
    Judge(game, asked, FEW, seed, strong=False).values(usual)  # names a figure that does not exist, before all else
    quick_judge = Judge(game, asked, budget.matches, seed, strong=False, cores=cores)
    trials = _run_trials(tool, game, criteria, budget, study, quick_judge, tell)
    steps, whole = len(meetings(criteria.criteria, strong=True)), steps_of(criteria, budget)
    strong = Judge(
        game,
        criteria.criteria,
        budget.strong_matches,
        seed + 1,
        cores=cores,
        place=study.with_suffix(".rows") if can_keep() else None,
    )
    found = []
    for number, edition in enumerate([usual, *best_of(game, criteria, trials)[: budget.confirm]]):

        def tell_step(step: int, wanted: int, what: str, before: int = budget.trials + steps * number) -> None:
            tell(before + step, whole, what)

        found.append(Candidate(edition, tuple(strong.values(edition, tell_step))))
    tell(whole, whole, "")
    tried = tuple(tuple(one.user_attrs["misses"]) for one in trials if "misses" in one.user_attrs)
    return Tuned(criteria, tuple(found), chosen(criteria, found), opposed(tried), tried)


def _run_trials(
    tool: Any, game: Game, criteria: Criteria, budget: TuningBudget, study: Path, quick_judge: Judge, tell: Tell
) -> list[Any]:
    """Try editions until the budget's trials are done, and return all finished trials.

    A study is named by all that its trials depend on, so that other numbers, seeds or criteria begin a new one."""
    usual, seed = standard(game), quick_judge.seed
    about = f"{usual.digest} {seed} {budget.matches} {criteria}"
    name = hashlib.sha256(about.encode()).hexdigest()[:12]
    kept = tool.create_study(
        study_name=name,
        storage=tool.storages.JournalStorage(tool.storages.journal.JournalFileBackend(str(study))),
        sampler=tool.samplers.TPESampler(seed=seed + _count_trials(tool, study, name)),
        load_if_exists=True,
    )
    if not kept.get_trials():
        kept.enqueue_trial({one: min(max(usual.numbers[one], low), high) for one, (low, high) in criteria.move.items()})

    def objective(trial: Any) -> float:
        numbers = {one: trial.suggest_int(one, low, high) for one, (low, high) in criteria.move.items()}
        edition = edition_with(game, criteria, numbers)
        if edition is None:
            return UNSOUND
        values = quick_judge.values(edition)
        misses = [one.miss(value.mean) for one, value in zip(quick_judge.criteria, values, strict=True)]
        trial.set_user_attr("misses", misses)
        return sum(misses) + CHANGED * changes(edition, usual)

    while len(done := kept.get_trials(states=(tool.trial.TrialState.COMPLETE,))) < budget.trials:
        tell(len(done), steps_of(criteria, budget), f"edition {len(done) + 1}")
        kept.optimize(objective, n_trials=1)
    return list(done)


def _count_trials(tool: Any, study: Path, name: str) -> int:
    """How many trials a file has of a study: the sampler is seeded with it, so that a run that goes on does not propose
    the same numbers again."""
    if not study.exists():
        return 0
    storage = tool.storages.JournalStorage(tool.storages.journal.JournalFileBackend(str(study)))
    found = [one for one in tool.get_all_study_summaries(storage) if one.study_name == name]
    return found[0].n_trials if found else 0


def edition_with(game: Game, criteria: Criteria, numbers: Mapping[str, int]) -> Edition | None:
    """The standard edition with some other numbers, where lists that must rise are raised; None where the numbers make
    no edition."""
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
    """How many numbers of two editions differ."""
    return sum(usual.numbers[one] != value for one, value in edition.numbers.items())


def best_of(game: Game, criteria: Criteria, trials: Sequence[Any]) -> list[Edition]:
    """The different editions that were tried, by their objective, without the standard one."""
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
    """The standard edition, which is the first, unless others miss the criteria by less beyond chance: then the best of
    these by the means."""
    usual = found[0].sure_miss(criteria)
    better = [one for one in found if one.sure_miss(criteria) < usual]
    return min(better, key=lambda one: one.miss(criteria), default=found[0])


def opposed(tried: Sequence[Sequence[float]]) -> tuple[tuple[int, int, float], ...]:
    """Pairs of criteria in conflict: their misses are negatively correlated over all trials (below -0.3). The strongest
    conflicts come first."""
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
    """The text of an edition's file, which has only the numbers that differ from the standard edition."""
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
