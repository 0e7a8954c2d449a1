"""The games that are played here, each ready at once: interpreted, until it has been compiled.

Compiled code comes from other processes and is only loaded here, in a thread, so that nobody waits
for it; then all matches of a game change over between two steps.  Editions of people's own stay
interpreted here, because nothing gives back what loaded code takes; bots think of them by compiled
code elsewhere, when there was time to compile it.
"""

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from goldrush.bots.compiler import Compiler, is_compiled, load_compiled
from goldrush.bots.parts import KINDS, REVIEWS, load, opened
from goldrush.games import discard, forget, newest
from goldrush.games.contract import Game
from goldrush.server.lasting import lasting
from goldrush.server.refusal import Refusal

MOST_EDITIONS = 64  # of people's own that are played at once
UNUSED = 600.0  # seconds after which one that nobody plays is put away

log = logging.getLogger(__name__)


class Named(NamedTuple):
    """By what a sheet names a game."""

    name: str
    edition: bytes  # a user's own, packed; nothing for the one that is shipped
    version: int


class Shelf:
    """The games."""

    def __init__(self, compiler: Compiler | None = None) -> None:
        self._compiler = compiler  # without one, whoever opens a game waits for it
        self._games: dict[Named, Game] = {}
        self._used: dict[Named, float] = {}  # when editions of people's own were last needed
        self._loading = asyncio.Lock()  # one game at a time
        self._done: asyncio.Queue[Game] = asyncio.Queue()
        self._listeners: list[Callable[[Game], None]] = []

    async def open(self, name: str, edition: bytes, version: int) -> Game:
        """A game to be played; ValueError says what is wrong with its name."""
        game = await self._taken(Named(name, edition, version))
        if self._compiler and game.compiled:
            self._want(game, now=True)
        return game

    async def prepare_reviews(self, name: str, edition: bytes, version: int) -> float | None:
        """Has a game compiled for reviews alone; about how long that takes, if that is known."""
        assert self._compiler
        game = await self._taken(Named(name, edition, version))
        self._compiler.want(game, now=True, kinds=REVIEWS)
        return self._compiler.seconds_left(game, REVIEWS)

    @property
    def compiles(self) -> bool:
        """Whether somebody else compiles, for whom one should not wait."""
        return self._compiler is not None

    def is_open(self, name: str, edition: bytes, version: int) -> bool:
        """Whether a game is played already."""
        return Named(name, edition, version) in self._games

    def seconds_left(self, game: Game) -> float | None:
        """About how long bots must do without compiled code; None if they need not."""
        return self._compiler.seconds_left(game) if self._compiler else None

    def when_ready(self, tell: Callable[[Game], None]) -> None:
        """Has somebody told of each game whose bots are at their best from now on."""
        self._listeners.append(tell)

    async def run(self, games: Collection[str]) -> None:
        """Makes the games named ready, and changes over to what has been compiled, for ever."""
        if self._compiler:
            loop = asyncio.get_running_loop()
            done = self._done.put_nowait
            self._compiler.when_done(lambda game: loop.call_soon_threadsafe(done, game))
        for name in games:
            await self._prepare(name)
        await lasting(self._change_all_over)

    def put_away(self, used: Collection[Game]) -> None:
        """Lets go of editions of people's own that nobody has played for a while."""
        now = time.monotonic()
        for named, last in list(self._used.items()):
            game = self._games[named]
            if game in used or self._is_compiling(game):
                self._used[named] = now  # it is played or compiled just now
            elif now - last > UNUSED:
                del self._used[named], self._games[named]
                if all(other.tag != game.tag for other in self._games.values()):
                    forget(game)
                    discard(game)

    async def _taken(self, named: Named) -> Game:
        """A game that is on the shelf, or is put there now."""
        if named not in self._games:
            if named.edition and len(self._used) >= MOST_EDITIONS:
                raise Refusal("not_possible", "too many custom editions are played here just now")
            self._games.setdefault(named, await asyncio.to_thread(self._opened, named))
        if named.edition:
            self._used[named] = time.monotonic()
        return self._games[named]

    def _is_compiling(self, game: Game) -> bool:
        if not self._compiler:
            return False
        return any(self._compiler.seconds_left(game, kinds) for kinds in (KINDS, REVIEWS))

    def _opened(self, named: Named) -> Game:
        game = opened(named.name, named.version, named.edition)
        if self._compiler:
            return game.at_once()
        load(game)
        return game

    def _want(self, game: Game, *, now: bool) -> None:
        assert self._compiler
        if is_compiled(game) and game.shipped:
            self._done.put_nowait(game)
        else:
            self._compiler.want(game, now=now)

    async def _prepare(self, name: str) -> None:
        try:
            named = Named(name, b"", newest(name))
            game = self._games.setdefault(named, await asyncio.to_thread(self._opened, named))
        except Exception:  # whoever wants to play it will be told
            log.exception("%s cannot be made ready", name)
            return
        if self._compiler:
            self._want(game, now=False)
            self._compiler.want(game, kinds=REVIEWS)

    async def _change_all_over(self) -> None:
        while True:
            await self._change_over(await self._done.get())

    async def _change_over(self, game: Game) -> None:
        """Loads a game that has been compiled; all who play it go on with that."""
        if game.compiled and game.shipped:
            try:
                await asyncio.to_thread(load_compiled, game.compiled)
            except Exception:
                log.exception("%s cannot be loaded; it is played interpreted", game.tag)
                return
            game.change_over()
            gc.freeze()  # what is loaded stays for good: to look through it takes 0.1 s each time
        for tell in self._listeners:
            tell(game)
