"""Who is at a table: open sockets, and since when somebody is gone who was there."""

from goldrush.server.bus import Outbox
from goldrush.server.store import Place

MOST_AWAY = 120  # seconds for which somebody may be gone where there is no pace


class Presence:
    """The people at one table."""

    def __init__(self, now: int) -> None:
        self.visitors: dict[Outbox, str] = {}  # open sockets, and who is there
        self._addresses: dict[Outbox, str] = {}  # where these come from
        self.gone: dict[str, int] = {}  # since when somebody is, who was here
        self.opened = self.left = now  # when the table was read, and the last socket closed

    def come(self, player: str, address: str, outbox: Outbox) -> None:
        """Notes that somebody has connected."""
        self.visitors[outbox] = player
        self._addresses[outbox] = address

    def go(self, outbox: Outbox, now: int) -> None:
        """Notes that a connection is gone."""
        self.left = self.gone[self.visitors.pop(outbox)] = now
        del self._addresses[outbox]

    def for_whom(self) -> tuple[str, ...]:
        """For whom bots think here: the address and the name of whoever has been here longest."""
        longest = next(iter(self.visitors), None)
        return (self._addresses[longest], self.visitors[longest]) if longest else ()

    def here(self, player: str) -> bool:
        """Whether somebody is connected."""
        return player in self.visitors.values()

    def until(self, place: Place, pace: int) -> int | None:
        """Until when a person is waited for who is gone; None for everybody else."""
        if not place.player or place.persona or self.here(place.player):
            return None
        return self.gone.get(place.player, self.opened) + 1000 * (pace or MOST_AWAY)

    def cut(self, player: str) -> None:
        """Cuts somebody's connections."""
        for outbox, who in self.visitors.items():
            if who == player:
                outbox.close()

    def cut_all(self) -> None:
        """Cuts all connections."""
        for outbox in self.visitors:
            outbox.close()
