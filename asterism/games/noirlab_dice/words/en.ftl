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

roll = { $who } rolls the die.
    .choice = Roll
pass = { $who } passes.
    .choice = Pass
bank = { $who } passes and banks a NOIRLab token.
    .choice = Pass and bank
cover = { $who } covers { $face ->
    [ctio] { -ctio }
    [kpno] { -kpno }
    [csdc] { -csdc }
    [gemini] { -gemini }
   *[rubin] { -rubin }
} with the wild NOIRLab{ $effect ->
    [wins] { " " }and wins!
   *[covers] .
}
    .choice = Cover { $face ->
        [ctio] { -ctio }
        [kpno] { -kpno }
        [csdc] { -csdc }
        [gemini] { -gemini }
       *[rubin] { -rubin }
    }
rolled = { $face ->
    [ctio] { -ctio }
    [kpno] { -kpno }
    [csdc] { -csdc }
    [gemini] { -gemini }
    [rubin] { -rubin }
   *[noirlab] { -noirlab }
}: { $effect ->
    [covers] { $who } covers it.
    [saved] covered already, so { $who } gives up a NOIRLab token.
    [bust] covered already. Bust! { $who } clears the tracker.
    [wild] { $who } may cover any program.
   *[wins] { $who } covers the last spot and wins!
}
    .choice = { $face ->
        [ctio] { -ctio }
        [kpno] { -kpno }
        [csdc] { -csdc }
        [gemini] { -gemini }
        [rubin] { -rubin }
       *[noirlab] { -noirlab }
    }

end = { $who } has covered all six.
