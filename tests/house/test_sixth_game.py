"""A sixth game adds folders and edits no existing line: a copy of the template is played through the server at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core import discover

TEMPLATE = Path(discover.__file__).parent.parent / "games" / "_template"
ROOT = Path(__file__).parents[2]
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
    shutil.copytree(TEMPLATE, games / "sixth_game")
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


SCORE = '''

@rule
def score(s: Any, seat: int) -> int:
    """§3 The star a seat holds."""
    return s["hand"][seat]
'''


def test_a_game_with_a_score_is_made_as_the_page_says_and_edits_nothing_outside_its_folder(tmp_path: Path):
    """A copy of the template with a rule more: CONTRIBUTING.md names the words and the command for the digest."""
    folder = tmp_path / "my_game"
    shutil.copytree(TEMPLATE, folder)
    (folder / "golden/digest").unlink()
    with (folder / "rules.py").open("a") as rules:
        rules.write(SCORE)

    def python(*words: str) -> tuple[int, str]:
        environment = {**os.environ, "ASTERISM_GAMES": str(tmp_path), "ASTERISM_MODE": "interpreted"}
        done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    golden = ("-m", "asterism.core.golden", "my-game")
    assert python(*golden) == (1, "changed: my-game digest\n")
    assert python(*golden, "--write") == (0, "rewritten: my-game digest\n")
    check = ("-c", "from asterism.core.contract import check; check('my-game', matches=2)")
    assert "no words for 'score'" in python(*check)[1]
    (words,) = re.findall(r"^   `(score = .*)`\.$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    with (folder / "words/en.ftl").open("a") as file:
        file.write(f"{words}\n")
    assert python(*check) == (0, "")


def test_a_score_that_returns_a_field_of_the_record_satisfies_the_type_checker(tmp_path: Path):
    pytest.importorskip("mypy")
    with_score = tmp_path / "rules.py"
    with_score.write_text((TEMPLATE / "rules.py").read_text() + SCORE)
    command = [sys.executable, "-m", "mypy", "--shadow-file", str(TEMPLATE / "rules.py"), str(with_score)]
    done = subprocess.run([*command, str(TEMPLATE / "rules.py")], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
