"""A server with neither rules nor store, for `server.py`: the same sockets and decoding, and always the same scene.

python benchmarks/echo.py
"""

from __future__ import annotations

from typing import Any

import msgspec
import uvicorn
from starlette.types import Receive, Scope, Send

from asterism.server.http.guard import doors
from asterism.server.http.sockets import decode
from asterism.server.run import Server, listen
from asterism.server.settings import LARGEST_FRAME, Door
from asterism.server.wire.messages import PROTOCOL, Opened, Welcome

SIZE = 1200  # bytes of a typical scene
STILL = {"type": "scene", "table": {"code": "ECHOES"}, "ply": 0, "to_act": 0, "choices": [{"action": 0}], "text": ""}
START = msgspec.json.encode(STILL)[:-2]
SCENE = START + b" " * (SIZE - len(START)) + b'","id":%d}'


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers whatever is asked, always the same."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    welcome = msgspec.json.encode(Welcome(protocol=PROTOCOL, guest="", name=""))
    await send({"type": "websocket.send", "text": welcome.decode()})
    while (message := await receive())["type"] != "websocket.disconnect":
        asked: Any = decode(message.get("text") or message["bytes"])
        if asked.__struct_config__.tag == "open":
            opened = msgspec.json.encode(Opened(id=asked.id, table="ECHOES"))
            await send({"type": "websocket.send", "text": opened.decode()})
        await send({"type": "websocket.send", "text": (SCENE % asked.id).decode()})


if __name__ == "__main__":
    made = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        echo,
        **doors(Door()),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        lifespan="off",
    )
    Server(config, lambda: print(f"http://127.0.0.1:{made.getsockname()[1]}", flush=True)).run(sockets=[made])
