"""People who look on at a match: what they say to each other, of which players hear at the end.

It could tell players what their rivals hold, or what to do.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldrush.server import messages as wire
from goldrush.server import seating, telling
from goldrush.server.refusal import Refusal
from goldrush.server.store import Remark

if TYPE_CHECKING:
    from goldrush.server.table import Table

MOST = 200  # remarks that newcomers are told


class Gallery:
    """What was said among those who look on at one table."""

    def __init__(self, remarks: Sequence[Remark]) -> None:
        self.remarks = list(remarks[-MOST:])
        self._ids = {(one.player, one.asked) for one in remarks}  # of all that was ever said

    def has(self, player: str, asked: str) -> bool:
        """Whether what somebody sends under an id has been said already."""
        return (player, asked) in self._ids

    def add(self, remark: Remark) -> None:
        """Notes what has been written."""
        self.remarks = [*self.remarks, remark][-MOST:]
        self._ids.add((remark.player, remark.asked))


def check(table: "Table", player: str) -> None:
    """Refuses whoever does not look on."""
    if not seating.looks_on(table.sheet, player):
        raise Refusal("not_allowed", "only spectators talk among themselves, once the match begins")


async def remark(table: "Table", player: str, said: wire.Remark, text: str) -> None:
    """Lets somebody who looks on say something to the others, once."""
    await table.turnstile.alone(_remark(table, player, said, text))


async def _remark(table: "Table", player: str, said: wire.Remark, text: str) -> None:
    gallery = table.gallery
    if gallery.has(player, said.id):
        return
    check(table, player)
    number = gallery.remarks[-1].number + 1 if gallery.remarks else 1
    name, now = seating.named(said.name), table.services.clock()
    remark = Remark(number, now, player, name, text, said.id)
    await table.write(remarks=(remark,))
    table.gallery.add(remark)
    telling.remark(table, remark)
