"""Dice anyone can check. This one file, with nothing but Python, both makes the rolls and checks them afterwards:

    python3 fair.py match.json              does the file fit together?
    python3 fair.py match.json receipt.json and is it the match that my browser took part in?

How it goes (protocol 2). Every browser that takes part locks a number (its nonce) by showing its SHA-256, and the host
locks a secret in the same way. Only then is everything that can influence a roll (game, rules, edition, options, seats,
all locks) written on one sheet, and only when each browser has seen that sheet does it show its number. The seal is a
hash of the sheet and all numbers; roll number n is HMAC-SHA-256(secret, seal and n), shared out among the outcomes by
their exact integer weights (a number in the uneven rest is thrown away and the next attempt taken, so no outcome is
favoured by even one part in 2**256). So nobody had any choice of the rolls, not even the host together with all others
but one. At the end the secret is shown, and everything can be computed again.

What this cannot show: that the odds and the list of rolls are those of the rules. `asterism verify` plays the match
again and checks that too. A record of the first protocol is told as what it is: its host could have chosen the rolls.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import gcd
from typing import Any

SPAN = 1 << 256  # HMAC-SHA-256 gives a number below this
MOST_WEIGHT = 2**53 - 1  # of all outcomes together: whole numbers that every language can hold
ATTEMPTS = 8  # each fails with a chance below 2**-200
HEX32 = re.compile(r"[0-9a-f]{64}")


CHANGED = "something was changed in this file: its hash does not fit"
UNLISTED = (
    "this file was made by a server that did not have its rules: rolls, odds and result are not listed in it; "
    "`asterism verify` works them out where those rules are"
)


class Unfair(ValueError):
    """Something that cannot be a part of fair dice, told in one plain sentence."""


# The numbers


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def lock_secret(secret: bytes) -> str:
    """What the host shows before anyone shows anything: it can neither be undone nor changed."""
    return sha(b"asterism 2 secret\n", of_32(secret)).hex()


def lock_nonce(nonce: bytes) -> str:
    """What a browser shows of its number before the numbers are shown."""
    return sha(b"asterism 2 nonce\n", of_32(nonce)).hex()


def seal(sheet: str, nonces: list[bytes]) -> bytes:
    """The sheet and all numbers, in the sheet's order, as one."""
    return sha(b"asterism 2 seal\n", sha(sheet.encode()), *map(of_32, nonces))


def of_32(value: bytes) -> bytes:
    if len(value) != 32:
        raise Unfair(f"a secret or a number of the dice has 32 bytes, not {len(value)}")
    return value


def read_hex(text: Any) -> bytes:
    """32 bytes from 64 small hexadecimal digits, and from nothing else."""
    if not isinstance(text, str) or not HEX32.fullmatch(text):
        raise Unfair("a secret or a number of the dice is written as 64 small hexadecimal digits")
    return bytes.fromhex(text)


def check_odds(outcomes: list[int], weights: list[int]) -> None:
    """Odds have one form only, so that stating them otherwise gains nothing, and nothing takes for ever."""
    _check_odds(tuple(outcomes), tuple(weights))


@lru_cache(256)  # the same odds come again and again, and two dice have 144 outcomes
def _check_odds(outcomes: tuple[int, ...], weights: tuple[int, ...]) -> None:
    if len(outcomes) != len(weights) or not outcomes:
        raise Unfair("odds have a weight for each outcome, and an outcome at least")
    if any(a >= b for a, b in pairwise(outcomes)):
        raise Unfair("the outcomes of a roll are listed once each, in rising order")
    if min(weights) < 1 or sum(weights) > MOST_WEIGHT or gcd(*weights) != 1:
        raise Unfair("the weights of a roll are whole numbers from 1 on, without a common divisor, and not too large")


