"""Vacations of people who play by days: their clocks stand meanwhile."""

from copy import deepcopy
from datetime import UTC, datetime

from goldrush.server import seating
from goldrush.server.messages import DAY
from goldrush.server.refusal import Refusal
from goldrush.server.store import Place, Rest, Sheet

A_DAY = 1000 * DAY
MOST = 100  # vacations of one person at one table


def left(sheet: Sheet, place: Place, now: int) -> int:
    """The milliseconds off that somebody still has, beside those that they are taking."""
    taken = sum(rest.until - rest.since for rest in place.vacations)
    return max(A_DAY * sheet.vacation - taken, 0)


def away(place: Place, now: int) -> int | None:
    """Until when somebody is on vacation."""
    return next((rest.until for rest in place.vacations if rest.since <= now < rest.until), None)


def check(until: int, now: int) -> None:
    """Refuses a vacation that would be over."""
    if until <= now:
        raise Refusal("not_possible", "a vacation ends later than now")


def take(sheet: Sheet, player: str, until: int, now: int, *, at_most: bool = False) -> Sheet:
    """Lets a person be away until a time; if so wished, as far as their days go."""
    own, sheet = _own(sheet, player), deepcopy(sheet)
    check(until, now)
    for seat in own:
        place = sheet.places[seat]
        place.vacations = _cut(place, now)
        longest = now + left(sheet, place, now)
        if until > longest and not at_most:
            last = datetime.fromtimestamp(longest / 1000, UTC).isoformat(timespec="minutes")
            raise Refusal("not_possible", "your days off here last until {} at most", last)
        if len(place.vacations) >= MOST:
            raise Refusal("not_possible", "you have been away {} times here, the most", MOST)
        if now < (end := min(until, longest)):
            place.vacations = [*place.vacations, Rest(now, end)]
    return sheet


def end(sheet: Sheet, player: str, now: int) -> Sheet:
    """Ends a person's vacation; the days that are left they keep."""
    own, sheet = _own(sheet, player), deepcopy(sheet)
    for seat in own:
        sheet.places[seat].vacations = _cut(sheet.places[seat], now)
    return sheet


def _cut(place: Place, now: int) -> list[Rest]:
    """The vacations of somebody up to now."""
    return [Rest(rest.since, min(rest.until, now)) for rest in place.vacations]


def _own(sheet: Sheet, player: str) -> list[int]:
    if seating.phase(sheet) != "playing" or not sheet.vacation:
        raise Refusal(
            "not_possible", "days off are taken while a match is played whose terms give some"
        )
    if not (own := seating.mine(sheet, player)):
        raise Refusal("not_allowed", "only people who have a seat at this table may do that")
    return own
