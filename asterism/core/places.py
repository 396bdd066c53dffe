"""Where Asterism keeps things on a person's machine: compiled rules (a cache) and matches (data)."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """What may be deleted at any time: compiled rules and solved tables."""
    return Path(os.environ.get("ASTERISM_CACHE") or platformdirs.user_cache_dir("asterism", appauthor=False))


def data_folder() -> Path:
    """What must not be lost: the store with every table, and the key that signs guests' cookies."""
    return Path(os.environ.get("ASTERISM_DATA") or platformdirs.user_data_dir("asterism", appauthor=False))
