"""Saying no in words."""

from __future__ import annotations

from .messages import RefusedCode


class Refusal(Exception):
    """A request that cannot be carried out; the connection answers it with `Refused`, and nothing was changed."""

    def __init__(self, code: RefusedCode, text: str) -> None:
        super().__init__(text)
        self.code: RefusedCode = code
        self.text = text


def our_mistake() -> Refusal:
    """What is said of a failure that is told in the log; whether what was asked for was done is not known."""
    return Refusal("server-failed", "the server made a mistake: look at the table again")
