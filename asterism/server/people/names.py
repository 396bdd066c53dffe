"""What guests are called, and how often they may be called something new: a name is the only text that strangers show
each other, so it is bounded like one."""

from __future__ import annotations

from collections import OrderedDict

from ..http.rates import Buckets
from ..settings import Limits
from ..thinking.studies import Asker
from ..wire.refusal import Refusal
from ..wire.requests import AskSeat, Hello, JoinLesson, Open, Request, Shape, Sit, SteerLesson
from .guests import clean_name, default_name

MOST = 10_000  # guests without a seat whose names are known
USUAL = ("Bot", "Vega", "Rigel", "Mira", "Altair", "Deneb", "Bellatrix")  # of bots, which say nothing


class Names:
    """The names of guests, in memory. The store keeps those of guests who took a seat, or opened a table or lesson;
    all others are remembered here, the newest only, and their browsers tell them again."""

    def __init__(self, limits: Limits) -> None:
        self._known: OrderedDict[str, tuple[str, bool]] = OrderedDict()  # by guest: the name, and if the store keeps it
        self.changes = Buckets(limits.names)
        self.changes_from = Buckets(limits.names_of_address)

    def of(self, guest: str) -> str:
        """The name that a guest gave lately; without one, Guest and a number."""
        return self._known.get(guest, ("", False))[0] or default_name(guest)

    def kept(self, guest: str) -> bool:
        """Whether the store keeps the name of a guest, as far as this process knows."""
        return self._known.get(guest, ("", False))[1]

    def remember(self, guest: str, name: str, kept: bool) -> None:
        self._known[guest] = (name, kept)
        self._known.move_to_end(guest)
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    def take_change(self, asker: Asker) -> bool:
        """Count one new name of a guest, if guest and address have any left."""
        if not (self.changes.has(asker.guest) and self.changes_from.has(asker.address)):
            return False
        return self.changes.take(asker.guest) and self.changes_from.take(asker.address)

    def bound(self, asker: Asker, asked: Request) -> None:
        """Leave out of a request the names of seats that are new, where there were too many: such a seat is called as
        its guest is, or Bot. Nobody is kept from sitting by it."""
        own = (self.of(asker.guest), *USUAL)
        if isinstance(asked, Sit | AskSeat | JoinLesson):
            asked.name = self._bounded(asker, asked.name, own)
        elif isinstance(asked, Open):
            for plan in asked.seats:
                plan.name = self._bounded(asker, plan.name, own)
        elif isinstance(asked, Shape | SteerLesson):
            asked.names = [self._bounded(asker, name, own) for name in asked.names]

    def _bounded(self, asker: Asker, name: str, own: tuple[str, ...]) -> str:
        clean = clean_name(name)
        return name if not clean or clean in own or self.take_change(asker) else ""

    def change(self, asker: Asker, asked: Hello, before: str) -> str:
        """The name that a guest asks for; refused where there were too many new ones."""
        assert asked.name is not None, "without a name nothing is changed"
        name = clean_name(asked.name) or default_name(asker.guest)
        if name not in (before, self.of(asker.guest)) and not self.take_change(asker):
            raise Refusal("too-fast", "the name was changed often, by you or others of your network: wait a little")
        return name

    def forget_full(self) -> None:
        self.changes.forget_full()
        self.changes_from.forget_full()
