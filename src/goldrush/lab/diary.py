"""The diary of a league: a file of all blocks played, so that a long one goes on another day.

Its first line says what is played and by whom, every other one is a block.  A line is written when
its block is done, whatever happens then to the process or the machine.
"""

import os
from pathlib import Path

import msgspec

from goldrush.games import edition as editions
from goldrush.games.problem import Problem
from goldrush.lab.blocks import Block, Played, Terms


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a league plays: blocks of another one would not fit."""

    game: str
    version: int
    edition: str  # its digest
    bots: tuple[str, ...]
    options: dict[str, str]
    seed: int


class Diary:
    """What has been played so far, kept in a file."""

    def __init__(self, path: Path, terms: Terms) -> None:
        game = terms.game
        edition = editions.digest(game.edition)
        heading = Heading(game.name, game.version, edition, terms.names, terms.options, terms.seed)
        self.path = path
        self.played: list[Played] = []
        self._done: set[tuple[int, int]] = set()  # blocks, by seats and number
        lines = path.read_bytes().splitlines() if path.exists() else []
        if lines:
            self._read(lines, heading)
        else:
            self._write(msgspec.json.encode(heading))

    def has(self, block: Block) -> bool:
        """Whether a block has been played."""
        return (len(block.line_up), block.number) in self._done

    def note(self, block: list[Played]) -> None:
        """Keeps a block that was played."""
        self._take(block)
        self._write(msgspec.json.encode(block))

    def _take(self, block: list[Played]) -> None:
        self.played += block
        self._done |= {(len(game.bots), game.block) for game in block}

    def _read(self, lines: list[bytes], heading: Heading) -> None:
        """Takes up what was played; a line cut off when the machine stopped is left out."""
        try:
            found = msgspec.json.decode(lines[0], type=Heading)
        except msgspec.DecodeError as error:
            raise Problem("{} is not the diary of a league: {}", self.path, error) from None
        if found != heading:
            what = next(n for n in heading.__struct_fields__ if _differs(found, heading, n))
            said, meant = getattr(found, what), getattr(heading, what)
            raise Problem(
                "{} is the diary of another league: its {} {}, not {}", self.path, what, said, meant
            )
        kept = [lines[0]]
        for line in lines[1:]:
            try:
                self._take(msgspec.json.decode(line, type=list[Played]))
            except msgspec.DecodeError:
                continue
            kept.append(line)
        if len(kept) < len(lines):
            fresh = self.path.with_name(f"{self.path.name}.new")
            fresh.write_bytes(b"".join(line + b"\n" for line in kept))
            fresh.replace(self.path)

    def _write(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _differs(one: Heading, other: Heading, name: str) -> bool:
    return bool(getattr(one, name) != getattr(other, name))
