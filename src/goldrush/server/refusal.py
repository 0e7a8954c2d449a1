"""How the server says no."""

import msgspec

from goldrush.games.contract import UnknownVersion
from goldrush.games.problem import Problem
from goldrush.server.messages import Complaint, LaterRules, Reason, Why


class Refusal(Exception):
    """Something that is not done; a Problem says what would have been right."""

    def __init__(self, reason: Reason, text: str, *about: object) -> None:
        self.problem = Problem(text, *about)
        super().__init__(str(self.problem))
        self.reason: Reason = reason
        self.later: LaterRules | None = None
        self.wait: int | None = None

    @property
    def detail(self) -> str:
        """What would have been right, in English."""
        return str(self.problem)

    @property
    def why(self) -> Why:
        """The same for whoever has translations."""
        return told(self.problem)

    @property
    def complaint(self) -> Complaint:
        """The same as a request is answered."""
        return Complaint(self.reason, self.detail, self.later, self.why, self.wait)

    @classmethod
    def again(cls, complaint: Complaint) -> "Refusal":
        """What another process has refused."""
        assert complaint.why
        found = problem(complaint.why)
        refusal = cls(complaint.reason, found.text, *found.about)
        refusal.later = complaint.later
        return refusal

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


def problem(why: object) -> Problem:
    """A problem that came over the wire."""
    found = msgspec.convert(why, Why, from_attributes=True)
    return Problem(found.text, *map(_again, found.about))


def _again(one: object) -> object:
    """What _plain() made of something, as it was."""
    if isinstance(one, list):
        return [_again(some) for some in one]
    return problem(one) if isinstance(one, dict) else one


def _plain(one: object) -> object:
    if isinstance(one, Problem):
        return told(one)
    if isinstance(one, list):
        return [_plain(some) for some in one]
    return one if isinstance(one, str | int | float) else str(one)
