"""Hidden Star: a small whole game to copy. See CONTRIBUTING.md, "Add a game"."""

from asterism.core.game import Game, Option

from . import rules
from . import state as S
from .view import say, show

GAME = Game(
    module=__name__,
    version=1,
    seats=(2, S.MAX_SEATS),
    minutes=(1, 2),
    age=5,
    state=S.STATE,
    actions=S.ACTIONS,
    rules=rules,
    say=say,
    show=show,
    options=(Option(name="stars", default=8, low=8, high=S.MOST_STARS),),
)
