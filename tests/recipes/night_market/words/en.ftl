title = Night Market
tagline = Take lanterns from the stalls.
score = { $score } points

colour-word = { $colour ->
    [red] red
    [green] green
    [blue] blue
   *[gold] gold
}
take = { $who } takes the { colour-word } { $value }.
    .you = You take the { colour-word } { $value }.
    .choice = Take the { colour-word } { $value }
laid-out = The { colour-word } { $value } is laid out.
    .choice = The { colour-word } { $value }

number-bonus = bonus for a pair of one colour
