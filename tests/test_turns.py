"""Turns: however much one asks for, everybody else is served in between."""

from goldrush.bots.turns import Turns


def served(*asked: tuple[tuple[str, ...], str]) -> list[str]:
    turns: Turns[str] = Turns()
    for who, item in asked:
        turns.put(who, item)
    return [turns.take() for _ in range(len(turns))]


def test_one_person_is_served_in_the_order_of_asking() -> None:
    assert served((("here", "ada"), "1"), (("here", "ada"), "2")) == ["1", "2"]


def test_whoever_asks_for_much_waits_behind_others_who_ask_for_little() -> None:
    many = [(("here", "ada"), f"ada{n}") for n in range(30)]
    found = served(*many, (("here", "bob"), "bob"), (("there", "eve"), "eve"))
    assert found.index("bob") <= 3
    assert found.index("eve") <= 2
    assert found[3:] == [f"ada{n}" for n in range(2, 30)] or sorted(found) == sorted(
        [item for _, item in many] + ["bob", "eve"]
    )


def test_many_names_at_one_address_are_one_household() -> None:
    """A new name costs nothing, so it must gain nothing against other addresses."""
    crowd = [(("here", f"name{n}"), f"crowd{n}") for n in range(30)]
    found = served(*crowd, (("there", "eve"), "eve1"), (("there", "eve"), "eve2"))
    assert [found.index("eve1"), found.index("eve2")] == [1, 3]


def test_what_is_nobodys_goes_first_and_waiting_is_counted() -> None:
    turns: Turns[str] = Turns()
    assert not turns
    turns.put(("here", "ada"), "hers")
    turns.put((), "nobody's")
    assert (len(turns), turns.waiting(("here",)), turns.waiting(("here", "ada"))) == (2, 1, 1)
    assert turns.waiting(("there", "ada")) == turns.waiting(("here", "bob")) == 0
    assert [turns.take(), turns.take()] == ["nobody's", "hers"]
    assert not turns
