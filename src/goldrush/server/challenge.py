"""The challenge of a day: which game, against whom and by which options follows from its date.

Days are those of UTC, so that all people have the same one.  Whatever is drawn follows from a
secret of the day that nobody is shown before it has ended; ``daily.py`` keeps it.
"""

import hashlib
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

from goldrush.games import GAMES, game
from goldrush.games.contract import Option
from goldrush.server.store import Sheet

# Whose choices follow from what they know and their luck, not from how fast the machine is.
BOTS = ("felix", "marius", "odile", "ines")
MOST_SEATS = 4  # for a match of half an hour
BY_THE_BOOK = 3  # of so many days one has an option that is not the rule book's own


class Challenge(Struct, frozen=True):
    """What is played on a day."""

    game: str
    version: int
    options: dict[str, str]
    bots: list[str]  # at the other seats, in their order
    seat: int  # the person's

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots) + 1

    def at(self, seat: int) -> str:
        """The bot at a seat; nothing at the person's."""
        bots = [*self.bots[: self.seat], "", *self.bots[self.seat :]]
        return bots[seat]


class Day(Struct, frozen=True):
    """A day with its challenge, and what all its draws follow from."""

    day: str
    secret: bytes
    challenge: Challenge


def challenge(day: date) -> Challenge:
    """What is played on a day."""
    name = GAMES[day.toordinal() % len(GAMES)]
    rules = game(name).rules
    most = min(rules.MAX_SEATS, MOST_SEATS)
    seats = rules.MIN_SEATS + _drawn(day, "seats", most - rules.MIN_SEATS + 1)
    bots = sorted(BOTS, key=lambda bot: _drawn(day, bot, 1 << 32))
    return Challenge(
        game=name,
        version=rules.VERSION,
        options={option.name: _value(day, option, seats) for option in rules.OPTIONS},
        bots=bots[: seats - 1],
        seat=_drawn(day, "seat", seats),
    )


def day_of(now: int) -> date:
    """The day of a time."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def end_of(day: date | str) -> int:
    """When a day is over."""
    begun = date.fromisoformat(day) if isinstance(day, str) else day
    end = datetime.combine(begun + timedelta(days=1), datetime.min.time(), UTC)
    return int(1000 * end.timestamp())


def is_sealed(sheet: Sheet, now: int) -> bool:
    """Whether a table tells nobody but its player anything, for others may still play the same."""
    return bool(sheet.daily) and now < end_of(sheet.daily)


def _value(day: date, option: Option, seats: int) -> str:
    """What an option is on a day, if it means something with so many seats."""
    if option.seats and seats not in option.seats:
        return option.values[0]
    if _drawn(day, f"{option.name} at all", BY_THE_BOOK):
        return option.values[0]
    return option.values[_drawn(day, option.name, len(option.values))]


def _drawn(day: date, what: str, among: int) -> int:
    """A number below another, which anybody can work out who knows the day."""
    digest = hashlib.sha256(f"goldrush daily {day.isoformat()} {what}".encode()).digest()
    return int.from_bytes(digest, "big") % among
