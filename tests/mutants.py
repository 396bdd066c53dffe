"""Mutation test of a game's rules: plant one small fault at a time, and see whether the game's own tests find it.

    python -m tests.mutants noirlab-dice                  # every mutant
    python -m tests.mutants gemini --count 150            # a sample, the same each time (--seed)
    python -m tests.mutants gemini --jobs 16              # as many at a time (default: the cores of this machine)

Faults are put into the functions of `rules.py` and of the files of the game's folder that it imports (not `hints.py`,
which weighs moves for bots), and in their constants `NAME = integer`. Every mutant meets, interpreted and in this
order: the golden chapters, the tests in the game's folder, the fingerprint of 40 random matches, and the contract. What
the fingerprint finds is counted apart: no chapter and no test says which rule is broken. A survivor is printed as a
diff; one that changes nothing that anybody could see belongs into `equivalent_mutants.toml` with its reason.

Results are kept in `.mutants/GAME.jsonl`, so the same command goes on after Ctrl-C; survivors are tried again once a
test has changed, everything once a rule has changed.

Neither mutmut nor cosmic-ray is used: mutmut leaves out functions with decorators, and every rule has one (`@rule`);
cosmic-ray writes each mutant into the file, whose contents name the cache of compiled code, and begins a process for
it, which imports for longer than most mutants live. Here a mutant is a fork that has imported all but the game.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import random
import resource
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

os.environ["ASTERISM_MODE"] = "interpreted"  # before anything of ours is imported

import pytest

from asterism.core import contract, discover, golden

GAMES = Path(discover.__file__).parent.parent / "games"
HERE = Path(__file__).parent
LEFT_OUT = {"hints.py"}
STAGES = ("chapters", "tests", "fingerprint", "contract")
MATCHES = 3  # random ones that the contract looks at
SLOWEST_TEST = 3  # seconds of processor time: slower tests, such as those in which bots search, are left out

COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
COUNTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.BitXor: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One planted fault: `becomes` in place of the text of a node of the file."""

    path: Path
    where: str  # the function, or the module's constants
    line: int
    was: str
    becomes: str
    source: str  # the whole file with the fault

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.path.name}\n{without_words(self.source)}".encode()).hexdigest()[:16]

    def diff(self) -> str:
        return f"{self.path.name}:{self.line} in {self.where}\n    - {self.was}\n    + {self.becomes}"


