# What is printed on cards, in short

program-facts = Band { $band }: { $method ->
    [imaging] imaging
    [spectroscopy] spectroscopy
   *[both] imaging or spectroscopy
}, { $mode ->
    [plain] plain
    [ao] with AO
   *[either] plain or with AO
}. Needs { $targets }. { $full } points
program-partial = , { $partial } with one target done
program-lost = , { $lost } lost with none
target-facts = { $type ->
    [primary] Primary
    [secondary] Secondary
   *[bright] Bright
} target, seen from { $sky ->
    [north] the North
    [south] the South
   *[both] both sites
}: { $plain ->
    [0] {""}
   *[other] { $plain } h plain
}{ $both ->
    [yes] {" "}or{" "}
   *[no] {""}
}{ $ao ->
    [0] {""}
   *[other] { $ao } h with AO
}
target-urgent = { $urgent ->
    [one] . Red: complete by the end of the round after it is played
   *[other] . Red: complete within { $urgent } rounds
}
target-window = . Red: only in rounds { $opens } to { $closes }
time-facts = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
} of observing
time-red = . Red: play it by the end of the round after you drew it
instrument-facts = { $site ->
    [north] Gemini North
    [south] Gemini South
   *[both] Both sites
}: { $capability ->
    [imaging] imaging
    [spectroscopy] spectroscopy
   *[both] imaging and spectroscopy
}, { $optics ->
    [none] no AO
    [with-altair] AO with Altair
   *[always] AO only
}
visitor = . A visitor
altair-facts = Adaptive optics for NIRI, NIFS and GNIRS
instant-facts = { $card ->
    [clear-skies] Free: your next time card is played under Great
    [crew] Free: one more move of an instrument
    [archive] Free: take a time card from the discard pile
   *[press] Free: 1 Reputation back
}
needs = { $count ->
    [one] { $type ->
        [primary] Primary
        [secondary] Secondary
       *[bright] Bright
    }
   *[other] { $count } { $type ->
        [primary] Primary
        [secondary] Secondary
       *[bright] Bright
    }
}
type = { $type ->
    [primary] Primary
    [secondary] Secondary
   *[bright] Bright
}
side = { $side ->
    [ao] with AO
   *[plain] plain
}
hours = { $hours } h
north = North
south = South

# The sky

sky = The semester
past = The rounds before
sky-told = Round { $round } of { $rounds }, { $weather }
no-weather = before the first weather
month-told = Round { $round }: { $weather }
month-open = Round { $round }
closed-told = { $site ->
    [north] Gemini North
   *[south] Gemini South
} is { $open ->
    [yes] open
   *[no] closed
}{ $cause ->
    [storm] {" "}by the storm
    [earthquake] {" "}by the earthquake
    [shutdown] {" "}for a shutdown
    [storm-and-shutdown] {" "}by storm and shutdown
    [earthquake-and-shutdown] {" "}by earthquake and shutdown
   *[none] {""}
}
announced-told = { $site ->
    [north] Gemini North
   *[south] Gemini South
} shuts down in round { $round }
allowed = Observable: { $types }{ $ao ->
    [yes] , also with AO
   *[no] , no AO
}{ $actions ->
    [one] {""}
   *[other] ; { $actions } actions a turn
}

# Status

reputation = Reputation { $now } of { $most }
points = { $points } points
points-label = points
red = Red conditions
red-none = Nothing red is due
red-target = { $name }
red-hours = { $count ->
    [one] 5 h
   *[other] { $count } × 5 h
}
red-time = of { $who }
red-best = Best: observe
red-due = round { $due }
red-told = { $what ->
    [target] { $name } must be complete by the end of round { $due }
    [time] { $who } must play { $count ->
        [one] a red time card
       *[other] { $count } red time cards
    } by the end of round { $due }
   *[best] Best weather: a time card must be played in this round
}
score = Score sheet
score-complete = Complete programs
score-partial = Programs with a target done
score-lost = Programs with none
score-poor = Poor Weather
score-now = Points now
score-stake = Still at stake
score-rating = Rating reached
score-next = { $points } points for { $rating }
score-goal = Band 1 programs complete: { $done } of { $goal }
score-missing = { $costs ->
    [0] Funding is safe
   *[other] As things stand, { $costs } Reputation will be lost at the end
}
rating = { $rating ->
    [no-reputation] Lost: no Reputation left
    [no-funding] Lost: no funding
    [not-yet] Not funded yet
    [funded] Funded
    [not-bad] Not bad
    [good] Good
    [great] Great
    [fantastic] Fantastic
   *[epic] Epic
}

# Table

