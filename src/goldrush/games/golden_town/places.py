"""What people call the squares of a town, whatever its edition: by the landmarks near them.

The codes of squares are for notation alone.
"""

from collections import Counter
from typing import NamedTuple

from goldrush.games.golden_town.edition import HOUSES, Board
from goldrush.games.shapes import Line
from goldrush.games.views import line


class Sign(NamedTuple):
    """A square that has a name of its own: the door of a house, or where a trail forks off."""

    kind: str
    mine: str = ""

    def told(self, preposition: str, **more: object) -> Line:
        """Where one is by this landmark."""
        named = {"name": self.mine} if self.mine else {}
        return line(f"place.{preposition}_{self.kind}", **named, **more)


def named(board: Board) -> dict[str, Line]:
    """Where each square lies, so that it can follow "stops": by a house, before a mine."""
    signs, trails = _doors(board), _trails(board)
    for mine, trail in trails.items():
        signs.setdefault(trail.pop(), Sign("fork", mine))  # a trail ends where it forks off
    found = {s.name: line(f"place.{s.kind}", name=s.name) for s in board.squares}
    for mine, trail in trails.items():
        for n, square in enumerate(trail, 1):
            found[square] = line("place.before", n=n, name=mine)
    for square, sign in signs.items():
        found[square] = sign.told("by")
    for square in [name for name, said in found.items() if said["key"] == "place.road"]:
        found[square] = _between(board, square, signs) or found[square]
    alike = Counter(map(str, found.values()))  # no two squares have one name
    return {
        square: said if alike[str(said)] == 1 else line("place.road", name=square)
        for square, said in found.items()
    }


def steps_from(board: Board, start: str) -> dict[str, int]:
    """How many steps it takes to each square: houses and mines only begin or end a walk [T12]."""
    found, edge = {start: 0}, [start]
    while edge:
        going = [at for at in edge if at == start or _is_road(board, at)]
        edge = [to for at in going for to in board.beside[at] if to not in found]
        found.update(dict.fromkeys(edge, found[going[0]] + 1) if going else {})
    return found


def _is_road(board: Board, name: str) -> bool:
    return any(square.name == name and square.kind == "road" for square in board.squares)


def _roads(board: Board, name: str) -> list[str]:
    """The roads beside a square."""
    return [other for other in board.beside[name] if _is_road(board, other)]


def _doors(board: Board) -> dict[str, Sign]:
    """The squares before the houses."""
    houses = [square for square in board.squares if square.kind in HOUSES]
    return {door: Sign(house.kind) for house in houses for door in _roads(board, house.name)}


def _trails(board: Board) -> dict[str, list[str]]:
    """The squares from each mine to where its trail forks off, which is the last of them."""
    found = {}
    for mine in (square.name for square in board.squares if square.kind == "concession"):
        trail, came = _roads(board, mine)[:1], mine
        while trail and len(board.beside[trail[-1]]) == 2:
            onward = [other for other in _roads(board, trail[-1]) if other != came]
            if not onward:
                break
            came = trail[-1]
            trail += onward
        if trail:
            found[mine] = trail
    return found


def _between(board: Board, square: str, signs: dict[str, Sign]) -> Line | None:
    """So far from a house, or else from the nearest fork, towards what comes next the other way."""
    ends = [end for way in _roads(board, square) if (end := _first(board, square, way, signs))]
    if len(ends) != 2:
        return None
    (n, near), (_, far) = sorted(ends, key=lambda end: (end[1].kind == "fork", end[0]))
    return near.told("from", n=n, other=far.told("towards"))


def _first(board: Board, came: str, at: str, signs: dict[str, Sign]) -> tuple[int, Sign] | None:
    """The first landmark along a road, and how far it is: a house lies behind its door."""
    for steps in range(1, len(board.squares)):
        if sign := signs.get(at):
            return steps + (sign.kind != "fork"), sign
        onward = [other for other in _roads(board, at) if other != came]
        if len(onward) != 1:
            return None
        came, at = at, onward[0]
    return None
