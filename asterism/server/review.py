"""The review after a match: what everyone could expect at each choice, and which choices cost most."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from asterism.bots.review import Reviewed, review
from asterism.core.match import Match

from . import answers, scenes
from .house import House
from .pages import page, problem, studied, table_of


@page
async def table_review(house: House, request: Request) -> Response:
    table = await table_of(house, request)
    match = table.match
    if match is None or match.result is None:
        return problem("a match is reviewed when it is over", 409)
    return await studied(house, request, ("review", table.code), lambda step: reviewed(match, step), keep=True)


def reviewed(match: Match, step: Callable[[], None]) -> answers.Review:
    """Every choice with its cost, as the browser draws it."""
    game, found = match.game, review(match, step=step)
    states = {played.ply: played.states for played in match.standing()}

    def told(choice: Reviewed) -> answers.ReviewedChoice:
        record = match.look(states[choice.ply], choice.seat)
        best = scenes.choices(game, record, [choice.best])[0]
        return answers.ReviewedChoice(
            ply=choice.ply, seat=choice.seat, seats=choice.seats, cost=choice.cost, points=choice.points, best=best
        )

    choices = found.choices
    return answers.Review(
        exact=all(choice.exact for choice in choices),
        kind=choices[0].kind if choices else "win",
        choices=[told(choice) for choice in choices],
        left_out=found.left_out,
    )
