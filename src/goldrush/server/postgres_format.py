"""The shape of a database of PostgreSQL: the steps of ``migrations.py``, in its own words.

It began with what files had in format 13, so a database has the number of the same format as a
file.  From then on each step is written once and taken by both.
"""

import logging

from goldrush.games.problem import Problem
from goldrush.server import migrations
from goldrush.server.dialect import said
from goldrush.server.postgres_link import Link, shown

FIRST = 13
STEPPING = 4_711_000  # the lock that whoever takes a step holds
FORMAT = "CREATE TABLE format (number BIGINT NOT NULL)"
KNOWN = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"

log = logging.getLogger(__name__)


def steps() -> dict[int, list[str]]:
    """The statements of each step, by the format that it makes."""
    begun = ";".join(migrations.STEPS[:FIRST]).split(";")
    first = [one for one in begun if one.split()[0] == "CREATE"]  # there was nothing to be moved
    later = enumerate(migrations.STEPS[FIRST:], FIRST + 1)
    return {FIRST: [FORMAT, *first], **{number: step.split(";") for number, step in later}}


def refuse(link: Link, url: str) -> None:
    """Refuses what another program or a later goldrush keeps, before anything of it is changed."""
    found = {name for (name,) in link.execute(KNOWN)}
    if found and not found >= {*migrations.OURS, "format"}:
        raise Problem(
            "{} is a database of another program; make one of its own for goldrush", shown(url)
        )
    if found and format_of(link) > migrations.newest():
        raise Problem(
            "{} was written by a later version of goldrush; this one cannot read it", shown(url)
        )


def format_of(link: Link) -> int:
    """The format of a database, 0 if it is empty."""
    if ("format",) not in link.execute(KNOWN).fetchall():
        return 0
    (found,) = link.execute("SELECT number FROM format").fetchone()
    return int(found)


def migrate(link: Link) -> None:
    """Brings a database to the newest format, one step after the other, each of them whole."""
    before = format_of(link)
    for number, statements in steps().items():
        if before < number:
            _take(link, number, statements)
    if 0 < before < migrations.newest():
        log.info("the database went from format %d to format %d", before, migrations.newest())


def _take(link: Link, number: int, statements: list[str]) -> None:
    """Takes a step, unless somebody else just did."""
    link.execute("BEGIN")
    try:
        link.execute("SELECT pg_advisory_xact_lock(?)", (STEPPING,))
        if format_of(link) < number:
            link.script(";".join(said(one).text for one in statements))
            link.script(f"DELETE FROM format; INSERT INTO format VALUES ({number})")  # noqa: S608
        link.execute("COMMIT")
    except BaseException:
        link.drop()  # with all that was done
        raise
