"""Words for figures, actions and numbers of editions, for tables and reports; files and commands use short names."""

from __future__ import annotations

from asterism.core.game import BadInput, Game
from asterism.core.words import word

FIGURES = {
    "turns": "turns of a player",
    "turns_low": "turns in a short match",
    "turns_high": "turns in a long match",
    "actions": "actions in a match",
    "first_seat": "share of the first seat",
    "not_won_alone": "matches nobody wins alone",
    "lead_changes": "changes of the lead",
    "settled": "part of a match before it is settled",
    "turned": "matches turned after half-time",
    "won": "matches won",
    "share": "share of the team",
    "endless": "matches that do not end",
    "choices": "choices in a turn",
    "real_choices": "choices that matter",
    "luck": "luck",
}


def figure(name: str) -> str:
    """The words for a figure such as `turns_low`; any other name is returned as it is."""
    return FIGURES.get(name, name)


def criterion(text: str) -> str:
    """A criterion (`turns_high at most 16, 2 seats`) with its figure in words. `share` stays as it is: in a criterion
    it is the share of the first player and not of a team."""
    name, space, rest = text.partition(" ")
    return text if name == "share" else FIGURES.get(name, name) + space + rest


def action(game: Game, group: str) -> str:
    """The words for a group of actions: `attach+move card=mine` is "attach or move Mine", with the game's own name of
    the card where its words have one (`card-mine`)."""
    message, *arguments = group.split()
    said = [message.replace("+", " or ").replace("-", " ")]
    for argument in arguments:
        name, _, value = argument.partition("=")
        said.append(_word_or(game, f"{name}-{value}", value.replace("-", " ")))
    return " ".join(said)


def number(game: Game, name: str) -> str:
    """The words for a number of an edition: `mine.pile.3` is the third of the numbers `pile` in the row `mine`."""
    parts = name.split(".")
    place = f", number {parts.pop()}" if parts[-1].isdecimal() else ""
    row = _word_or(game, f"row-{parts[0]}", parts[0]) + ": " if len(parts) > 1 else ""
    return row + _word_or(game, f"number-{parts[-1]}", parts[-1]) + place


def _word_or(game: Game, id: str, otherwise: str) -> str:
    """A word of the game, or `otherwise` where it has none."""
    try:
        return word(game, id)
    except BadInput:
        return otherwise
