"""Codes of tables and lessons: the part of a link that cannot be guessed, and how fast codes typed by hand are tried.

A link or QR code carries the code and a token. The token is a keyed hash of the code; its key is a secret that the
store keeps with the table (or lesson). So every process on a store makes the same token, a backup restores it, and it
does not change when the key of the guests' cookies does. A text whose token is wrong counts as a code typed by hand.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import math
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from asterism.store import StoreFailed

from ..http.rates import Buckets
from ..thinking.studies import Asker
from ..wire.refusal import Refusal

T = TypeVar("T")
Waits = Callable[[int], None]  # hears that a typed code waits, and of about how many seconds

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that can be mistaken for another
TOKEN_LENGTH = 16  # letters, 79 bits
WRONG = ("no-table", "no-lesson")  # refusals of a code that leads nowhere
SOON = 0.3  # seconds; whoever waits for longer is told so


def read_code(text: str) -> str:
    """A code as someone typed it: in any case, with spaces and dashes, and whatever else no code has."""
    return "".join(c for c in text.upper() if c.isascii() and c.isalnum())


def split(text: str) -> tuple[str, str]:
    """The code and the token of a link, `CODE-TOKEN`; the token is empty where a code was typed by hand."""
    code, dash, token = text.rpartition("-")
    if dash and len(token := read_code(token)) == TOKEN_LENGTH:
        return read_code(code), token
    return read_code(text), ""


def token_of(secret: bytes, code: str) -> str:
    """The token in the links to the table or lesson of this code, by the secret that the store keeps with it."""
    number = int.from_bytes(hmac.digest(secret, f"asterism link 1 {code}".encode(), hashlib.sha256))
    letters = []
    for _ in range(TOKEN_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def is_token(token: str, secret: bytes, code: str) -> bool:
    """Whether a token is that of this code. Where no secret is kept any more (of a removed table), none is."""
    return bool(token and secret) and hmac.compare_digest(token, token_of(secret, code))


class Turns:
    """Typed codes of one network address that wait: one turn every `seconds`, round the guests who wait.

    Where so many guests wait that one round would take longer than `longest` seconds, turns come faster, so that who
    guesses as hundreds of guests keeps nobody waiting for minutes. Memory is taken by those who wait only; they leave
    when their connection ends."""

    def __init__(self, seconds: float, done: Callable[[], None], longest: float = math.inf) -> None:
        self._seconds, self._longest, self._done = seconds, longest, done
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by guest, in the order of their next turns
        self._next()

    def join(self, guest: str) -> asyncio.Future[None]:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(guest, deque()).append(turn)
        return turn

    def leave(self, guest: str, turn: asyncio.Future[None]) -> None:
        """Wait no longer; where the turn has come already this changes nothing."""
        if (own := self._waiting.get(guest)) is not None and turn in own:
            own.remove(turn)
            if not own:
                del self._waiting[guest]

    @property
    def guests(self) -> int:
        return len(self._waiting)

    @property
    def round(self) -> float:
        """Seconds until each guest who waits has had a turn: as long as a code of a newcomer waits."""
        return min(len(self._waiting) * self._seconds, self._longest)

    def _next(self) -> None:
        pause = self.round / len(self._waiting) if self._waiting else self._seconds
        asyncio.get_running_loop().call_later(pause, self._give)

    def _give(self) -> None:
        """Give one guest a turn; a guest with more codes goes behind the others."""
        if not self._waiting:
            return self._done()
        guest = next(iter(self._waiting))
        own = self._waiting.pop(guest)
        turn = own.popleft()
        if not turn.done():  # it was cancelled in this moment
            turn.set_result(None)
        if own:
            self._waiting[guest] = own
        return self._next()


class TypedCodes:
    """How fast the codes of tables and lessons are tried from one network address.

    While the address has wrong codes left in its budget, typed codes are answered at once. After that each typed code,
    right or wrong, waits for its turn: no code that exists is refused, and nobody learns anything before the turn."""

    def __init__(self, wrong: Buckets, turns: float, longest: float) -> None:
        """`wrong`: the budget of wrong codes of each address; `turns`: how many a second an address has after that;
        `longest`: seconds that a code of a guest with no other waits at most."""
        self._wrong, self._seconds, self._longest = wrong, 1 / turns, longest
        self._looking: Counter[str] = Counter()  # typed codes of each address that are being looked up
        self._turns: dict[str, Turns] = {}  # by address, while anyone waits

    def spent(self, address: str) -> bool:
        """Whether the next typed code of an address has to wait. Codes that are looked up now may all be wrong."""
        return self._wrong.left(address) < 1 + self._looking[address]

    def waiting(self, address: str) -> int:
        """How many guests of an address wait for a turn."""
        turns = self._turns.get(address)
        return turns.guests if turns else 0

    async def admit(self, asker: Asker, looking: Coroutine[Any, Any, T], known: Callable[[T], bool], waits: Waits) -> T:
        """What a code leads to, or the refusal of one that leads nowhere; after a wait where the address has spent its
        budget, but for what the asker is `known` at: by a seat, by a visit or by the token of a link.

        The place in the queue is taken before anything is looked up, so that it does not depend on the code."""
        address = asker.address
        if not self.spent(address):
            self._looking[address] += 1
            try:
                return self._counted(address, await outcome(looking))
            finally:
                self._looking[address] -= 1
                if not self._looking[address]:
                    del self._looking[address]
        turns = self._turns.get(address)
        if turns is None:
            turns = self._turns[address] = Turns(self._seconds, lambda: self._forget(address), self._longest)
        turn = turns.join(asker.guest)
        seconds = math.ceil(turns.round)
        word = asyncio.get_running_loop().call_later(SOON, waits, seconds)
        try:
            found = await outcome(looking)
            if isinstance(found, Exception) or not known(found):
                await turn
            return self._counted(address, found)
        finally:
            word.cancel()
            turns.leave(asker.guest, turn)

    def _forget(self, address: str) -> None:
        self._turns.pop(address, None)

    def _counted(self, address: str, found: T | Exception) -> T:
        """What was found, or its refusal; a wrong code is taken from the budget."""
        if not isinstance(found, Exception):
            return found
        if isinstance(found, Refusal) and found.code in WRONG:
            self._wrong.take(address)
        raise found


async def outcome(looking: Coroutine[Any, Any, T]) -> T | Exception:
    """What was found, or why nothing was, to be told later."""
    try:
        return await looking
    except (Refusal, StoreFailed) as problem:
        return problem
