"""The Gemini Card Game: the cards by name (§16), and the numbers of an edition. No functions here.

Properties that are kinds are bits, so that what matches is an `&`: site 1 North, 2 South, 3 both; capability 1 imaging,
2 spectroscopy, 3 both; mode 1 plain, 2 AO, 3 either.
"""

from __future__ import annotations

from asterism.core.game import Numbers

# The player deck, kind by kind: programs, targets, times, instants
PROGRAMS = (
    "embers",
    "mirror",
    "hearts",
    "sharp-eyes",
    "long-light",
    "atlas",
    "winds",
    "pairs",
    "standards",
    "census",
    "chemistry",
)
TARGETS = (
    "gravitational-wave",
    "gamma-ray-burst",
    "exoplanet",
    "galactic-centre",
    "quasar",
    "lensing-cluster",
    "secondary-north",
    "secondary-south",
    "secondary-any",
    "bright-north",
    "bright-south",
    "bright-any",
)
TIMES = ("time-1", "time-2", "time-3", "time-5")
INSTANTS = ("clear-skies", "crew", "archive", "press")
CARDS = (*PROGRAMS, *TARGETS, *TIMES, *INSTANTS)
KINDS = len(CARDS)

FIRST_TARGET = len(PROGRAMS)  # where targets, times and instants begin among the kinds
FIRST_TIME = FIRST_TARGET + len(TARGETS)
FIRST_INSTANT = FIRST_TIME + len(TIMES)
RED_TIME = 3  # of the four times: the one that must be played in time (§12.3)
RED_CARD = FIRST_TIME + RED_TIME

CHECKOUTS = len(PROGRAMS)  # the lane of Checkouts and Poor Weather, behind those of the programs
LANES = CHECKOUTS + 1
LANE_NAMES = (*PROGRAMS, "checkouts")

TYPES = ("primary", "secondary", "bright")
SIDES = ("plain", "ao")
NORTH, SOUTH, BOTH = 1, 2, 3
IMAGING, SPECTROSCOPY = 1, 2
PLAIN, AO = 1, 2

# The instrument deck: our own instruments, visitors, Altair
OWN = ("gmos-n", "gmos-s", "flamingos-2", "niri", "nifs", "gnirs", "gsaoi", "gpi")
VISITORS = ("dssi", "igrins", "texes", "graces", "phoenix", "zorro")
FIRST_VISITOR = len(OWN)
INSTRUMENTS = (*OWN, *VISITORS)  # what is attached to programs
ALTAIR = len(INSTRUMENTS)
INSTRUMENT_DECK = (*INSTRUMENTS, "altair")
OWN_BITS = (1 << FIRST_VISITOR) - 1  # instruments as bits: our own, and the visitors
VISITOR_BITS = (1 << ALTAIR) - 1 - OWN_BITS
NO_AO, WITH_ALTAIR, ALWAYS_AO = 0, 1, 2  # optics of an instrument

# The weather deck
CONDITIONS = ("best", "great", "good", "poor")
SPECIALS = ("storm", "earthquake", "shutdown-north", "shutdown-south")
WEATHER = (*CONDITIONS, *SPECIALS)
BEST, GREAT, GOOD, POOR, STORM, EARTHQUAKE, SHUTDOWN_NORTH, SHUTDOWN_SOUTH = range(len(WEATHER))

ROLES = ("engineer", "coordinator", "operator", "scientist")
ENGINEER, COORDINATOR, OPERATOR, SCIENTIST = range(len(ROLES))
CLEAR_SKIES, CREW, ARCHIVE, PRESS = range(len(INSTANTS))

RATINGS = ("not-bad", "good", "great", "fantastic", "epic")  # above a win that is just funded
RATED = tuple(f"rated-{rating}" for rating in RATINGS)  # their sections in an edition

# Bounds
MAX_SEATS = 4
MOST_ROUNDS = 12
MOST_OF_A_KIND = 20
MOST_POINTS = 500
MOST_HOURS = 12
MOST_TARGETS = 3  # that a program may require
MOST_IN_ROW = 5
MOST_LANES = 7
MOST_REPUTATION = 9

NUMBERS = (
    Numbers(name="count", low=0, high=MOST_OF_A_KIND, each=CARDS),
    # Programs
    Numbers(name="band", low=1, high=3, each=PROGRAMS),
    Numbers(name="mode", low=1, high=3, each=PROGRAMS),
    Numbers(name="method", low=1, high=3, each=PROGRAMS),
    Numbers(name="targets", low=0, high=MOST_TARGETS, each=PROGRAMS, items=len(TYPES)),
    Numbers(name="full", low=0, high=MOST_POINTS, each=PROGRAMS),
    Numbers(name="partial", low=0, high=MOST_POINTS, each=PROGRAMS),
    Numbers(name="lost", low=0, high=MOST_POINTS, each=PROGRAMS),
    # Targets
    Numbers(name="type", low=0, high=len(TYPES) - 1, each=TARGETS),
    Numbers(name="sky", low=1, high=3, each=TARGETS),
    Numbers(name="plain", low=0, high=MOST_HOURS, each=TARGETS),
    Numbers(name="ao", low=0, high=MOST_HOURS, each=TARGETS),
    Numbers(name="urgent", low=0, high=MOST_ROUNDS, each=TARGETS),
    Numbers(name="opens", low=1, high=MOST_ROUNDS, each=TARGETS),
    Numbers(name="closes", low=0, high=MOST_ROUNDS, each=TARGETS),
    # Times, instruments, weather
    Numbers(name="hours", low=1, high=MOST_HOURS, each=TIMES),
    Numbers(name="site", low=1, high=3, each=INSTRUMENTS),
    Numbers(name="capability", low=1, high=3, each=INSTRUMENTS),
    Numbers(name="optics", low=0, high=2, each=INSTRUMENTS),
    Numbers(name="cards", low=0, high=MOST_OF_A_KIND, each=WEATHER),
    # The table
    Numbers(name="threshold", low=0, high=10 * MOST_POINTS, each=RATED),
    Numbers(name="threshold_of_three", low=0, high=10 * MOST_POINTS, each=RATED),
    Numbers(name="rounds", low=1, high=MOST_ROUNDS),
    Numbers(name="hand", low=1, high=9),
    Numbers(name="hand_of_three", low=1, high=9),
    Numbers(name="coordinator_more", low=0, high=3),
    Numbers(name="face_up", low=1, high=MOST_IN_ROW),
    Numbers(name="most_programs", low=1, high=MOST_LANES),
    Numbers(name="most_instruments", low=1, high=len(OWN)),
    Numbers(name="most_reputation", low=1, high=MOST_REPUTATION),
    Numbers(name="goal", low=0, high=len(PROGRAMS)),
    Numbers(name="goal_of_three", low=0, high=len(PROGRAMS)),
    Numbers(name="missing", low=0, high=MOST_REPUTATION),
    Numbers(name="missing_gently", low=0, high=MOST_REPUTATION),
    Numbers(name="checkouts", low=1, high=MOST_HOURS),
    Numbers(name="poor_weather", low=0, high=20),
)