def without_words(source: str) -> str:
    """A file without its comments and docstrings, which no test can find wrong."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def rule_files(game: Path) -> list[Path]:
    """`rules.py`, and every file of the folder that it imports, itself or by another."""
    found: list[Path] = []
    open_ends = ["rules.py"]
    while open_ends:
        path = game / open_ends.pop()
        if path in found or path.name in LEFT_OUT or not path.is_file():
            continue
        found.append(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                open_ends += [
                    f"{name}.py" for name in ([node.module] if node.module else [one.name for one in node.names])
                ]
    return sorted(found)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    text = path.read_text()
    starts = [0]
    for row in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    for owner in ast.parse(text).body:
        if isinstance(owner, ast.FunctionDef):
            pairs = (pair for statement in owner.body for node in ast.walk(statement) for pair in changes(node))
            where = owner.name
        elif isinstance(owner, ast.Assign) and isinstance(owner.value, ast.Constant) and type(owner.value.value) is int:
            pairs, where = iter(changes(owner.value)), "constants"
        else:
            continue
        for node, becomes in pairs:
            raw = text.encode()
            begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            source = (raw[:begin] + becomes.encode() + raw[end:]).decode()
            last = node.lineno + source.count("\n") - text.count("\n") + node.end_lineno - node.lineno
            was = "\n      ".join(text.splitlines()[node.lineno - 1 : node.end_lineno]).strip()
            now = "\n      ".join(source.splitlines()[node.lineno - 1 : last]).strip()
            yield Mutant(path, where, node.lineno, was, now, source)


def changes(node: Any) -> list[tuple[Any, str]]:
    """What may be put in place of a node: the node to replace, and the text."""
    said = ast.unparse
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            return [(node, f"{said(left)} {COMPARED[type(op)]} {said(right)}")]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COUNTED:
            return [(node, f"({said(left)} {COUNTED[type(op)]} {said(right)})")]
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in COUNTED:
            return [(node, f"{said(target)} {COUNTED[type(op)]}= {said(value)}"), (node, "pass")]
        case ast.Assign():
            return [(node, "pass")]
        case ast.Expr(value=ast.Call()):
            return [(node, "pass")]
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            return [(node, f"({other.join(f'({said(value)})' for value in values)})")]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return [(node, f"({said(operand)})")]
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            return [(test, f"(not {said(test)})")]
        case ast.Subscript(slice=ast.Name() | ast.Attribute() as index):
            return [(index, "0")]
        case ast.Subscript(slice=ast.Tuple(elts=elements)):
            return [(element, "0") for element in elements if isinstance(element, ast.Name | ast.Attribute)]
        case ast.Call(func=ast.Name(id="min" | "max" as name) as called):
            return [(called, "max" if name == "min" else "min")]
        case ast.Constant(value=bool(value)):
            return [(node, str(not value))]
        case ast.Constant(value=int(value)):
            return [(node, f"({value + 1})"), (node, f"({value - 1})")]
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            return [(value, "0")]
        case ast.Break():
            return [(node, "continue"), (node, "pass")]
        case ast.Continue():
            return [(node, "break"), (node, "pass")]
    return []


class Planted(importlib.machinery.SourceFileLoader, importlib.abc.MetaPathFinder):
    """Loads one module with a fault, and leaves the file as it is."""

    def __init__(self, module: str, mutant: Mutant):
        super().__init__(module, str(mutant.path))
        self.source = mutant.source

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, name: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Report:
    """What pytest tells: the tests there are, seconds of processor time that each took, and the first that failed."""

    def __init__(self) -> None:
        self.collected: list[str] = []
        self.took: dict[str, float] = {}
        self.failed = ""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.collected = [item.nodeid for item in session.items]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        began = time.process_time()
        done = yield
        self.took[item.nodeid] = time.process_time() - began
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid.rpartition("::")[2]


def run_pytest(arguments: list[str]) -> tuple[int, Report]:
    report = Report()
    return int(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *arguments], plugins=[report])), report


@dataclass
class Plan:
    """What each mutant of a game meets, as the sources without a fault pass it."""

    name: str
    folder: Path
    tests: list[str]  # node ids, the fastest first
    seconds: dict[str, float]  # of processor time that each stage takes
    fingerprint: str

    def stage(self, name: str) -> str:
        """Why a stage fails, or nothing."""
        game = discover.find(self.name)
        if name == "chapters":
            stale = golden.stale(game)
            return stale[0].stem if stale else ""
        if name == "tests":
            code, report = run_pytest(["-x", *self.tests])
            return "" if code == 0 else report.failed or "collecting"
        if name == "contract":
            contract.check(game, matches=MATCHES)
            return ""
        return "" if golden.digest(game, 40) == self.fingerprint else "40 random matches"


def forked(work: Any) -> Any:
    """What `work()` returns as JSON, from a fork of this process; None when that was killed."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        try:
            answer = work()
        except BaseException as problem:
            answer = {"why": repr(problem)}
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def allow(seconds: float) -> None:
    """Let this process use so much more processor time, and no more: a mutant may be an endless loop."""
    used = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, resource.RLIM_INFINITY))


def plan_for(name: str) -> Plan:
    folder = GAMES / name.replace("-", "_")
    plan = Plan(name, folder, [], {}, "")

    def timed(test: str) -> float | None:
        """Seconds of processor time of a test that passes; None if it is too slow, when its process is ended."""
        allow(SLOWEST_TEST)
        code, report = run_pytest([test])
        return report.took[test] if code == 0 and test in report.took else None

    def measure() -> dict[str, Any]:
        seconds = {}
        _, report = run_pytest(["--collect-only", str(folder)])
        took = {test: forked(partial(timed, test)) for test in report.collected}
        plan.tests = sorted((test for test, found in took.items() if isinstance(found, float)), key=took.__getitem__)
        plan.fingerprint = golden.digest(discover.find(name), 40)
        for stage in STAGES:
            before = time.process_time()
            try:
                why = plan.stage(stage)
            except Exception as problem:
                why = repr(problem)
            if why:
                return {"why": f"{stage}: {why}"}
            seconds[stage] = time.process_time() - before
        return {"tests": plan.tests, "fingerprint": plan.fingerprint, "seconds": seconds}

    measured = forked(measure)
    if not measured or "why" in measured:
        raise SystemExit(f"{name} fails without any mutant: {measured and measured['why']}")
    return Plan(name, folder, measured["tests"], measured["seconds"], measured["fingerprint"])


