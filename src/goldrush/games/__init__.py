"""The games, and how to open one."""

import importlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np

from goldrush.core import Direct, Ints, Records, bind, remove_bound, unbind
from goldrush.games import edition as editions
from goldrush.games.contract import (
    Calls,
    Features,
    Game,
    Notation,
    Rules,
    UnknownVersion,
    View,
)
from goldrush.games.edition import Edition
from goldrush.games.problem import Problem

GAMES = ("gold", "goldrausch", "oh_my_gold", "gold_river", "golden_town")


@cache
def edition_type(name: str) -> type[Edition]:
    """What an edition file of a game must look like."""
    if name not in GAMES:
        raise Problem('there is no game "{}"; there are: {}', name, ", ".join(GAMES))
    module = importlib.import_module(f"{__name__}.{name}.edition")
    return cast(type[Edition], module.Edition)


def newest(name: str) -> int:
    """The version by which new matches of a game are played."""
    return _game(name, None).version


def game(
    name: str, edition: str | Path | Edition | None = None, version: int | None = None
) -> Game:
    """Opens a game in its shipped edition, or in one of the user's own, by any of its versions.

    An older version costs nothing until it is opened; a later one is an UnknownVersion.
    """
    kind = edition_type(name)
    if version is not None and version > newest(name):
        raise UnknownVersion(name, version, newest(name))
    if version is not None and version < 1:
        raise Problem("there is no version {} of the rules of {}; the first is 1", version, name)
    shipped = _game(name, None if version == newest(name) else version)
    if edition is None:
        return shipped
    own = (
        editions.checked(edition, kind)
        if isinstance(edition, Edition)
        else editions.read(Path(edition), kind)
    )
    if own == shipped.edition:
        return shipped
    tag = f"{shipped.tag}_{editions.digest(own, named=False)}"
    if tag not in _own:
        rules = bind(f"{__name__}.{name}.rules", tag, EDITION=own, VERSION=shipped.version)
        _own[tag] = _bind(name, tag, rules, shipped=False)
    return _own[tag] if _own[tag].edition == own else replace(_own[tag], edition=own)


_own: dict[str, Game] = {}  # games in users' editions, by tag: those that differ in name are one


def forget(game: Game) -> None:
    """Lets go of a game in a user's own edition, and of all that was bound to it."""
    if game.tag in _own:
        del _own[game.tag]
        unbind(game.tag)


def discard(game: Game) -> None:
    """Removes from disk what was compiled of a game in a user's own edition."""
    if not game.shipped:
        remove_bound(game.tag)


@cache
def _game(name: str, version: int | None) -> Game:
    """A game in its shipped edition, by an older version or, for None, the newest."""
    edition_type(name)  # refuses what is no game
    source = f"{__name__}.{name}.rules"
    if version is None:
        return _bind(name, name, importlib.import_module(source), shipped=True)
    tag = f"{name}_v{version}"
    return _bind(name, tag, bind(source, tag, VERSION=version), shipped=True)


def _bind(name: str, tag: str, module: object, *, shipped: bool) -> Game:
    rules = cast(Rules, module)
    notation = bind(f"{__name__}.{name}.notation", tag, rules=rules)
    view = bind(f"{__name__}.{name}.view", tag, rules=rules, notation=notation)
    features = bind(f"{__name__}.{name}.features", tag, rules=rules)
    return Game(
        name,
        tag,
        shipped,
        rules,
        cast(Notation, notation),
        cast(View, view),
        cast(Features, features),
        _calls(rules, tag),
        rules.EDITION,
    )


def _calls(rules: Rules, tag: str) -> Calls:
    """The rules for callers in Python."""
    samples = {Records: np.zeros(1, rules.STATE), Ints: np.zeros(1, np.int64), int: 0}
    return cast(Calls, Direct(bind(f"{__name__}.calls", tag, rules=rules), samples))
