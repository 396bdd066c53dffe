"""Saying no in words."""

from __future__ import annotations

from .messages import RefusedCode


class Refusal(Exception):
    """A request that cannot be carried out; the connection answers it with `Refused`, and nothing was changed."""

    def __init__(self, code: RefusedCode, text: str) -> None:
        super().__init__(text)
        self.code: RefusedCode = code
        self.text = text
