"""A table in the terminal: people at one keyboard and bots, playing a match to its end."""

from collections.abc import Iterable

from msgspec import convert
from rich.console import Console

from goldrush.audience import Audience
from goldrush.bots.parts import compile_bot
from goldrush.bots.policy import Bot
from goldrush.bots.seat import BotSeat
from goldrush.bots.simple import choose_at_once
from goldrush.core import CHANCE, WATCHER, rng
from goldrush.games.texts import Texts
from goldrush.match import Match
from goldrush.terminal import words
from goldrush.terminal.boards import board
from goldrush.terminal.choices import Choices
from goldrush.terminal.screen import Left, Screen, Sentences, fits
from goldrush.terminal.warmup import WarmUp
from goldrush.witness import Glimpse

LISTED = 10  # actions that a refusal names
COMMANDS = ("help", "list", "state", "rules", "quit")


def compile_all(match: Match, bots: Iterable[Bot]) -> None:
    """Plays the first steps of such a match unseen, so that all is compiled before it is needed."""
    for bot in {bot.tag: bot for bot in bots}.values():  # those that differ in traits are as one
        trial = compile_bot(match, bot)
    for position in trial.replay():
        position.view(WATCHER)
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
        pace: float = 0,
        luck: int = 0,
        *,
        plain: bool = False,
        warm_up: WarmUp | None = None,
    ) -> None:
        self.match = match
        self.warm_up = warm_up  # if it begins before all is compiled
        self.texts = texts
        self.console = console
        self.bots = {s: BotSeat(b, s, rng.new(luck, s)) for s, b in bots.items()}
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.eyes = self.people[0] if len(self.people) == 1 else WATCHER  # whose view is shown
        self.board = board(match.game.name)
        if fits(self.board, console) and not plain:
            self.screen: Sentences = Screen(self.board, texts, console, pace)
        else:
            self.screen = Sentences(self.board, texts, console)
        self.logs: dict[int, list[str]] = {seat: [] for seat in {self.eyes, *self.people}}
        watching = (seat for seat, bot in self.bots.items() if bot.watches)
        self.audience = Audience(match, (*self.logs, *watching))

    @property
    def log(self) -> list[str]:
        """What has happened, as whoever looks may read it."""
        return self.logs[self.eyes]

    def play(self, opening: str) -> None:
        """Plays until the match is over; Left if somebody leaves first."""
        self._say(opening)
        if self.warm_up and self.bots:
            self._say(self.texts("table.warming", seconds=self.warm_up.seconds))
        try:
            with self.screen:
                while not self.match.position.over:
                    self._step()
        except KeyboardInterrupt:
            raise Left from None

    def _say(self, line: str) -> None:
        for log in self.logs.values():
            log.append(line)

    def result(self) -> None:
        """Shows the last board and who won."""
        self.screen.result(self.match.position.view(self.eyes))

    def _step(self) -> None:
        if self.warm_up and self.warm_up.changed_over() and self.bots:
            self._say(self.texts("table.warm"))
        actor, turns = self.match.position.actor, self.match.position.record.turns
        if actor == CHANCE:
            step: int = self.match.fair_outcome()
        elif actor in self.bots:
            step = self._think(actor)
        else:
            self._hand_over(actor)
            step = self._ask(actor)
        self._tell(self.audience.play(step))
        if self.match.position.record.turns > turns:  # asked at once or not
            self._hand_over(self.match.position.view(WATCHER)["turn"])

    def _think(self, seat: int) -> int:
        """A bot's action; whoever looks on is told that it thinks, if it thinks long."""
        view, name = self.match.position.view(self.eyes), self.texts.names[seat]
        with self.screen.thinking(view, self.log, self.texts("table.thinking", name=name)):
            bot, cold = self.bots[seat], self.match.game.compiled
            lost = bot.lost
            action = choose_at_once(bot, self.match) if cold else bot.choose(self.match)
        if bot.lost > lost:
            self._say(self.texts("table.lost", name=name))
        return action

    def _tell(self, glimpses: dict[int, Glimpse]) -> None:
        """Shows everybody what has happened, as far as they have seen it."""
        for seat, bot in self.bots.items():
            if bot.watches:
                bot.watch(glimpses[seat])
        told = {seat: glimpses[seat].log() for seat in self.logs}
        for seat, lines in told.items():
            self.logs[seat] += map(self.texts.line, lines)
        after = self.match.position
        self.screen.show(after.view(self.eyes), self.log, pause=bool(self.people))
        lines = told[self.eyes]
        if self.people and any(line["key"] in self.match.game.view.PAUSES for line in lines):
            self.screen.stop(self.log[-len(lines) :])

    def _hand_over(self, seat: int | None) -> None:
        """Shows the view of a person from now on; the screen is covered until it has the keyboard.

        As long as nobody sees more than a watcher, all look at the same screen.
        """
        if seat is None or seat == self.eyes or seat not in self.people:
            return
        position = self.match.position
        if self.eyes != WATCHER or position.hidden(seat) != position.hidden(WATCHER):
            self.screen.cover(self.texts("table.hand_over", name=self.texts.names[seat]))
            self.eyes = seat

    def _ask(self, seat: int) -> int:
        """A person's action, asked for until it is legal."""
        own = self.match.position.view(seat)
        view = self.match.position.view(self.eyes)
        view |= {name: own[name] for name in ("legal", "amount")}
        choices = convert(own, Choices)
        feedback: list[str] = []
        while True:
            said = self.screen.ask(view, self.log, own["prompt"], feedback)
            action = choices.meant(words.meant(self.texts, said))
            if action is not None:  # an action first: L may be a group, not a list
                return action
            feedback = self._feedback(said, choices)

    def _feedback(self, said: str, choices: Choices) -> list[str]:
        """Answers what is a question and not an action; Left if it is a good-bye."""
        command = words.command(self.texts, said, *COMMANDS)
        if command == "quit":
            raise Left
        if command == "list":
            return [self.texts("table.list", legal=choices.listed(self.texts))]
        if command == "state":
            return self.board.state(self.match.position.view(self.eyes), self.texts)
        if command == "rules":
            self.screen.read(words.rules(self.texts.lang, self.match.game.name))
        if command in ("rules", "help"):
            return [self.texts("table.help", how=self.texts("board.help"))]
        legal = choices.listed(self.texts, LISTED)
        return [self.texts("table.illegal", said=said, legal=legal)]
