"""The protocol, written down from the classes themselves, so that the page and the browser's types cannot drift.

python -m asterism.server.wire.protocol > docs/PROTOCOL.md
"""

from __future__ import annotations

import inspect
import io
import json
import sys
import tokenize
from types import ModuleType
from typing import Any, get_args

import msgspec

from .. import settings
from ..settings import Door, Limits
from ..thinking import studies
from . import answers, messages, requests

REFUSALS: dict[messages.RefusedCode, str] = {
    "malformed": "The message is not one of the protocol, or a part of it cannot be (a seat that is not there, a nonce "
    "that is none).",
    "too-large": f"A message has at most {settings.LARGEST_MESSAGE} bytes. One above {settings.LARGEST_FRAME} bytes is "
    "not read, and the connection is closed with code 1009.",
    "too-fast": "Too many messages, gestures, tables, connections, expensive questions or waiting codes. Wait a "
    "moment; who goes on sending messages regardless is disconnected, with code 1008.",
    "no-table": "There is no table of this code. Asking for one never makes one.",
    "gone": "The table was removed, since nothing had happened there for long.",
    "other-rules": "The table plays rules that this server does not have, perhaps since an upgrade. What was played "
    "can be saved: `POST /api/tables/CODE/record` by who sits there breaks it off and answers with its record.",
    "no-lesson": "There is no lesson of this code.",
    "no-game": "There is no game of this name.",
    "bad-options": "An option, a number of seats or a level that the game does not have.",
    "seat-taken": "Someone sits there, or the seat is kept for someone.",
    "not-your-seat": "You have no seat at this table, or not this one.",
    "not-your-turn": "You sit here, but another seat is to act.",
    "stale": "The match has moved on since the ply you looked at. Look at the scene that follows.",
    "not-legal": "The rules do not allow this action now. The `choices` of the scene are all that they allow.",
    "table-full": "Every seat is taken and the match has begun. You can watch.",
    "match-over": "The match is over.",
    "not-started": "The match has not started: some seats are still free.",
    "not-allowed": "The settings of the table, or the state of the match, do not allow it; the text says why.",
    "store-failed": "The server could not store it, so it did not happen. Nobody was told anything.",
    "not-known": "The store went away while it was written, so whether it happened is not known. Look at the table "
    "again before you ask once more.",
    "server-failed": "The server made a mistake, which is told in its log. Look at the table again: what was asked for "
    "may have been done.",
}

START = """# The protocol

Generated from the classes in `requests.py`, `messages.py` and `answers.py` in `asterism/server/` by
`python -m asterism.server.wire.protocol`; a test checks that it is current. A whole match in thirty lines:
[example_client.py](example_client.py).

## How to talk to a table

Connect a WebSocket to `/ws` and exchange JSON texts. The server greets with [Welcome](#welcome). Every request carries
an `id` of your choosing, and every request is answered by a message with that `id`: what was asked for, or
[Refused](#refused) with a reason in words, followed by a fresh [Scene](#scene) if there is a table. A request that is
refused has changed nothing, unless its code is `not-known` or `server-failed`. A move that was answered with a scene is
on the disk: it survives the server.

Besides the answers, scenes come unasked (with `id` 0) whenever something happens at a table you watch. A scene is
always whole: draw it and forget the one before. Only the log is sent in parts: drop the lines from ply `since` on and
append those of `log`; after a reconnection, [Watch](#watch) gives the whole log again.

There is no rule in a client: `choices` lists what may be done, and an action is played by its number together with the
`ply` of the scene you looked at. Seats are counted from 0; -1 is chance, -2 is nobody (the match is over, or has not
started), -3 is a spectator.

### Who you are

The handshake sets a signed cookie, which names you as a guest; send it along to be the same guest again (a browser does
so by itself). Without it you are a new guest, and can watch but hold none of your old seats. A browser's page must come
from the same host, or from one that the server was started with (`--origin`). The `Host` must be a number, `localhost`,
or a name that the server knows for its own (`--address`, `--allow-host`): else all is refused with status 421, the
handshake too.

### Codes and links

A `table` or `lesson` is named by its code or, better, by its code and the `token` of its links, as `CODE-TOKEN`: the
token of a table is in its [TableInfo](#tableinfo), and a link leads to `/t/CODE-TOKEN`. With the token, with a seat
there, or once you were let in, no limit on codes concerns you. A code alone is tried: where too many wrong ones came
from your network address it waits for its turn, right or wrong; the answer comes in its time, and meanwhile
[CodeWaits](#codewaits) says that it will.

### The dice

Draw 32 random bytes, your *nonce*, and send its lock, SHA-256("asterism 2 nonce\\n" + nonce), as `commit` with
[Open](#open), [Sit](#sit) or [Rematch](#rematch). When every seat is taken the phase is `drawing`: the table shows its
sheet, which names all locks and the lock of the host's secret. Read it (the last one of `dice.sheets`; your lock must
be on it once, and the settings must be those you know), then send [Reveal](#reveal) with its hash and your nonce. A
nonce serves one sheet only: whoever knows it before the next sheet is written could choose the rolls by it. Note for
which table you gave a lock and for which sheet you showed its nonce, and show it for no other, whatever the host says
your lock is. With the last number the match begins. If someone stands up or is left out ([Redraw](#redraw)) the draw is
void, your lock is empty again, and a fresh one is asked for ([Commit](#commit)). Each scene tells the rolls you have
`heard`, by their numbers; the `secret` is shown when the match is over. Where chance has no part in a match
(`dice.protocol` 0) a `commit` is sent all the same, but nothing is drawn: with the last seat the match begins.
[FAIR.md](FAIR.md) says what this proves, and how to compute a roll; `/fair.py` checks a record offline.

### Limits

"""

