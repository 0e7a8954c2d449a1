"""What is typed at a table elsewhere besides actions: questions, and orders to the server."""

from collections.abc import Callable
from typing import NamedTuple

from goldrush.server import messages as wire
from goldrush.terminal import times, words
from goldrush.terminal.boards import Board
from goldrush.terminal.connection import Connection, fresh_id
from goldrush.terminal.remote import Address, Declined, Server
from goldrush.terminal.screen import Left
from goldrush.terminal.visit import Visit

LISTED = 10  # actions that a refusal names
COMMANDS = (
    *("help", "list", "state", "rules", "undo", "hint", "say", "start", "lots", "bot"),
    *("time", "away", "back", "quit"),
)


class Orders(NamedTuple):
    """Does what is ordered; each answer is what is to be said about it, line by line."""

    address: Address
    server: Server
    visit: Visit
    connection: Connection
    board: Board
    read: Callable[[str], None]  # shows a long text

    def obey(self, said: str | None) -> list[str]:
        """Does what is typed and is no action; Left if somebody goes."""
        word, _, rest = (said or "").partition(" ")
        command = words.command(self.visit.texts, word, *COMMANDS)
        if said is None or command == "quit":
            raise Left
        return self._at_any_time(command, rest.strip(), said)

    def start(self) -> list[str]:
        """Begins the match."""
        return self._request("POST", "/start")

    def refused(self, declined: Declined) -> str:
        """How one is told that the server says no."""
        texts = self.visit.texts
        return texts(f"reason.{declined.reason}", detail=texts.problem(declined))

    def _at_any_time(self, command: str | None, rest: str, said: str) -> list[str]:
        """Obeys a command that can be given at any time."""
        match command:
            case "help":
                return [self._help()]
            case "rules":
                self.read(words.rules(self.visit.texts.lang, self.visit.table.game))
            case "say" if rest:
                text = " ".join(rest.split())[: wire.MOST_TEXT]
                self.connection.ask(wire.Say(fresh_id(), text))
            case "start":
                return self.start()
            case "lots":
                wanted = not all(self.visit.table.seats[seat].lots for seat in self.visit.mine)
                return self._request("PUT", "/lots", wire.Lots(wanted))
            case "bot":
                return self._seat_bot(rest)
            case _:
                return self._about_time(command, rest) or self._about_play(command, said)
        return []

    def _about_play(self, command: str | None, said: str) -> list[str]:
        """Answers what has a meaning only in a match."""
        state, texts = self.visit.state, self.visit.texts
        if not state:
            return [texts("join.not_yet", said=said)]
        match command:
            case "list":
                legal = texts("table.list", legal=self.visit.choices.listed(texts))
                return [legal if self.visit.asked else texts("join.others_turn")]
            case "state":
                return self.board.state(self.visit.view, texts)
            case "undo":
                return self._undo(state)
        return self._about_turn(command, said, state)

    def _about_turn(self, command: str | None, said: str, state: wire.State) -> list[str]:
        """Answers what has a meaning only when one is to act."""
        texts = self.visit.texts
        if not self.visit.asked:
            return [texts("join.not_asked", said=said)]
        if command == "hint":
            self.connection.ask(wire.Hint(fresh_id(), state.number))
            return []
        legal = self.visit.choices.listed(texts, LISTED)
        return [texts("table.illegal", said=said, legal=legal)]

    def _undo(self, state: wire.State) -> list[str]:
        if not state.undo:
            return [self.visit.texts("reason.no_undo")]
        self.connection.ask(wire.Undo(fresh_id(), state.number))
        return []

    def _seat_bot(self, said: str) -> list[str]:
        """Gives a seat to a bot: before the match one of one's choice, later a stand-in."""
        number, _, persona = said.partition(" ")
        if not number.isdecimal() or (not self.visit.state and not persona):
            return [self.visit.texts("join.bot_how")]
        seat = f"/seats/{int(number[:3]) - 1}"
        if self.visit.state:
            return self._request("POST", f"{seat}/stand-in")
        return self._request("PUT", f"{seat}/persona", wire.Substitute(persona.strip().lower()))

    def _about_time(self, command: str | None, rest: str) -> list[str]:
        """Obeys what has to do with clocks; nothing if it does not."""
        if command not in ("time", "away", "back"):
            return []
        if command == "time":
            terms = [*times.terms(self.visit.table, self.visit.texts), *self.visit.clocks()]
            return terms or [self.visit.texts("time.free")]
        refused = self._go_away(rest) if command == "away" else self._come_back()
        return refused or [self.visit.texts(f"time.{command}")]

    def _go_away(self, said: str) -> list[str]:
        """Takes so many days off."""
        if not said.isdecimal() or not 0 < int(said[:3]) <= wire.MOST_VACATION:
            return [self.visit.texts("time.away_how")]
        until = int(times.now()) + 1000 * wire.DAY * int(said[:3])
        return self._request("PUT", "/vacation", wire.Away(until))

    def _come_back(self) -> list[str]:
        """Ends one's days off, or takes one's seat back from a bot."""
        replaced = any(self.visit.table.seats[seat].persona for seat in self.visit.mine)
        return self._request("DELETE", "/stand-in" if replaced else "/vacation")

    def _request(self, method: str, path: str, body: object = None) -> list[str]:
        """Asks for something around the table; all hear of it when it is done."""
        try:
            self.server.ask(method, f"/tables/{self.address.code}{path}", wire.Seated, body)
        except Declined as declined:
            return [self.refused(declined)]
        except ValueError as error:
            return [words.reason(self.visit.texts.lang, error)]
        return []

    def _help(self) -> str:
        texts = self.visit.texts
        if not self.visit.state:
            return texts("lobby.help")
        return texts("join.help", how=texts("board.help"))
