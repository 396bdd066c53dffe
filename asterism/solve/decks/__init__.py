"""Decks that are never shuffled, played alone: the fewest turns to so many points, and a proof that fewer do not do.

`deck` is what a game offers, `turns` tells all that one turn can lead to. `fewest` finds a way by beam search, and
proves a bound by breadth-first search with `bound` (branch and bound): it may look at everything, because the order in
which cards are laid down is left open until they are drawn, and what can no longer be in time is left out.
"""

from __future__ import annotations

from .deck import Deck, deck_of, has_deck
from .fewest import Found, find_way, prove

__all__ = ["Deck", "Found", "deck_of", "find_way", "has_deck", "prove"]
