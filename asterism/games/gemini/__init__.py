"""The Gemini Card Game: together, run two telescopes for a semester."""

from asterism.core.game import Game, Option

from . import decks as D
from . import rules
from . import state as S
from .chances import forecast
from .sound import sound
from .view import end, say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, D.MAX_SEATS),
    minutes=(45, 75),
    age=10,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    team=True,
    end=end,
    numbers=D.NUMBERS,
    sound=sound,
    forecast=forecast,
    options=(
        Option(name="roles", default=0, choices=("picked", "dealt")),
        Option(name="random_first", default=0),
        Option(name="gentle", default=0),
        Option(name="booboo", default=0),
        Option(name="starting", default=0),
        Option(name="visitors", default=0, high=3),
        Option(name="instants", default=0),
        Option(name="hidden", default=0),
    ),
    secrets=lambda options: bool(options["hidden"]),
    presets={
        "basic": {},
        "first": {"gentle": 1, "booboo": 1, "starting": 1},
        "extras": {"visitors": 3, "instants": 1, "booboo": 1},
        "expert": {"roles": 1, "random_first": 1, "hidden": 1},
    },
)
