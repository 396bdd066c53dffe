"""What uploads made to hurt a server cost everybody else: `python -m tests.server.attack_replays`, on this machine.

Prints the processor time that one upload costs after its sender hung up, how long another visitor waits for a record
meanwhile, and how long moves take, before, during that upload, and while 40 uploads of ten guests wait all the time."""

from __future__ import annotations

import os
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from . import attacks
from .serving import Served
from .talking import Client, Told

TICK = os.sysconf("SC_CLK_TCK")
MOVES = 150
PAUSE = 0.01  # seconds between moves
SUSTAINED = 15.0  # seconds
GUESTS, UPLOADS = 10, 4


def processor_seconds(served: Served) -> float:
    """Seconds of processor time that the server has used so far (Linux)."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def upload(served: Served, body: bytes, cookie: str = "") -> socket.socket:
    """Send an upload and do not wait for its answer."""
    host, _, port = served.host.rpartition(":")
    sender = socket.create_connection((host, int(port)), timeout=120)
    head = (
        f"POST /api/replay HTTP/1.1\r\nHost: {served.host}\r\nCookie: {cookie}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    sender.sendall(head.encode() + body)
    return sender


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


class Mover:
    """A visitor who plays both seats of a match at one screen, and measures every move."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.scene: Told = client.open("me", "here", game="geminos")

    def move(self) -> float:
        if not self.scene["choices"]:
            self.scene = self.client.open("me", "here", game="geminos")

        def act() -> None:
            self.scene = self.client.act(self.scene)

        time.sleep(PAUSE)
        return timed(act)


def in_words(seconds: Iterable[float]) -> str:
    sorted_ms = sorted(1000 * one for one in seconds)
    return (
        f"median {statistics.median(sorted_ms):.1f} ms, 95th percentile {sorted_ms[int(0.95 * len(sorted_ms))]:.1f} ms"
        f" ({len(sorted_ms)} moves)"
    )


def moves_until(mover: Mover, ended: Callable[[], bool]) -> list[float]:
    found = []
    while not ended() or len(found) < 20:
        found.append(mover.move())
    return found


def one_upload(served: Served, mover: Mover, cookie: str, address: str, name: str, body: bytes) -> None:
    """Send the upload, hang up, and ask for a record as another visitor."""
    before = processor_seconds(served)
    sender = upload(served, body)
    time.sleep(0.3)  # it has been begun
    sender.close()
    waited: list[float] = []
    asking = threading.Thread(target=lambda: waited.append(timed(lambda: served.get(address, cookie))))
    asking.start()
    moves = moves_until(mover, lambda: not asking.is_alive())
    used = processor_seconds(served) - before
    print(f"{name}: {used:.2f} s of processor time, a record of another visitor waits {waited[0]:.2f} s")
    print(f"    moves meanwhile: {in_words(moves)}", flush=True)


def sustained(served: Served, mover: Mover, cookie: str, address: str, name: str, bodies: list[bytes]) -> None:
    """Keep as many uploads waiting as the server takes, from ten guests of one address."""
    end = time.monotonic() + SUSTAINED
    answered: list[int] = []

    def pump(number: int) -> None:
        with Client(served) as client:
            guest = client.cookie
        while time.monotonic() < end:
            with suppress(OSError):
                body = bodies[len(answered) % len(bodies)]
                with upload(served, body + b" " * (1 + number + len(answered)), guest) as sender:
                    sender.settimeout(max(0.1, end - time.monotonic()))
                    answered.append(int((sender.recv(4096).split() or [b"", b"0"])[1]))

    pumps = [threading.Thread(target=pump, args=(n,)) for n in range(GUESTS * UPLOADS)]
    for pumping in pumps:
        pumping.start()
    time.sleep(2.0)
    waits: list[float] = []
    refused = 0

    def ask() -> None:
        nonlocal refused
        while time.monotonic() < end:
            began = time.perf_counter()
            answer = served.get(address, cookie)
            refused += answer.status == 429
            waits.append(time.perf_counter() - began)
            time.sleep(0.2)

    asking = threading.Thread(target=ask)
    asking.start()
    moves = moves_until(mover, lambda: time.monotonic() > end)
    for thread in (asking, *pumps):
        thread.join()
    done = answered.count(200) + answered.count(400)
    print(f"{name}, {GUESTS * UPLOADS} at a time for {SUSTAINED:.0f} s: {done} uploads answered")
    print(f"    a record of another visitor waits {max(waits):.2f} s at most ({len(waits)} asked, {refused} refused)")
    print(f"    moves meanwhile: {in_words(moves)}", flush=True)


def main() -> None:
    issue = attacks.text_of(attacks.same_odds_for_every_roll())
    long = attacks.text_of(attacks.long_match("geminos"))
    uploads = {
        "one list of odds for 21,459 rolls": issue,
        "the same, uneven": attacks.text_of(attacks.same_odds_for_every_roll(uneven=True)),
        "the same in order": attacks.text_of(attacks.same_odds_in_order()),
        "outcomes of 4,296 digits": attacks.text_of(attacks.endless_outcomes()),
        "numbers of the first protocol": attacks.text_of(attacks.many_nonces()),
        "undos": attacks.text_of(attacks.undos()),
        "events": attacks.text_of(attacks.many_events()),
        "an honest match of 10,000 actions": long,
    }
    with tempfile.TemporaryDirectory() as data:
        served = Served(Path(data), "--unlimited")
        try:
            with Client(served) as player, Client(served) as ended:
                mover = Mover(player)
                scene = ended.play_on(ended.open("me", "here"))
                address = f"/api/tables/{scene['table']['code']}/record"
                for _ in range(20):
                    mover.move()
                waited = timed(lambda: served.get(address, ended.cookie))
                print(f"nobody uploads: a record waits {waited:.2f} s")
                print(f"    moves: {in_words(mover.move() for _ in range(MOVES))}", flush=True)
                for name, body in uploads.items():
                    one_upload(served, mover, ended.cookie, address, name, body)
                sustained(served, mover, ended.cookie, address, "an honest match of 10,000 actions", [long])
                sustained(served, mover, ended.cookie, address, "all of them", list(uploads.values()))
        finally:
            served.stop()


if __name__ == "__main__":
    main()
