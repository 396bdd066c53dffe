"""Where compiled code is kept: by contents, so that checkouts share it, and safely when several processes write."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core.compile import COMPILED
from asterism.core.compile_cache import HOUSE

PLAYS = """
import asterism
from asterism.core import compile_news
compile_news.SECONDS_BETWEEN = 0
match = asterism.Match("_template", seats=2, seed=1)
while not match.over:
    match.play(match.legal()[0])
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_two_who_compile_at_once_never_get_each_others_code(tmp_path: Path) -> None:
    from numba.core.caching import IndexDataCacheFile

    ours, theirs = (IndexDataCacheFile(str(tmp_path), "search", "stamp") for _ in range(2))
    index = tmp_path / "search.nbi"
    ours.save("int", "code for int")
    as_we_left_it = index.read_bytes()
    index.unlink()  # the other one looked at the index before we wrote it
    theirs.save("float", "code for float")
    index.write_bytes(as_we_left_it)  # and wrote theirs before ours
    assert ours.load("int") == "code for int"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_second_checkout_of_the_same_sources_compiles_nothing_anew(tmp_path: Path) -> None:
    """And an edit to a helper of the rules compiles what may call it."""
    for checkout in ("one", "other"):
        shutil.copytree(HOUSE, tmp_path / checkout / "asterism", ignore=shutil.ignore_patterns("static", "*.npz"))

    said: list[str] = []

    def compiled_by(checkout: str, **more: str) -> set[str]:
        before = {path.name for path in (tmp_path / "cache").rglob("*.nbc")}
        environment = {**os.environ, "ASTERISM_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path / checkout)}
        command = [sys.executable, "-c", PLAYS]
        done = subprocess.run(
            command, env={**environment, **more}, cwd=tmp_path, check=True, capture_output=True, text=True
        )
        assert done.stdout == ""
        said.append(done.stderr)
        return {path.name for path in (tmp_path / "cache").rglob("*.nbc")} - before

    assert compiled_by("one")
    assert not compiled_by("other")
    with (tmp_path / "other/asterism/kit/seats.py").open("a", encoding="utf-8") as helper:
        helper.write("# another text\n")
    assert compiled_by("other", ASTERISM_QUIET="1")
    first, second, quiet = said
    assert first.count("compiling template, which happens once") == 1, "whoever waits is told why"
    counts = [
        (int(done), int(all_)) for done, all_ in re.findall(r"template: (\d+) of (\d+) functions compiled", first)
    ]
    assert len({done for done, _ in counts}) > 5
    assert counts == sorted(counts)
    assert all(done <= wanted for done, wanted in counts)
    assert second == quiet == "", "nothing is compiled, or nothing is to be said"
