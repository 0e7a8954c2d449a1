"""What to try next: an optimiser, Optuna's, that learns from what was tried; the extra ``lab``."""

from collections.abc import Sequence

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, IntDistribution
from optuna.samplers import TPESampler
from optuna.trial import Trial, TrialState

from goldrush.lab.plan import Place

ASKED = 200  # times before it is believed that nothing new comes to its mind
SEEDS = 2**32  # that it knows


class Optimiser:
    """Proposes places of a grid that have not been tried; it follows from the seed."""

    def __init__(self, sizes: Sequence[int], ordered: Sequence[bool], seed: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._space: dict[str, BaseDistribution] = {
            str(n): IntDistribution(0, size - 1) if rises else CategoricalDistribution(range(size))
            for n, (size, rises) in enumerate(zip(sizes, ordered, strict=True))
        }
        self._study = optuna.create_study(sampler=TPESampler(seed=seed % SEEDS))
        self._pending: dict[Place, Trial] = {}
        self._known: dict[Place, float] = {}

    def propose(self) -> Place | None:
        """A place that is new; nothing if it comes back to the same ones again and again."""
        for _ in range(ASKED):
            place, trial = self._asked()
            if place in self._known:
                self._study.tell(trial, self._known[place])
            elif place in self._pending:
                self._study.tell(trial, state=TrialState.FAIL)
            else:
                self._pending[place] = trial
                return place
        return None

    def learn(self, place: Place, miss: float) -> None:
        """Takes note of how good a place is: the lower the better."""
        if place not in self._pending:
            self._study.enqueue_trial(dict(zip(self._space, place, strict=True)))
            assert self.propose() == place
        self._known[place] = miss
        self._study.tell(self._pending.pop(place), miss)

    def _asked(self) -> tuple[Place, Trial]:
        trial = self._study.ask(self._space)
        return tuple(int(trial.params[name]) for name in self._space), trial
