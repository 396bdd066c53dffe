board = The board. Arrow keys go from cell to cell, Enter chooses. 4, 5 and 6 take a star from the reserve.
reserve = Reserve
reserve-kind = { kind } star, { $count } in the reserve
kind = { $kind ->
    [four] four-pointed
    [five] five-pointed
    [moon] Moon
   *[six] six-pointed
}
tile = { $kind ->
    [moon] the Moon
   *[other] { kind } star { $name }
}
side = { $side ->
    [east] east
    [south-east] south-east
    [south-west] south-west
    [west] west
    [north-west] north-west
   *[north-east] north-east
}
beside = { side } of { tile }
cell = Empty cell, { $where }: { $can ->
    [place] a star can be placed
    [kind] a { kind } star can be placed
    [moon] the Moon can move here
   *[no] nothing to do here now
}
on-tile = { tile }{ $clouds ->
    [none] {""}
   *[some] , under the cloud of { $clouds }
}{ $can ->
    [switch] : can be switched
    [to] : can be switched for a { $to ->
        [four] four-pointed
        [five] five-pointed
       *[six] six-pointed
    } star
    [move] : can be moved
    [exchange] : can be exchanged
    [with] : can be exchanged with the chosen tile
    [cloud] : your cloud can go here
    [chosen] : chosen
   *[no] {""}
}

prompt-act = { $can ->
    [first] Place the first star: take one, choose a cell
    [place-moon] Place a star or move the Moon
    [place-switch] Place a star or switch one
    [place] Place a star from the reserve
   *[all] Place a star, switch one, or move the Moon
}
prompt-kind = Choose a lit cell to place it{ $switch ->
    [yes] , or a star to switch it
   *[no] {""}
}
prompt-cell = Which star goes here?
prompt-star = Switch it for which star?
prompt-moon = Choose the Moon’s new cell
prompt-exchange = Choose two tiles to exchange them
prompt-with = Exchange it with which tile?
prompt-cloud = Choose the tile for your cloud
not-now = { $name } is to move.
none-left = { $kind ->
    [four] No four-pointed star is left in the reserve.
    [five] No five-pointed star is left in the reserve.
   *[six] No six-pointed star is left in the reserve.
}
not-placed = A { kind } star cannot be used now.
cancel = Put it back

all-in-play = All stars are in play.
zoom-in = Nearer
zoom-out = Further
zoom-fit = See the whole board
countdown = { $left ->
    [one] The last action
   *[other] { $left } actions left
}
deck = { $deck ->
    [one] { $deck } goal in the deck.
   *[other] { $deck } goals in the deck.
}
to-draw-short = { $count ->
    [one] The next goal drawn is the last
   *[other] { $count } goals to draw
}
to-draw = { $count ->
    [one] The next goal that is drawn ends the match.
   *[other] The match ends when { $count } more goals are drawn.
}

goal = Goal { $goal }
# A shape from tile to tile: $steps are `step`s joined by commas; $branch is the tile it goes on from, 0 the last one.
goal-told = { $whose ->
    [mine] Goal { $goal }
   *[theirs] Goal { $goal } of { $name }
}: from the first of five tiles { $steps }
step = { $branch ->
    [0] { side }
   *[other] and one { side } of tile { $branch }
}
goals-mine = My goals
goals-of = Goals of { $name }
goal-secret = { $count ->
    [one] One secret goal
   *[other] { $count } secret goals
}
goal-fit = Goal { $goal } with { kind } stars: { $right } of 5 in place{ $wrong ->
    [0] {""}
   *[other] , { $wrong } in the way
}{ $extra ->
    [0] {""}
   *[other] , { $extra } too many
}.
goal-no-fit = Goal { $goal }: { $full ->
    [yes] it cannot be made around the Moon where it lies now.
   *[no] no star of it lies by the Moon yet.
}
goal-change = Change it
# Where a cell lies, seen from the Moon: one or two legs of some steps each.
leg = { $near ->
    [yes] { side }
   *[no] { $steps } { side }
}
from-moon = { $second ->
    [none] { $first } of the Moon
   *[other] { $first } and { $second } of the Moon
}
# What a cell is to the goal that is shown, after what is said of the cell itself. $kind is the goal’s.
role = { $role ->
    [right] In place for goal { $goal }.
    [wanted] Wanted for goal { $goal }: a { kind } star.
    [wrong] In the way of goal { $goal }: a { kind } star is wanted here.
   *[extra] One too many for goal { $goal }.
}
wanted = Still wanted, { kind }: { $cells }.
tiles = The tiles
tile-told = { tile }{ $where ->
    [none] {""}
   *[other] , { $where }
}{ $clouds ->
    [none] {""}
   *[some] , under the cloud of { $clouds }
}. { $around ->
    [none] Nothing lies beside it.
   *[some] Beside it: { $around }.
}
neighbour = { tile } to the { side }
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
points-of = { $points } of { $limit } points
reached = { $whose ->
    [mine] You complete
   *[theirs] { $who } completes
} goal { $goal } with { kind } stars!
best = Best now: { $what }{ $worth ->
    [none] {""}
   *[some] {" "}({ $worth })
}
gone = Goals out of the game
gone-none = None has been shown yet.
alike = Two alike tiles are not exchanged: it would change nothing. Choose a tile of another kind.
keys = 4, 5 and 6 take a star from the reserve. On the board, the arrow keys go from cell to cell, Enter chooses, + and - come nearer and go further away. Esc puts back what is taken.
