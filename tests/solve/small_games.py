"""Games made for tests, from a file of rules."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from functools import cache
from pathlib import Path

from asterism.core.compile_cache import cache_of
from asterism.core.game import Game, Said

RULES = Path(__file__).with_name("dash_rules.py")


@cache
def dash(*changes: tuple[str, str]) -> Game:
    """The race of `dash_rules`, with parts of its text replaced.

    The text is put where compiled code is kept, under a name made from itself, so that no other rules are run for it.
    """
    text = RULES.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    name = f"dash_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    place = cache_of(RULES.parent) / name / f"{name}.py"
    place.parent.mkdir(exist_ok=True)
    place.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    rules = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    return Game(
        module=name,
        version=1,
        seats=(1, 4),
        minutes=(1, 1),
        age=3,
        state=rules.STATE,
        actions=rules.ACTIONS,
        rules=rules,
        say=lambda s, action: Said("done"),
        show=lambda s: "",
        best="fewest",
    )
