# What only this game's page says; the log and the choices are in the game's own words.
board = { $mine ->
    [yes] Your tracker and the die
   *[no] The tracker of { $name }, and the die
}
tracker = { $covered } of 6 covered
spot = { $state ->
    [covered] { $name }, covered
   *[open] { $name }, open
}
reserve = { $tokens ->
    [0] no token in reserve
    [one] { $tokens } token in reserve
   *[other] { $tokens } tokens in reserve
}
wait = { $rolls ->
    [one] bank in { $rolls } roll
   *[other] bank in { $rolls } rolls
}
turns = { $turns ->
    [one] turn { $turns }
   *[other] turn { $turns }
}
turns-taken = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}
risk = Next roll busts: { $bust } in { $faces }
risk-short = { $bust } in { $faces }
risk-word = busts
risk-none = safe
die-title = The die
die = The die shows { $name }
die-new = The die has not been rolled yet
stamp-bust = Bust!
stamp-saved = Saved!
stamp-wild = Wild!
keys = R rolls, P passes, B banks a token; 1 to 5 choose a spot: CTIO, KPNO, CSDC, Gemini, Rubin.
