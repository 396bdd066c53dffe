"""What the types of the browser are made from: a JSON schema for each file of web/src that `dev.py wire` writes.

python -m asterism.server.wire.browser_types
"""

from __future__ import annotations

import json
from typing import Any, get_args, get_type_hints, is_typeddict

import msgspec

from asterism.core import discover
from asterism.core.game import Game

from . import answers, messages, requests
from .protocol import field_comments

Schemas = dict[str, dict[str, Any]]  # by the name of a class


def files() -> dict[str, Schemas]:
    """Every file to write, under web/src: the messages, and what the page of each game draws."""
    views = {f"games/{game.name.replace('-', '_')}/view.ts": view_of(game) for game in discover.games()}
    return {"wire/messages.ts": wire(), **{file: schemas for file, schemas in views.items() if schemas}}


def wire() -> Schemas:
    """Every class of the wire."""
    asked, told = get_args(requests.Asked), get_args(messages.Answered)
    schemas = schemas_of([*asked, *told, *answers.ANSWERS])
    said_by_clients = {requests.SeatPlan.__name__, *(cls.__name__ for cls in asked)}
    for name, schema in schemas.items():
        if name not in said_by_clients:  # the server writes every field, whether it has a default or not
            schema["required"] = list(schema["properties"])
    for name, group in (("Asked", asked), ("Answered", told)):
        schemas[name] = {"anyOf": [{"$ref": f"#/$defs/{cls.__name__}"} for cls in group]}
    return schemas


def view_of(game: Game) -> Schemas:
    """The class that a game's `view` says it returns, and those it is made of, with what is said about their fields."""
    view = get_type_hints(game.view).get("return") if game.view else None
    if not is_typeddict(view):
        return {}
    schemas = schemas_of([view])
    for cls in classes_in(view):
        schema, comments = schemas[cls.__name__], field_comments(cls)
        fields = {name: schema["properties"][name] for name in get_type_hints(cls)}  # in the order of the class
        for name in fields.keys() & comments.keys():
            fields[name] = {"allOf": [fields[name]], "description": comments[name]}
        schema["properties"] = fields
    return schemas


def classes_in(part: Any) -> set[type]:
    """The typed dictionaries that a type is made of."""
    inside = get_type_hints(part).values() if is_typeddict(part) else get_args(part)
    found = {cls for one in inside for cls in classes_in(one)}
    return found | {part} if is_typeddict(part) else found


def schemas_of(classes: list[Any]) -> Schemas:
    schemas: Schemas = plain_tuples(msgspec.json.schema_components(classes, ref_template="#/$defs/{name}")[1])
    return schemas


def plain_tuples(part: Any) -> Any:
    """The same schema, with tuples as the tools that make TypeScript of it understand them."""
    if isinstance(part, dict):
        part = {key: plain_tuples(value) for key, value in part.items()}
        if "prefixItems" in part:
            part["items"] = part.pop("prefixItems")
    elif isinstance(part, list):
        part = [plain_tuples(value) for value in part]
    return part


if __name__ == "__main__":
    print(json.dumps(files()))
