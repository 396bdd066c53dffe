title = The Gemini Card Game
tagline = Together, run two giant telescopes for a semester.
aim = Complete Band 1 programs together before the semester ends, and keep some Reputation: then the observatory is funded.
score = { $score } points

preset-basic = Basic game
    .help = no rule is left out or added
preset-first = First semester
    .help = easier: gentle funding, Good weather at first, and a booboo may be taken back
preset-extras = With all extras
    .help = visiting instruments, instants and the booboo
preset-expert = Expert team
    .help = roles by chance, and everyone sees only their own hand

# Options

option-roles = Roles
    .help = Everyone picks a role in turn, or chance deals them.
option-roles-picked = picked in turn
option-roles-dealt = dealt at random
option-random_first = Random first player
    .help = Chance says who goes first, even if there is an Instrument Engineer. More challenging.
option-gentle = Gentle funding
    .help = A missing Band 1 program costs 1 Reputation at the end instead of 2. Much easier.
option-booboo = Booboo
    .help = The team may take back the last turn for 1 Reputation.
option-starting = Starting weather
    .help = The first round has Good weather, by an extra card.
option-visitors = Visiting instruments
    .help = So many, drawn at random, come into the instrument deck.
option-instants = Instants
    .help = Four more cards in the player deck, to be played for free in your own turn.
option-hidden = Hidden hands
    .help = Everyone sees only their own hand.

# Names of cards, with what a teacher might tell about them (`.note`, on the card's back)

row-embers = Embers of Explosions
    .note = When a star explodes or two neutron stars collide, the light fades within days or weeks. A spectrum, light spread out by colour, shows which elements are in the debris and how fast they fly apart. Band 1 programs are those the time allocation committee ranks highest, and the observatory does all it can to complete them.
row-mirror = Mirages of Gravity
    .note = Mass bends light. A cluster of galaxies acts like a lens and shows the galaxies behind it as bright arcs, sometimes several times over. From the shape of the arcs one can map mass that does not shine, the dark matter.
row-hearts = Hearts of Galaxies
    .note = Most large galaxies have a giant black hole in the centre. The speed of stars and gas around it tells its mass, but only if the image is sharp enough to tell the centre from its surroundings: so this program needs adaptive optics.
row-sharp-eyes = Sharp Eyes on New Worlds
    .note = A planet of another star is lost in the glare of its sun, as a firefly beside a searchlight. Adaptive optics gathers the star's light into a tiny spot, and a mask covers it. What is left beside it may be a planet.
row-long-light = Light from Long Ago
    .note = Light needs time to travel, so a distant galaxy is seen as it was long ago. As space expands, its light is stretched towards the red; the spectrum shows by how much, and so how far it has come.
row-atlas = Atlas of Star Nurseries
    .note = Stars are born in cold clouds of gas and dust. Images through several filters show where hydrogen glows, where dust hides newborn stars, and how the light of the hottest ones carves the cloud. Band 2 programs are ranked next: they are observed when no Band 1 program fits the sky of the moment.
row-winds = Winds of Young Stars
    .note = Young stars do not only gather gas, they also throw some of it out in winds and jets. Gas that moves towards us looks bluer, gas that moves away redder: this Doppler shift, measured in a spectrum, gives its speed.
row-pairs = Galaxies in Pairs
    .note = Galaxies pull on each other. When two pass closely, tides draw out long tails of stars, and in the end they often merge. Images of many pairs show the stages one after the other, for each encounter takes hundreds of millions of years.
row-standards = Standard Stars
    .note = To measure how bright something truly is, one compares it with stars whose brightness is well known. Such standard stars are observed again and again. Band 3 programs come after all others: they fill hours for which nothing ranked higher is ready.
row-census = Census of the Neighbourhood
    .note = Most of the stars near the Sun are red dwarfs, smaller and fainter than the Sun, and many have a companion. Images taken some years apart show which ones travel together.
row-chemistry = Chemistry of Giants
    .note = Every element leaves dark lines at its own colours in the spectrum of a star. Red giants are bright, so their lines can be read from far away, and tell which elements were there when they were born.

