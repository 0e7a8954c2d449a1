"""How somebody has played, counted from the matches that they have ended."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goldrush.bots.personas import PERSONAS
from goldrush.server.personal import Against, Figures, GameFigures, GameRating, Medal, Point
from goldrush.server.store import Ended, Standing

MOST_POINTS = 300  # matches on the way that are told
MOST_RIVALS = 50


class Turnout(NamedTuple):
    """A match, and how one came out of it."""

    match: Ended
    mine: Standing

    @property
    def shared(self) -> bool:
        """Whether one won with others."""
        return self.mine.place == 1 and sum(one.place == 1 for one in self.match.seats) > 1

    @property
    def fair(self) -> bool:
        """Whether one played without help, and with what is printed in the game."""
        mine = self.mine
        return not (mine.hinted or mine.undos or mine.stood_in or self.match.edition)


def figures(
    played: Sequence[Ended],
    player: str,
    ratings: Sequence[GameRating] = (),
    *,
    public: bool = False,
) -> Figures:
    """What is told of somebody's matches, newest first; in public nothing names another person."""
    found = list(_counted(played, player))[::-1]
    runs = _runs(found)
    return Figures(
        games=_games(found),
        streak=runs[-1] if runs else 0,
        longest=max(runs, default=0),
        medals=_medals(found),
        against=_against(found, public=public),
        course=[_point(one) for one in found[-MOST_POINTS:]],
        ratings=list(ratings),
    )


def _counted(played: Sequence[Ended], player: str) -> Iterator[Turnout]:
    """Matches that say something: no lessons, and none that one played against oneself."""
    for match in played:
        mine = [one for one in match.seats if one.player == player]
        if len(mine) == 1 and not match.lesson:
            yield Turnout(match, mine[0])


def _games(found: Sequence[Turnout]) -> list[GameFigures]:
    kinds = Counter((one.match.game, len(one.match.seats)) for one in found)
    won = Counter((one.match.game, len(one.match.seats)) for one in found if one.mine.place == 1)
    shared = Counter((one.match.game, len(one.match.seats)) for one in found if one.shared)
    return [GameFigures(*kind, n, won[kind], shared[kind]) for kind, n in sorted(kinds.items())]


def _runs(found: Sequence[Turnout]) -> list[int]:
    """After each match, how many there were in a row that one has won."""
    runs: list[int] = []
    for one in found:
        before = runs[-1] if runs else 0
        runs.append(before + 1 if one.mine.place == 1 else 0)
    return runs


def _medals(found: Sequence[Turnout]) -> list[Medal]:
    medals: dict[str, Medal] = {}
    for match, mine in (one for one in found if one.fair):
        for persona in {one.persona for one in match.seats if _is_bot(one)} & PERSONAS.keys():
            if all(mine.place < one.place for one in match.seats if one.persona == persona):
                medal = medals.setdefault(persona, Medal(persona, 0, match.at))
                medal.times += 1
    return list(medals.values())


def _is_bot(one: Standing) -> bool:
    """Whether a bot sat there from the beginning, and for nobody else."""
    return bool(one.persona) and not one.player and not one.stood_in


def _against(found: Sequence[Turnout], *, public: bool) -> list[Against]:
    rivals: dict[str, Against] = {}
    for match, mine in found:
        for one in match.seats:
            if one is mine or not (_is_bot(one) or one.player):
                continue
            who = "people" if public and one.player else one.player or f"bot {one.persona}"
            name = None if public or not one.player else one.name
            persona = one.persona if _is_bot(one) else None
            rival = rivals.setdefault(who, Against(persona, name, 0, 0))
            rival.name, rival.played = name, rival.played + 1
            rival.ahead += mine.place < one.place
    return sorted(rivals.values(), key=lambda one: -one.played)[:MOST_RIVALS]


def _point(one: Turnout) -> Point:
    match, mine = one
    seats = len(match.seats)
    return Point(match.game, match.at, mine.points, mine.place, seats, match.decisions)
