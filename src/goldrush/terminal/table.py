"""A table in the terminal: people at one keyboard and bots, playing a match to its end."""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid

from goldrush.bots.policy import Bot
from goldrush.core import CHANCE, WATCHER, Record, blank, rng
from goldrush.fair import Fair
from goldrush.games.texts import Texts
from goldrush.match import Match
from goldrush.position import IllegalStep, Position
from goldrush.terminal import words
from goldrush.terminal.boards import board

LOG = 7  # lines of the log below the board
LISTED = 10  # actions that a refusal names
REHEARSED = 8  # steps: enough to touch every function
LEAST_PAUSE = 1.5  # seconds for which turned cards stay, when people play [G23]


class Left(Exception):
    """A player has left the table."""


@dataclass
class BotSeat:
    """A bot at a seat, with its memory and its own luck."""

    bot: Bot
    seat: int
    rng: np.ndarray
    memory: Record = field(init=False)

    def __post_init__(self) -> None:
        self.memory = blank(self.bot.policy.MEMORY)
        self.bot.policy.begin(self.memory, self.seat, self.bot.traits)

    def watch(self, match: Match, step: int, *, seen: bool) -> None:
        """Shows it a step just played."""
        hidden = match.position.hidden(self.seat).record
        self.bot.policy.watch(self.memory, hidden, step if seen else -1, self.rng)

    def choose(self, match: Match) -> int:
        """What it plays; it gets its hidden record and nothing else."""
        legal = np.array(match.position.legal(), np.int64)
        hidden = match.position.hidden(self.seat).record
        return self.bot.policy.choose(self.memory, hidden, legal, len(legal), self.rng)


def rehearse(match: Match, bot: Bot) -> None:
    """Plays the first steps of such a match unseen, so that all is compiled before it is needed."""
    trial = Match(match.game, match.seats, match.options, fair=Fair.seeded(0, [""] * match.seats))
    seats = [BotSeat(bot, seat, rng.new(0, seat)) for seat in range(match.seats)]
    for _ in range(REHEARSED):
        actor = trial.position.actor
        step = trial.draw() if actor == CHANCE else trial.play(seats[actor].choose(trial))
        seats[0].watch(trial, step, seen=match.game.rules.seen(trial.start.record, step, 0))
        trial.position.view(WATCHER)
    trial.position.points()
    trial.position.places()


class Table:
    """A match with its players, in front of one console."""

    def __init__(
        self,
        match: Match,
        bots: dict[int, Bot],
        texts: Texts,
        console: Console,
        pace: float,
        luck: int,
    ) -> None:
        self.match = match
        self.texts = texts
        self.console = console
        self.bots = {s: BotSeat(b, s, rng.new(luck, s)) for s, b in bots.items()}
        people = [seat for seat in range(match.seats) if seat not in bots]
        self.eyes = people[0] if len(people) == 1 else WATCHER  # a screen shared by many
        self.full = console.is_terminal and console.is_interactive
        self.pace = max(pace, LEAST_PAUSE) if people else pace
        self.board = board(match.game.name)
        self.log: list[str] = []

    def play(self) -> None:
        """Plays until the match is over; Left if somebody leaves first."""
        if self.full:
            self.console.set_alt_screen(True)  # so that no scrolling back shows old cards
        try:
            while not self.match.position.over:
                self._step()
        finally:
            if self.full:
                self.console.set_alt_screen(False)

    def result(self) -> None:
        """Shows the last board, who won, and the link of the match."""
        points, places = self.match.position.points(), self.match.position.places()
        self.console.print(self.board.draw(self.match.position.view(self.eyes), self.texts))
        grid = Grid(title=self.texts("result.title"))
        for key in ("place", "name", "points"):
            grid.add_column(self.texts(f"result.{key}"))
        for seat in sorted(range(self.match.seats), key=places.__getitem__):
            grid.add_row(str(places[seat]), self.texts.names[seat], str(points[seat]))
        self.console.print(grid)
        winners = [self.texts.names[seat] for seat, place in enumerate(places) if place == 1]
        if len(winners) == 1:
            self.console.print(self.texts("result.wins", name=winners[0]))
        else:
            self.console.print(self.texts("result.shared", names=", ".join(winners)))

    def _step(self) -> None:
        actor = self.match.position.actor
        before = self.match.position.copy()
        if actor == CHANCE:
            step = int(self.match.draw())
        elif actor in self.bots:
            step = int(self.match.play(self.bots[actor].choose(self.match)))
        else:
            step = int(self.match.play(self._ask()))
        self._tell(before, step)

    def _tell(self, before: Position, step: int) -> None:
        """Shows everybody what has happened, as far as they may see it."""
        rules, after = self.match.game.rules, self.match.position
        for seat, bot in self.bots.items():
            bot.watch(self.match, step, seen=rules.seen(before.record, step, seat))
        known = step if rules.seen(before.record, step, self.eyes) else None
        old, new = before.hidden(self.eyes).record, after.hidden(self.eyes).record
        lines = [self.texts.line(x) for x in self.match.game.view.log(old, known, new, self.eyes)]
        self.log += lines
        view = after.view(self.eyes)
        if self.full:
            self._frame(view)
            if lines:
                time.sleep(self.pace)
        elif lines:
            for line in lines + self.board.words(view, self.texts):
                self.console.print(line, markup=False)

    def _frame(self, view: dict[str, Any]) -> None:
        self.console.clear()
        self.console.print(self.board.draw(view, self.texts))
        for line in self.log[-LOG:]:
            self.console.print(f"  {line}", style="dim", markup=False)
        self.console.print()
        self.console.print(self.texts.line(view["prompt"]), style="bold", markup=False)

    def _ask(self) -> str:
        """A person's action, asked for until it is legal."""
        view = self.match.position.view(self.eyes)
        if self.full:
            self._frame(view | {"shown": []})  # who thinks does not see the last turn's cards
        else:
            self.console.print(self.texts.line(view["prompt"]), markup=False)
        while True:
            try:
                said = self.console.input(f"{self.texts('table.ask')} > ").strip()
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            if said.lower() in ("q", "quit", "exit"):
                raise Left
            if not self._answered(said):
                try:
                    return self.match.position.step(said).text
                except IllegalStep:
                    text = self.texts("table.illegal", said=said, legal=self._legal(LISTED))
                    self.console.print(text, style="bright_red", markup=False)

    def _answered(self, said: str) -> bool:
        """Answers what is a question and not an action."""
        if said in ("", "?", "h", "help"):
            self.console.print(self.texts("table.help"))
        elif said.lower() in ("l", "list"):
            self.console.print(self.texts("table.list", legal=self._legal(None)))
        elif said.lower() in ("r", "rules"):
            rules = Markdown(words.rules(self.texts.lang, self.match.game.name))
            with self.console.pager(styles=True):
                self.console.print(rules)
        else:
            return False
        return True

    def _legal(self, most: int | None) -> str:
        legal = [step.text for step in self.match.position.legal()]
        return ", ".join(legal[:most]) + (", …" if most and len(legal) > most else "")
