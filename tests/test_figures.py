"""How somebody has played, counted from results that are made up."""

from typing import Any

from goldrush.server.figures import figures
from goldrush.server.store import Ended, Standing

ME = "me"


def match(at: int, *seats: Standing, **more: Any) -> Ended:
    facts = {"game": "gold", "version": 1, "options": {}, "edition": "", "lesson": False}
    facts |= {"begun": 1, "decisions": 10 * at, "code": f"M{at}"}
    return Ended(**{**facts, "at": at, "seats": list(seats), **more})


def me(place: int, **more: Any) -> Standing:
    return Standing(place, 50 - place, ME, "Ada", **more)


def bot(place: int, persona: str = "zoe", **more: Any) -> Standing:
    return Standing(place, 50 - place, persona=persona, **more)


def bob(place: int, name: str = "Bob") -> Standing:
    return Standing(place, 50 - place, "bob", name)


def counted(*played: Ended, public: bool = False) -> Any:
    return figures(played[::-1], ME, public=public)  # kept newest first


def test_matches_are_counted_by_game_and_seats() -> None:
    found = counted(
        match(1, me(1), bot(2)),
        match(2, bot(1), me(1)),
        match(3, me(2), bot(1), bob(3)),
        match(4, me(1), bot(2), lesson=True),
        match(5, me(1), me(2)),
        match(6, me(2), bot(1), game="goldrausch"),
    )
    assert [(g.game, g.seats, g.played, g.won, g.shared) for g in found.games] == [
        ("gold", 2, 2, 2, 1),
        ("gold", 3, 1, 0, 0),
        ("goldrausch", 2, 1, 0, 0),
    ]
    assert [(p.game, p.at, p.points, p.decisions) for p in found.course] == [
        ("gold", 1, 49, 10),
        ("gold", 2, 49, 20),
        ("gold", 3, 48, 30),
        ("goldrausch", 6, 48, 60),
    ]


def test_wins_in_a_row() -> None:
    places = (1, 1, 1, 2, 1, 1)
    found = counted(*(match(n, me(place), bot(3 - place)) for n, place in enumerate(places)))
    assert (found.streak, found.longest) == (2, 3)
    assert (counted().streak, counted().longest) == (0, 0)
    assert counted(match(1, me(1), bot(2)), match(2, me(2), bot(1))).streak == 0


def test_a_medal_is_for_coming_out_before_a_bot_without_help() -> None:
    def medals(*seats: Standing, **more: Any) -> list[str]:
        return [one.persona for one in counted(match(1, *seats, **more)).medals]

    assert medals(me(1), bot(2)) == ["zoe"]
    assert medals(me(2), bot(1, "maud"), bot(3)) == ["zoe"]
    assert medals(me(1), bot(1)) == []
    assert medals(me(2), bot(1), bot(3)) == [], "there are two of her"
    for helped in ({"hinted": True}, {"undos": 1}, {"stood_in": True}):
        assert medals(me(1, **helped), bot(2)) == []
    assert medals(me(1), bot(2), edition="mine") == []
    assert medals(me(1), bot(2), lesson=True) == []
    stand_in = Standing(2, 1, "bob", "Bob", "marius", stood_in=True)
    assert medals(me(1), stand_in) == []
    assert medals(me(1), Standing(2, 1, persona="marius", stood_in=True)) == [], "Bob was deleted"
    found = counted(match(3, me(1), bot(2)), match(7, me(1), bot(2)))
    assert [(one.times, one.since) for one in found.medals] == [(2, 3)]


def test_rivals_are_told_by_their_last_name_and_in_public_not_at_all() -> None:
    played = [match(1, me(1), bob(2, "Bob")), match(2, me(3), bob(1, "Robert"), bot(2))]
    found = counted(*played)
    assert [(a.persona, a.name, a.played, a.ahead) for a in found.against] == [
        (None, "Robert", 2, 1),
        ("zoe", None, 1, 0),
    ]
    public = counted(*played, public=True)
    assert [(a.persona, a.name, a.played, a.ahead) for a in public.against] == [
        (None, None, 2, 1),
        ("zoe", None, 1, 0),
    ]
