"""Games of score cards: roll and take one of the next cards offered; the first full card ends the match.

For two seats a zero-sum stochastic game, solved by topological value iteration over `layers` (`on_cpu` or `on_gpu`) and
shipped as a `low_rank` table (`build` does all of it in order), from which `one_ply` looks ahead. `alone` is for one
seat, `playouts` for more than two; `by_seats` tells what is known, `lookup` the same to compiled code,
and `quality` how good it is.
"""

from __future__ import annotations

from .by_seats import BySeats, known_of
from .shipped import has_score_cards

__all__ = ["BySeats", "has_score_cards", "known_of"]
