"""What a process is asked that measures editions of people's own, a picture at a time."""

from msgspec import Struct

from goldrush.games.assay import Assay


class Measure(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Asks a process for one picture of a game in somebody's own edition."""

    game: str
    version: int
    edition: bytes
    key: str


class Measured(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """An assay of that picture alone; or why there can be none."""

    assay: Assay | None = None
    text: str = ""  # of the problem, ...
    about: list[str] = []  # ... and what it is about
