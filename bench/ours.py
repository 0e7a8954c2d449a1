"""Tables of a Goldrush server, as browsers use them."""

import itertools
from pathlib import Path

import msgspec
from asking import Asker
from crowd import Crowd, Seat, Table, connect
from process import Process

FREE = "1000000"  # messages and requests a second: the limits are not what is measured
DATA = "tables.db"  # in the server's folder
BIN = Path(__file__).parents[1] / ".venv" / "bin"
ids = itertools.count()


class Choice(msgspec.Struct):
    """An action that is legal."""

    action: int


class Amount(msgspec.Struct):
    """Actions that choose an amount."""

    action: int
    least: int
    most: int


class View(msgspec.Struct):
    """What a player looks at before he acts."""

    legal: list[Choice]
    amount: Amount | None


class State(msgspec.Struct):
    """Where the match stands."""

    number: int
    view: View
    actor: int | None


class Info(msgspec.Struct):
    """Of a table."""

    phase: str


class Message(msgspec.Struct):
    """What matters here of what the server says."""

    type: str
    state: State | None = None
    table: Info | None = None


decode = msgspec.json.Decoder(Message).decode


async def serve(folder: Path, *database: str) -> Process:
    """Starts a server whose limits are raised, on a file or an empty database."""
    kept = ("--database", *database) if database else ("--data", folder / DATA)
    limits = ("--requests", FREE, "--messages", FREE, "--tables", FREE, "--connections", FREE)
    return await Process.start(
        *(BIN / "goldrush", "serve", "--port", "0", *kept),
        *("--log-level", "warning", *limits),
    )


class OurSeat(Seat):
    """A view of a table."""

    state: State

    def greet(self) -> None:
        self.send(b'{"type":"Hello"}')

    def hear(self, said: memoryview) -> None:
        message = decode(said)
        if message.state:
            self.state = message.state
            self.asked = self.state.actor == self.number
            self.ready.set()
        if message.table and message.table.phase == "over":
            self.table.over = True
        if message.type in ("Done", "Refused"):
            self.answered(refused=message.type == "Refused")

    def act(self) -> None:
        action, said = self._choice(), {"type": "Act", "id": str(next(ids))}
        self.send(msgspec.json.encode({**said, "number": self.state.number, "action": action}))

    def _choice(self) -> int:
        view, luck = self.state.view, self.table.crowd.luck
        amounts = view.amount.most - view.amount.least + 1 if view.amount else 0
        picked = luck.randrange(len(view.legal) + amounts)
        if picked < len(view.legal):
            return view.legal[picked].action
        assert view.amount
        return view.amount.action + view.amount.least + picked - len(view.legal)


class People:
    """Two browsers, which sit at all tables."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.host, self.guest = Asker(address), Asker(address)

    async def sit(self, table: Table, code: str, number: int) -> Seat:
        """A socket at a table: from seat 0 and 1, or as a watcher's."""
        cookie = (self.host, self.guest, Asker(""))[min(number, 2)].cookie
        where = f"{self.address}/api/tables/{code}/socket"
        headers = {"Cookie": cookie} if cookie else None
        return await connect(lambda: OurSeat(table, number), where, headers)

    def close(self) -> None:
        self.host.close()
        self.guest.close()


class OurTable(Table):
    """A table of two; the second match and all later ones are rematches."""

    def __init__(self, crowd: Crowd, people: People, game: str) -> None:
        super().__init__(crowd)
        self.people = people
        self.game = game
        self.code = ""

    async def begin(self) -> None:
        await self.found()
        self.seats = [await self.people.sit(self, self.code, number) for number in (0, 1)]

    async def found(self) -> None:
        """Has a match begun without anybody watching."""
        host, guest = self.people.host, self.people.guest
        if self.code:
            made = await host.post(f"/api/tables/{self.code}/rematch")
        else:
            seats = [{}, {}]
            made = await host.post("/api/tables", game=self.game, name="Ada", seats=seats)
        self.code = made["table"]["code"]
        await guest.post(f"/api/tables/{self.code}/seats", name="Bo")
        await host.post(f"/api/tables/{self.code}/start")
