title = NOIRLab Dice
tagline = Push your luck with a paper cube until all six programs are covered.
aim = { $seats ->
    [1] Cover all six spots in as few turns as you can.
   *[other] Be the first to cover all six spots.
}
# What each seat's score means, for lists of best scores.
score = { $score ->
    [one] { $score } turn
   *[other] { $score } turns
}

-ctio = CTIO
-kpno = KPNO
-csdc = CSDC
-gemini = Gemini
-rubin = Rubin
-noirlab = NOIRLab

face-word = { $face ->
    [ctio] { -ctio }
    [kpno] { -kpno }
    [csdc] { -csdc }
    [gemini] { -gemini }
    [rubin] { -rubin }
   *[noirlab] { -noirlab }
}

roll = { $who } rolls the die.
    .you = You roll the die.
    .choice = Roll
pass = { $who } passes.
    .you = You pass.
    .choice = Pass
bank = { $who } passes and banks a NOIRLab token.
    .you = You pass and bank a NOIRLab token.
    .choice = Pass and bank
cover = { $who } covers { face-word } with the wild NOIRLab{ $effect ->
    [wins] { " " }and wins!
   *[covers] .
}
    .you = You cover { face-word } with the wild NOIRLab{ $effect ->
        [wins] { " " }and win!
       *[covers] .
    }
    .choice = Cover { face-word }
rolled = { face-word }: { $effect ->
    [covers] { $who } covers it.
    [saved] covered already, so { $who } gives up a NOIRLab token.
    [bust] covered already. Bust! { $who } clears the tracker.
    [wild] { $who } may cover any program.
   *[wins] { $who } covers the last spot and wins!
}
    .you = { face-word }: { $effect ->
        [covers] you cover it.
        [saved] covered already, so you give up a NOIRLab token.
        [bust] covered already. Bust! You clear the tracker.
        [wild] you may cover any program.
       *[wins] you cover the last spot and win!
    }
    .choice = { face-word }

end = { $who } has covered all six.
    .you = You have covered all six.
