"""Edition files: what stands only on the printed pieces, read, checked and named by its content.

A game declares the shape of its edition as a struct; msgspec checks types, the struct's own
``problems`` the rest.  Every complaint names the line of the file.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from goldrush.games.problem import Problem

Source = Literal["published", "reconstructed"]
Place = tuple[str | int, ...]  # where in the file: ("gold", "cards") or ("colours", "list", 2)
Problems = Iterator[tuple[Place, Problem]]


class EditionError(Problem):
    """An edition file that cannot be played, with line and reason."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of an edition file; it always says where its figures come from."""

    source: Source


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every edition file begins with."""

    game: str
    name: str

    def problems(self) -> Problems:
        """Yields what is wrong, and where, beyond what the types already say."""
        return iter(())


def wrong_game(edition: Edition, game: str) -> Problems:
    """Complains of a file that is another game's."""
    if edition.game != game:
        yield ("game",), Problem('this is an edition of "{}", not of "{}"', edition.game, game)


def repeated(where: Place, things: list[Any], fields: Sequence[str]) -> Problems:
    """Complains of fields that must tell things apart and do not."""
    for n, thing in enumerate(things):
        for field in fields:
            value = getattr(thing, field)
            if value in [getattr(other, field) for other in things[:n]]:
                yield (*where, n), Problem('{} "{}" appears twice', field, value)


SomeEdition = TypeVar("SomeEdition", bound=Edition)


def read(path: Path, shape: type[SomeEdition]) -> SomeEdition:
    """Reads and checks an edition file."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a mark
    except (OSError, UnicodeDecodeError) as error:
        raise EditionError("{}: cannot be read: {}", path, error) from None
    return parse(text, shape, str(path))


def parse(text: str, shape: type[SomeEdition], source: str = "edition") -> SomeEdition:
    """Checks the text of an edition file."""
    try:
        edition = msgspec.toml.decode(text, type=shape)
    except msgspec.ValidationError as error:
        reason, place = _complaint(str(error))
        raise EditionError("{}, line {}: {}", source, line(text, place), reason) from None
    except msgspec.DecodeError as error:  # tomllib names the line itself
        raise EditionError("{}: {}", source, error) from None
    found = [Problem("line {}: {}", line(text, where), why) for where, why in edition.problems()]
    if found:
        raise EditionError("{}, {}", source, found)
    return edition


def shipped(rules_file: str, shape: type[SomeEdition], version: int) -> SomeEdition:
    """The edition that lies beside a rules module, as it was shipped with a version of the rules.

    When an edition changes, which raises the version, the one before stays for its own version, and
    for those before it that had the same, as edition.<version>.toml.
    """
    kept = [path.name.split(".") for path in Path(rules_file).parent.glob("edition.*.toml")]
    later = [n for n in sorted(int(n) for _, n, _ in kept) if n >= version]
    name = f"edition.{later[0]}.toml" if later else "edition.toml"
    return read(Path(rules_file).with_name(name), shape)


def checked(edition: Edition, shape: type[SomeEdition]) -> SomeEdition:
    """An edition that was made in Python, checked as strictly as a file."""
    if not isinstance(edition, shape):
        raise EditionError('this is an edition of "{}", and of another shape', edition.game)
    return unpack(pack(edition), shape)


def one_sign(where: Place, field: str, sign: str) -> Problems:
    """Complains of what cannot be drawn in one place of a terminal."""
    wide = len(sign) != 1 or unicodedata.east_asian_width(sign) in "WF"
    if wide or not sign.isprintable() or sign.isspace() or unicodedata.combining(sign):
        yield where, Problem("{} {!r}; one character that can be seen is possible", field, sign)


def pack(edition: Edition) -> bytes:
    """The content alone, without comments, layout and order of keys."""
    content = msgspec.to_builtins(edition, str_keys=True)
    return msgspec.json.encode(content, order="deterministic")


def unpack(packed: bytes, shape: type[SomeEdition]) -> SomeEdition:
    """Takes back what pack() gave, checked as strictly as a file."""
    try:
        edition = msgspec.json.decode(packed, type=shape)
    except msgspec.DecodeError as error:
        raise EditionError("edition: {}", error) from None
    if found := [why for _, why in edition.problems()]:
        raise EditionError("edition: {}", found)
    return edition


def digest(edition: Edition, *, named: bool = True) -> str:
    """A short name for the content of an edition; what is compiled does not go by its name."""
    edition = edition if named else msgspec.structs.replace(edition, name="")
    return hashlib.sha256(pack(edition)).hexdigest()[:12]


def _complaint(message: str) -> tuple[str, Place]:
    """Takes apart what msgspec says, such as ``Expected `int`, got `str` - at `$.gold.cards```."""
    reason, _, where = message.partition(" - at ")
    parts = re.findall(r"\.([\w-]+)|\[(\d+)\]", where)
    place = tuple(int(index) if index else key for key, index in parts)
    if unknown := re.search(r"unknown field `(.+)`", reason):
        place = (*place, unknown[1])
    return reason, place


def line(text: str, place: Place) -> int:
    """The line on which *place* is said, or the nearest thing around it that the file has."""
    at = 0
    for depth, key in enumerate(place):
        table = re.compile(rf"^\[\s*{re.escape(str(key))}\s*\]", re.MULTILINE)
        if isinstance(key, int):
            found = _element(text, at, key)
        elif depth == 0 and (header := table.search(text)):
            found = header.end()
        else:
            said = re.compile(rf"(?:^|[{{,\s])[\"']?{re.escape(key)}[\"']?\s*=", re.MULTILINE)
            next_table = re.compile(r"^\[", re.MULTILINE).search(text, at)
            key_found = said.search(text, at, next_table.start() if next_table else len(text))
            found = key_found.end() if key_found else None
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _element(text: str, at: int, index: int) -> int | None:
    """Where element *index* begins of the list that opens next after *at*."""
    depth = commas = 0
    for token in re.finditer(
        r"\"(?:\\.|[^\"\\])*\"|'[^']*'|#[^\n]*|[\[\]{},]|[^\s\[\]{},]+", text[at:]
    ):
        word = token[0]
        if depth == 1 and commas == index and word not in ",]" and not word.startswith("#"):
            return at + token.start() + 1
        depth += (word in "[{") - (word in "]}")
        commas += depth == 1 and word == ","
        if depth == 0 and word == "]":
            break
    return None
