"""Golden-Town's worlds that differ in what a seat cannot know look the same to it in every byte."""

import itertools

import numpy as np
import pytest

from games.golden_town.town import NONE_LEFT, Seat, lay, pieces, play, twin, ways
from games.golden_town.worlds import (
    Worlds,
    differences,
    duellists,
    known_filons,
    onlookers,
    positions,
    resampled,
    telling,
)
from goldrush.core import OVER, WATCHER, Ints, Record, bags, rng
from goldrush.core.rng import below
from goldrush.games.golden_town import rules
from goldrush.position import Position
from tools import compiled_only

MATCHES, EVERY = 8, 67  # matches, and the steps between two positions that are tried
TOGETHER = 50  # steps that two worlds are played on


def exchange_secrets(s: Record, seat: int, stream: Ints) -> bool:
    """Exchanges a card and a filon that *seat* cannot know for others, if there are any."""
    if rules.secrets.asks_in_secret(s):
        return False  # what was asked goes by what is held
    other = (
        (seat + 1 + below(stream, s.seats - 1)) % s.seats if seat >= 0 else below(stream, s.seats)
    )
    return exchange_card(s, other, stream) | exchange_filon(s, seat, stream)


def exchange_card(s: Record, other: int, stream: Ints) -> bool:
    held, lying = np.flatnonzero(s.hand[other] > s.seen[other]), np.flatnonzero(s.talon)
    if s.stiff[other].any() or s.idle[other] or not (held.size and lying.size):
        return False  # what was told of a hand would no longer be so
    gone, come = held[below(stream, held.size)], lying[below(stream, lying.size)]
    for card, n in ((gone, -1), (come, 1)):
        s.hand[other, card] += n
        s.talon[card] -= n
    return bool(gone != come)


def exchange_filon(s: Record, seat: int, stream: Ints) -> bool:
    known = {filon for filon, _ in known_filons(s, seat)}
    hidden = [n for n in range(s.taken) if n not in known]
    if not hidden:
        return False
    filon = hidden[below(stream, len(hidden))]
    bag, old, owner = s.bag[s.level[filon]], int(s.holds[filon]), s.owner[filon]
    bag[old] += 1
    new = bags.draw(bag[: pieces.CAVE_IN], stream)
    bag[new] -= 1
    s.holds[filon] = new
    s.ore[owner] += pieces.GOLD[new] - pieces.GOLD[old]
    return new != old


def at(s: Record) -> Position:
    return Position("golden_town", record=s)


def look_the_same(one: Record, other: Record, *seats: int) -> None:
    """Two records of Golden-Town look the same to some seats, and to one who looks on."""
    for seat in (*seats, WATCHER):
        Worlds(at(one), at(other), seat).compare()


def play_together(pair: Worlds, stream: Ints) -> int:
    """Plays two worlds on as long as they look the same to the seat, and compares all the way."""
    pair.compare()
    for steps in range(TOGETHER):
        if not pair.play(pair.one.random_step(stream), stream) or pair.over:
            return steps
        pair.compare_records()
    return TOGETHER


@compiled_only
def test_worlds_that_fit_what_a_seat_knows_go_on_looking_the_same() -> None:
    """[T60]."""
    steps = 0
    much_told = itertools.islice(telling(3, 2), 0, None, EVERY)
    for position, stream in itertools.chain(positions(MATCHES, EVERY), much_told):
        for seat in onlookers(position):
            pair = Worlds(position.copy(), resampled(position, seat, stream), seat)
            steps += play_together(pair, stream)
    assert steps > 5 * MATCHES * EVERY


@compiled_only
def test_one_card_or_filon_more_or_less_looks_the_same_until_it_is_shown() -> None:
    """[T60]."""
    steps = 0
    for position, stream in positions(MATCHES, EVERY):
        for seat in onlookers(position):
            pair = Worlds(position.copy(), position.copy(), seat)
            if exchange_secrets(pair.other.record, seat, stream):
                steps += play_together(pair, stream)
    assert steps > 10 * MATCHES * EVERY


