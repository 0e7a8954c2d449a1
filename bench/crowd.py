"""People at tables who act when an action is due, and note how late it was acknowledged.

The loop is open: actions fall due at a steady rate, whether or not the server has answered those
before.  One that cannot be sent yet waits at its table, and its time runs from when it was due.
"""

import asyncio
import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

OPENING = 8  # tables that are opened at once
AGE = 40  # actions that a table may have behind it at first, so that not all matches end at once
TIMEOUT = 60.0  # seconds for whatever must come to pass


class Book:
    """What is written down while people play."""

    def __init__(self) -> None:
        self.late: list[float] = []  # seconds from when an action was due to its answer
        self.size = 0  # bytes that the server has sent
        self.refused = 0
        self.lost = 0  # sockets that the server has closed
        self.matches = 0  # that were opened


class Seat(WSListener, ABC):  # type: ignore[misc]  # picows is compiled
    """One socket at a table; what is said over it is each server's own."""

    def __init__(self, table: "Table", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.ready = asyncio.Event()  # has been told where the match stands
        self.asked = False  # to act
        self.due: float | None = None  # when the action was that is being answered

    @abstractmethod
    def greet(self) -> None:
        """Says what must be said first."""

    @abstractmethod
    def hear(self, said: memoryview) -> None:
        """Takes a message to heart."""

    @abstractmethod
    def act(self) -> None:
        """Plays any legal action."""

    def send(self, message: bytes) -> None:
        assert self.transport
        self.transport.send(WSMsgType.TEXT, message)

    def answered(self, *, refused: bool = False) -> None:
        """Notes how late an answer was; what was refused is still owed."""
        book, due, self.due = self.table.crowd.book, self.due, None
        if due is None:
            return
        if refused:
            book.refused += 1
            self.table.owed.appendleft(due)
        else:
            book.late.append(monotonic() - due)

    def close(self) -> None:
        transport, self.transport = self.transport, None
        if transport:
            transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.greet()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT and self.transport:
            self.table.crowd.book.size += frame.payload_size
            self.hear(frame.get_payload_as_memoryview())
            self.table.press()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.table.crowd.book.lost += self.transport is not None


class Table(ABC):
    """A table with two seats, and the actions that are owed there."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.seats: list[Seat] = []
        self.owed: deque[float] = deque()
        self.playing = False
        self.over = False  # the match is

    @abstractmethod
    async def begin(self) -> None:
        """Opens a match, fills ``seats`` with connected ones."""

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self.owed) or any(seat.due is not None for seat in self.seats)

    async def open(self) -> None:
        """Begins a match in place of one that is over."""
        self.leave()
        async with self.crowd.opening, asyncio.timeout(TIMEOUT):
            await self.begin()
            for seat in self.seats:
                await seat.ready.wait()
        self.crowd.book.matches += 1
        self.playing, self.over = True, False
        self.press()

    def owe(self, due: float) -> None:
        """Has somebody act as soon as he can."""
        self.owed.append(due)
        self.press()

    def press(self) -> None:
        """Lets whoever is asked do what is owed; all of them, if several think they are."""
        if not self.playing:
            return
        for seat in self.seats:
            if self.owed and seat.asked and seat.due is None and seat.transport:
                seat.due, seat.asked = self.owed.popleft(), False
                seat.act()
        if self.over and all(seat.due is None for seat in self.seats):
            self.playing = False
            self.crowd.again(self)

    def leave(self) -> None:
        for seat in self.seats:
            seat.close()
        self.seats = []


class Crowd:
    """All tables, and whose turn it is to be owed an action."""

    def __init__(self, group: asyncio.TaskGroup, seed: int = 0) -> None:
        self.book = Book()
        self.luck = random.Random(seed)
        self.opening = asyncio.Semaphore(OPENING)
        self.tables: deque[Table] = deque()
        self._group = group

    async def fill(self, tables: list[Table]) -> None:
        """Opens tables and plays each for a while."""
        await asyncio.gather(*(table.open() for table in tables))
        self.tables.extend(tables)
        for table in tables:
            table.owed.extend([monotonic()] * self.luck.randrange(AGE))
            table.press()
        await self.calm(TIMEOUT)

    def owe(self, due: float) -> None:
        """Gives an action to the next table where a match is played."""
        for _ in range(len(self.tables)):
            self.tables.rotate()
            if self.tables[0].playing:
                self.tables[0].owe(due)
                return
        raise RuntimeError("no table is in play: matches end faster than new ones begin")

    def again(self, table: Table) -> None:
        """Opens a new match at a table; what was still owed there, others do."""
        owed, table.owed = table.owed, deque()
        self._group.create_task(table.open())
        for due in owed:
            self.owe(due)

    async def calm(self, seconds: float) -> int:
        """Waits until nothing is owed; says how much still is after so many seconds."""
        end = monotonic() + seconds
        while (left := sum(table.busy for table in self.tables)) and monotonic() < end:
            await asyncio.sleep(0.02)
        return left

    def leave(self) -> None:
        """Goes home."""
        for table in self.tables:
            table.playing = False
            table.leave()


async def connect(
    make: Callable[[], Seat], address: str, headers: dict[str, str] | None = None
) -> Seat:
    """A socket that has said what must be said first."""
    url = address.replace("http", "ws", 1)
    _, seat = await ws_connect(
        make, url, websocket_handshake_timeout=TIMEOUT, extra_headers=headers, proxy=None
    )
    found: Seat = seat
    return found


Ask = Callable[..., Awaitable[Any]]
