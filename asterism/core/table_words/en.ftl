# What the log tells of the table and not of the game; the terminal and the page both read it.

took-back = { $moves ->
    [one] { $who } took back a move.
   *[other] { $who } took back { $moves } moves.
}
roll-taken-back = A roll was taken back.
match-closed = The match was broken off. It has no result.

# How it ended. $whom names all who won.
ended-alone = { $whom } made it.
ended-won = { $who } wins.
ended-shared = { $whom } share the win.
ended-draw = A draw.
ended-lost = Nobody wins.
ended-team-won = The team wins.
ended-team-lost = The team loses.
