market = Cards to buy
pile-told = { $name }: { $about }. Costs { $cost ->
    [one] 1 coin
   *[other] { $cost } coins
}, { $left ->
    [0] none left
   *[other] { $left } left
}{ $can ->
    [yes] . You can buy it
   *[no] {""}
}
card-told = { $name }: { $about }{ $can ->
    [play] . Play it
    [clean] . Give it back
    [lay] . Lay it down next; the arrow keys move it
    [new] , bought just now
   *[no] {""}
}
some-cards = { $count ->
    [one] { $name }
   *[other] { $count } × { $name }
}
no-cards = nothing
hand = Hand
area = In play
turn-of = The turn of { $name }
hand-told = Hand: { $cards }
area-told = In play: { $cards }
coins = { $count ->
    [one] 1 coin
   *[other] { $count } coins
}
gems = { $count ->
    [one] 1 gem
   *[other] { $count } gems
}
gained = { $count ->
    [0] No gems taken in this turn
    [one] 1 gem taken in this turn
   *[other] { $count } gems taken in this turn
}
bank = { $count ->
    [0] No gems are left in the middle
    [one] 1 gem is left in the middle
   *[other] { $count } gems are left in the middle
}
deck-told = Deck from the top ({ $count }): { $cards }
deck-mixed-told = Shuffled deck ({ $count }), in no order: { $cards }
discard-told = Discard pile, which will come back in this order ({ $count }): { $cards }
gems-of = { $name }: { $count ->
    [one] 1 gem
   *[other] { $count } gems
}
gems-asked = How many gems does { $name } have?
deck = { $whose ->
    [mine] My deck
   *[theirs] Deck of { $name }
}: { $count ->
    [one] 1 card
   *[other] { $count } cards
}. Look into it
discard = { $whose ->
    [mine] My discard pile
   *[theirs] Discard pile of { $name }
}: { $count ->
    [0] 0 cards
    [one] 1 card, { $top }
   *[other] { $count } cards, { $top } on top
}. Look into it
look-deck = { $name }: deck
look-discard = { $name }: discard pile
look-deck-order = The first card is drawn next.
look-deck-sorted = What is in it, in no order.
look-discard-help = Nothing is shuffled: the first card comes back first.
look-discard-mixed = It will be shuffled.
look-empty = No cards.
turns-over = { $whose ->
    [mine] You turn your discard pile over.
   *[theirs] { $name } turns the discard pile over.
}

turn-told = { $phase ->
    [buying] { $coins ->
        [0] No coins are left.
        [one] You have 1 coin to buy with.
       *[other] You have { $coins } coins to buy with.
    }
    [cleaning] You may give back cards of your hand.
    [laying] Lay your cards down.
   *[other] {""}
}
play-all = { $all ->
    [yes] Play all
   *[no] Play
}
lay-all = Lay down
not-now = { $name } is playing.
play-first = First play your cards.
lay-first = First lay your cards down.
sold-out = No { $name } is left.
too-dear = { $name }: { $missing ->
    [one] 1 coin is missing.
   *[other] { $missing } coins are missing.
}
moved = { $name } is now number { $place } of { $count }.
best = Best now: { $what }

take-back = Take back
grown-ups = For grown-ups
aloud = Read names and sums aloud
aloud-none = This browser cannot speak.
practice = How many gems now?
practice-help = Asks for the sum before it is shown. A wrong answer costs nothing.
practice-off = Off
practice-to = Up to { $level }
order = The deck shows its order
order-help = When you look into it. Cards come back as they were laid down, so good players know what comes.
tries = Answers
tries-none = Nothing was asked yet.
tries-told = Up to { $level }: { $asked } asked, { $first } right at the first try, { $tries } tries in all
forget = Forget the answers
on = On
off = Off

question = How many gems now?
question-turn = How many gems in this turn?
sum-told = { $before } and { $more } more
again = Count along and try again!
right = { $sum ->
    [one] Yes! 1 gem
   *[other] Yes! { $sum } gems
}
skip-question = Show it
tower = { $name }: { $count ->
    [one] 1 gem
   *[other] { $count } gems
}, { $tens } tens and { $ones }

aloud-play = { $name }.{ $coins ->
    [0] {""}
   *[other] {" "}{ $purse ->
        [one] 1 coin
       *[other] { $purse } coins
    }.
}{ $gems ->
    [0] {""}
   *[other] {" "}{ $total ->
        [one] 1 gem
       *[other] { $total } gems
    }.
}
aloud-asked = { $name }. How many gems now?
aloud-buy = { $name }. { $coins ->
    [one] 1 coin left.
   *[other] { $coins } coins left.
}
keys = A plays or lays down all at once, D is done. The arrow keys move a card that is to be laid down.
