"""How strong people are, as SQL: counted with the end of a match, once and in order.

A row of "rated" is a seat of a rated match, with what was known before and after.  What is known of
somebody now, in "ratings", follows from those rows, and so does each row from those before it:
``wrong`` looks whether that is so.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

import msgspec

from goldrush import skill
from goldrush.games.problem import Problem
from goldrush.server.sql import Connection, marks, one_moment, put
from goldrush.server.store import Champion, Ended, Person, Rated, Stake, Strength
from goldrush.skill import Rating

SEAT = (
    "number, code, seat, game, at, player, place, fixed, mean, deviation, new_mean, new_deviation"
)
COUNTED = SEAT.removeprefix("number, ")
COUNT = f"INSERT INTO rated ({COUNTED}) VALUES ({marks(COUNTED.split())})"  # noqa: S608  # all ours
RATING = put("ratings", "player, game", "mean, deviation, matches")
KIN = put("kin", "player, other", "at")
KIN_LASTS = 30 * 86_400_000  # milliseconds for which two identities of one browser are kept apart
MOST_KIN = 20  # of one browser that are known on when it is somebody else's again
EXACT = 1e-6  # of a point: machines may reckon the last digits differently


def count(db: Connection, ended: Ended, stakes: Sequence[Stake]) -> None:
    """Counts a rated match that is over; one that was counted is not counted again."""
    known = db.execute("SELECT 1 FROM rated WHERE code = ?", (ended.code,)).fetchone()
    if not stakes or known:
        return
    old = strengths(db, ended.game, [one.player for one in stakes])
    before = [one.fixed or old.get(one.player, Strength()).rating for one in stakes]
    after = skill.rated(before, [one.place for one in stakes])
    for seat, (stake, was, now) in enumerate(zip(stakes, before, after, strict=True)):
        row = (ended.code, seat, ended.game, ended.at, stake.player, stake.place, was.fixed)
        db.execute(COUNT, (*row, *was[:2], *now[:2]))
        if stake.player:
            matches = old.get(stake.player, Strength()).matches + 1
            kept = (stake.player, ended.game, *now[:2], matches)
            db.execute(RATING, kept)


def strengths(db: Connection, game: str, players: Collection[str]) -> dict[str, Strength]:
    """What is known of people's strength at a game; whoever is new is left out."""
    found = db.execute(
        "SELECT player, mean, deviation, matches FROM ratings WHERE game = ?"  # noqa: S608  # only marks
        f" AND player IN ({marks(players)})",
        (game, *players),
    )
    return {player: Strength(Rating(*known), matches) for player, *known, matches in found}


def of_matches(db: Connection, codes: Collection[str]) -> list[Rated]:
    """The seats of some matches, as far as these are counted."""
    found = f"SELECT {SEAT} FROM rated WHERE code IN ({marks(codes)}) ORDER BY code, seat"  # noqa: S608
    return [_rated(row) for row in db.execute(found, tuple(codes))]


def of_person(db: Connection, player: str, most: int) -> list[Rated]:
    """Somebody's last rated matches, the oldest of them first."""
    found = (
        f"SELECT {SEAT} FROM rated WHERE player = ? AND player != ''"  # noqa: S608  # all ours
        " ORDER BY number DESC LIMIT ?"
    )
    return [_rated(row) for row in db.execute(found, (player, most))][::-1]


def met(db: Connection, player: str, others: Collection[str], since: int) -> dict[str, int]:
    """How many rated matches somebody has ended with each of some others since a time."""
    found = db.execute(
        "SELECT others.player, count(*) FROM rated JOIN rated AS others USING (code)"  # noqa: S608
        " WHERE rated.player = ? AND rated.player != '' AND rated.at > ?"
        f" AND others.player IN ({marks(others)}) GROUP BY others.player",
        (player, since, *others),
    )
    return dict(found)


def best(db: Connection, game: str, known: float, most: int) -> list[Champion]:
    """The strongest at a game, of those who show a page and whose deviation is known so far."""
    found = db.execute(
        "SELECT person, mean, ratings.deviation, matches FROM ratings JOIN people USING (player)"
        " WHERE game = ? AND ratings.deviation <= ? AND address != ''"
        " ORDER BY mean DESC, player LIMIT ?",
        (game, known, most),
    )
    people = ((msgspec.json.decode(person, type=Person), facts) for person, *facts in found)
    return [
        Champion(person.name, person.address, Strength(Rating(mean, deviation), matches))
        for person, (mean, deviation, matches) in people
    ]


def part(db: Connection, one: str, other: str, now: int) -> None:
    """Keeps that a browser was one and is another now, and who it was before that.

    What was long ago is forgotten.
    """
    db.execute("DELETE FROM kin WHERE at < ?", (now - KIN_LASTS,))
    before = sorted(kin(db, one).items(), key=lambda known: -known[1])[:MOST_KIN]
    for known in {one, *(who for who, _ in before)} - {other}:
        db.executemany(KIN, [(known, other, now), (other, known, now)])


def kin(db: Connection, player: str) -> dict[str, int]:
    """The identities that shared a browser with somebody of late, and when that was."""
    return dict(db.execute("SELECT other, at FROM kin WHERE player = ?", (player,)))


def wrong(db: Connection) -> list[Problem]:
    """Counts all rated matches once more, and says where something else is kept."""
    with one_moment(db):
        return list(_wrong(db))


def _wrong(db: Connection) -> Iterator[Problem]:
    """The same; what people had before who are gone by now is taken from what was kept then."""
    now: dict[tuple[str, str], Rating] = {}
    every = (_rated(row) for row in db.execute(f"SELECT {SEAT} FROM rated ORDER BY number"))  # noqa: S608
    for code, group in groupby(every, key=lambda one: one.code):
        seats = list(group)
        before = [now.get((one.player, one.game), one.before) for one in seats]
        after = skill.rated(before, [one.place for one in seats])
        for one, was, is_now in zip(seats, before, after, strict=True):
            if not (_same(one.before, was) and _same(one.after, is_now)):
                yield Problem("the ratings after table {} do not follow from those before", code)
            if one.player:
                now[one.player, one.game] = one.after
    kept = db.execute("SELECT player, game, mean, deviation FROM ratings")
    found = {(player, game): Rating(*known) for player, game, *known in kept}
    if found.keys() != now.keys() or not all(_same(one, now[who]) for who, one in found.items()):
        yield Problem("the ratings are not those that follow from the matches")


def _same(one: Rating, other: Rating) -> bool:
    apart = abs(one.mean - other.mean), abs(one.deviation - other.deviation)
    return max(apart) < EXACT


def _rated(row: Sequence[object]) -> Rated:
    """A seat as it stands in the file."""
    *facts, fixed, mean, deviation, new_mean, new_deviation = row
    ratings = [mean, deviation, bool(fixed)], [new_mean, new_deviation, bool(fixed)]
    names = SEAT.split(", ")[: len(facts)]
    known = {**dict(zip(names, facts, strict=True)), "before": ratings[0], "after": ratings[1]}
    return msgspec.convert(known, Rated)
