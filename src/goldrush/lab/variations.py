"""Editions that differ in some values, as people say them: ``gold.4=3..7,dynamite.cards=3,5``."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import msgspec

from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games.edition import Edition, EditionError, Place
from goldrush.games.problem import Problem

SHOWN = 12  # values that a complaint lists
MOST = 400  # editions of a grid

Value = int | str


class Variable(NamedTuple):
    """One value of an edition, and what it shall be."""

    name: str  # its whole place, with points between
    place: Place
    values: tuple[Value, ...]


class Variation(NamedTuple):
    """An edition with its own values."""

    values: dict[str, Value]  # by the names of variables
    edition: bytes  # packed


def variables(edition: Edition, said: str) -> list[Variable]:
    """What shall be varied."""
    found: list[Variable] = []
    for part in said.split(","):
        name, equals, value = part.partition("=")
        if equals:
            place, now = _found(edition, name.strip())
            found.append(Variable(".".join(map(str, place)), place, ()))
        elif found:
            value = part
        else:
            raise Problem('what varies is said as gold.4=3..7, not "{}"', part)
        more = tuple(_values(value.strip(), now))
        found[-1] = found[-1]._replace(values=found[-1].values + more)
    names = [one.name for one in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Problem("the value {} varies twice; once is enough", twice[0])
    return found


def grid(edition: Edition, varying: list[Variable]) -> list[Variation]:
    """All editions with these values, each of which can be played."""
    cells = list(product(*(dict.fromkeys(one.values) for one in varying)))
    if len(cells) > MOST:
        raise Problem("{} editions are too many; {} are possible", len(cells), MOST)
    return [varied(edition, varying, cell) for cell in cells]


def varied(edition: Edition, varying: list[Variable], cell: tuple[Value, ...]) -> Variation:
    """The edition with these values, if it can be played."""
    content = msgspec.to_builtins(edition, str_keys=True)
    for one, value in zip(varying, cell, strict=True):
        *way, last = one.place
        inside = content
        for key in way:
            inside = _inside(inside)[str(key)]
        if isinstance(inside, list):
            inside[int(last)] = value
        else:
            inside[str(last)] = value
    said = dict(zip([one.name for one in varying], cell, strict=True))
    packed = msgspec.json.encode(content, order="deterministic")
    try:
        made = editions.unpack(packed, edition_type(edition.game))
    except EditionError as error:
        told = ", ".join(f"{name} = {value}" for name, value in said.items())
        raise Problem("{}: {}", told, error) from None
    return Variation(said, editions.pack(made))


def values(edition: Edition, varying: list[Variable]) -> tuple[Value, ...]:
    """What the values are that vary, as the edition has them."""
    leaves = dict(_leaves(msgspec.to_builtins(edition, str_keys=True)))
    return tuple(leaves[one.place] for one in varying)


def _inside(held: Any) -> dict[str, Any]:
    """What a table or a list holds, by name or number."""
    if isinstance(held, dict):
        return held
    if isinstance(held, list):
        return {str(n): one for n, one in enumerate(held)}
    return {}


def _leaves(held: Any, place: Place = ()) -> Iterator[tuple[Place, Value]]:
    """All numbers and words of an edition."""
    if isinstance(held, dict | list):
        for key, one in _inside(held).items():
            yield from _leaves(one, (*place, key))
    elif isinstance(held, int | str) and place[-1] != "source" and len(place) > 1:
        yield place, held


def _found(edition: Edition, name: str) -> tuple[Place, Value]:
    """The value with a name, of which what goes without saying may be left out."""
    leaves = dict(_leaves(msgspec.to_builtins(edition, str_keys=True)))
    said = tuple(name.split("."))
    meant = [place for place in leaves if place == said] or [
        place for place in leaves if place[-1] == said[-1] and _within(said, place)
    ]
    if len(meant) == 1:
        return meant[0], leaves[meant[0]]
    among = [".".join(map(str, place)) for place in meant or leaves]
    some = ", ".join([*among[:SHOWN], *(["…"] if len(among) > SHOWN else [])])
    if meant:
        raise Problem('"{}" may be any of {}', name, some)
    raise Problem('the edition has no value "{}"; it has {}', name, some)


def _within(said: Place, place: Place) -> bool:
    """Whether a place goes by such names, in this order."""
    rest = iter(place)
    return all(key in rest for key in said)


def _values(said: str, now: Value) -> Iterator[Value]:
    """What a value shall be: of the kind that it is now."""
    if isinstance(now, str):
        yield said
        return
    low, dots, high = said.partition("..")
    try:
        least, most = int(low), int(high) if dots else int(low)
    except ValueError:
        raise Problem('values are numbers such as 3 or 3..7, not "{}"', said) from None
    if least > most:
        raise Problem('values go up: "{1}..{0}", not "{0}..{1}"', least, most)
    if most - least >= MOST:
        raise Problem("{} editions are too many; {} are possible", most - least + 1, MOST)
    yield from range(least, most + 1)
