"""How the server says no."""

from typing import Any

from goldrush.games.contract import UnknownVersion
from goldrush.games.problem import Problem
from goldrush.server.messages import LaterRules, Reason, Why


class Refusal(Exception):
    """Something that is not done; a Problem says what would have been right."""

    def __init__(self, reason: Reason, text: str, *about: Any) -> None:
        self.problem = Problem(text, *about)
        super().__init__(str(self.problem))
        self.reason: Reason = reason
        self.later: LaterRules | None = None

    @property
    def detail(self) -> str:
        """What would have been right, in English."""
        return str(self.problem)

    @property
    def why(self) -> Why:
        """The same for whoever has translations."""
        return told(self.problem)

    @classmethod
    def because(cls, reason: Reason, error: Exception) -> "Refusal":
        """For what somebody else has found out."""
        if isinstance(error, Problem):
            return cls(reason, error.text, *error.about)
        return cls(reason, "{}", str(error))

    @classmethod
    def later_rules(cls, unknown: UnknownVersion) -> "Refusal":
        """For a match by rules that were published after this program."""
        refusal = cls.because("later_rules", unknown)
        refusal.later = LaterRules(unknown.game, unknown.version, unknown.newest)
        return refusal


def told(problem: Problem) -> Why:
    """A problem as it goes over the wire."""
    return Why(problem.text, [_plain(one) for one in problem.about])


def _plain(one: Any) -> Any:
    if isinstance(one, Problem):
        return told(one)
    if isinstance(one, list):
        return [_plain(some) for some in one]
    return one if isinstance(one, str | int | float) else str(one)
