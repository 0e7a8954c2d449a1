"""Ratings of people: strengths that are known come out again, and nobody gains by losing."""

import itertools

import numpy as np
import pytest

from goldrush.skill import MIDDLE, SURE, UNKNOWN, Rating, chances, rated

KNOWN = (1500.0, 1650.0, 1300.0, 1560.0, 1400.0)


def ranking(strengths: list[float], luck: np.random.Generator) -> list[int]:
    """Places drawn as Plackett and Luce say."""
    drawn = np.array(strengths) * np.log(10) / 400 + luck.gumbel(size=len(strengths))
    return [int(place) for place in np.argsort(np.argsort(-drawn)) + 1]


@pytest.mark.parametrize("seats", [2, 4])
def test_known_strengths_are_found(seats: int) -> None:
    luck, found = np.random.default_rng(seats), [Rating() for _ in KNOWN]
    for _ in range(3000):
        who = [int(n) for n in luck.choice(len(KNOWN), seats, replace=False)]
        places = ranking([KNOWN[n] for n in who], luck)
        for n, rating in zip(who, rated([found[n] for n in who], places), strict=True):
            found[n] = rating
    middle = sum(one.mean for one in found) / len(found) - sum(KNOWN) / len(KNOWN)
    for one, strength in zip(found, KNOWN, strict=True):
        assert one.mean - middle == pytest.approx(strength, abs=one.margin)
        assert SURE <= one.deviation < UNKNOWN / 4


def test_a_bot_that_is_known_does_not_learn_and_pulls_people_to_its_scale() -> None:
    bot, person = Rating(1700.0, 20.0, fixed=True), Rating()
    luck = np.random.default_rng(0)
    for _ in range(400):
        bot_again, person = rated([bot, person], ranking([1700.0, 1600.0], luck))
        assert bot_again == bot
    assert person.mean == pytest.approx(1600.0, abs=person.margin)


def test_the_better_place_is_never_worth_less() -> None:
    people = [Rating(1500.0 + 100 * n, 60.0 + 40 * n) for n in range(4)]
    for places in itertools.permutations((1, 2, 3, 4)):
        for seat, place in enumerate(places):
            if place > 1:
                better = list(places)
                other = better.index(place - 1)
                better[seat], better[other] = better[other], better[seat]
                assert rated(people, better)[seat].mean >= rated(people, places)[seat].mean - 1e-9


def test_those_who_share_a_place_among_equals_stay_equals() -> None:
    shared = rated([Rating(), Rating(), Rating()], [1, 1, 3])
    assert shared[0] == shared[1]
    assert shared[0].mean > MIDDLE > shared[2].mean
    everybody = rated([Rating(), Rating()], [1, 1])
    assert {round(one.mean, 9) for one in everybody} == {MIDDLE}
    assert everybody[0].deviation < UNKNOWN, "that they are equals was learned"


def test_chances_are_flatter_the_less_is_known() -> None:
    surely = chances([Rating(1700.0, 30.0), Rating(1500.0, 30.0)])
    perhaps = chances([Rating(1700.0, 300.0), Rating(1500.0, 300.0)])
    assert surely[0] > perhaps[0] > 0.5
    assert sum(surely) == pytest.approx(sum(perhaps)) == pytest.approx(1.0)
    assert surely[0] == pytest.approx(1 / (1 + 10 ** (-200 / 400)), abs=0.01)
