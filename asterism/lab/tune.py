"""Look for the numbers of an edition that fulfil criteria: Optuna proposes (a tree-structured Parzen estimator), the
arena measures, with the same seeds for all, so that editions are compared and not their luck.

Quick players sort out; the few best are measured again with strong ones. A run that was stopped goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, check, names_of, standard
from asterism.core.game import BadInput, Game, Numbers

from .arena import run, setting_of, share_of
from .batch import Rows, Setting
from .criteria import SHARE, USED, Criteria, Criterion
from .estimates import Estimate, mean_of
from .measure import figures_of

CONFIRMED = 3  # editions that are measured again with strong players
FEW = 64  # matches to see whether figures are there at all
UNSOUND = 1e6  # the miss of numbers that make no edition

Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    edition: Edition
    table: tuple[tuple[Criterion, Estimate], ...]  # by strong players
    against: tuple[tuple[str, str, float], ...]  # pairs of criteria of which one is missed the more, the less the other
    tried: int


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
        return mean_of((rows.used[:, :, groups].sum((1, 2)) > 0).astype(float))
    if criterion.figure == SHARE:
        return mean_of(share_of(setting, rows, setting.players[0]))
    for one in figures_of(setting, rows, None):
        if one.name == criterion.figure:
            return Estimate(one.value, one.error or 0.0, len(rows))
    if criterion.figure == "endless":
        return Estimate(0.0, 0.0, len(rows))
    raise BadInput(f"{setting.game} has no figure {criterion.figure!r} with {setting.seats} seats")


def judge(
    game: Game, criteria: Criteria, edition: Edition, matches: int, cores: int, seed: int, strong: bool
) -> list[Estimate]:
    """The figures of all criteria in an edition; each meeting is played once."""
    played: dict[tuple[tuple[str, ...], int], tuple[Setting, Rows]] = {}
    found = []
    for criterion in criteria.criteria:
        names = criterion.strong if strong else criterion.players
        if (names, criterion.seats) not in played:
            setting = setting_of(game.name, names, criterion.seats, {}, edition, seed)
            played[names, criterion.seats] = setting, run(setting, matches, cores=cores)
        found.append(value_of(criterion, *played[names, criterion.seats]))
    return found


def tune(
    game: Game,
    criteria: Criteria,
    *,
    trials: int,
    matches: int,
    strong_matches: int,
    study: Path,
    seed: int = 1,
    cores: int = 1,
    tell: Tell = lambda done, wanted: None,
) -> Tuned:
    """Try editions until there were so many, what was tried before included; confirm the best."""
    if trials < 1:
        raise BadInput("at least one edition must be tried")
    tool = optuna()
    judge(game, criteria, standard(game), FEW, 1, seed, strong=False)  # what cannot be told is said before all else
    name = hashlib.sha256(f"{game.name} {game.version} {seed} {matches} {criteria}".encode()).hexdigest()[:12]
    kept = tool.create_study(
        study_name=name,
        storage=tool.storages.JournalStorage(tool.storages.journal.JournalFileBackend(str(study))),
        sampler=tool.samplers.TPESampler(seed=seed + _done(tool, study, name)),
        load_if_exists=True,
    )
    usual = standard(game)
    if not kept.get_trials():
        kept.enqueue_trial({one: min(max(usual.numbers[one], low), high) for one, (low, high) in criteria.move.items()})

    def miss(trial: Any) -> float:
        numbers = {one: trial.suggest_int(one, low, high) for one, (low, high) in criteria.move.items()}
        edition = edition_with(game, criteria, numbers)
        if edition is None:
            return UNSOUND
        values = judge(game, criteria, edition, matches, cores, seed, strong=False)
        misses = [one.miss(value.mean) for one, value in zip(criteria.criteria, values, strict=True)]
        trial.set_user_attr("misses", misses)
        return sum(misses)

    done = _finished(tool, kept)
    while len(done) < trials:
        tell(len(done), trials)
        kept.optimize(miss, n_trials=1)
        done = _finished(tool, kept)
    tell(trials, trials)
    return _confirmed(game, criteria, done, strong_matches, cores, seed)


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
    """The standard edition with some other numbers; None where they make none."""
    try:
        return check(game, criteria.title, {**standard(game).numbers, **numbers})
    except BadInput:
        return None


def _confirmed(game: Game, criteria: Criteria, trials: Sequence[Any], matches: int, cores: int, seed: int) -> Tuned:
    """The best of those that were tried, by strong players and other seeds."""
    best: list[Any] = []
    for trial in sorted(trials, key=lambda one: one.value):
        if trial.value < UNSOUND and trial.params not in [one.params for one in best]:
            best.append(trial)
    if not best:
        raise BadInput("no numbers within these bounds make an edition: widen [move]")
    found = []
    for trial in best[:CONFIRMED]:
        edition = edition_with(game, criteria, trial.params)
        assert edition is not None
        values = judge(game, criteria, edition, matches, cores, seed + 1, strong=True)
        total = sum(one.miss(value.mean) for one, value in zip(criteria.criteria, values, strict=True))
        found.append((total, edition, values))
    _, edition, values = min(found, key=lambda one: one[0])
    return Tuned(edition, tuple(zip(criteria.criteria, values, strict=True)), opposed(criteria, trials), len(trials))


def opposed(criteria: Criteria, trials: Sequence[Any]) -> tuple[tuple[str, str, float], ...]:
    """Which criteria pull against each other: over all that was tried, the less one is missed, the more the other."""
    misses = np.array([one.user_attrs["misses"] for one in trials if "misses" in one.user_attrs])
    found = []
    if len(misses) > 4:
        varied = [place for place in range(misses.shape[1]) if misses[:, place].std() > 1e-9]
        for i, first in enumerate(varied):
            for second in varied[i + 1 :]:
                related = float(np.corrcoef(misses[:, first], misses[:, second])[0, 1])
                if related < -0.3:
                    found.append((criteria.criteria[first].told, criteria.criteria[second].told, related))
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
