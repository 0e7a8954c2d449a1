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

    board: Moment  # of three, at which somebody is to act; draws are steps too
    middle: int  # decisions of a person after which a match is well under way, for pictures
    early: int  # steps of the random match of seed 5; the search thinks at the next choice
    traits: str  # the hand-made player's, and no round numbers
    editions: dict[str, str]  # digests by version: a test says what they must be
    lesson: Lesson
    keys: list[str] = []  # of texts that are put together, as in line(f"log.{way}")
    worded_with: list[str] = []  # what words of actions name beside what the action touches
    thinks_long: bool = False  # whether the hand-made player is slow to interpret
    judgement: bool = False  # whether one is shipped, because it measured better
    secret_steps: bool = False  # whether others cannot even notice some decisions
    long: bool = False  # whether a match takes too many clicks to play it in a browser twice


def _sample(game: str) -> Sample:
    path = TESTED / game / "sample.toml"
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Sample)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: {error}") from None


SAMPLES = {name: _sample(name) for name in GAMES}
SHORT = [name for name, one in SAMPLES.items() if not one.long]
LONG = [name for name, one in SAMPLES.items() if one.long]
NOTICED = [name for name, one in SAMPLES.items() if not one.secret_steps]  # whose steps all notice
