"""Compiled code that several processes write at the same time."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterism.core.compile import COMPILED


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
