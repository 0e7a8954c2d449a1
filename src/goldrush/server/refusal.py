"""How the server says no."""

from goldrush.games.contract import UnknownVersion
from goldrush.server.messages import LaterRules, Reason


class Refusal(Exception):
    """Something that is not done; *detail* says what would have been right."""

    def __init__(self, reason: Reason, detail: str, later: LaterRules | None = None) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
        self.detail = detail
        self.later = later

    @classmethod
    def later_rules(cls, unknown: UnknownVersion) -> "Refusal":
        """For a match by rules that were published after this program."""
        later = LaterRules(unknown.game, unknown.version, unknown.newest)
        return cls("later_rules", str(unknown), later)