row-gravitational-wave = Source of Gravitational Waves
    .note = When two neutron stars merge, space itself shakes, and detectors on Earth can feel it. In August 2017 such a merger was seen in light as well, and Gemini South watched its glow fade. A target of opportunity: when the alert comes, other plans wait.
row-gamma-ray-burst = Gamma-ray Burst
    .note = A flash of gamma rays from a distant galaxy, often the sign that a massive star has collapsed to a black hole. Satellites see the flash; its afterglow in visible light fades within hours or days, so the telescope must turn at once: a target of opportunity.
row-exoplanet = Planet of Another Star
    .note = Only few planets have been seen in an image of their own; most are known from what they do to their star. 51 Eridani b, found by the Gemini Planet Imager, is a young giant that still glows with the heat of its birth. Without adaptive optics it cannot be seen beside its star.
row-galactic-centre = Centre of the Milky Way
    .note = Behind the clouds of dust in Sagittarius lies a black hole of about four million times the mass of the Sun. Infrared light comes through the dust, and shows stars that race around it. Sagittarius is up at night for a part of the year only.
row-quasar = Quasar at Cosmic Dawn
    .note = A quasar is the bright surroundings of a giant black hole that swallows gas. The light of the most distant ones was sent when the Universe had less than a tenth of its present age. A target can be observed only in the months in which it stands in the night sky.
row-lensing-cluster = Cluster as a Lens
    .note = Clusters of galaxies are the heaviest things that gravity holds together. Their mass bends and magnifies the light of whatever lies behind them, and makes galaxies visible that would be too faint for any telescope.
row-secondary-north = Bode's Galaxy
    .note = Messier 81 in the Great Bear, a spiral galaxy about 12 million light years away. It stands so far in the northern sky that it never rises in Chile: only Gemini North can observe it.
row-secondary-south = Tarantula Nebula
    .note = In the Large Magellanic Cloud, a small companion of the Milky Way, lies one of the most active places of star birth in our neighbourhood. It stands so far in the south that it hardly rises above the horizon of Hawaiʻi.
row-secondary-any = Messier 77
    .note = A spiral galaxy with an active black hole in its heart, close to the celestial equator: both Gemini telescopes can observe it. One in the north and one in the south: together they reach the whole sky.
row-bright-north = Mizar
    .note = The middle star in the handle of the Big Dipper. It was one of the first double stars seen through a telescope, and each of its two stars is double again. Seen from Chile it hardly rises above the horizon.
row-bright-south = Alpha Centauri
    .note = The nearest stars to the Sun, a little over four light years away: two stars like the Sun, and the red dwarf Proxima, which has a planet. Seen from Hawaiʻi they stay low over the southern horizon.
row-bright-any = Betelgeuse
    .note = The red shoulder of Orion, a star so large that in place of the Sun it would reach beyond the orbit of Mars. In the winter of 2019 it grew much fainter for some months, as a cloud of dust had formed before it. Orion lies on the celestial equator, within reach of both telescopes.

row-time-1 = 1 hour
    .note = Telescope time is asked for in hours. Astronomers from many countries ask for more of it than there is, and committees choose.
row-time-2 = 2 hours
    .note = In queue observing nobody waits for a night of their own: whatever fits the sky of this moment is observed, for whomever it was asked.
row-time-3 = 3 hours
    .note = A faint target is exposed again and again, and the images are added up. Four times the time shows things half as bright.
row-time-5 = 5 hours
    .note = So long a stretch of one night is rare. Whoever holds it should use it soon: the sky does not wait.

row-clear-skies = Clear Skies
    .note = Clouds over a mountain may open for an hour. Then the plan of the night is changed within minutes.
row-crew = Engineering Crew
    .note = Several instruments hang at the telescope at once, and a mirror sends the light to one of them. To exchange one for another takes a crew and a crane, by day.
row-archive = From the Archive
    .note = Whatever Gemini observes is kept in a public archive. After a year, as a rule, anybody may use it. Many a question is answered by what somebody else once observed.
row-press = Good Press
    .note = Those who pay for telescopes like to hear what they are good for. A fine image in the newspapers helps, too.

