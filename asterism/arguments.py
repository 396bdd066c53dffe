"""Parsers and readers of arguments for the command `asterism`. A wrong argument gets one clear line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

NUMBER = "[0-9]{1,18}"  # more digits than any number here has, fewer than Python refuses


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage, and which declares some arguments only when it is used."""

    add_later: Callable[[], None] | None = None

    def later(self, add: Callable[..., None], *what: Any) -> None:
        """Let `add(self, *what)` add arguments when this parser is used, so that what declares them is loaded then."""
        self.add_later = partial(add, self, *what)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        add, self.add_later = self.add_later, None
        if add:
            add()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (try {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def port(text: str) -> int:
    """A port, 1 to 65535."""
    return whole(text, "a port is", 1, 65535)


def days(text: str) -> int:
    """A number of days, from 1."""
    return whole(text, "the number of days is", 1, 100_000)


def positions(text: str) -> int:
    """A number of positions, 1 to 100,000."""
    return whole(text, "the number of positions is", 1, 100_000)


def matches(text: str) -> int:
    """A number of matches, from 1."""
    return whole(text, "the number of matches is", 1, 1_000_000_000)


def share(text: str) -> float:
    """A share, 0 to 1."""
    return real(text, "a share is", 1)


def seconds(text: str) -> float:
    """Seconds, 0 to a day."""
    return real(text, "the seconds are", 86_400)


def real(text: str, what: str, high: int) -> float:
    """A number from 0 to `high`; ArgumentTypeError otherwise."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= high:
        raise argparse.ArgumentTypeError(f"{what} a number from 0 to {high}, not {text!r}")
    return found


def seed(text: str) -> int:
    """A seed, of 32 bits."""
    return whole(text, "a seed is", 0, 2**32 - 1)


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; ArgumentTypeError otherwise."""
    if not re.fullmatch(NUMBER, text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"{what} a number from {low} to {high}, not {text!r}")
    return int(text)


def read_option(text: str) -> tuple[str, Any]:
    """The name and the value of an option given as NAME=NUMBER."""
    from asterism.core.game import BadInput

    name, _, value = text.partition("=")
    if not re.fullmatch(f"-?{NUMBER}", value):
        raise BadInput(f"an option is given as NAME=NUMBER, not {text!r}")
    return name, int(value)