def reduced(weights: list[int]) -> list[int]:
    """The same odds without a common divisor."""
    common = _divisor(tuple(weights))
    return weights if common == 1 else [weight // common for weight in weights]


@lru_cache(256)
def _divisor(weights: tuple[int, ...]) -> int:
    return gcd(*weights)


def pick(number: int, span: int, up_to: list[int]) -> int | None:
    """The index that a number below `span` falls to, exactly by weight; None: in the uneven rest, draw again.

    `up_to` are the weights, each added to all before it."""
    total = up_to[-1]
    whole, rest = divmod(number * total, span)
    return None if rest < span % total else bisect_right(up_to, whole)


@dataclass(frozen=True)
class Dice:
    """The dice of one match."""

    secret: bytes = field(repr=False)
    seal: bytes = field(repr=False)

    def roll(self, ply: int, number: int, outcomes: list[int], weights: list[int]) -> int:
        """The outcome of roll number `number` (counted from 0, those that were taken back too); the same for ever."""
        check_odds(outcomes, weights)
        return outcomes[self.index(number, list(accumulate(weights)))]

    def index(self, number: int, up_to: list[int]) -> int:
        """Which outcome roll number `number` has, counted from 0.

        `up_to` are the weights of checked odds, each added to all before it: they are made once for thousands of rolls.
        """
        for attempt in range(ATTEMPTS):
            what = b"asterism 2 roll\n" + self.seal + number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            index = pick(int.from_bytes(hmac.digest(self.secret, what, "sha256"), "big"), SPAN, up_to)
            if index is not None:
                return index
        raise Unfair("the dice fell into the uneven rest again and again, which cannot be")


def local(words: str) -> Dice:
    """Dice for a match on one machine, repeatable from what is given; nobody else has a hand in them."""
    secret = sha(b"asterism 2 local\n", words.encode())
    return Dice(secret, seal(words, []))


@dataclass(frozen=True)
class FirstDice:
    """The dice of the first protocol: HMAC of nonces and ply. Kept for what was played with it."""

    secret: bytes = field(repr=False)
    nonces: tuple[str, ...] = ()

    @cached_property
    def _begun(self) -> hmac.HMAC:
        """The part that all rolls have in common: a file may list thousands of nonces and thousands of rolls."""
        return hmac.new(self.secret, "\n".join(["asterism dice 1", *self.nonces, ""]).encode(), "sha256")

    def roll(self, ply: int, number: int, outcomes: list[int], weights: list[int]) -> int:
        total = sum(weights)
        attempt = 0
        while True:
            words = self._begun.copy()
            words.update(f"ply {ply}\nattempt {attempt}".encode())
            found = int.from_bytes(words.digest(), "big")
            if found < SPAN - SPAN % total:
                left = found % total
                return outcomes[next(i for i, up_to in enumerate(accumulate(weights)) if left < up_to)]
            attempt += 1


# Records


def digest(record: dict[str, Any]) -> str:
    """One hash over all of a record: whatever is changed in it, this no longer fits."""
    rest = {key: value for key, value in record.items() if key != "hash"}
    return sha(json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()).hex()


def dice_of(record: dict[str, Any]) -> Dice | None:
    """The dice that a record was played with, if it says so; Unfair, in words, where it contradicts itself."""
    dice = record["dice"]
    if dice is None or dice["secret"] is None:
        return None
    secret = read_hex(dice["secret"])
    if dice["sheets"] is None:
        return Dice(secret, seal(dice["local"], []))
    return Dice(secret, seal(dice["sheets"][-1], [read_hex(nonce) for nonce in dice["nonces"]]))


def problems(record: dict[str, Any]) -> list[str]:
    """Everything that does not fit in a record, each named in words; an empty list means that all of it fits."""
    if record.get("unlisted"):
        return [UNLISTED]
    first = record["asterism"] == 1
    found = []
    if not first and record["hash"] != digest(record):
        found.append(CHANGED)
    try:
        if first:
            found += first_problems(record)
        else:
            found += drawing_problems(record)
            found += roll_problems(record)
    except Unfair as problem:
        found.append(str(problem))
    return found


def drawing_problems(record: dict[str, Any]) -> list[str]:
    """Whether locks, sheets, numbers and secret belong together."""
    dice = record["dice"]
    if dice is None:
        return []
    if dice["secret"] is None:
        return ["the match is still running: its secret is shown when it is over"]
    if dice["sheets"] is None:
        return (
            [] if read_hex(dice["secret"]) == local(dice["local"]).secret else ["the secret is not that of these words"]
        )
    found, before = [], ""
    sheet: dict[str, Any] = {}
    for number, text in enumerate(dice["sheets"], 1):
        sheet = json.loads(text)
        if (sheet["dice"], sheet["draw"], sheet["before"]) != (2, number, before):
            found.append(f"sheet {number} does not follow the one before it")
        before = sha(text.encode()).hex()
    if len({json.loads(text)["secret"] for text in dice["sheets"]}) != 1:
        found.append("the locked secret is not the same on all sheets")
    if lock_secret(read_hex(dice["secret"])) != sheet["secret"]:
        found.append("the secret is not the one that was locked before the match")
    locks = [contributor["lock"] for contributor in sheet["contributors"]]
    if [lock_nonce(read_hex(nonce)) for nonce in dice["nonces"]] != locks:
        found.append("the numbers of the browsers are not those that were locked before the match")
    for word in ("game", "version", "options", "edition"):
        said = record.get(word) if word != "edition" else (record.get("edition") or {}).get("digest", "")
        if sheet[word] != said:
            found.append(f"the {word} of this file is not the one on the sheet")
    if [seat["name"] for seat in sheet["seats"]] != record["names"] or len(sheet["seats"]) != record["seats"]:
        found.append("the names in this file are not those on the sheet")
    return found


def roll_problems(record: dict[str, Any]) -> list[str]:
    """Whether every roll, also one that was taken back, is what the dice make it."""
    made, actions = dice_of(record), record["actions"]
    found = []
    check_plies([ply for ply, _ in record["rolls"]], len(actions))
    all_odds = [(outcomes, running_totals(outcomes, weights)) for outcomes, weights in record["odds"]]
    for number, (ply, odds) in enumerate(record["rolls"]):
        if odds < 0:
            raise Unfair(f"roll {number + 1} has no odds")
        outcomes, up_to = all_odds[odds]
        if made is not None and (rolled := outcomes[made.index(number, up_to)]) != actions[ply]:
            given = f"is given as {actions[ply]!r}, but the dice made it {rolled!r}"
            found.append(f"roll {number + 1}, at ply {ply}, {given}")
    return found


def check_plies(plies: list[int], actions: int) -> None:
    """Refuse rolls that are not in the order of a match, before anything is computed: there is one at most for each
    action."""
    if any(a >= b for a, b in pairwise(plies)):
        raise Unfair("the list of rolls is not in order")
    if plies and plies[0] < 0:
        raise Unfair(f"there is a roll at ply {plies[0]}, before the match")
    if plies and plies[-1] >= actions:
        raise Unfair(f"there is a roll at ply {plies[-1]}, but the match has only {actions} actions")


def running_totals(outcomes: list[int], weights: list[int]) -> list[int]:
    """The weights of odds, checked, each added to all before it."""
    check_odds(outcomes, weights)
    return list(accumulate(weights))


def receipt_problems(record: dict[str, Any], receipt: dict[str, Any]) -> list[str]:
    """What a browser kept, compared with a record: is this the match it saw?"""
    dice, found = record["dice"], []
    if dice is None or dice.get("sheets") is None:
        return ["this record has no dice that a browser took part in"]
    if receipt["sheets"] != dice["sheets"][: len(receipt["sheets"])]:  # whoever was left out has not seen the last
        found.append("the sheets are not those that your browser saw")
    if receipt["commitment"] != json.loads(dice["sheets"][-1])["secret"]:
        found.append("the lock of the secret is not the one that your browser saw")
    if receipt["rolled"] > len(record["rolls"]):
        found.append(f"your browser knows of {receipt['rolled']} rolls, but {len(record['rolls'])} are listed")
    for number, outcome in receipt["heard"]:
        if number >= len(record["rolls"]) or record["actions"][record["rolls"][number][0]] != outcome:
            found.append(f"roll {number + 1} is not the one that your browser heard")
    return found + revealed_problems(dice, receipt["revealed"])


def revealed_problems(dice: dict[str, Any], revealed: Any) -> list[str]:
    """Whether a browser's numbers are under the sheets that it showed them for, and under no other."""
    hashes = [sha(text.encode()).hex() for text in dice["sheets"]]
    known, times = set(hashes), Counter(dice["nonces"])  # a file may list thousands of each
    if isinstance(revealed, int):  # older receipts only count: `vouched` says so
        return [] if revealed <= len(hashes) else [f"your browser showed a number {revealed} times: draws are missing"]
    found = []
    for sheet, nonce in revealed:
        if sheet not in known:
            found.append("your browser showed a number for a draw that is not listed")
        if sheet == hashes[-1] and times[nonce] != 1:
            found.append("the number of your browser is not among those of this match, or not just once")
        if sheet != hashes[-1] and nonce in times:
            found.append("a number of your browser was used for a sheet for which it was not shown")
    return found


def vouched(record: dict[str, Any], receipt: dict[str, Any]) -> str:
    """What a receipt in which nothing was found shows: only who took part in the draw that holds can vouch for it."""
    dice, revealed = record["dice"], receipt["revealed"]
    if isinstance(revealed, int):
        return (
            "It is the match your browser saw. This receipt is of an older kind: it does not tell for which sheet your "
            "browser showed its number, and cannot vouch for the draw."
        )
    last = sha(dice["sheets"][-1].encode()).hex()
    if receipt["sheets"] == dice["sheets"] and last in [sheet for sheet, _ in revealed]:
        again = f"; it showed a number for {len(revealed)} of these draws" if len(dice["sheets"]) > 1 else ""
        return f"It is the match your browser took part in; the dice were {drawn(dice)}{again}."
    return (
        "It is the match your browser saw; it had no part in drawing the dice, and cannot say that nobody chose them."
    )


def drawn(dice: dict[str, Any]) -> str:
    """How often the dice of a record were drawn: so many sheets there are."""
    return "drawn 1 time" if len(dice["sheets"]) == 1 else f"drawn {len(dice['sheets'])} times"


# The first protocol


def first_trail(record: dict[str, Any]) -> list[str]:
    """One short link for the set-up, then one for each nonce, then one for each action."""
    start = [record[word] for word in ("game", "version", "seats", "options")] + [record["dice"]["commitment"]]
    start += [record["edition"]] if "edition" in record else []
    link = sha(json.dumps(start, sort_keys=True, separators=(",", ":")).encode()).hex()
    links = [link[:8]]
    for word, items in (("nonce", record["dice"]["nonces"]), ("action", record["actions"])):
        for number, item in enumerate(items):
            link = sha(f"{link} {word} {number} {item}".encode()).hex()
            links.append(link[:8])
    return links


def first_problems(record: dict[str, Any]) -> list[str]:
    """What does not fit in a record of the first protocol."""
    dice, actions, found = record["dice"], record["actions"], []
    if dice is None:
        return []
    if dice["secret"] is None:
        return ["the match is still running: its secret is shown when it is over"]
    secret = bytes.fromhex(dice["secret"])
    if sha(secret).hex() != dice["commitment"]:
        found.append("the secret is not the one that was committed to before the match")
    if first_trail(record) != record["trail"]:
        found.append("something was changed in this file: its trail does not fit")
    made = FirstDice(secret, tuple(dice["nonces"]))
    check_plies([roll[0] for roll in record["rolls"]], len(actions))
    for ply, outcomes, weights in record["rolls"]:
        if not weights or not 0 < min(weights) <= sum(weights) <= SPAN:
            raise Unfair(f"the weights at ply {ply} are no odds")  # one would draw again for ever
        if (rolled := made.roll(ply, 0, outcomes, weights)) != actions[ply]:
            found.append(f"the roll at ply {ply} is given as {actions[ply]!r}, but the dice made it {rolled!r}")
    return found


# What is said


def rolls_shown(record: dict[str, Any]) -> list[str]:
    """What is known of the rolls of a record in which nothing was found: who could have chosen them."""
    dice, rolls = record["dice"], f"All {len(record['rolls'])} rolls"
    if dice is None and record["rolls"]:
        return [f"{rolls} came without dice: nothing was computed, and anyone could have chosen them."]
    if dice is None:
        return ["It has no dice and no rolls: nothing was computed."]
    if record["asterism"] == 1:
        return [
            f"{rolls} fit, by the first protocol.",
            "In that protocol the host saw numbers before it drew its secret: the host could have chosen these rolls.",
        ]
    if dice["sheets"] is None:
        words = "whoever chose the words they begin with could have chosen them"
        return [f"{rolls}, those that were taken back too, are what the dice of one machine make them: {words}."]
    if not dice["nonces"]:
        return [
            f"{rolls}, those that were taken back too, are what the host's secret makes them.",
            "No browser took part in drawing these dice: the host could have chosen them.",
        ]
    return [
        f"{rolls}, those that were taken back too, are what the secret and the numbers of {len(dice['nonces'])} "
        f"browser(s) make them; the dice were {drawn(dice)}."
    ]


def verdict(record: dict[str, Any], receipt: dict[str, Any] | None) -> list[str]:
    """What was shown by finding nothing, in words that promise no more."""
    fits = ["The file fits together.", *rolls_shown(record)]
    if receipt is None:
        fits.append("Odds and list of rolls are the file's own, and anyone could have made such a file.")
    else:
        fits.append(vouched(record, receipt))
    return [*fits, "`asterism verify` also plays it again by the rules, and checks odds, rolls and result."]


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2) or any(word.startswith("-") for word in arguments):
        print("usage: python3 fair.py RECORD.json [RECEIPT.json]", file=sys.stderr)
        return 2
    try:
        given = []
        for path in arguments:
            with open(path, encoding="utf-8") as file:
                given.append(json.load(file))
        record, receipt = given[0], given[1] if len(given) > 1 else None
        found = problems(record) + (receipt_problems(record, receipt) if receipt is not None else [])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        print(f"{' and '.join(arguments)} cannot be checked: {problem!r}", file=sys.stderr)
        return 2
    for line in found or verdict(record, receipt):
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