row-gmos-n = GMOS-N
    .note = The Gemini Multi-Object Spectrograph of the North takes images and spectra in visible light. A mask with small slits lets it take the spectra of dozens of galaxies at the same time.
row-gmos-s = GMOS-S
    .note = The twin of GMOS-N, at Gemini South. Two equal instruments, one in each hemisphere, can study the whole sky in the same way.
row-flamingos-2 = Flamingos-2
    .note = A camera and spectrograph for near infrared light at Gemini South. The whole instrument is cooled, as warm things glow in the infrared and would outshine the stars.
row-niri = NIRI
    .note = The Near-Infrared Imager of Gemini North. With the adaptive optics system Altair before it, its images come near to what the telescope could see if there were no air.
row-nifs = NIFS
    .note = The Near-infrared Integral Field Spectrograph of Gemini North cuts a small image into slices and takes a spectrum of every point. So it maps how gas and stars move, around a black hole for example.
row-gnirs = GNIRS
    .note = The Gemini Near-Infrared Spectrograph. With Altair it can take the spectrum of a single star in a crowd.
row-gsaoi = GSAOI
    .note = The Gemini South Adaptive Optics Imager works behind GeMS, a system with five laser guide stars and more than one deformable mirror. It gives sharp images over a much wider field than one guide star can.
row-gpi = GPI
    .note = The Gemini Planet Imager took pictures of planets beside their stars. Its adaptive optics corrected the blur of the air about a thousand times a second, and a mask hid the star.
row-dssi = DSSI
    .note = The Differential Speckle Survey Instrument visited both telescopes. It took thousands of very short exposures, each of which freezes the turbulence of the air, and combined them to one sharp image.
row-igrins = IGRINS
    .note = The Immersion Grating Infrared Spectrometer, from Texas and Korea, takes very fine infrared spectra of a wide range of colours at once. It came to Gemini South as a visitor; its successor IGRINS-2 works at Gemini North.
row-texes = TEXES
    .note = A spectrograph from Texas for the mid infrared, the light of things as warm as ourselves. It works best where the air is dry and thin, as on Maunakea at 4,200 metres.
row-graces = GRACES
    .note = An optical fibre of 270 metres led the light of Gemini North to a spectrograph in a neighbouring telescope, the Canada-France-Hawaii Telescope. So two observatories made one instrument.
row-phoenix = Phoenix
    .note = A spectrograph that resolves infrared light very finely, so that the lines of molecules in cool stars can be told apart. It came to Gemini South as a visitor.
row-zorro = Zorro
    .note = Zorro is Spanish for fox, a companion of ʻAlopeke, the same in Hawaiian, at Gemini North. Both take very short exposures and check whether a star with a planet is truly a single star.
row-altair = Altair
    .note = The adaptive optics system of Gemini North, for NIRI, NIFS and GNIRS. It measures how the air blurs a guide star, a real one or one made by a laser, and bends a small mirror many times a second to undo it.

row-checkouts = Checkouts
    .note = Before science begins, instruments are tried on the sky: pointing, focus, calibration. At the beginning of a semester that takes some hours.
row-poor-weather = Poor Weather
    .note = Even on bad nights something can be observed. Programs that are content with any weather fill hours that would be lost.

row-best = Best
    .note = Image quality IQ20: as sharp as in the best 20 hours of 100. Cloud cover CC50: as clear as in the best 50 of 100.
row-great = Great
    .note = Image quality IQ70: as sharp as in the best 70 hours of 100. Cloud cover CC50: as clear as in the best 50 of 100. Clear enough for adaptive optics, which needs a guide star.
row-good = Good
    .note = Image quality IQ70 and cloud cover CC70: thin clouds pass. Percentiles like these are how astronomers say what weather their program needs.
row-poor = Poor
    .note = Image quality IQ85 and cloud cover CC80: blurred and cloudy. Bright targets still shine through.
row-storm = Storm
    .note = On Maunakea winter storms bring wind, ice and now and then snow. The dome stays closed until it is over.
