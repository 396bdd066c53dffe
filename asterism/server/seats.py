"""Guests. There are no accounts: a guest is a signed number in a cookie, and seats belong to that number."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import unicodedata
from pathlib import Path
from urllib.parse import urlsplit

from asterism.core.game import BadInput

from .settings import LONGEST_NAME, Settings

COOKIE = "asterism_guest"
YEAR = 365 * 86400
GUEST = re.compile(r"[0-9a-f]{16}")
BOT = "bot:"  # bots have identities too; no guest's number can look like one


class Key:
    """The key that signs guests' cookies: made on the first start, readable by its owner only."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            self._key = path.read_bytes()
        else:
            self._key = secrets.token_bytes(32)
            with os.fdopen(file, "wb") as out:
                out.write(self._key)
        if len(self._key) < 32:
            raise BadInput(f"{path} is not a whole key: delete it and a new one is made (guests then lose their seats)")

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
    """The guest named by a Cookie header, if there is one whose signature is ours.

    Read by hand: the standard library's parser takes quadratic time over a header made for it."""
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE:
            return key.read(value)
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
    return " ".join(text.split())[:LONGEST_NAME].strip()


def allowed_origin(settings: Settings, headers: dict[str, str]) -> bool:
    """Browsers say which page connects: it must be ours. Programs say nothing, and hold no cookie of anyone else."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return origin in settings.origins or urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False
