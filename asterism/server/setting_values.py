"""The values of settings, read from the text that a host gives; BadInput says in words what is wrong with one."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from asterism import store
from asterism.core import discover
from asterism.core.game import BadInput

POLLING = "polling"  # no news: each process looks at the store once a second


def read_name(text: str) -> str:
    """A host name, as browsers send it in the Host header."""
    name = text.strip().rstrip(".").lower()
    try:
        name = name.encode("idna").decode("ascii")
    except UnicodeError:
        name = ""
    if not name or not all(character.isalnum() or character in "-._" for character in name):
        raise BadInput(f"a host is named as games.example.org, without https:// and without a port, not {text!r}")
    return name


def read_address(text: str) -> str:
    """A public address, as browsers write it: scheme, host, and the port where it is not the usual one."""
    wrong = BadInput(f"an address is given as https://games.example.org, not {text!r}")
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise wrong
    if parts.query or parts.fragment or parts.username is not None:
        raise wrong
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = port is None or port == (443 if parts.scheme == "https" else 80)
    return f"{parts.scheme}://{name}{'' if usual else f':{port}'}"


def read_proxy(text: str) -> str:
    """The address or network of a proxy."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        such = "such as 10.0.0.7 or 10.0.0.0/8"
        raise BadInput(f"a proxy is named by its address or network, {such}, not {text!r}") from None


def read_folder(text: str) -> Path:
    """A folder that is there."""
    if not Path(text).is_dir():
        raise BadInput(f"there is no folder {text}")
    return Path(text)


def read_stand(text: str) -> str:
    """The name of a game; of the shortest one where the text is empty."""
    return discover.find(text).name if text else min(discover.games(), key=lambda game: game.minutes).name


def read_idle(text: str) -> float:
    """Seconds after which an untouched stand begins anew: more than 0."""
    from asterism.arguments import seconds

    if not (found := seconds(text)):
        raise BadInput(f"a stand is fresh again after some seconds, not {text}")
    return found


def read_redis(text: str) -> str:
    """The address of Valkey or Redis, as its driver wants it; empty stays empty."""
    if not text:
        return text
    from asterism.think.job_queue import address_of  # says so if what it needs is not installed

    return address_of(text)


def read_news(text: str) -> str:
    """The address by which processes on one store hear of each other: Valkey, Redis, PostgreSQL or polling."""
    if not text or text == POLLING:
        return text
    if store.is_address(text):
        from asterism.store.postgres_link import place_of

        try:
            place_of(text)
        except store.BadStore as problem:
            raise BadInput(str(problem)) from None
        return text
    if "://" not in text:
        raise BadInput(f"news come by redis://HOST:PORT, by PostgreSQL, or by {POLLING}")
    return read_redis(text)
