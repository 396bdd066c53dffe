"""True of every game; knows none by name."""
