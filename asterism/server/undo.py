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
from itertools import pairwise

from asterism.core.header import CHANCE
from asterism.core.match import Match, Played

from .tables import Table


@dataclass(frozen=True)
class TakeBack:
    """An undo that could be made."""

    count: int  # how many standing actions it takes back
    since: int  # the ply of the first of them
    by: int  # the seat whose decision it goes back to
    ask: tuple[int, ...]  # the seats whose people have to agree first


def plan(table: Table, held: tuple[int, ...]) -> TakeBack | None:
    """The undo open to someone with these seats, or None."""
    match = table.match
    if match is None or table.phase != "playing" or table.row.undo == "never":
        return None
    back = since_last_of(table, match, held)
    if not back:
        return None
    others = tuple(seat for seat in table.seats.people if seat not in held)
    if any(cannot_be_asked(table, played) for played in back if played.actor not in held):
        return None
    mine_alone = all(p.actor in held or table.bot_played(p) for p in back if p.actor != CHANCE)
    freely = table.row.undo == "free" and mine_alone
    agreed = may_unroll(table, others)
    fair = (freely or not agreed) and nothing_learnt(table, match, back)  # looked at only where it matters
    if not fair and not agreed:
        return None
    return TakeBack(len(back), back[0].ply, back[0].actor, () if freely and fair else others)


def cannot_be_asked(table: Table, played: Played) -> bool:
    """Whether a person did this for whom a bot plays now."""
    return played.actor != CHANCE and table.seats.bot_plays(played.actor) and not table.bot_played(played)


def may_unroll(table: Table, others: tuple[int, ...]) -> bool:
    """Whether what was rolled, revealed or learnt may be taken back at all, if these others agree."""
    if len(table.seats) > len(table.seats.people):
        return False  # bots do not agree
    return len(table.seats) == 1 or bool(others) or table.row.undo == "ask"


def since_last_of(table: Table, match: Match, held: tuple[int, ...]) -> list[Played]:
    """The actions that stand from what one of these seats did last in one go; empty if there is nothing."""
    for played in match.backwards():
        if played.actor in held and not table.bot_played(played):
            return match.standing(table.began.get(played.ply, played.ply))
    return []


def nothing_learnt(table: Table, match: Match, back: list[Played]) -> bool:
    """Whether whoever began these last actions is as wise as before, by all that is said above."""
    if a_bot_told(table, match, back) or not nothing_shown(match, back):
        return False
    own = [played for played in back if played.actor == back[0].actor]
    return not (match.game.has["see"] and any(match.game.tells(p.states, p.action, p.actor) for p in own))


def a_bot_told(table: Table, match: Match, back: list[Played]) -> bool:
    """Whether a bot has acted while something was hidden from the one who began these actions."""
    game, first = match.game, back[0]
    if not game.has["see"] or all(p.actor == CHANCE or not table.bot_played(p) for p in back):
        return False
    moments = (*(p.states for p in back), match.states)
    return any(game.seen(states, first.actor).tobytes() != states.tobytes() for states in moments)


def nothing_shown(match: Match, back: list[Played]) -> bool:
    """Whether these last actions were decisions only: nothing rolled, nothing revealed."""
    if any(p.actor == CHANCE for p in back):
        return False
    if not match.game.has["see"]:
        return True
    states = [*(p.states for p in back), match.states]
    return not any(match.game.reveals(before, after) for before, after in pairwise(states))


def may(table: Table, held: tuple[int, ...]) -> bool:
    """Whether there is something to take back, or to ask for: what every scene tells."""
    return plan(table, held) is not None


def why_not(table: Table, held: tuple[int, ...]) -> str:
    """In words, why there is nothing that someone with these seats may take back."""
    match = table.match
    if match is None or not since_last_of(table, match, held):
        return "there is nothing of yours to take back"
    if len(table.seats) > len(table.seats.people):
        return (
            "something was rolled, revealed or learnt since, or done by someone for whom a bot plays now, and the bots "
            "do not agree to take that back"
        )
    return "something was rolled, revealed or learnt since, and that cannot be taken back"
