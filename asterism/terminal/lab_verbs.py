"""The arguments of `asterism lab`; what carries them out is loaded when one is given."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add(lab: argparse.ArgumentParser, seed: Callable[[str], int]) -> None:
    """Add the questions of the lab to its parser."""
    verbs = lab.add_subparsers(dest="question", metavar="QUESTION", required=True, parser_class=type(lab))

    def question(name: str, does: str, matches: int) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=does, description=does)
        made.add_argument("game")
        made.add_argument("--matches", type=int, default=matches, help=f"(default: {matches:,})")
        made.add_argument("--seats", type=int, default=None, help="default: two, or the fewest that can play")
        made.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER", help="an option of the game")
        made.add_argument("--edition", type=Path, metavar="FILE", help="an edition of your own (see: asterism edition)")
        made.add_argument("--seed", type=seed, default=1, help="another seed plays other matches")
        made.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="default: all")
        made.add_argument("--on", metavar="ray", help="a Ray cluster: ray (here), or ray:HOST:PORT")
        return made

    play = question("play", "Let players meet, until it is decided who is better.", 20_000)
    play.add_argument("--players", required=True, help="with commas, as best,medium or plan:NAME,search:400 or hints")
    play.add_argument("--start", default="", metavar="NAME", help="another start, which the game's folder names")
    play.add_argument("--all", action="store_true", help="play all matches, also when it is decided")
    play.add_argument("--within", type=float, default=0.5, metavar="POINTS", help="decided when known so well, in 100")
    play.add_argument("--rows", type=Path, default=Path("asterism-lab"), metavar="FOLDER", help="where rows are kept")

    measure = question("measure", "Length, first seat, luck and skill, and what every action is worth.", 8_000)
    measure.add_argument("--player", default=None, help="who plays (default: a table, or else greedy)")
    measure.add_argument("--no-worth", action="store_true", help="do not ask what every action is worth")
    measure.add_argument("--save", type=Path, metavar="FILE", help="for compare and report")

    options = question("options", "What each option does to the length, and to who begins.", 4_000)
    options.add_argument("--player", default=None, help="who plays (default: a table, or else greedy)")

    check = question("check", "Whether an edition fulfils criteria, by strong players.", 400)
    check.add_argument("criteria", nargs="?", type=Path, help="what must hold, as a file (default: the game's own)")

    check.add_argument("--rows", type=Path, metavar="FOLDER", help="where rows are kept, to go on with them")

    tune = question("tune", "Look for numbers of an edition that fulfil criteria.", 2_000)
    tune.add_argument("criteria", nargs="?", type=Path, help="what may move and what must hold, as a file")
    tune.add_argument("--to", type=Path, required=True, metavar="FILE", help="the edition that is written")
    tune.add_argument("--trials", type=int, default=100, help="editions to try, those of a stopped run too (100)")
    tune.add_argument("--strong-matches", type=int, default=400, help="to confirm the best with (default: 400)")
    tune.add_argument("--confirm", type=int, default=3, metavar="EDITIONS", help="how many strong players measure (3)")

    does = "What changed beyond chance, from one measurement to another."
    compare = verbs.add_parser("compare", help=does, description=does)
    compare.add_argument("before", type=Path, help="a file that measure --save has written")
    compare.add_argument("after", type=Path)

    does = "A measurement as one HTML file with plots."
    report = verbs.add_parser("report", help=does, description=does)
    report.add_argument("file", type=Path, help="that measure --save or tune has written")
    report.add_argument("to", type=Path, nargs="?", help="default: the same name with .html")


def run(args: argparse.Namespace, read_option: Callable[[str], tuple[str, Any]]) -> int:
    """Answer a question of the lab; returns the exit status."""
    from rich.console import Console

    from asterism.core.discover import find
    from asterism.core.edition import load
    from asterism.core.game import BadInput
    from asterism.lab.cluster import cluster_named
    from asterism.lab.tune import TuningBudget
    from asterism.terminal import lab

    console = Console(highlight=False)
    if args.question == "compare":
        return lab.compare(console, args.before, args.after)
    if args.question == "report":
        return lab.report(console, args.file, args.to)
    if args.cores < 1:
        raise BadInput("at least one core must play")
    own = load(find(args.game), args.edition) if args.edition else None
    cores = cluster_named(args.on, args.cores) if args.on else args.cores
    options = dict(map(read_option, args.option))
    start = args.start if args.question == "play" else ""
    setup = lab.Setup(args.game, args.seats, options, own, args.seed, cores, start)
    command = shlex.join(["asterism", *args.words])
    if args.question == "measure":
        return lab.measure(console, setup, args.player, args.matches, not args.no_worth, args.save, command)
    if args.question == "options":
        return lab.options(console, setup, args.player, args.matches)
    if args.question in ("check", "tune") and (args.option or args.seats):
        raise BadInput(f"{args.question} reads seats from the criteria, and plays with the usual options")
    if args.question == "check":
        return lab.check(console, setup, args.criteria, args.matches, args.rows)
    if args.question == "tune":
        if args.edition:
            raise BadInput("tune begins with the standard edition")
        budget = TuningBudget(args.trials, args.matches, args.strong_matches, args.confirm)
        return lab.tune(console, args.game, args.criteria, args.to, budget, args.seed, cores, command)
    players = [name.strip() for name in args.players.split(",") if name.strip()]
    return lab.play(console, setup, players, args.matches, 0.0 if args.all else args.within / 100, args.rows)
