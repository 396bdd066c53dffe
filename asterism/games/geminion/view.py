"""Geminion in words, as text and as the scene that the browser draws. Everything here reads a seen record."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Literal, TypedDict, cast

import numpy as np

from asterism.core.game import Said
from asterism.core.header import CHANCE, OVER
from asterism.kit.plain import plain

from . import state as S
from .rules import legal, play

Phase = Literal["playing", "cleaning", "buying", "laying", "drawing", "over"]
PHASES: dict[int, Phase] = {S.PLAYING: "playing", S.CLEANING: "cleaning", S.BUYING: "buying", S.LAYING: "laying"}
VERBS = {
    "draw": S.DRAW,
    "lay": S.LAY,
    "buy": S.BUY,
    "done": S.DONE,
    "clean": S.CLEAN,
    "play": S.PLAY,
}  # the first action of each
Back = Literal["never", "at once", "clean-up"]
BACK: dict[int, Back] = {S.NEVER: "never", S.AT_ONCE: "at once", S.AT_CLEAN_UP: "clean-up"}
CardName = Literal[
    "penny", "double", "triple", "stash", "mine", "trove", "rainbow", "wish", "helper", "cleaner", "sparkle"
]


def say(s: Any, action: int) -> Said:
    """An action about to be played, what it brings, and the place on the page to click for it."""
    who = int(s["mover"])
    if action < S.CLEAN:
        return _say_play(s, who, action - S.PLAY)
    if action < S.DONE:
        card = S.CARDS[action - S.CLEAN]
        return Said("clean", {"who": who, "card": card}, f"card:hand:{card}")
    if action == S.DONE:
        if s["phase"] == S.CLEANING:
            return Said("keep", {"who": who, "cards": int(s["held"].sum())}, "done")
        return Said("enough", {"who": who, "coins": int(s["purse"])}, "done")
    if action < S.LAY:
        card, cost = S.CARDS[action - S.BUY], int(s["cost"][action - S.BUY])
        left = int(s["supply"][action - S.BUY]) - 1
        coins = int(s["purse"]) - cost
        return Said("buy", {"who": who, "card": card, "cost": cost, "coins": coins, "left": left}, f"pile:{card}")
    if action < S.DRAW:
        card = S.CARDS[action - S.LAY]
        return Said("lay", {"who": who, "card": card}, f"card:area:{card}")
    return Said("drawn", {"who": who, "card": S.CARDS[action - S.DRAW]})


def _say_play(s: Any, who: int, kind: int) -> Said:
    gems = min(int(s["gems"][kind]), int(s["bank"]))
    coins = int(s["coins"][kind])
    args: dict[str, int | str] = {
        "who": who,
        "card": S.CARDS[kind],
        "coins": coins,
        "purse": int(s["purse"]) + coins,
        "gems": gems,
        "total": int(s["taken"][who]) + gems,
        "draws": int(s["draws"][kind]),
        "left": int(s["bank"]) - gems,
    }
    return Said("play", args, f"card:hand:{S.CARDS[kind]}")


def end(s: Any) -> Said:
    """§8 How it came to an end."""
    if s["bank"] == 0:
        return Said("end-gems", {"who": int(s["mover"])})
    return Said("end-quiet", {"rounds": int(s["quiet_rounds"])})


# As text


def show(s: Any) -> str:
    """What can be bought, then a line a seat: gems, deck and discard pile in order, and what is done in this turn."""
    piles = "  ".join(f"{S.CARDS[kind]} {int(s['supply'][kind])}" for kind in range(S.KINDS) if is_there(s, kind))
    rows = [f"gems {int(s['bank'])}   {piles}"]
    for seat in range(int(s["seats"])):
        deck = names(deck_of(s, seat)) if not s["mixed"][seat].any() else f"shuffled {names(in_hand(s['mixed'][seat]))}"
        turn = ""
        if seat == s["mover"]:
            turn = f" | hand {names(in_hand(s['held']))} | in play {names(area_of(s))} | coins {int(s['purse'])}"
        arrow = ">" if seat == s["mover"] else " "
        rows.append(f"{arrow} seat {seat + 1}: {int(s['taken'][seat])} gems | deck {deck} | discard "
                    f"{names(discard_of(s, seat))}{turn}")  # fmt: skip
    return "\n".join(rows)


def names(kinds: list[int]) -> str:
    """Cards in order, alike ones that lie together counted."""
    runs = [(S.CARDS[kind], len(list(run))) for kind, run in groupby(kinds)]
    return " ".join(card if n == 1 else f"{card}*{n}" for card, n in runs) or "-"


def is_there(s: Any, kind: int) -> bool:
    """Whether a card has a pile, or had one: §6.3 a card that was given back has one from then on."""
    return bool(s["supply"][kind] > 0 or s["pile"][kind, int(s["seats"]) - 2] > 0) and (
        S.CARDS[kind] != "sparkle" or bool(s["sparkle"])
    )


def in_hand(counts: Any) -> list[int]:
    return [kind for kind in range(S.KINDS) for _ in range(int(counts[kind]))]


def row_of(s: Any, seat: int) -> list[int]:
    return [kind for kind in s["row"][seat].tolist() if kind != S.NONE]


def deck_of(s: Any, seat: int) -> list[int]:
    """From the top."""
    return row_of(s, seat)[: int(s["deck"][seat])]


def discard_of(s: Any, seat: int) -> list[int]:
    """From the card that was laid down first."""
    return row_of(s, seat)[int(s["deck"][seat]) :]


def area_of(s: Any) -> list[int]:
    return [kind for kind in s["area"].tolist() if kind != S.NONE]


# As a scene


class CardFacts(TypedDict):
    """What a card does, by the edition."""

    cost: int
    coins: int
    gems: int
    draws: int
    back: Back  # when it goes back to its pile
    cleans: bool


class Cards(TypedDict):
    """What every card does."""

    penny: CardFacts
    double: CardFacts
    triple: CardFacts
    stash: CardFacts
    mine: CardFacts
    trove: CardFacts
    rainbow: CardFacts
    wish: CardFacts
    helper: CardFacts
    cleaner: CardFacts
    sparkle: CardFacts


class Pile(TypedDict):
    """Cards of one kind, to buy."""

    card: CardName
    cost: int
    left: int
    affordable: bool  # with the coins there are now


class InPlay(TypedDict):
    """A card of the play area."""

    card: CardName
    bought: bool  # in this turn


class SeatView(TypedDict):
    """What a seat has."""

    gems: int
    deck: list[CardName]  # from the top; of a shuffled deck in no order
    shuffled: bool
    discard: list[CardName]  # from the card that was laid down first
    turned: bool  # the last action made the discard pile the deck
    turns: int


class Turn(TypedDict):
    """What the mover has done in this turn, as counts of cards."""

    played: dict[str, int]
    cleaned: dict[str, int]
    bought: dict[str, int]


class Last(TypedDict):
    """The last action: what was done with which card, and what it brought."""

    what: str
    seat: int
    card: CardName | None
    coins: int
    gems: int


class View(TypedDict):
    """What the page draws."""

    phase: Phase
    mover: int
    bank: int  # gems in the middle
    gems: int  # gems there were at the start
    piles: list[Pile]
    cards: Cards
    seats: list[SeatView]
    hand: list[CardName]
    area: list[InPlay]
    coins: int  # that can still be spent
    gained: int  # gems, in this turn
    turn: Turn
    last: Last | None
    at_once: list[int]  # the actions that one tap plays
    shuffle: bool


def view(record: Any) -> View:
    s = plain(record)
    over = s["to_act"] == OVER
    return {
        "phase": "over" if over else "drawing" if s["to_act"] == CHANCE else PHASES[int(s["phase"])],
        "mover": int(s["mover"]),
        "bank": int(s["bank"]),
        "gems": int(s["gems_each"] * s["seats"]),
        "piles": [_pile(s, kind) for kind in range(S.KINDS) if is_there(s, kind)],
        "cards": cast(Cards, {S.CARDS[kind]: _card(s, kind) for kind in range(S.KINDS)}),
        "seats": [_seat(s, seat) for seat in range(int(s["seats"]))],
        "hand": [name_of(kind) for kind in in_hand(s["held"])],
        "area": [{"card": name_of(kind), "bought": bought} for kind, bought in _area(s)],
        "coins": int(s["purse"]),
        "gained": int(s["gained"]),
        "turn": {
            "played": _counted(s["played"]),
            "cleaned": _counted(s["cleaned"]),
            "bought": _counted(s["bought"]),
        },
        "last": _last(s),
        "at_once": [] if over else at_once(record),
        "shuffle": bool(s["shuffle"]),
    }


def name_of(kind: int) -> CardName:
    return cast(CardName, S.CARDS[kind])


def _card(s: Any, kind: int) -> CardFacts:
    return {
        "cost": int(s["cost"][kind]),
        "coins": int(s["coins"][kind]),
        "gems": int(s["gems"][kind]),
        "draws": int(s["draws"][kind]),
        "back": BACK[int(S.GOES_BACK[kind])],
        "cleans": kind == S.CLEANER,
    }


def _pile(s: Any, kind: int) -> Pile:
    left, cost = int(s["supply"][kind]), int(s["cost"][kind])
    return {"card": name_of(kind), "cost": cost, "left": left, "affordable": left > 0 and cost <= int(s["purse"])}


def _seat(s: Any, seat: int) -> SeatView:
    mixed = in_hand(s["mixed"][seat])
    deck = mixed or deck_of(s, seat)
    return {
        "gems": int(s["taken"][seat]),
        "deck": [name_of(kind) for kind in deck],
        "shuffled": bool(mixed),
        "discard": [name_of(kind) for kind in discard_of(s, seat)],
        "turned": bool(s["turned"][seat]),
        "turns": int(s["turns"][seat]),
    }


def _area(s: Any) -> list[tuple[int, bool]]:
    """The play area, and which of its cards were bought: the last ones of each kind."""
    bought = [int(n) for n in s["bought"]]
    marked = []
    for kind in reversed(area_of(s)):
        marked.append((kind, bought[kind] > 0))
        bought[kind] -= 1
    return marked[::-1]


def _counted(counts: Any) -> dict[str, int]:
    return {S.CARDS[kind]: int(counts[kind]) for kind in range(S.KINDS) if counts[kind]}


def _last(s: Any) -> Last | None:
    action = int(s["last"])
    if action == S.NONE:
        return None
    what, first = next((word, first) for word, first in VERBS.items() if action >= first)
    kind = action - first
    return {
        "what": what,
        "seat": int(s["last_seat"]),
        "card": name_of(kind) if what != "done" else None,
        "coins": int(s["coins"][kind]) if what == "play" else -int(s["cost"][kind]) if what == "buy" else 0,
        "gems": int(s["last_gems"]),
    }


def at_once(s: Any) -> list[int]:
    """The actions that one tap plays: the whole hand, or laying down the play area as it lies.

    Cards that draw come first. Where a Cleaner is in hand it is played and nothing more: what to give back is asked."""
    phase = int(s["phase"])
    if s["to_act"] == CHANCE or phase not in (S.PLAYING, S.LAYING):
        return []
    trial = np.array([s], s.dtype)[0]
    out = np.empty(S.ACTIONS, np.int32)
    mover, turns = int(s["mover"]), int(s["turns"][s["mover"]])
    actions: list[int] = []
    while int(trial["to_act"]) == mover and int(trial["phase"]) == phase and int(trial["turns"][mover]) == turns:
        if phase == S.LAYING:
            action = S.LAY + int(trial["area"][0])
        else:
            hand = [int(a) - S.PLAY for a in out[: legal(trial, out)]]
            if S.CLEANER in hand:
                return actions or [S.PLAY + S.CLEANER]
            action = S.PLAY + max(hand, key=lambda kind: (int(trial["draws"][kind]), -kind))
        actions.append(action)
        play(trial, action)
    return actions