HTTP = """## Over HTTP

All else is asked by plain HTTP, with the same cookie. A failure is a [Problem](#problem), its status 400 or more.

| address | answer |
|---|---|
| `GET /api/games` | [Games](#games) |
| `GET /api/games/{game}/words/{locale}.ftl` | the words of a game, as a Fluent file |
| `GET /api/games/{game}/rules` | the rules of a game, as a piece of HTML |
| `GET /api/games/{game}/records` | [Records](#records) |
| `GET /api/mine` | [Mine](#mine) |
| `GET /api/open` | [OpenTables](#opentables) |
| `GET /api/here` | [Here](#here) |
| `GET /api/stand` and `POST /api/stand` | [StandFacts](#standfacts) |
| `POST /api/device` | [Device](#device), for the `secret` of [Pairing](#pairing) in the body, as JSON |
| `GET /api/devices` and `POST /api/devices` | [OwnDevices](#owndevices) |
| `GET /api/tables/{code}/record` | the record of a match as a file (while it goes on: without the secret of the dice; \
not at all if the game has secrets) |
| `GET /api/tables/{code}/replay` | [Replay](#replay) of a match, as the asker may see it |
| `GET /api/tables/{code}/review` | [Review](#review) of a match that is over |
| `POST /api/replay` | [Replay](#replay) of the record file in the body |
| `GET /api/reports` and `GET /api/reports/{name}` | what the lab has found out about the games, as pages |
| `GET /fair.py` | the verifier of the dice, one file of plain Python |
| `GET /metrics` | numbers for the host, as Prometheus reads them (from this machine only, behind a \
proxy at a port of their own, unless `--open-metrics`) |
| `GET /healthz` | `ok` if a move could be stored now, else why not, with status 503 |

"""


def comments(module: ModuleType) -> dict[int, str]:
    """The comment at the end of each line of a module."""
    source = inspect.getsource(module)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}


