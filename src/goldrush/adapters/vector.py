"""Many matches at once for Gymnasium: one seat of each, on a ``Batch``.

>>> import gymnasium, goldrush.adapters.gymnasium
>>> golds = gymnasium.make_vec("Goldrush/Gold-v1", num_envs=1024, seats=4)
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from goldrush.core import Floats, Ints
from goldrush.games.contract import Game
from goldrush.lab.arrays import Batch

Masks = npt.NDArray[np.bool_]
Rival = Callable[[Floats, Masks], npt.ArrayLike]  # an action for each row of both
Found = tuple[dict[str, Any], Floats, Masks, Masks, dict[str, Any]]


class GoldrushVectorEnv(VectorEnv[dict[str, Any], npt.ArrayLike, Any]):
    """One seat of *num_envs* matches; the *rival* plays all others, at random if there is none.

    A rival is given what the seats that are to act may know and do, a row for each, and answers
    with as many actions: a network that plays itself, for example.  A match that ends is followed
    at once by another; the last observation of it is what the seat saw when it acted.
    Observations are written in place, and are copied only with *copy*.
    """

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int = 0,
        rival: Rival | None = None,
        copy: bool = True,
        **terms: Any,
    ) -> None:
        self._batch = Batch(game, num_envs, seats, **terms)
        self._rival, self._copy, self.seat = rival, copy, seat
        self.num_envs, actions = num_envs, self._batch.game.rules.ACTIONS
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        most = self._batch.bounds()
        seen = spaces.Box(-most, most, dtype=np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins all matches anew."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(1 << 62)))
        self._go_on(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self._seen(), {}

    def step(self, actions: npt.ArrayLike) -> Found:
        """Plays an action in each match, and what others do until the seat is to act again."""
        last = {name: array.copy() for name, array in self._last.items()}
        rewards = np.zeros(self.num_envs, np.float32)
        done = np.zeros(self.num_envs, np.bool_)
        self._batch.step(actions)
        self._note(rewards, done)
        self._go_on(rewards, done)
        infos: dict[str, Any] = {}
        if done.any():
            finals = np.full(self.num_envs, None, object)
            for k in np.flatnonzero(done):
                finals[k] = {name: array[k] for name, array in last.items()}
            infos = {"final_obs": finals, "_final_obs": done.copy()}
        return self._seen(), rewards, done, np.zeros_like(done), infos

    def _go_on(self, rewards: Floats, done: Masks) -> None:
        """Lets the rival play until the seat is to act in all matches."""
        batch = self._batch
        while (others := np.flatnonzero(batch.actor != self.seat)).size:
            steps: Ints = np.full(self.num_envs, Batch.HOLD)
            if self._rival:
                steps[others] = self._rival(batch.observe()[others], batch.mask[others])
            else:
                steps[others] = batch.random()[others]
            batch.step(steps)
            self._note(rewards, done)

    def _note(self, rewards: Floats, done: Masks) -> None:
        """Keeps what matches that have just ended are worth."""
        rewards += self._batch.rewards[:, self.seat]
        done |= self._batch.done

    def _seen(self) -> dict[str, Any]:
        seen, mask = self._batch.observe(), self._batch.mask.view(np.int8)
        self._last: dict[str, Any] = {"observation": seen, "action_mask": mask}
        if self._copy:
            self._last = {name: array.copy() for name, array in self._last.items()}
        return self._last
