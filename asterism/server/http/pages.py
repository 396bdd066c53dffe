"""The HTTP side: facts about games, records, one's own tables, replays. Answers are the classes of `answers`."""

from __future__ import annotations

import asyncio
import gzip
import importlib.resources
import io
import re
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping
from functools import cache

import msgspec
from markdown_it import MarkdownIt
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from asterism.bots.newcomers import first_of
from asterism.core import discover, fair, record, words
from asterism.core.game import BadInput, Game
from asterism.core.header import OVER
from asterism.store import Best, Saved, StoreFailed
from asterism.table import scenes
from asterism.table.sheet import names_at_start, told_event
from asterism.table.table import Table, listed

from ..house import House
from ..people.codes import token_of
from ..people.guests import allowed_origin, guest_of
from ..settings import Settings
from ..tables import offered_editions, other_rules
from ..thinking.studies import Asker, Step, Studies, Work, while_connected
from ..wire import answers
from ..wire.refusal import Refusal
from .hosts import is_loopback, name_in
from .rates import line_of
from .static import takes_gzip

Page = Callable[[House, Request], Awaitable[Response]]
LOCALE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
NOT_KEPT = {"cache-control": "no-store"}  # by browsers
GZIP = 31  # what zlib calls the format of gzip
PIECE = 256 * 1024  # bytes of a long answer that are sent at a time
STATUS = {"no-table": 404, "gone": 410, "no-game": 404, "too-large": 413, "not-your-seat": 403, "too-fast": 429}


def respond(body: msgspec.Struct, status: int = 200) -> Response:
    return Response(scenes.encoder.encode(body), status, media_type="application/json", headers=NOT_KEPT)


def problem(text: str, status: int = 400) -> Response:
    return respond(answers.Problem(error=text), status)


def page(work: Page) -> Callable[[Request], Awaitable[Response]]:
    """A page that answers every failure in words."""

    async def served(request: Request) -> Response:
        try:
            return await work(request.app.state.house, request)
        except Refusal as refusal:
            return problem(refusal.text, STATUS.get(refusal.code, 409))
        except BadInput as told:
            return problem(str(told))
        except StoreFailed as failed:
            return problem(f"the store cannot be reached: {failed}", 503)
        except TimeoutError:
            return problem("this was sent too slowly", 408)
        except ClientDisconnect:
            return problem("this was not sent to its end")  # said to nobody

    return served


def guest(house: House, request: Request) -> str:
    """Who asks; empty for someone new, who can have no tables yet."""
    return guest_of(house.key, request.headers.get("cookie", "")) or ""


def asker(house: House, request: Request) -> Asker:
    """Whose share it is taken from."""
    return Asker(guest(house, request), line_of(request.client.host) if request.client else "")


async def table_of(house: House, request: Request) -> Table:
    finding = house.find_for(asker(house, request), request.path_params["code"])
    table: Table = await while_connected(request, finding)  # whoever typed its code may have to wait
    if house.others is not None:
        await house.others.catch_up(table)
    return table


async def studied(
    house: House,
    studies: Studies,
    request: Request,
    key: Hashable,
    work: Work[Iterable[bytes]],
    keep: bool = False,
    headers: Mapping[str, str] = NOT_KEPT,
) -> Response:
    """The answer that takes long: worked out, written and compressed aside, as long as whoever asked is there."""
    asking = studies.ask(key, asker(house, request), lambda step: zipped(work(step), step), keep)
    body: bytes = await while_connected(request, asking)
    as_it_is = takes_gzip(request)
    size = len(body) if as_it_is else int.from_bytes(body[-4:], "little")  # which it ends with
    headers = {**headers, "vary": "accept-encoding", "content-length": str(size)}
    if as_it_is:
        headers["content-encoding"] = "gzip"
    file = io.BytesIO(body) if as_it_is else gzip.GzipFile(fileobj=io.BytesIO(body))
    return StreamingResponse(pieces(file), media_type="application/json", headers=headers)


async def pieces(file: io.BytesIO | gzip.GzipFile) -> AsyncIterator[bytes]:
    """A long answer, no faster than it is read: whoever asks for it a hundred times and reads nothing has it nowhere
    in memory."""
    while piece := await asyncio.to_thread(file.read, PIECE):
        yield piece


def zipped(parts: Iterable[bytes], step: Step) -> bytes:
    """The parts of an answer as one, compressed while they are made: a replay may have 20 MB."""
    packer = zlib.compressobj(6, wbits=GZIP)
    packed = []
    for part in parts:
        step()
        packed.append(packer.compress(part))
    return b"".join([*packed, packer.flush()])


def game_of(request: Request) -> Game:
    return listed(request.path_params["game"])


# Games


@page
async def games(house: House, request: Request) -> Response:
    return respond(answers.Games(games=[facts(house, game) for game in discover.games()]))


