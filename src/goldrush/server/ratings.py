"""Rated matches: what terms they have, who may play them together, and what is told of strength.

A rating is only worth something if it was won from others, by oneself.  Nobody can know who sits
behind a browser; what can be known is kept apart here (docs/hosting.md says what cannot).
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from goldrush.bots.personas import strengths
from goldrush.games.contract import Game
from goldrush.server import messages as wire
from goldrush.server.clocks import timed
from goldrush.server.refusal import Refusal
from goldrush.server.store import Ended, Sheet, Stake, Store, Strength
from goldrush.skill import MIDDLE, Rating

A_DAY = 86_400_000  # milliseconds
MOST_TOGETHER = 6  # rated matches that the same two people begin in a day
MOST_GOING = 200  # of one person, that are looked through for such matches
MOST_REMEMBERED = 10_000  # people whose addresses are known
MOST_ADDRESSES = 8  # of each


@dataclass
class Company:
    """Who was where of late: known in memory only, and so only since the server began."""

    seen: OrderedDict[str, OrderedDict[str, int]] = field(default_factory=OrderedDict)
    beginning: asyncio.Lock = field(default_factory=asyncio.Lock)  # one match is begun at a time

    def note(self, player: str, address: str, now: int) -> None:
        """Notes from where somebody comes."""
        places = self.seen.setdefault(player, OrderedDict())
        self.seen.move_to_end(player)
        places[address] = now
        places.move_to_end(address)
        if len(places) > MOST_ADDRESSES:
            places.popitem(last=False)
        if len(self.seen) > MOST_REMEMBERED:
            self.seen.popitem(last=False)

    def neighbours(self, one: str, other: str, now: int) -> bool:
        """Whether two people came from the same address within a day."""
        here, there = (self._places(who, now) for who in (one, other))
        return not here.isdisjoint(there)

    def _places(self, player: str, now: int) -> set[str]:
        found = self.seen.get(player, OrderedDict())
        return {address for address, at in found.items() if at > now - A_DAY}


# --- the terms ------------------------------------------------------------------------------------


def check(game: Game, sheet: Sheet) -> None:
    """Refuses terms of which nobody could say what a result means."""
    if sheet.hints:
        raise Refusal("not_possible", "a rated table gives no hints: make it without them")
    if sheet.edition:
        raise Refusal("not_possible", "a rated match is played with the game as it is shipped")
    if not timed(sheet):
        raise Refusal(
            "not_possible",
            "a rated match has a time limit, or whoever loses would leave it: say a pace or a bank",
        )
    people = people_at(sheet)
    if len(set(people)) < len(people):
        raise Refusal("not_possible", "nobody has two seats at a rated table")
    _check_bots(game, sheet)


def _check_bots(game: Game, sheet: Sheet) -> None:
    """Refuses bots whose strength at such a table nobody has measured."""
    known = strengths(game, len(sheet.places))
    bots = {place.persona for place in sheet.places if place.persona and not place.player}
    if unknown := sorted(bots - known.keys()):
        raise Refusal(
            "not_possible",
            "at a rated table sit bots that were measured with as many seats: not {}, with {}",
            ", ".join(unknown),
            len(sheet.places),
        )
    book = {option.name: option.values[0] for option in game.rules.OPTIONS}
    if bots and sheet.options != book:
        raise Refusal(
            "not_possible", "rated matches with bots are played by the standard rules, as measured"
        )


def people_at(sheet: Sheet) -> list[str]:
    """Whose seats there are."""
    return [place.player for place in sheet.places if place.player]


# --- who may play together ------------------------------------------------------------------------


async def named(store: Store, player: str) -> str:
    """The name that somebody keeps, under which they play."""
    person = await store.person("player", player)
    if person is None or not person.name:
        raise Refusal("needs_name", "keep a name first: ratings are those of people with a name")
    return person.name


async def admit(store: Store, company: Company, sheet: Sheet, player: str, now: int) -> None:
    """Refuses to seat somebody with people with whom they cannot be rated."""
    others = [one for one in people_at(sheet) if one != player]
    await _check_pairs(store, company, [(player, other) for other in others], now)


async def check_all(store: Store, company: Company, sheet: Sheet, now: int) -> None:
    """Refuses to begin with people who cannot be rated together."""
    for player in people_at(sheet):
        await named(store, player)
    await _check_pairs(store, company, list(combinations(people_at(sheet), 2)), now)


async def _check_pairs(
    store: Store, company: Company, pairs: Sequence[tuple[str, str]], now: int
) -> None:
    for one, other in pairs:
        if other in await store.kin(one):
            raise Refusal(
                "too_close",
                "this browser, or the other one, was both of you within the last 30 days: nobody"
                " is rated against oneself",
            )
        if company.neighbours(one, other, now):
            raise Refusal(
                "too_close",
                "two of you come from the same address: rated matches are between people who"
                " connect from different ones",
            )
        if await together(store, one, other, now) >= MOST_TOGETHER:
            raise Refusal(
                "too_often",
                "two of you have played {} rated matches within a day, the most: play on without"
                " rating, or with others",
                MOST_TOGETHER,
            )


async def together(store: Store, one: str, other: str, now: int) -> int:
    """How many rated matches two people have ended within a day, or still play."""
    ended = await store.met(one, [other], now - A_DAY)
    going = (await store.seated(one, MOST_GOING)).values()
    return ended.get(other, 0) + sum(
        sheet.rated and bool(sheet.begun) and other in people_at(sheet) for sheet in going if sheet
    )


# --- what a match comes to, and what is told of it ------------------------------------------------


def stakes(game: Game, sheet: Sheet, ended: Ended) -> tuple[Stake, ...]:
    """The seats of a rated match that is over, as they are counted.

    Whoever left or ran out of time, so that a bot played on, comes last, whatever it achieved.
    """
    if not sheet.rated:
        return ()
    bots = bots_at(game, sheet)
    last = len(ended.seats)
    return tuple(
        Stake(one.player, last if one.stood_in else one.place, bots.get(seat))
        for seat, one in enumerate(ended.seats)
    )


def bots_at(game: Game, sheet: Sheet) -> dict[int, Rating]:
    """The ratings of the bots at a table, which were measured and do not change."""
    known = strengths(game, len(sheet.places))
    return {
        seat: Rating(MIDDLE + known[place.persona].rating, known[place.persona].margin / 1.96, True)
        for seat, place in enumerate(sheet.places)
        if place.persona in known and not place.player and not place.stood_in
    }


async def at_table(store: Store, game: Game, sheet: Sheet) -> list[wire.Rating | None]:
    """How strong all at a table are known to be, and how the match has changed that."""
    if sheet.over and (counted := await store.rated([sheet.code])):
        return [told(one.after, one.before) for one in counted]
    bots = bots_at(game, sheet)
    known = await store.strengths(sheet.game, people_at(sheet))
    return [
        told(bots[seat])
        if seat in bots
        else told(known.get(place.player, Strength()).rating)
        if place.player
        else None
        for seat, place in enumerate(sheet.places)
    ]


def told(now: Rating, before: Rating | None = None) -> wire.Rating:
    """A rating as people are told of it."""
    value = round(now.mean)
    change = None if before is None or now.fixed else value - round(before.mean)
    return wire.Rating(value, round(now.margin), change)
