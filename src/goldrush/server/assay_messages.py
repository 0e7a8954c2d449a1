"""What is asked and told of editions of people's own that are measured."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from goldrush.games.assay import Assay
from goldrush.server.messages import MOST_EDITION, Key

Stage = Literal["waits", "measures", "done"]


class NewAssay(Struct, forbid_unknown_fields=True):
    """Asks what a game in an edition of one's own is made of."""

    game: Key
    edition: Annotated[str, Meta(min_length=1, max_length=MOST_EDITION)]  # an edition file's text


class Assaying(Struct):
    """How far that is."""

    key: str  # by which it is asked for again
    stage: Stage
    others: int  # editions that wait or are measured meanwhile
    ready: int  # pictures, ...
    all: int  # ... of so many
    assay: Assay | None = None  # when all are ready
