"""The benchmark runs and tells what it promises; how fast is not for a test to say."""

from __future__ import annotations

import os
import subprocess
import sys

from asterism.core.discover import names

from .serving import HOUSE


def test_the_benchmark_of_the_server_prints_its_table() -> None:
    command = [sys.executable, "benchmarks/server.py", "--tables", "2", "--seconds", "0.5", "--rounds", "1"]
    command += ["--live", "0"]
    environment = {**os.environ, "COLUMNS": "160", "PYTHONPATH": str(HOUSE)}
    done = subprocess.run(command, cwd=HOUSE, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    for word in ("tables", "moves/s", "CPU ms a move", "p50 ms", "p99 ms", "KiB a live table", "(echo)", *names()):
        assert word in done.stdout
    assert "on the disk" in done.stdout
