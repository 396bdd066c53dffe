"""What the types of the browser are made from; that the files are current is checked by `dev.py check`."""

from __future__ import annotations

import json
from typing import TypedDict, get_type_hints

import msgspec
import numpy as np
import pytest

from asterism import Match
from asterism.core import discover
from asterism.server.wire import browser_types

from .serving import HOUSE

WITH_PAGE = sorted(path.parent.name for path in (HOUSE / "web/src/games").glob("*/Board.svelte"))


def test_there_are_types_of_the_messages_and_of_every_page() -> None:
    assert WITH_PAGE
    assert {"wire/messages.ts", *(f"games/{name}/view.ts" for name in WITH_PAGE)} <= browser_types.files().keys()


def test_the_schemas_have_no_tuples_that_the_browsers_tools_misread() -> None:
    text = json.dumps(browser_types.files())
    assert "prefixItems" not in text
    assert '"items": [' in text


def test_fields_are_told_in_the_order_of_the_class_with_what_is_said_about_them() -> None:
    view = browser_types.files()["games/noirlab_dice/view.ts"]["View"]["properties"]
    assert list(view) == ["mover", "phase", "rolls", "face", "bust", "trackers"]
    assert view["rolls"] == {"allOf": [{"type": "integer"}], "description": "in this turn"}


class Inner(TypedDict):
    """Found inside lists, dictionaries and what may be missing."""

    number: int


class Outer(TypedDict):
    """One that has such."""

    some: dict[str, list[Inner]] | None


def test_classes_are_found_wherever_they_are() -> None:
    assert browser_types.classes_in(Outer) == {Inner, Outer}


@pytest.mark.parametrize("name", WITH_PAGE)
def test_what_a_page_is_given_is_what_its_types_say(name: str) -> None:
    game, rng = discover.find(name), np.random.default_rng(1)
    assert game.view
    view = get_type_hints(game.view)["return"]
    match = Match(game.name, seats=2, seed=1)
    for _ in range(100):
        if match.over:
            break
        seen = msgspec.json.encode(game.view(match.seen(0)[0]))
        read = msgspec.json.decode(seen, type=view, strict=True)  # without what the type does not have
        assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(seen)
        match.play(int(rng.choice(match.legal())))
