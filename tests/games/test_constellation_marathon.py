"""Random matches of the Gamers Constellation end and keep their secrets; the long run is a command."""

from __future__ import annotations

from .constellation_marathon import run


def test_random_matches_with_all_kinds_of_options_end_and_keep_their_secrets():
    found = run(2_000, seed=3)
    assert found["matches"] == 2_000
    assert found["looked at"] > 1_000
    assert found["won"] > 100
    assert found["drawn"] > 100
    assert found["shared"] > 0
