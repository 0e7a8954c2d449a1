"""How a server is run."""

from dataclasses import dataclass, field
from pathlib import Path

from goldrush.bots.invited import Invited
from goldrush.games import GAMES
from goldrush.server.mail import Relay
from goldrush.server.registry import FOR_EVER, Keeping

PROXIES = ("127.0.0.1", "::1")  # this machine


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    thinkers: int = 1  # processes in which bots think
    origins: tuple[str, ...] = ()  # addresses under which a proxy shows this server
    requests: float = 20.0  # in a second from one address; five times as many at once
    messages: float = 10.0  # in a second over one socket
    connections: int = 100  # that one address may have at once
    proxies: tuple[str, ...] = PROXIES  # who may say for whom they ask
    own_editions: bool = True
    root: str = ""  # the path under which a proxy shows this server, such as /gold
    tables: float = 12.0  # that a person may make in a minute, or at once
    keeping: Keeping = FOR_EVER
    games: tuple[str, ...] = GAMES  # that are made ready at once
    relay: Relay | None = None  # the SMTP server by which people get mail
    bots: tuple[Invited, ...] = ()  # of others, that may sit at tables here
    database: str = ""  # the address of one that keeps the tables, in the place of the file
    admin_key: str = field(default="", repr=False)  # to the admin page; without one there is none
    compiler: bool = True  # whether there are processes that compile; else everybody waits for it

    @property
    def place(self) -> Path | str:
        """Where the tables are kept."""
        return self.database or self.data
