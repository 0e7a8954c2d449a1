"""How matches came out: found out when they end, and kept when their tables are forgotten."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from goldrush.core import CHANCE
from goldrush.match import Match
from goldrush.server.store import UNDO, Ended, Entry, Place, Sheet, Standing
from goldrush.server.typed import MOST_EDITION_NAME


def ended(sheet: Sheet, match: Match, entries: Sequence[Entry], link: str = "") -> Ended:
    """How a match came out that is over, by the whole log of its table."""
    undos = Counter(entry.actor for entry in entries if entry.step == UNDO)
    came_out = zip(sheet.places, match.position.places(), match.position.points(), strict=True)
    unknown = sheet.hints and not sheet.noted  # of old matches: nobody can say that they had none
    return Ended(
        code=sheet.code,
        game=sheet.game,
        version=sheet.version,
        options=sheet.options,
        edition=edition_name(sheet) or "",
        lesson=sheet.lesson,
        begun=sheet.begun,
        at=entries[-1].at,
        decisions=sum(actor != CHANCE for actor, _ in match.history),
        seats=[
            _standing(place, rank, points, undos[seat], unknown=unknown and bool(place.player))
            for seat, (place, rank, points) in enumerate(came_out)
        ],
        link=link,
    )


def _standing(place: Place, rank: int, points: int, undos: int, *, unknown: bool) -> Standing:
    return Standing(
        place=int(rank),
        points=int(points),
        player=place.player,
        name=place.name,
        persona=place.persona,
        hinted=place.hinted or unknown,
        undos=undos,
        stood_in=place.stood_in or bool(place.player and place.persona),
    )


class _Named(msgspec.Struct):
    """Of an edition only its name."""

    name: str


def edition_name(sheet: Sheet) -> str | None:
    """The name of a user's own edition, if a table has one."""
    packed = sheet.edition
    return msgspec.json.decode(packed, type=_Named).name[:MOST_EDITION_NAME] if packed else None
