"""The review after a match: what everyone could expect at each choice, and which choices cost most."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response

from asterism.bots.review import ChoiceReview, MatchReview, review
from asterism.core.match import Match
from asterism.table import scenes
from asterism.think import jobs

from ..house import House
from ..thinking.studies import Step, ask_workers
from ..wire import answers
from .pages import asker, page, problem, studied, table_of


@page
async def table_review(house: House, request: Request) -> Response:
    table = await table_of(house, request)
    match = table.match
    if match is None or match.result is None:
        return problem("a match is reviewed when it is over", 409)
    workers, who = house.desk.workers, asker(house, request).guest

    def work(step: Step) -> Iterable[bytes]:
        job = jobs.ReviewJob(position=jobs.position_of(match))
        far = ask_workers(workers, job, who, step, jobs.read_review)
        return [scenes.encoder.encode(drawn(match, far[0] if far else review(match, step=step)))]

    return await studied(house, house.reviews, request, ("review", table.code), work, keep=True)


def drawn(match: Match, found: MatchReview) -> answers.Review:
    """Every choice with its cost, as the browser draws it."""
    game = match.game
    states = {played.ply: played.states for played in match.standing()}

    def told(choice: ChoiceReview) -> answers.ReviewedChoice:
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
