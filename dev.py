#!/usr/bin/env python3
"""Set up and run Asterism with nothing but Python 3.11 or newer.

    python3 dev.py play      set up, then host the table and open a browser
    python3 dev.py test      set up, then run every test, the browser's included
    python3 dev.py long      the tests that take minutes and are not among those: strength by many matches
    python3 dev.py ray       the lab's tests on a real Ray cluster, which is large: got into .venv/ray for them alone
    python3 dev.py cluster   several servers, PostgreSQL, Valkey and bots in processes of their own, to be tried
    python3 dev.py check     style, types, rooms and spelling, in Python and in the browser's code
    python3 dev.py run ...   set up, then the command asterism with these words
    python3 dev.py wire      write the browser's types and the protocol page from the messages and the games' views
    python3 dev.py lock DATE choose the dependencies anew, none of them newer than DATE (YYYY-MM-DD)

Everything goes into .venv beside this file; uv and Node come into it as wheels, so neither is needed beforehand.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements-dev.txt"
FEW = 5  # failed tests that are run once more; where more fail, something is broken
WEB_CHECKS = ("check", "lint", "test", "size")


def say(text: str) -> None:
    print(f"\033[2m{text}\033[0m" if sys.stdout.isatty() else text, flush=True)


def run(*command: str | Path, **more: str) -> None:
    """Run a command in the checkout; stop here if it fails."""
    done = subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **more})
    if done.returncode:
        sys.exit(done.returncode)


def set_up(web: str) -> None:
    """Make .venv match the lock and build the page (see hatch_build.py); nothing where nothing changed."""
    stamp = VENV / ".asterism-lock"
    wanted = hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        if not PYTHON.exists():
            say("1/3 making .venv")
            try:
                venv.create(VENV, with_pip=True)
            except subprocess.CalledProcessError:
                sys.exit("this Python cannot make virtual environments (Debian: apt-get install python3-venv)")
        say("2/3 getting uv")
        run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "uv")
        say("3/3 getting the dependencies, exactly as locked")
        run(PYTHON, "-m", "uv", "pip", "sync", "-q", "--compile-bytecode", "--python", PYTHON, "--require-hashes", LOCK)
        here = ("--no-deps", "--no-build-isolation", "-e", ".")
        run(PYTHON, "-m", "uv", "pip", "install", "-q", "--python", PYTHON, *here, ASTERISM_WEB="skip")
        stamp.write_text(wanted)
    run(PYTHON, "hatch_build.py", ASTERISM_WEB=web)


def made_by(module: str) -> bytes:
    """What a module of ours prints."""
    return subprocess.run([str(PYTHON), "-m", module], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def wire(script: str) -> None:
    """Write the browser's types from the server's classes and the games' views, or check that they are current."""
    types = made_by("asterism.server.wire.browser_types")
    done = subprocess.run([str(PYTHON), "hatch_build.py", script], cwd=ROOT, input=types)
    if done.returncode:
        sys.exit(done.returncode)


def check() -> None:
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "mypy")
    run(BIN / "typos")
    for script in WEB_CHECKS:
        run(PYTHON, "hatch_build.py", script)
    wire("wire:check")


def test_all(*words: str) -> None:
    """Run tests, and the few that failed once more, alone: real servers, browsers and databases share the machine with
    the other tests. One that fails twice is a failure; one that failed once is told, with all that was printed."""
    first = subprocess.run([str(PYTHON), "-m", "pytest", "--cache-clear", *words], cwd=ROOT)
    if first.returncode == 0:
        return
    kept = ROOT / ".pytest_cache/v/cache/lastfailed"
    failed = list(json.loads(kept.read_text())) if first.returncode == 1 and kept.is_file() else []
    if not 0 < len(failed) <= FEW:
        sys.exit(first.returncode)
    print("\nfailed, and now run once more, alone:", *failed, sep="\n  ", flush=True)
    run(PYTHON, "-m", "pytest", "-v", "-n", "0", *failed)
    print("failed only at first, to be looked into:", *failed, sep="\n  ", flush=True)


def main(words: list[str]) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (this file is run by whatever Python there is)
        sys.exit("Asterism needs Python 3.11 or newer")
    what, rest = (words[0], words[1:]) if words else ("help", [])
    if what == "lock" and len(rest) == 1:
        how = ("--group", "dev", "--universal", "--generate-hashes", "--no-annotate", "--no-header", "-q")
        run(PYTHON, "-m", "uv", "pip", "compile", "pyproject.toml", *how, "--exclude-newer", rest[0], "-o", LOCK)
    elif what in ("play", "test", "long", "ray", "cluster", "check", "run", "wire", "setup"):
        # types are made before the page is built: it may need them
        set_up("tools" if what == "wire" else "dev" if what in ("test", "long", "ray", "cluster", "check") else "")
        if what == "play":
            run(BIN / "asterism", "serve", *rest)
        elif what == "run":
            run(BIN / "asterism", *rest)
        elif what == "test":
            run(PYTHON, "tests/web/get_browser.py")
            if rest:
                run(PYTHON, "-m", "pytest", *rest)
            else:  # apart: the browser's driver keeps an event loop running in its process, where asyncio then cannot
                # many of these wait for a server: one worker more than there are cores
                test_all("-n", str((os.cpu_count() or 1) + 1), "--ignore", "tests/web")
                test_all("-n", "auto", "tests/web")
        elif what == "long":
            run(PYTHON, "-m", "pytest", "-n", "auto", "-m", "long", *rest)
        elif what == "cluster":
            run(PYTHON, "-m", "tests.chaos.try_it")
        elif what == "ray":
            place = VENV / "ray"
            run(PYTHON, "-m", "uv", "pip", "install", "-q", "--python", PYTHON, "--target", place, "ray>=2.40")
            run(PYTHON, "-m", "pytest", "-n", "0", "tests/lab/test_ray.py", *rest, PYTHONPATH=str(place))
        elif what == "wire":
            (ROOT / "docs/PROTOCOL.md").write_bytes(made_by("asterism.server.wire.protocol"))
            wire("wire")
        elif what == "check":
            check()
    else:
        print(__doc__)
        sys.exit(0 if what in ("help", "-h", "--help") else 2)


if __name__ == "__main__":
    main(sys.argv[1:])
