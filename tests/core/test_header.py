"""Records inside the record: their numbers are found by path, and they are copied whole in every mode."""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart
from asterism.core.header import HEADER, number_fields, part_dtype, state_dtype
from asterism.kit.plain import plain

BOARD = part_dtype([("lane", np.int32, (2, 3)), ("score", np.int32)])
STATE = state_dtype([("board", BOARD), ("before", BOARD, (2,)), ("left", np.int32)])


def test_every_number_is_found_by_its_path_and_nothing_lies_between_them():
    found = list(number_fields(STATE))
    paths = ["board.lane", "board.score", "before.0.lane", "before.0.score", "before.1.lane", "before.1.score", "left"]
    assert [path for path, _, _ in found] == [*(name for name, *_ in HEADER), *paths]
    offset = 0
    for path, dtype, start in found:
        assert start == offset, path
        offset += dtype.itemsize
    assert offset == STATE.itemsize


@apart
def keep(s: Any, place: int) -> None:
    s["before"][place] = s["board"]


@apart
def put_back(s: Any, place: int) -> None:
    s["board"] = s["before"][place]


def test_a_record_inside_is_copied_whole_and_not_shared():
    states = np.zeros(1, STATE).view(np.recarray)
    s = states[0]
    s["board"]["lane"][1, 2] = 7
    keep(s, 1)
    s["board"]["lane"][1, 2] = s["board"]["score"] = 9
    assert states["before"]["lane"][0, :, 1, 2].tolist() == [0, 7]
    put_back(s, 1)
    assert (states["board"]["lane"][0, 1, 2], states["board"]["score"][0]) == (7, 0)


def test_a_record_inside_is_read_as_a_dictionary_of_plain_numbers():
    states = np.zeros(1, STATE).view(np.recarray)
    states["board"]["score"] = 5
    read = plain(states[0])
    assert read["board"]["score"] == 5
    assert type(read["board"]["score"]) is int
    assert read["board"]["lane"].tolist() == [[0, 0, 0], [0, 0, 0]]
