"""What may be taken back, and who has to agree.

An undo takes a person back to their own last decision: to before all that they did in one go, as a whole hand that was
played with one tap. It is free only where no other person has acted since, and where they know no more than before, so
that nothing can be tried out by taking it back:

- nothing was rolled, and nothing revealed: no place of the record that was blanked to someone no longer is;
- their own actions told them nothing about what is hidden from them. It may tell by what does not happen: a completed
  shape that nobody claims is nobody's goal. Had the secrets been others, they would have seen the same (`Game.tells`);
- no bot has answered, if anything is hidden from them: every choice of one who knows a secret tells something of it.
  Where nothing is hidden a bot's answer may be taken back: how a bot plays is no secret, and trying is learning.

Otherwise everyone else at the table must agree, and bots never agree to unroll, unsee or unlearn, nor to take back
what a person did for whom they play now. Around one screen
nobody can be asked: what is not free is not done. Whoever plays alone may take back anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise

from asterism.core.game import duplicate
from asterism.core.header import CHANCE
from asterism.core.match import Match
from asterism.core.played import Played

from .table import Table


@dataclass(frozen=True)
class TakeBack:
    """An undo that could be made."""

    count: int  # how many standing actions it takes back
    since: int  # the ply of the first of them
    by: int  # the seat whose decision it goes back to
    ask: tuple[int, ...]  # the seats whose people have to agree first


def plan(table: Table, held: tuple[int, ...]) -> TakeBack | None:
    """The undo open to someone with these seats, or None."""
    match, back = table.match, open_to(table, held)
    if match is None or not back:
        return None
    mine_alone = all(p.actor in held or table.bot_played(p) for p in back if p.actor != CHANCE)
    freely = table.row.undo == "free" and mine_alone and nothing_learnt(table, match, back)
    return TakeBack(len(back), back[0].ply, back[0].actor, () if freely else others(table, held))


def open_to(table: Table, held: tuple[int, ...]) -> list[Played]:
    """What someone with these seats may take back, or ask the others to take back; empty: nothing."""
    match = table.match
    if match is None or match.over or table.row.undo == "never":
        return []
    back = since_last_of(table, match, held)
    if bots_play(table) and any(cannot_be_asked(table, played) for played in back if played.actor not in held):
        return []
    if not back or may_unroll(table, held):
        return back
    return back if nothing_learnt(table, match, back) else []


def bots_play(table: Table) -> bool:
    return len(table.seats.people) < len(table.seats)


def others(table: Table, held: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of other people."""
    return tuple(seat for seat in table.seats.people if seat not in held)


def cannot_be_asked(table: Table, played: Played) -> bool:
    """Whether a person did this for whom a bot plays now."""
    return played.actor != CHANCE and table.seats.bot_plays(played.actor) and not table.bot_played(played)


def may_unroll(table: Table, held: tuple[int, ...]) -> bool:
    """Whether what was rolled, revealed or learnt may be taken back at all, if the others agree."""
    if bots_play(table):
        return False  # they do not agree
    return len(table.seats) == 1 or table.row.undo == "ask" or len(held) < len(table.seats)


def since_last_of(table: Table, match: Match, held: tuple[int, ...]) -> list[Played]:
    """The actions that stand from what one of these seats did last in one go; empty if there is nothing."""
    for played in match.backwards():
        if played.actor in held and not table.bot_played(played):
            return match.standing(table.began.get(played.ply, played.ply))
    return []


def nothing_learnt(table: Table, match: Match, back: list[Played]) -> bool:
    """Whether whoever began these last actions is as wise as before, by all that is said above."""
    if not nothing_shown(match, back) or a_bot_told(table, match, back):
        return False
    own = [played for played in back if played.actor == back[0].actor]
    return not (match.game.has["see"] and any(match.game.tells(p.states, p.action, p.actor) for p in own))


def a_bot_told(table: Table, match: Match, back: list[Played]) -> bool:
    """Whether a bot has acted while something was hidden from the one who began these actions."""
    game, first = match.game, back[0]
    if not game.has["see"] or all(p.actor == CHANCE or not table.bot_played(p) for p in back):
        return False
    moments = chain((states for _, states in match.moments(first.ply)), [match.states])
    return any(game.seen(states, first.actor).tobytes() != states.tobytes() for states in moments)


def rolled(back: list[Played]) -> bool:
    return CHANCE in [played.actor for played in back]


def nothing_shown(match: Match, back: list[Played]) -> bool:
    """Whether these last actions were decisions only: nothing rolled, nothing revealed."""
    if rolled(back):
        return False
    if not match.game.has["see"]:
        return True
    states = [*(duplicate(states) for _, states in match.moments(back[0].ply)), match.states]
    return not any(match.game.reveals(before, after) for before, after in pairwise(states))


def may(table: Table, held: tuple[int, ...]) -> bool:
    """Whether there is something to take back, or to ask for: what every scene tells."""
    return bool(open_to(table, held))


def why_not(table: Table, held: tuple[int, ...]) -> str:
    """In words, why there is nothing that someone with these seats may take back."""
    match = table.match
    if match is None or not since_last_of(table, match, held):
        return "there is nothing of yours to take back"
    if bots_play(table):
        return (
            "something was rolled, revealed or learnt since, or done by someone for whom a bot plays now, and the bots "
            "do not agree to take that back"
        )
    return "something was rolled, revealed or learnt since, and that cannot be taken back"
