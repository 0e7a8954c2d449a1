"""What people report to the host, who has an admin page: lines that were said at a table."""

from goldrush.server import seating
from goldrush.server.admin_messages import NewReport
from goldrush.server.admin_store import Line, Report
from goldrush.server.guard import Shares
from goldrush.server.people import Who
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import NotKept
from goldrush.server.table import Table

REPORTS = (10 / 3600, 10.0)  # lines that one may report: a second, and at once


class Reports:
    """Those of all people at a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._services = registry, registry.services
        self._shares = Shares(*REPORTS)

    async def report(self, who: Who, code: str, said: NewReport) -> None:
        """Keeps that somebody does not want to have heard what they could hear; once is enough."""
        table = await self._registry.table(code)
        table.eyes(who[0], None)  # refused, if nobody else may look on
        report = (_aside if said.aside else _said)(table, who[0], said.line)
        if report is None or not report.text:
            raise Refusal("not_found", "nobody said that here, or it was removed")
        if report.player == who[0]:
            raise Refusal("not_possible", "that is your own; others may report it")
        if not self._shares.take(*who):
            raise Refusal("too_fast", "you have reported much; wait before the next")
        try:
            await self._services.store.report(report, who[0])
        except NotKept as error:
            raise Refusal.because("not_kept", error) from None


def _said(table: Table, player: str, number: int) -> Report | None:
    """A report of something that was said at a table."""
    said = next((one for one in table.said if one.number == number), None)
    place = seating.spoken_from(table.sheet, said) if said else None
    if said is None or place is None or not place.player:
        return None
    line = Line(table.sheet.code, False, number)
    return Report(line, place.player, place.name, said.text, said.at, table.services.clock())


def _aside(table: Table, player: str, number: int) -> Report | None:
    """A report of something that was said among those who look on, by one who hears them."""
    heard = table.gallery.remarks if seating.hears_remarks(table.sheet, player) else []
    one = next((one for one in heard if one.number == number), None)
    if one is None or not one.player:
        return None
    line = Line(table.sheet.code, True, number)
    return Report(line, one.player, one.name, one.text, one.at, table.services.clock())
