"""What tests that go for every game must know of one: ``tests/games/<game>/sample.toml``."""

import msgspec

from folders import TESTED
from goldrush.games import GAMES


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many steps into the random match of a seed."""

    seed: int
    steps: int


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson's sentences speak of, by the step that tells it."""

    events: dict[str, list[str]]  # lines of the log
    drawn: dict[str, str] = {}  # outcomes, in this order


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's matches look like, for tests that do not know its rules."""

    board: Moment  # where somebody of three is to act, as the web board's tests draw it
    middle: int  # decisions of one seat after which a match is well under way
    early: int  # steps to a choice that a search can think about
    traits: str  # the hand-made player's, and no round numbers
    editions: dict[str, str]  # what each version is played with; another edition is another version
    lesson: Lesson
    keys: list[str] = []  # of texts that views and logs put together at run time
    thinks_long: bool = False  # whether the hand-made player is slow to interpret
    judgement: bool = False  # whether one is shipped, because it measured better
    secret_steps: bool = False  # whether others cannot even notice some decisions
    long: bool = False  # whether a match takes too many clicks to play it in a browser twice


SAMPLES = {
    name: msgspec.toml.decode((TESTED / name / "sample.toml").read_bytes(), type=Sample)
    for name in GAMES
}
SHORT = [name for name, one in SAMPLES.items() if not one.long]
LONG = [name for name, one in SAMPLES.items() if one.long]
NOTICED = [name for name, one in SAMPLES.items() if not one.secret_steps]  # whose steps all notice