row-earthquake = Earthquake
    .note = Chile lies where the Nazca plate slides under South America, so strong earthquakes are part of life. After one everything is checked before the telescope moves again.
row-shutdown-north = Shutdown of the North
    .note = Mirrors are coated anew, bearings greased, instruments mended: for a planned shutdown the telescope rests for days or weeks.
row-shutdown-south = Shutdown of the South
    .note = Gemini's mirrors are coated with silver, a layer hundreds of times thinner than a hair. Every few years it is renewed, and the dome stays closed meanwhile.

row-rated-not-bad = rating Not bad
row-rated-good = rating Good
row-rated-great = rating Great
row-rated-fantastic = rating Fantastic
row-rated-epic = rating Epic (above)

# Roles

role-engineer = Instrument Engineer
    .help = One free move of an instrument each turn.
role-coordinator = Queue Coordinator
    .help = One more card in your hand.
role-operator = Telescope Operator
    .help = After a time card that does not complete its target, a second one on the same target for free.
role-scientist = Contact Scientist
    .help = As an action, take any program or target from the player deck.

# Numbers of an edition

number-count = cards of this kind
number-band = band
number-mode = mode (1 plain, 2 AO, 3 either)
number-method = capability wanted (1 imaging, 2 spectroscopy, 3 either)
number-targets = targets required (Primary, Secondary, Bright)
number-full = points when complete
number-partial = points with a complete target
number-lost = points lost without one
number-type = type (0 Primary, 1 Secondary, 2 Bright)
number-sky = seen from (1 North, 2 South, 3 both)
number-plain = hours, plain (0: no such side)
number-ao = hours with AO (0: no such side)
number-urgent = rounds it may wait once played (0: as long as you like)
number-opens = first round of its window
number-closes = last round of its window (0: none)
number-hours = hours
number-site = site (1 North, 2 South, 3 both)
number-capability = capability (1 imaging, 2 spectroscopy, 3 both)
number-optics = AO (0 none, 1 with Altair, 2 always)
number-cards = cards in the weather deck
number-threshold = points, with 2 or 4 players
number-threshold_of_three = points, with 3 players
number-rounds = rounds of a semester
number-hand = hand limit with 2 or 4 players
number-hand_of_three = hand limit with 3 players
number-coordinator_more = cards more for the Queue Coordinator
number-face_up = instruments face up
number-most_programs = active programs at most
number-most_instruments = instruments in play at most
number-most_reputation = Reputation at the beginning
number-goal = Band 1 programs to complete, with 2 or 4 players
number-goal_of_three = Band 1 programs to complete, with 3 players
number-missing = Reputation lost for a missing one
number-missing_gently = the same with gentle funding
number-checkouts = hours of Checkouts
number-poor_weather = points for an hour of Poor Weather

# Parts of the sentences below

