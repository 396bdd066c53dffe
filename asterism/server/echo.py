"""The same socket with neither rules nor store: what the server is measured against.

Every message is decoded as usual and answered at once with a scene of the usual size.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from .messages import Opened
from .scenes import SCENE_END, encoder, with_id
from .sockets import decode

SIZE = 1200  # bytes of a typical scene
STILL = {"type": "scene", "table": {"code": "ECHOES"}, "ply": 0, "to_act": 0, "choices": [{"action": 0}]}


def still_scene() -> bytes:
    """A scene in which nothing ever happens."""
    start = msgspec.json.encode({**STILL, "text": ""})[:-2]
    return start + b" " * (SIZE - len(start) - len(SCENE_END) - 2) + b'",' + SCENE_END


async def echo_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers whatever is asked, always the same."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return await send({"type": "lifespan.shutdown.complete"})
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 404, "headers": []})
        return await send({"type": "http.response.body", "body": b""})
    scene = still_scene()
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        asked: Any = decode(message["text"])
        if asked.__struct_config__.tag == "open":
            await send({"type": "websocket.send", "text": encoder.encode(Opened(id=asked.id, table="ECHOES")).decode()})
        await send({"type": "websocket.send", "text": with_id(scene, asked.id).decode()})
    return None
