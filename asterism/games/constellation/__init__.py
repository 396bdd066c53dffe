"""The Gamers Constellation: lay stars around the Moon until they show your secret shape."""

from asterism.core.game import Game, Option

from . import rules
from . import state as S
from .view import end, say, say_all, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, S.MAX_SEATS),
    minutes=(10, 15),
    age=8,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    say_all=say_all,
    show=show,
    view=view,
    end=end,
    options=(
        Option(name="goals", default=1, low=1, high=S.MOST_GOALS),
        Option(name="change", default=0),
        Option(name="visible", default=0),
        Option(name="open", default=0),
        Option(
            name="points",
            default=0,
            high=len(S.DRAWN_UNTIL) - 1,
            choices=(
                "off",
                "deck",
                *(str(limit) for limit in range(2, S.MOST_POINTS + 1)),
                *(f"drawn-{number}" for number in S.DRAWN),
            ),
        ),
        Option(name="blocking", default=0),
        Option(name="several", default=0, choices=("shared", "play-on")),
        Option(name="row", default=0),
    ),
    secrets=lambda options: not options["visible"],
    presets={
        "basic": {"goals": 1, "change": 0, "visible": 0, "open": 0, "points": 0, "blocking": 0, "several": 0, "row": 0},
        "confirmed": {"goals": 3, "open": 1, "points": 2},
    },
)
