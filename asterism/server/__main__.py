"""`python -m asterism.server --port N`: the server alone, for development and for tests."""

from __future__ import annotations

import sys

from asterism.arguments import Parser
from asterism.core.game import BadInput
from asterism.store import BadStore

from .run import leave, serve
from .settings import UNLIMITED, Door, Limits, add_flags, settings_of


def main() -> int:
    parser = Parser(
        prog="python -m asterism.server", description="Serve the tables on one address.", conflict_handler="resolve"
    )
    add_flags(parser, environment={})  # a test never uses the store that its user has there
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="default: 8000, or the next free one; 0 takes any")
    parser.add_argument("--origin", action="append", default=[], help="another page that may connect, as https://host")
    parser.add_argument("--patience", type=float, default=Door.patience, help="seconds for a slow request or reader")
    parser.add_argument("--unlimited", action="store_true", help="no limits on how often; for measuring")
    parser.add_argument("--ahead", type=float, default=0.0, help="seconds its clock is ahead; for tests")
    chosen = parser.parse_args()
    settings = settings_of(
        chosen,
        origins=tuple(chosen.origin),
        door=Door(patience=chosen.patience),
        limits=UNLIMITED if chosen.unlimited else Limits(),
        ahead=chosen.ahead,
    )
    try:
        serve(settings, ready=lambda bound, others: print(bound, flush=True))
    except (BadInput, BadStore) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    leave(main())
