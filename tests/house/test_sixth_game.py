"""A sixth game adds folders and edits no existing line: a copy of the template is played through the server at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from asterism.core import discover

PLAYER = """
import hashlib, json, sys
from websockets.sync.client import connect

with connect(sys.argv[1].replace("http", "ws") + "/ws") as socket:
    def ask(**message):
        socket.send(json.dumps(message))
    ask(type="open", id=1, game="sixth-game", commit=hashlib.sha256(b"asterism 2 nonce\\n" + bytes(32)).hexdigest(),
        seats=[{"kind": "me"}, {"kind": "here", "name": "Bo"}, {"kind": "bot", "level": "beginner"}])
    acted = -1
    while True:
        told = json.loads(socket.recv(timeout=60))
        if told["type"] == "refused":
            sys.exit(told["text"])
        if told["type"] == "opened":
            ask(type="watch", table=told["table"], plain=True)
        if told["type"] == "scene" and told["table"]["phase"] == "drawing":
            sheet = told["table"]["dice"]["sheet"]
            ask(type="reveal", table=told["table"]["code"], sheet=sheet, nonce="00" * 32)
        if told["type"] == "scene" and told["outcome"]:
            print(json.dumps(told))
            break
        if told["type"] == "scene" and told["choices"] and told["ply"] > acted:
            acted = told["ply"]
            ask(type="act", table=told["table"]["code"], ply=told["ply"], action=told["choices"][-1]["action"])
"""


def test_a_copy_of_the_template_is_played_through_the_server(tmp_path: Path):
    games, data = tmp_path / "games", tmp_path / "data"
    template = Path(discover.__file__).parent.parent / "games" / "_template"
    shutil.copytree(template, games / "sixth_game")
    environment = {**os.environ, "ASTERISM_GAMES": str(games), "ASTERISM_DATA": str(data)}
    listed = subprocess.run(
        [sys.executable, "-m", "asterism.cli", "games"], env=environment, capture_output=True, text=True
    )
    assert "sixth-game" in listed.stdout
    command = [sys.executable, "-m", "asterism.server", "--port", "0", "--bot-pause", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            address = server.stdout.readline().strip()
            done = subprocess.run([sys.executable, "-c", PLAYER, address], capture_output=True, text=True, timeout=120)
        finally:
            server.terminate()
    assert done.returncode == 0, done.stderr
    end = json.loads(done.stdout)
    assert sum(end["outcome"]["shares"]) == 1
    assert "seat 1:" in end["text"]
    assert end["table"]["game"] == "sixth-game"
