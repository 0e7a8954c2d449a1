"""People who ask for reviews all the time: each as soon as he has the one before."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from statistics import median
from typing import Any

from asking import Asker
from figures import show

from goldrush.core import rng
from goldrush.match import Match

BUDGETS = ("fast", "normal")  # that a browser asks for, one after the other
SEATS = 4
ROUNDS = 5  # with people who ask and without, by turns
MATCHES = 100  # that there are for each round
AGAIN = 2.0  # seconds until one asks again for what the server still prepares
READY = 240.0  # seconds that it has for that
TOLD = ("p50_ms", "p95_ms", "p99_ms", "max_ms", "moves_per_second", "server_cpu")


class Reviewers:
    """Some people who ask as long as the block lasts; it ends when all have been answered."""

    def __init__(self, address: str, links: Iterator[str], people: int) -> None:
        self.answered = 0  # reviews
        self._links = links
        self._people = [Asker(address) for _ in range(people)]
        self._going = True

    async def __aenter__(self) -> "Reviewers":
        self._asking = [asyncio.create_task(self._ask(person)) for person in self._people]
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._going = False
        await asyncio.gather(*self._asking)
        for person in self._people:
            person.close()

    async def _ask(self, person: Asker) -> None:
        while self._going:
            link = next(self._links)
            for budget in BUDGETS:
                if self._going:
                    await person.get(f"/api/review?link={link}&budget={budget}")
                    self.answered += 1


class Asking:
    """What people who ask for reviews cost those who play."""

    def __init__(self, address: str, game: str, people: int) -> None:
        self.address, self.people = address, people
        self._links = iter(list(islice(_links(game), MATCHES * ROUNDS)))  # made before all else

    async def by_turns(self, play: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """Has people play by turns without and with them; what is told are medians."""
        await self._until_ready()
        alone, beside, reviews = [], [], 0
        for _ in range(ROUNDS):
            alone.append(await play())
            show(alone[-1], "without")
            async with Reviewers(self.address, self._links, self.people) as asking:
                beside.append(await play())
                reviews += asking.answered
            show(beside[-1], "with")
        medians = {
            f"{name}_{how}": median(one[name] for one in some)
            for name in TOLD
            for how, some in (("without", alone), ("with", beside))
        }
        return {"people": self.people, "rounds": ROUNDS, "reviews": reviews, **medians}

    async def _until_ready(self) -> None:
        """Waits until matches of the game can be reviewed."""
        person, link = Asker(self.address), next(self._links)
        async with asyncio.timeout(READY):
            while True:
                try:
                    await person.get(f"/api/review?link={link}")
                    break
                except RuntimeError as error:
                    if json.loads(str(error).partition(": ")[2]).get("wait") is None:
                        raise
                    await asyncio.sleep(AGAIN)
        person.close()


def _links(game: str) -> Iterator[str]:
    """Matches that are over, none of them twice: whatever was reviewed before is kept."""
    seed = 0
    while True:
        match, luck, seed = Match(game, SEATS), rng.new(seed), seed + 1
        while not match.position.over:
            match.play(match.position.random_step(luck))
        yield match.link()
