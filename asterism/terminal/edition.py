"""The numbers of an edition, as a table to read, and what is different from the standard one."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from asterism.core.discover import find
from asterism.core.edition import differences, load, names_of, standard
from asterism.core.game import BadInput, Numbers


def tell_edition(console: Console, name: str, file: Path | None) -> int:
    """Print an edition, the standard one or that of a file; BadInput, in words, where it is none."""
    game = find(name)
    if not game.numbers:
        raise BadInput(f"{game.name} has no editions: its numbers are those of its rules")
    usual = standard(game)
    edition = load(game, file) if file else usual
    changed = differences(edition, usual)
    console.print(Text.assemble((edition.title, "bold yellow"), f" of {game.name}, {edition.digest}"))

    def told(numbers: Numbers, row: str) -> str:
        return ", ".join(
            f"[bold]{edition.numbers[one]}[/] [dim](not {usual.numbers[one]})[/]" if one in changed else str(value)
            for one, value in edition.numbers.items()
            if one in names_of(numbers) and (one.startswith(f"{row}.") if row else True)
        )

    for numbers in game.numbers:
        if not numbers.each:
            console.print(f"  {numbers.name} {told(numbers, '')}   [dim]{numbers.low} to {numbers.high}[/]")
    for rows in dict.fromkeys(numbers.each for numbers in game.numbers if numbers.each):
        columns = [numbers for numbers in game.numbers if numbers.each == rows]
        table = Table("", *(f"{one.name}\n[dim]{one.low} to {one.high}[/]" for one in columns), box=None)
        for row in rows:
            table.add_row(row, *(told(one, row) for one in columns))
        console.print(table)
    if file:
        console.print("All numbers are as in the standard edition." if not changed else f"{len(changed)} differ.")
    return 0
