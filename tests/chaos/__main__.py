"""`python -m tests.chaos`: break everything for some minutes, and say what was lost."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from . import __doc__ as told
from .story import run, run_rolling


def say(text: str) -> None:
    print(f"\r\033[K{text}" if sys.stdout.isatty() else text, end="" if sys.stdout.isatty() else "\n", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=told)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--people", type=int, default=60, help="two at each table")
    parser.add_argument("--rolling", action="store_true", help="break nothing: restart servers, one after the other")
    parser.add_argument("--keep", type=Path, help="a folder for logs and stores; otherwise they are gone afterwards")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nothing is left behind then either
    with tempfile.TemporaryDirectory(prefix="chaos") as folder:
        where = chosen.keep or Path(folder)
        where.mkdir(parents=True, exist_ok=True)
        seconds = chosen.minutes * 60
        how = seconds, chosen.seed, chosen.servers, chosen.workers, chosen.people
        rolling = run_rolling(where, seconds, chosen.servers, chosen.people, say) if chosen.rolling else None
        report = asyncio.run(rolling or run(where, *how, say))
    print("\n" + "\n".join(report.lines()))
    return 1 if report.verdict() else 0


if __name__ == "__main__":
    sys.exit(main())
