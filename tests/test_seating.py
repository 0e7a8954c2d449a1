"""Who may sit where, and who may say so."""

from collections import Counter
from copy import deepcopy

import pytest

from goldrush.fair import draw_lots
from goldrush.server import seating
from goldrush.server.messages import Joining, Said
from goldrush.server.refusal import Refusal
from goldrush.server.store import Place, Sheet

SECRET = bytes(range(32))


def table(*places: Place, begun: int = 0, over: bool = False) -> Sheet:
    """A table that ada has made."""
    sheet = Sheet("QWERTY", "gold", 1, {}, b"", list(places), "ada", SECRET, 1)
    sheet.begun, sheet.over = begun, over
    return sheet


def person(name: str, **more: object) -> Place:
    return Place(name=name.title(), player=name, **more)  # type: ignore[arg-type]


def bot(name: str = "zoe") -> Place:
    return Place(persona=name)


def names(sheet: Sheet) -> list[str]:
    return [place.name or place.persona for place in sheet.places]


def test_whoever_joins_gets_the_first_free_seat_or_the_one_said() -> None:
    sheet = table(person("ada"), bot(), Place(), Place())
    assert names(seating.join(sheet, "bob", Joining("Bob"))) == ["Ada", "zoe", "Bob", ""]
    assert names(seating.join(sheet, "bob", Joining("Bob", 3))) == ["Ada", "zoe", "", "Bob"]
    assert names(sheet) == ["Ada", "zoe", "", ""]


def test_whoever_joins_again_keeps_the_seat_and_may_change_name_and_salt() -> None:
    sheet = seating.join(table(person("ada"), Place()), "bob", Joining("Bob", salt="s"))
    sheet = seating.join(sheet, "bob", Joining("  Robert   B "))
    assert names(sheet) == ["Ada", "Robert B"]
    assert sheet.places[1].salt == "s"
    assert seating.join(sheet, "bob", Joining("Bob", salt="t")).places[1].salt == "t"


def test_whoever_comes_to_a_seat_has_not_said_what_was_said_there_before() -> None:
    before, after = Said(1, 5, 1, "rat", "a"), Said(2, 9, 1, "hello", "b")
    sheet = seating.join(table(person("ada"), Place()), "bob", Joining("Bob"), 4)
    assert seating.speaker(sheet, before) == "bob"
    assert seating.speaker(seating.leave(sheet, "bob"), before) == ""
    sheet = seating.join(seating.leave(sheet, "bob"), "eve", Joining("Eve"), 7)
    sheet = seating.join(sheet, "eve", Joining("Eva"), 10)
    assert [seating.speaker(sheet, said) for said in (before, after)] == ["", "eve"]
    sheet.begun, sheet.lots = 20, [1, 0]
    sheet.places.reverse()
    assert [seating.speaker(sheet, said) for said in (before, after)] == ["", "eve"]
    assert seating.spoken_from(sheet, after) is sheet.places[0]


@pytest.mark.parametrize(
    ("sheet", "seat"),
    [
        (table(person("ada"), bot()), None),
        (table(person("ada"), Place()), 0),
        (table(person("ada"), bot(), Place()), 1),
        (table(person("ada"), person("eve", awaited=True)), None),
        (table(person("ada"), person("eve", awaited=True)), 1),
        (table(person("ada"), Place()), 2),
        (table(person("ada"), Place(), begun=5), 1),
        (table(person("ada"), person("bob"), begun=5), 1),
    ],
)
def test_nobody_joins_where_somebody_sits_or_is_awaited_or_play_goes_on(
    sheet: Sheet, seat: int | None
) -> None:
    with pytest.raises(Refusal):
        seating.join(sheet, "bob", Joining("Bob", seat))


def test_whoever_is_awaited_gets_the_seat_that_is_kept() -> None:
    sheet = table(person("ada"), Place(), person("bob", awaited=True))
    assert not seating.taken(sheet.places[2])
    sheet = seating.join(sheet, "bob", Joining("Bob"))
    assert seating.mine(sheet, "bob") == [2]
    assert seating.taken(sheet.places[2])


def test_nobody_without_an_identity_has_a_seat() -> None:
    assert seating.mine(table(person("ada"), bot(), Place()), "") == []


