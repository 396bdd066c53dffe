# What the log tells of the table and not of the game; the terminal and the page both read it.

took-back = { $moves ->
    [one] { $who } took back a move.
   *[other] { $who } took back { $moves } moves.
}
roll-taken-back = A roll was taken back.
