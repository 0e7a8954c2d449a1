"""The games for PettingZoo: one agent after another.

>>> from goldrush.adapters.pettingzoo import env
>>> gold = env("gold", seats=3)
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from goldrush.adapters.seated import Seated
from goldrush.core import Floats
from goldrush.games.contract import Game
from goldrush.games.edition import Edition
from goldrush.lab.arrays import REWARDS, one_of

RENDER_MODES = ("human", "ansi", "rgb_array")


def env(game: Game | str, **terms: Any) -> "GoldrushAEC":
    """A game as an AEC environment; *terms* are those of ``GoldrushAEC``."""
    return GoldrushAEC(game, **terms)


class GoldrushAEC(AECEnv):  # type: ignore[misc]  # it ships no types
    """One match, whose agents are called seat_0, seat_1 and so on.

    An agent observes what its seat may know, with a mask of what it may do.  Another action is an
    IllegalStep that says what is legal.  Who is asked in secret is no secret here: whoever runs
    the loop sees which agent is next, and need not tell the others.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        options: dict[str, str] | None = None,
        edition: str | Path | Edition | None = None,
        reward: str = "wins",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        one_of("reward", reward, REWARDS)
        self._match = Seated(game, seats, options, edition, points=reward == "points")
        name, version = self._match.game.name, self._match.game.version
        self.metadata = {
            "name": f"{name}_v{version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles or self._match.game.rules.LONGEST
        self.possible_agents = [f"seat_{seat}" for seat in range(self._match.seats)]
        self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._number = -1

    @functools.cache  # noqa: B019  # PettingZoo asks for the same object each time
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of an observation, and the mask of actions."""
        most, actions = self._match.sight.bounds, self._match.game.rules.ACTIONS
        shape = {"observation": spaces.Box(-most, most, dtype=np.float32)}
        return spaces.Dict({**shape, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    @functools.cache  # noqa: B019  # likewise
    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of the game."""
        return spaces.Discrete(self._match.game.rules.ACTIONS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins match 0 of a seed, or without one the next."""
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        self._match.begin(self._seed, self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self.agent_selection = self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, and what it may do."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._match.observe(seat), "action_mask": self._match.mask(seat)}

    def state(self) -> Floats:
        """All there is, for critics that may see everything: what each seat sees, in a row."""
        seats = range(self._match.seats)
        return np.concatenate([self._match.observe(seat) for seat in seats])

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is, which needs one until all is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.play(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        over = self._match.position.over
        self.rewards = dict(zip(self.agents, self._match.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        late = not over and self._cycles >= self.max_cycles
        self.truncations = dict.fromkeys(self.agents, late)
        self.agent_selection = self.agents[0] if over else self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """What whoever looks on sees: text, pixels, or printed."""
        from goldrush.adapters import pictures  # noqa: PLC0415  # slow to load

        if self.render_mode == "rgb_array":
            return pictures.rgb(self._match.position, self.possible_agents)
        if self.render_mode is None:
            return None
        text = pictures.ansi(self._match.position, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201  # which is what "human" asks for
        return None

    def close(self) -> None:
        """Needs nothing closed."""

    def _next(self) -> str:
        return self.possible_agents[self._match.position.actor]
