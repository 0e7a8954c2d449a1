"""Writes messages and views down once more, for browsers: ``make messages``."""

import importlib
import inspect
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from types import ModuleType, UnionType
from typing import Literal, Union, get_args, get_origin, is_typeddict

import msgspec
from msgspec import inspect as types

from goldrush.bots.personas import LADDER, stars
from goldrush.games import GAMES, assay, game, shapes
from goldrush.games.texts import LANGUAGES
from goldrush.reviews import shapes as review_shapes
from goldrush.server import (
    admin_messages,
    assay_messages,
    daily_messages,
    friend_messages,
    messages,
    notice_messages,
    personal,
    seeking,
)

FOLDER = "web/src"
WIDTH = 120  # columns, after which a line is broken
HEADER = "// Written by `make messages` from src/{}.py: change it there."
FILES = {  # of whose content, in the folder
    messages.__name__: "messages.ts",
    personal.__name__: "personal.ts",
    notice_messages.__name__: "notices.ts",
    friend_messages.__name__: "friends.ts",
    daily_messages.__name__: "daily.ts",
    seeking.__name__: "seeking.ts",
    assay_messages.__name__: "assaying/messages.ts",
    assay.__name__: "assaying/shapes.ts",
    admin_messages.__name__: "admin.ts",
    shapes.__name__: "shapes.ts",
    review_shapes.__name__: "review.ts",
    **{f"goldrush.games.{name}.shapes": f"games/{name}/shapes.ts" for name in GAMES},
}

CATALOGUE = "catalogue.ts"
NOTATION = "text"  # of an action, for people who type: no browser is told that it is there

PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}


def write(module: ModuleType) -> str:
    """All that a module of shapes declares, as TypeScript, in the same order."""
    head = HEADER.format(module.__name__.replace(".", "/"))
    chapters = [head, *_imports(module), _comment(_protocol(module)), *_constants(module)]
    names = _names(module)
    for name, declared in vars(module).items():
        if get_origin(declared) is Literal:
            chapters.append(_union(name, map(_quoted, get_args(declared))))
        elif get_origin(declared) in (Union, UnionType):
            chapters.append(_union(name, _type(types.type_info(declared), {}).split(" | ")))
        elif _is_shape(declared) and declared.__module__ == module.__name__:
            chapters.append(_interface(declared, names))
    return "\n\n".join(filter(None, chapters)) + "\n"


def catalogue() -> str:
    """The games, languages and personas there are, by the lists that have them."""
    rules = {name: game(name).rules for name in GAMES}
    games = [f"{name}: {{ seats: [{r.MIN_SEATS}, {r.MAX_SEATS}] }}" for name, r in rules.items()]
    languages = [f"{code}: {_quoted(known.name)}" for code, known in LANGUAGES.items()]
    personas = [f"{one.key}: {{ stars: {stars(one.key)} }}" for one in LADDER]
    chapters = [HEADER.format("goldrush/games/__init__.py, texts.py and bots/personas")]
    listed = {"GAMES": games, "LANGUAGES": languages, "PERSONAS": personas}
    for name, entries in listed.items():
        rows = "".join(f"  {entry},\n" for entry in entries)
        chapters.append(f"export const {name} = {{\n{rows}}} as const;")
    return "\n\n".join(chapters) + "\n"


def write_all(folder: Path) -> None:
    """Writes every file of the web app that follows from what is declared here."""
    (folder / CATALOGUE).write_text(catalogue(), "utf-8")
    for name, file in FILES.items():
        (folder / file).write_text(write(importlib.import_module(name)), "utf-8")


def _imports(module: ModuleType) -> Iterator[str]:
    """What a module's declarations are made of that another file of these has."""
    used = {one for declared in _own_shapes(module) for one in _mentioned(declared)}
    for name, file in FILES.items():
        found = sorted(one.__name__ for one in used if one.__module__ == name != module.__name__)
        if found:
            here = PurePosixPath(FILES.get(module.__name__, "")).parent
            path = PurePosixPath(os.path.relpath(file, here)).with_suffix("")
            where = path if str(path).startswith(".") else f"./{path}"
            yield f'import type {{ {", ".join(found)} }} from "{where}";'


