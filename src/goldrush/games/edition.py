"""Edition files: what stands only on the printed pieces, read, checked and named by its content.

A game declares the shape of its edition as a struct; msgspec checks types, the struct's own
``problems`` the rest.  Every complaint names the line of the file.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

Source = Literal["published", "reconstructed"]
Place = tuple[str | int, ...]  # where in the file: ("gold", "cards") or ("colours", "list", 2)


class EditionError(ValueError):
    """An edition file that cannot be played, with line and reason."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of an edition file; it always says where its figures come from."""

    source: Source


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every edition file begins with."""

    game: str
    name: str

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yields what is wrong, and where, beyond what the types already say."""
        return iter(())


SomeEdition = TypeVar("SomeEdition", bound=Edition)


def read(path: Path, shape: type[SomeEdition]) -> SomeEdition:
    """Reads and checks an edition file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EditionError(f"{path}: cannot be read: {error}") from None
    try:
        edition = msgspec.toml.decode(text, type=shape)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        raise EditionError(f"{path}, line {line(text, _place(where))}: {reason}") from None
    except msgspec.DecodeError as error:  # tomllib names the line itself
        raise EditionError(f"{path}: {error}") from None
    complaints = [f"line {line(text, where)}: {why}" for where, why in edition.problems()]
    if complaints:
        raise EditionError(f"{path}, " + "; ".join(complaints))
    return edition


def shipped(rules_file: str, shape: type[SomeEdition]) -> SomeEdition:
    """The edition that lies beside a rules module."""
    return read(Path(rules_file).with_name("edition.toml"), shape)


def pack(edition: Edition) -> bytes:
    """The content alone, without comments and layout."""
    return msgspec.json.encode(edition)


def unpack(packed: bytes, shape: type[SomeEdition]) -> SomeEdition:
    """Takes back what pack() gave, checked as strictly as a file."""
    try:
        edition = msgspec.json.decode(packed, type=shape)
    except msgspec.DecodeError as error:
        raise EditionError(f"edition: {error}") from None
    if complaints := [why for _, why in edition.problems()]:
        raise EditionError("edition: " + "; ".join(complaints))
    return edition


def digest(edition: Edition) -> str:
    """A short name for the content of an edition."""
    return hashlib.sha256(pack(edition)).hexdigest()[:12]


def _place(path: str) -> Place:
    """Reads msgspec's path, such as ``.colours.list[2].name`` or ``.gold.cards[...]``."""
    parts = re.findall(r"\.([\w-]+)|\[(\d+)\]", path.rstrip("`"))
    return tuple(int(index) if index else key for key, index in parts)


def line(text: str, place: Place) -> int:
    """The line on which *place* is said, or the nearest thing around it that the file has."""
    lines = text.splitlines()
    at, keys = 1, list(place)
    start, stop = 0, len(lines)
    if keys and (header := _header(lines, str(keys[0]))) is not None:
        at, start = header + 1, header + 1
        stop = next((n for n in range(start, len(lines)) if lines[n].startswith("[")), len(lines))
        keys.pop(0)
    for key in keys:
        if isinstance(key, int):
            starts = [n for n in range(at - 1, stop) if re.match(r"\s*[\[{\"\d]", lines[n])]
            found = starts[key] if key < len(starts) else None
        else:
            said = re.compile(rf"(^|[{{,])\s*[\"']?{re.escape(key)}[\"']?\s*=")
            found = next(
                (n for n in range(max(start, at - 1), stop) if said.search(lines[n])), None
            )
        if found is None:
            break
        at = found + 1
    return at


def _header(lines: list[str], table: str) -> int | None:
    said = re.compile(rf"\[\s*{re.escape(table)}\s*\]")
    return next((n for n, text in enumerate(lines) if said.match(text)), None)
