"""What a simulation, a league and a bench find out."""

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """A figure that differs from game to game."""

    mean: float
    sd: float


class Simulation(msgspec.Struct, frozen=True):
    """What was played, and what came of it; lists are by places after the drawn starting seat."""

    game: str
    version: int
    edition: str
    seats: int
    options: dict[str, str]
    policy: str
    games: int
    seed: int
    turns: Spread
    decisions: Spread
    draws: Spread
    points: list[Spread]
    wins: list[float]  # a win that is shared counts in parts
    winner_points: Spread
    shared_wins: float
    ends: dict[str, float]  # how often a game ended in which way
    steps_per_s: int


class Machine(msgspec.Struct, frozen=True):
    """What figures were measured on."""

    python: str
    numba: str
    numpy: str
    cores: int | None
    machine: str


class Rated(msgspec.Struct, frozen=True):
    """How strong a bot proved at one number of seats; None for what it had no occasion to do."""

    bot: str
    rating: float
    rating_margin: float
    games: int
    seats_taken: int
    share: float | None  # of the wins at its tables, for a seat
    share_margin: float | None
    points: float | None
    ms_per_decision: float | None
    decisions: int = 0
    lost: int = 0  # of these, that the hand-made player had to make


class Gap(msgspec.Struct, frozen=True):
    """How far it is from a bot down to the next one; it is clear if it exceeds its error."""

    above: str
    below: str
    difference: float
    margin: float
    clear: bool


class Pair(msgspec.Struct, frozen=True):
    """What a bot won of another."""

    bot: str
    other: str
    share: float | None
    share_margin: float | None


class Standings(msgspec.Struct, frozen=True):
    """What was found with one number of seats; the strongest bot comes first."""

    seats: int
    games: int
    blocks: int
    anchor: str  # the bot that is rated 0
    bots: list[Rated]
    steps: list[Gap]
    direct: list[Pair]  # at tables for two


class League(msgspec.Struct, frozen=True):
    """What was played, and how strong the bots proved."""

    game: str
    version: int
    edition: str
    options: dict[str, str]
    seed: int
    machine: Machine
    tables: list[Standings]


class Row(msgspec.Struct, frozen=True):
    """The speed of random play with one number of seats, on one core."""

    seats: int
    steps_per_s: int
    games_per_s: int
    position_steps_per_s: int
    bare_steps_per_s: int
    batch_actions_per_s: int  # of matches in arrays, with masks and observations
    batch_unseen_actions_per_s: int  # with masks alone


class Thought(msgspec.Struct, frozen=True):
    """The speed of a search, and of whole games of the player in it."""

    seats: int
    cold_answer_s: float
    first_answer_s: float
    sims_per_s: int
    player_games_per_s: int


class Twin(msgspec.Struct, frozen=True):
    """The speed of the same game in C, and ours as a multiple of it."""

    seats: int
    steps_per_s: int
    ratio: float


class Speed(msgspec.Struct, frozen=True):
    """How fast one game is here."""

    game: str
    state_bytes: int
    cold_compile_s: float
    warm_load_s: float
    first_prompt_s: float
    rows: list[Row]
    search: Thought
    c_twin: Twin | None


class Peer(msgspec.Struct, frozen=True):
    """The speed of a game of another library, with observations and masks, on one core."""

    library: str
    version: str | None
    game: str
    steps_per_s: int | None  # None where the library is not installed, as the version


class Bench(msgspec.Struct, frozen=True):
    """How fast the games are on a machine."""

    machine: Machine
    games: list[Speed]
    peers: list[Peer]
