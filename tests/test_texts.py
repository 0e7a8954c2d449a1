"""Words: both languages say the same things, and nothing is left without words."""

import ast
import pickle
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

import goldrush
from goldrush.core import WATCHER
from goldrush.games import GAMES, game
from goldrush.games.contract import carried_options
from goldrush.games.problem import Problem
from goldrush.games.shapes import Line
from goldrush.games.texts import (
    LANGUAGES,
    PLURALS,
    Form,
    Texts,
    forms,
    problems,
    translated,
)
from goldrush.match import Unfair
from goldrush.terminal import words
from matches import random_match
from samples import SAMPLES

SOURCE = Path(str(goldrush.__file__)).parent
PAIRS = sorted(SOURCE.rglob("texts.en.toml"))
ROOT = Path(__file__).parents[1]
WEB = sorted((ROOT / "web" / "src").rglob("texts.*.toml"))
ODD = {  # what nobody says at a table; what people say instead is in the texts
    "en": """foist|hosts|talon|filons?|indians?|of nobody|for nobody|la ruée
        |phone that lies|somebody at this screen|as long as it takes|rule book's own
        |take it back|a hint, please|what has happened|stand up|this house|nothing lies
        |set the table|make the table|whoever is to play
        |as the system|patterns beside|watchers?|how it goes|see the match again
        |how the points came|promised by|the line is cut|call “aval”|this step""",
    "fr": """barquettes?|gold caverns|dresse[rz]|dressée|du film|se lever|abréger|fractionne[rz]?
        |ce qui s’est passé|conversation|doit jouer|motifs à côté|autant qu’il faut|ce pas
        |quelqu’un à cet écran|premier pas|(les|un) hôtes?|vers les (cinq )?jeux|cette maison
        |indiens|manche {leg}|temps pour une décision|présent$""",
}
FUNCTIONS = ("line", "texts", "own")  # what is called with a key
FOR_PROGRAMMERS = (
    "adapters/openspiel.py",
    "bots/policy.py",
    "core/compiled.py",
    "core/rng.py",
    "core/state.py",
    "games/spelling.py",
    "match.py",
    "position.py",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts.en.toml").write_text(
        'plain = "{a} and {b}"\n[deep.down]\nkey = "found"\n'
        '[deep.carats]\none = "{n} carat for {seat}"\nother = "{n} carats for {seat}"\n',
        "utf-8",
    )
    (tmp_path / "texts.fr.toml").write_text(
        'plain = "{b} et {a}"\n[deep.down]\nkey = "trouvé"\n'
        '[deep.carats]\none = "{n} carat pour {seat}"\nother = "{n} carats pour {seat}"\n',
        "utf-8",
    )
    return tmp_path


def places(form: Form) -> set[str]:
    """The arguments a text has room for, in any of its plural forms."""
    said = form.values() if isinstance(form, dict) else [form]
    return {name for text in said for _, name, _, _ in string.Formatter().parse(text) if name}


def keys_in(path: Path) -> Iterator[str]:
    """The keys that a source file asks for; one that is made up at run time ends in *."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in FUNCTIONS:
                yield from literal_keys(node.args[0])


def literal_keys(said: ast.expr) -> Iterator[str]:
    if isinstance(said, ast.Constant) and "." in str(said.value):
        yield str(said.value)
    elif isinstance(said, ast.IfExp):
        yield from literal_keys(said.body)
        yield from literal_keys(said.orelse)
    elif isinstance(said, ast.JoinedStr):
        assert isinstance(said.values[0], ast.Constant)
        yield f"{said.values[0].value!s}*"


def keys_of(told: Any) -> Iterator[str]:
    """All keys in a line, and in the lines that are its arguments."""
    if isinstance(told, dict) and "key" in told:
        yield told["key"]
        for value in told["args"].values():
            yield from keys_of(value)


def paragraphs(name: str, lang: str) -> list[tuple[str, list[str]]]:
    """The numbers of a rule book with the marks of what stands there."""
    items = re.findall(r"^- \*\*([A-Z]\d+)\*\* (.*)$", words.rules(lang, name), re.MULTILINE)
    return [(number, re.findall(r"`([REH])`", text)) for number, text in items]


def made_up(name: str) -> set[str]:
    """The keys that a game's views and logs put together at run time."""
    rules = game(name).rules
    keys = {f"end.{end}" for end in rules.ENDS}
    keys |= {f"does.{choice.kind}" for choice in game(name).notation.CHOICES}
    keys |= {f"option.{o.name}.{value}" for o in rules.OPTIONS for value in ("name", *o.values)}
    return keys | set(SAMPLES[name].keys)


