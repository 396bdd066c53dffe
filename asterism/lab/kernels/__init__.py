"""Templates bound to each game by `compile.bind`: whole matches between compiled players, counted as they go."""
