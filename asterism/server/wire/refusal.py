"""Saying no in words."""

from __future__ import annotations

from asterism.store import StoreFailed, Unknown

from .messages import RefusedCode


class Refusal(Exception):
    """A request that cannot be carried out; the connection answers it with `Refused`, and nothing was changed, but for
    one whose code says that this is not known."""

    def __init__(self, code: RefusedCode, text: str) -> None:
        super().__init__(text)
        self.code: RefusedCode = code
        self.text = text


def not_stored(problem: StoreFailed, so: str = "this could not be stored, so it was not done") -> Refusal:
    """What is said where a write failed; and where that is not known, that and nothing else."""
    if isinstance(problem, Unknown):
        return Refusal("not-known", f"whether this was stored is not known: look at the table again ({problem})")
    return Refusal("store-failed", f"{so} ({problem})")


def our_mistake() -> Refusal:
    """What is said of a failure that is told in the log; whether what was asked for was done is not known."""
    return Refusal("server-failed", "the server made a mistake: look at the table again")
