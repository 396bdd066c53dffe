"""A table: its seats, moves, undo, clocks, dice and scenes."""