def _own_shapes(module: ModuleType) -> Iterator[type]:
    declared = (one for one in vars(module).values() if _is_shape(one))
    yield from (one for one in declared if one.__module__ == module.__name__)


def _mentioned(shape: type) -> Iterator[type]:
    """The shape that one goes beyond, and those of its own fields."""
    yield from _beyond(shape)
    for field in _own_fields(shape):
        yield from _within(field.type)


def _within(found: types.Type) -> Iterator[type]:
    if isinstance(found, types.StructType | types.TypedDictType):
        yield found.cls
    for part in ("type", "item_type", "key_type", "value_type"):
        if inner := getattr(found, part, None):
            yield from _within(inner)
    for several in ("types", "item_types"):
        for inner in getattr(found, several, ()):
            yield from _within(inner)


def _protocol(module: ModuleType) -> str:
    """What a module says of itself after its first sentence."""
    return inspect.cleandoc(module.__doc__ or "").partition("\n\n")[2]


def _constants(module: ModuleType) -> Iterator[str]:
    found = {name: value for name, value in vars(module).items() if name.isupper()}
    plain = {name: value for name, value in found.items() if isinstance(value, int | str)}
    yield "\n".join(f"export const {name} = {_quoted(value)};" for name, value in plain.items())


def _names(module: ModuleType) -> dict[frozenset[object], str]:
    """The names of a module's literals, by what they can be."""
    literals = {n: v for n, v in vars(module).items() if get_origin(v) is Literal}
    return {frozenset(get_args(literal)): name for name, literal in literals.items()}


def _is_shape(declared: object) -> bool:
    if isinstance(declared, type) and issubclass(declared, msgspec.Struct):
        return declared not in _EMPTY
    return is_typeddict(declared)


_EMPTY = (msgspec.Struct, shapes.Shape)  # they say how others are made, and nothing of these


def _beyond(shape: type) -> list[type]:
    """The shape that one has all fields of, and more."""
    return [base for base in shape.__bases__ if _is_shape(base)]


def _own_fields(shape: type) -> list[types.Field]:
    """The fields that a shape does not just have from another one, but for notation."""
    found = types.type_info(shape)
    assert isinstance(found, types.StructType | types.TypedDictType)
    own = [field for field in found.fields if field.name in shape.__annotations__]
    is_action = any(field.name == "action" for field in found.fields)
    return [field for field in own if not (is_action and field.name == NOTATION)]


def _interface(shape: type, names: dict[frozenset[object], str]) -> str:
    """A struct with its tag if it has one, or a dict; what need not be there is optional."""
    found, lines = types.type_info(shape), []
    if isinstance(found, types.StructType) and found.tag_field:
        lines.append(f"  {found.tag_field}: {_quoted(found.tag)};")
    for field in _own_fields(shape):
        said = _type(field.type, names)
        if not field.required and _left_out(shape):
            said = said.removesuffix(" | null")
        optional = "?" if not field.required and (_left_out(shape) or _taken(found)) else ""
        lines.append(f"  {field.encode_name}{optional}: {said};")
    beyond = "".join(f" extends {base.__name__}" for base in _beyond(shape))
    body = "\n".join([f"export interface {shape.__name__}{beyond} {{", *lines, "}"])
    return f"{_comment(inspect.cleandoc(shape.__doc__ or ''))}\n{body}".strip()


def _taken(found: types.Type) -> bool:
    """Whether clients send it: what the server takes, it takes strictly."""
    return isinstance(found, types.StructType) and found.forbid_unknown_fields


def _left_out(shape: type) -> bool:
    """Whether fields that say nothing are not sent; all else that the server sends is complete."""
    return issubclass(shape, msgspec.Struct) and shape.__struct_config__.omit_defaults


def _type(found: types.Type, names: dict[frozenset[object], str]) -> str:
    """A type as TypeScript says it."""
    match found:
        case types.Metadata(type=inner):
            said = _type(inner, names)
        case types.StructType(cls=shape) | types.TypedDictType(cls=shape):
            said = shape.__name__
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


def _union(name: str, members: Iterable[str]) -> str:
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
    write_all(Path(*sys.argv[1:2] or [FOLDER]))
