"""Hex, the smallest well-known game that search is measured on: for benchmarks, not offered for play."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path

from asterism.core.game import Game, Option, Said

RULES = Path(__file__).with_name("hex_rules.py")


@cache
def hex_game() -> Game:
    """The game, from the file of rules beside this one: benchmarks are no package, so it is loaded by its place."""
    spec = importlib.util.spec_from_file_location(RULES.stem, RULES)
    assert spec is not None
    assert spec.loader is not None
    sys.path.append(str(RULES.parent))  # compiled code finds its module by this name
    rules = sys.modules[RULES.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    return Game(
        module="hex_game",
        version=1,
        seats=(2, 2),
        minutes=(5, 20),
        age=8,
        state=rules.STATE,
        actions=rules.ACTIONS,
        rules=rules,
        say=lambda s, action: Said("place", {"who": int(s["to_act"])}, f"cell:{action}"),
        show=lambda s: "",
        options=(Option(name="size", default=11, low=2, high=11),),
    )
