"""The shape of the file that keeps tables, as steps from one format to the next.

A step that was published never changes: there are files that it has made.  Whoever needs another
shape appends a step; it is taken when a program that knows it first opens a file.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from goldrush.games.problem import Problem
from goldrush.server.sql import Connection

STEPS = (  # the first makes format 1 of an empty file, the second format 2 of format 1 …
    """
    CREATE TABLE tables (code TEXT PRIMARY KEY, revision INTEGER NOT NULL, over INTEGER NOT NULL,
      created INTEGER NOT NULL, sheet BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE seats (player TEXT, code TEXT, PRIMARY KEY (player, code)) WITHOUT ROWID;
    CREATE TABLE log (code TEXT, number INTEGER, actor INTEGER NOT NULL, step INTEGER NOT NULL,
      at INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
    CREATE UNIQUE INDEX once ON log (code, actor, id) WHERE id != '';
    CREATE TABLE said (code TEXT, number INTEGER, at INTEGER NOT NULL, seat INTEGER NOT NULL,
      text TEXT NOT NULL, asked TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
    CREATE UNIQUE INDEX said_once ON said (code, seat, asked) WHERE asked != '';
    CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID
    """,
    # Tables where nobody ever played are looked for every hour: not among all that are over.
    "CREATE INDEX not_over ON tables (created) WHERE NOT over",
    # Reviews are numbered as they are made; how much they take is known without reading them.
    """
    CREATE TABLE reviews (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
      size INTEGER NOT NULL, review BLOB NOT NULL);
    CREATE INDEX review_sizes ON reviews (size)
    """,
    # How matches came out stays when tables are forgotten; those before this are looked through.
    """
    CREATE TABLE matches (code TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL,
      options BLOB NOT NULL, edition TEXT NOT NULL, lesson INTEGER NOT NULL, begun INTEGER NOT NULL,
      at INTEGER NOT NULL, decisions INTEGER NOT NULL, link TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE results (code TEXT, seat INTEGER, at INTEGER NOT NULL, place INTEGER NOT NULL,
      points INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, persona TEXT NOT NULL,
      hinted INTEGER NOT NULL, undos INTEGER NOT NULL, stood_in INTEGER NOT NULL,
      PRIMARY KEY (code, seat)) WITHOUT ROWID;
    CREATE INDEX results_of ON results (player, at, code) WHERE player != '';
    CREATE TABLE unsettled (code TEXT PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO unsettled SELECT code FROM tables WHERE over
    """,
    # People who keep their name; and hosts without a seat, so that all identities are found.
    """
    CREATE TABLE people (player TEXT PRIMARY KEY, revision INTEGER NOT NULL, epoch INTEGER NOT NULL,
      phrase BLOB NOT NULL, address TEXT NOT NULL, person BLOB NOT NULL) WITHOUT ROWID;
    CREATE UNIQUE INDEX phrases ON people (phrase) WHERE phrase != x'';
    CREATE UNIQUE INDEX addresses ON people (address) WHERE address != '';
    CREATE INDEX epochs ON people (player, epoch) WHERE epoch > 0;
    CREATE TABLE passkeys (id BLOB PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX passkeys_of ON passkeys (player);
    CREATE TABLE hosts (player TEXT, code TEXT, PRIMARY KEY (player, code)) WITHOUT ROWID;
    CREATE INDEX hosts_at ON hosts (code);
    CREATE INDEX seats_at ON seats (code);
    INSERT INTO hosts SELECT json_extract(CAST(sheet AS TEXT), '$.host') AS host, code FROM tables
      WHERE json_valid(CAST(sheet AS TEXT)) AND host != ''
      AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.code = tables.code AND player = host)
    """,
    # People who are told of their turn while they are away: how, where, and what they were told.
    """
    CREATE TABLE listeners (player TEXT PRIMARY KEY, wishes BLOB NOT NULL,
      digest INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE devices (endpoint TEXT PRIMARY KEY, player TEXT NOT NULL, key TEXT NOT NULL,
      auth TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX devices_of ON devices (player);
    CREATE TABLE mailboxes (player TEXT PRIMARY KEY, handle TEXT NOT NULL UNIQUE,
      mailbox BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE often (code TEXT, player TEXT, often TEXT NOT NULL,
      PRIMARY KEY (code, player)) WITHOUT ROWID;
    CREATE INDEX often_of ON often (player);
    CREATE TABLE told (code TEXT, player TEXT, game TEXT NOT NULL, turn INTEGER NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (code, player)) WITHOUT ROWID;
    CREATE INDEX told_to ON told (player)
    """,
    # When a server must look at a table, though nobody is there; and when servers ran.
    """
    CREATE TABLE dues (code TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX first_due ON dues (due);
    CREATE TABLE runs (since INTEGER PRIMARY KEY, until INTEGER NOT NULL)
    """,
    # What people who look on say to each other.
    """
    CREATE TABLE remarks (code TEXT, number INTEGER, at INTEGER NOT NULL, player TEXT NOT NULL,
      name TEXT NOT NULL, text TEXT NOT NULL, asked TEXT NOT NULL,
      PRIMARY KEY (code, number)) WITHOUT ROWID;
    CREATE UNIQUE INDEX remarked_once ON remarks (code, player, asked);
    CREATE INDEX remarks_of ON remarks (player)
    """,
    # What people have decided of each other.
    """
    CREATE TABLE ties (player TEXT, other TEXT, kind TEXT NOT NULL, at INTEGER NOT NULL,
      name TEXT NOT NULL, other_name TEXT NOT NULL, PRIMARY KEY (player, other)) WITHOUT ROWID;
    CREATE INDEX ties_to ON ties (other);
    CREATE INDEX blocks ON ties (player, other) WHERE kind = 'blocked'
    """,
    # Seats of rated matches, in the order in which they are counted; and what follows from them.
    """
    CREATE TABLE rated (number INTEGER PRIMARY KEY, code TEXT NOT NULL, seat INTEGER NOT NULL,
      game TEXT NOT NULL, at INTEGER NOT NULL, player TEXT NOT NULL, place INTEGER NOT NULL,
      fixed INTEGER NOT NULL, mean REAL NOT NULL, deviation REAL NOT NULL, new_mean REAL NOT NULL,
      new_deviation REAL NOT NULL, UNIQUE (code, seat));
    CREATE INDEX rated_of ON rated (player, number) WHERE player != '';
    CREATE TABLE ratings (player TEXT, game TEXT, mean REAL NOT NULL, deviation REAL NOT NULL,
      matches INTEGER NOT NULL, PRIMARY KEY (player, game)) WITHOUT ROWID;
    CREATE INDEX best ON ratings (game, mean);
    CREATE TABLE kin (player TEXT, other TEXT, at INTEGER NOT NULL,
      PRIMARY KEY (player, other)) WITHOUT ROWID;
    CREATE INDEX kin_at ON kin (at)
    """,
    # Friends who are asked to a table.
    """
    CREATE TABLE invitations (player TEXT, code TEXT, sender TEXT NOT NULL, name TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (player, code)) WITHOUT ROWID;
    CREATE INDEX invitations_to ON invitations (code);
    CREATE INDEX invitations_by ON invitations (sender)
    """,
    # Replays are chosen among the matches of the last days.
    "CREATE INDEX matches_at ON matches (at)",
    # What was played on a day by all, and who has tried it at which table.
    """
    CREATE TABLE days (day TEXT PRIMARY KEY, secret BLOB NOT NULL,
      challenge BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE tries (day TEXT, player TEXT, code TEXT NOT NULL,
      PRIMARY KEY (day, player)) WITHOUT ROWID;
    CREATE INDEX tries_of ON tries (player)
    """,
    # What a host decides, and what people report to the host; tables are listed by their age.
    """
    CREATE TABLE blocked (player TEXT PRIMARY KEY, name TEXT NOT NULL,
      at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE reports (number INTEGER PRIMARY KEY, code TEXT NOT NULL, aside BOOLEAN NOT NULL,
      line INTEGER NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
      said INTEGER NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL, resolved INTEGER NOT NULL,
      UNIQUE (code, aside, line));
    CREATE INDEX reports_on ON reports (player);
    CREATE TABLE reporters (report INTEGER, player TEXT, at INTEGER NOT NULL,
      PRIMARY KEY (report, player)) WITHOUT ROWID;
    CREATE INDEX reporters_of ON reporters (player);
    CREATE TABLE acts (number INTEGER PRIMARY KEY, at INTEGER NOT NULL,
      what TEXT NOT NULL, code TEXT NOT NULL, player TEXT NOT NULL);
    CREATE INDEX acts_on ON acts (player) WHERE player != '';
    CREATE INDEX tables_by_age ON tables (created, code)
    """,
)
OURS = {"tables", "seats", "log", "said", "settings"}  # of all formats

log = logging.getLogger(__name__)


def newest() -> int:
    """The format that this program writes; user_version of a file has it."""
    return len(STEPS)


def reading(path: Path) -> sqlite3.Connection:
    """A file as it is: nothing of it can be changed."""
    address = f"file:{quote(str(path))}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None)


def refuse(path: Path) -> None:
    """Refuses what another program or a later goldrush keeps, before anything of it is changed."""
    with closing(reading(path)) as db:
        found = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        version = format_of(db)
    if version > newest():
        raise Problem(
            "{} was written by a later version of goldrush; this one cannot read it", path
        )
    if found and not (version and found >= OURS):
        raise Problem("{} is a file of another program; name one of its own for goldrush", path)


def format_of(db: Connection) -> int:
    """The format of a file, 0 if it is empty."""
    (found,) = db.execute("PRAGMA user_version").fetchone()
    return int(found)


def migrate(db: sqlite3.Connection) -> None:
    """Brings a file to the newest format, one step after the other, each of them whole."""
    before = format_of(db)
    while (done := format_of(db)) < newest():
        _take(db, done + 1)
    if 0 < before < newest():
        log.info("the file went from format %d to format %d", before, newest())


def _take(db: sqlite3.Connection, number: int) -> None:
    """Takes a step, unless somebody else just did."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if format_of(db) == number - 1:
            for statement in STEPS[number - 1].split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
