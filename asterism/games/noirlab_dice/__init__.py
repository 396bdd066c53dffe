"""NOIRLab Dice: push your luck with a six-faced die until all six programs are covered."""

from asterism.core.game import Game

from . import rules
from .state import ACTIONS, MAX_SEATS, STATE
from .view import end, say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(1, MAX_SEATS),
    minutes=(5, 30),
    age=6,
    state=STATE,
    actions=ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    end=end,
    best="fewest",
)
