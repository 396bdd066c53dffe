"""The graph of a turn: strongly connected parts in the right order, and nothing lost by merging."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from asterism.core.discover import find, names
from asterism.solve.races import is_race, race_of
from asterism.solve.races.minimise import WIN, Lead, Spot, join, strong_components

from .small_games import dash

RACES = [find(name) for name in names() if is_race(find(name))] + [dash()]


def choice(*nodes: int) -> Spot:
    return join(False, ((Lead(node == WIN, node), Fraction(1)) for node in nodes))


def test_parts_come_after_all_that_they_lead_to() -> None:
    spots = [choice(1, 4), choice(2), choice(1, 3), choice(WIN), choice(4, 3)]
    assert [sorted(part) for part in strong_components(spots)] == [[3], [1, 2], [4], [0]]


def test_edges_of_chance_to_the_same_place_add_up() -> None:
    third = Fraction(1, 3)
    spot = join(True, [(Lead(False, 5), third), (Lead(True, 5), third), (Lead(False, 5), third)])
    assert spot.edges == {Lead(False, 5): 2 * third, Lead(True, 5): third}


@pytest.mark.parametrize("game", RACES, ids=lambda game: str(game.name))
def test_the_layout_can_be_computed_strong_components(game: object) -> None:
    graph = race_of(game, {}).graph  # type: ignore[arg-type]
    part = np.searchsorted(graph.block, np.arange(len(graph.chance)), side="right") - 1
    for node in range(len(graph.chance)):
        edges = range(graph.first[node], graph.first[node + 1])
        assert len(edges) > 0
        if graph.chance[node]:
            assert graph.weight[edges].sum() == pytest.approx(1.0, abs=1e-15)
        for target in graph.target[edges] - graph.standings - 1:
            if target >= 0:
                assert part[target] < part[node] or (part[target] == part[node] and graph.loops[part[node]])


@pytest.mark.parametrize("game", RACES, ids=lambda game: str(game.name))
def test_every_situation_has_a_place_and_every_card_begins_a_turn(game: object) -> None:
    race = race_of(game, {})  # type: ignore[arg-type]
    assert set(race.graph.place) == set(race.situations.nodes)
    for key in race.situations.standings:
        assert race.graph.start[race.graph.standing[key]] == race.graph.place[key]