def test_nobody_learns_whether_a_seat_could_have_made_a_nugget() -> None:
    """[T42, T60]."""
    rich = lay(Seat(tiles="200 200 100"), Seat(), Seat())
    poor = lay(Seat(tiles="200 100 100"), Seat(), Seat())
    assert rules.actor(rich) == 0
    look_the_same(rich, poor, 1, 2)
    look_the_same(play(rich, "make0"), poor, 1, 2)
    look_the_same(play(rich, "*3"), play(poor, "*3"), 1, 2)


def test_what_nuggets_were_made_of_is_seen_by_all() -> None:
    """[T41, T60]."""
    s = play(lay(Seat(tiles="200 200 100 pyrite"), Seat()), "make1")
    hidden = at(s).hidden(1).record
    assert hidden.holds[:4].tolist() == [1, 1, 0, rules.secrets.UNSEEN]
    assert (hidden.cart[0], hidden.ore[0]) == (1, 0)


@pytest.mark.parametrize(
    ("steps", "cards", "helpful"),
    [
        ("YG-1 cave-in", "YG-1 lift lift lift lift", ("prop", "joker")),
        ("take cave-in", "GR-1 lift lift lift lift", ("prop",)),
    ],
)
@pytest.mark.parametrize("tiles", ["", "200 200 100"])
def test_nobody_learns_whether_a_seat_could_have_shown_a_prop(
    steps: str, cards: str, helpful: tuple[str, ...], tiles: str
) -> None:
    """Not even the next seat, which sees itself on turn [T25, T33, T60]."""
    *asking, bare = (
        play(lay(Seat("A/0", f"{cards} {card}"), Seat(tiles=tiles), Seat(), opened="A"), steps)
        for card in (*helpful, "mine")
    )
    assert rules.actor(bare) != 0
    for asked in asking:
        assert rules.actor(asked) == 0
        look_the_same(asked, bare, 1, 2)
        look_the_same(play(asked, "fall"), bare, 1, 2)


def test_a_prop_shown_is_seen_and_the_cave_in_did_not_happen() -> None:
    """[T33, T60]."""
    s = play(lay(Seat("A/0", "prop"), Seat(), opened="A"), "take cave-in prop")
    hidden = at(s).hidden(1).record
    assert hidden.place[0] == s.place[0]
    assert hidden.discard[pieces.PROP] == 1


DIGS, IDLE = "joker R-2 lift mine prop prop", ("R-2 R-3 lift mine prop prop", "lift B-2 GRB-1")


def test_nobody_learns_whether_a_seat_could_take_a_filon_freely() -> None:
    """[T25, T60]."""
    digging, *idle = (lay(Seat("A/0", hand), Seat(), Seat(), opened="A") for hand in (DIGS, *IDLE))
    for s in idle:
        assert "take" in ways(s)
        look_the_same(digging, s, 1, 2)
        look_the_same(play(twin(digging), "leave"), play(s, "leave"), 1, 2)


def test_one_that_is_taken_tells_no_more_than_that_no_card_digs_there() -> None:
    """[T25, T60]."""
    taken = [play(lay(Seat("A/0", hand), Seat(), Seat(), opened="A"), "take 100") for hand in IDLE]
    assert taken[0].idle.tolist() == [6, 0, 0, 0]
    look_the_same(taken[0], taken[1], 1, 2)
    for s in taken:
        assert at(s).hidden(1).record.idle[0] == 6


@pytest.mark.parametrize("steps", ["keep", "lift>talon =lift", "Y-1>top"])
def test_nobody_learns_whether_a_seat_could_have_opened_a_mine(steps: str) -> None:
    """[T19, T21, T60]."""
    hands = (
        "Y-1 lift lift prop prop mine",
        "Y-1 lift lift prop prop joker",
        "Y-1 lift lift prop prop B-3",
    )
    mine, joker, bare = (
        play(lay(Seat("C/0", hand), Seat(), Seat(tiles="200 200 100"), discard="prop"), steps)
        for hand in hands
    )
    assert rules.actor(mine) == rules.actor(joker) == 0 != rules.actor(bare)
    for asked in (mine, joker):
        look_the_same(asked, bare, 1, 2)
        look_the_same(play(asked, "wait"), bare, 1, 2)


