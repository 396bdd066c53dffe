"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from asterism.core.match import Match
from asterism.core.words import word


def tell_result(console: Console, match: Match, names: Sequence[str]) -> None:
    """Who won, and the scores where the game keeps them; nothing while the match goes on."""
    winners = [names[seat] for seat, share in enumerate(match.shares or []) if share > 0]
    if winners and match.seats > 1:
        what = f"{winners[0]} wins!" if len(winners) == 1 else f"{' and '.join(winners)} share the win."
        console.print(f"[bold yellow]{what}[/]")
    if match.scores:
        scores = [word(match.game, "score", score=score) for score in match.scores]
        console.print("  ".join(f"{name}: {score}" for name, score in zip(names, scores, strict=True)))
