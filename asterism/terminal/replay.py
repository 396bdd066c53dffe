"""The verb `replay`: a recorded match in words."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from asterism.core import record
from asterism.core.game import BadInput
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.core.words import tell, word

from .result import tell_result


def replay(console: Console, file: str, at: int | None, boards: bool) -> int:
    """Print the log of a record in words and the board at its end, at one ply (`at`), or after every action."""
    given = record.load(file)
    match = record.replay(given)
    names = given["names"]
    if at is not None and not 0 <= at <= match.ply:
        raise BadInput(f"{file} has plies 0 to {match.ply}, not {at}")
    actions = match.actions[: match.ply if at is None else at]
    shown = Match.replay(match.game, match.seats, match.options, actions, match.edition)
    console.print(Text.assemble((word(match.game, "title"), "bold yellow"), ", ", " against ".join(names)))
    choices = {played.ply: played.states for played in shown.standing() if played.actor >= 0}
    for line in shown.lines(NOBODY):
        if boards and line.ply in choices:
            seen = match.game.seen(choices[line.ply], NOBODY)
            console.print(Panel(Text(match.game.show(seen[0])), border_style="blue", expand=False))
        console.print(Text(f"{line.ply:>4}  {tell(match.game, line.said, names)}"))
    console.print(Panel(Text(shown.show()), border_style="blue", expand=False))
    tell_result(console, shown, names)
    return 0
