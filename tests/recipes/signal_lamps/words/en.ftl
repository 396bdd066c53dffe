title = Signal Lamps
tagline = Together, light what is needed.
score = { $score } light

lamp-word = { $lamp ->
    [dim] a dim lamp
    [plain] a plain lamp
    [bright] a bright lamp
    [none] no lamp
   *[unknown] a lamp
}
keep = { $who } keeps it.
    .you = You keep it.
    .choice = Keep your lamp
swap = { $who } puts { lamp-word } aside.
    .you = You put { lamp-word } aside.
    .choice = Put { lamp-word } aside for another
dealt = { $who } is dealt { lamp-word }.
    .you = You are dealt { lamp-word }.
    .choice = { lamp-word }
lit = { $rating ->
    [bright] { $light } light: more than the { $needed } that were needed.
    [just] { $light } light: just what was needed.
   *[lost] { $light } light, and { $needed } were needed.
}

number-count = lamps
number-light = light
number-needed = light that is needed
row-dim = dim lamp
row-plain = plain lamp
row-bright = bright lamp
