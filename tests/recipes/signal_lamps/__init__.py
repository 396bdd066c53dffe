"""Signal Lamps: together, light what is needed, and nobody sees the lamp of another."""

from asterism.core.game import Game

from . import rules
from .state import ACTIONS, MAX_SEATS, NUMBERS, STATE
from .view import end, say, show, sound

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, MAX_SEATS),
    minutes=(1, 2),
    age=6,
    state=STATE,
    actions=ACTIONS,
    rules=rules,
    say=say,
    show=show,
    team=True,
    end=end,
    numbers=NUMBERS,
    sound=sound,
)
