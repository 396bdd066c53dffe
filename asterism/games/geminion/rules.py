"""Geminion: the rules, in the order of RULES.md. Sections are cited as §."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart, rule
from asterism.core.header import CHANCE, OVER
from asterism.kit import cards
from asterism.kit.seats import next_seat

from . import state as S
from .hints import hints, sensible

__all__ = ["hints", "legal", "odds", "play", "result", "score", "sensible", "setup"]

assert S.GOES_BACK[S.HELPER] == S.AT_CLEAN_UP


@rule
def setup(s: Any) -> None:
    """§1 Decks, piles and gems; the first seat begins. §10 All numbers are those of the edition."""
    cards.clear(s["area"])
    for seat in range(S.MAX_SEATS):
        cards.clear(s["row"][seat])
    for kind in range(S.KINDS):
        if kind != S.SPARKLE or s["sparkle"] == 1:  # §1.4
            s["supply"][kind] = s["pile"][kind, s["seats"] - S.MIN_SEATS]
            for seat in range(s["seats"]):
                for _ in range(s["start"][kind]):  # §1.1 in the order of kinds: coins lie on top
                    cards.put_last(s["row"][seat], kind)
                    s["deck"][seat] += 1
    s["bank"] = s["gems_each"] * s["seats"]  # §1.2
    s["last"] = S.NONE
    begin_turn(s, 0)
    go_on(s)


@rule
def begin_turn(s: Any, seat: int) -> None:
    """§2 A turn begins with an empty purse and a new hand."""
    s["mover"] = seat
    s["phase"] = S.PLAYING
    s["purse"] = 0
    s["gained"] = 0
    for kind in range(S.KINDS):
        s["played"][kind] = 0
        s["cleaned"][kind] = 0
        s["bought"][kind] = 0
    s["turns"][seat] += 1
    s["to_draw"] = s["hand"]


@rule
def legal(s: Any, out: Any) -> int:
    """§2 What may be done now, by the phase of the turn."""
    if s["to_act"] == CHANCE:  # §9
        return cards.draws(s["mixed"][s["mover"]], S.DRAW, out)
    n = 0
    if s["phase"] == S.PLAYING:  # §2.2
        return cards.draws(s["held"], S.PLAY, out)
    if s["phase"] == S.CLEANING:  # §5.3
        n = cards.draws(s["held"], S.CLEAN, out)
        out[n] = S.DONE
        return n + 1
    if s["phase"] == S.BUYING:  # §6
        out[0] = S.DONE
        n = 1
        for kind in range(S.KINDS):
            if for_sale(s, kind):
                out[n] = S.BUY + kind
                n += 1
        return n
    there = kinds_in_play(s)  # §7.2
    for kind in range(S.KINDS):
        if there >> kind & 1:
            out[n] = S.LAY + kind
            n += 1
    return n


@rule
def for_sale(s: Any, kind: int) -> bool:
    """§6 The mover can pay for it (§6.1), and there is one (§6.3)."""
    return bool(s["supply"][kind] > 0 and s["cost"][kind] <= s["purse"])


@rule
def kinds_in_play(s: Any) -> int:
    """The kinds of cards in the play area, a bit each."""
    there = 0
    place = 0
    while place < s["area"].size and s["area"][place] != S.NONE:
        there |= 1 << s["area"][place]
        place += 1
    return there


@rule
def play(s: Any, action: int) -> None:
    s["last"] = action
    s["last_seat"] = s["mover"]
    s["last_gems"] = 0
    for seat in range(S.MAX_SEATS):
        s["turned"][seat] = 0
    if action < S.CLEAN:
        play_card(s, action - S.PLAY)
    elif action < S.DONE:  # §5.3
        cards.move(s["held"], s["supply"], action - S.CLEAN)
        s["cleaned"][action - S.CLEAN] += 1
    elif action == S.DONE:
        if s["phase"] == S.CLEANING:
            s["phase"] = S.PLAYING
        else:  # §6.1
            clean_up(s)
    elif action < S.LAY:
        buy(s, action - S.BUY)
    elif action < S.DRAW:
        lay_down(s, action - S.LAY)
    else:  # §9
        cards.move(s["mixed"][s["mover"]], s["held"], action - S.DRAW)
        s["to_draw"] -= 1
    go_on(s)


@apart
def go_on(s: Any) -> None:
    """Play what is forced (§11.8), until a seat has a choice, chance must draw, or the match is over."""
    while s["bank"] > 0:
        if not draw_cards(s):
            s["to_act"] = CHANCE
            return
        s["to_act"] = s["mover"]
        if s["phase"] <= S.CLEANING:
            if cards.size(s["held"]) > 0:
                return
            s["phase"] = S.BUYING
        if s["phase"] == S.BUYING:
            for kind in range(S.KINDS):
                if for_sale(s, kind):
                    return
            clean_up(s)
        there = kinds_in_play(s)
        if s["shuffle"] == 0 and there & (there - 1):  # several kinds: their order is a choice
            return
        while s["area"][0] != S.NONE:
            lay_down(s, s["area"][0])
        end_turn(s)
        if s["to_act"] == OVER:
            return
    s["to_act"] = OVER  # §8.1


@rule
def draw_cards(s: Any) -> bool:
    """§3 Draw what is to be drawn, or all there is; False where chance must say which card comes next (§9)."""
    seat = s["mover"]
    while s["to_draw"] > 0:
        if s["deck"][seat] > 0:
            n = min(s["to_draw"], s["deck"][seat])
            cards.take_several(s["row"][seat], n, s["held"])
            s["deck"][seat] -= n
            s["to_draw"] -= n
        elif s["shuffle"] == 1 and cards.size(s["mixed"][seat]) > 0:
            if not draw_mixed(s, seat):
                return False
        elif s["row"][seat, 0] == S.NONE:
            s["to_draw"] = 0
        else:
            s["turned"][seat] = 1
            if s["shuffle"] == 1:
                cards.shuffle(s["row"][seat], s["mixed"][seat])
            else:
                s["deck"][seat] = cards.length(s["row"][seat])
    return True


@rule
def draw_mixed(s: Any, seat: int) -> bool:
    """§9 Draw from a shuffled deck what is the same for every order: all of it, or cards of one kind; False if none."""
    left = cards.size(s["mixed"][seat])
    if left <= s["to_draw"]:
        cards.move_all(s["mixed"][seat], s["held"])
        s["to_draw"] -= left
        return True
    for kind in range(S.KINDS):
        if s["mixed"][seat, kind] == left:
            s["mixed"][seat, kind] -= s["to_draw"]
            s["held"][kind] += s["to_draw"]
            s["to_draw"] = 0
            return True
    return False


@rule
def play_card(s: Any, kind: int) -> None:
    """§4 and §5 Coins, gems, then draws; some cards go back to their piles at once (§5.4)."""
    s["held"][kind] -= 1
    s["played"][kind] += 1
    if S.GOES_BACK[kind] == S.AT_ONCE:
        s["supply"][kind] += 1
    else:
        cards.put_last(s["area"], kind)
    s["purse"] += s["coins"][kind]
    gems = min(s["gems"][kind], s["bank"])  # §5.1
    s["bank"] -= gems
    s["taken"][s["mover"]] += gems
    s["gained"] += gems
    s["last_gems"] = gems
    if s["bank"] > 0:  # §8.1
        s["to_draw"] = s["draws"][kind]  # §5.2
    if kind == S.CLEANER:  # §5.3
        s["phase"] = S.CLEANING


@rule
def buy(s: Any, kind: int) -> None:
    """§6 Pay for a card; it goes to the play area and does nothing yet (§6.2)."""
    s["purse"] -= s["cost"][kind]
    s["supply"][kind] -= 1
    s["bought"][kind] += 1
    cards.put_last(s["area"], kind)


@rule
def clean_up(s: Any) -> None:
    """§7.1 The Helpers that were played go back: they came to the play area before any that was bought."""
    s["phase"] = S.LAYING
    for _ in range(s["played"][S.HELPER]):
        take_from_play(s, S.HELPER)
        s["supply"][S.HELPER] += 1


@rule
def take_from_play(s: Any, kind: int) -> None:
    """The first card of a kind leaves the play area."""
    place = 0
    while s["area"][place] != kind:
        place += 1
    cards.take_at(s["area"], place)


@rule
def lay_down(s: Any, kind: int) -> None:
    """§7.2 A card of the play area goes on the discard pile."""
    take_from_play(s, kind)
    cards.put_last(s["row"][s["mover"]], kind)


@rule
def end_turn(s: Any) -> None:
    """§2.4 The next seat's turn begins, unless nobody took a gem for too long (§8.2)."""
    s["quiet"] = 0 if s["gained"] > 0 else s["quiet"] + 1
    if s["quiet"] >= s["quiet_rounds"] * s["seats"]:
        s["to_act"] = OVER
    else:
        begin_turn(s, next_seat(s, s["mover"]))


@rule
def odds(s: Any, out: Any, n: int, weight: Any) -> None:
    """§9 Each kind is as likely as there are cards of it in the shuffled deck."""
    cards.weigh_draws(s["mixed"][s["mover"]], S.DRAW, out, n, weight)


@rule
def score(s: Any, seat: int) -> int:
    """§8.3 The gems a seat has taken."""
    return s["taken"][seat]  # type: ignore[no-any-return]


@rule
def result(s: Any, share: Any) -> None:
    """§8.3 Most gems win; equal ones share the win."""
    best = 0
    winners = 0
    for seat in range(s["seats"]):
        if s["taken"][seat] > best:
            best = s["taken"][seat]
            winners = 0
        if s["taken"][seat] == best:
            winners += 1
    for seat in range(s["seats"]):
        share[seat] = 1.0 / winners if s["taken"][seat] == best else 0.0
