"""What a terminal knows of a table elsewhere, from what it has heard."""

from collections.abc import Sequence

from msgspec import convert

from goldrush.games.texts import Texts
from goldrush.server import messages as wire
from goldrush.terminal import lobby, times
from goldrush.terminal.choices import NONE, Choices

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
        self.sent = ""  # the id of a decision that is not answered yet
        self.cut = ""  # why the connection is cut, if it is
        self._fixed: wire.View = {}
        self._overheard = 0  # the number of the last remark that was noted
        self._skew = 0.0  # what the server's clock is ahead of ours, in milliseconds
        texts.names = lobby.names(self.table, texts)

    @property
    def view(self) -> wire.View:
        """The match as one sees it."""
        assert self.state
        return self._fixed | self.state.view

    @property
    def choices(self) -> Choices:
        """What one may do now."""
        return convert(self.state.view, Choices) if self.state else NONE

    @property
    def asked(self) -> bool:
        """Whether one is to act, and has not yet."""
        return bool(self.choices) and not self.sent and not self.cut

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
        self._skew = welcome.now - times.now()
        self.change(welcome.table)
        for said in welcome.said:
            self.listen(said)
        self.overhear(wire.Remarks(welcome.remarks))
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
        """Notes what somebody said; what was removed is not said again."""
        if not said.text:
            return
        name = self.texts.names[said.seat]
        self.log.append(self.texts("join.said", name=name, text=said.text))

    def overhear(self, remarks: wire.Remarks) -> None:
        """Notes what was said among those who look on, once."""
        for one in remarks.remarks:
            if one.text and one.number > self._overheard:
                self.log.append(self.texts("join.said", name=one.name, text=one.text))
                self._overheard = one.number

    def advice(self, hint: wire.Hinted) -> list[str]:
        """What a bot would play, unless something else has happened since it was asked."""
        if not self.state or self.state.number != hint.number:
            return []
        text = self.choices.text(hint.action)
        key = "join.simple_hint" if hint.simple else "join.hint"
        return [self.texts(key, action=text), *self._reason(hint)] if text else []

    def _reason(self, hint: wire.Hinted) -> list[str]:
        """Why a bot would do that, with its figures."""
        if hint.share is None:
            return []
        share, ahead = round(100 * hint.share), round(100 * hint.ahead)
        other = self.choices.text(hint.other) if hint.other is not None else None
        if not other:
            return [self.texts("join.hint_alone", share=share)]
        key = "join.hint_ahead" if ahead else "join.hint_level"
        return [self.texts(key, share=share, n=ahead, other=other)]

    def described(self, address: str) -> list[str]:
        """The table before the match begins, line by line."""
        return [
            self.texts("lobby.title", title=self.texts("game.title"), address=address),
            self.texts("table.promise", commitment=self.table.commitment),
            *lobby.rules(self.table, self.texts),
            *times.terms(self.table, self.texts),
            *lobby.seats(self.table, self.mine, self.texts),
        ]

    def clocks(self) -> list[str]:
        """What time is left to whom, if people have only so much."""
        return times.clocks(self.table, times.now() + self._skew, self.texts)

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
            return self.texts("table.thinking", name=lobby.bot(seat, self.texts))
        if seat and actor is not None and not seat.present:
            return self.texts("join.waits_for", name=self.texts.names[actor])
        return ""
