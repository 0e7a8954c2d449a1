"""The challenge of the day: one try for everybody, at a table of their own, and how it came out.

All tables of a day have the same secret, so whoever decides the same is dealt the same.  It is told
with the results, when the day is over.
"""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import date, timedelta

from goldrush.fair import SECRET_BYTES, Fair
from goldrush.server import daily_messages as wire
from goldrush.server.challenge import Challenge, Day, challenge, day_of, end_of
from goldrush.server.herald import Herald
from goldrush.server.notice_messages import Wishes
from goldrush.server.notices import reminder
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import Tried
from goldrush.server.table import Table
from goldrush.server.waits import Wait

SHOWN = 100  # rows of a day's table
SOON = 60.0  # seconds after which it is looked at the latest whether a day is over


class Daily:
    """The challenges of a server."""

    def __init__(self, registry: Registry, herald: Herald) -> None:
        self._registry, self._herald = registry, herald
        herald.when_reminded = self._reminder
        self._begun: set[str] = set()  # who need not be reminded ...
        self._begun_on = ""  # ... of the challenge of this day
        self._services = registry.services
        self._one = asyncio.Lock()  # so that nobody begins twice
        self._today: Day | None = None

    async def run(self) -> None:
        """Has the matches of a day given their links when it is over, until cancelled."""
        while True:
            await self._look_who_has_begun()
            now = self._services.clock()
            left = (end_of(day_of(now)) - now) / 1000
            await asyncio.sleep(min(left, SOON))
            if day_of(self._services.clock()) != day_of(now):
                self._services.ended.set()

    async def _look_who_has_begun(self) -> None:
        if self._herald.reminds:
            today = await self.day()
            if today.day != self._begun_on:
                self._begun.clear()
            self._begun |= {*await self._services.store.day_players(today.day)}
            self._begun_on = today.day

    def _reminder(self, player: str, wishes: Wishes, now: int) -> Wait | None:
        """What reminds somebody of a challenge that they have not begun."""
        today, day = self._today, day_of(now)
        known = today and today.day == self._begun_on == day.isoformat()
        if not today or not known or player in self._begun:
            return None
        return reminder(wishes, today.challenge.game, day, now)

    async def day(self) -> Day:
        """Today's challenge; its secret is made when somebody first asks for it."""
        now = day_of(self._services.clock())
        if self._today is None or self._today.day != now.isoformat():
            made = await asyncio.to_thread(challenge, now)  # it may load a game
            usual = Day(now.isoformat(), secrets.token_bytes(SECRET_BYTES), made)
            self._today = await self._services.store.day(usual)
        return self._today

    async def today(self, player: str) -> wire.Today:
        """Today's challenge as somebody is told of it."""
        store, today = self._services.store, await self.day()
        code = await store.try_of(today.day, player)
        tried = await store.tries_of(player)
        ended = next((one for one in tried if one.day == today.day), None)
        what = today.challenge
        return wire.Today(
            day=today.day,
            ends=end_of(today.day),
            game=what.game,
            version=what.version,
            options=what.options,
            seats=seats(what),
            commitment=Fair(today.secret, ()).commitment,
            people=await store.tries(today.day),
            phase="over" if ended else "playing" if code else "new",
            code=code,
            place=ended.place if ended else None,
            points=ended.points if ended else None,
            streak=streak([one.day for one in tried], date.fromisoformat(today.day)),
            last=(await store.days_beside(today.day))[0],
        )

    async def begin(self, player: str, name: str, address: str) -> Table:
        """The table of somebody's one try; it is made when they first ask for it."""
        async with self._one:
            today = await self.day()
            code = await self._services.store.try_of(today.day, player)
            if code is None:
                made = await self._registry.challenge(player, name, today, address)
                code = await self._services.store.try_of(today.day, player) or made.sheet.code
            table = await self._registry.table(code)
            self._begun.add(player)
            if not table.sheet.begun:
                await table.begin(player)
            return table

    async def table(self, day: str, player: str) -> wire.DayTable:
        """How a day came out, which nobody is told before it is over."""
        store = self._services.store
        if end_of(day) > self._services.clock():
            raise Refusal("not_possible", "how a day came out is told when it is over")
        if (known := await store.known_day(day)) is None:
            raise Refusal("not_found", "nobody has played on that day")
        tried = await store.day_table(day)
        rows = ranked(tried, player)
        mine = next((row for row in rows if row.mine), None)
        before, after = await store.days_beside(day)
        is_today = after == (await self.day()).day
        return wire.DayTable(
            day=day,
            game=known.challenge.game,
            version=known.challenge.version,
            options=known.challenge.options,
            seats=seats(known.challenge),
            people=await store.tries(day),
            finished=len(rows),
            rows=rows[:SHOWN],
            mine=mine,
            ahead=ahead(rows, mine),
            best=(tried[0].link or None) if tried else None,
            link=next((one.link or None for one in tried if one.player == player), None),
            commitment=Fair(known.secret, ()).commitment,
            secret=known.secret.hex(),
            before=before,
            after=None if is_today else after,
        )


def seats(what: Challenge) -> list[str | None]:
    """Who sits where: the persona at each seat, None at the person's."""
    return [what.at(seat) or None for seat in range(what.seats)]


def ranked(tried: Sequence[Tried], player: str) -> list[wire.DayRow]:
    """How all came out, by what sorts them: their place, then their points."""
    rows: list[wire.DayRow] = []
    for number, one in enumerate(tried, 1):
        level = bool(rows) and (rows[-1].place, rows[-1].points) == (one.place, one.points)
        rank = rows[-1].rank if level else number
        rows.append(wire.DayRow(rank, one.name, one.player == player, one.place, one.points))
    return rows


def ahead(rows: Sequence[wire.DayRow], mine: wire.DayRow | None) -> float | None:
    """Of all others, the share that one came out before or level with."""
    if mine is None or len(rows) < 2:
        return None
    return (sum(row.rank >= mine.rank for row in rows) - 1) / (len(rows) - 1)


def streak(days: Sequence[str], today: date) -> wire.Streak:
    """On how many days in a row somebody has played, of all on which they did."""
    found = [date.fromisoformat(day) for day in days]
    runs: list[int] = []
    for before, day in zip([None, *found], found, strict=False):
        goes_on = before is not None and day - before == timedelta(days=1)
        runs.append(runs[-1] + 1 if goes_on else 1)
    lives = bool(found) and today - found[-1] <= timedelta(days=1)
    return wire.Streak(runs[-1] if lives else 0, max(runs, default=0), len(found))
