"""A person, or a watcher, at a table elsewhere: what is heard, shown, typed and sent."""

import time
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

from rich.console import Console

from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.server import messages as wire
from goldrush.terminal import keyboard, lobby, words
from goldrush.terminal.boards import board
from goldrush.terminal.connection import Connection, Cut, Heard, fresh_id
from goldrush.terminal.keyboard import Hear, Keyboard, Keys, Typed, Typing
from goldrush.terminal.orders import Orders
from goldrush.terminal.remote import Address, Declined, Server
from goldrush.terminal.scene import Painted, Scene, Spoken
from goldrush.terminal.screen import LEAST_PAUSE, Left, fits
from goldrush.terminal.visit import Visit


class Guest:
    """A terminal at a table, from the first hello to the last step."""

    def __init__(
        self,
        address: Address,
        server: Server,
        seated: wire.Seated,
        texts: Texts,
        console: Console,
        *,
        seat: int | None = None,
        pace: float = 0.0,
        plain: bool = False,
        start: bool = False,
        keys: Callable[[Hear], Keyboard] | None = None,
    ) -> None:
        self.address, self.server, self.texts, self.console = address, server, texts, console
        self.visit = Visit(seated, texts)
        self.eager = start  # to begin as soon as everybody is there
        self.pace = pace
        self._feedback: list[str] = []
        self._typing = ""
        self._late: deque[Heard] = deque()  # heard, to be shown when there was time to look
        self._look_until = 0.0
        self._laid_open = False  # whether things are shown that will be covered
        self._heard: SimpleQueue[Heard | Typed | Typing] = SimpleQueue()
        self._furnish(keys, plain=plain)
        self.connection = Connection(address.socket, server.headers, self._heard.put)
        self.connection.seat = seat
        self.orders = Orders(
            address, server, self.visit, self.connection, self.board, self.screen.read
        )

    def _furnish(self, keys: Callable[[Hear], Keyboard] | None, *, plain: bool) -> None:
        """Sets up screen and keyboard: painted and key by key, or line by line."""
        self.board = board(self.visit.table.game)
        people = keyboard.possible()
        if not keys and people and not plain and fits(self.board, self.console):
            self.screen: Painted | Spoken = Painted(self.board, self.texts, self.console, self.pace)
            self.keyboard: Keyboard = Keys(self._heard.put)
            return
        self.screen = Spoken(self.board, self.texts, self.console)
        if keys:
            self.keyboard = keys(self._heard.put)
        else:
            self.keyboard = Keyboard(self._heard.put, keyboard.piped(), people=people)

    def play(self) -> None:
        """Takes part until the match is over; Left if whoever types leaves first."""
        try:
            with self.screen, self.keyboard:
                self.connection.start()
                while not self.visit.over or self._late:
                    if self._wait():
                        self._paint()
        except KeyboardInterrupt:
            raise Left from None
        finally:
            self.connection.close()

    # --- what happens -----------------------------------------------------------------------------

    def _wait(self) -> bool:
        """Waits for one thing to happen and deals with it; returns whether all looks different."""
        left = max(self._look_until - time.monotonic(), 0.0)
        if self._late and not left:
            self._take(self._late.popleft())
            return True
        if self.keyboard.people or self.visit.asked:
            self.keyboard.ask()
        try:
            heard = self._heard.get(timeout=left if self._late or self._laid_open else None)
        except Empty:  # the time to look is over
            self._laid_open = False
            return True
        if isinstance(heard, Typing):
            self._typing = heard.text
            self.screen.type(self._ask(), self._typing)
            return False
        if isinstance(heard, Typed):
            self._typing = ""
            self.screen.answered()
            self._feedback = self._said(heard.line)
            return True
        self._late.append(heard)
        return False

    def _take(self, heard: Heard) -> None:
        """Takes to heart what the server says."""
        if isinstance(heard, wire.Welcome):
            self.visit.welcome(heard)
            self._begin()
        elif isinstance(heard, wire.News):
            self._see(heard)
        elif isinstance(heard, wire.Changed):
            self.visit.change(heard.table)
            self._begin()
        elif isinstance(heard, wire.Said):
            self.visit.listen(heard)
        elif isinstance(heard, wire.Remarks):
            self.visit.overhear(heard)
        elif isinstance(heard, Cut):
            self._lose(heard)
        elif isinstance(heard, wire.Hinted):
            self._feedback = self.visit.advice(heard)
        elif not isinstance(heard, wire.Pong):
            self._settle(heard)

    def _see(self, news: wire.News) -> None:
        """Shows what has happened, and gives time to look at it."""
        self.visit.see(news.state, news.lines)
        self._feedback = []
        if isinstance(self.screen, Painted):
            self._laid_open = bool(news.state.view["shown"])
            pause = max(self.pace, LEAST_PAUSE) if self._laid_open else self.pace
            self._look_until = time.monotonic() + pause

    def _begin(self) -> None:
        """Looks again when the match has begun; begins it if that is wanted and possible."""
        table, seat = self.visit.table, self.connection.seat
        if self.visit.state:
            return
        if table.phase != "open":
            self.connection.hello(table.lots[seat] if table.lots and seat is not None else seat)
        elif self.eager and self.visit.mine and not lobby.missing(table):
            self.eager = False
            self._feedback = self.orders.start()

    def _lose(self, cut: Cut) -> None:
        """Notes that the connection is cut; if for good, there is nothing left to do."""
        if cut.for_good:
            raise Problem("{}: {}", self.address, cut.reason)
        self.visit.cut, self._feedback = cut.reason, []

    def _settle(self, reply: wire.Done | wire.Refused) -> None:
        """Takes the reply to what was asked for."""
        if reply.id == self.visit.sent:
            self.visit.sent = ""
        if isinstance(reply, wire.Refused):
            self._feedback = [self.orders.refused(Declined(reply))]
            self.visit.state = reply.state or self.visit.state
            if reply.id is None and reply.reason == "not_your_seat":
                self.connection.hello(None)  # lots were drawn while it was cut

    # --- what is typed ----------------------------------------------------------------------------

    def _said(self, said: str | None) -> list[str]:
        """Does what is typed, an action first; returns what is to be said about it."""
        action = self.visit.choices.meant(words.meant(self.texts, said or ""))
        if action is not None and self.visit.asked and self.visit.state:
            self.visit.sent, self._look_until, self._laid_open = fresh_id(), 0.0, False
            self.connection.ask(wire.Act(self.visit.sent, self.visit.state.number, action))
            return []
        return self.orders.obey(said)

    # --- what is shown ----------------------------------------------------------------------------

    def _paint(self) -> None:
        """Shows how things are now."""
        state, view = self.visit.state, self.visit.view if self.visit.state else None
        if not self.visit.here and not self.visit.cut:
            return
        if view and self.visit.asked and not self._laid_open:
            view |= {"shown": []}  # whoever thinks no longer sees what the last turn laid open
        undo = [self.texts("join.may_undo")] if state and state.undo and not self.visit.sent else []
        scene = Scene(
            view=view,
            above=[] if view else self.visit.described(str(self.address)),
            log=self.visit.log,
            below=[*self._feedback, *undo, *self._clocks()],
            prompt="" if self.visit.sent else self.visit.prompt(),
            passing=self.texts("join.sent") if self.visit.sent else self.visit.thinking(),
            ask=self._ask(),
            asks=self.visit.asked,
        )
        self.screen.paint(scene, self._typing)

    def _clocks(self) -> list[str]:
        """The clocks, where they are looked at; a voice tells them only when it is asked."""
        playing = self.visit.state and isinstance(self.screen, Painted)
        return self.visit.clocks() if playing else []

    def _ask(self) -> str:
        """What stands before what is typed."""
        what = self.texts("board.ask") if self.visit.asked else self.texts("join.ask")
        return self.texts("table.ask", what=what)
