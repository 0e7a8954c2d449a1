"""People who are told of their turn, as SQL."""

import msgspec

from goldrush.server.listeners import Device, Listener, Mailbox, Noting, Told
from goldrush.server.notice_messages import Wishes
from goldrush.server.sql import Connection, one_moment, put

USUAL = msgspec.json.encode(Wishes())
DEVICE = put("devices", "endpoint", "player, key, auth")
TOLD = put("told", "code, player", "game, turn, at")


def everybody(db: Connection) -> list[str]:
    """Who has a browser or a mailbox."""
    found = db.execute("SELECT player FROM devices UNION SELECT player FROM mailboxes")
    return [player for (player,) in found]


def kept(db: Connection, player: str) -> Listener:
    """All that a file has of a person."""
    with one_moment(db):
        return _kept(db, player)


def _kept(db: Connection, player: str) -> Listener:
    found, who = Listener(), (player,)
    for wishes, digest in db.execute("SELECT wishes, digest FROM listeners WHERE player = ?", who):
        found.wishes, found.digest = msgspec.json.decode(wishes, type=Wishes), digest
    devices = "SELECT endpoint, key, auth FROM devices WHERE player = ? ORDER BY endpoint"
    found.devices = [Device(*row) for row in db.execute(devices, who)]
    for (mailbox,) in db.execute("SELECT mailbox FROM mailboxes WHERE player = ?", who):
        found.mailbox = msgspec.json.decode(mailbox, type=Mailbox)
    found.often = dict(db.execute("SELECT code, often FROM often WHERE player = ?", who).fetchall())
    told = db.execute("SELECT code, game, turn, at FROM told WHERE player = ?", who)
    found.told = {row[0]: Told(*row) for row in told}
    return found


def keep(db: Connection, noting: Noting) -> None:
    """Keeps a change."""
    player = noting.player
    if noting.wishes or noting.digest is not None:
        _keep_wishes(db, noting)
    for code, often in noting.often:
        db.execute("DELETE FROM often WHERE code = ? AND player = ?", (code, player))
        if often:
            db.execute("INSERT INTO often VALUES (?, ?, ?)", (code, player, often))
    for one in noting.devices:
        row = (one.endpoint, player, one.key, one.auth)
        db.execute(DEVICE, row)
    gone = "DELETE FROM devices WHERE endpoint = ? AND player = ?"
    db.executemany(gone, [(endpoint, player) for endpoint in noting.gone])
    if noting.no_mailbox or noting.mailbox:
        db.execute("DELETE FROM mailboxes WHERE player = ?", (player,))
    if noting.mailbox:
        box = (player, noting.mailbox.handle, msgspec.json.encode(noting.mailbox))
        db.execute("INSERT INTO mailboxes VALUES (?, ?, ?)", box)
    told = [(one.code, player, one.game, one.turn, one.at) for one in noting.told]
    db.executemany(TOLD, told)
    forgotten = [(code, player) for code in noting.forgotten]
    db.executemany("DELETE FROM told WHERE code = ? AND player = ?", forgotten)


def _keep_wishes(db: Connection, noting: Noting) -> None:
    usual = "INSERT INTO listeners VALUES (?, ?, 0) ON CONFLICT DO NOTHING"
    db.execute(usual, (noting.player, USUAL))
    if noting.wishes:
        new = (msgspec.json.encode(noting.wishes), noting.player)
        db.execute("UPDATE listeners SET wishes = ? WHERE player = ?", new)
    if noting.digest is not None:
        at = (noting.digest, noting.player)
        db.execute("UPDATE listeners SET digest = ? WHERE player = ?", at)


def owner(db: Connection, handle: str) -> str | None:
    """Whose mailbox has a handle."""
    row = db.execute("SELECT player FROM mailboxes WHERE handle = ?", (handle,)).fetchone()
    return str(row[0]) if row else None


def remove(db: Connection, code: str) -> None:
    """Removes what belongs to a table that is forgotten."""
    db.execute("DELETE FROM often WHERE code = ?", (code,))
    db.execute("DELETE FROM told WHERE code = ?", (code,))
