"""Geminos: two zodiac dice and a score card of five affinities, where every score may have to be replaced."""

from asterism.core.game import Game

from . import rules
from . import state as S
from .view import end, say, show, view

GAME = Game(
    module=__name__,
    version=1,
    seats=(1, S.MAX_SEATS),
    minutes=(5, 20),
    age=8,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    view=view,
    end=end,
    best="most",
)
