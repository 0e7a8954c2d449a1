"""Editions of one's own: read, checked with line and reason, and played beside the shipped one."""

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from goldrush.games import GAMES, edition_type, game
from goldrush.games import edition as editions
from goldrush.games.gold import rules
from goldrush.games.gold.edition import PALETTE
from goldrush.position import Position
from matches import random_match
from tools import POCKET, pocket

SHIPPED = Path(rules.__file__).with_name("edition.toml").read_text("utf-8")
WHITE = '{ name = "white", letter = "W", symbol = "▲" }'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my.toml"


def line_of(text: str, said: str) -> int:
    """The line on which something is first said."""
    return text[: text.index(said)].count("\n") + 1


def refusal(file: Path, text: str) -> str:
    file.write_text(text, "utf-8")
    with pytest.raises(editions.EditionError) as refused:
        game("gold", file)
    return str(refused.value)


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_edition_is_that_of_its_game_and_without_fault(name: str) -> None:
    opened = game(name)
    assert opened.shipped
    assert opened.edition.game == opened.rules.NAME == name
    assert list(opened.edition.problems()) == []
    assert game(name) is opened


@pytest.mark.parametrize("name", GAMES)
def test_an_edition_is_unpacked_as_it_was_packed(name: str) -> None:
    edition = game(name).edition
    assert editions.unpack(editions.pack(edition), edition_type(name)) == edition


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match='no game "chess"; there are: gold'):
        game("chess")


def test_an_edition_of_ones_own_has_its_own_cards_and_steps() -> None:
    own, shipped = pocket(), game("gold")
    assert not own.shipped
    assert own.rules is not shipped.rules
    assert own.edition.name in repr(own)
    other, printed = cast(Any, own.rules), cast(Any, shipped.rules)
    assert (other.SPOTS, printed.SPOTS) == (15, 64)
    assert (other.CARATS, printed.CARATS) == (8, 60)
    assert own.notation.outcome(2) == "O2"
    assert shipped.notation.outcome(4) == "R2"


def test_both_editions_play_to_the_end_side_by_side() -> None:
    games = [pocket(), game("gold")]
    matches = [[random_match(one, 3, seed=n).position for one in games] for n in range(5)]
    for own, shipped in matches:
        assert own.over
        assert shipped.over
        assert sum(own.points()) + own.record.lost == 8
        assert sum(shipped.points()) + shipped.record.lost == 60


def test_a_position_of_one_edition_is_none_of_the_other() -> None:
    with pytest.raises(ValueError, match="card: "):
        Position.from_text("gold", Position(pocket(), 2).text())
    assert Position(pocket(), 2) != Position("gold", 2)


def test_an_edition_is_known_by_its_content(file: Path) -> None:
    file.write_text("# typed in by hand\n\n" + POCKET.replace("  ", " "), "utf-8")
    assert game("gold", file) is game("gold", str(file)) is pocket()


def test_equal_content_gives_the_shipped_game(file: Path) -> None:
    file.write_text(f"# a copy\n{SHIPPED}", "utf-8")
    assert game("gold", file) is game("gold")


def test_the_order_of_the_cards_is_no_content(file: Path) -> None:
    file.write_text(SHIPPED.replace("{ 1 = 5, 2 = 7,", "{ 2 = 7, 1 = 5,"), "utf-8")
    copied = editions.read(file, edition_type("gold"))
    assert editions.digest(copied) == editions.digest(game("gold").edition)


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('"gold"', '"silver"', "game =", 'an edition of "silver", not of "gold"'),
        ('"Pocket"', "5", "name =", "Expected `str`, got `int`"),
        ("cards = 1\n", 'cards = "one"\n', 'cards = "one"', "Expected `int`, got `str`"),
        ("3 = 1 }", '3 = "x" }', "cards = { 2", "Expected `int`, got `str`"),
        ('"W"', "5", "white", "Expected `str`, got `int`"),
        ('[gold]\nsource = "reconstructed"\n', "[gold]\n", "[gold]", "field `source`"),
        ('letter = "W", ', "", "white", "missing required field `letter`"),
        ('"reconstructed"\ncards = 1', '"guessed"\ncards = 1', '"guessed"', "'guessed'"),
        ('"white"', '"mauve"', "mauve", f'unknown colour "mauve"; known are {", ".join(PALETTE)}'),
        ('"white"', '"black"', 'letter = "W"', 'name "black" appears twice'),
        ('"W"', '"B"', "white", 'letter "B" appears twice'),
        ('"▲"', '"★"', "pink", 'symbol "★" appears twice'),
        ('"W"', '"X"', "white", 'letter "X"; possible are'),
        ('"W"', '"w"', "white", 'letter "w"; possible are'),
        ('"W"', '"WH"', "white", 'letter "WH"; possible are'),
        ('"▲"', '"▲▲"', "white", "symbol '▲▲'; one character that can be seen is possible"),
        ("3 = 2 }", "3 = 52 }", "[gold]", "65 cards in all; 11 to 64 are possible"),
        ("{ 1 = 2, 3 = 2 }", "{ 1 = 0, 3 = 2 }", "cards = { 1", "0 cards of 1; leave the number"),
        ("{ 1 = 2, 3 = 2 }", "{}", "cards = {}", "no cards; at least one kind is needed"),
        ("{ 1 = 2, 3 = 2 }", "{ 10 = 9 }", "cards = { 10", "a card of 10; 1 to 9 are possible"),
        ("cards = 1\n", "cards = -1\n", "cards = -1", "-1 dynamites; 0 or more are possible"),
        (f"    {WHITE},\n", "", "list =", "4 colours; there must be 5"),
    ],
)
def test_a_bad_edition_is_refused_with_line_and_reason(
    file: Path, old: str, new: str, where: str, reason: str
) -> None:
    text = POCKET.replace(old, new, 1)
    said = refusal(file, text)
    assert said.startswith(f"{file}, line {line_of(text, where)}: ")
    assert reason in said


