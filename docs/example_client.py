"""Plays a whole match against a bot, through the same door as everyone: python docs/example_client.py [ADDRESS]

Needs `pip install websockets`. The protocol is in PROTOCOL.md: there is no rule in here, only choices.
"""

import hashlib
import json
import random
import secrets
import sys

from websockets.sync.client import connect

address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
with connect(address.replace("http", "ws", 1) + "/ws") as socket:

    def ask(**message):
        socket.send(json.dumps(message))

    seats = [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": "easy"}]
    number = secrets.token_bytes(32)  # for the dice: locked now, shown when everyone's lock is on the sheet
    lock = hashlib.sha256(b"asterism 2 nonce\n" + number).hexdigest()
    ask(type="open", id=1, game="noirlab-dice", seats=seats, commit=lock)
    acted = -1  # the ply we acted at: a scene may come twice, say when somebody joins to watch
    for message in map(json.loads, socket):  # every message the server sends
        if message["type"] == "refused":
            sys.exit(f"refused: {message['text']}")
        if message["type"] != "scene":
            continue  # a greeting, or the code of our table
        table, dice = message["table"]["code"], message["table"]["dice"]
        if message["table"]["phase"] == "drawing" and number:
            assert f'"lock": "{lock}"' in dice["sheets"][-1], "our lock is not on the sheet"
            ask(type="reveal", id=2, table=table, sheet=dice["sheet"], nonce=number.hex())
            number = b""  # it serves one sheet only: a host that knows it could choose the rolls of the next
        for line in message["log"]:
            print(line["ply"], line["words"], line["args"])
        if message["choices"] and message["ply"] > acted:  # it is our turn
            acted = message["ply"]
            ask(type="act", id=3, table=table, ply=acted, action=random.choice(message["choices"])["action"])
        if message["outcome"]:
            print("we won" if message["outcome"]["shares"][0] == 1 else "the bot won")
            break
