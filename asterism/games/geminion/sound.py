"""What must hold among the numbers of an edition, besides the bounds of each."""

from __future__ import annotations

from collections.abc import Mapping

from asterism.core.game import BadInput

from . import state as S


def sound(numbers: Mapping[str, int]) -> None:
    """§10 There is something to begin with, and all cards of a match find room in one row."""
    first = {card: numbers[f"{card}.start"] for card in S.CARDS}
    if sum(first.values()) == first[S.CARDS[S.SPARKLE]]:
        raise BadInput("everyone begins with at least one card other than a Sparkle: raise penny.start, say")
    for table in range(S.TABLES):
        seats = S.MIN_SEATS + table
        cards = seats * sum(first.values()) + sum(numbers[f"{card}.pile.{table + 1}"] for card in S.CARDS)
        if cards > S.ROOM:
            most = max(S.CARDS, key=lambda card: numbers[f"{card}.pile.{table + 1}"])
            raise BadInput(
                f"for {seats} players there are {cards} cards, but there is room for {S.ROOM}: "
                f"lower {most}.pile.{table + 1}, say"
            )


assert S.MIN_SEATS + S.TABLES - 1 == S.MAX_SEATS
