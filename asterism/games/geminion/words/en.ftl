title = Geminion
tagline = Buy cards, take gems, and lay your cards down in the order you want them back.
aim = The most gems win when none are left in the middle.
# What each seat's score means, for lists of best scores and for advice.
score = { $score ->
    [one] { $score } gem
   *[other] { $score } gems
}

option-shuffle = Shuffle
    .help = The discard pile is shuffled when it becomes the deck. Otherwise cards come back in the order in which they were laid down.
option-sparkle = Sparkles
    .help = A pile of Sparkles can be bought too: a gem and another card, once.

# The names by themselves, for the page.
card-penny = Penny
card-double = Double
card-triple = Triple
card-stash = Gem Stash
card-mine = Gem Mine
card-trove = Gem Trove
card-rainbow = Rainbow
card-wish = Wish
card-helper = Helper
card-cleaner = Cleaner
card-sparkle = Sparkle

# What a card does, for those who ask; the arguments are those of the edition.
about-coins = { $coins ->
    [0] { "" }
    [one] 1 coin
   *[other] { $coins } coins
}
about-gems = { $gems ->
    [0] { "" }
    [one] 1 gem
   *[other] { $gems } gems
}
about-draws = { $draws ->
    [0] { "" }
    [one] draw 1 card
   *[other] draw { $draws } cards
}
about-back = { $back ->
    [never] { "" }
    [clean-up] goes back to its pile when you clean up
   *[at-once] goes back to its pile
}
about-cleans = give back any cards of your hand

# Which card an action is about.
which = { $card ->
    [penny] { card-penny }
    [double] { card-double }
    [triple] { card-triple }
    [stash] { card-stash }
    [mine] { card-mine }
    [trove] { card-trove }
    [rainbow] { card-rainbow }
    [wish] { card-wish }
    [helper] { card-helper }
    [cleaner] { card-cleaner }
   *[sparkle] { card-sparkle }
}

# What a card brings: coins, gems and cards to draw; 0: none. `purse` and `total` are the sums with it, `left` the gems left in the middle.
play = { $who } plays a { which }{ $coins ->
    [0] { "" }
    [one] , 1 coin
   *[other] , { $coins } coins
}{ $gems ->
    [0] { "" }
    [one] , 1 gem
   *[other] , { $gems } gems
}{ $draws ->
    [0] { "" }
    [one] , draws 1 card
   *[other] , draws { $draws } cards
}.{ $left ->
    [0] { " That was the last gem." }
   *[other] { "" }
}
    .you = You play a { which }{ $coins ->
        [0] { "" }
        [one] , 1 coin
       *[other] , { $coins } coins
    }{ $gems ->
        [0] { "" }
        [one] , 1 gem
       *[other] , { $gems } gems
    }{ $draws ->
        [0] { "" }
        [one] , draw 1 card
       *[other] , draw { $draws } cards
    }.{ $left ->
        [0] { " That was the last gem." }
       *[other] { "" }
    }
    .choice = Play { which }
    .gives = playing a { which }
clean = { $who } gives a { which } back.
    .you = You give a { which } back.
    .choice = Give back { which }
    .gives = giving a { which } back
keep = { $cards ->
    [0] { $who } has nothing left to give back.
    [one] { $who } keeps 1 card.
   *[other] { $who } keeps { $cards } cards.
}
    .you = { $cards ->
        [0] You have nothing left to give back.
        [one] You keep 1 card.
       *[other] You keep { $cards } cards.
    }
    .choice = Keep the rest
    .gives = keeping the rest
buy = { $who } buys a { which } for { $cost ->
    [one] 1 coin
   *[other] { $cost } coins
}.
    .you = You buy a { which } for { $cost ->
        [one] 1 coin
       *[other] { $cost } coins
    }.
    .choice = Buy { which }
    .gives = a { which }
enough = { $coins ->
    [0] { $who } buys no more.
    [one] { $who } buys no more; 1 coin is left over.
   *[other] { $who } buys no more; { $coins } coins are left over.
}
    .you = { $coins ->
        [0] You buy no more.
        [one] You buy no more; 1 coin is left over.
       *[other] You buy no more; { $coins } coins are left over.
    }
    .choice = Buy no more
    .gives = buying no more
lay = { $who } lays a { which } down.
    .you = You lay a { which } down.
    .choice = Lay down { which }
    .gives = a { which } laid down next
drawn = { $who } draws a { which }.
    .you = You draw a { which }.
    .choice = { which }

end-gems = { $who } took the last gem.
    .you = You took the last gem.
end-quiet = { $rounds ->
    [one] For a whole round nobody took a gem.
   *[other] For { $rounds } rounds nobody took a gem.
}

number-cost = coins it costs
number-coins = coins it gives
number-gems = gems it takes
number-draws = cards it draws
number-start = in everyone's first deck
number-pile = to buy, for two, three and four players
number-hand = cards drawn for a turn
number-gems_each = gems for each player
number-quiet_rounds = rounds without gems that end the match

row-penny = { card-penny }
row-double = { card-double }
row-triple = { card-triple }
row-stash = { card-stash }
row-mine = { card-mine }
row-trove = { card-trove }
row-rainbow = { card-rainbow }
row-wish = { card-wish }
row-helper = { card-helper }
row-cleaner = { card-cleaner }
row-sparkle = { card-sparkle }
