"""Editions of people's own, measured: six pictures of what such a game is made of.

One edition is measured at a time, in turn by address and person, in a process of its own that ends
with it: it is the last on this machine to be served, and has little room.  Who measures is handed
in, since nothing here knows the lab.  What is found is kept as reviews are.
"""

import asyncio
import gzip
import hashlib
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import structs

from goldrush.bots.measuring import Measure, Measured
from goldrush.bots.turns import Turns
from goldrush.bots.worker import Lost, Replying, Worker
from goldrush.games import newest
from goldrush.games.assay import PICTURES, Assay, Picture
from goldrush.server.assay_messages import Assaying, NewAssay, Stage
from goldrush.server.connections import origin
from goldrush.server.guard import player_of
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.store import NotKept

FORMAT = 1  # of what is kept: raised when the same is to be told in another way, or anything else
LAST = 19  # how nice its process is: everything else goes first
LIMIT = 900.0  # seconds for all pictures of an edition, on a machine that has much else to do
MOST_WAITING = 4  # editions that all people of one address wait for at once
MOST_ENDED = 32  # that are remembered, whatever came of them

Who = tuple[str, str]  # address and person
Key = Annotated[
    str, PathParameter(pattern="^[0-9a-f]{64}$", description="By which an edition is asked for")
]

log = logging.getLogger(__name__)


@dataclass
class Going:
    """An edition that is to be measured."""

    key: str
    game: str
    version: int
    edition: bytes
    who: Who
    begun: bool = False
    pictures: list[Picture] = field(default_factory=list)
    assay: Assay | None = None
    refusal: Refusal | None = None


class Assays:
    """The editions that people have measured: those that wait, and what was found."""

    def __init__(self, registry: Registry, replying: Replying | None) -> None:
        self._registry, self._replying = registry, replying
        self._going: dict[str, Going] = {}
        self._ended: OrderedDict[str, Going] = OrderedDict()
        self._turns: Turns[Going] = Turns()
        self._wanted = asyncio.Event()
        self._worker: Worker | None = None
        self._closed = False

    async def ask(self, new: NewAssay, who: Who) -> Assaying:
        """Has an edition measured, unless it is or was; whoever brings the same shares it."""
        if not self._replying:
            raise Refusal("not_possible", "this server measures no editions")
        packed = await self._registry.read_edition(new.game, new.edition)
        version = newest(new.game)
        said = f"assay {FORMAT} {new.game} {version} ".encode()
        key = hashlib.sha256(said + packed).hexdigest()
        known = await self._known(key)
        if known and not known.refusal:
            return self._told(known)
        self._admit(who)
        going = Going(key, new.game, version, packed, who)
        self._ended.pop(key, None)
        self._going[key] = going
        self._turns.put(who, going)
        self._wanted.set()
        return self._told(going)

    async def state(self, key: str) -> Assaying:
        """How far one is; a Refusal says why it cannot be measured."""
        known = await self._known(key)
        if not known:
            raise Refusal("not_found", "no such edition was measured here; bring it again")
        if known.refusal:
            raise known.refusal
        return self._told(known)

    async def run(self) -> None:
        """Measures one edition after the other, until cancelled."""
        self._closed = False
        with ThreadPoolExecutor(1, "assays") as threads:
            try:
                while True:
                    await self._wanted.wait()
                    going = self._turns.take()
                    if not self._turns:
                        self._wanted.clear()
                    await self._measure(going, threads)
            finally:
                self._closed = True
                if worker := self._worker:
                    worker.end()

    async def _known(self, key: str) -> Going | None:
        """One that is waited for, or whose end is remembered, or that was kept."""
        if known := self._going.get(key) or self._ended.get(key):
            return known
        if kept := await self._registry.services.store.review(bytes.fromhex(key)):
            found = msgspec.json.decode(gzip.decompress(kept), type=Assay)
            return Going(key, found.game, found.version, b"", ("", ""), assay=found)
        return self._going.get(key)  # somebody else may have asked meanwhile

    def _admit(self, who: Who) -> None:
        address, player = who
        if any(going.who[1] == player for going in self._going.values()):
            raise Refusal("too_fast", "wait until the edition is measured that you have brought")
        if sum(going.who[0] == address for going in self._going.values()) >= MOST_WAITING:
            raise Refusal("too_fast", "many editions of your address are measured; ask again soon")
        self._registry.share_editions(player, address)

    def _told(self, one: Going) -> Assaying:
        stage: Stage = "done" if one.assay else "measures" if one.begun else "waits"
        others = sum(other is not one for other in self._going.values())
        ready = len(PICTURES) if one.assay else len(one.pictures)
        return Assaying(one.key, stage, others, ready, len(PICTURES), one.assay)

    async def _measure(self, going: Going, threads: ThreadPoolExecutor) -> None:
        """Has all pictures of an edition made, and keeps them; or why there are none."""
        going.begun, begun = True, time.perf_counter()
        loop = asyncio.get_running_loop()
        try:
            going.assay = await loop.run_in_executor(threads, self._assayed, going)
        except Refusal as refusal:
            going.refusal = refusal
        except (Lost, OSError) as error:
            log.warning("an edition could not be measured: %s", error)
            going.refusal = Refusal(
                "not_possible", "this edition takes too much time or memory to be measured"
            )
        else:
            self._registry.services.metrics.assayed.observe(time.perf_counter() - begun)
            packed = gzip.compress(msgspec.json.encode(going.assay), mtime=0)
            with suppress(NotKept):  # it is measured again when it is brought again
                await self._registry.services.store.keep_review(bytes.fromhex(going.key), packed)
        finally:
            del self._going[going.key]
        self._ended[going.key] = going
        while len(self._ended) > MOST_ENDED:
            self._ended.popitem(last=False)

    def _assayed(self, going: Going) -> Assay:
        """Asks a new process for one picture after the other."""
        assert self._replying
        self._worker = worker = Worker(self._replying, nice=LAST)
        end = time.monotonic() + LIMIT
        try:
            for key in PICTURES:
                found = self._asked(worker, going, key, end)
                going.pictures += found.pictures
        finally:
            worker.end()
            self._worker = None
        return structs.replace(found, pictures=going.pictures)

    def _asked(self, worker: Worker, going: Going, key: str, end: float) -> Assay:
        """What a process says of one picture."""
        if self._closed:
            raise Lost("the server ends")
        said = Measure(going.game, going.version, going.edition, key)
        found = worker.ask(said, max(end - time.monotonic(), 0.0), Measured)
        if not found.assay:
            raise Refusal("not_possible", found.text, *found.about)
        return found.assay


@post("/", status_code=200)
async def begin(
    request: Request[Any, Any, State], state: State, data: JSONBody[NewAssay]
) -> Assaying:
    """Has what a game in an edition of one's own is made of measured."""
    made: Assays = state.assays
    return await made.ask(data, (origin(request.client), player_of(request.scope)))


@get("/{key:str}")
async def shown(state: State, key: Key) -> Assaying:
    """How far that is, and in the end what was found."""
    made: Assays = state.assays
    return await made.state(key)


assays = Router("/api/assays", route_handlers=[begin, shown])
