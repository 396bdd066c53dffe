"""Templates that `compile.bind` executes once for each game: whole matches between compiled players."""
