"""Hidden Star: a small whole game to copy. See CONTRIBUTING.md, "Add a game"."""

from asterism.core.game import Game, Option

from . import rules
from .state import ACTIONS, MAX_SEATS, MOST_STARS, STATE
from .view import say, show

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, MAX_SEATS),
    minutes=(1, 2),
    age=5,
    state=STATE,
    actions=ACTIONS,
    rules=rules,
    say=say,
    show=show,
    options=(Option(name="stars", default=8, low=8, high=MOST_STARS),),
)