def test_arguments_are_filled_in(folder: Path) -> None:
    assert Texts("en", folder)("plain", a=1, b="x") == "1 and x"
    assert Texts("fr", folder)("plain", a=1, b="x") == "x et 1"
    assert Texts("en", folder)("deep.down.key") == "found"


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [
        ("en", 0, "0 carats for Ann"),
        ("en", 1, "1 carat for Ann"),
        ("en", 2, "2 carats for Ann"),
        ("fr", 0, "0 carat pour Ann"),
        ("fr", 1, "1 carat pour Ann"),
        ("fr", 2, "2 carats pour Ann"),
    ],
)
def test_plurals_go_by_their_number(folder: Path, lang: str, n: int, said: str) -> None:
    texts = Texts(lang, folder, names=["Ann", "Bo"])
    assert texts.line({"key": "deep.carats", "args": {"n": n, "seat": {"seat": 0}}}) == said


def test_a_line_may_be_an_argument_of_another(folder: Path) -> None:
    inner: Line = {"key": "deep.carats", "args": {"n": 2, "seat": {"seat": 1}}}
    line: Line = {"key": "plain", "args": {"a": inner, "b": {"key": "deep.down.key", "args": {}}}}
    texts = Texts("en", folder, names=["Ann", "Bo"])
    assert texts.line(line) == "2 carats for Bo and found"


def test_braces_in_a_name_are_left_alone(folder: Path) -> None:
    assert Texts("en", folder)("plain", a="{b}", b="{0}") == "{b} and {0}"


def test_later_folders_come_before_earlier_ones(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "texts.en.toml").write_text('plain = "mine"', "utf-8")
    assert Texts("en", folder, other)("plain") == "mine"
    assert Texts("en", folder, other)("deep.down.key") == "found"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match='no language "zz"; there are: en, fr'):
        Texts("zz")


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
    ],
)
def test_the_terminals_own_language_is_taken(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], lang: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert words.texts(None).lang == lang


def test_there_are_texts_for_the_terminal_the_server_the_bots_and_every_game() -> None:
    assert {path.parent.name for path in PAIRS} == {"terminal", "bots", "server", *GAMES}


