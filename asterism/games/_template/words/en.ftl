title = Hidden Star
tagline = Keep your secret star or change it; the brightest wins.

option-stars = Stars in the deck
    .help = More stars make it harder to tell what the others hold.

keep = { $who } keeps the star.
    .choice = Keep
# What was changed lies open, so everyone may read it; before that, only its owner may (0: unknown).
change = { $star ->
    [-1] { $who } changes the star.
   *[other] { $who } changes star { $star }.
}
    .choice = Change
dealt = { $star ->
    [0] { $who } is dealt a star.
   *[other] { $who } is dealt star { $star }.
}
    .choice = Star { $star }
