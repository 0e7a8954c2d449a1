"""Bots of others that the host of a server lets sit at its tables, each by a name of its own.

People see that name and nothing else: where a program lies, and how it is started, only the
processes of the server know.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from goldrush.bots import outside
from goldrush.bots.outside import Outside
from goldrush.bots.personas import PERSONAS
from goldrush.bots.policy import PLAYER, POLICIES, bot
from goldrush.games import GAMES, game
from goldrush.games.problem import Problem

MOST = 8  # bots of others at one server
KEY = re.compile("[a-z0-9][a-z0-9._-]{0,23}")


class Invited(NamedTuple):
    """A bot of others that may be seated."""

    key: str  # by which people seat it
    name: str  # as people read it
    command: tuple[str, ...]
    ms: float  # for a decision


def invited(said: Sequence[str]) -> tuple[Invited, ...]:
    """The bots that a host names, as for ``--bot``; Problem says which cannot be."""
    if len(said) > MOST:
        raise Problem("a server has room for {} bots of others, not for {}", MOST, len(said))
    found: dict[str, Invited] = {}
    for one in map(_invited, said):
        if one.key in found:
            raise Problem("two bots are called {}; rename one of them", one.key)
        found[one.key] = one
    return tuple(found.values())


def admit(bots: Sequence[Invited]) -> None:
    """Makes these, and no others, the bots of others that this process knows by name."""
    outside.invited.clear()
    outside.invited.update({one.key: one for one in bots})


def offered() -> list[Invited]:
    """The bots of others that this process knows by name."""
    return list(outside.invited.values())


def is_offered(key: str) -> bool:
    """Whether somebody may be seated by that name."""
    return key in PERSONAS or key in outside.invited


def name_of(key: str) -> str:
    """What people call a bot of others, even if it is offered no more."""
    return outside.invited[key].name if key in outside.invited else key


def sitting(key: str) -> str:
    """Who plays at a seat that was given to a bot, which may be offered no more."""
    return key if is_offered(key) else PLAYER


def _invited(said: str) -> Invited:
    name = said.partition(":")[0]
    shown = Path(name).stem
    key = shown.lower()
    if name in PERSONAS or name in POLICIES:
        raise Problem("{} need not be named: only programs and classes that others wrote", name)
    if not KEY.fullmatch(key) or key in PERSONAS or key in POLICIES:
        raise Problem(
            'no bot can be called "{}" at a server; its name needs letters or digits, 24 at most,'
            " and must be none of ours",
            shown,
        )
    made = bot(game(GAMES[0]), said)  # refuses what cannot be
    assert isinstance(made.bound, Outside)
    return Invited(key, shown, made.bound.command, float(made.traits[0]))
