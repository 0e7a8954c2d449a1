"""People who keep their name, as SQL, and all that is theirs in other tables.

Whatever else is kept for people has a table with a column "player", and a line in OWNED: then it
comes along when somebody signs in, and goes when they have everything deleted.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from goldrush.server import seating, sql_ties
from goldrush.server.shape import shapes
from goldrush.server.sql import Connection
from goldrush.server.store import Conflict, Person, Sheet


class Owned(NamedTuple):
    """A table whose rows belong to people, by its column "player"."""

    table: str
    moves: bool = True  # with a stranger who signs in; else only those of the person stay
    removed: tuple[str, ...] = ()  # what is done with those of :player; they are deleted if nothing
    moved: tuple[str, ...] = ()  # what is done before with those of :old, who is :new from now on


OWNED = (
    Owned("people", moves=False),
    Owned("passkeys", moves=False),
    *(Owned(table) for table in ("listeners", "devices", "mailboxes", "often", "told", "tries")),
    Owned("remarks"),
    Owned("invitations"),
    Owned(
        "rated",
        removed=(
            "DELETE FROM rated WHERE code IN (SELECT code FROM rated WHERE player = :player)"
            " AND NOT EXISTS (SELECT 1 FROM rated AS others WHERE others.code = rated.code"
            " AND others.player NOT IN ('', :player))",
            "UPDATE rated SET player = '' WHERE player = :player",
        ),
        moved=(  # whoever has a rating of their own keeps that one, and no other
            "UPDATE rated SET player = '' WHERE player = :old"
            " AND game IN (SELECT game FROM ratings WHERE player = :new)",
        ),
    ),
    Owned("ratings"),
    Owned("blocked"),
    Owned("reporters"),
    Owned("acts", removed=("UPDATE acts SET player = '' WHERE player = :player",)),
    Owned(
        "reports",
        removed=(
            "DELETE FROM reporters WHERE report IN"
            " (SELECT number FROM reports WHERE player = :player)",
            "DELETE FROM reports WHERE player = :player",
        ),
    ),
    Owned("kin", moves=False, removed=("DELETE FROM kin WHERE :player IN (player, other)",)),
    Owned(
        "results",
        removed=(
            "DELETE FROM matches WHERE code IN (SELECT code FROM results WHERE player = :player)"
            " AND NOT EXISTS (SELECT 1 FROM results AS others WHERE others.code = matches.code"
            " AND others.player NOT IN ('', :player))",
            "DELETE FROM results WHERE player = :player AND code NOT IN (SELECT code FROM matches)",
            "UPDATE results SET player = '', name = '' WHERE player = :player",
        ),
    ),
)
FIND = {
    "player": "SELECT person, revision FROM people WHERE player = ?",
    "phrase": "SELECT person, revision FROM people WHERE phrase = ? AND phrase != x''",
    "address": "SELECT person, revision FROM people WHERE address = ? AND address != ''",
    "passkey": "SELECT person, revision FROM people JOIN passkeys USING (player) WHERE id = ?",
}


def find(db: Connection, by: str, value: str | bytes) -> Person | None:
    """The person who has some identity, phrase, address or passkey."""
    row = db.execute(FIND[by], (value,)).fetchone()
    if row is None:
        return None
    return msgspec.structs.replace(msgspec.json.decode(row[0], type=Person), revision=row[1])


def keep(db: Connection, person: Person) -> None:
    """Keeps a new person, or one in the place of exactly the revision that was known."""
    known = db.execute("SELECT revision FROM people WHERE player = ?", (person.player,)).fetchone()
    if (known[0] if known else 0) != person.revision:
        raise Conflict("the person is not the one that was read")
    facts = (person.player, person.revision + 1, person.epoch, person.phrase, person.address)
    row = (*facts, msgspec.json.encode(msgspec.structs.replace(person, revision=0)))
    for table in ("people", "passkeys"):  # not "OR REPLACE", which would take others' rows away
        db.execute(f"DELETE FROM {table} WHERE player = ?", (person.player,))  # noqa: S608
    db.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", row)
    keys = [(passkey.id, person.player) for passkey in person.passkeys]
    db.executemany("INSERT INTO passkeys VALUES (?, ?)", keys)


def epochs(db: Connection) -> dict[str, int]:
    """How often people have signed out everywhere, if they ever did."""
    return dict(db.execute("SELECT player, epoch FROM people WHERE epoch > 0"))


def move(db: Connection, old: str, new: str) -> list[str]:
    """Gives all that is a stranger's to a person; returns the codes of the tables that changed."""
    changed = remarked_at(db, old)
    for code, sheet in sheets(db, old):
        if sheet:
            put(db, seating.handed_over(sheet, old, new))
            changed.append(code)
    sql_ties.move(db, old, new)
    for owned in OWNED:
        who = {"old": old, "new": new}
        for statement in owned.moved:
            db.execute(statement, who)
        if owned.moves:
            db.execute(_moving(owned.table), who)
        db.execute(f"DELETE FROM {owned.table} WHERE player = :old", who)  # noqa: S608
    return changed


