"""The result of a match in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from asterism.core.match import Match
from asterism.core.result import Ending
from asterism.core.words import tell, word

ENDINGS: dict[Ending, str] = {
    "alone": "",  # the score says all
    "won": "{names} wins!",
    "shared": "{names} share the win.",
    "draw": "A draw.",
    "lost": "Nobody wins.",
    "team-won": "You win together!",
    "team-lost": "You lose together.",
}


def tell_result(console: Console, match: Match, names: Sequence[str]) -> None:
    """Print the winners, the reason, and the scores of a game that has them; nothing while the match goes on."""
    result = match.result
    if result is None:
        return
    what = ENDINGS[result.ending].format(names=" and ".join(names[seat] for seat in result.winners))
    why = tell(match.game, result.said, names) if result.said else ""
    if what or why:
        console.print(Text.assemble((what, "bold yellow"), " " if what and why else "", why))
    if result.scores:
        scores = [word(match.game, "score", score=score) for score in result.scores]
        console.print(Text("  ".join(f"{name}: {score}" for name, score in zip(names, scores, strict=True))))
