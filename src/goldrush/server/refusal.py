"""How the server says no."""

from goldrush.server.messages import Reason


class Refusal(Exception):
    """Something that is not done; *detail* says what would have been right."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
        self.detail = detail
