"""Guests. There are no accounts: a guest is a signed number in a cookie, and seats belong to that number."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from ..settings import LONGEST_NAME, Settings

COOKIE = "asterism_guest"
YEAR = 365 * 86400
SIGNED = re.compile(r"([0-9a-f]{16})(?:-([0-9a-f]{16}))?\.[0-9a-f]{64}")  # a guest, their device, and the signature
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
MOST_MARKS = 3  # on a letter; Hebrew with its points needs so many
BOT = "bot:"  # bots have identities too; no guest's number can look like one


class Caller(NamedTuple):
    """Who a cookie says is there."""

    guest: str
    device: str  # which of the guest's; empty: the cookie is from before devices had numbers
    lasting: bool = True  # whether the cookie can stay; if not, it is to be replaced by one of the key that signs now


class Key:
    """What signs guests' cookies, which the store keeps: a key, and former ones that are believed for a time."""

    def __init__(self, key: bytes, former: Sequence[tuple[bytes, float]] = ()) -> None:
        self._key, self._former = key, former
        self.signed_out: set[tuple[str, str]] = set()  # guests and their devices, whose cookies are believed no more

    def sign(self, guest: str, device: str = "") -> str:
        return signed(self._key, guest, device)

    def read(self, cookie: str) -> Caller | None:
        """Who a signed cookie names; None if it was forged, edited or broken, or if its device was signed out."""
        found = SIGNED.fullmatch(cookie)
        if found is None:
            return None
        guest, device = found[1], found[2] or ""
        if (guest, device) in self.signed_out:
            return None
        if hmac.compare_digest(self.sign(guest, device), cookie):
            return Caller(guest, device, lasting=bool(device))
        for key, until in self._former:
            if hmac.compare_digest(signed(key, guest, device), cookie) and time.time() < until:
                return Caller(guest, device, lasting=False)
        return None


def signed(key: bytes, guest: str, device: str) -> str:
    """The text of a cookie. Those without a device are of the first version, from before devices had numbers."""
    text, words = (f"{guest}-{device}", f"2 {guest} {device}") if device else (guest, f"1 {guest}")
    return f"{text}.{hmac.digest(key, f'asterism guest {words}'.encode(), hashlib.sha256).hex()}"


def caller_of(key: Key, header: str) -> Caller | None:
    """Who the first cookie in a Cookie header names that this server has signed; None if there is none.

    A browser may send several cookies of this name (of other paths, or set by a page of another port), and those of
    longer paths come first, so the others are passed over. Read by hand: the standard library's parser takes quadratic
    time over a header made for it."""
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE and (caller := key.read(value)):
            return caller
    return None


def admit(key: Key, header: str, secure: bool) -> tuple[Caller, str]:
    """Who sends this Cookie header (a new guest, where no cookie of ours is in it), and the Set-Cookie header that the
    answer needs; empty: none. Cookies of a former key, or without a device, are replaced."""
    caller = caller_of(key, header) or Caller(new_guest(), "", lasting=False)
    if caller.lasting:
        return caller, ""
    caller = Caller(caller.guest, caller.device or new_device())
    return caller, cookie_for(key, caller.guest, secure, caller.device)


def guest_of(key: Key, header: str) -> str | None:
    """The guest of the first cookie in a Cookie header that this server has signed; None if there is none."""
    caller = caller_of(key, header)
    return caller.guest if caller else None


def new_guest() -> str:
    return secrets.token_hex(8)


def new_device() -> str:
    return secrets.token_hex(8)


def cookie_for(key: Key, guest: str, secure: bool, device: str = "") -> str:
    """The value of a Set-Cookie header that makes a browser this guest for a year; without a device, a new one."""
    end = "; Secure" if secure else ""
    return f"{COOKIE}={key.sign(guest, device or new_device())}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{end}"


def default_name(guest: str) -> str:
    return f"Guest {int(guest, 16) % 9000 + 1000}"


def clean_name(name: str) -> str:
    """A name as it is shown: one line of visible characters, not too long.

    Most of an endless one is not even looked at: to put accents in order takes quadratic time."""
    text = unicodedata.normalize("NFC", name[: 4 * LONGEST_NAME])
    text = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    text = "".join(c for c in text if c not in BLANKS)
    return without_towers(" ".join(text.split()))[:LONGEST_NAME].strip()


def without_towers(text: str) -> str:
    """The same with a few marks on each letter, and none on nothing: more of them would cover what stands beside."""
    kept, marks = "", MOST_MARKS
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else MOST_MARKS if c == " " else 0
        kept += c if marks <= MOST_MARKS or c == " " else ""
    return kept


def allowed_origin(settings: Settings, headers: dict[str, str]) -> bool:
    """Browsers say which page connects: it must be ours. Programs say nothing, and hold no cookie of anyone else."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return origin in settings.origins or urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False
