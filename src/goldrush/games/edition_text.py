"""An edition written down as a file that can be played."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from goldrush.games.edition import Edition

WIDE = 100  # letters of a line


def written(edition: Edition, remarks: Sequence[str] = ()) -> str:
    """The text of an edition, with some remarks above it."""
    content = msgspec.to_builtins(edition, str_keys=True)
    tables = {key: one for key, one in content.items() if isinstance(one, dict)}
    plain = {key: one for key, one in content.items() if key not in tables}
    lines = [*(f"# {one}" for one in remarks), "", *_entries(plain)]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]", *_entries(table)]
    return "\n".join(lines).strip() + "\n"


def _entries(table: dict[str, Any]) -> Iterator[str]:
    for key, held in table.items():
        said = f"{_key(key)} = {_value(held)}"
        if isinstance(held, list) and len(said) > WIDE:
            yield f"{_key(key)} = ["
            yield from (f"    {_value(one)}," for one in held)
            yield "]"
        else:
            yield said


def _value(held: Any) -> str:
    if isinstance(held, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in held.items()) + " }"
    if isinstance(held, list):
        return f"[{', '.join(map(_value, held))}]"
    return json.dumps(held, ensure_ascii=False)  # numbers, truths and words are written alike


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name, ensure_ascii=False)
