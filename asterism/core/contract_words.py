"""The table of the contract's compiled words, for its page: `python -m asterism.core.contract_words`."""

from __future__ import annotations

import inspect

from . import anygame


def table() -> str:
    """A row for each word: how it is called, what it does, and when a game has it."""
    rows = ["| word | what it does | needed |", "|---|---|---|"]
    for word in (*anygame.ALWAYS, *anygame.OPTIONAL):
        function = getattr(anygame, word)
        plain = getattr(function, "py_func", function)
        does = " ".join((inspect.getdoc(plain) or "").split())
        gives = " -> number" if inspect.signature(plain).return_annotation == "int" else ""
        called = f"`{word}({', '.join(inspect.signature(plain).parameters)}){gives}`"
        rows.append(f"| {called} | {does} | {anygame.OPTIONAL.get(word, 'always')} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(table(), end="")