def meet(plan: Plan, mutant: Mutant) -> tuple[str, str]:
    """Which stage finds a mutant, and how; the stage is empty for a survivor."""

    def stages() -> tuple[str, str]:
        module = f"asterism.games.{plan.folder.name}.{mutant.path.stem}"
        sys.meta_path.insert(0, Planted(module, mutant))
        for stage in STAGES:
            allow(3 + 4 * plan.seconds[stage])
            progress.write_text(stage)
            try:
                why = plan.stage(stage)
            except BaseException as problem:
                why = f"{type(problem).__name__}: {problem}"[:120]
            if why:
                return stage, why
        return "", ""

    progress = HERE.parent / ".mutants" / f"{plan.name}.{os.getpid()}.stage"
    found = forked(stages)
    reached = progress.read_text()
    progress.unlink()
    return (found[0], found[1]) if found else (reached, "out of time")


def meet_one(plan: Plan, mutant: Mutant) -> tuple[Mutant, str, str]:
    """As `meet`, with the mutant, for results that come in any order."""
    return mutant, *meet(plan, mutant)


def digest_of(texts: list[str]) -> str:
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


def known_equivalent(name: str, mutant: Mutant) -> bool:
    listed = tomllib.loads((HERE / "equivalent_mutants.toml").read_text()).get(name, [])
    return any(
        (each["file"], each["function"], each["was"], each["becomes"])
        == (mutant.path.name, mutant.where, mutant.was, mutant.becomes)
        for each in listed
    )


def run(name: str, count: int | None, seed: int, only: str | None, jobs: int) -> dict[str, int]:
    """Try the mutants of a game; returns how many were found by which stage, and how many survive."""
    plan = plan_for(name)
    files = rule_files(plan.folder)
    every = [mutant for path in files for mutant in mutants(path) if compiles(mutant)]
    chosen = [mutant for mutant in every if only is None or only in (mutant.path.name, mutant.where)]
    if count is not None and count < len(chosen):
        chosen = sorted(random.Random(seed).sample(chosen, count), key=every.index)
    tested = sorted([*plan.folder.rglob("test_*.py"), *plan.folder.glob("golden/*.txt")])
    rules = digest_of([without_words(path.read_text()) for path in files])
    tests = digest_of([path.read_text() for path in tested])
    kept = HERE.parent / ".mutants" / f"{name}.jsonl"
    kept.parent.mkdir(exist_ok=True)
    rows = [json.loads(row) for row in kept.read_text().splitlines()] if kept.exists() else []
    done = {row["key"]: row for row in rows if row["rules"] == rules and (found_by_test(row) or row["tests"] == tests)}
    told: Counter[str] = Counter()
    began = time.monotonic()

    def tell(mutant: Mutant, stage: str) -> None:
        told[stage or "survivors"] += 1
        if stage in ("", "fingerprint"):
            print(f"\n{'SURVIVES' if not stage else 'only the fingerprint finds'}: {mutant.diff()}", flush=True)
        print(f"\r{told.total()} of {len(chosen)}, {told['survivors']} survive", end="", file=sys.stderr, flush=True)

    open_ends = []
    for mutant in chosen:
        if row := done.get(mutant.key):
            tell(mutant, row["stage"])
        elif known_equivalent(name, mutant):
            tell(mutant, "equivalent")
        else:
            open_ends.append(mutant)
    with kept.open("a") as file, multiprocessing.get_context("fork").Pool(jobs) as pool:
        for mutant, stage, why in pool.imap_unordered(partial(meet_one, plan), open_ends):
            row = {"key": mutant.key, "rules": rules, "tests": tests, "stage": stage, "why": why, "diff": mutant.diff()}
            file.write(json.dumps(row) + "\n")
            file.flush()
            tell(mutant, stage)
    print(file=sys.stderr)
    said = ", ".join(f"{told[word]} {word}" for word in (*STAGES, "equivalent", "survivors"))
    print(f"{name}: {len(chosen)} of {len(every)} mutants in {time.monotonic() - began:.0f} s: {said}")
    return told


def found_by_test(row: dict[str, str]) -> bool:
    return row["stage"] not in ("", "fingerprint")


def compiles(mutant: Mutant) -> bool:
    try:
        compile(mutant.source, mutant.path, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=discover.names())
    parser.add_argument("--count", type=int, help="try a sample of so many (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants that are tried at a time")
    parser.add_argument("--only", metavar="FILE|FUNCTION", help="only mutants of this file or function")
    args = parser.parse_args()
    return 1 if run(args.game, args.count, args.seed, args.only, args.jobs)["survivors"] else 0


if __name__ == "__main__":
    sys.exit(main())
