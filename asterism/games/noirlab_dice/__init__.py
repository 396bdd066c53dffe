"""NOIRLab Dice: push your luck with a six-faced die until all six programs are covered."""

from asterism.core.game import Game

from . import rules
from . import state as S
from .view import end, say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(1, S.MAX_SEATS),
    minutes=(5, 30),
    age=6,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    end=end,
    best="fewest",
)
