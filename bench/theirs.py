"""Matches of boardgame.io's server, as its own client plays them over socket.io."""

import sys
from pathlib import Path

import msgspec
from asking import Asker
from crowd import Crowd, Seat, Table, connect
from process import Process

FOLDER = Path(__file__).with_name("boardgame_io")
GAME = "turning"  # in server.js
SPACE = f"/{GAME},".encode()
MESSAGE, CONNECT, PING, PONG = b"42", b"40", b"2", b"3"  # engine.io's and socket.io's types


class Board(msgspec.Struct):
    """The cards as all see them: null lies face down."""

    cards: list[int | None]


class Course(msgspec.Struct):
    """How the match goes."""

    currentPlayer: str  # noqa: N815  # as boardgame.io writes it
    gameover: bool | None = None


class State(msgspec.Struct):
    """What a client is sent after each move."""

    G: Board
    ctx: Course
    _stateID: int  # noqa: N815  # as it is called there


async def serve(folder: Path) -> Process:
    """Starts a server that keeps all in memory."""
    if not (FOLDER / "node_modules").is_dir():
        sys.exit(f"boardgame.io is not installed: run `npm ci` in {FOLDER}")
    return await Process.start("node", FOLDER / "server.js")


class TheirSeat(Seat):
    """A client of a match."""

    state: State
    match = ""
    credentials = ""

    def greet(self) -> None:
        self.send(CONNECT + SPACE)

    def hear(self, said: memoryview) -> None:
        message = bytes(said)
        if message == PING:
            self.send(PONG)
        elif message.startswith(CONNECT):
            self._emit("sync", self.match, str(self.number), self.credentials, 2)
        elif message.startswith(MESSAGE):
            self._told(message[len(MESSAGE) + len(SPACE) :])

    def act(self) -> None:
        covered = [spot for spot, card in enumerate(self.state.G.cards) if card is None]
        payload = {
            "type": "turn",
            "args": [self.table.crowd.luck.choice(covered)],
            "playerID": str(self.number),
            "credentials": self.credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state._stateID, self.match, str(self.number))

    def _told(self, event: bytes) -> None:
        """An update of one's own move is the answer to it: there is no other."""
        name, _, *rest = msgspec.json.decode(event, type=list[msgspec.Raw])
        kind = msgspec.json.decode(name)
        if kind not in ("sync", "update"):
            return
        found = rest[0]
        if kind == "sync":
            found = msgspec.json.decode(found, type=dict[str, msgspec.Raw])["state"]
        self._see(msgspec.json.decode(found, type=State))

    def _see(self, state: State) -> None:
        self.state = state
        self.asked = state.ctx.currentPlayer == str(self.number) and not state.ctx.gameover
        self.table.over = self.table.over or bool(state.ctx.gameover)
        self.ready.set()
        self.answered()

    def _emit(self, *event: object) -> None:
        self.send(MESSAGE + SPACE + msgspec.json.encode(event))


class TheirTable(Table):
    """A match of two, and the next one when it is over."""

    def __init__(self, crowd: Crowd, asker: Asker, address: str) -> None:
        super().__init__(crowd)
        self.asker, self.address = asker, address

    async def begin(self) -> None:
        made = await self.asker.post(f"/games/{GAME}/create", numPlayers=2)
        self.seats = [await self._join(made["matchID"], number) for number in (0, 1)]

    async def _join(self, match: str, number: int) -> Seat:
        said = {"playerID": str(number), "playerName": "Ada"}
        joined = await self.asker.post(f"/games/{GAME}/{match}/join", **said)

        def seat() -> Seat:
            made = TheirSeat(self, number)
            made.match, made.credentials = match, joined["playerCredentials"]
            return made

        return await connect(seat, f"{self.address}/socket.io/?EIO=4&transport=websocket")
