"""Reading what a client sends; also of a message that is broken the number to answer to."""

from __future__ import annotations

import json

import msgspec

from ..settings import LARGEST_MESSAGE
from .requests import Asked

decode = msgspec.json.Decoder(Asked).decode


class OnlyId(msgspec.Struct):
    """What can be saved of a message that is none: the id to answer to."""

    id: int = 0


read_id = msgspec.json.Decoder(OnlyId).decode


def id_of(text: str | bytes) -> int:
    try:
        return read_id(text).id if len(text) <= LARGEST_MESSAGE else 0
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return id_beside(text)


def id_beside(text: str | bytes) -> int:
    """The number of a message that has no text somewhere (half a surrogate pair), so that its sender hears of it."""
    try:
        found = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return 0
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 1 << 53 else 0