card-word = { $card ->
    [embers] { row-embers }
    [mirror] { row-mirror }
    [hearts] { row-hearts }
    [sharp-eyes] { row-sharp-eyes }
    [long-light] { row-long-light }
    [atlas] { row-atlas }
    [winds] { row-winds }
    [pairs] { row-pairs }
    [standards] { row-standards }
    [census] { row-census }
    [chemistry] { row-chemistry }
    [gravitational-wave] { row-gravitational-wave }
    [gamma-ray-burst] { row-gamma-ray-burst }
    [exoplanet] { row-exoplanet }
    [galactic-centre] { row-galactic-centre }
    [quasar] { row-quasar }
    [lensing-cluster] { row-lensing-cluster }
    [secondary-north] { row-secondary-north }
    [secondary-south] { row-secondary-south }
    [secondary-any] { row-secondary-any }
    [bright-north] { row-bright-north }
    [bright-south] { row-bright-south }
    [bright-any] { row-bright-any }
    [time-1] { row-time-1 }
    [time-2] { row-time-2 }
    [time-3] { row-time-3 }
    [time-5] { row-time-5 }
    [clear-skies] { row-clear-skies }
    [crew] { row-crew }
    [archive] { row-archive }
    [press] { row-press }
   *[hidden] a card
}
lane-word = { $lane ->
    [embers] { row-embers }
    [mirror] { row-mirror }
    [hearts] { row-hearts }
    [sharp-eyes] { row-sharp-eyes }
    [long-light] { row-long-light }
    [atlas] { row-atlas }
    [winds] { row-winds }
    [pairs] { row-pairs }
    [standards] { row-standards }
    [census] { row-census }
    [chemistry] { row-chemistry }
    [poor-weather] { row-poor-weather }
   *[checkouts] { row-checkouts }
}
instrument-word = { $instrument ->
    [gmos-n] { row-gmos-n }
    [gmos-s] { row-gmos-s }
    [flamingos-2] { row-flamingos-2 }
    [niri] { row-niri }
    [nifs] { row-nifs }
    [gnirs] { row-gnirs }
    [gsaoi] { row-gsaoi }
    [gpi] { row-gpi }
    [dssi] { row-dssi }
    [igrins] { row-igrins }
    [texes] { row-texes }
    [graces] { row-graces }
    [phoenix] { row-phoenix }
    [zorro] { row-zorro }
   *[altair] { row-altair }
}
other-word = { $other ->
    [gmos-n] { row-gmos-n }
    [gmos-s] { row-gmos-s }
    [flamingos-2] { row-flamingos-2 }
    [niri] { row-niri }
    [nifs] { row-nifs }
    [gnirs] { row-gnirs }
    [gsaoi] { row-gsaoi }
    [gpi] { row-gpi }
    [dssi] { row-dssi }
    [igrins] { row-igrins }
    [texes] { row-texes }
    [graces] { row-graces }
    [phoenix] { row-phoenix }
   *[zorro] { row-zorro }
}
role-word = { $role ->
    [engineer] { role-engineer }
    [coordinator] { role-coordinator }
    [operator] { role-operator }
   *[scientist] { role-scientist }
}
weather-word = { $weather ->
    [best] { row-best }
    [great] { row-great }
    [good] { row-good }
    [poor] { row-poor }
    [storm] { row-storm }
    [earthquake] { row-earthquake }
    [shutdown-north] { row-shutdown-north }
   *[shutdown-south] { row-shutdown-south }
}
side-word = { $side ->
    [ao] with AO
   *[plain] plain
}
type-word = { $type ->
    [primary] Primary
    [secondary] Secondary
   *[bright] Bright
}
site-word = { $site ->
    [north] the North
    [south] the South
   *[both] both sites
}
sky-word = { $sky ->
    [north] the North
    [south] the South
   *[both] both sites
}
wanted-word = { $wanted ->
    [imaging] imaging
   *[spectroscopy] spectroscopy
}
free-word = { $free ->
    [yes] {" "}for free
   *[no] {""}
}

# What is done, and chosen

end = { $who } ends the turn.
    .you = You end the turn.
    .choice = End the turn
    .gives = ending the turn
    .reason = To wait is better than what can be done now.
nothing-found = { $who } finds neither program nor target.
    .you = You find neither program nor target.
    .choice = There is nothing to take
booboo = { $who } made a booboo: the turn of { $whom } is taken back. It costs 1 Reputation.
    .you = You made a booboo: the turn of { $whom } is taken back. It costs 1 Reputation.
    .choice = Booboo: take back the turn of { $whom } for 1 Reputation
discard = { $who } discards the whole hand ({ $cards ->
    [one] 1 card
   *[other] { $cards } cards
}).
    .you = You discard the whole hand ({ $cards ->
        [one] 1 card
       *[other] { $cards } cards
    }).
    .choice = Discard your hand
    .gives = a new hand
    .reason = You draw a new hand in your next turn.{ $prevents ->
    [0] {""}
   *[other] {" "}It saves { $prevents } Reputation: red time cards that are discarded in time cost nothing.
}
search = { $who } searches the player deck.
    .you = You search the player deck.
    .choice = Search the player deck
    .gives = searching the player deck
    .reason = You choose the card that the team lacks most.
