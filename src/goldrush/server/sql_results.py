"""How matches came out, as SQL: a row for each match, and one for each of its seats."""

from collections.abc import Iterator

import msgspec

from goldrush.server.sql import Connection, holds, one_moment, put
from goldrush.server.store import Conflict, Ended

SEATS = "place, points, player, name, persona, hinted, undos, stood_in"
MATCH = "code, game, version, options, edition, lesson, begun, at, decisions, link"
KEEP = put("matches", "code", MATCH.removeprefix("code, "))
KEEP_SEAT = put("results", "code, seat", f"at, {SEATS}")

SHOWN = (
    "SELECT code FROM matches JOIN tables USING (code)"  # noqa: S608  # all of it is ours
    " WHERE at >= ? AND link != '' AND NOT lesson"
    f" AND edition = '' AND {holds('sheet', 'public')} AND NOT EXISTS"
    " (SELECT 1 FROM results JOIN people USING (player) WHERE results.code = matches.code"
    f" AND {holds('person', 'unfeatured')}) ORDER BY at DESC, code LIMIT ?"
)


def keep(db: Connection, ended: Ended) -> None:
    """Keeps how a match came out; as long as it has no link it is to be settled."""
    facts = {**msgspec.structs.asdict(ended), "options": msgspec.json.encode(ended.options)}
    row = [facts[name] for name in MATCH.split(", ")]
    db.execute(KEEP, row)
    for seat, one in enumerate(ended.seats):
        came_out = (ended.code, seat, ended.at, *msgspec.structs.astuple(one))
        db.execute(KEEP_SEAT, came_out)
    if not ended.link:
        db.execute("INSERT INTO unsettled VALUES (?) ON CONFLICT DO NOTHING", (ended.code,))


def known(db: Connection, code: str) -> bool:
    """Whether a match is kept under a code: nobody else may play under it."""
    return db.execute("SELECT 1 FROM matches WHERE code = ?", (code,)).fetchone() is not None


def played(
    db: Connection, player: str, most: int, before: tuple[int, str], game: str
) -> list[Ended]:
    """Matches that somebody has ended, newest first."""
    with one_moment(db):
        codes = db.execute(
            "SELECT DISTINCT results.at, code FROM results JOIN matches USING (code)"
            " WHERE player = ? AND player != '' AND (results.at, code) < (?, ?)"
            " AND (? = '' OR game = ?) ORDER BY results.at DESC, code DESC LIMIT ?",
            (player, *before, game, game, most),
        ).fetchall()
        return [one for _, code in codes for one in _match(db, code)]


def _match(db: Connection, code: str) -> Iterator[Ended]:
    found = f"SELECT {SEATS} FROM results WHERE code = ? ORDER BY seat"  # noqa: S608  # all ours
    seats = [dict(zip(SEATS.split(", "), row, strict=True)) for row in db.execute(found, (code,))]
    wanted = f"SELECT {MATCH} FROM matches WHERE code = ?"  # noqa: S608
    for row in db.execute(wanted, (code,)):
        facts = dict(zip(MATCH.split(", "), row, strict=True))
        facts["options"] = msgspec.json.decode(facts["options"])
        yield msgspec.convert({**facts, "seats": seats}, Ended, strict=False)


def shown_to_all(db: Connection, since: int, most: int) -> list[Ended]:
    """Matches that ended since then at public tables, the newest first."""
    codes = db.execute(SHOWN, (since, most)).fetchall()
    return [one for (code,) in codes for one in _match(db, code)]


def unsettled(db: Connection, most: int) -> list[str]:
    """Codes of some tables whose matches have no link yet, or no result at all."""
    found = db.execute("SELECT code FROM unsettled ORDER BY code LIMIT ?", (most,))
    return [code for (code,) in found]


def settle(db: Connection, code: str, revision: int, ended: Ended | None) -> None:
    """Keeps how a match came out by a revision of its sheet, and has it asked for no more."""
    row = db.execute("SELECT revision FROM tables WHERE code = ?", (code,)).fetchone()
    if (row[0] if row else 0) != revision:
        raise Conflict(f"the sheet of {code} is not the one that was read")
    if ended:
        keep(db, ended)
    db.execute("DELETE FROM unsettled WHERE code = ?", (code,))
