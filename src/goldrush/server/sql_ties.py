"""What people have decided of each other, and to what they are invited, as SQL."""

from collections.abc import Collection

import msgspec

from goldrush.server.sql import Connection, fact, put
from goldrush.server.store import Invitation, Sheet, Tie

NAME = f"coalesce(nullif({fact('{0}.person', 'name')}, ''), ties.{{1}})"
TIES = (
    f"SELECT ties.player, other, kind, at, {NAME.format('one', 'name')},"  # noqa: S608  # all ours
    f" {NAME.format('two', 'other_name')} FROM ties"
    " LEFT JOIN people AS one ON one.player = ties.player"
    " LEFT JOIN people AS two ON two.player = ties.other"
    " WHERE ties.player = :player OR other = :player ORDER BY at, ties.player, other"
)
ONE = "SELECT kind FROM ties WHERE player = ? AND other = ?"
PUT = put("ties", "player, other", "kind, at, name, other_name")
INVITE = put("invitations", "player, code", "sender, name, at")
GONE = "DELETE FROM ties WHERE player = ? AND other = ?"


def ties(db: Connection, player: str) -> list[Tie]:
    """All ties of a person and to them, by the names that are kept now."""
    return [Tie(*row) for row in db.execute(TIES, {"player": player})]


def tie(db: Connection, new: Tie | None, gone: Collection[tuple[str, str]]) -> None:
    """Keeps a tie, and forgets others."""
    db.executemany(GONE, gone)
    if new:
        db.execute(PUT, msgspec.structs.astuple(new))


def blocks(db: Connection) -> list[tuple[str, str]]:
    """Who has blocked whom."""
    return db.execute("SELECT player, other FROM ties WHERE kind = 'blocked'").fetchall()


def move(db: Connection, old: str, new: str) -> None:
    """Gives a stranger's ties to a person; who was blocked as either stays blocked."""
    db.execute("UPDATE invitations SET sender = ? WHERE sender = ?", (new, old))
    rows = db.execute("SELECT * FROM ties WHERE :old IN (player, other)", {"old": old}).fetchall()
    for player, other, *more in rows:
        db.execute(GONE, (player, other))
        pair = (new if player == old else player, new if other == old else other)
        if pair[0] != pair[1] and (more[0] == "blocked" or not db.execute(ONE, pair).fetchone()):
            db.execute(PUT, (*pair, *more))


def erase(db: Connection, player: str) -> None:
    """Removes all ties of a person and to them, and invitations."""
    who = {"player": player}
    db.execute("DELETE FROM ties WHERE :player IN (player, other)", who)
    db.execute("DELETE FROM invitations WHERE :player IN (player, sender)", who)


def invite(db: Connection, one: Invitation) -> None:
    """Keeps an invitation."""
    db.execute(INVITE, msgspec.structs.astuple(one))


def invited(db: Connection, player: str, most: int) -> list[Invitation]:
    """A person's invitations, the newest first."""
    query = "SELECT * FROM invitations WHERE player = ? ORDER BY at DESC, code LIMIT ?"
    return [Invitation(*row) for row in db.execute(query, (player, most))]


def uninvite(db: Connection, player: str, code: str) -> None:
    """Forgets an invitation."""
    db.execute("DELETE FROM invitations WHERE player = ? AND code = ?", (player, code))


def company(db: Connection, code: str) -> list[tuple[str, str]]:
    """Who sat at a table and under which name, seat by seat; also when it is forgotten."""
    seats = "SELECT player, name FROM results WHERE code = ? ORDER BY seat"
    if found := db.execute(seats, (code,)).fetchall():
        return found
    row = db.execute("SELECT sheet FROM tables WHERE code = ?", (code,)).fetchone()
    sheet = msgspec.json.decode(row[0], type=Sheet) if row else None
    return [(place.player, place.name) for place in sheet.places] if sheet else []
