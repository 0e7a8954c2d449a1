"""What is due to whom: who is told something now who is away.

Everybody is told once of a turn, whatever happens to a message on its way.  Nothing here looks at a
clock or sends anything; ``herald.py`` does.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from goldrush.server.listeners import Listener
from goldrush.server.notice_messages import Often, Wishes
from goldrush.server.refusal import Refusal
from goldrush.server.waits import CHALLENGE, Wait

GRACE = 60_000  # milliseconds for which it must be one's turn, and one must be away

Away = Callable[[str], int | None]  # since when somebody is, of a table; None if they are there


class Notice(NamedTuple):
    """What a person is told in one message."""

    waits: list[Wait]
    digest: bool  # whether it is what they are told once a day


def due(listener: Listener, waits: Iterable[Wait], now: int, away: Away) -> Notice | None:
    """What a person is to be told now, if anything."""
    if is_quiet(listener.wishes, now):
        return None
    new = [wait for wait in waits if not _told(listener, wait) and _ripe(wait, now, away)]
    at_once = [wait for wait in new if often(listener, wait.code) == "at_once"]
    daily = [wait for wait in new if often(listener, wait.code) == "daily"]
    hour = last_hour(listener.wishes, now)
    digest = [wait for wait in daily if listener.digest < hour and wait.since < hour]
    return Notice(at_once + digest, bool(digest)) if at_once or digest else None


def reminder(wishes: Wishes, game: str, day: date, now: int) -> Wait | None:
    """What reminds a person, from their hour on, of the challenge of a day of UTC.

    Where that hour is quiet, it is from the end of the quiet hours on.
    """
    begin, end = wishes.quiet or (0, 0)
    quiet = _within(60 * wishes.hour, begin, end)
    since = _last(wishes, end if quiet else 60 * wishes.hour, now)
    if not wishes.challenge or datetime.fromtimestamp(since / 1000, UTC).date() != day:
        return None
    return Wait(CHALLENGE, game, day.toordinal(), since)


def often(listener: Listener, code: str) -> Often:
    """How often a person is told of a table."""
    if code == CHALLENGE:
        return "at_once"  # they have said so, whatever they want of tables
    return listener.often.get(code, listener.wishes.often)


def is_quiet(wishes: Wishes, now: int) -> bool:
    """Whether a person is to be left alone just now."""
    if wishes.quiet is None:
        return False
    local = _local(wishes, now)
    return _within(60 * local.hour + local.minute, *wishes.quiet)


def _within(minute: int, begin: int, end: int) -> bool:
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


def last_hour(wishes: Wishes, now: int) -> int:
    """When it was last the hour at which a person is told what they are told once a day."""
    return _last(wishes, 60 * wishes.hour, now)


def _last(wishes: Wishes, minute: int, now: int) -> int:
    """When a person's clock last showed a minute of the day."""
    local = _local(wishes, now)
    found = local.replace(hour=minute // 60 % 24, minute=minute % 60, second=0, microsecond=0)
    if found > local:
        found -= timedelta(days=1)
    return int(1000 * found.timestamp())


def zone(name: str) -> ZoneInfo:
    """A time zone that this machine knows."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("not_possible", "there is no time zone {}", name) from None


def _local(wishes: Wishes, now: int) -> datetime:
    """What a person's clock says; that of nobody's zone if this machine no longer knows theirs."""
    at = datetime.fromtimestamp(now / 1000, UTC)
    try:
        return at.astimezone(zone(wishes.zone))
    except Refusal:
        return at


def _told(listener: Listener, wait: Wait) -> bool:
    known = listener.told.get(wait.code)
    return known is not None and known.turn == wait.turn and known.at > 0


def _ripe(wait: Wait, now: int, away: Away) -> bool:
    since = away(wait.code)
    return since is not None and now - max(wait.since, since) >= GRACE
