"""The protocol is written down, completely and as it is; and the example in the docs plays a match."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec

from asterism.server.http.app import build
from asterism.server.settings import Settings
from asterism.server.wire import answers, messages, protocol, requests

from .serving import HOUSE, Served

AGAIN = "python -m asterism.server.wire.protocol"


def test_the_page_is_current() -> None:
    page = (HOUSE / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
    assert page == protocol.page(), f"write it again: {AGAIN} > docs/PROTOCOL.md"


def test_every_message_has_a_heading_and_a_sentence() -> None:
    page = protocol.page()
    for cls in (*get_args(requests.Asked), *get_args(messages.Answered), *answers.ANSWERS):
        assert f"\n### {cls.__name__}\n" in page
        assert cls.__dict__.get("__doc__"), f"{cls.__name__} has no docstring"


def test_every_code_of_refusal_is_explained() -> None:
    assert set(protocol.REFUSALS) == set(get_args(messages.RefusedCode))


def test_every_address_is_on_the_page(tmp_path: Path) -> None:
    page = protocol.page()
    for route in build(Settings(data=tmp_path)).routes:
        path = getattr(route, "path", "")
        if ":path}" not in path:
            assert f"{path}`" in page, path


def test_every_link_on_the_page_leads_to_a_heading() -> None:
    page = protocol.page()
    headings = {line[4:].lower() for line in page.splitlines() if line.startswith("### ")}
    links = {part.partition(")")[0] for part in page.split("](#")[1:]}
    assert links <= headings


def test_what_a_client_sends_is_read_strictly() -> None:
    """A field that is misspelt is refused, not ignored."""
    for cls in get_args(requests.Asked):
        assert cls.__struct_config__.forbid_unknown_fields
        assert issubclass(cls, msgspec.Struct)


def test_the_example_client_plays_a_whole_match(served: Served) -> None:
    example = HOUSE / "docs" / "example_client.py"
    done = subprocess.run([sys.executable, str(example), served.address], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] in ("we won", "the bot won")
    lines = [line for line in example.read_text().splitlines() if line.strip()]
    assert len(lines) <= 36, "it should fit on one screen"
    ast.parse(example.read_text())
