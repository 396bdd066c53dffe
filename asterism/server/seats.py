"""Guests. There are no accounts: a guest is a signed number in a cookie, and seats belong to that number."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from urllib.parse import urlsplit

from .settings import LONGEST_NAME, Settings

COOKIE = "asterism_guest"
YEAR = 365 * 86400
GUEST = re.compile(r"[0-9a-f]{16}")
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
MOST_MARKS = 3  # on a letter; Hebrew with its points needs so many
BOT = "bot:"  # bots have identities too; no guest's number can look like one


class Key:
    """The key that signs guests' cookies, which the store keeps."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, guest: str) -> str:
        mark = hmac.digest(self._key, f"asterism guest 1 {guest}".encode(), hashlib.sha256).hex()
        return f"{guest}.{mark}"

    def read(self, cookie: str) -> str | None:
        """The guest of a signed cookie; None if it was forged, edited or broken."""
        guest = cookie.partition(".")[0]
        if not GUEST.fullmatch(guest) or not hmac.compare_digest(self.sign(guest).encode(), cookie.encode()):
            return None
        return guest


def guest_of(key: Key, header: str) -> str | None:
    """The guest of the first cookie in a Cookie header that this server has signed; None if there is none.

    A browser may send several cookies of this name (of other paths, or set by a page of another port), and those of
    longer paths come first, so the others are passed over. Read by hand: the standard library's parser takes quadratic
    time over a header made for it."""
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE and (guest := key.read(value)):
            return guest
    return None


def new_guest() -> str:
    return secrets.token_hex(8)


def cookie_for(key: Key, guest: str, secure: bool) -> str:
    """The value of a Set-Cookie header that makes a browser this guest for a year."""
    end = "; Secure" if secure else ""
    return f"{COOKIE}={key.sign(guest)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{end}"


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
