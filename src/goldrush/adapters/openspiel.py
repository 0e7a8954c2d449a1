"""The games for OpenSpiel, registered as "goldrush_gold" and so on.

>>> import pyspiel, goldrush.adapters.openspiel
>>> gold = pyspiel.load_game("goldrush_gold", {"seats": 3})
"""

import hashlib
from typing import Any

import numpy as np
import pyspiel

from goldrush.adapters.seated import Sight, worth
from goldrush.core import CHANCE, Floats
from goldrush.games import GAMES
from goldrush.games import game as open_game
from goldrush.games.contract import Game
from goldrush.position import Position

DIGEST = 8  # bytes that stand for a hidden record
MOST_POINTS = 1 << 15  # no record holds more


class Terms:
    """What all states of a game share, copies too: OpenSpiel copies whatever a state has."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        options = {option.name: str(params[option.name]) for option in game.rules.OPTIONS}
        self.fresh = Position(game, params["seats"], options)
        self.sight = Sight(game)
        self.points = params["reward"] == "points"

    def __deepcopy__(self, _: Any) -> "Terms":
        return self


class GoldrushGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """One game with a number of seats and options; rewards are shares of the win, or points."""

    NAME = ""  # of the game: each has a class of its own

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = game_of(self.NAME)
        params = {**usual(game), **(params or {})}
        self.terms = Terms(game, params)
        rules, points = game.rules, self.terms.points
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=rules.OUTCOMES,
            num_players=params["seats"],
            min_utility=0.0,
            max_utility=float(MOST_POINTS if points else 1),
            utility_sum=None if points else 1.0,
            max_game_length=rules.LONGEST,
        )
        super().__init__(game_type(game, points=points), info, params)

    def new_initial_state(self) -> "GoldrushState":
        """A match that has not begun."""
        return GoldrushState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What observes states."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return Observer(self, recall=recall)


class GoldrushState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A match as it stands, with what each seat has seen of it."""

    def __init__(self, game: GoldrushGame) -> None:
        super().__init__(game)
        self._terms = game.terms
        self.position = game.terms.fresh.copy()
        self._told: list[tuple[str, ...]] = [()] * self.position.seats
        self._known = [self.position.hidden(seat) for seat in range(self.position.seats)]

    def current_player(self) -> int:
        """The seat to act, or chance, or nobody."""
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.position.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return [int(step) for step in self.position.legal()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn, with its probability."""
        weights = self.position.chances()
        total = sum(weights.values())
        return [(int(step), weight / total) for step, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        """Plays a step, and notes for each seat what it has seen of it."""
        position, seats = self.position, range(self.position.seats)
        seen = [position.seen(action, seat) for seat in seats]
        step = position.play(int(action))
        for seat in seats:
            hidden = position.hidden(seat)
            noticed = hidden != self._known[seat]
            self._known[seat] = hidden
            if seen[seat] or noticed:
                record = hashlib.blake2b(hidden.records.tobytes(), digest_size=DIGEST).hexdigest()
                told = step.text if seen[seat] else f"?{record}"
                self._told[seat] = (*self._told[seat], told)

    def _action_to_string(self, player: int, action: int) -> str:
        notation = self.position.game.notation
        chance = player == pyspiel.PlayerId.CHANCE
        return notation.outcome(action) if chance else notation.action(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """What it is worth to each seat when it is over."""
        return worth(self.position, points=self._terms.points)

    def seen_by(self, player: int, *, recall: bool) -> str:
        """What a seat may know: how things stand, and with recall what it has seen so far."""
        stands = f"{player}: {self.position.hidden(player).text()}"
        return f"{stands} | {' '.join(self._told[player])}" if recall else stands

    def observed_by(self, player: int) -> Floats:
        """The same as numbers, without recall."""
        return self._terms.sight.of(self.position, player)

    def __str__(self) -> str:
        return self.position.text()


class Observer:
    """Writes what a seat may know of a state, as OpenSpiel asks for it."""

    def __init__(self, game: GoldrushGame, *, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(game.terms.sight.size, np.float32)
        self.dict = {
            part.name: self.tensor[part.start : part.start + part.size]
            for part in game.terms.sight.layout
        }

    def set_from(self, state: GoldrushState, player: int) -> None:
        """Writes the numbers: how things stand for a seat."""
        self.tensor[:] = state.observed_by(player)

    def string_from(self, state: GoldrushState, player: int) -> str:
        """The text, which remembers if it is asked to."""
        return state.seen_by(player, recall=self._recall)


_games: dict[str, Game] = {name: open_game(name) for name in GAMES}


def game_of(name: str) -> Game:
    """The game of a name; ``use`` may have put another edition or version in its place."""
    return _games[name]


def use(game: Game) -> None:
    """Plays a game in this edition and version from now on."""
    _games[game.name] = game


def usual(game: Game) -> dict[str, Any]:
    """The parameters if nothing is said; OpenSpiel reads digits as numbers."""
    values = {option.name: option.values[0] for option in game.rules.OPTIONS}
    options = {name: int(said) if said.isdecimal() else said for name, said in values.items()}
    return {"seats": game.rules.MIN_SEATS, "reward": "wins", **options}


def game_type(game: Game, *, points: bool = False) -> Any:
    """What OpenSpiel is told of a game."""
    rules, information, utility = game.rules, pyspiel.GameType.Information, pyspiel.GameType.Utility
    known = information.PERFECT_INFORMATION
    if game.view.SECRETS:
        known = information.IMPERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=f"goldrush_{game.name}",
        long_name=f"Goldrush: {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility=utility.GENERAL_SUM if points else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.MAX_SEATS,
        min_num_players=rules.MIN_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=usual(game),
    )


for _name, _one in _games.items():
    # A class, because it outlives Python, as OpenSpiel's register does; a function would not.
    _kind = type(f"Goldrush_{_name}", (GoldrushGame,), {"NAME": _name})
    pyspiel.register_game(game_type(_one), _kind)
