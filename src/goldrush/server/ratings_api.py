"""What is asked of ratings by plain requests: the strongest, and how one stands oneself."""

from collections import defaultdict
from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.params import PathParameter

from goldrush.games import GAMES
from goldrush.server.api import registry_of
from goldrush.server.personal import Best, Champion, GameRating, RatingPoint
from goldrush.server.ratings import told
from goldrush.server.refusal import Refusal
from goldrush.server.store import Rated, Store

MOST_POINTS = 40  # matches of a game that a course tells of
MOST_COUNTED = 2_000  # rated matches of one person that are looked through for that
MOST_LISTED = 100  # people on a list
KNOWN = 80.0  # the deviation from which on somebody is known well enough: after 20 matches or so
Game = Annotated[str, PathParameter(pattern=r"^\w{1,40}$", description="At which game")]


@get("/api/best/{game:str}")
async def best(state: State, game: Game) -> Best:
    """The strongest at a game, of those who show a page and are known well enough."""
    if game not in GAMES:
        raise Refusal("not_found", 'there is no game "{}"; there are: {}', game, ", ".join(GAMES))
    found = await registry_of(state).services.store.best(game, KNOWN, MOST_LISTED)
    people = [
        Champion(one.name, one.address, told(one.strength.rating), one.strength.matches)
        for one in found
    ]
    return Best(people, round(1.96 * KNOWN))


async def standing(store: Store, player: str) -> list[GameRating]:
    """How strong somebody is known to be, at each game where that is known."""
    games: defaultdict[str, list[Rated]] = defaultdict(list)
    for one in await store.rated_of(player, MOST_COUNTED):
        games[one.game].append(one)
    found = []
    for game in sorted(games):
        known = (await store.strengths(game, [player]))[player]
        course = [
            RatingPoint(one.at, told(one.after, one.before)) for one in games[game][-MOST_POINTS:]
        ]
        found.append(GameRating(game, told(known.rating), known.matches, course))
    return found