def field_comments(cls: type) -> dict[str, str]:
    """What is said about each field of a class, in its base classes too."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not base.__module__.startswith("asterism."):
            continue
        said = comments(sys.modules[base.__module__])
        lines, first = inspect.getsourcelines(base)
        for number, line in enumerate(lines, first):
            name = line.partition(":")[0].strip()
            if name.isidentifier() and number in said:
                found[name] = said[number]
    return found


def type_words(schema: dict[str, Any]) -> str:
    """A type of the JSON schema, as a person would write it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(type_words(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" if value is not None else "null" for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = schema.get("prefixItems") or [schema.get("items") or {}]
        return (
            f"[{', '.join(type_words(part) for part in inner)}]"
            if len(inner) > 1
            else f"list of {type_words(inner[0])}"
        )
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"names to {type_words(values)}" if isinstance(values, dict) else "object"
    return {"string": "text", "integer": "integer", "number": "number", "boolean": "yes or no", "null": "null"}.get(
        str(kind), "anything"
    )


def section(cls: type, schema: dict[str, Any]) -> str:
    """The heading, the sentence and the fields of one class."""
    said = field_comments(cls)
    lines = [f"### {cls.__name__}", "", inspect.cleandoc(cls.__dict__.get("__doc__") or ""), ""]
    if tag := getattr(cls, "__struct_config__").tag:  # noqa: B009  (mypy does not know it)
        lines += [f'`"type": "{tag}"`', ""]
    fields = {name: part for name, part in schema["properties"].items() if name != "type"}
    if fields:
        lines += ["| field | type | |", "|---|---|---|"]
        for name, part in fields.items():
            default = f"Default `{json.dumps(part['default'])}`. " if "default" in part else ""
            note = (said.get(name, "")[:1].upper() + said.get(name, "")[1:]).rstrip(".")
            cell = (default + (f"{note}." if note else "")).strip()
            lines.append(f"| `{name}` | {type_words(part).replace('|', chr(92) + '|')} | {cell.replace('|', '/')} |")
        lines.append("")
    return "\n".join(lines)


def limits() -> str:
    rates, door = Limits(), Door()
    lines = [
        f"- a message: {settings.LARGEST_MESSAGE} bytes; a name: {settings.LONGEST_NAME} characters; "
        f"a place that is pointed at: {settings.LONGEST_PLACE} characters",
        f"- a connection: {rates.messages.burst:g} messages at once, then {rates.messages.each:g} a second; "
        f"{rates.emotes.burst:g} gestures at once, then one every {1 / rates.emotes.each:g} seconds; "
        f"the last {settings.MOST_WATCHED} tables it asked for are watched",
        f"- a guest: {settings.MOST_CONNECTIONS} connections; {rates.tables.burst:g} tables opened at once, then one "
        f"every {1 / rates.tables.each:g} seconds; {studies.MOST_OF_GUEST} expensive questions (advice, rolls, "
        f"records, replays, reviews) at a time; {rates.names.burst:g} new names, of its seats and bots too, then one "
        f"every {1 / rates.names.each:g} seconds; a network address: {rates.names_of_address.burst:g} of them, then "
        f"one every {1 / rates.names_of_address.each:g} seconds (a seat whose name is one too many is called as its "
        "guest is)",
        f"- a network address (with IPv6: its first half): {door.connections} connections; "
        f"{rates.tables_of_address.burst:g} tables opened at once, then {rates.tables_of_address.each:g} a second; "
        f"{studies.MOST_OF_ADDRESS} expensive questions at a time; "
        f"{rates.wrong_codes.burst:g} codes of tables and lessons that are not there, then one every "
        f"{1 / rates.wrong_codes.each:g} seconds, and beyond that {rates.typed_codes:g} typed codes a second, right or "
        f"wrong, each in its turn and after {rates.typed_code_wait:g} seconds at most; "
        f"{rates.ways_in_of_address.burst:g} ways in for second devices of guests without a seat at once, then one "
        f"every {1 / rates.ways_in_of_address.each:g} seconds; a guest: {rates.lessons.burst:g} lessons of at most "
        f"{settings.MOST_LESSON_TABLES} tables at once, which count as tables of the address",
        f"- a file that is sent to be replayed: {settings.LARGEST_RECORD} bytes; of these there may be as many at a "
        "time as of expensive questions, and they are counted apart",
        f"- the head of a request: {door.head} bytes, {door.headers} headers, {door.patience:g} seconds; who does not "
        f"read for {door.patience:g} seconds is let go, and so is who sends {door.requests} requests before the first "
        f"is answered, or more than {door.frames.burst:g} frames that are no message (pings, pieces of one) at once, "
        f"then {door.frames.each:g} a second",
        f"- a match: {settings.MOST_ACTIONS} actions, undos included; {settings.MOST_DRAWS} draws of its dice; the log "
        f"of its last {settings.MOST_LOGGED} actions",
    ]
    return "\n".join(lines) + "\n\n"


def page() -> str:
    """The whole of docs/PROTOCOL.md."""
    asked, told = get_args(requests.Asked), get_args(messages.Answered)
    spoken = answers.ANSWERS
    components = msgspec.json.schema_components([*asked, *told, *spoken])[1]
    modules = (requests, messages, answers)
    classes = {cls.__name__: cls for module in modules for cls in vars(module).values() if is_struct(cls)}
    parts = {name: cls for name, cls in classes.items() if name in components and cls not in (*asked, *told, *spoken)}

    def sections(group: Any) -> str:
        return "\n".join(section(cls, components[cls.__name__]) for cls in group)

    refusals = "\n".join(f"| `{code}` | {text} |" for code, text in REFUSALS.items())
    return (
        "".join(
            [
                START,
                limits(),
                f"## What a client may ask\n\n{sections(asked)}\n",
                f"## What the server says\n\n{sections(told)}\n",
                f"### The codes of Refused\n\n| code | |\n|---|---|\n{refusals}\n\n",
                HTTP,
                f"{sections(spoken)}\n",
                f"## What these are made of\n\n{sections(parts.values())}",
            ]
        ).rstrip()
        + "\n"
    )


def is_struct(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct)


if __name__ == "__main__":
    print(page(), end="")
