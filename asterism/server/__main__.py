"""`python -m asterism.server --port N`: the server alone, for development and for tests."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from asterism.core.game import BadInput
from asterism.store import BadStore

from .http.hosts import read_name
from .run import leave, read_proxy, read_stand, serve
from .settings import Door, Stand


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.server", description="Serve the tables on one address.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="default: 8000, or the next free one; 0 takes any")
    parser.add_argument("--data", type=Path, help="the folder of the store and the key")
    parser.add_argument("--store", default="", metavar="URL", help="the address of a store on PostgreSQL")
    parser.add_argument("--bot-pause", type=float, default=0.9, help="seconds before a bot's move")
    parser.add_argument("--stand", nargs="?", const="", metavar="GAME", help="what the page /stand shows")
    parser.add_argument("--stand-idle", type=float, default=Stand.idle, help="seconds until it is fresh again")
    parser.add_argument("--origin", action="append", default=[], help="another page that may connect, as https://host")
    parser.add_argument("--address", help="the public address, as https://host")
    parser.add_argument("--allow-host", action="append", default=[], metavar="NAME", help="a name that it answers to")
    parser.add_argument("--editions", type=Path, help="a folder with editions of one's own, in GAME/NAME.toml")
    parser.add_argument("--proxy", action="append", default=[], help="believe the forwarding headers of this address")
    parser.add_argument("--patience", type=float, default=Door.patience, help="seconds for a slow request or reader")
    parser.add_argument("--open-metrics", action="store_true", help="answer /metrics to other machines too")
    parser.add_argument("--metrics-port", type=int, help="answer /metrics at this port of this machine only")
    parser.add_argument("--tidy", type=int, metavar="DAYS", help="close, then remove tables untouched for so long")
    parser.add_argument("--think", default="", metavar="URL", help="where bots' thoughts wait for asterism think")
    parser.add_argument("--unlimited", action="store_true", help="no limits on how often; for measuring")
    parser.add_argument("--ahead", type=float, default=0.0, help="seconds its clock is ahead; for tests")
    parser.add_argument("--news", default="", help="how servers on one store hear of each other, as redis://host")
    chosen = parser.parse_args()
    try:
        serve(
            host=chosen.host,
            port=chosen.port,
            data=chosen.data,
            database=chosen.store,
            ready=lambda bound, others: print(bound, flush=True),
            bot_pause=chosen.bot_pause,
            stand=read_stand(chosen.stand, chosen.stand_idle),
            origins=tuple(chosen.origin),
            address=chosen.address,
            hosts=tuple(map(read_name, chosen.allow_host)),
            editions=chosen.editions,
            proxies=tuple(map(read_proxy, chosen.proxy)),
            patience=chosen.patience,
            open_metrics=chosen.open_metrics,
            metrics_port=chosen.metrics_port,
            tidy_days=chosen.tidy,
            unlimited=chosen.unlimited,
            think=chosen.think,
            ahead=chosen.ahead,
            news=chosen.news,
        )
    except (BadInput, BadStore) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    leave(main())
