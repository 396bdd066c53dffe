title = Geminos
tagline = Two zodiac dice, five affinities, and no say in what you must replace.
aim = { $seats ->
    [1] Fill all five affinities with the highest total you can.
   *[other] The highest total wins when someone has filled all five affinities.
}
# What each seat's score means, for lists of best scores.
score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}

-aries = Aries
-taurus = Taurus
-gemini = Gemini
-cancer = Cancer
-leo = Leo
-virgo = Virgo
-libra = Libra
-scorpio = Scorpio
-sagittarius = Sagittarius
-capricorn = Capricorn
-aquarius = Aquarius
-pisces = Pisces

-conjunction = conjunction
-syzygy = syzygy
-quadrature = quadrature
-triangulation = triangulation
-opposition = opposition

# The names by themselves, for the page.
sign-aries = { -aries }
sign-taurus = { -taurus }
sign-gemini = { -gemini }
sign-cancer = { -cancer }
sign-leo = { -leo }
sign-virgo = { -virgo }
sign-libra = { -libra }
sign-scorpio = { -scorpio }
sign-sagittarius = { -sagittarius }
sign-capricorn = { -capricorn }
sign-aquarius = { -aquarius }
sign-pisces = { -pisces }
affinity-conjunction = Conjunction
affinity-syzygy = Syzygy
affinity-quadrature = Quadrature
affinity-triangulation = Triangulation
affinity-opposition = Opposition

affinity-word = { $affinity ->
    [conjunction] { -conjunction }
    [syzygy] { -syzygy }
    [quadrature] { -quadrature }
    [triangulation] { -triangulation }
   *[opposition] { -opposition }
}
signs-word = { $first ->
    [aries] { -aries }
    [taurus] { -taurus }
    [gemini] { -gemini }
    [cancer] { -cancer }
    [leo] { -leo }
    [virgo] { -virgo }
    [libra] { -libra }
    [scorpio] { -scorpio }
    [sagittarius] { -sagittarius }
    [capricorn] { -capricorn }
    [aquarius] { -aquarius }
   *[pisces] { -pisces }
} and { $second ->
    [aries] { -aries }
    [taurus] { -taurus }
    [gemini] { -gemini }
    [cancer] { -cancer }
    [leo] { -leo }
    [virgo] { -virgo }
    [libra] { -libra }
    [scorpio] { -scorpio }
    [sagittarius] { -sagittarius }
    [capricorn] { -capricorn }
    [aquarius] { -aquarius }
   *[pisces] { -pisces }
}
# `before` is the score that is replaced; 0: none was there.
before-word = { $before ->
    [0] { "" }
   *[other] { " in place of " }{ $before }
}
ends-word = { $ends ->
    [yes] { " The card is full: the match is over." }
   *[no] { "" }
}

roll = { $who } rolls the dice.
    .you = You roll the dice.
    .choice = Roll
enter = { $who } enters { $sum } under { affinity-word }{ before-word } and has { $total }.{ ends-word }
    .you = You enter { $sum } under { affinity-word }{ before-word } and have { $total }.{ ends-word }
    .choice = { $sum } under { affinity-word }, total { $total }
# `effect` is what the roll leads to: no affinity, a choice of several, or a single one that is entered at once.
rolled = { signs-word }: { $effect ->
    [none] no affinity, so { $who } enters nothing.
    [choose] { $sum }, and { $who } chooses one of { $count } affinities.
   *[enters] { $who } enters { $sum } under { affinity-word }{ before-word } and has { $total }.{ ends-word }
}
    .you = { signs-word }: { $effect ->
        [none] no affinity, so you enter nothing.
        [choose] { $sum }, and you choose one of { $count } affinities.
       *[enters] you enter { $sum } under { affinity-word }{ before-word } and have { $total }.{ ends-word }
    }
    .choice = { signs-word }

end = { $seats ->
    [one] All five affinities are filled: { $total } points.
   *[other] { $who } has filled all five affinities. The highest total is { $total }.
}
    .you = { $seats ->
        [one] All five affinities are filled: { $total } points.
       *[other] You have filled all five affinities. The highest total is { $total }.
    }
