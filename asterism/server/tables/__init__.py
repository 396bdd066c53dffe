"""What is asked at a table, carried out and stored: lobby, moves, clocks, dice, comings and goings."""
