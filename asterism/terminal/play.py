"""The verb `play`: a match of friends at one keyboard, and bots of any level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from asterism.bots import ActionValue, Bot, Evaluation, advice, bot
from asterism.core import record
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.core.words import choice, gives_more, reason, tell, word
from asterism.lab.saved import place_for

from . import choices
from .result import tell_result

KEYS = "h hint, u undo, l log, r rules, ? this help, q quit"
HELP = f"a number or the first letters plays; {KEYS}"
HELP_WITH_MANY = f"a number plays, words narrow the choices, Enter shows all; {KEYS}"
FEW_LINES = 3  # of choices, up to which they are written one after the other
LEAST_ROWS = 6  # of choices, above a board that fills the screen
ROUND_ABOUT = 4  # lines besides board and choices: the help, and the prompt
BEST = 8  # choices that a hint rates where there are many
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # escape codes that clear the screen and the scrollback


@dataclass
class NamedPlayer:
    """The player of a seat: a bot, or a person where there is none."""

    name: str
    bot: Bot | None = None


def worth(game: Game, known: Evaluation, one: ActionValue) -> str:
    """The value of an action in words, with no more digits than are right: a table may be compressed, and an estimate
    is right to a per cent or so."""
    points = "" if one.points is None else word(game, "score", score=f"{one.points:.1f}")
    if known.kind == "team":
        return f"{points} (estimated)"
    if not known.exact:
        return f"{one.value:.0%} to win{points and f', {points}'} (estimated)"
    return f"{one.value:.1%} to win" if known.kind == "win" else f"{one.value:.1f} {known.kind}"


class Quit(Exception):
    """Ends the match at the wish of the person at the keyboard."""


def seat_players(game: str, people: Sequence[str], bots: int, level: str, seed: int | None) -> list[NamedPlayer]:
    """The players by seat: people first, in the order of their names, then the bots."""
    robots = [
        NamedPlayer(f"Bot {number + 1} ({level})", bot(game, level, None if seed is None else seed + number))
        for number in range(bots)
    ]
    return [*(NamedPlayer(name) for name in people), *robots]


class Sitting:
    """A match at a keyboard."""

    def __init__(self, console: Console, match: Match, players: list[NamedPlayer]) -> None:
        self.console, self.match, self.players = console, match, players
        self.names = [player.name for player in players]
        self.told = 0  # ply up to which the log was printed
        self.last_person = next((seat for seat, player in enumerate(players) if player.bot is None), -3)

    def run(self) -> None:
        """Play to the end; Quit when somebody quits."""
        match = self.match
        self.console.print(f"[bold yellow]{word(match.game, 'title')}[/]  [dim]{word(match.game, 'tagline')}[/]")
        self.console.print(f"[dim]{HELP}[/]")
        while not match.over:
            player = self.players[match.to_act]
            if player.bot is None:
                self.hand_over()
                self.print_log()
                self.ask()
            else:
                match.play(player.bot.choose(match.seen(), match.legal(), match.past()))
        self.print_log()
        self.print_board()
        tell_result(self.console, match, self.names)

    def hand_over(self) -> None:
        """Clear the screen before the next person's turn, in a game with secrets and more than one person."""
        people = [player for player in self.players if player.bot is None]
        if self.match.game.has["see"] and len(people) > 1 and self.match.to_act != self.last_person:
            self.wipe()
            name = (self.names[self.match.to_act], "bold")
            self.read(Text.assemble("Hand the keyboard to ", name, " and press Enter "))
        self.last_person = self.match.to_act

    def wipe(self) -> None:
        """Clear the screen and the scrollback, so that nobody reads the secrets of another by scrolling up."""
        if self.console.is_terminal:
            self.console.file.write(WIPE)
            self.console.file.flush()

    def print_log(self, since: int | None = None) -> None:
        """Print the log from a ply on (None: what was not printed yet)."""
        for line in self.match.lines(self.last_person, self.told if since is None else since):
            self.console.print(Text("  " + tell(self.match.game, line.said, self.names)))
        self.told = self.match.ply

    def print_board(self) -> None:
        """Print the board as the last person sees it."""
        board = self.match.show(self.last_person)
        seats = "   ".join(f"{seat + 1} {name}" for seat, name in enumerate(self.names))
        self.console.print(Panel(Text(board), title=Text(seats), border_style="blue", expand=False))

    def ask(self) -> None:
        """Print the board and the choices, and play the person's choice."""
        match, legal = self.match, self.match.legal()
        labels = self.labels()
        few = self.is_few(labels)
        shown = list(range(len(labels)))
        self.offer(labels, shown)
        while True:
            answer = self.read("[yellow]>[/] ").strip()
            chosen = choices.pick(answer, labels) if few else choices.by_number(answer, labels)
            if chosen is None and len(shown) == 1 and not answer and not few:
                chosen = shown[0]
            if chosen is not None:
                match.play(legal[chosen])
                return
            if answer in ("u", "undo"):
                if self.undo():
                    return
            elif self.command(answer):
                continue
            elif not few and (found := choices.narrow(answer, labels)):
                shown = found
                self.offer(labels, shown)
            else:
                self.console.print(Text(f"{answer!r} is none of the choices; {HELP if few else HELP_WITH_MANY}"))

    def offer(self, labels: list[str], shown: list[int]) -> None:
        """Print few choices below the board, many above it, so that the board stays in view."""
        name = (self.names[self.match.to_act], "bold")
        if self.is_few(labels):
            self.print_board()
            self.console.print(Text.assemble(name, ":  ", *numbered(labels)))
            return
        board = self.match.show(self.last_person).count("\n") + 3  # frame included
        rows = max(LEAST_ROWS, self.console.height - board - ROUND_ABOUT)
        for line in choices.overview(labels, shown, self.console.width, rows):
            self.console.print(Text(line))
        self.print_board()
        how_many = f"{len(shown)} of {len(labels)} choices" if len(shown) < len(labels) else f"{len(labels)} choices"
        what_now = "Enter plays it, other words find others" if len(shown) == 1 else HELP_WITH_MANY
        self.console.print(Text.assemble(name, f": {how_many}; ", (what_now, "dim")))

    def labels(self) -> list[str]:
        """The legal actions as labels of choices."""
        game, seen = self.match.game, self.match.seen()
        return [choice(game, game.say(seen[0], action), self.names) for action in self.match.legal()]

    def is_few(self, labels: list[str]) -> bool:
        """Whether the choices fit into a few lines."""
        return len(Text.assemble(*numbered(labels))) <= FEW_LINES * self.console.width

    def command(self, answer: str) -> bool:
        """Carry out a command at the prompt that is no move; False if there is no such command."""
        game = self.match.game
        if answer in ("q", "quit", "exit"):
            raise Quit
        if answer in ("r", "rules"):
            self.console.print(Markdown(game.text("RULES.md")))
        elif answer in ("l", "log"):
            self.print_log(since=0)
        elif answer in ("h", "hint"):
            self.hint()
        elif answer in ("?", "help"):
            self.console.print(f"{HELP}; where there are many choices: {HELP_WITH_MANY}")
        else:
            return False
        return True

    def hint(self) -> None:
        """Print the strongest bot's rating of each choice; of many, of the best ones."""
        game, seen = self.match.game, self.match.seen()
        with self.console.status("thinking"):
            known = advice(game, seen, past=self.match.past())
        if known is None:
            self.console.print("Nobody knows a hint for this.")
            return
        labels, legal = self.labels(), self.match.legal()
        if known.kind == "team":
            self.console.print(f"You win together with a chance of {known.seats[0]:.0%} (estimated).")
        for one in known.actions if self.is_few(labels) else known.actions[:BEST]:
            number = legal.index(one.action)
            label = f"{number + 1} {labels[number]}"
            self.console.print(Text(f"  {label}: {worth(game, known, one)}"))
            if one is known.actions[0] and (why := reason(game, game.say(seen[0], one.action), self.names)):
                self.console.print(Text(f"    {why}"))
        best, other = (*known.actions, None, None)[:2]
        if best and other and best.points is not None and other.points is not None:
            good, less = (game.say(seen[0], one.action) for one in (best, other))
            if more := gives_more(game, good, less, best.points - other.points, self.names):
                self.console.print(Text(f"  {more}"))

    def undo(self) -> bool:
        """Undo to the last choice of a person, with all moves of bots and chance since then; False if there is none."""
        standing = self.match.standing()
        mine = [n for n, p in enumerate(standing) if p.actor >= 0 and self.players[p.actor].bot is None]
        if not mine:
            self.console.print("There is nothing to take back.")
            return False
        self.told = self.match.ply  # the log goes on with the undo, and with chance after it
        self.match.undo(len(standing) - mine[-1])
        return True

    def read(self, prompt: str | Text) -> str:
        """A line of input; Quit where it ends."""
        try:
            return self.console.input(prompt)
        except (EOFError, KeyboardInterrupt, RuntimeError):  # RuntimeError: there is no input at all
            raise Quit from None


def numbered(labels: list[str]) -> list[tuple[str, str]]:
    """Choices one after the other, as pieces of styled text."""
    return [
        piece
        for number, label in enumerate(labels, 1)
        for piece in ((str(number), "bold yellow"), (f" {label}   ", ""))
    ]


def play(console: Console, match: Match, players: list[NamedPlayer], file: str | None) -> int:
    """Play a match, and save its record to `file`, also when it was broken off; returns the exit status."""
    if file is not None:
        place_for(Path(file))
    sitting = Sitting(console, match, players)
    try:
        sitting.run()
    except Quit:
        console.print("\nUntil next time.")
    if file is not None:
        try:
            record.save(match, file, sitting.names)
        except OSError as problem:
            raise BadInput(f"cannot write {file}: {problem.strerror}") from None
        console.print(f"The record is in {file}.")
    return 0
