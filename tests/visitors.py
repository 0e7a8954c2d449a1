"""People at a server: what a browser does, in a few lines."""

import itertools
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

TIMEOUT = 120.0  # seconds: whatever is asked for first may have to be compiled
ids = itertools.count()


class Visitor:
    """A browser with its cookie."""

    def __init__(self, address: str, name: str = "Ada") -> None:
        self.address = address
        self.name = name
        none = httpx.Limits(max_keepalive_connections=0)  # that somebody would have to close
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, limits=none)
        self.forwarded: dict[str, str] = {}  # what a proxy on this machine would add

    def move(self, address: str) -> "Visitor":
        """Comes from another address from now on."""
        self.forwarded = {"X-Forwarded-For": address}
        self.http.headers.update(self.forwarded)
        return self

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The answer to a request that must succeed."""
        answer = self.tried(method, path, **body)
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json()

    def tried(self, method: str, path: str, **body: Any) -> httpx.Response:
        return self.http.request(method, f"/api{path}", json=body if method != "GET" else None)

    def create(self, game: str, *seats: str | None, **more: Any) -> str:
        """Makes a table; seats are personas, None for people."""
        places = [{"persona": persona} if persona else {} for persona in seats]
        made = self.ask("POST", "/tables", game=game, name=self.name, seats=places, **more)
        return str(made["table"]["code"])

    def join(self, code: str, **more: Any) -> Any:
        return self.ask("POST", f"/tables/{code}/seats", name=self.name, **more)

    def start(self, code: str) -> Any:
        return self.ask("POST", f"/tables/{code}/start")

    def sit(self, code: str, last: int = 0, seat: int | None = None) -> "Socket":
        """A socket that has said hello."""
        return Socket(self, code, last, seat)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Socket:
    """A view of a table, kept up to date."""

    def __init__(self, visitor: Visitor, code: str, last: int = 0, seat: int | None = None) -> None:
        address = visitor.address.replace("http", "ws", 1)
        self.websocket: ClientConnection = connect(
            f"{address}/api/tables/{code}/socket",
            additional_headers={"Cookie": visitor.cookie, **getattr(visitor, "forwarded", {})},
            compression=None,
            max_size=None,
            max_queue=None,  # what nobody reads must not hold up the rest
            legacy=True,  # closed by hand
        )
        self.told: list[Any] = []  # lines, in the order in which they came
        self.raw: list[str] = []
        self.state: Any = None
        self.table: Any = None
        self.said: list[Any] = []
        self.hello(last, seat)

    def hello(self, last: int = 0, seat: int | None = None) -> Any:
        self.send(type="Hello", last=last, seat=seat)
        return self.until(lambda message: message["type"] == "Welcome")

    def send(self, **message: Any) -> None:
        self.websocket.send(json.dumps(message))

    def receive(self, seconds: float = TIMEOUT) -> Any:
        """The next message, taken to heart."""
        self.raw.append(str(self.websocket.recv(seconds)))
        message = json.loads(self.raw[-1])
        self.told += message.get("lines", [])
        self.state = message.get("state") or self.state
        self.table = message.get("table") or self.table
        if message["type"] in ("Welcome", "Said"):
            self.said += message.get("said", [message])
        return message

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Receives until such a message comes."""
        end = time.monotonic() + TIMEOUT
        while not wanted(message := self.receive(max(0.0, end - time.monotonic()))):
            pass
        return message

    def act(self, action: int, said: str | None = None, number: int | None = None) -> Any:
        """Plays an action and waits for the answer."""
        said = said or f"{next(ids)}"
        number = self.state["number"] if number is None else number
        self.send(type="Act", id=said, number=number, action=action)
        return self.until(lambda message: message.get("id") == said)

    def undo(self) -> Any:
        said = f"{next(ids)}"
        self.send(type="Undo", id=said, number=self.state["number"])
        return self.until(lambda message: message.get("id") == said)

    def choices(self) -> list[int]:
        """What can be done now, as far as this seat knows."""
        view = self.state["view"]
        amount = view["amount"]
        numbers = range(amount["least"], amount["most"] + 1) if amount else ()
        return [c["action"] for c in view["legal"]] + [amount["action"] + n for n in numbers]

    def play_on(self, enough: Callable[[Any], bool]) -> None:
        """Plays at random until a view of one's own turn is as wanted, or the match is over."""
        luck = Random(3)
        while True:
            while not (choices := self.choices()) and not self.state["view"]["places"]:
                self.receive()
            if not choices or enough(self.state["view"]):
                return
            self.act(luck.choice(choices))

    def close(self) -> None:
        self.websocket.close()


def finish(sockets: list[Socket]) -> None:
    """Plays a match to its end."""
    turn = 0
    while sockets[0].state["view"]["places"] is None:
        for socket in sockets:
            while choices := socket.choices():
                turn += 1
                socket.act(choices[turn % len(choices)])
            number = socket.state["number"]
            for other in sockets:
                while other.state["number"] < number:
                    other.receive()
