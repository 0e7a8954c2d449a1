"""Reviews, as SQL: a bounded number of them, of which the oldest go."""

from goldrush.server import store
from goldrush.server.sql import Connection


def kept(db: Connection, digest: bytes) -> bytes | None:
    """The review that is kept under a digest."""
    row = db.execute("SELECT review FROM reviews WHERE digest = ?", (digest,)).fetchone()
    return bytes(row[0]) if row else None


def keep(db: Connection, digest: bytes, review: bytes) -> None:
    """Keeps a review unless one is kept there already, and makes room for it."""
    new = "INSERT INTO reviews (digest, size, review) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(new, (digest, len(review), review))
    number, size = db.execute("SELECT count(*), sum(size) FROM reviews").fetchone()
    while number > store.MOST_REVIEWS or size > store.MOST_REVIEW_BYTES:
        oldest = "SELECT number, size FROM reviews ORDER BY number LIMIT 1"
        gone, less = db.execute(oldest).fetchone()
        db.execute("DELETE FROM reviews WHERE number = ?", (gone,))
        number, size = number - 1, size - less
