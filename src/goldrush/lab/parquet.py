"""Games as Parquet files, a row for each match or for each step: the extra ``lab``.

docs/lab/data.md explains the columns.  A file gets its name when it is whole.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

import msgspec
import numpy as np
import pyarrow as pa
from pyarrow.parquet import ParquetWriter

from goldrush.core import CHANCE
from goldrush.games import edition as editions
from goldrush.games.problem import Problem
from goldrush.lab.playing import Block, Played, Playing

GROUP = 1 << 18  # rows that wait in memory until they are written

Columns: TypeAlias = dict[str, np.ndarray | pa.Array]


def matches(playing: Playing, played: Played) -> Columns:
    """A row for each match of a block."""
    rows, rules = played.rows, playing.bot.game.rules
    assert rows is not None
    places = rows["places"][:, : playing.seats]
    winners = (places == 1).sum(axis=1, keepdims=True)
    shares = (places == 1) / np.maximum(winners, 1)
    found: Columns = {"match": _numbers(played.block)}
    found |= {name: rows[name].astype(np.int32) for name in ("turns", "decisions", "draws")}
    found |= {"first": rows["first"], "end": _named(rows["end"], rules.ENDS)}
    for seat in range(playing.seats):
        found[f"points_{seat}"] = rows["points"][:, seat].astype(np.int32)
        found[f"place_{seat}"] = places[:, seat]
        found[f"share_{seat}"] = shares[:, seat]
    return found


def steps(playing: Playing, played: Played) -> Columns:
    """A row for each step of a block."""
    rows, game = played.rows, playing.bot.game
    assert rows is not None
    assert played.steps is not None
    actor, step = played.steps.T
    lengths = rows["decisions"] + rows["draws"]
    begins = np.cumsum(lengths) - lengths
    actions, outcomes = game.steps
    kinds = np.where(actor == CHANCE, len(actions), 0) + step
    return {
        "match": np.repeat(_numbers(played.block), lengths),
        "number": (np.arange(len(step)) - np.repeat(begins, lengths)).astype(np.int32),
        "actor": actor.astype(np.int8),
        "step": np.ascontiguousarray(step),
        "notation": _named(kinds, [one.text for one in actions + outcomes]),
    }


class File:
    """A file that grows block by block."""

    def __init__(
        self, path: Path, playing: Playing, columns: Callable[[Playing, Played], Columns]
    ) -> None:
        self._path, self._begun = path, path.with_name(f"{path.name}.part")
        self._playing, self._columns = playing, columns
        self._waiting: list[pa.Table] = []

    def __enter__(self) -> Self:
        nothing = self._table(self._playing(Block(0, 0)))
        try:
            self._writer = ParquetWriter(self._begun, nothing.schema, compression="zstd")
        except OSError as error:
            raise Problem("nothing can be saved as {}: {}", self._path, error.strerror) from None
        return self

    def keep(self, played: Played) -> None:
        """Adds a block."""
        self._waiting.append(self._table(played))
        if sum(table.num_rows for table in self._waiting) >= GROUP:
            self._write()

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._write()
        self._writer.close()
        if kind is None:
            self._begun.replace(self._path)
        else:
            self._begun.unlink()

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.concat_tables(self._waiting).combine_chunks(), GROUP)
        self._waiting = []

    def _table(self, played: Played) -> pa.Table:
        columns = self._columns(self._playing, played)
        return pa.table(columns, metadata={"goldrush": _terms(self._playing)})


def files(playing: Playing, out: Path | None, moves: Path | None) -> Iterator[File]:
    """The files that are wanted, to be opened."""
    if out and moves and out.absolute() == moves.absolute():
        raise Problem("matches and steps cannot both be written to {}", out)
    if out:
        yield File(out, playing, matches)
    if moves:
        yield File(moves, playing, steps)


def _terms(playing: Playing) -> bytes:
    """What was played by whom: it stands in the file's metadata."""
    game = playing.bot.game
    terms = {
        "game": game.name,
        "version": game.version,
        "edition": game.edition.name,
        "digest": editions.digest(game.edition),
        "seats": playing.seats,
        "options": playing.said,
        "policy": playing.bot.name,
        "seed": playing.seed,
    }
    return msgspec.json.encode(terms)


def _numbers(block: Block) -> np.ndarray:
    """Which games of the seed a block has."""
    return np.arange(block.first, block.first + block.games)


def _named(indexes: np.ndarray, names: list[str] | tuple[str, ...]) -> pa.Array:
    """Numbers as the words that they stand for, each of which is stored once."""
    return pa.DictionaryArray.from_arrays(indexes.astype(np.int16), pa.array(names, pa.string()))
