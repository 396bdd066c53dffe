"""The addresses of the entrance: tables that can be found, and the way in for a second device."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from asterism.store import DeviceRow
from asterism.table import editions
from asterism.table.table import Table

from ..house import House
from ..people import own_devices
from ..people.devices import mark_of
from ..people.guests import Caller, allowed_origin, caller_of, cookie_for, new_device, new_guest
from ..tables.listing import free, to_be_found
from ..wire import answers
from .pages import asker, body, guest, page, problem, respond

LARGEST_REQUEST = 1024  # bytes


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `POST /api/device`."""

    secret: str


class SignOut(msgspec.Struct, forbid_unknown_fields=True):
    """The body of `POST /api/devices`."""

    sign_out: str  # the id of a device; empty: all others


@page
async def open_tables(house: House, request: Request) -> Response:
    who = guest(house, request)
    found = [open_table(table) for table in await to_be_found(house) if not table.seats.held(who)]
    return respond(answers.OpenTables(tables=found))


def open_table(table: Table) -> answers.OpenTable:
    edition = editions.told(table.game, table.edition)
    return answers.OpenTable(
        table=table.code,
        token=table.token,
        game=table.row.game,
        options=table.options,
        edition="" if edition is None or edition.standard else edition.title,
        seats=len(table.seats),
        free=free(table),
        names=[seat.name for seat in table.seats if seat.guest or seat.holder == "bot"],
        since=int(table.touched),
    )


@page
async def stand(house: House, request: Request) -> Response:
    """What the stand shows; asked by POST, the browser is a new guest too, who knows nothing of the one before."""
    game = house.settings.stand
    if game is None:
        return problem("this server has no stand: start it with --stand", 404)
    response = respond(answers.StandFacts(game=game, idle=house.settings.stand_idle))
    if request.method == "POST":
        if not from_our_page(house, request):
            return problem("only the page of this server may ask this", 403)
        response.headers["set-cookie"] = cookie_for(house.key, new_guest(), request.url.scheme == "https")
    return response


def from_our_page(house: House, request: Request) -> bool:
    headers = dict(request.headers)
    return "origin" in headers and allowed_origin(house.settings, headers)


@page
async def device(house: House, request: Request) -> Response:
    """Make this device the guest who asked for the way in. Only a page of ours may ask: a link opens nothing by
    itself, and whoever follows one is asked first."""
    if not from_our_page(house, request):
        return problem("only the page of this server may ask this", 403)
    async with asyncio.timeout(house.settings.door.patience):
        text = await body(request, LARGEST_REQUEST)
    try:
        secret = msgspec.json.decode(text, type=Secret).secret
    except (msgspec.DecodeError, UnicodeDecodeError):
        return problem("this is not a way in")
    way = house.devices.take(secret)
    if way is None and house.others is not None:
        way = await house.others.take_way_in(mark_of(secret))
    if way is None:
        if not house.wrong_codes.take(asker(house, request).address):
            return problem("too many wrong ways in: wait a little", 429)
        return problem("this way in was used already, or its time is over: ask for a new one on the other device", 403)
    if tell := way.used():
        tell()
    caller = Caller(way.guest, new_device())
    await own_devices.note(house, caller, own_devices.kind_of(request.headers.get("user-agent", "")))
    response = respond(answers.Device(name=way.name))
    response.headers["set-cookie"] = cookie_for(house.key, caller.guest, request.url.scheme == "https", caller.device)
    return response


@page
async def devices(house: House, request: Request) -> Response:
    """The devices of the guest who asks; asked by POST, others of them are signed out first."""
    caller = caller_of(house.key, request.headers.get("cookie", ""))
    if caller is None:
        return problem("you are a new guest here, and have no other devices", 403)
    if request.method == "POST":
        if not from_our_page(house, request):
            return problem("only the page of this server may ask this", 403)
        async with asyncio.timeout(house.settings.door.patience):
            text = await body(request, LARGEST_REQUEST)
        try:
            wish = msgspec.json.decode(text, type=SignOut)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return problem("this names no device to be signed out")
        await own_devices.sign_out(house, caller, wish.sign_out)
    kind = own_devices.kind_of(request.headers.get("user-agent", ""))
    return respond(
        answers.OwnDevices(devices=[own_device(row, caller) for row in await own_devices.listed(house, caller, kind)])
    )


def own_device(row: DeviceRow, caller: Caller) -> answers.OwnDevice:
    browser, _, system = row.kind.partition("/")
    here = row.device == caller.device
    return answers.OwnDevice(id=row.device, browser=browser, system=system, since=row.since, seen=row.seen, here=here)
