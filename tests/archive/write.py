"""Writes an archive: tables, links and proofs as this version of goldrush keeps them.

Every later version must open what lies here for ever (tests/games/test_archive.py), so a folder is
written once, when the rules of a game are about to change, and never again:

    python tests/archive/write.py tests/archive/NUMBER
"""

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from goldrush.core import CHANCE, rng
from goldrush.fair import Fair
from goldrush.games import GAMES, game
from goldrush.games import edition as editions
from goldrush.games.contract import Game, carried_options
from goldrush.match import Match
from hosting import Host
from tools import POCKET
from visitors import Socket, Visitor

BOT = "felix"
RUNNING = {"gold": 20, "gold_river": 80, "golden_town": 90}  # entries of a log; else USUAL
USUAL = 60
SECRET_QUESTIONS = ("prompt.making", "prompt.showing", "prompt.propping")

Enough = Callable[[list[Socket]], bool]


def own(name: str) -> str:
    """The text of an edition of somebody's own: other cards in GOLD, another name elsewhere."""
    if name == "gold":
        return POCKET
    text = Path(sys.modules[game(name).rules.__name__].__file__ or "").with_name("edition.toml")
    lines = text.read_text("utf-8").splitlines()
    return "\n".join('name = "Our own"' if line.startswith("name = ") else line for line in lines)


def last_options(opened: Game, seats: int) -> dict[str, str]:
    """Everything otherwise than usual, as far as it means something with so many seats."""
    last = {option.name: option.values[-1] for option in opened.rules.OPTIONS}
    return carried_options(opened.rules, last, seats)


class People:
    """Two who play with a bot, at one table after the other."""

    def __init__(self, address: str) -> None:
        self.ada, self.bob = Visitor(address, "Ada"), Visitor(address, "Bob")
        self.luck = Random(7)
        self.kept: dict[str, Any] = {}

    def play(self, name: str, kind: str, enough: Enough, **more: Any) -> str:
        """A table at which all play until it is enough, or the match is over."""
        code = self.ada.create(name, None, None, BOT, salt="of Ada", **more)
        self.bob.join(code, salt="of Bob")
        lots = kind == "finished"
        for one in (self.ada, self.bob):
            one.ask("PUT", f"/tables/{code}/lots", wanted=lots)
        self.ada.start(code)
        sockets = [self.ada.sit(code), self.bob.sit(code)]
        sockets[0].send(type="Say", id="hello", text="Bonne chance à tous !")
        self._play(sockets, enough)
        for socket in sockets:
            socket.close()
        return self._keep(code, name, kind)

    def learn(self, name: str) -> str:
        """A guided first match, a few decisions after its beginning."""
        made = self.ada.ask("POST", "/lessons", game=name, name="Ada")
        code = str(made["table"]["code"])
        self.ada.start(code)
        socket = self.ada.sit(code)
        for _ in range(2):
            while not socket.choices():
                socket.receive()
            socket.act(_suggested(socket))
        socket.close()
        return self._keep(code, name, "lesson")

    def again(self, code: str, name: str) -> None:
        """A rematch, which only one of the two has come to so far."""
        made = self.ada.ask("POST", f"/tables/{code}/rematch")
        self._keep(str(made["table"]["code"]), name, "rematch")

    def _keep(self, code: str, name: str, kind: str) -> str:
        self.kept[code] = {"game": name, "kind": kind}
        return code

    def _play(self, sockets: list[Socket], enough: Enough) -> None:
        undone = 0
        while not enough(sockets) and sockets[0].state["view"]["places"] is None:
            for socket in sockets:
                if choices := socket.choices():
                    socket.act(self.luck.choice(choices))
                    if socket.state["undo"] and undone < 2:
                        undone += 1
                        socket.undo()
            for socket in sockets:
                self._listen(socket)

    def _listen(self, socket: Socket) -> None:
        try:
            while True:
                socket.receive(0.02 if socket.choices() else 0.06)
        except TimeoutError:
            return