def test_whoever_leaves_before_the_match_frees_the_seat_and_hands_on_the_table() -> None:
    sheet = seating.leave(table(person("ada"), person("bob"), bot()), "ada")
    assert names(sheet) == ["", "Bob", "zoe"]
    assert sheet.host == "bob"
    with pytest.raises(Refusal):
        seating.leave(sheet, "ada")


def test_whoever_leaves_a_match_has_a_bot_play_on_and_may_come_back() -> None:
    sheet = seating.leave(table(person("ada"), person("bob"), begun=5), "bob")
    assert sheet.places[1].persona == seating.STAND_IN
    assert sheet.places[1].player == "bob"
    back = seating.come_back(sheet, "bob")
    assert back.places[1].stood_in, "which is noted for good"
    back.places[1].stood_in = False
    assert back == table(person("ada"), person("bob"), begun=5)


def test_only_the_host_fills_and_frees_seats_and_only_before_the_match() -> None:
    sheet = table(person("ada"), Place(), person("eve", awaited=True), person("bob"))
    assert names(seating.fill(sheet, "ada", 1, "maud")) == ["Ada", "maud", "Eve", "Bob"]
    assert names(seating.fill(sheet, "ada", 2, "maud"))[2] == "maud"
    assert names(seating.free(sheet, "ada", 3)) == ["Ada", "", "Eve", ""]
    for who, seat in (("bob", 1), ("eve", 1), ("", 1), ("ada", 3), ("ada", 9)):
        with pytest.raises(Refusal):
            seating.fill(sheet, who, seat, "maud")
    for who, seat in (("bob", 1), ("ada", 0), ("ada", 9)):
        with pytest.raises(Refusal):
            seating.free(sheet, who, seat)
    begun = deepcopy(sheet)
    begun.begun = 5
    with pytest.raises(Refusal):
        seating.fill(begun, "ada", 1, "maud")


def test_a_persona_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(Refusal, match=r"zoe.*maud"):
        seating.fill(table(person("ada"), Place()), "ada", 1, "hal")


def test_a_bot_stands_in_for_another_person_who_plays_himself() -> None:
    sheet = table(person("ada"), person("bob"), bot(), begun=5)
    assert seating.stand_in(sheet, "ada", 1).places[1].persona == seating.STAND_IN
    for who, seat in (("ada", 0), ("ada", 2), ("eve", 1), ("", 1), ("ada", 7)):
        with pytest.raises(Refusal):
            seating.stand_in(sheet, who, seat)
    with pytest.raises(Refusal):
        seating.stand_in(seating.stand_in(sheet, "ada", 1), "ada", 1)
    with pytest.raises(Refusal):
        seating.stand_in(table(person("ada"), person("bob")), "ada", 1)


def test_play_begins_when_somebody_sits_at_every_seat() -> None:
    sheet = table(person("ada"), bot(), Place(), person("eve", awaited=True))
    with pytest.raises(Refusal, match="3, 4"):
        seating.begin(sheet, "ada", 5)
    full = table(person("ada"), bot(), person("bob"))
    assert seating.begin(full, "bob", 5).begun == 5
    for who in ("eve", ""):
        with pytest.raises(Refusal):
            seating.begin(full, who, 5)
    with pytest.raises(Refusal):
        seating.begin(seating.begin(full, "ada", 5), "ada", 6)


def test_the_host_may_begin_with_those_who_are_there() -> None:
    sheet = table(person("ada"), Place(), person("eve", awaited=True), bot(), person("bob"))
    fewer = seating.without_free_seats(sheet, "ada", 2)
    assert names(fewer) == ["Ada", "zoe", "Bob"]
    assert seating.begin(fewer, "ada", 5).begun == 5
    with pytest.raises(Refusal, match="2, 3"):  # these are too few
        seating.begin(seating.without_free_seats(sheet, "ada", 4), "ada", 5)
    for who in ("bob", "eve", ""):
        with pytest.raises(Refusal):
            seating.without_free_seats(sheet, who, 2)
    with pytest.raises(Refusal):
        seating.without_free_seats(seating.begin(fewer, "ada", 5), "ada", 2)


