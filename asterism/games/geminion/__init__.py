"""Geminion: buy cards, take gems, and lay your cards down in the order you want them back."""

from asterism.core.game import Game, Option

from . import rules
from . import state as S
from .sound import sound
from .view import end, say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(S.MIN_SEATS, S.MAX_SEATS),
    minutes=(15, 30),
    age=5,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    options=(Option(name="shuffle", default=0), Option(name="sparkle", default=0)),
    chance=lambda options: bool(options["shuffle"]),
    end=end,
    numbers=S.NUMBERS,
    sound=sound,
    best="most",
    point=0.01,
)
