"""Many tables at once: how fast a server answers at a steady rate, and what it takes for that.

Starts a server of its own on this machine, with a temporary file and raised limits, and plays at
two-seat tables by picking legal actions at random: see crowd.py for how lateness is measured.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import latecomers
import ours
import theirs
from asking import Asker
from crowd import Book, Crowd, Seat, Table
from figures import kept_up, lateness, show
from latecomers import Latecomers
from process import Process
from reviewers import Asking

from goldrush.games import GAMES

WARMING = 3.0  # seconds that are played first and not counted
DRAINING = 10.0  # seconds for what is owed at the end
TRIALS = 16  # rates that are tried for the highest
SAMPLES = 20  # of memory and open files
COMING, WATCHING = 0.1, 50  # seconds between two who come to look on, and how many stay
GROWTH, CLOSE = 1.3, 1.05  # of the rate: the first strides, and how closely the highest is found

Measure = Callable[["Bench"], Awaitable[dict[str, Any]]]


@dataclass
class Bench:
    """A server, the people who play there, and what was asked for."""

    server: Process
    crowd: Crowd
    args: argparse.Namespace
    new_tables: Callable[[int], list[Table]]
    long_tables: list[str]  # codes, where latecomers look on


@asynccontextmanager
async def opened(args: argparse.Namespace) -> AsyncIterator[Bench]:
    """A server and its people, until the block ends."""
    side = ours if args.against == "goldrush" else theirs
    with tempfile.TemporaryDirectory() as folder:
        many = int(WARMING + args.seconds) if args.latecomers else 0
        long_tables = await latecomers.write(Path(folder) / ours.DATA, many) if many else []
        server = await side.serve(Path(folder), *args.database)
        try:
            async with asyncio.timeout(args.longest), asyncio.TaskGroup() as group:
                crowd = Crowd(group)
                maker = _maker(args, crowd, server.address)
                yield Bench(server, crowd, args, maker, long_tables)
                crowd.leave()
        finally:
            await server.stop()


def _maker(args: argparse.Namespace, crowd: Crowd, address: str) -> Callable[[int], list[Table]]:
    if args.against != "goldrush":
        asker = Asker(address)
        return lambda n: [theirs.TheirTable(crowd, asker, address) for _ in range(n)]
    people = ours.People(address)
    games = GAMES if args.game == "mix" else (args.game,)
    return lambda n: [ours.OurTable(crowd, people, games[k % len(games)]) for k in range(n)]


async def pace(crowd: Crowd, rate: float, seconds: float) -> None:
    """Has an action due every so often."""
    start = monotonic()
    for n in range(round(rate * seconds)):
        due = start + n / rate
        if (early := due - monotonic()) > 0:
            await asyncio.sleep(early)
        crowd.owe(due)


async def drive(bench: Bench, rate: float, seconds: float) -> dict[str, Any]:
    """Plays at a rate, and says how it went."""
    crowd, server = bench.crowd, bench.server
    await pace(crowd, rate, WARMING)
    crowd.book = book = Book()
    gc.collect()
    begun, cpu, own = monotonic(), server.cpu(), time.process_time()
    await pace(crowd, rate, seconds)
    took = monotonic() - begun
    answered, cpu, own = len(book.late), server.cpu() - cpu, time.process_time() - own
    unanswered = await crowd.calm(DRAINING)
    return {
        "rate": rate,
        "seconds": round(took, 2),
        "moves": len(book.late),
        "moves_per_second": round(answered / took, 1),
        "matches_begun": book.matches,
        **lateness(book.late),
        "unanswered": unanswered,
        "refused": book.refused,
        "lost": book.lost,
        "server_cpu": round(cpu / took, 3),
        "driver_cpu": round(own / took, 3),
        "server_mb": round(server.memory(), 1),
        "bytes_per_move": round(book.size / max(1, len(book.late))),
        "bytes_per_second": round(book.size / took),
    }


async def steady(bench: Bench) -> dict[str, Any]:
    """One rate."""
    await bench.crowd.fill(bench.new_tables(bench.args.tables))
    return await drive(bench, bench.args.rate, bench.args.seconds)


async def disturbed(bench: Bench) -> dict[str, Any]:
    """One rate, while somebody comes every second to look on at another long match."""
    await bench.crowd.fill(bench.new_tables(bench.args.tables))
    async with Latecomers(bench.server.address, bench.long_tables) as late:
        found = await drive(bench, bench.args.rate, bench.args.seconds)
    welcomes = {f"welcome_{name}": value for name, value in lateness(late.took).items()}
    return {**found, "latecomers": len(late.took), **welcomes, "welcome_bytes": late.size}


async def beside_reviews(bench: Bench) -> dict[str, Any]:
    """One rate, by turns without and with people who ask for reviews all the time: medians."""
    await bench.crowd.fill(bench.new_tables(bench.args.tables))
    args, game = bench.args, "gold" if bench.args.game == "mix" else bench.args.game
    asking = Asking(bench.server.address, game, args.reviews)
    return await asking.by_turns(lambda: drive(bench, args.rate, args.seconds))


async def highest(bench: Bench) -> dict[str, Any]:
    """The highest rate that is kept up: in long strides up to one too high, then ever closer."""
    await bench.crowd.fill(bench.new_tables(bench.args.tables))
    rate, best, over, tried = bench.args.rate, None, None, []
    for _ in range(TRIALS):
        found = await drive(bench, rate, bench.args.seconds)
        tried.append(found)
        show(found, f"{rate:7.0f}/s")
        if kept_up(found):
            best = found
        else:
            over = rate
        low = best["rate"] if best else 0.0
        if over and low and over / low <= CLOSE:
            break
        rate = round((low + over) / 2 if over else low * GROWTH)
    return {"highest": best, "tried": tried}


async def idle(bench: Bench) -> dict[str, Any]:
    """Sockets at which nothing happens: seats first, then watchers."""
    tables = bench.new_tables(bench.args.tables)
    people = getattr(tables[0], "people", None)
    assert isinstance(people, ours.People), "idle sockets are counted at our own server"
    for table in tables:
        await table.found()
    await asyncio.sleep(1)
    before, seats = bench.server.memory(), []
    for number in range(bench.args.idle):
        table = tables[number % len(tables)]
        seats.append(await people.sit(table, table.code, number // len(tables)))
    for seat in seats:
        await seat.ready.wait()
    await asyncio.sleep(1)
    after = bench.server.memory()
    for seat in seats:
        seat.close()
    return {
        "sockets": len(seats),
        "tables": len(tables),
        "sockets_mb": round(after - before, 1),
        "kb_per_socket": round(1024 * (after - before) / len(seats), 1),
        "server_mb": round(after, 1),
        "bots_mb": round(bench.server.family(), 1),
        "lost": bench.crowd.book.lost,
    }


async def long(bench: Bench) -> dict[str, Any]:
    """So many moves, while people come and go; memory and open files meanwhile."""
    seconds, server = bench.args.moves / bench.args.rate, bench.server
    tables = bench.new_tables(bench.args.tables)
    await bench.crowd.fill(tables)
    begun, memory, files = monotonic(), [server.memory()], [server.files()]

    async def sample() -> None:
        while True:
            await asyncio.sleep(seconds / SAMPLES)
            memory.append(server.memory())
            files.append(server.files())
            now = {"mb": round(memory[-1], 1), "files": files[-1]}
            show(now, f"{monotonic() - begun:7.0f} s")

    around = [asyncio.create_task(sample()), asyncio.create_task(_come_and_go(tables))]
    try:
        found = await drive(bench, bench.args.rate, seconds)
    finally:
        for task in around:
            task.cancel()
    return {**found, "memory_mb": [round(mb, 1) for mb in memory], "files": files}


async def _come_and_go(tables: list[Table]) -> None:
    """Has somebody come every moment to look on at some table, and leave again after a while."""
    here: list[Seat] = []
    for number in itertools.count():
        table = tables[number % len(tables)]
        if isinstance(table, ours.OurTable) and table.code:
            here.append(await table.people.sit(table, table.code, 2))
        if len(here) > WATCHING:
            here.pop(0).close()
        await asyncio.sleep(COMING)


def asked() -> argparse.Namespace:
    """What is to be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=200, help="in play at once, two sockets each (200)")
    add("--game", default="gold", choices=[*GAMES, "mix"], help="mix: all games (gold)")
    add("--rate", type=float, default=400, help="actions a second, of all tables (400)")
    add("--seconds", type=float, default=20, help="that a rate is kept up (20)")
    add(
        "--highest", action="store_true", help="find the highest rate with p99 < 50 ms, from --rate"
    )
    add("--idle", type=int, metavar="N", help="open N sockets where nothing happens")
    add("--moves", type=int, metavar="N", help="play N moves at --rate and watch memory and files")
    add("--latecomers", action="store_true", help="a viewer of a long match comes every second")
    add("--reviews", type=int, metavar="N", help="N people ask for reviews, by turns with none")
    add("--against", default="goldrush", choices=["goldrush", "boardgame.io"])
    add("--database", nargs=1, default=[], help="postgresql://… in the place of a file")
    add("--longest", type=float, default=1200, help="seconds until it is given up (1200)")
    add("--json", action="store_true", help="for programs")
    return parser.parse_args()


async def measure(args: argparse.Namespace) -> dict[str, Any]:
    special = {idle: args.idle, highest: args.highest, long: args.moves, disturbed: args.latecomers}
    special[beside_reviews] = args.reviews
    kind = next((kind for kind, asked in special.items() if asked), steady)
    async with opened(args) as bench:
        found = await kind(bench)
    about = {"against": args.against, "game": args.game, "tables": args.tables}
    return {**about, "cores": len(os.sched_getaffinity(0)), **found}


def main() -> None:
    """Measures, and prints what was found."""
    args = asked()
    found = asyncio.run(measure(args))
    if args.json:
        print(json.dumps(found))
    else:
        show(found, to=sys.stdout)


if __name__ == "__main__":
    main()
