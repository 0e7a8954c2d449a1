"""What browsers are told of the messages is what the server means."""

import importlib
import re
import sys
import types
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct

from goldrush.games import GAMES
from goldrush.server import messages, typescript

FOLDER = Path(__file__).parents[1] / "web/src"
WRITTEN = typescript.write(messages)


class Inner(Struct):
    """Within another."""

    deep: dict[int, list[str | None]]


class Asking(Struct, tag=True, forbid_unknown_fields=True):
    """What a client sends.

    In two paragraphs.
    """

    must: bool
    may: Literal["so", "thus"] = "so"


class Telling(Struct, tag="told"):
    inner: Inner | None = None
    pair: tuple[int, float] = (0, 0.0)
    rest: dict[str, Any] = {}


def declared(name: str, written: str = WRITTEN) -> str:
    """What is written of one name, without the comment before it."""
    found = re.findall(rf"^export \w+ {name} [^/]*?(?=\n\n|\n?\Z)", written, re.MULTILINE)
    assert len(found) == 1, name
    return str(found[0])


@pytest.fixture(scope="module")
def small() -> str:
    """A module of a few messages, written down."""
    module = types.ModuleType(__name__, "One sentence.\n\nHow they are sent.")
    both = Asking | Telling
    module.__dict__.update(MOST=5, WORD='a "b"', Inner=Inner, Asking=Asking, Telling=Telling)
    module.__dict__.update(Both=both, Way=Literal["so", "thus"], path=Path)
    return typescript.write(module)


@pytest.mark.parametrize("name", typescript.FILES)
def test_the_files_of_the_browsers_are_up_to_date(name: str) -> None:
    file = typescript.FILES[name]
    written = typescript.write(importlib.import_module(name))
    assert (FOLDER / file).read_text("utf-8") == written, f"{file} is stale: run `make messages`"


def test_the_lists_of_games_and_languages_are_up_to_date() -> None:
    written = (FOLDER / typescript.CATALOGUE).read_text("utf-8")
    assert written == typescript.catalogue(), "run `make messages`"
    assert 'fr: "Français"' in written
    assert "gold_river: { seats: [2, 6] }" in written


def test_they_are_written_where_they_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import runpy

    for file in typescript.FILES.values():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(sys, "argv", ["typescript", str(tmp_path)])
    monkeypatch.delitem(sys.modules, typescript.__name__)
    runpy.run_module(typescript.__name__, run_name="__main__")
    assert (tmp_path / "messages.ts").read_text("utf-8") == WRITTEN
    for name in GAMES:
        view = (tmp_path / "games" / name / "shapes.ts").read_text("utf-8")
        assert declared("View", view).startswith("export interface View extends AnyView {")


def test_a_shape_that_goes_beyond_another_has_its_own_fields_and_names_where_that_is() -> None:
    written = typescript.write(importlib.import_module("goldrush.games.gold.shapes"))
    assert 'import type { AnyChoice, AnyView, Touched } from "../../shapes";' in written
    assert declared("Args", written).splitlines() == [
        "export interface Args extends Touched {",
        "  spot: number;",
        "}",
    ]
    assert 'import type { Line } from "./shapes";' in WRITTEN


def test_what_is_left_out_where_it_says_nothing_is_optional() -> None:
    written = typescript.write(importlib.import_module("goldrush.games.goldrausch.shapes"))
    assert "  group?: number;" in declared("Args", written)


def test_reviews_are_told_in_whole_parts_of_a_win() -> None:
    written = typescript.write(importlib.import_module("goldrush.reviews.shapes"))
    assert 'import type { AnyChoice, Line } from "./shapes";' in written
    assert "export const WIN = 60000000;" in written
    assert "  moments: Moment[];" in declared("Review", written)


def test_no_browser_is_told_how_an_action_is_typed() -> None:
    """So no file of the web app can look into a notation: it would not pass the type checker."""
    for name, shape in (("shapes", "AnyChoice"), ("gold_river.shapes", "Way")):
        written = typescript.write(importlib.import_module(f"goldrush.games.{name}"))
        assert "  action: number;" in declared(shape, written)
        assert "text" not in declared(shape, written)
    assert "  text: string;" in declared("Said"), "what people say is for all to read"


def test_every_message_and_limit_is_there() -> None:
    names = [name for name, value in vars(messages).items() if name.isupper()]
    names += [
        name
        for name, value in vars(messages).items()
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct
    ]
    assert len(names) > 30
    for name in (*names, "Phase", "Reason", "Asked", "Sent"):
        declared(name)


def test_what_clients_send_may_leave_out_what_has_a_default(small: str) -> None:
    assert declared("Asking", small).splitlines() == [
        "export interface Asking {",
        '  type: "Asking";',
        "  must: boolean;",
        "  may?: Way;",
        "}",
    ]
    assert "  seat?: number | null;" in declared("Hello")


def test_what_the_server_sends_is_complete(small: str) -> None:
    assert declared("Telling", small).splitlines() == [
        "export interface Telling {",
        '  type: "told";',
        "  inner: Inner | null;",
        "  pair: [number, number];",
        "  rest: Record<string, unknown>;",
        "}",
    ]
    assert "  state: State | null;" in declared("Refused")


def test_untagged_structs_have_no_type_field(small: str) -> None:
    assert declared("Inner", small).splitlines() == [
        "export interface Inner {",
        "  deep: Record<number, (string | null)[]>;",
        "}",
    ]


def test_literals_and_unions_are_in_the_order_of_their_declaration(small: str) -> None:
    assert declared("Way", small) == 'export type Way = "so" | "thus";'
    assert declared("Both", small) == "export type Both = Asking | Telling;"
    assert declared("Phase") == 'export type Phase = "open" | "playing" | "over";'
    assert (
        declared("Asked") == "export type Asked = Hello | Act | Undo | Hint | Say | Remark | Ping;"
    )
    first, second, *_ = declared("Reason").splitlines()
    assert (first, second) == ("export type Reason =", '  | "stale"')


def test_limits_and_docstrings_are_carried_over(small: str) -> None:
    assert f"export const MOST_TEXT = {messages.MOST_TEXT};" in WRITTEN
    assert 'export const MOST = 5;\nexport const WORD = "a \\"b\\"";' in small
    assert "/** Within another. */\nexport interface Inner {" in small
    two = "/**\n * What a client sends.\n *\n * In two paragraphs.\n */\nexport interface Asking {"
    assert two in small
    assert "/** How they are sent. */" in small
    assert "One sentence." not in small


def test_no_line_of_code_is_longer_than_prettier_leaves_it() -> None:
    code = [line for line in WRITTEN.splitlines() if not re.match(r"//|/\*\*| \*", line)]
    assert max(map(len, code)) <= typescript.WIDTH
