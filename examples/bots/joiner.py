"""A bot as a Python class: it joins where gold lies, and else trusts to luck."""

from random import Random
from typing import Any


class Joiner:
    """Plays all games; of Goldrausch it knows a little."""

    def choose(self, view: dict[str, Any]) -> str:
        """One of the actions that the view offers."""
        actions: list[str] = view["actions"]
        if view["game"] == "goldrausch" and "join" in actions:
            group = view["groups"][view["card"]["group"]]
            return "join" if group["coins"] > 0 else "pass"
        return Random(view["luck"]).choice(actions)