def facts(house: House, game: Game) -> answers.GameFacts:
    fewest, most = game.seats
    return answers.GameFacts(
        name=game.name,
        title=title(game),
        version=game.version,
        seats=game.seats,
        minutes=game.minutes,
        age=game.age,
        team=game.team,
        options=[
            answers.OptionFacts(
                name=o.name, kind=o.kind, default=o.default, low=o.low, high=o.high, choices=list(o.choices)
            )
            for o in game.options
        ],
        presets={name: dict(options) for name, options in game.presets.items()},
        levels={str(seats): house.desk.levels(game, seats) for seats in range(fewest, most + 1)},
        first=first_match(game),
        best=game.best if game.has["score"] else None,
        editions=offered_editions.offered(house.settings.editions, game),
        locales=locales(game),
    )


def first_match(game: Game) -> answers.FirstMatch:
    first = first_of(game)
    return answers.FirstMatch(seats=first.seats, level=first.level, options=dict(first.options))


def title(game: Game) -> str:
    try:
        return words.word(game, "title")
    except (BadInput, OSError):
        return game.name.replace("-", " ").title()


@cache
def locales(game: Game) -> list[str]:
    folder = importlib.resources.files(game.module) / "words"
    return (
        sorted(f.name.removesuffix(".ftl") for f in folder.iterdir() if f.name.endswith(".ftl"))
        if folder.is_dir()
        else []
    )


@page
async def game_words(house: House, request: Request) -> Response:
    game, locale = game_of(request), request.path_params["locale"]
    if not LOCALE.fullmatch(locale) or locale not in locales(game):
        return problem(f"{game.name} has no words in {locale[:20]!r}; it has {', '.join(locales(game))}", 404)
    return PlainTextResponse(game.text(f"words/{locale}.ftl"), headers={"cache-control": "no-cache"})


@page
async def rules(house: House, request: Request) -> Response:
    return Response(rules_html(game_of(request)), media_type="text/html", headers={"cache-control": "no-cache"})


@cache
def rules_html(game: Game) -> str:
    """RULES.md as HTML. HTML inside it is shown as text, so nothing in a game's folder can run in the page."""
    try:
        text = game.text("RULES.md")
    except OSError:
        raise Refusal("no-game", f"{game.name} has no rules written down") from None
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


@page
async def records(house: House, request: Request) -> Response:
    game = game_of(request)
    fewest = game.best == "fewest"
    alone = await house.store.best_alone(game.name, fewest)
    by_seats: dict[int, list[answers.BestScore]] = {}
    for best in await house.store.best_wins(game.name, fewest):
        by_seats.setdefault(best.seats, []).append(score_line(best))
    played, won, mixed = await house.store.wins(guest(house, request), game.name)
    return respond(
        answers.Records(
            game=game.name,
            best=game.best if game.has["score"] else None,
            alone=[score_line(best) for best in alone],
            wins=[answers.BestOfSeats(seats=seats, best=best) for seats, best in sorted(by_seats.items())],
            played=played,
            won=won,
            mixed=mixed,
        )
    )


def score_line(best: Best) -> answers.BestScore:
    token = token_of(best.secret, best.code) if best.secret else ""
    return answers.BestScore(name=best.name, score=best.score, table=best.code, token=token, ended=best.ended)


# Tables


@page
async def mine(house: House, request: Request) -> Response:
    who = guest(house, request)
    tables = []
    for code in await house.store.running(who) if who else []:
        try:
            table = await house.find(code)
            tables.append(my_table(table, who, house.hub.guests(code)))
        except Refusal:
            if (saved := await other_rules.saved_of(house, code)) and saved.table.phase == "playing":
                tables.append(stuck_table(saved, who))
    return respond(answers.Mine(tables=tables))


def my_table(table: Table, who: str, here: frozenset[str]) -> answers.MyTable:
    match = table.match
    seats = list(enumerate(table.seats))
    return answers.MyTable(
        table=table.code,
        game=table.row.game,
        phase=table.phase,
        names=table.names,
        own=[i for i, seat in seats if who in (seat.guest, seat.kept) and seat.device == "own"],
        away=[i for i, seat in seats if seat.guest and seat.guest not in here and not seat.stand_in],
        to_act=match.to_act if match else -2,
        mine=match.to_act in table.seats.acting(who) if match else bool(table.seats.kept(who)),
        touched=int(table.touched),
        stand_in=any(table.seats[seat].stand_in for seat in table.seats.held(who)),
    )


def stuck_table(saved: Saved, who: str) -> answers.MyTable:
    """A match of a game or a version that this server does not have."""
    return answers.MyTable(
        table=saved.table.code,
        game=saved.table.game,
        phase="playing",
        names=[seat.name for seat in saved.seats],
        own=[i for i, seat in enumerate(saved.seats) if seat.guest == who],
        away=[],
        to_act=OVER,
        mine=False,
        touched=max([saved.table.created, *saved.times[-1:]]),
        stuck=True,
    )


