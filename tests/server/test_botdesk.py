"""How bots keep the pace of the people who watch them."""

from __future__ import annotations

from asterism.core.match import Match
from asterism.server.botdesk import pause_before


def test_a_bot_that_only_goes_on_with_its_turn_waits_less():
    match = Match("geminion", seats=2)
    assert pause_before(match, 0, 0.9) == 0.9, "at the start"
    match.play(match.legal()[0])
    assert match.to_act == 0
    assert pause_before(match, 0, 0.9) < 0.9 / 2, "it goes on"
    assert pause_before(match, 1, 0.9) == 0.9, "another begins"


def test_after_a_roll_a_bot_waits_as_before_a_first_move():
    match = Match("noirlab-dice", seats=2, seed=1)
    match.play(match.legal()[0])
    assert pause_before(match, match.to_act, 0.9) == 0.9