@cache
def _moving(table: str) -> str:
    """The statement that gives a stranger's rows to a person, but those that the person has too."""
    moving = f"UPDATE {table} SET player = :new WHERE player = :old"  # noqa: S608  # all of it ours
    for unique in shapes()[table].unique:
        if "player" in unique:
            same = "".join(
                f" AND theirs.{one} = {table}.{one}" for one in unique if one != "player"
            )
            theirs = f"SELECT 1 FROM {table} AS theirs WHERE theirs.player = :new{same}"  # noqa: S608
            moving += f" AND NOT EXISTS ({theirs})"
    return moving


def erase(db: Connection, player: str) -> list[str]:
    """Removes all that is a person's; returns the codes of the tables that changed or are gone."""
    changed = remarked_at(db, player)
    for code, sheet in sheets(db, player):
        left = seating.without(sheet, player) if sheet else None
        if sheet and left:
            _unsay(db, sheet, player)
            put(db, left)
        else:  # nobody else has a part in it, or nobody could ever open it
            remove(db, code)
        changed.append(code)
    sql_ties.erase(db, player)
    for owned in OWNED:
        for statement in owned.removed or (f"DELETE FROM {owned.table} WHERE player = :player",):  # noqa: S608
            db.execute(statement, {"player": player})
    return changed


def remove(db: Connection, code: str) -> None:
    """Removes a table with all that belongs to it, but its result."""
    for table in (
        "tables",
        "seats",
        "hosts",
        "log",
        "said",
        "remarks",
        "invitations",
        "unsettled",
        "dues",
    ):
        db.execute(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608


def seat(db: Connection, sheet: Sheet) -> None:
    """Notes who has to do with a table, in the place of what was noted before."""
    players = {place.player for place in sheet.places if place.player}
    for table in ("seats", "hosts"):
        db.execute(f"DELETE FROM {table} WHERE code = ?", (sheet.code,))  # noqa: S608
    db.executemany("INSERT INTO seats VALUES (?, ?)", [(one, sheet.code) for one in players])
    if sheet.host and sheet.host not in players:
        db.execute("INSERT INTO hosts VALUES (?, ?)", (sheet.host, sheet.code))


def sheets(db: Connection, player: str) -> Iterator[tuple[str, Sheet | None]]:
    """The tables that somebody has to do with; without a sheet where that cannot be read."""
    found = db.execute(
        "SELECT code, sheet FROM tables WHERE code IN (SELECT code FROM seats"
        " WHERE player = :player UNION SELECT code FROM hosts WHERE player = :player)",
        {"player": player},
    ).fetchall()
    for code, packed in found:
        try:
            yield code, msgspec.json.decode(packed, type=Sheet)
        except ValueError:
            yield code, None


def remarked_at(db: Connection, player: str) -> list[str]:
    """The tables at which somebody has said something to others who look on."""
    found = db.execute("SELECT DISTINCT code FROM remarks WHERE player = ?", (player,))
    return [code for (code,) in found]


def put(db: Connection, sheet: Sheet) -> None:
    """Writes a sheet anew."""
    db.execute(
        "UPDATE tables SET revision = revision + 1, sheet = ? WHERE code = ?",
        (msgspec.json.encode(sheet), sheet.code),
    )
    seat(db, sheet)


def _unsay(db: Connection, sheet: Sheet, player: str) -> None:
    """Removes what somebody has said, also at the seat that they had before lots were drawn."""
    for now in seating.mine(sheet, player):
        before = sheet.lots.index(now) if sheet.lots else now
        for number, then in ((before, "at < :begun"), (now, "at >= :begun")):
            said = f"DELETE FROM said WHERE code = :code AND seat = :seat AND {then}"  # noqa: S608
            db.execute(said, {"code": sheet.code, "seat": number, "begun": sheet.begun})
