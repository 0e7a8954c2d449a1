"""Who will have nothing to do with whom: known without asking the store, and told to nobody."""

from collections.abc import Iterable

from goldrush.server import seating
from goldrush.server.refusal import Refusal
from goldrush.server.store import Invitation, Sheet, Store

MOST_INVITATIONS = 20  # of one person that are looked at


class Acquaintance:
    """Who has blocked whom."""

    def __init__(self) -> None:
        self._blocks: set[tuple[str, str]] = set()

    def know(self, blocks: Iterable[tuple[str, str]]) -> None:
        """Takes note of all who have blocked somebody, and whom."""
        self._blocks = set(blocks)

    def note(self, player: str, other: str, *, blocked: bool) -> None:
        """Takes note of what one person has decided of another."""
        if blocked:
            self._blocks.add((player, other))
        else:
            self._blocks.discard((player, other))

    def has_blocked(self, player: str, other: str) -> bool:
        """Whether a person wants to hear nothing of another."""
        return (player, other) in self._blocks

    def may_meet(self, player: str, other: str) -> bool:
        """Whether neither of two people has blocked the other: they may be brought together."""
        return not (self.has_blocked(player, other) or self.has_blocked(other, player))

    async def invitations(self, store: Store, player: str) -> list[tuple[Invitation, Sheet]]:
        """The invitations that a person may still follow, with their tables, the newest first."""
        found = []
        for one in await store.invited(player, MOST_INVITATIONS):
            sheet = await store.sheet(one.code)
            if sheet and not self.has_blocked(player, one.sender) and _waits(sheet, one):
                found.append((one, sheet))
        return found

    def check_seat(self, sheet: Sheet, player: str, seat: int | None) -> None:
        """Refuses a seat to whoever was blocked by somebody who sits there, or made the table.

        It must read as if the seat were kept for somebody else.
        """
        if any(not sheet.places[own].awaited for own in seating.mine(sheet, player)):
            return
        there = {place.player for place in sheet.places} | {sheet.host}
        if any(self.has_blocked(one, player) for one in there):
            free = (n for n, place in enumerate(sheet.places) if not seating.taken(place))
            wanted = next(free, 0) if seat is None else seat
            raise Refusal("not_possible", "seat {} is taken, or kept for somebody", wanted + 1)


def _waits(sheet: Sheet, one: Invitation) -> bool:
    """Whether a table waits for whoever was invited, and who invited them is still there."""
    sender, own = seating.mine(sheet, one.sender), seating.mine(sheet, one.player)
    return not sheet.begun and bool(sender) and not own