def saved_as(game: str, code: str) -> dict[str, str]:
    return {**NOT_KEPT, "content-disposition": f'attachment; filename="{game}-{code}.json"'}


@page
async def other_record(house: House, request: Request) -> Response:
    """The record of a table whose rules are not here; who played there breaks it off with this, for it cannot go on."""
    if not allowed_origin(house.settings, dict(request.headers)):
        return problem("only the page of this server may ask this", 403)
    try:
        await table_of(house, request)
    except Refusal as refusal:
        if refusal.code != "other-rules":
            raise
    else:
        return problem("this table can go on: it is broken off at the table itself", 409)
    saved = await other_rules.saved_of(house, request.path_params["code"])
    assert saved is not None, "it was there a moment ago"
    saved = await other_rules.close(house, saved, guest(house, request))
    return other_response(saved)


def other_response(saved: Saved) -> Response:
    text = record.write(other_rules.record_of(saved))
    headers = saved_as(saved.table.game, saved.table.code)
    return Response(text, media_type="application/json", headers=headers)


@page
async def table_record(house: House, request: Request) -> Response:
    try:
        table = await table_of(house, request)
    except Refusal as refusal:
        saved = (
            await other_rules.saved_of(house, request.path_params["code"]) if refusal.code == "other-rules" else None
        )
        if saved is None:
            raise
        return other_response(saved)
    match = table.match
    if match is None:
        return problem("the match has not started: there is nothing to save", 409)
    if not match.over and table.game.has["see"]:
        return problem("this game has secrets: its record can be had when the match is over", 409)
    return await studied(
        house,
        house.replays,
        request,
        ("record", table.code, match.ply),
        lambda step: [
            record.write(
                record.make(
                    match,
                    names_at_start(table.drawing.sheets, table.names),
                    drawing_of(table),
                    reveal=match.over,
                    events=events_of(table),
                    step=step,
                )
            ).encode()
        ],
        headers=saved_as(table.row.game, table.code),
    )


def events_of(table: Table) -> list[record.Record]:
    """What happened at a table beside the actions, as a record tells it."""
    return [told_event(event) for event in table.events]


def drawing_of(table: Table) -> record.Drawing | None:
    """How the dice of a table were drawn, as a record tells it."""
    if table.row.protocol != 2:
        return None
    drawing = table.drawing
    return {"sheets": list(drawing.sheets), "nonces": list(drawing.nonces), "secret": table.row.secret.hex()}


async def body(request: Request, most: int) -> bytes:
    """What was sent, unless it is too much; then the rest is not even read."""
    read = b""
    async for part in request.stream():
        read += part
        if len(read) > most:
            raise Refusal("too-large", f"this file is too large: a record has at most {most // 1024} KiB")
    return read


# The house


async def fair_file(request: Request) -> Response:
    """The single-file verifier, as a download."""
    text = importlib.resources.files("asterism.core").joinpath("fair.py").read_text(encoding="utf-8")
    headers = {"content-disposition": f'attachment; filename="{fair.__name__.rpartition(".")[2]}.py"'}
    return PlainTextResponse(text, headers=headers)


def metrics_refused(settings: Settings, request: Request) -> str:
    """In words, why a request may not read the metrics; empty: it may.

    What a proxy on this machine sends for a stranger may look just like what a program here asks: nginx, unless told
    otherwise, names no visitor and sends `Host: 127.0.0.1`. So where there may be a proxy the metrics have a port of
    their own, to which no proxy leads."""
    if settings.open_metrics:
        return ""
    asked = request.headers
    local = is_loopback(request.client.host if request.client else "") and is_loopback(name_in(asked.get("host", "")))
    if not local or any(name in asked for name in FORWARDED):
        return "the metrics are for this machine alone, and not by way of a proxy"
    if settings.metrics_port is not None:
        here = request.scope["server"][1] == settings.metrics_port
        return "" if here else "the metrics are at the port that --metrics-port names"
    if settings.address or settings.proxies:
        return (
            "with --address or --proxy there may be a proxy: start the server with --metrics-port, and read them there"
        )
    return ""


async def metrics(request: Request) -> Response:
    house: House = request.app.state.house
    if why_not := metrics_refused(house.settings, request):
        return problem(why_not, 403)
    return PlainTextResponse(house.metrics.text(house.hub.connections, len(house.tables), await house.gauges()))


async def healthz(request: Request) -> Response:
    """Whether a move could be stored now, and new people should be sent here."""
    house: House = request.app.state.house
    if house.leaving:
        return PlainTextResponse("leaving\n", 503)
    try:
        await house.check_health()
    except (StoreFailed, OSError) as failed:
        return PlainTextResponse(f"moves cannot be stored: {str(failed) or 'the store does not answer'}\n", 503)
    return PlainTextResponse("ok\n")


async def nothing_here(request: Request) -> Response:
    return problem("there is no such address", 404)
