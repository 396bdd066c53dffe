"""What must hold among the numbers of an edition, besides the bounds of each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from asterism.core.game import BadInput

from . import decks as D


def sound(numbers: Mapping[str, int]) -> None:
    for card in (*D.PROGRAMS, *D.INSTANTS):
        if numbers[f"{card}.count"] > 1:
            raise BadInput(f"{card}.count goes from 0 to 1: there is one lane for it")
    for program in D.PROGRAMS:
        required = sum(numbers[f"{program}.targets.{item + 1}"] for item in range(3))
        if not 1 <= required <= D.MOST_TARGETS:
            raise BadInput(f"{program}.targets: a program requires 1 to {D.MOST_TARGETS} targets, not {required}")
    for target in D.TARGETS:
        if numbers[f"{target}.plain"] + numbers[f"{target}.ao"] == 0:
            raise BadInput(f"{target}.plain and {target}.ao are both 0: it would have no side")
        opens, closes = numbers[f"{target}.opens"], numbers[f"{target}.closes"]
        if 0 < closes < opens:
            raise BadInput(f"{target}.closes is {closes}, before it opens in round {opens}")
    conditions = sum(numbers[f"{condition}.cards"] for condition in D.CONDITIONS)
    if conditions < numbers["rounds"]:
        raise BadInput(
            f"rounds is {numbers['rounds']}, but there are {conditions} condition cards: raise good.cards, say"
        )
    for name in ("threshold", "threshold_of_three"):
        for low, high in pairwise(D.RATED):
            if numbers[f"{low}.{name}"] > numbers[f"{high}.{name}"]:
                raise BadInput(f"{high}.{name} is lower than that of {low}")
