"""What a game in one edition is made of, as six pictures; ``server/typescript.py`` tells browsers.

Each game's folder has that of its shipped edition, ``assay.json``, which ``make lab`` writes.
"""

from typing import Literal

from msgspec import Struct

# What is shown, in this order: how long it takes, what seats win, what carelessness costs, when it
# is decided, what points people have, and which rules carry it.
PICTURES = ("minutes", "seats", "slips", "decided", "points", "habits")
SEATS = 4  # as many as sit there, if so many can


class Found(Struct, frozen=True):
    """A figure, and how far one standard error strays."""

    value: float
    error: float


class Mark(Found, frozen=True):
    """A figure in a picture, of what is named as a path: "never/steal", "seat/0", "at/50"."""

    name: str


class Picture(Struct, frozen=True):
    """Figures that are drawn together."""

    key: str
    shape: Literal["columns", "curves", "dots"]
    unit: Literal["number", "share"]
    games: int  # of how many
    marks: list[Mark]
    even: float | None = None  # what would be so if nothing mattered
    also: dict[str, Found] = {}  # what its sentence tells beside


class Assay(Struct, frozen=True):
    """All pictures of a game in an edition."""

    game: str
    version: int  # of its rules
    edition: str  # its digest
    name: str | None  # of somebody's own edition
    seats: int
    command: str  # that measures it again
    pictures: list[Picture]
