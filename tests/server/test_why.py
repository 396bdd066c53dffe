"""What speaks for a suggested action is in the scene already: whoever plays by the protocol can say it."""

from __future__ import annotations

from asterism.core.game import Said
from asterism.core.words import reason
from asterism.games.gemini.tests.positions import Lane, position
from asterism.table.scenes import choices


def test_the_choices_of_a_scene_can_say_what_they_complete_and_prevent():
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", times=["time-3"], due=3)}
    match = position(hand=["time-2", "mirror"], lanes=lanes)
    sent = choices(match.game, match.seen()[0], match.legal())
    told = {
        choice.place: reason(match.game, Said(choice.words, choice.args), ["Ada", "Bo", "Cy", "Di"]) for choice in sent
    }
    assert "completes the target" in told["time-2>embers"]
    assert "due by the end of round 3" in told["time-2>embers"]
    assert "3 more Band 1 programs" in told["mirror>lanes"]
