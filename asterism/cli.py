"""The command `asterism`: a thin layer of verbs over the rooms. Wrong use gets one clear line and exit code 2."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from asterism import __version__
from asterism.arguments import Parser, days, matches, positions, read_option, seed, share, whole
from asterism.terminal import lab_verbs


def build_parser() -> Parser:
    parser = Parser(prog="asterism", description="Star-themed tabletop games for people, bots and programs.")
    parser.add_argument("--version", action="version", version=f"asterism {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)

    def verb(name: str, does: str, run: Any, help: str) -> Parser:
        made: Parser = verbs.add_parser(name, help=help, description=does)
        made.set_defaults(run=run)
        return made

    verb("games", "List the games.", run_games, "list the games")

    def server_flags(parser: argparse.ArgumentParser, *names: str) -> None:
        from asterism.server.settings import add_flags

        add_flags(parser, *names)

    serve = verb("serve", "Host the table: people play in their browsers.", run_serve, "host the table for browsers")
    serve.later(server_flags)
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")

    think = verb(
        "think", "Do the work of bots for servers elsewhere.", run_think, "a worker process for servers elsewhere"
    )
    think.add_argument(
        "line",
        nargs="?",
        default=os.environ.get("ASTERISM_THINK", ""),  # a password on a command line could be read by other users
        help="the job queue in Valkey or Redis: redis://HOST:PORT/NUMBER",
    )
    think.add_argument("--threads", type=int, default=None, help="jobs at once (default: one for each core)")

    play = verb(
        "play", "Play in the terminal, against bots or friends at the keyboard.", run_play, "play in the terminal"
    )
    play.add_argument("game", nargs="?", help="a game's name (see: asterism games); asked for if left out")
    play.add_argument("--people", default="Player", help="names of the people at the keyboard, with commas")
    play.add_argument("--bots", type=int, default=None, help="how many bots (default: as many as the game needs)")
    play.add_argument("--level", default=None, help="how strong the bots are (default: fit for a first match)")
    play.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER", help="an option of the game")
    play.add_argument("--edition", type=Path, metavar="FILE", help="an edition of your own (see: asterism edition)")
    play.add_argument("--seed", type=int, default=None, help="a number that makes the dice repeatable")
    play.add_argument("--record", metavar="FILE", help="save the match to this file")

    verify = verb("verify", "Check every roll of a record, and that the rules were kept.", run_verify, "check a record")
    verify.add_argument("file")
    verify.add_argument("receipt", nargs="?", type=Path, help="what your browser kept of the match (Fairness, save)")

    replay = verb("replay", "Tell a recorded match again.", run_replay, "tell a recorded match again")
    replay.add_argument("file")
    replay.add_argument("--at", type=int, default=None, metavar="PLY", help="stop at this ply")
    replay.add_argument("--boards", action="store_true", help="show the board before every choice")

    solve = verb("solve", "Compute exact play.", run_solve, "compute exact play")
    solve.add_argument("game")
    solve.add_argument("--seats", type=int, default=None, help="for how many seats (default: every number it can)")
    solve.add_argument("--alone", action="store_true", help="fewest turns to so many points, where nothing is shuffled")
    solve.add_argument("--device", choices=["cpu", "gpu"], default=None, help="where to compute a large table")
    solve.add_argument("--check", action="store_true", help="verify the table that is shipped with the game instead")
    solve.add_argument("--positions", type=positions, help="for --check: how many random positions (default: 1000)")
    solve.add_argument("--seed", type=seed, help="for --check: a number that draws the same sample again")

    edition = verb(
        "edition",
        "Show the numbers of a game, or check an edition of your own.",
        run_edition,
        "show or check an edition",
    )
    edition.add_argument("game")
    edition.add_argument("file", nargs="?", type=Path, help="an edition of your own (default: the standard one)")

    check = verb("check", "Run the contract test on games, as a designer would.", run_check, "test a game's contract")
    check.add_argument("game", nargs="*", help="default: every game")
    check.add_argument("--matches", type=matches, default=40, help="random matches a game (default: 40)")

    backup = verb(
        "backup", "Copy every table and the key to one file, also while people play.", run_backup, "make a backup"
    )
    backup.add_argument("file", type=Path)
    backup.later(server_flags, "data", "database")

    restore = verb(
        "restore", "Put a backup in the place of what is there, which is moved aside.", run_restore, "restore a backup"
    )
    restore.add_argument("file", type=Path)
    restore.later(server_flags, "data", "database")

    key = verb(
        "key",
        "Change the key by which guests are known; no server may use the store.",
        run_key,
        "change the guests' key",
    )
    how = key.add_mutually_exclusive_group(required=True)
    how.add_argument("--rotate", action="store_true", help="a new key; guests who come in time keep who they are")
    how.add_argument("--leaked", action="store_true", help="a new key at once: no guest is known any more")
    key.add_argument(
        "--keep", type=days, default=365, metavar="DAYS", help="how long the former key is believed (default: 365)"
    )
    key.later(server_flags, "data", "database")

    move = verb(
        "move-store", "Carry everything over to another store, and compare it.", run_move_store, "to PostgreSQL or back"
    )
    place = "a folder, or an address as postgresql://USER@HOST/DATABASE"
    move.add_argument("source", metavar="FROM", help=f"{place}; it stays as it is")
    move.add_argument("target", metavar="TO", help=f"{place}; it must be empty")

    lab = verb(
        "lab",
        "Ask whether a game is good, of matches by the thousand.",
        partial(lab_verbs.run, read_option=read_option),
        "measure a game by many matches",
    )
    lab_verbs.add(lab, seed)

    gym = verb("gym", "Every game for programs.", run_gym, "matches as data for programs that learn")
    add_gym_verbs(gym)

    doctor = verb(
        "doctor", "Look whether a server is well: disk, key, store, backup, address, proxy.", run_doctor, "is all well?"
    )
    doctor.later(server_flags, "data", "database", "address")
    doctor.add_argument("--backup", type=Path, metavar="PATH", help="a backup, or the folder that they are made in")

    bench = verb("bench", "Measure speed, as ratios to a peer in the same run.", run_bench, "measure speed")
    bench.add_argument("what", choices=["gym", "lab", "playouts", "search", "server", "store"])
    bench.add_argument("--seconds", type=float, default=None, help="how long to measure each thing")
    return parser


def add_gym_verbs(gym: argparse.ArgumentParser) -> None:
    verbs = gym.add_subparsers(dest="task", metavar="TASK", required=True, parser_class=Parser)
    does = "Strong self-play with values, a row for every choice, as Parquet files; a run that was stopped goes on."
    record = verbs.add_parser("record", help=does, description=does)
    record.add_argument("game")
    count = partial(whole, what="the number is", low=1, high=1_000_000_000)
    record.add_argument("--matches", type=count, default=1_000, help="in whole files (default: 1,000)")
    record.add_argument("--seats", type=int, default=None, help="default: two, or the fewest that can play")
    record.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER", help="an option of the game")
    record.add_argument("--edition", type=Path, metavar="FILE", help="an edition of your own (see: asterism edition)")
    record.add_argument(
        "--simulations", type=count, default=2_000, help="of a search, where there is no table (default: 2,000)"
    )
    record.add_argument("--slip", type=share, default=0.05, help="how often any action is played instead (0.05)")
    record.add_argument("--seed", type=seed, default=1, help="another seed plays other matches")
    record.add_argument("--cores", type=count, default=os.cpu_count() or 1, help="default: all")
    record.add_argument("--to", type=Path, default=Path("asterism-gym"), metavar="FOLDER", help="where it is kept")


def main(arguments: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    args = build_parser().parse_args(words, argparse.Namespace(words=words))
    from asterism.core.game import BadInput

    try:
        return int(args.run(args))
    except BadInput as problem:
        print(f"asterism {args.verb}: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe, such as head, has stopped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def run_games(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    from asterism.core.discover import games
    from asterism.core.words import word

    table = Table("name", "game", "players", "minutes", "age", "", box=None, header_style="bold yellow")
    for game in games():
        table.add_row(
            game.name, word(game, "title"), span(game.seats), span(game.minutes), f"{game.age}+", word(game, "tagline")
        )
    Console().print(table)
    return 0


def span(ends: tuple[int, int]) -> str:
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def run_serve(args: argparse.Namespace) -> int:
    from asterism.server.run import leave
    from asterism.server.settings import settings_of
    from asterism.terminal.host import host

    leave(host(settings_of(args), browser=not args.no_browser))


def run_think(args: argparse.Namespace) -> int:
    import os

    from asterism.core.game import BadInput
    from asterism.think.worker import think

    threads = (os.cpu_count() or 1) if args.threads is None else args.threads
    if threads < 1:
        raise BadInput(f"--threads is at least 1, not {threads}")
    think(args.line, threads, lambda text: print(text, flush=True))
    return 0


def run_play(args: argparse.Namespace) -> int:
    import secrets

    from rich.console import Console
    from rich.prompt import Prompt

    from asterism.bots.newcomers import first_of
    from asterism.core.discover import find, names
    from asterism.core.edition import load
    from asterism.core.game import BadInput
    from asterism.core.match import Match
    from asterism.terminal.play import play, seat_players

    console = Console(highlight=False)
    try:
        name = args.game if args.game is not None else Prompt.ask("Which game?", choices=list(names()), console=console)
    except (EOFError, RuntimeError):  # RuntimeError: there is no input at all
        raise BadInput("no game is named (see: asterism games)") from None
    game = find(name)
    people = [person.strip() for person in args.people.split(",") if person.strip()]
    first = first_of(game)
    bots = args.bots if args.bots is not None else max(0, first.seats - len(people))
    if bots < 0:
        raise BadInput(f"there cannot be {bots} bots")
    seats = len(people) + bots
    seed = secrets.randbits(128) if args.seed is None else args.seed
    own = load(game, args.edition) if args.edition else None
    options: dict[str, Any] = game.check_options(seats, {**first.options, **dict(map(read_option, args.option))})
    match = Match(game, seats=seats, seed=seed, edition=own, **options)
    level = first.level if args.level is None else args.level
    if bots and args.level is None:
        console.print(f"The bots play at the level {level}, fit for a first match; --level chooses another.")
    return play(console, match, seat_players(name, people, bots, level, args.seed), args.record)


def run_verify(args: argparse.Namespace) -> int:
    from asterism.core import fair, record
    from asterism.core.game import BadInput
    from asterism.core.verify import shown, verify

    given = record.load(args.file)
    found = verify(given)
    said = [] if found else shown(given)
    if args.receipt:
        try:
            receipt = json.loads(args.receipt.read_text(encoding="utf-8"))
            found += fair.receipt_problems(given, receipt)
            said += [] if found else [fair.vouched(given, receipt)]
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as problem:
            raise BadInput(f"{args.receipt} is not the receipt of a browser ({problem!r})") from None
    for line in found or said:
        print(line)
    return 1 if found else 0


def run_replay(args: argparse.Namespace) -> int:
    from rich.console import Console

    from asterism.terminal.replay import replay

    return replay(Console(highlight=False), args.file, args.at, args.boards)


def run_solve(args: argparse.Namespace) -> int:
    from asterism.terminal.solve import Sample, solve

    return solve(args.game, args.seats, args.device, args.check, Sample(args.positions, args.seed), args.alone)


def run_edition(args: argparse.Namespace) -> int:
    from rich.console import Console

    from asterism.terminal.edition import tell_edition

    return tell_edition(Console(highlight=False), args.game, args.file)


def run_check(args: argparse.Namespace) -> int:
    from rich.progress import track

    from asterism.bots.stand_ins import check_newcomers
    from asterism.core.checking import check_apart
    from asterism.core.discover import find, names

    for name in track(args.game or list(names()), "Checking"):
        found = check_apart(name, args.matches)
        if found.problem:
            print(f"{name}: broken: {found.problem}", file=sys.stderr)
            return 1
        check_newcomers(find(name))
        print(f"{name}: every promise kept in {found.states:,} states")
    return 0


def run_backup(args: argparse.Namespace) -> int:
    from asterism.terminal.host import back_up

    return back_up(args.data, args.database, args.file)


def run_restore(args: argparse.Namespace) -> int:
    from asterism.terminal.host import restore

    return restore(args.data, args.database, args.file)


def run_key(args: argparse.Namespace) -> int:
    from asterism.terminal.host import change_key

    return change_key(args.data, args.database, 0 if args.leaked else args.keep)


def run_move_store(args: argparse.Namespace) -> int:
    from rich.console import Console

    from asterism.terminal.move import move_store

    return move_store(Console(highlight=False), args.source, args.target)


def run_gym(args: argparse.Namespace) -> int:
    from rich.console import Console

    from asterism.core.discover import find
    from asterism.core.edition import load
    from asterism.gym.record import Recorded, record
    from asterism.terminal.progress import progress

    console, game = Console(highlight=False), find(args.game)
    seats = max(2, game.seats[0]) if args.seats is None else args.seats
    options = game.check_options(seats, dict(map(read_option, args.option)))
    own = load(game, args.edition) if args.edition else None
    what = Recorded(game.name, seats, args.simulations, args.slip, args.seed, options, own)
    begin = time.perf_counter()
    with progress(console, f"{game.name}: matches") as tell:
        folder, played = record(what, args.matches, args.to, args.cores, tell)
    minutes = (time.perf_counter() - begin) / 60
    console.print(f"{played:,} matches, {played / minutes:,.0f} a minute")
    console.print(f"{folder}/plays-*.parquet", soft_wrap=True)
    return 0


def run_doctor(args: argparse.Namespace) -> int:
    from rich.console import Console

    from asterism.terminal.doctor import doctor

    return doctor(Console(highlight=False), args.data, args.database, args.address, args.backup)


def run_bench(args: argparse.Namespace) -> int:
    module = load_benchmark(args.what)
    return int(module.main(**({} if args.seconds is None else {"seconds": args.seconds})))


def load_benchmark(name: str) -> Any:
    """The module of a benchmark: from the package when installed, from beside it in a checkout."""
    here = Path(__file__).parent
    for folder in (here / "benchmarks", here.parent / "benchmarks"):
        path = folder / f"{name}.py"
        if path.is_file():
            spec = importlib.util.spec_from_file_location(f"asterism_bench_{name}", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
            return module
    raise SystemExit(f"asterism bench: {name}.py is not installed")


if __name__ == "__main__":
    sys.exit(main())