take = { $who } takes { card-word } from the deck.
    .you = You take { card-word } from the deck.
    .choice = Take { card-word }
    .gives = { card-word }
    .reason = { $kind ->
    [program] { program-word }
    [target] { lane-word } lacks a { type-word } target.
   *[none] On the active programs it cannot be played now.
}
activate = { $who } activates { lane-word }.
    .you = You activate { lane-word }.
    .choice = Activate { lane-word }
    .gives = activating { lane-word }
    .reason = { program-word }
target = { $who } plays { card-word } on { lane-word }, { side-word }, { $hours } h{ $due ->
    [0] {""}
   *[other] , due by the end of round { $due }
}.{ $costs ->
    [yes] {" "}The red target there is given up: 1 Reputation.
   *[no] {""}
}
    .you = You play { card-word } on { lane-word }, { side-word }, { $hours } h{ $due ->
        [0] {""}
       *[other] , due by the end of round { $due }
    }.{ $costs ->
        [yes] {" "}The red target there is given up: 1 Reputation.
       *[no] {""}
    }
    .choice = { card-word } on { lane-word }, { side-word }, { $hours } h{ $due ->
    [0] {""}
   *[other] , due by the end of round { $due }
}{ $costs ->
    [yes] ; the red target there is given up for 1 Reputation
   *[no] { $old ->
        [none] {""}
       *[some] ; the target there is given up
    }
}
    .gives = { card-word } on { lane-word }, { side-word }
    .reason = The program lacks a { type-word } target{ $points ->
    [0] {""}
   *[other] {" "}and nothing else: with it, it brings { $points } points
}.{ $use ->
    [now] {" "}It can be observed at once.
   *[later] {""}
}
completes-word = { $completes ->
    [program] {" "}The program is complete: { $points } points.
    [target] {" "}The target is complete.
    [checkouts] {" "}Checkouts is complete: science begins.
   *[none] {""}
}
will-complete-word = { $completes ->
    [program] , completes the program: { $points } points
    [target] , completes the target
    [checkouts] , completes Checkouts
   *[none] {""}
}
saves-word = { $prevents ->
    [0] {""}
   *[other] , saves { $prevents } Reputation
}
prevents-word = { $in_time ->
    [0] {""}
   *[other] {" "}It saves 1 Reputation: the target is due by the end of round { $in_time }.
}{ $red ->
    [yes] {" "}It saves 1 Reputation: the red time card is due in this round.
   *[no] {""}
}{ $best ->
    [yes] {" "}It saves 1 Reputation: Best weather must be used.
   *[no] {""}
}
use-word = { $use ->
    [checkouts] Checkouts needs an instrument before science can begin.
    [poor] On Poor Weather every hour counts, whatever the weather.
    [waits] { lane-word } has no instrument, and this one can do what it wants.
    [now] Then { card-word } can be observed at once.
    [later] Then { card-word } can be observed when weather and site allow.
    [altair] Then { card-word } can be observed with Altair.
   *[none] It makes room where it was.
}
program-word = { $short ->
    [0] When complete, it brings { $points } points.
    [one] The team needs one more Band 1 program to be funded.
   *[other] The team needs { $short } more Band 1 programs to be funded.
}
second-word = { $second ->
    [yes] {" "}as a second card
   *[no] {""}
}
time = { $who } observes { $hours } h for { lane-word }{ second-word } ({ $after } of { $need } h).{ completes-word }
    .you = You observe { $hours } h for { lane-word }{ second-word } ({ $after } of { $need } h).{ completes-word }
    .choice = { $hours } h on { lane-word }{ second-word } ({ $after } of { $need } h){ will-complete-word }{ saves-word }
    .gives = { $hours } h on { lane-word }
    .reason = { $completes ->
    [program] It completes the program: { $points } points.{ $band_one ->
        [0] {""}
       *[other] {" "}That makes { $band_one } of the { $goal } Band 1 programs that funding needs.
    }
    [target] It completes the target; the program lacks { $lacks } more.
   *[none] The target then has { $after } of its { $need } h.
}{ prevents-word }
time-checkouts = { $who } gives { $hours } h to Checkouts{ second-word } ({ $after } of { $need } h).{ completes-word }
    .you = You give { $hours } h to Checkouts{ second-word } ({ $after } of { $need } h).{ completes-word }
    .choice = { $hours } h on Checkouts{ second-word } ({ $after } of { $need } h){ will-complete-word }{ saves-word }
    .gives = { $hours } h on Checkouts
    .reason = { $completes ->
    [checkouts] It completes Checkouts: science can begin.
   *[none] Science can begin once Checkouts has its { $need } h.
}{ prevents-word }
time-poor = { $who } observes { $hours } h for Poor Weather{ second-word }: { $points } points.
    .you = You observe { $hours } h for Poor Weather{ second-word }: { $points } points.
    .choice = { $hours } h on Poor Weather{ second-word }: { $points } points{ saves-word }
    .gives = { $hours } h on Poor Weather
    .reason = It brings { $points } points, whatever the weather.{ prevents-word }
