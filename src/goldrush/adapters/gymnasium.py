"""The games for Gymnasium: one seat, with named bots in the others.

>>> import gymnasium, goldrush.adapters.gymnasium
>>> gold = gymnasium.make("Goldrush/Gold-v1", bots=["zoe", "handmade"])
"""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from goldrush.adapters.seated import Mask, Seated
from goldrush.audience import Audience
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import BotSeat
from goldrush.core import CHANCE, rng
from goldrush.games import GAMES, newest
from goldrush.games.contract import Game
from goldrush.games.problem import Problem
from goldrush.lab.arrays import REWARDS, one_of
from goldrush.match import Match
from goldrush.position import IllegalStep

Observed = dict[str, Any]
RENDER_MODES = ("human", "ansi", "rgb_array")
LOST = -1.0  # the reward for an illegal action, if that is how it is told


class LegalActions(spaces.Discrete):
    """The actions of a game; without a mask, ``sample`` takes only those that are legal now."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.now = np.ones(actions, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One of them at random."""
        usual = self.now if mask is None and probability is None else mask
        return super().sample(usual, probability)


class GoldrushEnv(gymnasium.Env[Observed, int]):
    """One seat of a match; the others are bots, who watch as at any table.

    An observation is what the seat may know, with a mask of what it may do.  Another action is an
    IllegalStep that says what is legal or, with *illegal* "lose", ends the match with a reward of
    -1.  All other rewards come with the end, and are 0 or more.
    """

    def __init__(
        self,
        game: Game | str,
        bots: Sequence[str] | None = None,
        *,
        seat: int = 0,
        reward: Literal["wins", "points"] = "wins",
        illegal: Literal["error", "lose"] = "error",
        render_mode: str | None = None,
        **terms: Any,
    ) -> None:
        bots = ["uniform"] if bots is None else list(bots)
        self._options = terms.get("options")
        self._match = Seated(game, len(bots) + 1, points=reward == "points", **terms)
        if not 0 <= seat < self._match.seats:
            raise Problem("there is no seat {}; there are 1 to {}", seat, self._match.seats)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        one_of("reward", reward, REWARDS)
        self._loses = one_of("illegal", illegal, ("error", "lose")) == "lose"
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode, self.seat = render_mode, seat
        others = [other for other in range(self._match.seats) if other != seat]
        opened = self._match.game
        self._brains = {
            other: open_bot(opened, said) for other, said in zip(others, bots, strict=True)
        }
        most, actions = self._match.sight.bounds, opened.rules.ACTIONS
        self.action_space: LegalActions = LegalActions(actions)  # type: ignore[assignment]  # of np.int64
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_space = spaces.Dict(
            {"observation": spaces.Box(-most, most, dtype=np.float32), "action_mask": mask}
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begins a match, up to the seat's first decision."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(1 << 62))
        self._stream = rng.new(luck)
        self._played = Match(self._match.game, self._match.seats, self._options)
        seats = self._brains.items()
        self._bots = {
            other: BotSeat(brain, other, rng.new(luck, 1 + other)) for other, brain in seats
        }
        self._audience = Audience(self._played, set(self._bots))
        self._go_on()
        return self._seen()

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Plays an action, and what others do until the seat is to act again."""
        try:
            step = self._played.position.step(int(action))
        except IllegalStep as error:
            if not self._loses:
                raise
            seen, info = self._seen()
            return seen, LOST, True, False, {**info, "illegal": str(error)}
        self._play(step)
        self._go_on()
        over = self._played.position.over
        seen, info = self._seen()
        return seen, self._match.rewards()[self.seat] if over else 0.0, over, False, info

    def render(self) -> Any:
        """What whoever looks on sees: text, pixels, or printed."""
        from goldrush.adapters import pictures  # noqa: PLC0415  # slow to load

        names = [brain.name for brain in self._brains.values()]
        names.insert(self.seat, "you")
        if self.render_mode == "rgb_array":
            return pictures.rgb(self._played.position, names)
        if self.render_mode is None:
            return None
        text = pictures.ansi(self._played.position, names)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201  # which is what "human" asks for
        return None

    def _play(self, step: Any) -> None:
        """Plays a step before the eyes of the bots."""
        for other, glimpse in self._audience.play(step).items():
            if other in self._bots:
                self._bots[other].watch(glimpse)

    def _go_on(self) -> None:
        """Lets chance and bots play until the seat is to act, or all is over."""
        position = self._played.position
        while not position.over and position.actor != self.seat:
            if position.actor == CHANCE:
                self._play(position.random_step(self._stream))
            else:
                self._play(self._bots[position.actor].choose(self._played))
        self._match.position = position

    def _seen(self) -> tuple[Observed, dict[str, Any]]:
        mask: Mask = self._match.mask(self.seat)
        self.action_space.now = mask if mask.any() else np.ones_like(mask)
        return {"observation": self._match.observe(self.seat), "action_mask": mask}, {}


def register() -> None:
    """Makes all games known to ``gymnasium.make`` by name and version: "Goldrush/Gold-v1"."""
    for name in GAMES:
        title = "".join(map(str.capitalize, name.split("_")))
        gymnasium.register(
            f"Goldrush/{title}-v{newest(name)}",
            "goldrush.adapters.gymnasium:GoldrushEnv",
            vector_entry_point="goldrush.adapters.vector:GoldrushVectorEnv",
            kwargs={"game": name},
        )


register()
