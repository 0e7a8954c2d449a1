"""A game that is played in the terminal before it has been compiled."""

import threading
from collections.abc import Collection

from goldrush.bots.compiler import Compiler, is_ready
from goldrush.bots.parts import KINDS, TABLE, make_ready, part
from goldrush.bots.policy import Bot
from goldrush.bots.policy import bot as open_bot
from goldrush.games.contract import Game


def kinds(bots: Collection[Bot]) -> set[str]:
    """What must be compiled for a match with these bots."""
    return {TABLE, *(bot.part for bot in bots)}


def begun(game: Game, said: Collection[str], *, repeatable: bool) -> Game:
    """A game as it is begun: interpreted, if all that it needs must be compiled first.

    Until then a search is replaced by the hand-made player, for a time that nobody can repeat.
    """
    bots = [open_bot(game, one) for one in said]
    thinks = any(not bot.policy.COMPILED for bot in bots)
    waits = (repeatable and thinks) or not kinds(bots) <= set(KINDS)
    return game if waits or is_warm(game, bots) else game.at_once()


def is_warm(game: Game, bots: Collection[Bot]) -> bool:
    """Whether all that a match needs has been compiled before."""
    return all(is_ready(game, kind) for kind in kinds(bots) & set(KINDS))


class WarmUp:
    """Has a game compiled while it is played."""

    def __init__(self, game: Game, bots: Collection[Bot]) -> None:
        self._game, self._bots = game, bots
        self._compiler = Compiler()
        self._compiler.want(game, now=True)
        self._loading: threading.Thread | None = None

    @property
    def seconds(self) -> int:
        """About how long it takes, in tens."""
        left = self._compiler.seconds_left(self._game) or 0.0
        return 10 * max(1, round(left / 10))

    def changed_over(self) -> bool:
        """Whether the game is compiled from now on; to be asked between two steps."""
        if self._game.compiled is None:
            return False
        if self._loading is None:
            if is_warm(self._game, self._bots):
                self._loading = threading.Thread(target=self._load, daemon=True)
                self._loading.start()
            return False
        if self._loading.is_alive():
            return False
        self._game.change_over()
        return True

    def close(self) -> None:
        """Compiles no more; what has been compiled is found again."""
        self._compiler.close()

    def _load(self) -> None:
        for kind in kinds(self._bots):
            make_ready(part(self._game, kind))