instruments = Instruments
in-play = { $now } of { $most } in play
deck-button = Instrument deck, { $count ->
    [one] 1 card
   *[other] { $count } cards
}
deck = deck
under = under the deck
desk = The table
lanes = Programs
free-lane = Free lane ({ $left ->
    [one] 1 left
   *[other] { $left } left
})
free-lane-here = Open it here
no-instrument = no instrument
no-target = no target
with-altair = with Altair
band = Band { $band }
hand = { $whose ->
    [mine] Your hand
   *[theirs] Hand of { $name }
}
hands = All hands
see-hands = { $cards } cards. See all hands
hand-empty = No cards
hand-hidden = { $count ->
    [one] 1 hidden card
   *[other] { $count } hidden cards
}
decks = Cards to draw
player-deck = Player deck: { $cards } cards
card-told = { $name }{ $count ->
    [one] {""}
   *[other] , { $count } of them
}. { $facts }{ $due ->
    [0] {""}
   *[other] . Must be played in this round
}
instrument-told = { $name }. { $facts }
lane-told = { $name }, { $instrument }. { $target }. { $lacking }
lane-target = { $name } { $side ->
    [ao] with AO
   *[plain] plain
}, { $hours } of { $need } h{ $due ->
    [0] {""}
   *[other] , due by the end of round { $due }
}
lane-lacking = Needs { $lacking }; { $now } points now, { $full } when complete
lane-done = Done: { $done }
checkouts-told = { $complete ->
    [yes] { $hours } h, { $points } points
   *[no] { $hours } of { $need } h
}
can-go = can go here
actions = { $count ->
    [0] No action left
    [one] 1 action
   *[other] { $count } actions
}
free-moves = { $count ->
    [one] 1 free move
   *[other] { $count } free moves
}
second = a second time card on { $lane }
clear = clear skies for the next time card
turn-as = { $mine ->
    [yes] You are the { $role }
   *[no] { $name }, { $role }
}
roles = Roles
roles-help = Everyone is good at something else.
roles-several = With few people, each has several roles.
role-chosen-by = { $mine ->
    [yes] You choose a role
   *[no] { $name } chooses a role
}
no-role = { $choosing ->
    [yes] chooses a role
   *[no] no role yet
}
role-free = free
ability = { $role ->
    [engineer] Free move
    [coordinator] One more card
    [operator] Second time card
   *[scientist] Search the deck
}

refused-button = { $button ->
    [booboo] Booboo
   *[discard] Discard
}

# Pointing

shall-we = Shall we?
point-help = Choose a card or a lane: the team sees that you point at it
point-stop = Do not point
point-back = Take it back
point-pair = { $item }: { $where }
point-free-lane = a free lane
point-deck = under the deck
pointed = { $mine ->
    [yes] You point
   *[no] { $name } points
} at { $what }: shall we?

# What to do

prompt = { $phase ->
    [picking] { $held ->
        [0] Choose your role
        [1] Choose your second role
        [2] Choose your third role
       *[other] Choose your last role
    }
    [moving] { $name } makes its free move: choose where it goes
    [searching] Choose the card you take
    [chosen] { $name }: choose where it goes
   *[acting] Choose a card or an instrument
}
put-down = Put { $name } down
about = About { $name }
which-side = Which side?
nowhere = It can go nowhere now. Choose a lane to see why.
not-there = Not on { $lane }:
not-under = Not under the deck:
not-now = Not now:
side-title = { $side ->
    [ao] With AO
   *[plain] Plain
}:
not-a-place = { $name } does not go there.
program-elsewhere = A program opens a lane of its own: choose the free lane.
not-turn = { $name } is playing.
chance-turn = One moment: cards are being turned up.
take-title = Take a card from the player deck
best = Suggested: { $what }.

# The end

story = The story of the semester
story-keep = Keep the picture
story-share = Share it
weather-short = { $weather ->
    [best] Best
    [great] Great
    [good] Good
    [poor] Poor
    [storm] Storm
   *[earthquake] Quake
}
story-title = The Gemini Card Game
story-program = { $name }: from round { $opened }{ $completed ->
    [0] , not completed
   *[other] , complete in round { $completed }
}, { $points } points
story-hours = Hours: North { $north }, South { $south }, Checkouts and Poor Weather { $own }
story-cause = { $cause ->
    [late-target] { $name } was late
    [removed-target] { $name } was given up
    [late-time] A red time card was late
    [idle-best] Best weather was not used
    [booboo] A booboo
    [missing] { $count ->
        [one] 1 Band 1 program was missing
       *[other] { $count } Band 1 programs were missing
    }
   *[press] Good press
}
story-event = Round { $round }: { story-cause }, { $cause ->
    [press] 1 Reputation back
   *[lost] { $costs } Reputation lost
}
story-quiet = No Reputation was lost on the way
own-hours = Checkouts and Poor Weather
keys = 1 to 9 choose a card of your hand and go on to where it can go, or go to a role; I goes to the instruments; P points at something for the team; E ends the turn, D discards the hand, B is the booboo. Esc puts down what is chosen.
