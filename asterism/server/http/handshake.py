"""The beginning and the end of a connection: who is let in, as whom, and what is counted meanwhile."""

from __future__ import annotations

from contextlib import suppress

from asterism.store import StoreFailed

from ..house import House
from ..people import own_devices
from ..people.guests import Caller, admit, allowed_origin
from ..settings import MOST_CONNECTIONS
from ..wire.refusal import Refusal
from .guard import AT_ONCE, leave, speaks_for_many
from .rates import line_of
from .sockets import Connection, Receive, Scope, Send


async def let_in(house: House, headers: dict[str, str], secure: bool, send: Send) -> Caller | None:
    """Accept a connection, and make its browser a guest if it is none; None where its page is not ours."""
    if not allowed_origin(house.settings, headers):
        await send({"type": "websocket.close", "code": 1008})
        return None
    caller, cookie = admit(house.key, headers.get("cookie", ""), secure)
    await send({"type": "websocket.accept", "headers": [(b"set-cookie", cookie.encode())] if cookie else []})
    return caller


async def serve_socket(house: House, scope: Scope, receive: Receive, send: Send) -> None:
    """The life of one connection."""
    await receive()  # websocket.connect
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    scope["headers"] = []  # they may have 64 KiB, and a connection may last for days
    caller = await let_in(house, headers, scope["scheme"] in ("wss", "https"), send)
    if caller is None:
        return None
    kind = own_devices.kind_of(headers.pop("user-agent", ""))
    headers.clear()
    address = line_of((scope.get("client") or ("?",))[0])
    connection = Connection(house, caller, address, send, scope["extensions"][AT_ONCE], kind)
    peer = "" if speaks_for_many(address, ()) else address
    if peer:
        house.peers[peer] += 1
    try:
        of_guest, of_address = house.hub.connect(connection), house.peers[peer]
        if of_guest > MOST_CONNECTIONS or of_address > house.settings.door.connections:
            connection.refuse(0, Refusal("too-fast", "too many connections at once"))
            return await send({"type": "websocket.close", "code": 1008, "reason": "too many connections"})
        await _listen(house, connection, receive, send)
    finally:
        connection.leave()
        house.hub.disconnect(connection)
        leave(house.peers, peer)
    return None


async def _listen(house: House, connection: Connection, receive: Receive, send: Send) -> None:
    with suppress(StoreFailed):  # then they are called something else until they come again
        if kept := await house.store.guest_name(connection.guest):
            house.names.remember(connection.guest, kept, True)
        await own_devices.note_seen(house, connection.caller, connection.kind)
    connection.name = house.names.of(connection.guest)
    connection.welcome()
    house.watch.greet(connection)
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return None
        text = message.get("text")
        connection.busy = True
        await connection.hear(text if text is not None else message["bytes"])
        connection.busy = False
        if house.closed:
            return await connection.ask_to_come_back()
        if connection.closing:
            await send({"type": "websocket.close", "code": 1008, "reason": "too many messages, or taken too slowly"})
            return None