def _suggested(socket: Socket) -> int:
    """What a learner is told to do."""
    said = (socket.state["coach"] or {}).get("play")
    legal = {choice["text"]: choice["action"] for choice in socket.state["view"]["legal"]}
    return int(legal.get(said, socket.choices()[0]))


def begun(sockets: list[Socket]) -> bool:
    """Whether a match has got so far that its table tells something."""
    view = sockets[0].state["view"]
    if sockets[0].state["number"] < RUNNING.get(view["game"], USUAL):
        return False
    if view["game"] == "golden_town":  # somebody is asked what nobody else may know of
        return any(s.choices() and _asked(s) in SECRET_QUESTIONS for s in sockets)
    return any(socket.choices() for socket in sockets)


def _asked(socket: Socket) -> str:
    return str(socket.state["view"]["prompt"]["key"])


def never(_: list[Socket]) -> bool:
    """For matches that are played to their end."""
    return False


def tables(folder: Path) -> dict[str, Any]:
    """A store of a server at which all this was played; returns what lies in it."""
    data = folder / "tables.db"
    with Host(data) as host:
        people = People(host.address)
        for name in GAMES:
            finished = people.play(name, "finished", never)
            people.again(finished, name)
            people.play(name, "running", begun)
            people.play(name, "options", begun, options=last_options(game(name), 3))
            people.play(name, "own", begun, edition=own(name))
            people.learn(name)
            people.ada.create(name, None, None, BOT)
        cookies = {one.name: dict(one.http.cookies) for one in (people.ada, people.bob)}
    store = sqlite3.connect(data)
    store.execute("PRAGMA journal_mode = DELETE")
    store.execute("VACUUM")
    logs = store.execute("SELECT code, number, actor, step FROM log ORDER BY code, number")
    for code, *line in logs.fetchall():
        people.kept.get(code, {}).setdefault("log", []).append(line)
    for code, over in store.execute("SELECT code, over FROM tables"):
        if code in people.kept:
            people.kept[code] |= {
                "over": bool(over),
                "lines": len(people.kept[code].pop("log", [])),
            }
    store.close()
    data.with_name("tables.db.lock").unlink(missing_ok=True)
    return {"cookies": cookies, "tables": people.kept}


def matches() -> Iterator[tuple[str, Match]]:
    """Matches with fair draws, to their end and a part of the way."""
    for name in GAMES:
        shipped, other = game(name), game(name, editions.parse(own(name), type(game(name).edition)))
        few, many = shipped.rules.MIN_SEATS, shipped.rules.MAX_SEATS
        yield f"{name}-usual", _played(Match(shipped, few, fair=_fair(few)))
        yield (
            f"{name}-options",
            _played(Match(shipped, many, last_options(shipped, many), fair=_fair(many))),
        )
        yield f"{name}-own", _played(Match(other, few, fair=_fair(few)))
        yield (
            f"{name}-begun",
            _played(Match(shipped, many, fair=_fair(many)), RUNNING.get(name, USUAL)),
        )


def _fair(seats: int) -> Fair:
    return Fair.new([f"salt of {seat}" for seat in range(seats)])


def _played(match: Match, steps: int | None = None) -> Match:
    """The match with people who play at random, to its end or for some steps."""
    stream = rng.new(5)
    while not match.position.over and (steps is None or len(match.history) < steps):
        chance = match.position.actor == CHANCE
        match.play(match.fair_outcome() if chance else match.position.random_step(stream))
    return match


def write(folder: Path) -> None:
    """Writes the archive."""
    folder.mkdir(parents=True)
    found: dict[str, Any] = {"matches": {}}
    for name, match in matches():
        found["matches"][name] = {
            "link": match.link(),
            "steps": len(match.history),
            "position": match.position.text(),
            "points": match.position.points(),
            "places": match.position.places(),
        }
        if match.position.over:
            match.save(folder / f"{name}.json")
    found |= tables(folder)
    (folder / "contents.json").write_bytes(msgspec.json.format(json.dumps(found).encode()) + b"\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