def test_a_card_from_the_talon_is_secret_and_one_from_the_discard_pile_is_not() -> None:
    """[T13, T60]."""
    hand = "Y-1 Y-2 Y-3 G-1 G-2 G-3"
    drawn = [
        play(lay(Seat("C/0", hand), Seat()), f"Y-1>talon ={card}") for card in ("prop", "lift")
    ]
    look_the_same(drawn[0], drawn[1], 1)
    taken = play(lay(Seat("C/0", hand), Seat(), discard="prop"), "Y-1>top")
    hidden = at(taken).hidden(1).record
    assert hidden.hand[0].sum() == hidden.hand[0, pieces.PROP] == 1


def test_a_filon_is_known_to_its_owner_alone() -> None:
    """[T32, T60]."""
    found = [
        play(lay(Seat("A/0", "mine"), Seat(), Seat(), opened="A"), f"take {holds}")
        for holds in ("200", "pyrite")
    ]
    look_the_same(found[0], found[1], 1, 2)
    own = [at(s).hidden(0).record for s in found]
    assert {"holds", "ore"} <= set(differences(*own))


def test_a_pass_in_a_duel_tells_no_more_than_that_all_cards_lead_too_far() -> None:
    """[T51, T60]."""
    hands = ("Y-3 G-3 R-3 B-3 YG-3 GR-3", "Y-3 G-3 R-3 B-3 YG-3 RB-3")
    passed = [play(duellists(2, hand, "Y-1 Y-2 lift"), "pass") for hand in hands]
    assert passed[0].stiff[0].tolist() == [0, 0, 6]
    look_the_same(passed[0], passed[1], 1, 2)


def test_loot_is_known_to_winner_and_loser_alone() -> None:
    """[T53, T60]."""
    looted = [
        play(duellists(1, "Y-1", "lift", tiles=tiles), "+Y-1 #0 #1")
        for tiles in ("200 100 pyrite", "100 pyrite 100")
    ]
    look_the_same(looted[0], looted[1], 2)
    for seat in (0, 1):
        hidden = at(looted[0]).hidden(seat).record
        assert hidden.holds[:2].tolist() == [1, 0]
    assert hidden.holds[2] == pieces.PYRITE
    assert at(looted[0]).hidden(0).record.holds[2] < 0


def test_a_question_that_is_the_last_thing_in_a_match_hides_the_rest_all_the_same() -> None:
    """The match goes on, so that all can see that something is asked, but no more [T59, T60]."""
    for seats in (2, 3):
        s = lay(Seat("C/0", "mine"), *[Seat()] * (seats - 1))
        s.slots = rules.turns.LAST_ROUND * seats - 1
        position = at(play(s, "keep"))
        for seat in (1, WATCHER):
            hidden = position.hidden(seat)
            assert not hidden.over
            assert hidden.record.hand[0].sum() == 0
            assert rules.check(resampled(position, seat, rng.new(1)).record) == 0


def last_filon(hand: str, *tiles: str) -> Record:
    """Seat 0 has dug the last filon of all, a cave-in; some have tiles."""
    last = {**NONE_LEFT, "A": (1, 0, 0, 0)}
    s = lay(Seat("A/0", hand), *(Seat(tiles=t) for t in tiles), opened="A", left=last)
    assert s.bag[0, pieces.ABANDON] == 1  # which is taken for a cave-in
    s.bag[0, pieces.ABANDON], s.bag[0, pieces.CAVE_IN] = 0, 1
    return play(s, "take cave-in")


def test_ore_that_keeps_a_match_going_is_not_told_while_a_prop_is_asked_for() -> None:
    """[T59, T60]."""
    rich, poor = ("", "200 200 100", "100"), ("", "200 100 100", "200")
    assert rules.actor(last_filon("prop", *poor)) == 0
    look_the_same(last_filon("prop", *rich), last_filon("prop", *poor), 1)
    look_the_same(last_filon("lift", *rich), last_filon("prop", *poor), 1)
    assert rules.actor(last_filon("lift", *poor)) == OVER