@pytest.mark.parametrize("english", PAIRS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_languages_have_the_same_keys_plurals_and_arguments(english: Path, lang: str) -> None:
    en, other = forms(english), forms(translated(english.parent, "texts.toml", lang))
    assert list(en) == list(other)
    assert {key for key in en if isinstance(en[key], str) != isinstance(other[key], str)} == set()
    assert {key for key in en if places(en[key]) != places(other[key])} == set()


def kinds_of_problems() -> set[str]:
    """The names of all classes that are problems."""
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")]
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found: set[str] = {"Problem"}
    while (
        more := {one.name for one in classes if {ast.unparse(base) for base in one.bases} & found}
        - found
    ):
        found |= more
    return found


TEXT = {"Refusal": 1, "_need": 2}  # where else than first a reason stands among arguments
OWN = {"Declined", "UnknownVersion"}  # they are given other things than a text
PROBLEMS = kinds_of_problems() - OWN | set(TEXT)


def problems_in(path: Path) -> Iterator[str]:
    """The reasons that a source file gives, as they are written there."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            why = node.args[min(TEXT.get(name, 0), len(node.args) - 1)]
            if ast.unparse(why) in ("detail", "text", "found.text"):
                continue  # handed on: whoever said it is looked at
            if name in PROBLEMS or (name == "__init__" and isinstance(why, ast.Constant)):
                assert isinstance(why, ast.Constant), f"{path}: {ast.unparse(node)}"
                yield str(why.value)


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_reason_why_something_cannot_be_done_is_translated(lang: str) -> None:
    """And no other; each with the same places for what it is about."""
    found = {why for path in SOURCE.rglob("*.py") for why in problems_in(path)}
    found = {why for why in found if re.search("[a-z]", re.sub(r"\{.*?\}", "", why))}
    assert len(found) > 100
    known = problems(lang)
    assert found - set(known) == set(), (
        f"add these to problems.{lang}.toml, of the package or of a game"
    )
    assert set(known) - found == set(), "nothing says these any more"
    for why, told in known.items():
        assert sorted(re.findall(r"\{.*?\}", told)) == sorted(re.findall(r"\{.*?\}", why)), why


def test_what_people_can_run_into_is_a_problem_and_no_plain_error() -> None:
    """A ValueError without a translation is for programmers alone."""
    plain = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if "raise ValueError" in path.read_text("utf-8")
    }
    assert plain == {*FOR_PROGRAMMERS}


def test_a_problem_may_be_about_others() -> None:
    inner = Problem("seat {}", 2)
    told = Unfair("step {} is said to be by {}, but {}", 7, inner, [Problem("the match is over")])
    assert str(told) == "step 7 is said to be by seat 2, but the match is over"
    assert Texts("fr").problem(told) == "l’étape 7 serait de la place 2, mais la partie est finie"
    assert Texts("fr").problem(ValueError("as it is")) == "as it is"
    again = pickle.loads(pickle.dumps(told))
    assert (type(again), str(again)) == (Unfair, str(told))


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "-1,234,567.50"), ("fr", "-1\u202f234\u202f567,50")]
)
def test_figures_are_written_as_in_the_language(lang: str, said: str) -> None:
    assert Texts(lang).number(-1234567.5, 2) == said
    assert Texts(lang).number(-0.001) == "0"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_forms_are_those_of_the_standard(lang: str) -> None:
    """CLDR, as Babel has it; whole numbers are all that is told here."""
    plural, standard = LANGUAGES[lang].plural, Locale.parse(lang).plural_form
    numbers = [*range(1200), *range(1_000_000, 5_000_001, 500_000), 1_000_001, 10**9]
    assert [plural(n) for n in numbers] == [standard(n) for n in numbers]
    assert {plural(n) for n in numbers} <= set(PLURALS)


@pytest.mark.parametrize("english", PAIRS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty_and_plurals_have_a_number(english: Path, lang: str) -> None:
    for key, form in forms(translated(english.parent, "texts.toml", lang)).items():
        said = form.values() if isinstance(form, dict) else [form]
        assert all(text.strip() == text != "" for text in said), key
        assert isinstance(form, str) or "n" in places(form), key


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_the_source_asks_for_has_words(name: str, lang: str) -> None:
    known = words.texts(lang, name).forms
    files = [*(SOURCE / "terminal").glob("*.py"), *(SOURCE / "cli").glob("*.py")]
    files += (SOURCE / "games" / name).glob("*.py")
    asked = {key for path in files for key in keys_in(path)}
    assert len(asked) > 40
    assert {key for key in asked if not key.endswith("*")} - set(known) == set()
    starts = {key[:-1] for key in asked if key.endswith("*")}
    starts -= set() if game(name).rules.OPTIONS else {"option."}
    assert {start for start in starts if not any(key.startswith(start) for key in known)} == set()
    assert made_up(name) - set(known) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_key_that_random_matches_tell_has_words(name: str) -> None:
    opened, told = game(name), set()
    for seats in range(opened.rules.MIN_SEATS, opened.rules.MAX_SEATS + 1):
        options = {option.name: option.values[seats % 2] for option in opened.rules.OPTIONS}
        options = carried_options(opened.rules, options, seats)
        match = random_match(opened, seats, options, seed=seats)
        lines = [line for step in match.lines(WATCHER) for line in step]
        lines += [position.view(0)["prompt"] for position in match.replay()]
        told |= {key for line in lines for key in keys_of(line)}
    for lang in LANGUAGES:
        assert told - set(words.texts(lang, name).forms) == set()
    assert told


@pytest.mark.parametrize("name", GAMES)
def test_all_rule_books_have_the_same_paragraphs_and_marks(name: str) -> None:
    en, *others = (paragraphs(name, lang) for lang in LANGUAGES)
    assert all(other == en for other in others)
    assert en
    assert all(marks for _, marks in en)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_book_names_all_options_and_no_paragraph_that_is_not_there(
    name: str, lang: str
) -> None:
    text, numbers = words.rules(lang, name), {number for number, _ in paragraphs(name, lang)}
    letter = min(numbers)[0]
    assert set(re.findall(rf"\b{letter}\d+\b", re.sub(r"`[^`]*`", "", text))) == numbers
    for option in game(name).rules.OPTIONS:
        assert all(f"`{word}`" in text for word in (option.name, *option.values))


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.fr.*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_french_signs_never_begin_a_line(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line for line in lines if re.search(r" [:;!?»]( |$|\")|« ", line)] == []


def sayings(lang: str) -> Iterator[tuple[str, str]]:
    """All that is said on screens in a language, with where it stands."""
    files = [
        *(path for path in WEB if f".{lang}." in path.name),
        *SOURCE.rglob(f"texts.{lang}.toml"),
    ]
    for path in files:
        for key, form in forms(path).items():
            for text in form.values() if isinstance(form, dict) else [form]:
                yield f"{path.relative_to(ROOT)} {key}", text


def test_french_apostrophes_are_typographic() -> None:
    straight = [where for where, text in sayings("fr") if "'" in text]
    straight += [why for why, told in problems("fr").items() if "'" in told]
    straight += [
        str(path) for path in SOURCE.rglob("RULES.fr.md") if "'" in path.read_text("utf-8")
    ]
    assert straight == []


@pytest.mark.parametrize("lang", ODD)
def test_no_odd_word_comes_back(lang: str) -> None:
    assert len(list(sayings(lang))) > 500
    listed = re.sub(r"\s*\n\s*", "", ODD[lang])
    odd = re.compile(rf"\b({listed})\b", re.IGNORECASE)
    notation = re.compile(r">talon|\{filons\}")
    found = [said for said in sayings(lang) if odd.search(notation.sub("", said[1]))]
    assert found == []


def test_every_game_goes_by_its_own_name() -> None:
    assert words.texts("en", "golden_town")("game.title") == "Golden-Town"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_designers_are_named_where_the_rule_book_names_them(name: str, lang: str) -> None:
    intro = words.rules(lang, name).partition("\n## ")[0]
    designer = re.search(r"\b(?:by|de) ((?:[A-Z]\w+ (?:and|et|&)? ?)+\w+) \((\d{4})\)", intro)
    said = words.texts(lang, name)("game.by")
    if designer:
        assert designer[1].split()[-1] in said
        assert designer[2] in said
    else:
        assert not re.search(r"\d", said)
