"""Reviews of matches that are over: each is made once, behind everything else, and kept.

A process of its own makes them one after the other, in turn by address and person.  Of a match that
goes on there is none, for nobody.
"""

import asyncio
import gzip
import hashlib
import math
import time
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

from litestar import MediaType, Request, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Response

from goldrush.bots.parts import Part
from goldrush.bots.worker import Lost, Worker
from goldrush.reviews.shapes import Review
from goldrush.server.connections import origin
from goldrush.server.desk import Assess, Assessed, Examine, Examined
from goldrush.server.guard import player_of
from goldrush.server.refusal import Refusal
from goldrush.server.registry import Registry
from goldrush.server.replays import Link
from goldrush.server.store import NotKept

FORMAT = 1  # of what is kept: raised when the same is to be told in another way, or anything else
EXAMINING = 20.0  # seconds that a match may take to be looked at, ...
SECONDS = {"fast": 60.0, "normal": 300.0, "deep": 600.0}  # ... and to be reviewed
MOST_WAITING = 8  # reviews that all people of one address wait for at once
SOON = 30.0  # seconds until one asks again, if it is not known how long the compiler takes

Budget = Annotated[
    Literal["fast", "normal", "deep"],
    QueryParameter(description="How much is played to find out: some play a second, some a minute"),
]
Who = tuple[str, str]  # address and person


class Going(NamedTuple):
    """A review that is waited for."""

    task: asyncio.Task[bytes]
    player: str  # who has asked for it first


class Reviews:
    """The reviews of a server: those that are kept, and those that are made."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._services = registry.services
        self._going: dict[bytes, Going] = {}  # by digest

    async def packed(self, link: str, budget: str, who: Who) -> bytes:
        """A review as it is kept, or as it is made now; whoever asks for the same shares it."""
        digest = hashlib.sha256(f"{FORMAT} {budget} {link}".encode()).digest()
        if kept := await self._services.store.review(digest):
            return kept
        if digest not in self._going:
            self._admit(who)
            task = asyncio.create_task(self._made(digest, link, budget, who))
            self._going[digest] = Going(task, who[1])
            task.add_done_callback(lambda done: self._end(digest, done))
        return await asyncio.shield(self._going[digest].task)

    def _admit(self, who: Who) -> None:
        if any(going.player == who[1] for going in self._going.values()):
            raise Refusal("too_fast", "wait for the review that you have asked for")
        if self._services.reviewers.waiting(who[:1]) >= MOST_WAITING:
            raise Refusal("too_fast", "many reviews are waited for at your address; ask again soon")

    def _end(self, digest: bytes, done: asyncio.Task[bytes]) -> None:
        del self._going[digest]
        if not done.cancelled():
            done.exception()  # whoever asked may be gone: then nobody else hears of it

    async def _made(self, digest: bytes, link: str, budget: str, who: Who) -> bytes:
        found = await self._asked(link, budget, who)
        if isinstance(found, Assessed):
            with suppress(NotKept):  # it is made again when it is asked for again
                await self._services.store.keep_review(digest, found.review)
            return found.review
        if found.refused:
            raise Refusal.again(found.refused)
        assert found.part
        raise await self._later(found.part, who)

    async def _asked(self, link: str, budget: str, who: Who) -> Examined | Assessed:
        """What a worker says when it is somebody's turn."""
        waits = self._services.shelf.compiles
        examine = Examine(link, self._registry.own_editions)

        def ask(worker: Worker) -> Examined | Assessed:
            found = worker.ask(examine, EXAMINING, Examined)
            if not found.part or (waits and not found.ready):
                return found
            worker.load(found.part)
            begun = time.perf_counter()
            review = worker.ask(Assess(link, budget), SECONDS[budget], Assessed)
            self._services.metrics.reviewed.observe(time.perf_counter() - begun)
            return review

        try:
            return await asyncio.wrap_future(self._services.reviewers.submit(ask, who))
        except Lost:
            raise Refusal("not_possible", "this match takes too long to review") from None

    async def _later(self, part: Part, who: Who) -> Refusal:
        """Has a game prepared, and says when to ask again."""
        address, player = who
        seconds = await self._registry.prepare_reviews(part, player, address) or SOON
        wait = 10 * math.ceil(seconds / 10)
        refusal = Refusal(
            "not_possible",
            "this game is still being prepared for reviews; ask again in {} seconds",
            wait,
        )
        refusal.wait = wait
        return refusal


@get("/api/review", responses={200: ResponseSpec(Review, description="The review")})
async def review(
    request: Request[Any, Any, State], state: State, link: Link, budget: Budget = "fast"
) -> Response[bytes]:
    """What was luck and what was skill in a match that is over, and where it turned."""
    reviews: Reviews = state.reviews
    who = (origin(request.client), player_of(request.scope))
    packed, headers = await reviews.packed(link, budget, who), {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(packed, media_type=MediaType.JSON, headers=headers)
    return Response(gzip.decompress(packed), media_type=MediaType.JSON, headers=headers)
