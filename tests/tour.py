"""Places of the web app, and how to come there."""

import itertools
from collections.abc import Callable
from functools import cache

from goldrush.games import GAMES
from goldrush.games import game as open_game
from hosting import Host
from matches import random_match
from samples import SAMPLES, SHORT
from visitors import Visitor


class Tour:
    """Pages of the web app, made when somebody goes there."""

    def __init__(self, host: Host) -> None:
        self.ada = Visitor(host.address, "Ada")
        self.table = cache(self._table)
        self.link = cache(self._link)
        self.open_table = cache(self._open_table)

    def _table(self, game: str, moves: int) -> str:
        """A table at which Ada has played so often, or to the end."""
        rivals = ["zoe", "felix"][: open_game(game).rules.MAX_SEATS - 1]
        code = self.ada.create(game, None, *rivals)
        self.ada.start(code)
        socket = self.ada.sit(code)
        made = itertools.count()
        socket.play_on(lambda _: next(made) == moves)
        socket.close()
        return f"/table/{code}"

    def _link(self, game: str) -> str:
        """The middle of a match."""
        match = random_match(game, min(3, open_game(game).rules.MAX_SEATS), seed=5)
        decisions = sum(actor >= 0 for actor, _ in match.history)
        return f"/replay/{match.link()}#{decisions // 2}"

    def _open_table(self) -> str:
        """A table that waits for somebody."""
        return f"/table/{self.ada.create('gold', None, None, 'zoe')}"


Way = Callable[[Tour], str]
EVERY = 10_000  # moves: a whole match

# Where a page is, and what is on it when it is complete.
PLACES: dict[str, tuple[Way | str, str]] = {
    "home": ("/", ".covers"),
    "rules": ("/rules", "dl"),
    "settings": ("/settings", "fieldset"),
    "about": ("/about", "h2"),
    "bots": ("/bots", "table"),
    "me": ("/me", ".sheets"),
    "mine": ("/mine", ".matches li"),
    "figures": ("/figures", ".show"),
    "friends": ("/friends", ".friends"),
    "daily": ("/daily", ".today"),
    "privacy": ("/privacy", "form"),
    "device": ("/device", "form"),
    "lost": ("/nowhere", "a.button"),
    "no_table": ("/table/AAAAAA", "a.button"),
    "no_replay": ("/replay/gold.AQID", "form"),
    "open_table": ((lambda tour: tour.open_table()), ".invite"),
    **{f"game_{game}": (f"/games/{game}", "select option[value=maud]") for game in GAMES},
    "made_gold": ("/games/gold/made", ".pictures svg"),
    **{f"rules_{game}": (f"/rules/{game}", "li") for game in GAMES},
    **{
        f"table_{game}": ((lambda tour, g=game: tour.table(g, SAMPLES[g].middle)), ".table svg")  # type: ignore[misc]
        for game in GAMES
    },
    **{
        f"end_{game}": (
            (lambda tour, g=game: tour.table(g, EVERY)),  # type: ignore[misc]
            ".table .end a[href^='/replay']",
        )
        for game in SHORT
    },
    **{f"replay_{game}": ((lambda tour, g=game: tour.link(g)), ".replay svg") for game in GAMES},  # type: ignore[misc]
}
