"""The games, and how to open one."""

import importlib
from functools import cache
from pathlib import Path
from typing import cast

from goldrush.core import bind
from goldrush.games import edition as editions
from goldrush.games.contract import Calls, Features, Game, Notation, Rules, View
from goldrush.games.edition import Edition

GAMES = ("gold", "goldrausch", "oh_my_gold", "gold_river", "golden_town")


@cache
def shape(name: str) -> type[Edition]:
    """What an edition file of a game must look like."""
    if name not in GAMES:
        raise ValueError(f'there is no game "{name}"; there are: {", ".join(GAMES)}')
    module = importlib.import_module(f"{__name__}.{name}.edition")
    return cast(type[Edition], module.Edition)


def game(name: str, edition: str | Path | Edition | None = None) -> Game:
    """Opens a game in its shipped edition, or in one of the user's own."""
    kind = shape(name)
    shipped = _shipped(name)
    if edition is None:
        return shipped
    own = (
        editions.checked(edition, kind)
        if isinstance(edition, Edition)
        else editions.read(Path(edition), kind)
    )
    digest = editions.digest(own)
    if digest == editions.digest(shipped.edition):
        return shipped
    tag = f"{name}_{digest}"
    if tag not in _own:
        _own[tag] = _bind(name, tag, bind(f"{__name__}.{name}.rules", tag, EDITION=own))
    return _own[tag]


_own: dict[str, Game] = {}  # games in users' editions, by tag


@cache
def _shipped(name: str) -> Game:
    return _bind(name, name, importlib.import_module(f"{__name__}.{name}.rules"))


def _bind(name: str, tag: str, module: object) -> Game:
    rules = cast(Rules, module)
    notation = bind(f"{__name__}.{name}.notation", tag, rules=rules)
    view = bind(f"{__name__}.{name}.view", tag, rules=rules, notation=notation)
    features = bind(f"{__name__}.{name}.features", tag, rules=rules)
    return Game(
        name,
        tag,
        rules,
        cast(Notation, notation),
        cast(View, view),
        cast(Features, features),
        cast(Calls, bind(f"{__name__}.calls", tag, rules=rules)),
        rules.EDITION,
    )
