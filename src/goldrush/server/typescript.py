"""Writes ``messages.py`` down once more, for browsers: ``make messages``."""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect as types

from goldrush.server import messages

FILE = "web/src/messages.ts"
WIDTH = 80  # columns, after which prettier breaks a line
HEADER = "// Written by `make messages` from src/goldrush/server/messages.py: change it there."

PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}


def write(module: ModuleType = messages) -> str:
    """All that a module of messages declares, as TypeScript, in the same order."""
    chapters = [HEADER, _comment(_protocol(module)), *_constants(module)]
    names = _names(module)
    for name, declared in vars(module).items():
        if get_origin(declared) is Literal:
            chapters.append(_union(name, map(_quoted, get_args(declared))))
        elif isinstance(declared, UnionType) and _all_structs(declared):
            chapters.append(_union(name, (one.__name__ for one in get_args(declared))))
        elif _is_struct(declared) and declared.__module__ == module.__name__:
            chapters.append(_interface(declared, names))
    return "\n\n".join(filter(None, chapters)) + "\n"


def _protocol(module: ModuleType) -> str:
    """What a module says of itself after its first sentence."""
    return inspect.cleandoc(module.__doc__ or "").partition("\n\n")[2]


def _constants(module: ModuleType) -> Iterator[str]:
    found = {name: value for name, value in vars(module).items() if name.isupper()}
    plain = {name: value for name, value in found.items() if isinstance(value, int | str)}
    yield "\n".join(f"export const {name} = {_quoted(value)};" for name, value in plain.items())


def _names(module: ModuleType) -> dict[frozenset[Any], str]:
    """The names of a module's literals, by what they can be."""
    literals = {n: v for n, v in vars(module).items() if get_origin(v) is Literal}
    return {frozenset(get_args(literal)): name for name, literal in literals.items()}


def _is_struct(declared: Any) -> bool:
    return isinstance(declared, type) and issubclass(declared, msgspec.Struct)


def _all_structs(declared: UnionType) -> bool:
    return all(map(_is_struct, get_args(declared)))


def _interface(struct: type[msgspec.Struct], names: dict[frozenset[Any], str]) -> str:
    """A struct, with its tag if it has one; what clients may leave out is optional."""
    found = types.type_info(struct)
    assert isinstance(found, types.StructType)
    lines = [f"  {found.tag_field}: {_quoted(found.tag)};"] if found.tag_field else []
    for field in found.fields:
        # what the server sends has every field; what it takes, it takes strictly
        optional = "?" if found.forbid_unknown_fields and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type, names)};")
    body = "\n".join([f"export interface {struct.__name__} {{", *lines, "}"])
    return f"{_comment(inspect.cleandoc(struct.__doc__ or ''))}\n{body}".strip()


def _type(found: types.Type, names: dict[frozenset[Any], str]) -> str:
    """A type as TypeScript says it."""
    match found:
        case types.Metadata(type=inner):
            said = _type(inner, names)
        case types.StructType(cls=struct):
            said = struct.__name__
        case types.LiteralType(values=values):
            said = names.get(frozenset(values)) or " | ".join(map(_quoted, values))
        case types.UnionType(types=several):
            said = " | ".join(_type(one, names) for one in several)
        case types.ListType(item_type=item):
            inside = _type(item, names)
            said = f"({inside})[]" if "|" in inside else f"{inside}[]"
        case types.TupleType(item_types=several):
            said = f"[{', '.join(_type(one, names) for one in several)}]"
        case types.DictType(key_type=key, value_type=value):
            said = f"Record<{_type(key, names)}, {_type(value, names)}>"
        case _:
            said = PLAIN[type(found)]
    return said


def _union(name: str, members: Iterator[str]) -> str:
    """A union, in one line if it fits."""
    said = list(members)
    line = f"export type {name} = {' | '.join(said)};"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {one}" for one in said)]) + ";"


def _comment(text: str) -> str:
    if not text:
        return ""
    if "\n" not in text:
        return f"/** {text} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */"])


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    Path(*sys.argv[1:2] or [FILE]).write_text(write(), "utf-8")
