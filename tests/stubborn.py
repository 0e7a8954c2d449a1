"""People who never give up: they connect again, say what they had last, and send again what was
not answered."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

TIMEOUT = 30.0
PAUSE = 0.005  # seconds until the next attempt to connect
TWICE, LATE, TAKEN_BACK, CHATTY = 0.2, 0.1, 0.3, 0.05  # how often something is done
LOST = (OSError, WebSocketException, EOFError)

Message = dict[str, Any]


class Moments:
    """Bad moments for something to break: it is told of all that goes to and fro."""

    def __init__(self, most: int, starting: float) -> None:
        self.most = most  # things that happen until the next one, at the most
        self.starting = starting  # seconds within which a server starts
        self.rng = Random(1)
        self._awaited, self._left, self._come = "", 0, asyncio.Event()

    def sent(self) -> None:
        self._happened("sent")

    def heard(self) -> None:
        self._happened("heard")

    async def next(self) -> None:
        """Waits for a moment of one of four kinds."""
        moment = self.rng.choice([self._starting, self._sent, self._writing, self._answered])
        async with asyncio.timeout(TIMEOUT):
            await moment()

    async def _starting(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, self.starting))

    async def _sent(self) -> None:
        """Right after something is sent, before anybody can have read it."""
        await self._some("sent")

    async def _writing(self) -> None:
        """While something that was sent is read, written or answered."""
        await self._some("sent")
        await asyncio.sleep(self.rng.uniform(0, 0.006))

    async def _answered(self) -> None:
        await self._some("heard")

    async def _some(self, what: str) -> None:
        """Waits until something has happened a few times."""
        self._awaited, self._left = what, self.rng.randint(1, self.most)
        self._come.clear()
        await self._come.wait()

    def _happened(self, what: str) -> None:
        self._left -= what == self._awaited
        if not self._left:
            self._come.set()


class Person:
    """Somebody who plays at random at one table after the other."""

    def __init__(self, address: str, name: str, moments: Moments) -> None:
        self.address = address
        self.name = name
        self.moments = moments
        self.rng = Random(name)
        self.http = httpx.AsyncClient(base_url=address, timeout=TIMEOUT, verify=False)
        self.seatings: list[Seating] = []
        self.stopped = False

    async def tried(self, method: str, path: str, **body: Any) -> httpx.Response:
        """The answer to a request, asked until there is one."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                try:
                    return await self.http.request(method, f"/api{path}", json=body)
                except httpx.TransportError:
                    await asyncio.sleep(PAUSE)

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        """The answer to a request that must succeed."""
        answer = await self.tried(method, path, **body)
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json()

    async def create(self, game: str, *seats: str | None, **more: Any) -> str:
        """Makes a table; seats are personas, None for people."""
        places = [{"persona": persona} if persona else {} for persona in seats]
        await self.tried("GET", "/me")  # for the cookie: a seat must not be a lost one's
        made = await self.ask("POST", "/tables", game=game, name=self.name, seats=places, **more)
        return str(made["table"]["code"])

    async def play(self, code: str) -> None:
        """Plays at a table, and then the rematches, until told to stop."""
        await self.tried("GET", "/me")
        while not self.stopped:
            await self.tried("POST", f"/tables/{code}/seats", name=self.name)
            await self.tried("POST", f"/tables/{code}/start")  # the last to come can
            assert (await self.ask("GET", f"/tables/{code}"))["mine"], "a seat was lost"
            self.seatings.append(Seating(self, code))
            await self.seatings[-1].play()
            if not self.stopped:
                made = await self.ask("POST", f"/tables/{code}/rematch")
                code = made["table"]["code"]

    @property
    def waits(self) -> bool:
        """Whether another is to act, as far as this person knows."""
        state = self.seatings[-1].state if self.seatings else None
        return bool(state and state["actor"] not in (None, self.seatings[-1].seat))

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Seating:
    """A person in one match, whatever happens to the connection."""

    ids = itertools.count()

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        self.code = code
        self.seat = -1
        self.lines: list[Any] = []
        self.state: Any = None
        self.table: Any = None
        self.open: list[Message] = []  # what was sent and not answered
        self.asked: dict[str, Message] = {}  # all that was ever sent, by id
        self.done: list[str] = []  # the ids of what was acknowledged, each once, in this order
        self.refused: dict[str, str] = {}
        self.lives = 0  # connections
        self.cut: Callable[[], None] = lambda: None

    @property
    def over(self) -> bool:
        return bool(self.table and self.table["phase"] == "over")

    @property
    def settled(self) -> bool:
        return not self.open and (self.over or self.person.stopped)

    async def play(self) -> None:
        """Plays until the match is over, or all is said and done."""
        while not self.settled:
            try:
                async with asyncio.timeout(TIMEOUT):
                    await self._converse()
            except TimeoutError:
                raise AssertionError(f"{self.person.name} waits at {self.code} in vain") from None
            except LOST:
                await asyncio.sleep(PAUSE)

    async def follow(self) -> None:
        """Watches the match to its end on one connection, and does nothing."""
        async with self._connected() as socket, asyncio.timeout(3 * TIMEOUT):
            await socket.send(json.dumps({"type": "Hello"}))
            while not self.over:
                self._note(json.loads(await socket.recv()))

    async def look(self) -> None:
        """Takes what was missed, and goes."""
        async with self._connected() as socket:
            await self._hello(socket)

    async def _converse(self) -> None:
        async with self._connected() as socket:
            await self._hello(socket)
            while not self.settled:
                self._note(json.loads(await socket.recv()))
                await self._react(socket)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        """A connection to the table, which is cut in the end."""
        address = self.person.address.replace("http", "ws", 1)
        socket = await connect(
            f"{address}/api/tables/{self.code}/socket",
            additional_headers={"Cookie": self.person.cookie},
            compression=None,
            proxy=None,
        )
        self.lives += 1
        self.cut = socket.transport.abort
        try:
            yield socket
        finally:
            self.cut()

    async def _hello(self, socket: ClientConnection) -> None:
        """Says what it has, and takes what it missed; then sends again what was not answered."""
        await socket.send(json.dumps({"type": "Hello", "last": len(self.lines)}))
        while self._note(json.loads(await socket.recv()))["type"] != "Welcome":
            pass
        for message in self.open:
            await self._send(socket, message)
        await self._react(socket)

    def _note(self, message: Message) -> Message:
        """Takes a message to heart."""
        if message["type"] == "Welcome" and message["mine"]:
            self.seat = message["mine"][0]
        for told in message.get("lines", []):
            assert told["number"] == len(self.lines) + 1, "a line is missing, or came twice"
            self.lines.append(told)
        self.state = message.get("state") or self.state
        assert not self.state or self.state["number"] == len(self.lines), (
            "a line that was told is lost"
        )
        self.table = message.get("table") or self.table
        if message["type"] in ("Done", "Refused"):
            self._answered(message)
        return message

    def _answered(self, message: Message) -> None:
        said = message["id"]
        self.open = [one for one in self.open if one["id"] != said]
        if message["type"] == "Refused":
            self.refused[said] = message["reason"]
        elif said not in self.done:
            self.done.append(said)
        self.person.moments.heard()

    async def _react(self, socket: ClientConnection) -> None:
        """Decides, if it is asked to and nothing is open."""
        rng = self.person.rng
        if self.state is None and self.table["phase"] == "playing":
            await self._hello(socket)
        if self.open or self.person.stopped or not self.state:
            return
        if rng.random() < CHATTY:
            await self._ask(socket, type="Say", text=f"{self.person.name} {len(self.asked)}")
        elif self.state["undo"] and rng.random() < TAKEN_BACK:
            await self._ask(socket, type="Undo", number=self.state["number"])
        elif self.state["actor"] == self.seat and not self.over:
            action = rng.choice(choices(self.state["view"]))
            await self._ask(socket, type="Act", number=self.state["number"], action=action)

    async def _ask(self, socket: ClientConnection, **message: Any) -> None:
        """Sends something new, now and then twice, and now and then something old again."""
        message["id"] = f"{next(self.ids)}"
        self.open.append(message)
        self.asked[message["id"]] = message
        await self._send(socket, message)
        if self.person.rng.random() < TWICE:
            await self._send(socket, message)
        if self.done and self.person.rng.random() < LATE:
            await self._send(socket, self.asked[self.person.rng.choice(self.done)])

    async def _send(self, socket: ClientConnection, message: Message) -> None:
        await socket.send(json.dumps(message))
        self.person.moments.sent()


def choices(view: Any) -> list[int]:
    """What can be done, as a view has it."""
    amount = view["amount"]
    numbers = range(amount["least"], amount["most"] + 1) if amount else ()
    return [c["action"] for c in view["legal"]] + [amount["action"] + n for n in numbers]
