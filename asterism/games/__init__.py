"""One folder a game, found by listing this folder and those named in ASTERISM_GAMES (games under design).

`asterism.games()` lists their names: the folder itself can be called, since its name is the word everyone looks for.
"""

import sys
from types import ModuleType

from asterism.core.compile_cache import game_folders

__path__ = [str(folder) for folder in game_folders()]


class Games(ModuleType):
    """A module that can be called."""

    def __call__(self) -> list[str]:
        from asterism.core.discover import names

        return list(names())


sys.modules[__name__].__class__ = Games
