title = Hidden Star
tagline = Keep your secret star or change it; the brightest wins.

option-stars = Stars in the deck
    .help = More stars make it harder to tell what the others hold.

keep = { $who } keeps the star.
    .you = You keep the star.
    .choice = Keep
# What was changed lies open, so everyone may read it; before that, only its owner may (0: unknown).
change = { $star ->
    [-1] { $who } changes the star.
   *[other] { $who } changes star { $star }.
}
    .you = { $star ->
        [-1] You change the star.
       *[other] You change star { $star }.
    }
    .choice = Change
dealt = { $star ->
    [0] { $who } is dealt a star.
   *[other] { $who } is dealt star { $star }.
}
    .you = { $star ->
        [0] You are dealt a star.
       *[other] You are dealt star { $star }.
    }
    .choice = Star { $star }
