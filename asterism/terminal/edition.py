"""The verb `edition`: the numbers of an edition as a table, and where they differ from the standard edition."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from asterism.core.discover import find
from asterism.core.edition import differences, load, names_of, standard
from asterism.core.game import BadInput, Numbers


def tell_edition(console: Console, name: str, file: Path | None) -> int:
    """Print the standard edition, or that of a file; BadInput where the file is no edition of the game."""
    game = find(name)
    if not game.numbers:
        raise BadInput(f"{game.name} has no editions: its numbers are those of its rules")
    usual = standard(game)
    edition = load(game, file) if file else usual
    changed = differences(edition, usual)
    console.print(Text.assemble((edition.title, "bold yellow"), f" of {game.name}, {edition.digest}"))

    def cell(numbers: Numbers, row: str) -> str:
        return ", ".join(
            f"[bold]{edition.numbers[one]}[/] [dim](not {usual.numbers[one]})[/]" if one in changed else str(value)
            for one, value in edition.numbers.items()
            if one in names_of(numbers) and (one.startswith(f"{row}.") if row else True)
        )

    for numbers in game.numbers:
        if not numbers.each:
            console.print(f"  {numbers.name} {cell(numbers, '')}   [dim]{numbers.low} to {numbers.high}[/]")
    for rows in dict.fromkeys(numbers.each for numbers in game.numbers if numbers.each):
        columns = [numbers for numbers in game.numbers if numbers.each == rows]
        table = Table("", *(f"{one.name}\n[dim]{one.low} to {one.high}[/]" for one in columns), box=None)
        for row in rows:
            table.add_row(row, *(cell(one, row) for one in columns))
        console.print(table)
    if file:
        console.print("All numbers are as in the standard edition." if not changed else f"{len(changed)} differ.")
    return 0
