"""What the terminal says about where the others come in."""

from __future__ import annotations

import io

from rich.console import Console

from asterism.terminal.host import invite, qr_code


def told(*addresses: str) -> str:
    out = io.StringIO()
    invite(Console(file=out, width=120), list(addresses))
    return out.getvalue()


def test_every_address_is_told_and_the_first_as_a_qr_code():
    text = told("http://192.168.1.5:8000", "http://10.1.2.3:8000", "http://10.9.9.9:8000")
    assert "on phones too: http://192.168.1.5:8000" in text
    assert "or, in other networks of this machine: http://10.1.2.3:8000, http://10.9.9.9:8000" in text
    assert all(line in text for line in qr_code("http://192.168.1.5:8000").splitlines() if line.strip())


def test_where_no_other_device_can_come_in_it_is_said():
    assert told() == "No other device can reach it (see --host and --address).\n"
