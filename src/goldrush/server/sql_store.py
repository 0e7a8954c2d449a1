"""What a store promises, kept by SQL: which statements write and read what (``sql_*.py``)."""

from abc import abstractmethod
from collections.abc import Collection

from goldrush.server import (
    sql_daily,
    sql_listeners,
    sql_people,
    sql_ratings,
    sql_results,
    sql_reviews,
    sql_tables,
    sql_ties,
    sql_times,
)
from goldrush.server.challenge import Day
from goldrush.server.listeners import Listener, Noting
from goldrush.server.sql_admin import SqlAdmin
from goldrush.server.store import (
    LAST,
    Champion,
    Change,
    Ended,
    Invitation,
    Kept,
    Key,
    Old,
    Person,
    Rated,
    Remark,
    Rest,
    Sheet,
    Strength,
    Tie,
    Tried,
)


class SqlStore(SqlAdmin):
    """Keeps tables in a database; which one, its heirs say."""

    @property
    @abstractmethod
    def trouble(self) -> str:
        """What keeps it from its work; see Store."""

    @abstractmethod
    async def close(self) -> None:
        """Keeps what is still to be kept, and ends."""

    async def write(self, change: Change) -> None:
        """Keeps a change for good before it returns; see Store."""
        await self._written(lambda db: sql_tables.apply(db, change), change)

    async def read(self, code: str) -> Kept | None:
        """All that was written of a table."""
        return await self._read(lambda db: sql_tables.kept(db, code))

    async def sheet(self, code: str) -> Sheet | None:
        """The sheet of a table."""
        return await self._read(lambda db: sql_tables.sheet(db, code))

    async def seated(self, player: str, most: int) -> dict[str, Sheet | None]:
        """The sheets of tables not yet over at which somebody has a seat, newest first."""
        return await self._read(lambda db: dict(sql_tables.seated(db, player, most)))

    async def remarks(self, player: str) -> list[tuple[str, Remark]]:
        """All that a person has said to others who look on; see Store."""
        return await self._read(lambda db: sql_tables.remarks(db, player))

    async def ties(self, player: str) -> list[Tie]:
        """All that a person has decided of others, and others of them; see Store."""
        return await self._read(lambda db: sql_ties.ties(db, player))

    async def tie(self, new: Tie | None, gone: Collection[tuple[str, str]] = ()) -> None:
        """Keeps a tie, and forgets others; see Store."""
        await self._written(lambda db: sql_ties.tie(db, new, gone))

    async def blocks(self) -> list[tuple[str, str]]:
        """Who has blocked whom, of all people."""
        return await self._read(sql_ties.blocks)

    async def invite(self, invitation: Invitation) -> None:
        """Keeps an invitation; see Store."""
        await self._written(lambda db: sql_ties.invite(db, invitation))

    async def invited(self, player: str, most: int) -> list[Invitation]:
        """A person's invitations; see Store."""
        return await self._read(lambda db: sql_ties.invited(db, player, most))

    async def uninvite(self, player: str, code: str) -> None:
        """Forgets a person's invitation."""
        await self._written(lambda db: sql_ties.uninvite(db, player, code))

    async def company(self, code: str) -> list[tuple[str, str]]:
        """Who sits or sat at a table; see Store."""
        return await self._read(lambda db: sql_ties.company(db, code))

    async def setting(self, name: str, usual: bytes) -> bytes:
        """What is kept under a name, *usual* if that was nothing."""
        return bytes(await self._written(lambda db: sql_tables.setting(db, name, usual)))

    async def forget(self, old: Old, but: Collection[str]) -> int:
        """Removes old tables; see Store."""
        found = await self._read(lambda db: sql_tables.old(db, old))
        gone = [code for code in found if code not in but]
        if gone:
            await self._written(lambda db: sql_tables.remove(db, gone, old))
        return len(gone)

    async def review(self, digest: bytes) -> bytes | None:
        """The review that is kept under a digest."""
        return await self._read(lambda db: sql_reviews.kept(db, digest))

    async def keep_review(self, digest: bytes, review: bytes) -> None:
        """Keeps a review; see Store."""
        await self._written(lambda db: sql_reviews.keep(db, digest, review))

    async def played(
        self, player: str, most: int, before: tuple[int, str] = LAST, game: str = ""
    ) -> list[Ended]:
        """Matches that somebody has ended; see Store."""
        return await self._read(lambda db: sql_results.played(db, player, most, before, game))

    async def shown_to_all(self, since: int, most: int) -> list[Ended]:
        """Matches that ended since then at public tables; see Store."""
        return await self._read(lambda db: sql_results.shown_to_all(db, since, most))

    async def unsettled(self, most: int) -> list[str]:
        """Codes of some tables whose matches have no link yet, or no result at all."""
        return await self._read(lambda db: sql_results.unsettled(db, most))

    async def settle(self, code: str, revision: int, ended: Ended | None) -> None:
        """Keeps how a match came out; see Store."""
        await self._written(lambda db: sql_results.settle(db, code, revision, ended))

    async def strengths(self, game: str, players: Collection[str]) -> dict[str, Strength]:
        """What is known of people's strength at a game; see Store."""
        return await self._read(lambda db: sql_ratings.strengths(db, game, players))

    async def rated(self, codes: Collection[str]) -> list[Rated]:
        """The seats of some matches, as far as these are rated and counted."""
        return await self._read(lambda db: sql_ratings.of_matches(db, codes))

    async def rated_of(self, player: str, most: int) -> list[Rated]:
        """Somebody's last rated matches, the oldest of them first."""
        return await self._read(lambda db: sql_ratings.of_person(db, player, most))

    async def met(self, player: str, others: Collection[str], since: int) -> dict[str, int]:
        """How many rated matches somebody has ended with each of some others since a time."""
        return await self._read(lambda db: sql_ratings.met(db, player, others, since))

    async def best(self, game: str, known: float, most: int) -> list[Champion]:
        """The strongest at a game; see Store."""
        return await self._read(lambda db: sql_ratings.best(db, game, known, most))

    async def part(self, one: str, other: str, now: int) -> None:
        """Keeps that two identities were those of one browser."""
        await self._written(lambda db: sql_ratings.part(db, one, other, now))

    async def kin(self, player: str) -> dict[str, int]:
        """The identities that shared a browser with somebody of late."""
        return await self._read(lambda db: sql_ratings.kin(db, player))

    async def person(self, by: Key, value: str | bytes) -> Person | None:
        """The person with an identity, a phrase's digest, a page's address or a passkey's id."""
        return await self._read(lambda db: sql_people.find(db, by, value))

    async def keep_person(self, person: Person) -> None:
        """Keeps a person; see Store."""
        await self._written(lambda db: sql_people.keep(db, person))

    async def epochs(self) -> dict[str, int]:
        """How often people have signed out everywhere, if they ever did."""
        return await self._read(sql_people.epochs)

    async def move(self, old: str, new: str) -> list[str]:
        """Gives all that is a stranger's to a person; see Store."""
        return list(await self._written(lambda db: sql_people.move(db, old, new)))

    async def erase(self, player: str) -> list[str]:
        """Removes all that is a person's; see Store."""
        return list(await self._written(lambda db: sql_people.erase(db, player)))

    async def listeners(self) -> list[str]:
        """The people who can be told something."""
        return await self._read(sql_listeners.everybody)

    async def listener(self, player: str) -> Listener:
        """How a person wants to be told; see Store."""
        return await self._read(lambda db: sql_listeners.kept(db, player))

    async def note(self, noting: Noting) -> None:
        """Keeps a change of that; see Store."""
        await self._written(lambda db: sql_listeners.keep(db, noting))

    async def owner(self, handle: str) -> str | None:
        """The person whose mailbox has a handle."""
        return await self._read(lambda db: sql_listeners.owner(db, handle))

    async def live(self, now: int) -> list[Rest]:
        """Keeps that a server begins to run; see Store."""
        found: list[Rest] = await self._written(lambda db: sql_times.live(db, now))
        return found

    async def beat(self, now: int) -> None:
        """Keeps that the server still runs."""
        await self._written(lambda db: sql_times.beat(db, now))

    async def mind(self, code: str, due: int) -> None:
        """Keeps when a table must be looked at."""
        await self._written(lambda db: sql_times.mind(db, code, due))

    async def dues(self, most: int) -> list[tuple[str, int]]:
        """The tables that must be looked at first."""
        return await self._read(lambda db: sql_times.dues(db, most))

    async def day(self, usual: Day) -> Day:
        """What is kept of a day; see Store."""
        found: Day = await self._written(lambda db: sql_daily.day(db, usual))
        return found

    async def known_day(self, day: str) -> Day | None:
        """What is kept of a day."""
        return await self._read(lambda db: sql_daily.known(db, day))

    async def days_beside(self, day: str) -> tuple[str | None, str | None]:
        """The days before and after one on which somebody has played the challenge."""
        return await self._read(lambda db: sql_daily.beside(db, day))

    async def try_of(self, day: str, player: str) -> str | None:
        """The table at which somebody tries the challenge of a day."""
        return await self._read(lambda db: sql_daily.code(db, day, player))

    async def tries(self, day: str) -> int:
        """How many have begun the challenge of a day."""
        return await self._read(lambda db: sql_daily.tries(db, day))

    async def day_players(self, day: str) -> list[str]:
        """Who has begun the challenge of a day."""
        return await self._read(lambda db: sql_daily.players(db, day))

    async def tries_of(self, player: str) -> list[Tried]:
        """All challenges that somebody has ended in time; see Store."""
        return await self._read(lambda db: sql_daily.of(db, player))

    async def day_table(self, day: str) -> list[Tried]:
        """Who has ended the challenge of a day in time; see Store."""
        return await self._read(lambda db: sql_daily.table(db, day))
