"""Check a game in processes of its own, and say in words whatever its rules do: `asterism check`.

Compiled rules check no index: one that is out of range ends the process, or changes memory that is not theirs. So the
sources are read first, then the rules run interpreted, where Python names file and line, and only then compiled, with
bounds checking. A child process writes what it found to a file; one that dies or does not end is told, too.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from types import FrameType

from .compile_cache import HOUSE
from .contract import ContractBroken, check
from .discover import find, folder_of
from .game import BadInput
from .golden import digest
from .rule_sources import problems

FEW = 8  # matches that are played interpreted, if compiled rules keep their promises in all
COMPARED = 5  # random matches whose states must be the same interpreted and compiled
PATIENCE = 20.0  # seconds of processor time: a rule that takes longer does not end
LOOK = 0.2  # seconds between two looks at what the rules are doing


@dataclass(frozen=True)
class Checked:
    """What was found out about a game."""

    states: int = 0  # that were looked at
    digest: str = ""  # of the states of some random matches
    problem: str = ""  # in words; empty: every promise was kept


def check_apart(name: str, matches: int, patience: float = PATIENCE) -> Checked:
    """Check a game in child processes: its sources, its rules interpreted, then compiled with bounds checking. A game
    that is not there is BadInput."""
    found = problems(folder_of(name))
    if found:
        return Checked(problem="\n".join(found))
    plain = run_apart(name, min(matches, FEW), patience, ASTERISM_MODE="interpreted")
    if plain.problem:
        return plain
    compiled = run_apart(name, matches, patience, ASTERISM_MODE="compiled", ASTERISM_BOUNDS="1")
    if compiled.problem and matches > FEW:  # interpreted, more matches may name the line
        plain = run_apart(name, matches, patience, ASTERISM_MODE="interpreted")
    if plain.problem or not compiled.problem:
        differ = plain.digest != compiled.digest and not plain.problem
        problem = "the same actions lead to other states compiled than interpreted" if differ else plain.problem
        return Checked(compiled.states, compiled.digest, problem)
    return Checked(problem=f"compiled, and not interpreted: {compiled.problem}")


def run_apart(name: str, matches: int, patience: float, **mode: str) -> Checked:
    """What a child process in this mode finds out about a game."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.json")
        command = [sys.executable, "-W", "error", "-m", "asterism.core.checking"]
        done = subprocess.run(
            [*command, name, str(matches), str(patience), str(answer)],
            env={**os.environ, **mode},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        if answer.is_file():
            return Checked(**json.loads(answer.read_text(encoding="utf-8")))
    how = f"with exit code {done.returncode}"
    if done.returncode < 0:
        how = f"by the signal {signal.Signals(-done.returncode).name}"
    return Checked(problem=f"the process that ran the rules was ended {how}, without a word")


def main(name: str, matches: str, patience: str, answer: str) -> None:
    """Check a game in this process, which ends here, and write what was found to the file `answer`."""
    folder = folder_of(name).resolve()

    def write(found: Checked) -> None:
        unfinished = Path(f"{answer}.part")
        unfinished.write_text(json.dumps(asdict(found)), encoding="utf-8")
        unfinished.replace(answer)

    watch = threading.Thread(target=end_if_stuck, args=(folder, float(patience), write), daemon=True)
    watch.start()
    try:
        game = find(name)
        found = Checked(check(game, int(matches)), digest(game, COMPARED))
    except BaseException as problem:
        found = Checked(problem=in_words(problem, folder))
    write(found)
    sys.stdout.flush()
    os._exit(0)


def in_words(problem: BaseException, folder: Path) -> str:
    """What went wrong in a game, and where in its sources if that can be told."""
    if isinstance(problem, ContractBroken | BadInput):
        return str(problem)
    text = str(problem)
    where = numba_place(text, folder)
    for frame, line in traceback.walk_tb(problem.__traceback__):
        if is_in(frame.f_code.co_filename, folder):
            where = place(frame, line, folder)
    if isinstance(problem, RecursionError):
        told = "it calls itself without end"
    elif field := re.search(r"no field of name (\w+)|Field '(\w+)' was not found", text):
        told = no_field(field[1] or field[2], folder)
    elif "NRT required" in text:
        told = "a rule makes a list, an array or a string: rules may not allocate memory"
    else:
        lines = [one.strip() for one in text.splitlines() if one.strip() and "pipeline (step" not in one]
        told = f"{type(problem).__name__}: {lines[0] if lines else 'no reason is given'}"
    return f"{where}: {told}" if where else told


def no_field(field: str, folder: Path) -> str:
    """A field that the record has not, and the one that was meant."""
    known = list(find(folder.name).state.names or ())
    close = get_close_matches(field, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"it has: {', '.join(known)}"
    return f"the record has no field {field!r}; {hint}"


def place(frame: FrameType, line: int, folder: Path) -> str:
    """A line of a game in words, with what stands there."""
    path = Path(frame.f_code.co_filename).resolve()
    source = path.read_text(encoding="utf-8").splitlines()[line - 1].strip()
    return f"{path.relative_to(folder.parent).as_posix()}, line {line}, in {frame.f_code.co_name}, `{source}`"


def numba_place(text: str, folder: Path) -> str:
    """The line of a game that Numba's message points at last; empty where there is none."""
    found = [(Path(path).name, line) for path, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    ours = [f"{folder.name}/{file}, line {line}" for file, line in found if (folder / file).is_file()]
    return ours[-1] if ours else ""


def is_in(file: str, folder: Path) -> bool:
    return folder in Path(file).resolve().parents


def end_if_stuck(folder: Path, patience: float, write: Callable[[Checked], None]) -> None:
    """End this process, in words, when one call of a rule has taken more than `patience` seconds of processor time.

    What the main thread is doing tells: interpreted, the same call of a function of the game; compiled, the same place
    in Asterism that called the rules. Compiling takes long as well, but then the main thread is in Numba.
    """
    last: tuple[object, int] | None = None
    since = time.process_time()
    while True:
        time.sleep(LOOK)
        frames = list(calls(sys._current_frames()[threading.main_thread().ident or 0]))
        inside = [frame for frame in frames if is_in(frame.f_code.co_filename, folder)]
        at: tuple[object, int] | None = None
        if inside:
            at = (inside[-1], 0)
        elif is_in(frames[0].f_code.co_filename, HOUSE):
            at = (frames[0], frames[0].f_lasti)
        if at is None or last is None or at[0] is not last[0] or at[1] != last[1]:
            last, since = at, time.process_time()
        elif time.process_time() - since > patience:
            where = f"{place(inside[0], inside[0].f_lineno, folder)}: " if inside else ""
            write(Checked(problem=f"{where}a rule does not come to an end ({patience:g} s of processor time)"))
            os._exit(0)


def calls(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame, the one that called it, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


if __name__ == "__main__":
    main(*sys.argv[1:])
