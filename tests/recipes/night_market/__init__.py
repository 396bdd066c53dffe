"""Night Market: take lanterns from the stalls, and better all of one colour."""

from asterism.core.game import Game

from . import rules
from . import state as S
from .view import say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, S.MAX_SEATS),
    minutes=(2, 5),
    age=6,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    best="most",
    numbers=S.NUMBERS,
)