def test_seats_are_drawn_by_lot_when_all_people_want_it() -> None:
    sheet = table(person("ada", salt="a"), bot(), person("bob", salt="b"), bot("maud"))
    sheet = seating.ask_for_lots(sheet, "ada", wanted=True)
    assert seating.begin(sheet, "ada", 5).lots is None
    begun = seating.begin(seating.ask_for_lots(sheet, "bob", wanted=True), "ada", 5)
    assert begun.lots == draw_lots("QWERTY", SECRET, ["a", "", "b", ""])
    assert sorted(begun.lots) == [0, 1, 2, 3]
    for player, seat in zip(("Ada", "zoe", "Bob", "maud"), begun.lots, strict=True):
        assert names(begun)[seat] == player
    assert seating.begin(sheet, "ada", 5).places[0].name == "Ada"


def test_people_are_asked_again_about_lots_when_others_sit_there() -> None:
    sheet = seating.ask_for_lots(table(person("ada"), Place()), "ada", wanted=True)
    assert not any(p.lots for p in seating.join(sheet, "bob", Joining("Bob")).places)
    sheet = seating.ask_for_lots(table(person("ada"), person("bob")), "ada", wanted=True)
    assert not any(p.lots for p in seating.leave(sheet, "bob").places)
    assert not any(p.lots for p in seating.ask_for_lots(sheet, "ada", wanted=False).places)


def test_lots_favour_nobody_and_nobody_can_know_them_without_the_secret() -> None:
    drawn = Counter(
        tuple(draw_lots("QWERTY", n.to_bytes(32, "big"), ["", "", ""])) for n in range(6000)
    )
    assert len(drawn) == 6
    assert all(850 < count < 1150 for count in drawn.values())
    first = draw_lots("QWERTY", SECRET, [""] * 8)
    assert first != draw_lots("QWERTY", SECRET, [*[""] * 7, "salt"])
    assert first != draw_lots("ASDFGH", SECRET, [""] * 8)


def test_a_rematch_awaits_the_same_people_on_the_same_terms() -> None:
    sheet = table(
        person("ada", salt="a"), bot(), person("bob", persona="marius"), over=True, begun=5
    )
    sheet.public, sheet.pace, sheet.options = True, 60, {"rounds": "2"}
    again = seating.again(sheet, "bob", [1, 0, 2], b"new", 9)
    assert names(again) == ["Ada", "zoe", "Bob"]
    assert [seating.taken(place) for place in again.places] == [False, True, True]
    assert not again.places[2].persona
    assert not any(place.salt for place in again.places)
    assert (again.host, again.secret, again.begun, again.over) == ("bob", b"new", 0, False)
    assert (again.public, again.pace, again.options) == (True, 60, {"rounds": "2"})
    assert (again.series, [place.wins for place in again.places]) == (1, [1, 0, 2])
    for who in ("eve", ""):
        with pytest.raises(Refusal):
            seating.again(sheet, who, [0] * 3, b"new", 9)
    with pytest.raises(Refusal):
        seating.again(table(person("ada"), bot(), begun=5), "ada", [0, 0], b"new", 9)


def test_a_series_goes_on_as_long_as_the_same_people_play() -> None:
    sheet = table(person("ada"), bot(), person("bob"), over=True, begun=5)
    again = seating.again(sheet, "ada", [1, 0, 2], b"new", 9)
    back = seating.join(again, "bob", Joining("Bobby"))
    assert (back.series, [place.wins for place in back.places]) == (1, [1, 0, 2])
    for other in (
        seating.free(again, "ada", 2),
        seating.fill(again, "ada", 1, "maud"),
        seating.leave(back, "bob"),
        seating.join(seating.free(again, "ada", 1), "cal", Joining("Cal")),
    ):
        assert (other.series, sum(place.wins for place in other.places)) == (0, 0)


def test_the_table_of_a_rematch_is_settled_once() -> None:
    sheet = seating.follow(table(person("ada"), bot(), begun=5, over=True), "ASDFGH", "")
    assert sheet.rematch == "ASDFGH"
    with pytest.raises(Refusal, match="ASDFGH"):
        seating.follow(sheet, "OTHERS", "")
