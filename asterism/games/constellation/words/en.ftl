title = The Gamers Constellation
tagline = Lay stars around the Moon until they show your secret shape.
aim = Lay stars around the Moon until they show { $visible ->
    [0] your secret shape
   *[other] your shape, which everyone can see
}{ $goals ->
    [1] .
   *[other] , any one of your { $goals }.
}

preset-basic = Basic
    .help = one secret goal each: whoever completes theirs wins
preset-confirmed = Confirmed players
    .help = three goals at a time, first to 2 points, and the match goes on when all stars are in play

option-goals = Goals each
    .help = With several goals, any one of them wins. Good for three players and more.
option-change = Change Goal
    .help = Once in your turn, before your action, you may show a goal, discard it and draw another.
option-visible = Visible Goals
    .help = All goals lie open.
option-open = Open Game
    .help = When all stars are in play the match goes on: now two tiles exchange their places.
option-points = Scoring Points
    .help = A reached goal scores a point and is replaced. Best with two to five goals each. Goals dealt at the start count as drawn.
option-points-off = off
option-points-deck = until all goals are drawn
option-points-2 = first to 2
option-points-3 = first to 3
option-points-4 = first to 4
option-points-5 = first to 5
option-points-6 = first to 6
option-points-7 = first to 7
option-points-8 = first to 8
option-points-9 = first to 9
option-points-10 = first to 10
option-points-drawn-6 = until 6 goals are drawn
option-points-drawn-8 = until 8 goals are drawn
option-points-drawn-10 = until 10 goals are drawn
option-points-drawn-12 = until 12 goals are drawn
option-points-drawn-14 = until 14 goals are drawn
option-points-drawn-16 = until 16 goals are drawn
option-points-drawn-18 = until 18 goals are drawn
option-points-drawn-20 = until 20 goals are drawn
option-points-drawn-22 = until 22 goals are drawn
option-points-drawn-24 = until 24 goals are drawn
option-points-drawn-26 = until 26 goals are drawn
option-points-drawn-28 = until 28 goals are drawn
option-points-drawn-30 = until 30 goals are drawn
option-blocking = Blocking Clouds
    .help = Put your cloud on any tile, not only on the one just played, but not where it was.
option-several = Several at once
    .help = What happens when one action completes the goals of several players.
option-several-shared = they share the win
option-several-play-on = they draw new goals and play on
option-row = The straight row too
    .help = All 33 shapes are in the deck. Without it, the straight row is left out.

# Parts of the sentences below. $kind is four, five, six or moon; $tile is a star's letter or moon.
kind-word = { $kind ->
    [four] four-pointed
    [five] five-pointed
   *[six] six-pointed
}
old-word = { $old ->
    [four] four-pointed
    [five] five-pointed
   *[six] six-pointed
}
side-word = { $side ->
    [east] east
    [south-east] south-east
    [south-west] south-west
    [west] west
    [north-west] north-west
   *[north-east] north-east
}
beside-word = { $tile ->
    [moon] the Moon
   *[other] star { $tile }
}
tile-word = { $tile ->
    [moon] the Moon
   *[other] the { kind-word } star { $tile }
}
other-kind-word = { $other_kind ->
    [four] four-pointed
    [five] five-pointed
   *[six] six-pointed
}
other-tile-word = { $other ->
    [moon] the Moon
   *[other] the { other-kind-word } star { $other }
}

place = { $who } places a { kind-word } star { side-word } of { beside-word }.
    .you = You place a { kind-word } star { side-word } of { beside-word }.
    .choice = Place a { kind-word } star { side-word } of { beside-word }
switch = { $who } switches the { old-word } star { $tile } for a { kind-word } one.
    .you = You switch the { old-word } star { $tile } for a { kind-word } one.
    .choice = Switch the { old-word } star { $tile } for a { kind-word } one
move = { $who } moves the Moon { side-word } of { beside-word }.
    .you = You move the Moon { side-word } of { beside-word }.
    .choice = Move the Moon { side-word } of { beside-word }
exchange = { $who } exchanges { tile-word } and { other-tile-word }.
    .you = You exchange { tile-word } and { other-tile-word }.
    .choice = Exchange { tile-word } and { other-tile-word }
cloud = { $who } puts a cloud on { tile-word }.
    .you = You put a cloud on { tile-word }.
    .choice = Put your cloud on { tile-word }
change = { $who } shows goal { $goal } and discards it.
    .you = You show goal { $goal } and discard it.
    .choice = Show and discard goal { $goal }, draw another
begin = { $who } begins.
    .you = You begin.
    .choice = { $who } begins
# $goal is 0 for everyone but the one who is dealt it, unless goals lie open.
deal = { $why ->
    [reached] { $who } has completed a constellation and is dealt { deal-word }.
    [changed] { $who } draws { deal-word }.
   *[start] { $who } is dealt { deal-word }.
}
    .you = { $why ->
        [reached] You have completed a constellation and are dealt { deal-word }.
        [changed] You draw { deal-word }.
       *[start] You are dealt { deal-word }.
    }
    .choice = Goal { $goal }
deal-word = { $goal ->
    [0] a secret goal
   *[other] goal { $goal }
}

# Why a tile cannot be used now.
why-cloud = Under { $who }’s cloud.
why-moon-stays = The Moon is never switched.
why-only-moon = Only the Moon can be moved.
why-no-other = The reserve has no star of another kind.
why-no-star = The Moon moves only next to a star, and there is none yet.
why-cloud-was-here = Your cloud was here: it must go to another tile.
why-not-exchanged = Your cloud goes on one of the two tiles you exchanged.

# How it ended.
end-completed = { $who } completed goal { $goal } with { kind-word } stars.
    .you = You completed goal { $goal } with { kind-word } stars.
end-several = { $whom } completed their goals at once.
end-without = { $why ->
    [reserve] All stars are in play.
    [actions] Everyone has used up their actions.
    [drawn] As many goals as agreed have been drawn.
   *[deck] The goals are used up.
}
