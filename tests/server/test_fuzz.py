"""Whatever is sent, everything is answered, the connection lives, and no table is changed by one who has no seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .serving import Served
from .talking import Client, Told

EXAMPLES = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = ["hello", "open", "watch", "shape", "sit", "stand", "act", "undo", "answer", "emote", "point", "rematch",
         "advise", "rolls"]  # fmt: skip
NUMBERS = st.integers(-5, 20) | st.integers(-(2**70), 2**70)


@pytest.fixture(scope="module")
def table(served: Served) -> Iterator[tuple[Client, Client, Told]]:
    """Anna at her table, and a stranger who sends all kinds of things."""
    with Client(served) as anna, Client(served) as stranger:
        scene = anna.open("me", "here")
        for _ in range(3):
            scene = anna.act(scene)
        yield anna, stranger, scene


def nearly_right(code: str) -> st.SearchStrategy[dict[str, Any]]:
    """Messages that are right in many parts, so that they get far."""
    return st.fixed_dictionaries(
        {"type": st.sampled_from(TYPES)},
        optional={
            "table": st.sampled_from([code, code.lower(), "222222", ""]) | JSON,
            "ply": NUMBERS,
            "action": NUMBERS,
            "seat": NUMBERS,
            "yes": st.booleans(),
            "change": st.sampled_from(["add", "remove", "bot", "free", "start", "burn"]),
            "level": st.sampled_from(["easy", "best", "godlike"]),
            "emote": st.sampled_from(["wow", "hello", "rude"]),
            "commit": st.sampled_from(["0" * 64, "xyz"]),
            "nonce": st.sampled_from(["0" * 64, "xyz"]),
            "sheet": st.sampled_from(["0" * 64, "xyz"]),
            "place": st.text(max_size=80),
            "name": st.text(max_size=40) | st.none(),
            "game": st.sampled_from(["noirlab-dice", "_template", "chess"]) | st.text(max_size=9),
            "seats": st.lists(
                st.fixed_dictionaries({"kind": st.sampled_from(["me", "here", "bot", "king"])}), max_size=7
            ),
            "options": st.dictionaries(st.text(max_size=5), NUMBERS, max_size=2),
            "plain": st.booleans(),
        },
    )


def check_answered(anna: Client, stranger: Client, scene: Told, id: int) -> None:
    """An answer came to this very message, the connection is alive, and Anna's match is as it was."""
    told = stranger.hear_until(lambda told: told["id"] == id and told["type"] in ANSWERS)
    assert told["type"] != "refused" or told["text"]
    assert told["type"] != "refused" or "mistake" not in told["text"], told
    assert stranger.ask("hello")["type"] == "welcome"
    now = anna.watch(scene)
    assert (now["ply"], now["view"], now["choices"]) == (scene["ply"], scene["view"], scene["choices"])


ANSWERS = {"welcome", "opened", "scene", "emoted", "advice", "rolled", "refused"}


@EXAMPLES
@given(data=st.data())
def test_nearly_right_messages(table: tuple[Client, Client, Told], data: st.DataObject) -> None:
    anna, stranger, scene = table
    message = data.draw(nearly_right(scene["table"]["code"]))
    stranger.id += 1
    stranger.socket.send(json.dumps({**message, "id": stranger.id}))
    check_answered(anna, stranger, scene, stranger.id)


@EXAMPLES
@given(text=st.text(max_size=200) | JSON.map(json.dumps))
def test_any_text(table: tuple[Client, Client, Told], text: str) -> None:
    anna, stranger, scene = table
    stranger.told.append({"type": "none", "id": None})
    stranger.socket.send(text)
    told = stranger.hear_until(lambda told: told["type"] in ("refused", "welcome"))
    assert told["type"] == "refused"
    assert told["code"] == "malformed"
    assert stranger.ask("hello")["type"] == "welcome"
    assert anna.watch(scene)["ply"] == scene["ply"]


@EXAMPLES
@given(body=st.binary(max_size=200))
def test_any_bytes(table: tuple[Client, Client, Told], body: bytes) -> None:
    anna, stranger, scene = table
    stranger.told.append({"type": "none", "id": None})
    stranger.socket.send(body)
    assert stranger.hear_until(lambda told: told["type"] == "refused")["code"] == "malformed"
    assert anna.watch(scene)["ply"] == scene["ply"]