attach = { $who } attaches { instrument-word } to { lane-word }{ free-word }.
    .you = You attach { instrument-word } to { lane-word }{ free-word }.
    .choice = Attach { instrument-word } to { lane-word }{ free-word }
    .gives = { instrument-word } on { lane-word }
    .reason = { use-word }
move = { $who } moves { instrument-word } to { lane-word }{ free-word }.
    .you = You move { instrument-word } to { lane-word }{ free-word }.
    .choice = Move { instrument-word } to { lane-word }{ free-word }
    .gives = moving { instrument-word } to { lane-word }
    .reason = { use-word }
exchange = { $who } exchanges { instrument-word } and { other-word }{ free-word }.
    .you = You exchange { instrument-word } and { other-word }{ free-word }.
    .choice = Exchange { instrument-word } and { other-word }{ free-word }
    .gives = exchanging { instrument-word } and { other-word }
    .reason = { $use ->
    [none] Each may suit the other program better.
   *[some] { use-word }
}
stow = { $who } puts { instrument-word } under the deck{ free-word }.
    .you = You put { instrument-word } under the deck{ free-word }.
    .choice = Put { instrument-word } under the deck{ free-word }
    .gives = { instrument-word } under the deck
    .reason = It makes room for another instrument.
attach-altair = { $who } gives Altair to { other-word }.
    .you = You give Altair to { other-word }.
    .choice = Give Altair to { other-word }{ $row ->
    [yes] {" "}for free
   *[no] {""}
}
    .gives = Altair for { other-word }
    .reason = { $use ->
    [now] With it { card-word } can be observed with AO at once.
    [waits] { card-word } waits for AO.
   *[later] { other-word } can observe with AO then.
}
instant = { $who } plays { card-word }.
    .you = You play { card-word }.
    .choice = Play { card-word }
    .gives = playing { card-word }
    .reason = { $card ->
    [clear-skies] Your next time card is played as under Great.
    [crew] An instrument moves for free.
   *[press] It brings 1 Reputation back.
}
fetch = { $who } takes { card-word } from the archive.
    .you = You take { card-word } from the archive.
    .choice = From the archive: { card-word }
    .gives = { card-word } from the archive
    .reason = A time card more in your hand.

# Chance

pick = { $who } is the { role-word }.
    .you = You are the { role-word }.
    .choice = { role-word }
    .gives = the { role-word }
    .reason = { $role ->
    [engineer] { role-engineer.help }
    [coordinator] { role-coordinator.help }
    [operator] { role-operator.help }
   *[scientist] { role-scientist.help }
}
dealt-role = { $who } is dealt the { role-word }.
    .you = You are dealt the { role-word }.
    .choice = { role-word }
visit = { instrument-word } comes as a visitor.
    .choice = { instrument-word }
begin = { $who } goes first.
    .you = You go first.
    .choice = { $who }
lay = { instrument-word } lies face up.
    .choice = { instrument-word }
draw = { $who } draws { card-word }.
    .you = You draw { card-word }.
    .choice = { card-word }
deal = { $who } is dealt { card-word }.
    .you = You are dealt { card-word }.
    .choice = { card-word }
