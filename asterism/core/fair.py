"""Dice anyone can check. This one file, with nothing but Python, both makes the rolls and checks them afterwards:

    python3 fair.py match.json

How a roll is made: before the match the server shows the SHA-256 of a fresh secret of 256 bits (the commitment), so it
cannot change its mind; every player's browser then adds a nonce, so the server cannot have chosen the rolls either. The
roll at a ply is HMAC-SHA-256(secret, nonces and ply), read as a number and divided among the outcomes by their exact
integer weights; a number in the uneven rest is thrown away and the next attempt taken, so no outcome is favoured by
even one part in 2**256. At the end the secret is shown, and everything can be computed again.

The trail is a chain of hashes over the match as it was set up, each nonce and each action; in a changed file the first
link that does not fit names what was changed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

SPAN = 1 << 256  # HMAC-SHA-256 gives a number below this


def commitment(secret: bytes) -> str:
    """What is shown before the match: the secret can neither be read from it nor changed after it."""
    return hashlib.sha256(secret).hexdigest()


def divide(number: int, span: int, weights: list[int]) -> int | None:
    """The index that a number below `span` falls to, exactly by weight; None: in the uneven rest, draw again."""
    total = sum(weights)
    if number >= span - span % total:
        return None
    left = number % total
    return next(i for i, up_to in enumerate(accumulate(weights)) if left < up_to)


@dataclass(frozen=True)
class Dice:
    """The dice of one match."""

    secret: bytes = field(repr=False)
    nonces: tuple[str, ...] = ()

    def roll(self, ply: int, outcomes: list[int], weights: list[int]) -> int:
        """The outcome at this ply; the same for ever."""
        attempt = 0
        while True:
            words = "\n".join(["asterism dice 1", *self.nonces, f"ply {ply}", f"attempt {attempt}"])
            number = int.from_bytes(hmac.digest(self.secret, words.encode(), "sha256"), "big")
            index = divide(number, SPAN, weights)
            if index is not None:
                return outcomes[index]
            attempt += 1


def trail(record: dict[str, Any]) -> list[str]:
    """One short link for the set-up, then one for each nonce, then one for each action."""
    start = [record[word] for word in ("game", "version", "seats", "options")] + [record["dice"]["commitment"]]
    start += [record["edition"]] if "edition" in record else []
    link = hashlib.sha256(json.dumps(start, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    links = [link[:8]]
    for word, items in (("nonce", record["dice"]["nonces"]), ("action", record["actions"])):
        for number, item in enumerate(items):
            link = hashlib.sha256(f"{link} {word} {number} {item}".encode()).hexdigest()
            links.append(link[:8])
    return links


def problems(record: dict[str, Any]) -> list[str]:
    """Everything that does not fit in a record, each named in words; an empty list means that all of it fits."""
    dice, actions, found = record["dice"], record["actions"], []
    nonces = len(dice["nonces"])
    if dice["secret"] is None:
        found.append("the match is still running: its secret is shown when it is over")
    elif commitment(bytes.fromhex(dice["secret"])) != dice["commitment"]:
        found.append("the secret is not the one that was committed to before the match")
    links = trail(record)
    if len(links) != len(record["trail"]):
        found.append(f"the trail has {len(record['trail'])} links, but the match needs {len(links)}")
    changed = next((i for i, (a, b) in enumerate(zip(links, record["trail"], strict=False)) if a != b), None)
    if changed is not None:
        if changed == 0:
            what = "the set-up (game, version, seats, edition, options or commitment)"
        elif changed <= nonces:
            what = f"nonce {changed}"
        else:
            what = f"the action at ply {changed - nonces - 1}"
        found.append(f"{what} was changed: the trail does not fit from there on")
    if dice["secret"] is not None:
        made = Dice(bytes.fromhex(dice["secret"]), tuple(dice["nonces"]))
        for ply, outcomes, weights in record["rolls"]:
            if not 0 < min(weights) <= sum(weights) <= SPAN:
                raise ValueError(f"the weights at ply {ply} are no odds")  # one would draw again for ever
            if ply >= len(actions):
                found.append(f"there is a roll at ply {ply}, but the match has only {len(actions)} actions")
            elif (rolled := made.roll(ply, outcomes, weights)) != actions[ply]:
                found.append(f"the roll at ply {ply} is given as {actions[ply]}, but the dice made it {rolled}")
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python3 fair.py RECORD.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            record = json.load(file)
        found = problems(record)
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as problem:
        print(f"{arguments[0]} is not a record of a match: {problem!r}", file=sys.stderr)
        return 2
    for line in found:
        print(line)
    if not found:
        print(
            f"All {len(record['rolls'])} rolls are what the secret and the nonces make them, and nothing was changed."
        )
        print("The odds are taken from the file; `asterism verify` also derives them from the rules.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
