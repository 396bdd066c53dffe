"""What a seat is given, as the spaces of Gymnasium: the seen vector (see `layout`) and the mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.game import Game

from . import needs
from .layout import width

with needs("gymnasium"):
    from gymnasium import spaces

Observation = dict[str, np.ndarray[Any, Any]]
WHOLE = np.iinfo(np.int32)


def vector_space(game: Game) -> spaces.Box:
    return spaces.Box(WHOLE.min, WHOLE.max, (width(game),), np.int32)


def observation_space(game: Game) -> spaces.Dict:
    """The same for every seat. Actions of chance are among the actions, but never legal to a seat."""
    return spaces.Dict({"observation": vector_space(game), "action_mask": spaces.Box(0, 1, (game.actions,), np.int8)})