cause-word = { $cause ->
    [late-target] {" "}{ card-word } was not complete in time: 1 Reputation.
    [late-time] {" "}A red time card was not played in time: 1 Reputation.
    [idle-best] {" "}Best weather was not used: 1 Reputation.
    [several] {" "}What was due cost { $costs } Reputation.
   *[none] {""}
}
weather = Round { $round }: { weather-word }{ $closes ->
    [north] , the North is closed
    [south] , the South is closed
    [next] {" "}in the next round
   *[none] {""}
}.{ cause-word }
    .choice = { weather-word }
weather-under = Round { $round }: { weather-word } goes under the deck.
    .choice = { weather-word }

missing-word = { $missing ->
    [0] {""}
    [one] {" "}One Band 1 program was missing: { $lost } Reputation.
   *[other] {" "}{ $missing } Band 1 programs were missing: { $lost } Reputation.
}
ended = { $rating ->
    [no-reputation] All Reputation is gone: the observatory loses its funding.
    [no-funding] Only { $programs } of { $goal } Band 1 programs were completed, and that cost the rest of the Reputation: the observatory loses its funding.
    [funded] Funded, with { $points } points.
    [not-bad] Not bad: { $points } points.
    [good] Good: { $points } points!
    [great] Great: { $points } points!
    [fantastic] Fantastic: { $points } points!
   *[epic] Epic: { $points } points!
}{ cause-word }{ missing-word }

# Why not: one sentence for each condition that fails

why-no-action = You have no action left in this turn.
why-move-first = First { instrument-word } makes its free move: its program is complete.
why-search-first = First take a card from the deck you are searching.
why-empty-hand = Your hand is empty.
why-nothing-to-take-back = There is no turn to take back: not past the weather, and not before anything was done.
why-last-reputation = A booboo costs 1 Reputation, and it would be the last.
why-not-scientist = Only the Contact Scientist searches the deck.
why-nothing-to-find = Neither program nor target is in the deck.
why-not-in-discards = No card of { card-word } is in the discard pile.
why-reputation-full = Reputation is { $most } already: there is no more.
why-lanes-full = { $most } programs are active: there is no room for more.
why-no-science = Targets go on programs only.
why-not-needed = { lane-word } needs no { type-word } target (any more).
why-no-side = { card-word } has no { $side ->
    [ao] AO side
   *[plain] plain side
}.
why-program-mode = { lane-word } does not allow observing { side-word }.
why-sky = { card-word } is seen from { sky-word }; { instrument-word } observes from { site-word }.
why-instrument-mode = { instrument-word } cannot observe { side-word }.
why-window = { card-word } can be played only in rounds { $opens } to { $closes }.
why-second = Your second time card goes on the same target: { lane-word }.
why-no-instrument = { lane-word } has no instrument.
why-checkouts-first = Checkouts must be complete before any science.
why-no-target = { lane-word } has no unfinished target.
why-needs-altair = { instrument-word } needs Altair to observe with AO.
why-weather = { weather-word } weather: no { type-word } targets.
why-weather-ao = { weather-word } weather: no adaptive optics.
why-closed = { $site ->
    [north] The North
   *[south] The South
} is closed{ $cause ->
    [storm] {" "}by the storm
    [earthquake] {" "}by the earthquake
    [shutdown] {" "}by the shutdown
    [storm-and-shutdown] {" "}by storm and shutdown
    [earthquake-and-shutdown] {" "}by earthquake and shutdown
   *[none] {""}
}.
why-one-visitor = There is a visitor in play already: one at a time.
why-visitor-stays = { instrument-word } is a visitor: it stays with its program.
why-most-instruments = { $most } instruments are in play: there is no room for more.
why-occupied = { lane-word } has { instrument-word } already.
why-attach-mode = { instrument-word } cannot observe { side-word }, and { lane-word } wants it so.
why-capability = { instrument-word } cannot do { wanted-word }, which { lane-word } wants.
why-in-row = { instrument-word } lies in the row: it is not in play.
why-altair-there = { instrument-word } has Altair already.
why-not-altair = { instrument-word } cannot use Altair: { $optics ->
    [always] it has adaptive optics of its own
   *[none] it never observes with AO
}.
