"""Reviews in the SQLite file: a bounded number of them, of which the oldest go."""

import sqlite3

from goldrush.server import store


def kept(db: sqlite3.Connection, digest: bytes) -> bytes | None:
    """The review that is kept under a digest."""
    row = db.execute("SELECT review FROM reviews WHERE digest = ?", (digest,)).fetchone()
    return bytes(row[0]) if row else None


def keep(db: sqlite3.Connection, digest: bytes, review: bytes) -> None:
    """Keeps a review unless one is kept there already, and makes room for it."""
    row = (digest, len(review), review)
    db.execute("INSERT OR IGNORE INTO reviews (digest, size, review) VALUES (?, ?, ?)", row)
    number, size = db.execute("SELECT count(*), sum(size) FROM reviews").fetchone()
    while number > store.MOST_REVIEWS or size > store.MOST_REVIEW_BYTES:
        oldest = "SELECT number, size FROM reviews ORDER BY number LIMIT 1"
        gone, less = db.execute(oldest).fetchone()
        db.execute("DELETE FROM reviews WHERE number = ?", (gone,))
        number, size = number - 1, size - less
