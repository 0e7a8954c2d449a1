"""What a terminal knows of a table elsewhere, from what it has heard."""

from collections.abc import Sequence
from typing import Any

from goldrush.games.texts import Texts
from goldrush.server import messages as wire
from goldrush.terminal import lobby

HISTORY = 30  # lines of the log that whoever comes late is told


class Visit:
    """A table, the match there, and all that was told of it."""

    def __init__(self, seated: wire.Seated, texts: Texts) -> None:
        self.table = seated.table
        self.mine = seated.mine  # one's own seats
        self.texts = texts
        self.state: wire.State | None = None  # None before the match
        self.log: list[str] = []
        self.here = False  # whether one was welcomed yet
        self.cut = ""  # why the line is cut, if it is
        self._fixed: wire.View = {}
        texts.names = lobby.names(self.table, texts)

    @property
    def view(self) -> dict[str, Any]:
        """The match as one sees it."""
        assert self.state
        return self._fixed | self.state.view

    @property
    def over(self) -> bool:
        """Whether the match is over, and its secret known."""
        return bool(self.state and self.state.view["places"] and self.table.secret)

    def welcome(self, welcome: wire.Welcome) -> None:
        """Comes to the table, or back to it."""
        late, self.here = not self.here, True
        if self.cut:
            self.log.append(self.texts("join.up_again"))
            self.cut = ""
        self.mine, self._fixed = welcome.mine, welcome.fixed
        self.change(welcome.table)
        for said in welcome.said:
            self.listen(said)
        if welcome.state:
            self.see(welcome.state, welcome.lines)
        if late:
            del self.log[:-HISTORY]

    def see(self, state: wire.State, lines: Sequence[wire.Told]) -> None:
        """Notes what has happened."""
        self.state = state
        self.log += [self.texts.line(line) for told in lines for line in told.lines]

    def change(self, table: wire.Table) -> None:
        """Notes who is at the table."""
        before, self.table = self.table, table
        self.texts.names = lobby.names(table, self.texts)
        if self.state:
            self.log += lobby.changes(before, table, self.mine, self.texts)

    def listen(self, said: wire.Said) -> None:
        """Notes what somebody said."""
        name = self.texts.names[said.seat]
        self.log.append(self.texts("join.said", name=name, text=said.text))

    def action(self, said: str) -> int | None:
        """The action that is meant, if it can be played now."""
        if not self.state:
            return None
        legal, amount = self.state.view["legal"], self.state.view["amount"]
        meant = [choice["action"] for choice in legal if choice["text"] == said]
        folded = said.lower()
        meant = meant or [one["action"] for one in legal if one["text"].lower() == folded]
        if amount and not meant:
            number = folded.removeprefix(amount["name"].lower())
            if number.isdecimal() and len(number) < 10 and int(number) <= amount["most"]:
                meant = [amount["action"] + int(number)]
        return int(meant[0]) if len(meant) == 1 else None

    def legal(self, most: int | None = None) -> str:
        """What can be played now."""
        assert self.state
        legal = [choice["text"] for choice in self.state.view["legal"]]
        if amount := self.state.view["amount"]:
            least, largest = (f"{amount['name']}{amount[end]}" for end in ("least", "most"))
            legal.append(self.texts("table.range", least=least, most=largest))
        return ", ".join(legal[:most]) + (", …" if most and len(legal) > most else "")

    def advice(self, hint: wire.Hinted) -> list[str]:
        """What a bot would play, unless something else has happened since it was asked."""
        if not self.state or self.state.number != hint.number:
            return []
        legal, amount = self.state.view["legal"], self.state.view["amount"]
        names = [choice["text"] for choice in legal if choice["action"] == hint.action]
        if amount and not names:
            names = [f"{amount['name']}{hint.action - amount['action']}"]
        return [self.texts("join.hint", action=name) for name in names]

    def described(self, address: str) -> list[str]:
        """The table before the match begins, line by line."""
        return [
            self.texts("lobby.title", title=self.texts("game.title"), address=address),
            self.texts("table.promise", commitment=self.table.commitment),
            *lobby.rules(self.table, self.texts),
            *lobby.seats(self.table, self.mine, self.texts),
        ]

    def prompt(self) -> str:
        """What is to be done now, or waited for."""
        if self.cut:
            return self.texts("join.cut", reason=self.cut)
        if self.state:
            return self.texts.line(self.state.view["prompt"])
        n = lobby.missing(self.table)
        return self.texts("lobby.missing", n=n) if n else self.texts("lobby.complete")

    def thinking(self) -> str:
        """Who is waited for and will not say so: a bot that thinks, or somebody away."""
        actor = self.state.actor if self.state and not self.cut else None
        seat = None if actor is None or actor in self.mine else self.table.seats[actor]
        if seat and seat.persona:
            return self.texts("table.thinking", name=lobby.persona(seat.persona, self.texts))
        if seat and actor is not None and not seat.present:
            return self.texts("join.waits_for", name=self.texts.names[actor])
        return ""
