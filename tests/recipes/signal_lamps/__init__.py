"""Signal Lamps: together, light what is needed, and nobody sees the lamp of another."""

from asterism.core.game import Game

from . import rules
from . import state as S
from .view import end, say, show, sound

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, S.MAX_SEATS),
    minutes=(1, 2),
    age=6,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    team=True,
    end=end,
    numbers=S.NUMBERS,
    sound=sound,
)
