"""The words of the games and of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

HOUSE = Path(__file__).parents[2] / "asterism"
FILES = sorted([*HOUSE.glob("games/*/words/en.ftl"), *HOUSE.glob("core/table_words/en.ftl")])


class Names(Visitor):  # type: ignore[misc]
    """Which arguments a pattern names."""

    def __init__(self, pattern: ast.Pattern) -> None:
        self.found: set[str] = set()
        self.visit(pattern)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.found.add(node.id.name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parts[-3])
def test_what_someone_does_is_told_to_them_as_you(file: Path) -> None:
    """The page tells whoever did something “you”; the terminal and records tell a name."""
    entries = FluentParser().parse(file.read_text(encoding="utf-8")).body
    assert not [entry.content for entry in entries if isinstance(entry, ast.Junk)]
    messages = [entry for entry in entries if isinstance(entry, ast.Message) and entry.value]
    told = {
        one.id.name: one for one in messages if "who" in Names(one.value).found and not one.id.name.startswith("why-")
    }
    assert told
    for name, message in told.items():
        to_me = [attribute.value for attribute in message.attributes if attribute.id.name == "you"]
        assert len(to_me) == 1, f"{name} has no words for whoever did it"
        assert Names(to_me[0]).found == Names(message.value).found - {"who"}, (
            f"{name} says something else to whoever did it"
        )
