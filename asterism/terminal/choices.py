"""Many choices at a prompt: grouped by their first words, filtered by words, laid out so that a board fits below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

GROUPS = 8  # at most, at a time
GAP = 3  # blanks between two columns


def pick(answer: str, labels: Sequence[str]) -> int | None:
    """The index of the choice with a number, or with a label of these first letters (the shortest); None: no such."""
    if answer.isdecimal():
        return by_number(answer, labels)
    fitting = [n for n, label in enumerate(labels) if answer and label.lower().startswith(answer.lower())]
    return min(fitting, key=lambda n: len(labels[n])) if fitting else None


def by_number(answer: str, labels: Sequence[str]) -> int | None:
    """The index of the choice with a number, counted from 1 and not changed by filters; or None."""
    number = int(answer) if answer.isdecimal() and len(answer) < 10 else 0  # Python refuses to read very long numbers
    return number - 1 if 1 <= number <= len(labels) else None


def narrow(answer: str, labels: Sequence[str]) -> list[int]:
    """The indices of the choices that have all these words in this order, or else in any order; no words: of all."""
    wanted = answer.lower().split()
    words = [label.lower().split() for label in labels]
    ordered = [n for n, label in enumerate(words) if in_order(wanted, label)]
    return ordered or [n for n, label in enumerate(words) if all(any(begins(x, y) for y in label) for x in wanted)]


def in_order(wanted: Iterable[str], label: Iterable[str]) -> bool:
    """Whether a label has these words in this order."""
    left = iter(label)  # an iterator, so each search goes on behind the last match
    return all(any(begins(one, other) for other in left) for one in wanted)


def begins(typed: str, word: str) -> bool:
    """Whether a typed word matches one of a label: a single letter or a number must be the whole word, more letters its
    beginning."""
    return word == typed if len(typed) == 1 or typed.isdecimal() else word.startswith(typed)


def beginning(labels: Iterable[str]) -> str:
    """The longest common prefix of labels in words, which leaves each at least one word."""
    words = [label.split()[:-1] for label in labels]
    return " ".join(at[0] for at in takewhile(lambda at: len(set(at)) == 1, zip(*words, strict=False)))


def groups(labels: Sequence[str], shown: Sequence[int]) -> list[list[int]]:
    """Choices grouped by their first words: by as many words as give at most `GROUPS` groups."""
    found = [list(shown)]
    for depth in range(1, max(len(labels[n].split()) for n in shown) + 1):
        parts: dict[tuple[str, ...], list[int]] = {}
        for n in shown:
            parts.setdefault(tuple(labels[n].split()[:depth]), []).append(n)
        if len(parts) > GROUPS:
            break
        found = list(parts.values())
    return found


def overview(labels: Sequence[str], shown: Sequence[int], width: int, rows: int) -> list[str]:
    """The lines that offer choices: each with its number if that fits into so many rows, else in groups."""
    shared = beginning(labels[n] for n in shown) if len(shown) > 1 else ""
    skip = len(shared) + 1 if shared else 0
    one_by_one = columns([f"{n + 1:>{len(str(len(labels)))}} {labels[n][skip:]}" for n in shown], width)
    lines = ([f"{shared} …"] if shared else []) + one_by_one
    gathered = columns([group_label(labels, group) for group in groups(labels, shown)], width)
    return gathered if len(gathered) < len(lines) > rows else lines


def group_label(labels: Sequence[str], group: list[int]) -> str:
    """The common prefix of a group with its size; of a single choice its number and label."""
    if len(group) == 1:
        return f"{group[0] + 1} {labels[group[0]]}"
    return f"{beginning(labels[n] for n in group)} … ({len(group)} choices)"


def columns(entries: Sequence[str], width: int) -> list[str]:
    """Entries in columns of equal width, read downwards."""
    cell = max(map(len, entries)) + GAP
    across = max(1, (width + GAP) // cell)
    down = -(-len(entries) // across)
    return ["".join(entry.ljust(cell) for entry in entries[row::down]).rstrip() for row in range(down)]
