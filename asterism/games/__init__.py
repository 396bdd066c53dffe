"""One folder a game, found by listing this folder and those named in ASTERISM_GAMES (games under design)."""

from asterism.core.compile import game_folders

__path__ = [str(folder) for folder in game_folders()]