def test_too_few_cards_are_refused(file: Path) -> None:
    text = POCKET.replace("{ 1 = 2, 3 = 2 }", "{ 1 = 4 }")
    said = refusal(file, text.replace("{ 2 = 1, 3 = 1 }", "{ 2 = 1 }"))
    assert said == f"{file}, line 4: 10 cards in all; 11 to 64 are possible"


@pytest.mark.parametrize(
    ("gold", "prospectors", "cards"),
    [("{ 1 = 5 }", "{ 2 = 1 }", 11), ("{ 1 = 53 }", "{ 2 = 1, 3 = 1 }", 64)],
)
def test_the_smallest_and_the_largest_deck_are_possible(
    file: Path, gold: str, prospectors: str, cards: int
) -> None:
    text = POCKET.replace("{ 1 = 2, 3 = 2 }", gold).replace("{ 2 = 1, 3 = 1 }", prospectors)
    file.write_text(text, "utf-8")
    assert cards == cast(Any, game("gold", file).rules).SPOTS


def test_a_syntax_error_is_named_with_its_line(file: Path) -> None:
    text = POCKET.replace("cards = 1\n", "cards = \n")
    said = refusal(file, text)
    assert said.startswith(f"{file}: ")
    assert f"line {line_of(text, 'cards = ' + chr(10))}, " in said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cards = 1\n", "cards = 1\nfuse = 3\n"),
        ('name = "Pocket"\n', 'name = "Pocket"\nfuse = 3\n'),
        (WHITE, WHITE.replace(" }", ", fuse = 3 }")),
    ],
)
def test_an_unknown_field_is_named_with_its_line(file: Path, old: str, new: str) -> None:
    text = POCKET.replace(old, new)
    said = refusal(file, text)
    assert "unknown field `fuse`" in said
    assert said.startswith(f"{file}, line {line_of(text, 'fuse')}: ")


def test_a_card_without_a_number_is_named_with_its_line(file: Path) -> None:
    said = refusal(file, POCKET.replace("{ 1 = 2,", "{ one = 2,"))
    assert said == f"{file}, line 6: Expected `int`, got `str`"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("list = [\n    {", "list = [{"),
        ('},\n    { name = "black"', '}, { name = "black"'),
        ("list = [\n", "list = [  # five\n    # the first seat's\n"),
    ],
)
def test_a_colours_line_is_right_however_the_list_is_laid_out(
    file: Path, old: str, new: str
) -> None:
    text = POCKET.replace(old, new).replace('"W"', '"X"')
    assert refusal(file, text).startswith(f"{file}, line {line_of(text, 'white')}: letter")


def test_all_that_is_wrong_is_named_at_once(file: Path) -> None:
    said = refusal(file, POCKET.replace('"W"', '"X"').replace("cards = 1\n", "cards = -1\n"))
    assert "line 14: -1 dynamites" in said
    assert 'line 21: letter "X"' in said


def test_a_missing_file_is_refused(file: Path) -> None:
    with pytest.raises(editions.EditionError, match=r"cannot be read: .*No such file"):
        game("gold", file)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(editions.EditionError, match="cannot be read: "):
        game("gold", tmp_path)


def test_a_file_in_another_encoding_is_refused(file: Path) -> None:
    file.write_bytes(POCKET.replace("♦", "é").encode("utf-8").replace("é".encode(), b"\xe9"))
    with pytest.raises(editions.EditionError, match="cannot be read: 'utf-8' codec"):
        game("gold", file)


def test_a_packed_edition_is_checked_as_strictly_as_a_file() -> None:
    packed = editions.pack(pocket().edition)
    for old, new, reason in [
        (b'"W"', b'"X"', 'letter "X"'),
        (b'"W"', b"5", "Expected `str`"),
        (b'"game":', b'"fuse":3,"game":', "unknown field"),
        (b'"game":', b'"game"', "malformed"),
    ]:
        with pytest.raises(editions.EditionError, match=reason):
            editions.unpack(packed.replace(old, new, 1), edition_type("gold"))


def test_the_name_belongs_to_the_content() -> None:
    other = msgspec.structs.replace(pocket().edition, name="Other")
    assert editions.digest(other) != editions.digest(pocket().edition)
